// SPDX-License-Identifier: AGPL-3.0-or-later

//! Validates a drawn signature from the page (decision 138; reference prescription-rules 1.4). Detecting
//! copies of a drawing is in [`super::drawn_shape`]; printing is in the documents crate.

use super::drawn_shape::Shape;

/// One stroke: points of x and y in drawing units, and milliseconds.
pub type Stroke = Vec<[f64; 3]>;

/// Maximum number of points of a signature: a minute of drawing.
pub const MOST_POINTS: usize = 20_000;
/// The largest absolute coordinate or time.
pub const LARGEST: f64 = 1_000_000.0;
/// A drawing smaller than this in both directions is accidental, in drawing units.
pub const SMALLEST: f64 = 2.0;
/// A drawing made faster than this was not made by hand, in milliseconds.
pub const QUICKEST: f64 = 40.0;

/// Why these strokes are not a signature: a sentence for the doctor; `None` when they are one.
pub fn fault_of(strokes: &[Stroke]) -> Option<&'static str> {
    let points = || strokes.iter().flatten();
    let count = points().count();
    if count == 0 {
        return Some("Please draw your signature.");
    }
    let wild = |part: &f64| !part.is_finite() || part.abs() > LARGEST;
    if count > MOST_POINTS || points().flatten().any(wild) {
        return Some("This drawing is too large. Please draw your signature again.");
    }
    let (width, height) = (
        span(points().map(|[x, ..]| *x)),
        span(points().map(|[_, y, _]| *y)),
    );
    if count < 2 || width.max(height) < SMALLEST {
        return Some("This drawing is only a dot. Please draw your signature by hand.");
    }
    if span(points().map(|[.., at]| *at)) < QUICKEST {
        return Some(
            "This drawing was made in no time, so it was not drawn by hand. Please draw your signature here.",
        );
    }
    if !points().map(|[.., at]| *at).is_sorted() {
        return Some(
            "This drawing runs back in time, so it was not drawn by hand. Please draw your signature here.",
        );
    }
    if Shape::of(strokes).is_none() {
        return Some("This drawing is only a line. Please draw your signature by hand.");
    }
    None
}

fn span(values: impl Iterator<Item = f64>) -> f64 {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    high - low
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn() -> Vec<Stroke> {
        vec![
            (0..12)
                .map(f64::from)
                .map(|n| [10.0 + n * 9.0, 40.0 + (n * 7.0) % 23.0, n * 16.0])
                .collect(),
            vec![[70.0, 5.0, 200.0]],
        ]
    }

    #[test]
    fn a_hand_draws_lines_that_take_time() {
        assert_eq!(fault_of(&drawn()), None);
        for (what, strokes) in [
            ("nothing", vec![]),
            ("empty strokes", vec![vec![], vec![]]),
            ("one point", vec![vec![[1.0, 2.0, 3.0]]]),
            (
                "one point twice",
                vec![vec![[1.0, 1.0, 0.0], [1.0, 1.0, 0.0]]],
            ),
            (
                "one place for a second",
                vec![vec![[1.0, 1.0, 0.0], [1.0, 1.0, 1000.0]]],
            ),
            (
                "a jitter",
                vec![vec![[10.0, 10.0, 0.0], [10.5, 10.5, 90.0]]],
            ),
            (
                "no time",
                vec![vec![[0.0, 0.0, 5.0], [90.0, 40.0, 5.0], [50.0, 9.0, 5.0]]],
            ),
            (
                "two thousandths of a second",
                vec![vec![[0.0, 0.0, 5.0], [90.0, 40.0, 6.0], [50.0, 9.0, 7.0]]],
            ),
            ("a line", vec![vec![[0.0, 0.0, 0.0], [50.0, 0.0, 9.0]]]),
            (
                "a line of many points",
                vec![
                    (0..40)
                        .map(f64::from)
                        .map(|n| [n * 3.0, 20.0 + n, n * 8.0])
                        .collect(),
                ],
            ),
            (
                "back in time",
                vec![vec![[0.0, 0.0, 50.0], [90.0, 40.0, 9.0], [50.0, 9.0, 60.0]]],
            ),
            (
                "no number",
                vec![vec![[f64::NAN, 0.0, 0.0], [50.0, 50.0, 1.0]]],
            ),
            (
                "no end",
                vec![vec![[f64::INFINITY, 0.0, 0.0], [50.0, 50.0, 1.0]]],
            ),
            (
                "too wide",
                vec![vec![[f64::MAX, 0.0, 0.0], [f64::MIN, 50.0, 1.0]]],
            ),
            ("too late", vec![vec![[0.0, 0.0, 0.0], [50.0, 50.0, 1e9]]]),
            (
                "endless",
                vec![
                    (0..100_000)
                        .map(|n| [f64::from(n % 300), 5.0, f64::from(n)])
                        .collect(),
                ],
            ),
        ] {
            assert!(fault_of(&strokes).is_some(), "{what}");
        }
    }
}
