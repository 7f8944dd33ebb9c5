// SPDX-License-Identifier: AGPL-3.0-or-later

//! Recognizes a drawn signature even if points or strokes were removed, added or reordered (reference
//! prescription-rules 1.4: a drawing signs once). [`super::drawn_shape`] recognizes a drawing whose whole
//! path was kept; this module compares the positions of the pen.
//!
//! A hand never returns to the same positions: two signatures of one person share about one percent. The
//! positions with the smallest hashes represent the drawing, so that a database can find drawings that share
//! some without reading all of them.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::drawing::Stroke;

/// The number of positions that represent a drawing. Of copies that kept a third of the positions, hardly one
/// in ten million shares too few; a short drawing is stored whole.
const SKETCH: usize = 64;
/// Drawings that share fewer representative positions need not be compared.
pub const LEAST_SHARED: u64 = 3;
/// Drawings with fewer positions are too short to be recognized by them.
const LEAST_PLACES: usize = 8;
/// Positions per drawing unit: half a screen pixel, so that a rounded coordinate is unchanged.
const GRAIN: f64 = 2.0;

/// The positions of a drawing: each once, in halves of a drawing unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places(BTreeSet<[i64; 2]>);

impl Places {
    /// From all strokes; their order and times are ignored.
    pub fn of(strokes: &[Stroke]) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "at most a million")]
        let place = |value: f64| (value * GRAIN).round() as i64;
        Self(
            strokes
                .iter()
                .flatten()
                .map(|[x, y, _]| [place(*x), place(*y)])
                .collect(),
        )
    }

    /// The numbers that represent the drawing, at most [`SKETCH`]; copies share at least [`LEAST_SHARED`].
    pub fn sketch(&self) -> Vec<i64> {
        if self.0.len() < LEAST_PLACES {
            return Vec::new();
        }
        let hashes: BTreeSet<i64> = self.0.iter().map(hash).collect();
        hashes.into_iter().take(SKETCH).collect()
    }

    /// Whether half of the smaller drawing's positions are positions of the other.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        let smaller = self.0.len().min(other.0.len());
        let shared = self.0.intersection(&other.0).count();
        smaller >= LEAST_PLACES && shared * 2 >= smaller
    }
}

/// Evenly distributed, and stable for ever, because it is stored in the database.
fn hash([x, y]: &[i64; 2]) -> i64 {
    let mut hasher = Sha256::new();
    hasher.update(x.to_le_bytes());
    hasher.update(y.to_le_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize()[..8]);
    i64::from_le_bytes(first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A random drawing, with one stroke per list.
    fn hand() -> impl Strategy<Value = Vec<Stroke>> {
        let stroke = prop::collection::vec((0.0..500.0, 0.0..160.0, 0.0..9e3), 24..60);
        prop::collection::vec(stroke, 2..4).prop_map(|strokes| {
            let stroke = |points: Vec<(f64, f64, f64)>| {
                points.into_iter().map(|(x, y, at)| [x, y, at]).collect()
            };
            strokes.into_iter().map(stroke).collect()
        })
    }

    fn is_known(copy: &[Stroke], drawn: &[Stroke]) -> bool {
        let (copy, drawn) = (Places::of(copy), Places::of(drawn));
        let kept: BTreeSet<i64> = drawn.sketch().into_iter().collect();
        let shared = copy
            .sketch()
            .iter()
            .filter(|one| kept.contains(one))
            .count();
        shared as u64 >= LEAST_SHARED && copy.is_copy_of(&drawn) && drawn.is_copy_of(&copy)
    }

    proptest! {
        #[test]
        fn a_copy_with_points_or_strokes_out_in_or_elsewhere_is_known(drawn in hand(), more in hand()) {
            // A hand that stays in one place is no drawing, and refused for that.
            prop_assume!(Places::of(&drawn).0.len() >= 40);
            let nth = |keep: usize| -> Vec<Stroke> {
                drawn
                    .iter()
                    .map(|stroke| stroke.iter().step_by(keep).copied().collect())
                    .collect()
            };
            let cut = |from: usize, to: usize| -> Vec<Stroke> {
                let part = |stroke: &Stroke| stroke[stroke.len() * from / 10..stroke.len() * to / 10].to_vec();
                drawn.iter().map(part).collect()
            };
            let mut with_one_more = drawn.clone();
            with_one_more.push(more[0].clone());
            let mut other_order = drawn.clone();
            other_order.rotate_left(1);
            let timed = drawn.iter().map(|stroke| stroke.iter().map(|[x, y, at]| [*x, *y, at * 3.0]).collect()).collect();
            for (how, copy) in [
                ("every second point", nth(2)),
                ("without the first stroke", drawn[1..].to_vec()),
                ("without the last stroke", drawn[..drawn.len() - 1].to_vec()),
                ("without the ends", cut(2, 10)),
                ("without the beginnings", cut(0, 8)),
                ("with a stroke more", with_one_more),
                ("strokes in another order", other_order),
                ("slower", timed),
            ] {
                prop_assert!(is_known(&copy, &drawn), "{}", how);
            }
        }

        #[test]
        fn a_hand_that_draws_the_same_again_is_no_copy(drawn in hand(), phase in 0.0..6.3f64) {
            let mut at = phase;
            let mut astray = |[x, y, time]: &[f64; 3]| {
                at += 2.4;
                [(x + at.sin() * 9.0).round(), (y + (at * 1.7).cos() * 6.0).round(), *time]
            };
            let again: Vec<Stroke> = drawn.iter().map(|stroke| stroke.iter().map(&mut astray).collect()).collect();
            prop_assert!(!Places::of(&again).is_copy_of(&Places::of(&drawn)));
        }

        #[test]
        fn two_hands_are_told_apart(one in hand(), other in hand()) {
            prop_assert!(!is_known(&one, &other));
        }
    }

    #[test]
    fn a_short_flourish_is_not_told_by_its_places() {
        let flourish = [vec![
            [10.0, 10.0, 0.0],
            [35.0, 22.0, 40.0],
            [60.0, 12.0, 80.0],
        ]];
        let places = Places::of(&flourish);
        assert_eq!(places.sketch(), Vec::<i64>::new());
        assert!(!places.is_copy_of(&places), "its shape tells it");
    }
}
