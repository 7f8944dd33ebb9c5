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
/// more: who knows both the part and the whole knows the rest. In the table of the rests the same groups are hidden, or
/// what is told there would tell what is hidden here.
pub(super) fn hidden(groups: &[i64], rests: Option<&[i64]>) -> Vec<bool> {
    let rest = |place: usize| rests.and_then(|rests| rests.get(place).copied());
    let is_hidden =
        |(place, count): (usize, &i64)| is_small(*count) || rest(place).is_some_and(is_small);
    let mut hidden: Vec<bool> = groups.iter().enumerate().map(is_hidden).collect();
    let size = |place: usize| {
        let (own, rest) = (groups[place], rest(place));
        let is_nothing = own == 0 || rest == Some(0);
        Some((is_nothing, own + rest.unwrap_or_default()))
    };
    hide_beside_only(&mut hidden, 0..groups.len(), size);
    hidden
}

/// Where exactly one of these places is hidden, hides the smallest of the others with it: those without a size are left.
/// A group of nothing hides nothing, so it comes last.
fn hide_beside_only<Size: Ord>(
    hidden: &mut [bool],
    places: impl Iterator<Item = usize> + Clone,
    size: impl Fn(usize) -> Option<Size>,
) {
    if places.clone().filter(|place| hidden[*place]).count() != 1 {
        return;
    }
    let others = places.filter(|place| !hidden[*place]);
    let sized = others.filter_map(|place| Some((size(place)?, place)));
    if let Some((_, next)) = sized.min() {
        hidden[next] = true;
    }
}

/// Which groups are hidden in a table of everything that one thing was divided into, such as reasons. With a small group
/// those of nothing are hidden as well, so that nobody can tell which of them it is, nor which was hidden beside it.
pub(super) fn hidden_parts(groups: &[i64]) -> Vec<bool> {
    hidden_parts_within(groups, &vec![(); groups.len()])
}

/// The same where each group belongs to a larger one whose sum is told elsewhere, such as a fee to a payer: beside a small
/// group another one of the same larger one is hidden, where it has another.
pub(super) fn hidden_parts_within<Larger: PartialEq>(
    groups: &[i64],
    larger: &[Larger],
) -> Vec<bool> {
    let mut hidden: Vec<bool> = groups.iter().map(|count| is_small(*count)).collect();
    let places = 0..groups.len().min(larger.len());
    for one in larger {
        let inside = places.clone().filter(|place| larger[*place] == *one);
        let size = |place: usize| (groups[place] > 0).then_some(groups[place]);
        hide_beside_only(&mut hidden, inside, size);
    }
    let size = |place: usize| Some((groups[place] == 0, groups[place]));
    hide_beside_only(&mut hidden, places, size);
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
    use super::{hidden, hidden_parts, hidden_parts_within, is_small};

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

    #[test]
    fn the_table_of_the_rests_hides_the_same_groups() {
        let (card, private) = ([27, 3, 9], [5, 20, 60]);
        assert_eq!(hidden(&card, Some(&private)), [true, true, false]);
        assert_eq!(hidden(&private, Some(&card)), [true, true, false]);
    }

    #[test]
    fn a_fee_is_hidden_beside_another_of_its_payer() {
        let payers = ["card", "private", "private", "private"];
        let hidden = |groups: [i64; 4]| hidden_parts_within(&groups, &payers);
        // The card's own is smaller, but its sum is told where only the card is asked for.
        assert_eq!(hidden([9, 40, 30, 3]), [false, false, true, true]);
        // It has no other: its payer's sum is small as well, and not told.
        assert_eq!(hidden([3, 40, 30, 20]), [true, false, false, true]);
        assert_eq!(hidden([20, 3, 0, 0]), [true, true, true, true]);
        assert_eq!(hidden([9, 40, 2, 3]), [false, false, true, true]);
        assert_eq!(hidden([9, 40, 30, 0]), [false, false, false, false]);
    }

    #[test]
    fn no_sum_gives_a_small_number_away() {
        const SIZES: [i64; 5] = [0, 1, 4, 5, 30];
        // Every table of three groups, each with what is left of it outside.
        for table in 0..SIZES.len().pow(6) {
            let size = |place: u32| SIZES[table / SIZES.len().pow(place) % SIZES.len()];
            let (own, rests) = ([0, 1, 2].map(size), [3, 4, 5].map(size));
            let of_payer = hidden(&own, Some(&rests));
            assert_eq!(of_payer, hidden(&rests, Some(&own)), "{own:?} {rests:?}");
            for (groups, hidden) in [
                (own, of_payer.clone()),
                (rests, of_payer),
                (own, hidden(&own, None)),
                (own, hidden_parts(&own)),
            ] {
                let is_told = |place: &usize| !hidden[*place];
                let small = (0..3).filter(|place| is_small(groups[*place]));
                assert_eq!(small.clone().find(is_told), None, "{groups:?}");
                let count = hidden.iter().filter(|is_hidden| **is_hidden).count();
                assert!(small.count() == 0 || count > 1, "{groups:?} {hidden:?}");
            }
        }
    }
}
