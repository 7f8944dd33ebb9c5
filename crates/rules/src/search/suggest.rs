//! "Did you mean": words of the catalogue that look like a mistyped one.

use std::collections::BTreeSet;

use super::substrings::Substrings;

/// Shortest word worth a suggestion, in bytes.
const SHORTEST: usize = 4;
/// How alike two words must be, from 0 to 1.
const ALIKE: f64 = 0.62;
/// Candidates compared letter by letter.
const CANDIDATES: usize = 200;

/// The words that can be suggested.
pub(super) struct Words {
    words: Substrings,
}

impl Words {
    /// Collects the words of folded texts; words with digits are strengths and not suggested.
    pub(super) fn new<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let words: BTreeSet<&str> = texts
            .flat_map(|text| text.split(' '))
            .filter(|word| word.len() >= SHORTEST && word.chars().all(char::is_alphabetic))
            .collect();
        Self {
            words: Substrings::new(words.into_iter().map(Into::into).collect()),
        }
    }

    /// At most `limit` texts like `query` (folded), the likest first; each word of the query that is not
    /// a word of the catalogue is replaced by a like one.
    pub(super) fn suggest(&self, query: &str, limit: usize) -> Vec<String> {
        // The longest word carries the name; short ones are strengths, salts and makers.
        let Some(word) = query.split(' ').max_by_key(|word| word.len()) else {
            return Vec::new();
        };
        if word.len() < SHORTEST || word.len() > 40 {
            return Vec::new();
        }
        let mut found: Vec<(f64, &str)> = self
            .words
            .resembling(word, CANDIDATES)
            .into_iter()
            .map(|place| self.words.text(place))
            .filter(|candidate| *candidate != word)
            .map(|candidate| (likeness(word, candidate), candidate))
            .filter(|(likeness, _)| *likeness >= ALIKE)
            .collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(other.1)));
        found
            .into_iter()
            .take(limit)
            .map(|(_, candidate)| candidate.to_owned())
            .collect()
    }
}

/// Letters swapped, left out or doubled, measured against the longer word; someone who is still typing
/// has written only the beginning.
fn likeness(typed: &str, candidate: &str) -> f64 {
    let whole = strsim::normalized_damerau_levenshtein(typed, candidate);
    let typed_letters = typed.chars().count();
    let beginning: String = candidate.chars().take(typed_letters).collect();
    let started = strsim::normalized_damerau_levenshtein(typed, &beginning) * 0.95;
    whole.max(started)
}
