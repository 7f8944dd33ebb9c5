// SPDX-License-Identifier: AGPL-3.0-or-later

//! Parses a text typed from a label into words, strengths, and numbers without a unit.
//! `apo-metformin 500mg tab`, `ramipril10mg`, `10mg ramipril`, `0,5 mg`, `50/500 mg`, `tylenol 3`. Not here:
//! which words are names.

// cspell:ignore susp

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::fold::fold;
use super::label_words::names_nothing;
use super::strength::{Strength, Unit, unit_of};

/// A parsed text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Typed {
    /// Normalized, in the typed order; without units.
    pub(super) words: Vec<String>,
    /// Numbers with their unit.
    pub(super) strengths: Vec<Strength>,
    /// Numbers without one.
    pub(super) numbers: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Number(f64),
    /// Between numbers: `/`, `-`, `+`.
    Mark(char),
}

/// Letters before digits that form one word with them: B12, D3, Q10.
const LETTERS_OF_ONE_WORD: usize = 2;

impl Typed {
    pub(super) fn read(text: &str) -> Self {
        let tokens = tokens(text);
        let mut typed = Self::default();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match token {
                Token::Word(word) => {
                    typed.words.push(word.clone());
                    at += 1;
                }
                Token::Mark(_) => at += 1,
                Token::Number(_) => at = typed.numbers_from(&tokens, at),
            }
        }
        typed
    }

    /// Parses connected numbers, `50/500 mg`: a unit also applies to those before it.
    fn numbers_from(&mut self, tokens: &[Token], mut at: usize) -> usize {
        let mut bare: Vec<f64> = Vec::new();
        while let Some(Token::Number(number)) = tokens.get(at) {
            at += 1;
            bare.push(*number);
            if let Some((factor, unit)) = unit_at(tokens, at) {
                at += 1;
                let per = per_at(tokens, at);
                if let Some((_, next)) = per {
                    at = next;
                }
                let per = per.and_then(|(per, _)| per);
                self.strengths
                    .extend(bare.drain(..).map(|written| Strength {
                        written,
                        value: written * factor,
                        unit,
                        per,
                    }));
            }
            match (tokens.get(at), tokens.get(at + 1)) {
                (Some(Token::Mark(_)), Some(Token::Number(_))) => at += 1,
                _ => break,
            }
        }
        self.numbers.append(&mut bare);
        at
    }
}

fn unit_at(tokens: &[Token], at: usize) -> Option<(f64, Unit)> {
    match tokens.get(at) {
        Some(Token::Word(word)) => unit_of(word),
        _ => None,
    }
}

