// SPDX-License-Identifier: AGPL-3.0-or-later

//! Patient search keys: what is indexed for a person, and which keys a typed text needs. The index contains
//! whole keys only ("grams"): the prefixes of every word, pairs of prefixes for two words typed in any order,
//! and pieces of health numbers. So each step of a search is one lookup in a sorted list, however many people
//! there are. Not here: the tables, and the order of results.

// cspell:ignoreRegExp rust-string

use std::collections::BTreeSet;

use super::fold::fold;

/// The minimum length of a search text (decision 83).
pub const LEAST: usize = 3;
/// Longer words are found by their prefix.
pub(super) const LONGEST_GRAM: usize = 16;
/// Words of a name that are paired with each other.
const PAIRED: usize = 6;
/// The prefix lengths of two words that are paired, each with each: for two common names, the pair has its
/// own short range. One and two letters are typed for short names and initials; five and seven are rare
/// enough among their shorter ones.
const STARTS: [usize; 5] = [1, 2, 3, 4, 6];
/// The maximum number of words of a text that are used.
const TYPED: usize = 6;
/// Length of a sort key; longer names are sorted by their prefix.
const LONGEST_KEY: usize = 48;
/// A card's number is displayed in groups that start at these digits: 9000 012 345.
const GROUPS: [usize; 3] = [0, 4, 7];
/// Length of the pieces by which a number is found from any position in it.
const PIECE: usize = 4;

/// The searchable texts of one person, normalized.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// The words of all names, each with a space before it: ` jan smith`.
    pub names: String,
    /// The part before the @, normalized.
    pub mailbox: String,
    /// The numbers of all health documents without spaces, each with a space before it.
    pub numbers: String,
}

impl Searched {
    pub fn new<'a>(
        first: &str,
        last: &str,
        email: &str,
        numbers: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut listed = String::new();
        for number in numbers {
            let number = fold(number).replace(' ', "");
            if !number.is_empty() {
                listed.push(' ');
                listed.push_str(&number);
            }
        }
        let names = fold(&format!("{first} {last}"));
        Self {
            // An empty name has no words.
            names: format!(" {names}").trim_end().to_owned(),
            mailbox: fold(email.split('@').next().unwrap_or_default()),
            numbers: listed,
        }
    }

    /// All grams of the person, each once.
    pub fn grams(&self) -> BTreeSet<String> {
        let mut grams = BTreeSet::new();
        let names: BTreeSet<&str> = self.names.split_whitespace().collect();
        for word in names.iter().copied().chain(self.mailbox.split_whitespace()) {
            grams.extend(beginnings(word));
        }
        let paired: Vec<&str> = names.into_iter().take(PAIRED).collect();
        for (place, one) in paired.iter().enumerate() {
            for other in &paired[place + 1..] {
                for a in starts(one) {
                    grams.extend(starts(other).map(|b| pair(a, b)));
                }
            }
        }
        for number in self.numbers.split_whitespace() {
            if number.bytes().all(|byte| byte.is_ascii_digit()) {
                grams.extend(number.as_bytes().windows(PIECE).map(text));
                let groups = GROUPS
                    .into_iter()
                    .filter_map(|at| number.get(at..at + LEAST));
                grams.extend(groups.map(str::to_owned));
            } else {
                grams.extend(beginnings(number));
            }
        }
        grams
    }
}

fn text(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// The sort keys: by last name, and by first name.
pub fn sort_keys(first: &str, last: &str) -> (String, String) {
    let (first, last) = (fold(first), fold(last));
    // A space sorts before every letter, so Li comes before Lim.
    let key = |text: String| text.chars().take(LONGEST_KEY).collect();
    (
        key(format!("{last} {first}")),
        key(format!("{first} {last}")),
    )
}

/// The prefix of this length, if the word is long enough.
fn start(word: &str, letters: usize) -> Option<&str> {
    let mut ends = word
        .char_indices()
        .map(|(at, letter)| at + letter.len_utf8());
    ends.nth(letters - 1).map(|end| &word[..end])
}

/// The paired prefixes of a word, shortest first.
fn starts(word: &str) -> impl Iterator<Item = &str> {
    STARTS
        .into_iter()
        .map_while(move |letters| start(word, letters))
}

fn beginnings(word: &str) -> impl Iterator<Item = String> {
    (LEAST..=LONGEST_GRAM).map_while(move |letters| start(word, letters).map(str::to_owned))
}

fn pair(one: &str, other: &str) -> String {
    if one <= other {
        format!("{one} {other}")
    } else {
        format!("{other} {one}")
    }
}

/// The search requested by a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Email addresses with this prefix, in lower case.
    Email(String),
    /// Health numbers with these digits.
    Number(String),
    Words(Words),
}

/// Words that must all occur in one person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// As typed, normalized.
    pub typed: Vec<String>,
}

impl Words {
    /// The pair of grams of the two longest words, for a person with both as names.
    pub fn pair(&self) -> Option<String> {
        self.pairs().pop()
    }

    /// All pairs of grams of these words, for a person with all of them as names, shorter words first.
    pub fn pairs(&self) -> Vec<String> {
        let mut names: Vec<&str> = self.names().take(PAIRED).collect();
        names.sort_by_key(|word| word.chars().count());
        let starts: Vec<&str> = names
            .iter()
            .filter_map(|word| starts(word).last())
            .collect();
        let later = |place: usize| starts.get(place + 1..).unwrap_or_default().iter();
        let pairs = starts.iter().enumerate();
        let pairs = pairs.flat_map(|(place, one)| later(place).map(|other| pair(one, other)));
        pairs.collect()
    }

    /// Grams of single words that every result has.
    pub fn grams(&self) -> Vec<String> {
        let long = self.typed.iter().filter_map(|word| gram(word));
        long.collect()
    }

