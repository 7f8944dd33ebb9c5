// SPDX-License-Identifier: AGPL-3.0-or-later

//! The length of a duration in months, whether it was selected or typed (decision 158).
//!
//! Exact fractions. A typed text is parsed in two ways: strictly, as an interval that a pharmacy can count,
//! and generously, as the longest time that it could mean.

// cspell:ignoreRegExp rust-string

use num_rational::Ratio;

use super::usage::Usage;
use crate::options::OTHER;

/// Months, exactly; a day is 12/365 of a month.
pub(super) type Months = Ratio<u64>;

/// The largest number accepted, so that no product overflows.
const LARGEST_NUMBER: u64 = 9_999;
/// Filler words before and after a length.
const BEFORE: &[&str] = &["for", "x", "during", "every", "pour", "pendant"];
const AFTER: &[&str] = &["supply"];
/// Units of time that prescriptions do not use.
const OF_TIME: &[&str] = &[
    "m",
    "mon",
    "quarter",
    "quarters",
    "fortnight",
    "fortnights",
    "decade",
    "decades",
    "century",
    "centuries",
    "decennie",
    "decennies",
    "décennie",
    "décennies",
    "siecle",
    "siecles",
    "siècle",
    "siècles",
    "eternity",
    "hour",
    "hours",
    "night",
    "nights",
    "lifetime",
    "life",
    "lifelong",
    "forever",
    "always",
    "ongoing",
    "continuous",
    "continuously",
    "indefinite",
    "indefinitely",
    "permanent",
    "permanently",
    "notice",
    "seen",
    "reviewed",
    "visit",
    "appointment",
    "toujours",
    "vie",
];
/// Words that together mean no end, and separately mean other things.
const WITHOUT_END: &[&str] = &[
    "as long as alive",
    "as long as living",
    "as long as he lives",
    "as long as she lives",
    "as long as they live",
    "as long as you live",
    "for ever",
    "for good",
    "long term",
    "long terme",
    "à jamais",
];
/// Between two lengths that are added, and between two numbers that form a range.
const AND: &[&str] = &["and", "plus", "et", ","];
const TO: &[&str] = &["to", "or", "à", "ou", "-", "–"];

/// Days as months.
pub(super) fn of_days(days: Ratio<u64>) -> Months {
    days * Ratio::new(12, 365)
}

/// The duration as an interval of a day or more, if it is exactly one.
pub(super) fn interval(usage: &Usage) -> Option<Months> {
    let tokens = tokens(text_of(usage)?);
    let length = match bare(&tokens) {
        [Token::Number(number), Token::Word(word)] => unit(word)? * number,
        _ => return None,
    };
    (length >= of_days(1.into())).then_some(length)
}

/// The longest time that the duration could mean; `None` when it is not a length, or contains anything else:
/// an incompletely parsed text is not guessed at.
pub(super) fn at_most(usage: &Usage) -> Option<Months> {
    let tokens = tokens(text_of(usage)?);
    sum(bare(&tokens)).filter(|months| *months > Ratio::default())
}

/// Whether the duration mentions a number or time without being a clear length: `90`, `thirty months`.
/// `Until gone` is clear enough for one fill.
pub(super) fn is_unclear(usage: &Usage) -> bool {
    let Some(text) = text_of(usage) else {
        return false;
    };
    let speaks = |token: &Token| match token {
        Token::Number(_) => true,
        Token::Word(word) => unit(word).is_some() || OF_TIME.contains(&word.as_str()),
    };
    let tokens = tokens(text);
    at_most(usage).is_none()
        && (tokens.iter().any(speaks)
            || text.chars().any(char::is_numeric)
            || is_without_end(&tokens))
}

/// Whether the words mean no end; punctuation between them changes nothing.
fn is_without_end(tokens: &[Token]) -> bool {
    let words: Vec<&str> = tokens
        .iter()
        .filter_map(|token| match token {
            Token::Word(word) if word.chars().all(char::is_alphabetic) => Some(word.as_str()),
            Token::Word(_) | Token::Number(_) => None,
        })
        .collect();
    let text = format!(" {} ", words.join(" "));
    WITHOUT_END
        .iter()
        .any(|phrase| text.contains(&format!(" {phrase} ")))
}

