// SPDX-License-Identifier: AGPL-3.0-or-later

//! Interprets the health plan's response for a patient's card (reference teleplan.md section 5).
//!
//! The integrations crate sends the query; a card with a wrong check digit is never queried. The registry's
//! name and birth date are compared here and go nowhere else.

// cspell:ignore oneil
// cspell:ignoreRegExp rust-string

use chrono::NaiveDate;

use crate::codes;
use crate::search::fold;
use crate::texts::eligibility as texts;

/// Codes of the plan that make a person private pay.
pub const PRIVATE_PAY_CODES: [&str; 2] = ["R", "NE"];

codes! {
    /// State of a health document.
    pub enum DocumentStatus {
        Valid = "valid",
        Invalid = "invalid",
        Pending = "pending",
        /// Another province's card: its plan cannot be queried from here (reference health-numbers 3).
        Unknown = "unknown",
    }
}

codes! {
    /// The kind of a health document.
    pub enum DocumentKind {
        BcCard = "BC Card",
        /// A provincial card; British Columbia's too, if it was typed as one.
        HealthCard = "Canadian Health Card",
        Passport = "Passport",
    }
}

codes! {
    /// What else the plan reported about a health document.
    pub enum DocumentOther {
        /// The registered name differs.
        Mismatch = "mismatch",
        /// The registered birth date differs.
        InvalidBirthdate = "Invalid Birthdate",
    }
}

codes! {
    /// A flag of the patient page (specification 001 section 2).
    pub enum PersonFlag {
        Private = "PRIVATE",
        NameMismatch = "Name Mismatch",
        InvalidBirthdate = "Invalid Birthdate",
        NotEligible = "Not eligible",
        EligibilityPending = "Eligibility Pending",
        /// Another province's card.
        EligibilityUnknown = "Eligibility Unknown",
        /// For staff only (decision 170).
        SameNumber = "Health number on another account",
    }
}

/// The outcome of one check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Eligibility {
    pub status: DocumentStatus,
    pub other: Option<DocumentOther>,
}

impl Eligibility {
    /// No reliable response: the patient may proceed, the check is repeated.
    pub const PENDING: Self = Self {
        status: DocumentStatus::Pending,
        other: None,
    };
    /// A card that is not covered.
    pub const INVALID: Self = Self {
        status: DocumentStatus::Invalid,
        other: None,
    };

    /// Another province's card: neither yes nor no.
    pub const UNKNOWN: Self = Self {
        status: DocumentStatus::Unknown,
        other: None,
    };

    /// Whether the patient counts as eligible (valid or pending).
    pub const fn is_eligible(self) -> bool {
        matches!(self.status, DocumentStatus::Valid | DocumentStatus::Pending)
    }

    /// `Eligible`, `Not Eligible` or `Pending Eligibility`; `Eligibility Unknown` for another province's
    /// card.
    pub const fn title(self) -> &'static str {
        match self.status {
            DocumentStatus::Valid => texts::ELIGIBLE,
            DocumentStatus::Invalid => texts::NOT_ELIGIBLE,
            DocumentStatus::Pending => texts::PENDING,
            DocumentStatus::Unknown => "Eligibility Unknown",
        }
    }

    /// The title with its suffix, e.g. `Eligible. Name Mismatch`.
    pub fn text(self) -> String {
        let suffix = match self.other {
            None => "",
            Some(DocumentOther::Mismatch) => texts::NAME_MISMATCH_SUFFIX,
            Some(DocumentOther::InvalidBirthdate) => texts::INVALID_BIRTHDATE_SUFFIX,
        };
        format!("{}{suffix}", self.title())
    }
}

/// The person as recorded here.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub date_of_birth: Option<NaiveDate>,
}

