// SPDX-License-Identifier: AGPL-3.0-or-later

//! Words with one typing error, for a patient search without results. Not here: which of them belong to a
//! patient.

// cspell:ignoreRegExp rust-string

use std::collections::BTreeSet;

use super::patients::{LEAST, LONGEST_GRAM};

/// A possible correction of a word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meant {
    /// 0 for the most frequent kinds of errors, 1 for others.
    pub rank: u8,
    pub word: String,
}

/// All words with one typing error: a letter omitted, doubled, wrong, added, or two swapped. None for words
/// so short that everything would be similar.
pub fn nearly(word: &str) -> Vec<Meant> {
    let letters: Vec<char> = word.chars().take(LONGEST_GRAM).collect();
    if letters.len() < LEAST + 1 || !letters.iter().all(char::is_ascii_lowercase) {
        return Vec::new();
    }
    let mut found = BTreeSet::new();
    let mut add = |rank, letters: Vec<char>| {
        let near: String = letters.into_iter().take(LONGEST_GRAM).collect();
        if near != word && near.len() >= LEAST {
            found.insert((near, rank));
        }
    };
    for at in 0..letters.len() {
        let mut less = letters.clone();
        let gone = less.remove(at);
        let doubled = at > 0 && letters[at - 1] == gone;
        add(u8::from(!doubled), less);
        if at + 1 < letters.len() {
            let mut turned = letters.clone();
            turned.swap(at, at + 1);
            add(0, turned);
        }
        let mut twice = letters.clone();
        twice.insert(at, letters[at]);
        add(0, twice);
        for letter in 'a'..='z' {
            let mut other = letters.clone();
            other[at] = letter;
            add(1, other);
            let mut more = letters.clone();
            more.insert(at, letter);
            add(1, more);
        }
    }
    let mut near: Vec<Meant> = Vec::with_capacity(found.len());
    for (word, rank) in found {
        // The best rank of a word comes first.
        if near.last().is_none_or(|last: &Meant| last.word != word) {
            near.push(Meant { rank, word });
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near() {
        for (typed, meant, rank) in [
            ("simth", "smith", 0),
            ("tremblay", "tremblya", 0),
            ("smih", "smith", 1),
            ("smitth", "smith", 0),
            ("snith", "smith", 1),
            ("jansen", "janssen", 0),
        ] {
            assert!(
                nearly(typed).contains(&Meant {
                    rank,
                    word: meant.into()
                }),
                "{typed}"
            );
        }
        assert_eq!(nearly("smi"), []);
        assert_eq!(nearly("smith84"), []);
        assert!(nearly("wolfeschlegelsteinhausen").len() < 1000);
    }
}