fn text_of(usage: &Usage) -> Option<&str> {
    if usage.duration == OTHER {
        Usage::typed(usage.duration_other.as_ref()).or_else(|| usage.notes())
    } else {
        Some(&usage.duration)
    }
}

/// Without the filler words around.
fn bare(tokens: &[Token]) -> &[Token] {
    let is_one = |token: &Token, words: &[&str]| matches!(token, Token::Word(word) if words.contains(&word.as_str()));
    let mut rest = tokens;
    while let [first, others @ ..] = rest
        && is_one(first, BEFORE)
    {
        rest = others;
    }
    while let [others @ .., last] = rest
        && is_one(last, AFTER)
    {
        rest = others;
    }
    rest
}

/// The sum of all lengths: `1 month and 2 weeks`; of `7 to 10 days` the ten.
fn sum(tokens: &[Token]) -> Option<Months> {
    let mut total = Months::default();
    let mut rest = tokens;
    loop {
        let (length, after) = match rest {
            [
                Token::Number(low),
                Token::Word(to),
                Token::Number(high),
                Token::Word(word),
                after @ ..,
            ] if TO.contains(&to.as_str()) => (unit(word)? * low.max(high), after),
            [Token::Number(number), Token::Word(word), after @ ..] => (unit(word)? * number, after),
            _ => return None,
        };
        total += length;
        rest = match after {
            [] => return Some(total),
            [Token::Word(and), after @ ..] if AND.contains(&and.as_str()) => after,
            after => after,
        };
    }
}

enum Token {
    Number(Months),
    Word(String),
}

fn tokens(text: &str) -> Vec<Token> {
    let text = text.to_lowercase();
    let mut tokens = Vec::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        let end = rest
            .find(|one: char| {
                if is_digit {
                    !(one.is_ascii_digit() || matches!(one, '.' | ','))
                } else {
                    !one.is_alphabetic()
                }
            })
            .unwrap_or(rest.len());
        if end == 0 {
            // Other characters are tokens of their own and are not guessed at. A full stop is ignored.
            if !(first.is_whitespace() || first == '.') {
                tokens.push(Token::Word(first.to_string()));
            }
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (token, after) = rest.split_at(end);
        rest = after;
        if is_digit {
            tokens.extend(number(token).map(Token::Number));
        } else {
            tokens.push(number_word(token).map_or_else(
                || Token::Word(token.to_owned()),
                |n| Token::Number(n.into()),
            ));
        }
    }
    tokens
}