/// Interprets the whole text of an `AcheckE45` response for `known`. Anything that is not clearly a yes or a
/// no is pending.
pub fn judge_answer(answer: &str, known: &Known<'_>) -> Eligibility {
    let Some((lines, trailer)) = split_trailer(answer) else {
        return Eligibility::PENDING;
    };
    let message = field(lines, "MESSAGE").unwrap_or_default();
    let said = format!("{} {message}", trailer.messages).to_uppercase();
    if trailer.result == "SUCCESS" {
        let birthdate = field(lines, "BIRTHDATE").filter(|text| !text.is_empty());
        match field(lines, "ELIG_ON_DOS")
            .map(str::to_uppercase)
            .as_deref()
        {
            Some("YES" | "NO") if birth_dates_differ(birthdate, known.date_of_birth) => {
                return Eligibility {
                    status: DocumentStatus::Invalid,
                    other: Some(DocumentOther::InvalidBirthdate),
                };
            }
            Some("YES") => {
                let name = field(lines, "NAME").unwrap_or_default();
                return Eligibility {
                    status: DocumentStatus::Valid,
                    // A registry without a name contradicts none.
                    other: (!name.is_empty() && !name_agrees(name, known))
                        .then_some(DocumentOther::Mismatch),
                };
            }
            Some("NO") => return Eligibility::INVALID,
            _ => {}
        }
    }
    judge_messages(&said)
}

/// Interprets the messages of a response without a usable yes or no.
fn judge_messages(said: &str) -> Eligibility {
    let pending = [
        "TETZ-",
        "TIMEOUT",
        "TIME-OUT",
        "EXPIRED",
        "LOGGED",
        "LOCKED OUT",
    ];
    if pending.iter().any(|word| said.contains(word)) {
        Eligibility::PENDING
    } else if said.contains("BIRTH") {
        Eligibility {
            status: DocumentStatus::Invalid,
            other: Some(DocumentOther::InvalidBirthdate),
        }
    } else if said.contains("HNHR512E") || said.contains("ELIG0010") {
        Eligibility::INVALID
    } else {
        Eligibility::PENDING
    }
}

struct Trailer<'a> {
    result: &'a str,
    messages: &'a str,
}

/// The text before the last `#TID=`, and the parts after it (reference teleplan.md 1.3).
fn split_trailer(answer: &str) -> Option<(&str, Trailer<'_>)> {
    let (lines, trailer) = answer.rsplit_once("#TID=")?;
    let (_, rest) = trailer.split_once("Result=")?;
    let (result, rest) = rest.split_once("Filename=")?;
    let (_, messages) = rest.split_once("Msgs=")?;
    let tidy = |part: &str| -> usize { part.trim_end().trim_end_matches(';').len() };
    let result = &result[..tidy(result)];
    let messages = &messages[..tidy(messages)];
    Some((
        lines,
        Trailer {
            result: result.trim(),
            messages,
        },
    ))
}

/// The value of a `LABEL: value` line; the value may be on the next line.
fn field<'a>(lines: &'a str, label: &str) -> Option<&'a str> {
    let mut lines = lines.lines();
    while let Some(line) = lines.next() {
        if let Some((name, value)) = line.split_once(':')
            && name.trim().eq_ignore_ascii_case(label)
        {
            let value = value.trim();
            if !value.is_empty() {
                return Some(value);
            }
            let next = lines.next().map_or("", str::trim);
            return Some(if next.contains(':') { "" } else { next });
        }
    }
    None
}

fn birth_dates_differ(answered: Option<&str>, known: Option<NaiveDate>) -> bool {
    match (answered, known) {
        (Some(text), Some(birth)) => {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            digits != birth.format("%Y%m%d").to_string()
        }
        _ => false,
    }
}

