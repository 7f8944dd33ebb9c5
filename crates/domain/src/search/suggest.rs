//! "Did you mean": the one drug of which a typed word is a slip. A suggestion is made only from oral,
//! topical and inhaled human prescription products, and none where a second drug is as near, where the
//! nearest known name may not be suggested, or where the two are on the list of names that are mixed up.

use std::collections::{BTreeMap, BTreeSet};

use super::confused::{are_confused, names};

/// Shortest word worth a suggestion, in letters.
const SHORTEST: usize = 4;
/// Longest.
const LONGEST: usize = 40;
/// From so many letters on two slips are looked for, below one.
const TWO_SLIPS: usize = 7;

/// What is known of a word.
#[derive(Clone, Debug, Default)]
struct Known {
    /// Numbers of the drugs' first ingredients.
    drugs: BTreeSet<u32>,
    is_suggestable: bool,
}

/// The words that name drugs.
#[derive(Default)]
pub(super) struct Names {
    known: BTreeMap<Box<str>, Known>,
}

impl Names {
    /// Notes a folded word as the name of a drug whose first ingredient has this number.
    pub(super) fn add(&mut self, word: &str, drug: u32, is_suggestable: bool) {
        if word.len() < SHORTEST || !word.chars().all(char::is_alphabetic) {
            return;
        }
        let known = self.known.entry(word.into()).or_default();
        known.drugs.insert(drug);
        known.is_suggestable |= is_suggestable;
    }

    /// The word that was meant, if exactly one drug can be.
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
        // A name of the list need not be in the catalogue to be what was meant; and of two that are mixed
        // up neither is offered when the other is nearly as near.
        let is_mixed_up = names().any(|name| {
            name != word
                && (slips(typed, name, best).is_some()
                    || (are_confused(name, word) && slips(typed, name, best + 1).is_some()))
        });
        (is_one_drug && known.is_suggestable && !is_mixed_up).then_some(word)
    }
}

fn shares_start(one: &str, other: &str) -> usize {
    one.chars()
        .zip(other.chars())
        .take_while(|(one, other)| one == other)
        .count()
}

/// How many slips of the keys make `typed` of `word`, when they are at most so many.
fn slips(typed: &str, word: &str, most: usize) -> Option<usize> {
    // A slip changes the length by one letter and the set of letters by two: most words are told apart so.
    let other_letters = (letters(typed) ^ letters(word)).count_ones();
    if typed.len().abs_diff(word.len()) > most * 2
        || usize::try_from(other_letters).unwrap_or_default() > most * 2
    {
        return None;
    }
    let found = strsim::osa_distance(typed, word);
    (found <= most).then_some(found)
}

/// The letters of a word as a set of bits; those beyond z share one.
fn letters(word: &str) -> u32 {
    word.bytes().fold(0, |set, byte| {
        set | (1 << u32::from(byte.wrapping_sub(b'a').min(26)))
    })
}
