// SPDX-License-Identifier: AGPL-3.0-or-later

//! "Did you mean": the one drug of which a typed word is a misspelling. Suggestions are oral, topical and
//! inhaled human prescription products only. There is none if a second drug is as similar, if the most
//! similar known name may not be suggested, or if the two names are easily confused.

use std::collections::{BTreeMap, BTreeSet};

use super::confused::{are_confused, names};
use super::words;

/// Minimum length of a word with a suggestion, in letters.
const SHORTEST: usize = 4;
/// Maximum length.
const LONGEST: usize = 40;
/// From this length on two typing errors are tolerated, below it one.
const TWO_SLIPS: usize = 7;

/// The properties of a word.
#[derive(Clone, Debug, Default)]
struct Known {
    /// Numbers of the drugs' first ingredients.
    drugs: BTreeSet<u32>,
    is_suggestable: bool,
}

/// The words that identify drugs.
#[derive(Default)]
pub(super) struct Names {
    known: BTreeMap<Box<str>, Known>,
}

impl Names {
    /// Adds a normalized word as the name of a drug whose first ingredient has this number.
    pub(super) fn add(&mut self, word: &str, drug: u32, is_suggestable: bool) {
        if word.len() < SHORTEST || !word.chars().all(char::is_alphabetic) {
            return;
        }
        let known = self.known.entry(word.into()).or_default();
        known.drugs.insert(drug);
        known.is_suggestable |= is_suggestable;
    }

    /// The suggested word, if exactly one drug is possible.
    pub(super) fn meant(&self, typed: &str) -> Option<&str> {
        let letters = typed.chars().count();
        if !(SHORTEST..=LONGEST).contains(&letters) || names().any(|name| name == typed) {
            return None;
        }
        let most = if letters < TWO_SLIPS { 1 } else { 2 };
        let mut nearest: Vec<(&str, &Known)> = Vec::new();
        let mut best = most;
        for (word, known) in &self.known {
            let Some(slips) = slips(typed, word, best) else {
                continue;
            };
            if slips < best {
                nearest.clear();
                best = slips;
            }
            nearest.push((word, known));
        }
        let (word, known) = *nearest
            .iter()
            .max_by_key(|(word, _)| shares_start(typed, word))?;
        let is_one_drug = nearest
            .iter()
            .all(|(_, other)| other.is_suggestable && !other.drugs.is_disjoint(&known.drugs));
        // A confusable name may have been meant even if it is not in the catalogue; of two confusable names
        // neither is suggested when the other is almost as similar.
        let is_mixed_up = names().any(|name| {
            name != word
                && (slips(typed, name, best).is_some()
                    || (are_confused(name, word) && slips(typed, name, best + 1).is_some()))
        });
        // Nor is a brand no longer sold: `hyderm` is not `lyderm`.
        let is_of_table = words::drug_words().any(|name| {
            name.len() >= SHORTEST && name != word && slips(typed, name, best).is_some()
        });
        (is_one_drug && known.is_suggestable && !is_mixed_up && !is_of_table).then_some(word)
    }
}

fn shares_start(one: &str, other: &str) -> usize {
    one.chars()
        .zip(other.chars())
        .take_while(|(one, other)| one == other)
        .count()
}

/// The number of typing errors between `typed` and `word`, up to `most`.
fn slips(typed: &str, word: &str, most: usize) -> Option<usize> {
    // An error changes the length by one letter and the set of letters by two: this rules out most words.
    let other_letters = (letters(typed) ^ letters(word)).count_ones();
    if typed.len().abs_diff(word.len()) > most * 2
        || usize::try_from(other_letters).unwrap_or_default() > most * 2
    {
        return None;
    }
    let found = strsim::osa_distance(typed, word);
    (found <= most).then_some(found)
}

/// The letters of a word as a bit set; those beyond z share one bit.
fn letters(word: &str) -> u32 {
    word.bytes().fold(0, |set, byte| {
        set | (1 << u32::from(byte.wrapping_sub(b'a').min(26)))
    })
}
