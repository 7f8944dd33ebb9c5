// SPDX-License-Identifier: AGPL-3.0-or-later

//! Finds normalized texts that contain a substring: postings of all three-byte pieces, verified against the
//! texts.
//!
//! There are a few thousand short texts, so the whole index takes some megabytes.

use std::collections::HashMap;

/// An index over texts; a text is identified by its position in the original list.
pub(super) struct Substrings {
    texts: Vec<Box<str>>,
    postings: HashMap<[u8; 3], Vec<u32>>,
}

impl Substrings {
    /// Indexes normalized texts.
    pub(super) fn new(texts: Vec<Box<str>>) -> Self {
        let mut postings: HashMap<[u8; 3], Vec<u32>> = HashMap::new();
        for (place, text) in (0_u32..).zip(&texts) {
            for gram in grams(text) {
                let list = postings.entry(gram).or_default();
                if list.last() != Some(&place) {
                    list.push(place);
                }
            }
        }
        for list in postings.values_mut() {
            list.shrink_to_fit();
        }
        Self { texts, postings }
    }

    /// The texts, in order.
    pub(super) fn texts(&self) -> &[Box<str>] {
        &self.texts
    }

    /// One text.
    pub(super) fn text(&self, place: u32) -> &str {
        &self.texts[place as usize]
    }

    /// Places of the texts that contain `piece`, ascending.
    pub(super) fn containing(&self, piece: &str) -> Vec<u32> {
        if piece.len() < 3 {
            return (0_u32..)
                .zip(&self.texts)
                .filter(|(_, text)| text.contains(piece))
                .map(|(place, _)| place)
                .collect();
        }
        let mut rarest: Option<&Vec<u32>> = None;
        for gram in grams(piece) {
            match self.postings.get(&gram) {
                None => return Vec::new(),
                Some(list) if rarest.is_none_or(|best| list.len() < best.len()) => {
                    rarest = Some(list);
                }
                Some(_) => {}
            }
        }
        rarest
            .into_iter()
            .flatten()
            .copied()
            .filter(|place| self.text(*place).contains(piece))
            .collect()
    }
}

fn grams(text: &str) -> impl Iterator<Item = [u8; 3]> {
    text.as_bytes()
        .windows(3)
        .map(|window| [window[0], window[1], window[2]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_index_finds_what_a_scan_finds(
            texts in prop::collection::vec("[ab %é]{0,8}", 0..20), piece in "[ab %é]{1,4}"
        ) {
            let index = Substrings::new(texts.iter().map(|text| text.as_str().into()).collect());
            let scan: Vec<u32> = (0_u32..).zip(&texts)
                .filter(|(_, text)| text.contains(&piece)).map(|(place, _)| place).collect();
            prop_assert_eq!(index.containing(&piece), scan);
        }
    }
}
