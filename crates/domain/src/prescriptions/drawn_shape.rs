// SPDX-License-Identifier: AGPL-3.0-or-later

//! Recognizes a drawn signature even if it was moved, stretched, rotated, mirrored, drawn backwards, or has
//! an additional dot or point (reference prescription-rules 1.4: a drawing signs once).
//!
//! The path of the pen is resampled in even steps and normalized in position, size and aspect: the result is
//! the same for all variants of one drawing. Two people never come that close, nor does one person twice; a
//! new signature differs by several percent of its size.

use super::drawing::Stroke;

/// Steps into which a path is resampled.
const STEPS: usize = 64;
/// How often a path is normalized before it is compared.
const ROUNDS: usize = 8;
/// A stroke shorter than this fraction of the drawing is a dot or a slip, and is ignored.
const SLIP: f64 = 0.06;
/// A drawing narrower than this fraction of its length is a line, in any direction.
const NARROWEST: f64 = 0.02;
/// From this similarity on (1 is identical) two drawings are copies: a distance of about 1 % of the size.
/// Drawing the same signature again differs by 3 % and more.
const COPY: f64 = 0.999;
/// The factor by which a point of a shape is stored as an integer.
const GRAIN: f64 = 4_000.0;

/// The shape of a drawing: [`STEPS`] points around the origin with a spread of one in each direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape(Vec<[f64; 2]>);

impl Shape {
    /// `None` when there is no shape: a dot or a straight line.
    pub fn of(strokes: &[Stroke]) -> Option<Self> {
        let mut path = without_slips(strokes);
        // Even steps on a stretched drawing are not even on the original: each normalization brings them
        // closer to those of any other variant.
        for _ in 0..ROUNDS {
            path = Rounding::of(&walk(&path)?)?.of_all(&path);
        }
        let points = walk(&path)?;
        Some(Self(Rounding::of(&points)?.of_all(&points)))
    }

    /// Whether one drawing is a copy of the other.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        let (mine, theirs) = (&self.0, &other.0);
        let forth = || mine.iter().zip(theirs);
        let back = || mine.iter().rev().zip(theirs);
        likeness(forth()).max(likeness(back())) >= COPY
    }

    /// A number from 0 to 100 that differs between copies by at most [`Shape::NEAR`]: shapes further apart
    /// need not be compared.
    pub fn key(&self) -> i32 {
        let half = self.0.iter().zip(self.0.iter().skip(STEPS / 4));
        let (turned, _) = products(half);
        // Between 0 and 1, as every point's mean square is 2.
        #[expect(clippy::cast_possible_truncation, reason = "from 0 to 100")]
        let key = (turned / (2.0 * count(STEPS)) * 100.0)
            .round()
            .clamp(0.0, 100.0) as i32;
        key
    }

    /// The maximum difference between the keys of two copies: twice the distance at [`COPY`], in hundredths.
    pub const NEAR: i32 = 9;

    /// The stored form: integers separated by commas.
    pub fn text(&self) -> String {
        let parts: Vec<String> = self
            .0
            .iter()
            .flatten()
            .map(|part| format!("{:.0}", part * GRAIN))
            .collect();
        parts.join(",")
    }

    /// Parses [`Shape::text`]; `None` when it is invalid.
    pub fn read(text: &str) -> Option<Self> {
        let parts: Vec<f64> = text
            .split(',')
            .map(|part| part.parse::<f64>().ok().map(|part| part / GRAIN))
            .collect::<Option<_>>()?;
        let points: Vec<[f64; 2]> = parts
            .chunks_exact(2)
            .map(|pair| [pair[0], pair[1]])
            .collect();
        (parts.len() == 2 * STEPS).then_some(Self(points))
    }
}

/// The pen's path without strokes that are too short.
fn without_slips(strokes: &[Stroke]) -> Vec<[f64; 2]> {
    let lengths: Vec<f64> = strokes
        .iter()
        .map(|stroke| length(&plane(stroke)))
        .collect();
    let least = lengths.iter().sum::<f64>() * SLIP;
    strokes
        .iter()
        .zip(lengths)
        .filter(|(_, length)| *length >= least)
        .flat_map(|(stroke, _)| plane(stroke))
        .collect()
}

fn plane(stroke: &Stroke) -> Vec<[f64; 2]> {
    stroke.iter().map(|[x, y, _]| [*x, *y]).collect()
}

fn distance([[ax, ay], [bx, by]]: [[f64; 2]; 2]) -> f64 {
    (bx - ax).hypot(by - ay)
}

fn length(path: &[[f64; 2]]) -> f64 {
    path.windows(2)
        .map(|pair| distance([pair[0], pair[1]]))
        .sum()
}