/// `1,000` and `10.000` are thousands; `0.125` is not.
fn is_grouped(text: &str) -> bool {
    let mut groups = text.split(['.', ',']);
    let first = groups.next().unwrap_or_default();
    let rest: Vec<&str> = groups.collect();
    (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && !rest.is_empty()
        && rest.iter().all(|group| group.len() == 3)
}

/// Digits with at most two decimals; a number with more digits becomes the largest number.
fn number(text: &str) -> Option<Months> {
    let text = text.trim_end_matches(['.', ',']);
    let text = if is_grouped(text) {
        text.replace(['.', ','], "")
    } else {
        text.replace(',', ".")
    };
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole
        .parse::<u64>()
        .unwrap_or(LARGEST_NUMBER)
        .min(LARGEST_NUMBER);
    let decimals: String = decimals.chars().take(2).collect();
    let part = if decimals.is_empty() {
        Ratio::default()
    } else {
        Ratio::new(
            decimals.parse().ok()?,
            10_u64.pow(u32::try_from(decimals.len()).ok()?),
        )
    };
    Some(Ratio::from(whole) + part)
}

pub(super) fn number_word(word: &str) -> Option<u64> {
    Some(match word {
        "one" | "un" | "une" => 1,
        "two" | "deux" => 2,
        "three" | "trois" => 3,
        "four" | "quatre" => 4,
        "five" | "cinq" => 5,
        "six" => 6,
        "seven" | "sept" => 7,
        "eight" | "huit" => 8,
        "nine" | "neuf" => 9,
        "ten" | "dix" => 10,
        "eleven" | "onze" => 11,
        "twelve" | "douze" => 12,
        _ => return None,
    })
}

/// One unit in months.
pub(super) fn unit(word: &str) -> Option<Months> {
    Some(match word {
        "d" | "day" | "days" | "jour" | "jours" => of_days(1.into()),
        "w" | "wk" | "wks" | "week" | "weeks" | "semaine" | "semaines" => of_days(7.into()),
        "mo" | "mos" | "mth" | "mths" | "month" | "months" | "mois" => 1.into(),
        "y" | "yr" | "yrs" | "year" | "years" | "an" | "ans" | "année" | "années" => 12.into(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::DURATIONS;

    fn other(text: &str) -> Usage {
        Usage {
            duration: OTHER.into(),
            duration_other: Some(text.into()),
            ..Usage::default()
        }
    }

    #[test]
    fn every_option_is_a_length() {
        for duration in DURATIONS {
            let usage = Usage {
                duration: (*duration).into(),
                ..Usage::default()
            };
            assert!(
                interval(&usage).is_some() && at_most(&usage) == interval(&usage),
                "{duration}"
            );
        }
        assert_eq!(interval(&Usage::default()), None);
    }

    #[test]
    fn written_lengths_are_read() {
        let months = |text: &str| interval(&other(text));
        for (text, expected) in [
            ("12 months", 12.into()),
            ("for 6 mois", 6.into()),
            ("1 year", 12.into()),
            ("two years", 24.into()),
            ("1.5 months", Ratio::new(3, 2)),
            ("90 days", of_days(90.into())),
            ("90d", of_days(90.into())),
            ("x 10 days", of_days(10.into())),
            ("30 days.", of_days(30.into())),
            ("1,000 days", of_days(1_000.into())),
            ("2.000 days", of_days(2_000.into())),
            ("10.000 days", of_days(9_999.into())),
            ("1,5 mois", Ratio::new(3, 2)),
        ] {
            assert_eq!(months(text), Some(expected), "{text}");
        }
        for text in [
            "until gone",
            "as directed",
            "7 to 10 days",
            "1 month and 2 weeks",
            "2 days a week",
            "",
            "10",
            "0 months",
            "0.001 months",
            "0.5 days",
        ] {
            assert_eq!(months(text), None, "{text}");
        }
    }

    #[test]
    fn the_longest_meaning_counts_against_the_limit() {
        let most = |text: &str| at_most(&other(text));
        assert_eq!(most("7 to 10 days"), Some(of_days(10.into())));
        assert_eq!(most("5 years and 2 months"), Some(62.into()));
        assert_eq!(most("1 month and 2 weeks"), Some(of_days(14.into()) + 1));
        assert_eq!(most("3-6 months"), Some(6.into()));
        assert!(!is_unclear(&other("until gone")) && !is_unclear(&other("as directed")));
        assert!(!is_unclear(&other("7 to 10 days")));
        assert_eq!(most("until gone"), None);
        for text in [
            "until feeling good",
            "as long as it itches",
            "until finished",
        ] {
            assert!(!is_unclear(&other(text)), "{text}");
        }
        for text in [
            "36 (thirty-six) months",
            "3 x 12 months",
            "thirty months",
            "twenty-three months",
            "３６ months",
            "26 fortnights",
            "1e9 months",
            "9000 hours",
            "1 month then 23 more",
            "a lifetime",
            "for a century",
            "2 centuries",
            "3 decades",
            "for ever",
            "long term",
            "Long-term",
            "as long as alive",
            "for good",
            "90",
            "0 months",
        ] {
            assert_eq!(most(text), None, "{text}");
            assert!(is_unclear(&other(text)), "{text}");
        }
        assert_eq!(
            most("99999999999999999999999 years"),
            Some((9_999 * 12).into())
        );
    }
}