    /// Words too short for a gram: a word of the person must have this prefix.
    pub fn short(&self) -> Vec<&str> {
        let typed = self.typed.iter().map(String::as_str);
        typed.filter(|word| start(word, LEAST).is_none()).collect()
    }

    /// Digits that must occur in a number, where the gram contains only their beginning.
    pub fn digits(&self) -> Vec<&str> {
        let typed = self.typed.iter().map(String::as_str);
        typed
            .filter(|word| word.len() > PIECE && is_number(word))
            .collect()
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let typed = self.typed.iter().map(String::as_str);
        typed.filter(|word| !word.contains(|letter: char| letter.is_ascii_digit()))
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The gram of a typed word.
pub fn gram(word: &str) -> Option<String> {
    start(word, LEAST)?;
    let longest = if is_number(word) { PIECE } else { LONGEST_GRAM };
    Some(word.chars().take(longest).collect())
}

/// Parses a search text; `None` when it is too short.
pub fn read(typed: &str) -> Option<Asked> {
    let typed = typed.trim();
    if typed.chars().count() < LEAST {
        return None;
    }
    if let Some(address) = typed.split_whitespace().find(|word| word.contains('@')) {
        return Some(Asked::Email(address.to_lowercase()));
    }
    let digits: String = typed.chars().filter(char::is_ascii_digit).collect();
    let is_number = typed
        .chars()
        .all(|letter| letter.is_ascii_digit() || letter.is_whitespace() || "-.".contains(letter));
    if is_number && digits.len() >= LEAST {
        return Some(Asked::Number(digits));
    }
    let mut words: Vec<String> = Vec::new();
    let mut number = String::new();
    for word in fold(typed).split_whitespace() {
        if self::is_number(word) {
            number.push_str(word);
        } else if !words.iter().any(|one| one == word) {
            words.push(word.to_owned());
        }
    }
    words.truncate(TYPED);
    words.extend((!number.is_empty()).then_some(number));
    Some(Asked::Words(Words { typed: words }))
}

/// The gram by which a number is found from any position in it.
pub fn number_gram(digits: &str) -> String {
    digits.chars().take(PIECE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn somebody() -> Searched {
        Searched::new(
            "Zoë",
            "De la Cruz-O'Neil",
            "zoe.cruz84@mail.example",
            ["9000 012 345", "AB 12345"],
        )
    }

    #[test]
    fn what_is_typed_is_read() {
        let words = |typed: &[&str]| {
            Asked::Words(Words {
                typed: typed.iter().map(|&word| word.to_owned()).collect(),
            })
        };
        for (typed, asked) in [
            ("smi jan", words(&["smi", "jan"])),
            ("  Été  ", words(&["ete"])),
            ("smith 9000 012", words(&["smith", "9000012"])),
            ("9000 012", Asked::Number("9000012".into())),
            ("900-0", Asked::Number("9000".into())),
            ("Jan@Mail.ex", Asked::Email("jan@mail.ex".into())),
            ("---", words(&[])),
        ] {
            assert_eq!(read(typed), Some(asked), "{typed}");
        }
        for typed in ["", "  ", "sm", " sm ", "é"] {
            assert_eq!(read(typed), None, "{typed}");
        }
    }

    #[test]
    fn a_person_is_found_by_word_starts_pairs_and_pieces_of_numbers() {
        let grams = somebody().grams();
        for gram in [
            "zoe", "cru", "cruz84", "nei", "neil", "cruz zoe", "cru zoe", "c zoe", "cru z", "c z",
            "la zo", "9000", "012", "0123", "345", "2345", "0001", "ab12345",
        ] {
            assert!(grams.contains(gram), "{gram} of {grams:?}");
        }
        for gram in ["zo", "ruz", "example", "mail", "900001"] {
            assert!(!grams.contains(gram), "{gram}");
        }
    }

    #[test]
    fn sort_keys_know_no_accents_and_put_the_short_name_first() {
        let (li, lim, etienne) = (
            sort_keys("Wei", "Li"),
            sort_keys("Ada", "Lim"),
            sort_keys("Éva", "Étienne"),
        );
        assert!(li.0 < lim.0);
        assert_eq!(etienne, ("etienne eva".into(), "eva etienne".into()));
    }

    #[test]
    fn words_name_what_they_need() {
        let Some(Asked::Words(words)) = read("j smithers 900001") else {
            panic!("words")
        };
        assert_eq!(words.pair().as_deref(), Some("j smithe"));
        assert_eq!(words.grams(), ["smithers", "9000"]);
        assert_eq!((words.short(), words.digits()), (vec!["j"], vec!["900001"]));
        let Some(Asked::Words(words)) = read("h van dykstra") else {
            panic!("words")
        };
        assert_eq!(words.pairs(), ["h van", "dykstr h", "dykstr van"]);
    }

    proptest! {
        #[test]
        fn whoever_has_the_words_has_the_grams(first in "[a-zA-Zéü' -]{1,12}", last in "[a-zA-Zéü' -]{1,14}", cut in 1_usize..9) {
            let person = Searched::new(&first, &last, "x@y.example", []);
            let grams = person.grams();
            let names: BTreeSet<&str> = person.names.split_whitespace().collect();
            let typed: Vec<String> = names.iter().take(PAIRED).map(|word| word.chars().take(cut).collect()).collect();
            let words = Words { typed };
            for gram in words.grams() {
                prop_assert!(grams.contains(&gram), "{gram}");
            }
            if let Some(pair) = words.pair() {
                let distinct: BTreeSet<&String> = words.typed.iter().collect();
                prop_assert!(distinct.len() < words.typed.len() || grams.contains(&pair), "{pair} of {grams:?}");
            }
        }
    }
}