/// [`STEPS`] evenly spaced points along a path, so that the original number of points is irrelevant.
fn walk(path: &[[f64; 2]]) -> Option<Vec<[f64; 2]>> {
    let first = *path.first()?;
    let step = length(path) / count(STEPS - 1);
    if step <= 0.0 {
        return None;
    }
    let (mut points, mut walked) = (vec![first], 0.0);
    for pair in path.windows(2) {
        let ([from, to], long) = ([pair[0], pair[1]], distance([pair[0], pair[1]]));
        while points.len() < STEPS && count(points.len()) * step <= walked + long && long > 0.0 {
            let part = (count(points.len()) * step - walked) / long;
            points.push([0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part));
        }
        walked += long;
    }
    // Rounding errors may leave the end short by one point.
    points.resize(STEPS, *path.last()?);
    Some(points)
}

/// Moves points to the origin and equalizes their spread in all directions.
struct Rounding {
    middle: [f64; 2],
    /// The direction of the widest spread: its sine and cosine.
    turn: (f64, f64),
    /// The spread in that direction and across.
    spread: (f64, f64),
}

impl Rounding {
    /// `None` for a line, which cannot be normalized.
    fn of(points: &[[f64; 2]]) -> Option<Self> {
        let n = count(points.len());
        let middle = [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f64>() / n);
        let spread = |a: usize, b: usize| {
            let off = |point: &[f64; 2], axis: usize| point[axis] - middle[axis];
            points
                .iter()
                .map(|point| off(point, a) * off(point, b))
                .sum::<f64>()
                / n
        };
        let (xx, xy, yy) = (spread(0, 0), spread(0, 1), spread(1, 1));
        let half = (xx - yy).hypot(2.0 * xy) / 2.0;
        let (wide, narrow) = (f64::midpoint(xx, yy) + half, f64::midpoint(xx, yy) - half);
        (wide > 0.0 && narrow >= wide * NARROWEST * NARROWEST).then(|| Self {
            middle,
            turn: ((2.0 * xy).atan2(xx - yy) / 2.0).sin_cos(),
            spread: (wide.sqrt(), narrow.sqrt()),
        })
    }

    fn of_all(&self, points: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let ((sin, cos), (wide, narrow)) = (self.turn, self.spread);
        points
            .iter()
            .map(|point| {
                let [x, y] = [point[0] - self.middle[0], point[1] - self.middle[1]];
                [(x * cos + y * sin) / wide, (y * cos - x * sin) / narrow]
            })
            .collect()
    }
}

/// The similarity of two shapes after the best rotation, with or without mirroring: 1 at most.
fn likeness<'a>(pairs: impl Iterator<Item = (&'a [f64; 2], &'a [f64; 2])>) -> f64 {
    let (turned, mirrored) = products(pairs);
    turned.max(mirrored) / (2.0 * count(STEPS))
}