/// Surname exact and first name by prefix, without regard to case, accents, punctuation and spaces.
/// The registered name has the surname first.
fn name_agrees(registered: &str, known: &Known<'_>) -> bool {
    let registered = fold(registered);
    let words: Vec<&str> = registered.split(' ').collect();
    let surname = fold(known.last_name).replace(' ', "");
    let first = fold(known.first_name);
    let (Some(first_word), false) = (first.split(' ').next(), first.is_empty()) else {
        return false;
    };
    // A surname may be one word here and two there: O'Neil, ONEIL.
    let surname_words = (1..words.len()).find(|count| words[..*count].concat() == surname);
    surname_words.is_some_and(|count| {
        let given = &words[count..];
        given[0].starts_with(first_word)
            || first_word.starts_with(given[0])
            || given.concat().starts_with(&first.replace(' ', ""))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TRAILER: &str = "#TID=123;Result=SUCCESS;Filename=e45.txt;Msgs=HJMB001I;";

    fn known() -> Known<'static> {
        Known {
            first_name: "Zoë",
            last_name: "O'Example",
            date_of_birth: NaiveDate::from_ymd_opt(1959, 12, 23),
        }
    }

    fn answer(name: &str, birth: &str, eligible: &str) -> String {
        format!(
            "PHN: 9151065434\nNAME: {name}\nBIRTHDATE: {birth}\nGENDER: F\nDOS: 20261120\nELIG_ON_DOS: {eligible}\nMESSAGE:\n{TRAILER}"
        )
    }

    fn judged(text: &str) -> (&'static str, Option<&'static str>) {
        let found = judge_answer(text, &known());
        (found.status.code(), found.other.map(DocumentOther::code))
    }

    #[test]
    fn a_clear_answer_is_taken() {
        assert_eq!(
            judged(&answer("O EXAMPLE ZOE MARY", "19591223", "YES")),
            ("valid", None)
        );
        assert_eq!(
            judged(&answer("OEXAMPLE, ZOE", "19591223", "YES")),
            ("valid", None)
        );
        assert_eq!(
            judged(&answer("O EXAMPLE", "19591223", "YES")),
            ("valid", Some("mismatch"))
        );
        assert_eq!(
            judged(&answer("O EXAMPLE Z", "19591223", "YES")),
            ("valid", None)
        );
        assert_eq!(
            judged(&answer("O EXAMPLE ZOE", "19591223", "NO")),
            ("invalid", None)
        );
        assert_eq!(
            judged(&answer("OTHER ZOE", "19591223", "YES")),
            ("valid", Some("mismatch"))
        );
        assert_eq!(
            judged(&answer("O EXAMPLE ANNA", "19591223", "YES")),
            ("valid", Some("mismatch"))
        );
        assert_eq!(
            judged(&answer("O EXAMPLES ZOE", "19591223", "YES")),
            ("valid", Some("mismatch"))
        );
        assert_eq!(
            judged(&answer("O EXAMPLE ZOE", "19591224", "YES")),
            ("invalid", Some("Invalid Birthdate"))
        );
    }

    #[test]
    fn failures_are_told_apart() {
        let with =
            |messages: &str| format!("#TID=null;Result=FAILURE;Filename=null;Msgs={messages};");
        assert_eq!(judged(&with("HNHR512E no such client")), ("invalid", None));
        assert_eq!(judged(&with("ELIG0010")), ("invalid", None));
        assert_eq!(
            judged(&with("DATE OF BIRTH MISMATCH")),
            ("invalid", Some("Invalid Birthdate"))
        );
        for messages in [
            "TETZ-022",
            "SYSTEM SERVICE TIMEOUT",
            "you are not logged in",
            "",
        ] {
            assert_eq!(judged(&with(messages)), ("pending", None), "{messages}");
        }
        assert_eq!(
            judged("#TID=1;Result=EXPIRED.PASSWORD;Filename=null;Msgs=;"),
            ("pending", None)
        );
        assert_eq!(judged("<html>session expired</html>"), ("pending", None));
        assert_eq!(judged(&format!("PHN: 1\n{TRAILER}")), ("pending", None));
    }

    #[test]
    fn titles_and_suffixes_are_the_contract_s() {
        let mismatch = judge_answer(&answer("OTHER ZOE", "19591223", "YES"), &known());
        assert_eq!(mismatch.text(), "Eligible. Name Mismatch");
        assert_eq!(Eligibility::INVALID.text(), "Not Eligible");
        assert_eq!(Eligibility::PENDING.text(), "Pending Eligibility");
        assert!(Eligibility::PENDING.is_eligible() && !Eligibility::INVALID.is_eligible());
        assert_eq!(Eligibility::UNKNOWN.text(), "Eligibility Unknown");
        assert!(!Eligibility::UNKNOWN.is_eligible());
    }

    proptest! {
        #[test]
        fn no_text_without_a_success_is_valid(text in "\\PC{0,80}") {
            prop_assert_ne!(judge_answer(&text, &known()).status, DocumentStatus::Valid);
        }
    }
}
