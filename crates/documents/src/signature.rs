// SPDX-License-Identifier: AGPL-3.0-or-later

//! A drawn signature as smooth curves scaled to their box (decision 138).
//!
//! Nothing is stored or compared here, and only strokes are accepted, not pictures.

use salal_domain::prescriptions::drawing;
use serde::Serialize;

use crate::engine::DocumentError;

/// The size of the box, in points.
const WIDTH: f64 = 190.0;
const HEIGHT: f64 = 48.0;

/// One line of ink: where it starts, and the curve segments that follow (control point, end point).
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Ink {
    start: [f64; 2],
    segments: Vec<[[f64; 2]; 2]>,
    end: [f64; 2],
}

/// Scales `strokes` (x, y, milliseconds) into the box, keeping their shape.
pub(crate) fn ink(strokes: &[Vec<[f64; 3]>]) -> Result<Vec<Ink>, DocumentError> {
    let points = || strokes.iter().flatten();
    // The caller has applied the same rule and told the doctor the reason.
    if drawing::fault_of(strokes).is_some() {
        return Err(DocumentError::Signature);
    }
    let (left, right) = span(points().map(|[x, _, _]| *x));
    let (top, bottom) = span(points().map(|[_, y, _]| *y));
    let (width, height) = (right - left, bottom - top);
    let scale = (WIDTH / width.max(1.0)).min(HEIGHT / height.max(1.0));
    let rise = HEIGHT - height * scale;
    let place = |[x, y, _]: &[f64; 3]| [round((x - left) * scale), round((y - top) * scale + rise)];
    Ok(strokes
        .iter()
        .map(|stroke| stroke.iter().map(place).collect::<Vec<_>>())
        .filter_map(|stroke| smooth(&stroke))
        .collect())
}

/// Curves through the midpoints between points, with the points as control points: no corners.
fn smooth(points: &[[f64; 2]]) -> Option<Ink> {
    let start = *points.first()?;
    let end = *points.last()?;
    let segments = points
        .windows(2)
        .skip(1)
        .filter_map(|pair| match pair {
            [from, to] => Some([
                *from,
                [
                    round(f64::midpoint(from[0], to[0])),
                    round(f64::midpoint(from[1], to[1])),
                ],
            ]),
            _ => None,
        })
        .collect();
    Some(Ink {
        start,
        segments,
        end,
    })
}

fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

/// Hundredths of a point: finer than any printer, and identical on every machine.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(start: [f64; 2], segments: Vec<[[f64; 2]; 2]>, end: [f64; 2]) -> Ink {
        Ink {
            start,
            segments,
            end,
        }
    }

    #[test]
    fn a_drawing_is_scaled_into_the_box_and_keeps_its_shape() {
        let drawn = ink(&[vec![
            [100.0, 100.0, 0.0],
            [200.0, 140.0, 40.0],
            [300.0, 100.0, 80.0],
        ]])
        .unwrap();
        let middle = [[95.0, 48.0], [142.5, 29.0]];
        assert_eq!(drawn, [one([0.0, 10.0], vec![middle], [190.0, 10.0])]);
    }

    #[test]
    fn what_is_no_drawing_is_refused() {
        for strokes in [
            vec![],
            vec![vec![]],
            vec![vec![[f64::NAN, 0.0, 0.0], [50.0, 50.0, 1.0]]],
            vec![vec![[f64::MAX, 0.0, 0.0], [f64::MIN, 50.0, 1.0]]],
            vec![vec![[10.0, 10.0, 0.0], [10.5, 10.5, 1.0]]],
            vec![vec![[0.0, 0.0, 0.0]; drawing::MOST_POINTS + 1]],
            vec![vec![[0.0, 0.0, 7.0], [50.0, 50.0, 7.0]]],
        ] {
            assert_eq!(ink(&strokes), Err(DocumentError::Signature));
        }
    }

    #[test]
    fn a_dot_beside_a_stroke_is_kept() {
        let drawn = ink(&[
            vec![[0.0, 0.0, 0.0], [30.0, 0.0, 30.0], [60.0, 20.0, 50.0]],
            vec![[70.0, 5.0, 90.0]],
        ])
        .unwrap();
        let dot = [168.0, 12.0];
        assert_eq!(drawn.last(), Some(&one(dot, vec![], dot)));
    }
}