/// What follows a unit: `/5 mL`, `per dose`, `/24 h`. The millilitres or grams, if any, and the next
/// position. `/500 mg` is the next strength.
fn per_at(tokens: &[Token], at: usize) -> Option<(Option<f64>, usize)> {
    match tokens.get(at)? {
        Token::Mark('/') => {}
        Token::Word(word) if word == "per" => {}
        _ => return None,
    }
    let (number, unit) = match (tokens.get(at + 1)?, tokens.get(at + 2)) {
        (Token::Number(number), Some(Token::Word(unit))) => (Some(*number), unit),
        (Token::Word(unit), _) => (None, unit),
        _ => return None,
    };
    let next = at + if number.is_some() { 3 } else { 2 };
    let amount = number.filter(|number| *number > 0.0).unwrap_or(1.0);
    match unit.as_str() {
        "ml" | "mls" => Some((Some(amount), next)),
        "l" => Some((Some(amount * 1000.0), next)),
        "g" | "gm" | "gram" if number.is_none() => Some((Some(amount), next)),
        "dose" | "doses" | "act" | "actuation" | "puff" | "spray" | "h" | "hr" | "hrs" | "hour"
        | "hours" | "day" | "tab" | "tablet" | "cap" | "capsule" | "vial" | "patch" => {
            Some((None, next))
        }
        _ => None,
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let letters: Vec<char> = text
        .nfkd()
        .filter(|letter| !is_combining_mark(*letter))
        .flat_map(char::to_lowercase)
        .collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(letter) = letters.get(at).copied() {
        let digit_next = letters.get(at + 1).is_some_and(char::is_ascii_digit);
        if letter.is_ascii_digit() || (letter == '.' && digit_next && !after_digit(&letters, at)) {
            let (number, next) = number_at(&letters, at);
            let end = run(&letters, next, |one| one.is_alphabetic());
            let word: String = letters[next..end].iter().collect();
            if is_named_so(&word) && letters[at..next].iter().all(char::is_ascii_digit) {
                push_word(&mut tokens, letters[at..end].iter().collect());
                at = end;
            } else {
                tokens.push(Token::Number(number));
                at = next;
            }
        } else if letter.is_alphabetic() {
            let mut end = run(&letters, at, |one| one.is_alphabetic());
            if end - at <= LETTERS_OF_ONE_WORD
                && !after_digit(&letters, at)
                && letters.get(end).is_some_and(char::is_ascii_digit)
            {
                end = run(&letters, end, |one| one.is_alphanumeric());
            }
            push_word(&mut tokens, letters[at..end].iter().collect());
            at = end;
        } else {
            match letter {
                '%' => tokens.push(Token::Word("%".into())),
                '/' | '+' | '-' => tokens.push(Token::Mark(letter)),
                '\u{2044}' => tokens.push(Token::Mark('/')),
                '\u{2013}' | '\u{2010}' | '\u{2011}' => tokens.push(Token::Mark('-')),
                _ => {}
            }
            at += 1;
        }
    }
    tokens
}

/// Letters directly after digits that form one name with them, as in 3TC: neither a unit nor a form.
fn is_named_so(letters: &str) -> bool {
    (2..=3).contains(&letters.chars().count())
        && unit_of(letters).is_none()
        && !names_nothing(letters)
        && !matches!(letters, "hr" | "hrs" | "mls")
}

fn push_word(tokens: &mut Vec<Token>, word: String) {
    // The microgram sign is a unit and must not be normalized.
    let word = if word == "μg" { word } else { fold(&word) };
    if !word.is_empty() {
        tokens.push(Token::Word(word));
    }
}

fn after_digit(letters: &[char], at: usize) -> bool {
    at > 0 && letters[at - 1].is_ascii_digit()
}

fn run(letters: &[char], from: usize, is_in: impl Fn(&char) -> bool) -> usize {
    from + letters[from..].iter().take_while(|one| is_in(one)).count()
}

/// The number starting at a position, and its end: `1,000` is a thousand, `0,5` and `0.5` a half.
fn number_at(letters: &[char], from: usize) -> (f64, usize) {
    let mut end = run(letters, from, char::is_ascii_digit);
    let mut text: String = letters[from..end].iter().collect();
    while let Some(mark @ (',' | '.')) = letters.get(end).copied() {
        let to = run(letters, end + 1, char::is_ascii_digit);
        let digits: String = letters[end + 1..to].iter().collect();
        if digits.is_empty() || text.contains('.') {
            break;
        }
        let whole = text.trim_start_matches('0');
        if mark == ',' && digits.len() == 3 && (1..=3).contains(&whole.len()) {
            text.push_str(&digits);
        } else {
            text.push('.');
            text.push_str(&digits);
        }
        end = to;
    }
    let text = if text.starts_with('.') {
        format!("0{text}")
    } else {
        text
    };
    (text.parse().unwrap_or_default(), end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Words, strengths in milligrams or as written, numbers.
    type Parts = (String, Vec<(f64, Option<f64>)>, Vec<f64>);

    fn read(text: &str) -> Parts {
        let typed = Typed::read(text);
        let strengths = typed.strengths.iter().map(|one| (one.value, one.per));
        (typed.words.join(" "), strengths.collect(), typed.numbers)
    }

    #[test]
    fn labels_are_read_apart() {
        let one = |words: &str, value: f64| (words.to_owned(), vec![(value, None)], vec![]);
        for text in [
            "ramipril 10 mg",
            "ramipril10mg",
            "Ramipril 10MG",
            "10mg ramipril",
            "RAMIPRIL 10 mg/tab",
        ] {
            assert_eq!(read(text), one("ramipril", 10.0), "{text}");
        }
        assert_eq!(
            read("apo-metformin 500mg tab"),
            one("apo metformin tab", 500.0)
        );
        assert_eq!(
            read("metformin hcl 500 mg tablet"),
            one("metformin hcl tablet", 500.0)
        );
        assert_eq!(read("levothyroxine 25 mcg"), one("levothyroxine", 0.025));
        assert_eq!(read("levothyroxine 25 µg"), one("levothyroxine", 0.025));
        for text in ["x 0,5 mg", "x 0.5 mg", "x .5mg"] {
            assert_eq!(read(text), one("x", 0.5), "{text}");
        }
        assert_eq!(read("x 1,000 mg"), one("x", 1000.0));
        assert_eq!(read("x 1,25 mg"), one("x", 1.25));
        assert_eq!(read("tylenol 3"), ("tylenol".into(), vec![], vec![3.0]));
        assert_eq!(read("tylenol #3"), ("tylenol".into(), vec![], vec![3.0]));
        assert_eq!(read("3tc 150mg"), one("3tc", 150.0));
        assert_eq!(read("vitamin b12 1000 mcg"), one("vitamin b12", 1.0));
    }

    #[test]
    fn combinations_share_their_unit() {
        let two = (vec![(50.0, None), (500.0, None)], Vec::<f64>::new());
        for text in [
            "janumet 50/500 mg",
            "janumet 50 mg/500 mg",
            "janumet 50-500mg",
            "janumet 50mg + 500mg",
        ] {
            let (words, strengths, numbers) = read(text);
            assert_eq!(
                (words.as_str(), (strengths, numbers)),
                ("janumet", two.clone()),
                "{text}"
            );
        }
        assert_eq!(
            read("janumet 50/500"),
            ("janumet".into(), vec![], vec![50.0, 500.0])
        );
    }

    #[test]
    fn what_it_is_in_is_read_too() {
        assert_eq!(read("amoxicillin 125 mg/5 mL susp").1, [(125.0, Some(5.0))]);
        assert_eq!(read("insulin 100 units/ml").1, [(100.0, Some(1.0))]);
        assert_eq!(read("salbutamol 100 mcg/dose").1, [(0.1, None)]);
        assert_eq!(read("betamethasone 0.05 % cream").0, "betamethasone cream");
    }

    proptest! {
        #[test]
        fn anything_can_be_read(text in "\\PC{0,60}") {
            let typed = Typed::read(&text);
            prop_assert!(typed.numbers.iter().all(|number| number.is_finite()));
        }
    }
}