/// The absolute sums of the products of points as complex numbers, with and without conjugating one of the
/// two: the best rotation without and with mirroring.
fn products<'a>(pairs: impl Iterator<Item = (&'a [f64; 2], &'a [f64; 2])>) -> (f64, f64) {
    let [dot, cross, minus, plus] = pairs.fold([0.0; 4], |[a, b, c, d], ([x, y], [u, v])| {
        [
            a + x * u + y * v,
            b + x * v - y * u,
            c + x * u - y * v,
            d + x * v + y * u,
        ]
    });
    (dot.hypot(cross), minus.hypot(plus))
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn count(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A random drawing: one stroke per list.
    fn hand() -> impl Strategy<Value = Vec<Stroke>> {
        let stroke = prop::collection::vec((0.0..500.0, 0.0..160.0), 10..40);
        prop::collection::vec(stroke, 1..4)
            .prop_map(|strokes| {
                let mut at = 0.0;
                let mut timed = |(x, y)| {
                    at += 8.0;
                    [x, y, at]
                };
                strokes
                    .into_iter()
                    .map(|stroke| stroke.into_iter().map(&mut timed).collect())
                    .collect::<Vec<Stroke>>()
            })
            .prop_filter("as large as a signature", |strokes| {
                let lengths = strokes.iter().map(|stroke| length(&plane(stroke)));
                Shape::of(strokes).is_some() && lengths.fold(f64::INFINITY, f64::min) > 400.0
            })
    }

    fn each(strokes: &[Stroke], mut change: impl FnMut([f64; 2]) -> [f64; 2]) -> Vec<Stroke> {
        strokes
            .iter()
            .map(|stroke| {
                stroke
                    .iter()
                    .map(|[x, y, at]| {
                        let [x, y] = change([*x, *y]);
                        [x, y, *at]
                    })
                    .collect()
            })
            .collect()
    }

    fn shape(strokes: &[Stroke]) -> Shape {
        Shape::of(strokes).expect("a shape")
    }

    proptest! {
        #[test]
        fn a_copy_is_known_however_it_was_changed(
            drawn in hand(),
            by in (-300.0..300.0, -300.0..300.0, 0.2..4.0, 0.0..6.3),
        ) {
            let (right, down, wide, angle): (f64, f64, f64, f64) = by;
            let (sin, cos) = angle.sin_cos();
            let mut slower = drawn.clone();
            for point in slower.iter_mut().flatten() {
                point[2] = point[2] * 3.0 + 17.0;
            }
            let mut dotted = drawn.clone();
            dotted.push(vec![[3.0, 4.0, 9e5], [4.0, 4.0, 9e5 + 1.0]]);
            let mut point_more = drawn.clone();
            let [[x, y, at], [u, v, _]] = [drawn[0][2], drawn[0][3]];
            point_more[0].insert(3, [f64::midpoint(x, u), f64::midpoint(y, v), at]);
            let mut backwards = drawn.clone();
            backwards.reverse();
            for stroke in &mut backwards {
                stroke.reverse();
            }
            let first = shape(&drawn);
            for (how, copy) in [
                ("slower", slower),
                ("with a dot", dotted),
                ("with a point more", point_more),
                ("backwards", backwards),
                ("moved", each(&drawn, |[x, y]| [x + right, y + down])),
                ("scaled", each(&drawn, |[x, y]| [x * wide, y * wide])),
                ("turned", each(&drawn, |[x, y]| [x * cos - y * sin, x * sin + y * cos])),
                ("mirrored", each(&drawn, |[x, y]| [-x, y])),
            ] {
                let copy = shape(&copy);
                prop_assert!(copy.is_copy_of(&first), "{}", how);
                prop_assert!((copy.key() - first.key()).abs() <= Shape::NEAR, "{}", how);
                let kept = Shape::read(&first.text()).expect("what was kept is read");
                prop_assert!(copy.is_copy_of(&kept), "{} of what was kept", how);
            }
        }

        #[test]
        fn a_hand_that_draws_the_same_again_is_no_copy(drawn in hand(), phase in 0.0..6.3f64) {
            // Each point displaced by up to 4 % of the pad's width, as with the steadiest hands.
            let mut at = phase;
            let again = each(&drawn, |[x, y]| {
                at += 2.4;
                [x + at.sin() * 20.0, y + (at * 1.7).cos() * 12.0]
            });
            prop_assert!(!shape(&again).is_copy_of(&shape(&drawn)));
        }

        #[test]
        fn two_hands_are_told_apart(one in hand(), other in hand()) {
            prop_assert!(!shape(&one).is_copy_of(&shape(&other)));
        }
    }

    #[test]
    fn a_stretched_leaning_or_trembling_copy_of_a_signature_is_a_copy() {
        let wave: Stroke = (0..90)
            .map(f64::from)
            .map(|n| {
                [
                    40.0 + n * 3.0,
                    80.0 - (n * 0.35).sin() * (36.0 - n * 0.35),
                    n * 8.0,
                ]
            })
            .collect();
        let drawn = [wave, vec![[320.0, 60.0, 900.0]]];
        let mut hair = -0.5;
        for copy in [
            each(&drawn, |[x, y]| [x * 1.7, y * 0.6]),
            each(&drawn, |[x, y]| [x * 0.5, y * 1.8]),
            each(&drawn, |[x, y]| [x + y * 0.4, y]),
            each(&drawn, |[x, y]| [x.round(), y.round()]),
            each(&drawn, |[x, y]| {
                hair = -hair;
                [x + hair, y]
            }),
        ] {
            assert!(shape(&copy).is_copy_of(&shape(&drawn)));
        }
    }

    #[test]
    fn a_dot_and_a_line_have_no_shape() {
        for strokes in [
            vec![],
            vec![vec![]],
            vec![vec![[1.0, 2.0, 3.0]]],
            vec![vec![[1.0, 1.0, 0.0], [1.0, 1.0, 9.0]]],
            vec![vec![[0.0, 0.0, 0.0], [90.0, 30.0, 9.0]]],
            vec![vec![[0.0, 0.0, 0.0], [30.0, 10.1, 5.0], [90.0, 30.0, 9.0]]],
        ] {
            assert_eq!(Shape::of(&strokes), None, "{strokes:?}");
        }
        assert_eq!(Shape::read("1,2,3"), None);
        assert_eq!(Shape::read("one,two"), None);
    }
}
