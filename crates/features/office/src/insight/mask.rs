// SPDX-License-Identifier: AGPL-3.0-or-later

//! Which numbers are not told. A group of one to four by something that patients differ in (a reason, who pays, the
//! plan's answer) could name somebody to a reader who knows some of them. Where exactly one group of a table is hidden,
//! the total would give it away: the next smallest is hidden with it.

/// The largest number that is hidden.
const SMALL: i64 = 4;

/// Whether a number could name somebody.
pub(super) const fn is_small(count: i64) -> bool {
    0 < count && count <= SMALL
}

/// Which groups of a table are hidden. `rests` are what is left of each group outside the table, where it is a part of
/// more: who knows both the part and the whole knows the rest.
pub(super) fn hidden(groups: &[i64], rests: Option<&[i64]>) -> Vec<bool> {
    let is_rest_small = |place: usize| {
        let rest = rests.and_then(|rests| rests.get(place));
        rest.is_some_and(|rest| is_small(*rest))
    };
    let mut hidden: Vec<bool> = groups
        .iter()
        .enumerate()
        .map(|(place, count)| is_small(*count) || is_rest_small(place))
        .collect();
    if hidden.iter().filter(|is_hidden| **is_hidden).count() == 1 {
        // A group of nothing hides nothing, so it comes last.
        let next = (0..groups.len())
            .filter(|place| !hidden[*place])
            .min_by_key(|place| (groups[*place] == 0, groups[*place]));
        if let Some(next) = next {
            hidden[next] = true;
        }
    }
    hidden
}

/// Which groups are hidden in a table of everything that one thing was divided into, such as reasons. With a small group
/// those of nothing are hidden as well, so that nobody can tell which of them it is, nor which was hidden beside it.
pub(super) fn hidden_parts(groups: &[i64]) -> Vec<bool> {
    let mut hidden = hidden(groups, None);
    if groups.iter().any(|count| is_small(*count)) {
        for (is_hidden, count) in hidden.iter_mut().zip(groups) {
            *is_hidden |= *count == 0;
        }
    }
    hidden
}

/// The number, unless it is hidden.
pub(super) fn told<T>(number: T, is_hidden: bool) -> Option<T> {
    (!is_hidden).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::{hidden, hidden_parts};

    #[test]
    fn beside_a_small_part_those_of_nothing_are_hidden() {
        assert_eq!(hidden_parts(&[0, 1, 0]), [true, true, true]);
        assert_eq!(hidden_parts(&[27, 3, 0, 9]), [false, true, true, true]);
        assert_eq!(hidden_parts(&[27, 3, 2, 0]), [false, true, true, true]);
        assert_eq!(hidden_parts(&[27, 0, 9]), [false, false, false]);
    }

    #[test]
    fn one_to_four_are_hidden_and_nothing_is_not() {
        assert!(hidden(&[], None).is_empty());
        assert_eq!(hidden(&[0, 5, 900], None), [false, false, false]);
        assert_eq!(hidden(&[1, 4, 5], None), [true, true, false]);
    }

    #[test]
    fn the_next_smallest_is_hidden_with_the_only_one() {
        assert_eq!(hidden(&[27, 3, 9, 14], None), [false, true, true, false]);
        assert_eq!(hidden(&[27, 3, 0], None), [true, true, false]);
        // Where there is no other, one of nothing is as good as any.
        assert_eq!(hidden(&[3, 0, 0], None), [true, true, false]);
        assert_eq!(hidden(&[3], None), [true]);
        // Two of them are hidden by each other.
        assert_eq!(hidden(&[3, 2, 9], None), [true, true, false]);
    }

    #[test]
    fn a_part_is_hidden_where_its_rest_is_small() {
        assert_eq!(hidden(&[100], Some(&[2])), [true]);
        assert_eq!(hidden(&[100], Some(&[0])), [false]);
        assert_eq!(
            hidden(&[100, 50, 60], Some(&[2, 9, 9])),
            [true, true, false]
        );
    }
}
