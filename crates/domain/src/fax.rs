// SPDX-License-Identifier: AGPL-3.0-or-later

//! Fax numbers, the states of a fax and of an attempt, and who answered (decision 97; reference fax.md 5).
//!
//! Not here: dialling, polling, counting attempts, and reading the provider's words, which its client does
//! (`crates/integrations/src/fax`).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::codes;
use crate::people::phones::is_north_american;

/// A number that can be dialled: eleven digits, `1` first. Its debug form hides it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct FaxNumber(String);

/// Why a text is not a fax number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FaxNumberFault {
    /// Not ten digits, or eleven with a leading 1.
    #[error("Please enter a fax number of 10 digits, like 604-555-0199")]
    NotANumber,
    /// A premium number, or a service code.
    #[error("Faxes are not sent to premium or service numbers")]
    Premium,
}

impl FaxNumber {
    /// Parses a number in any notation: digits only, a leading 1 added to ten digits. Letters are refused,
    /// not dropped.
    pub fn parse(text: &str) -> Result<Self, FaxNumberFault> {
        if text.chars().any(char::is_alphabetic) {
            return Err(FaxNumberFault::NotANumber);
        }
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let ten = match digits.len() {
            10 => digits.as_str(),
            11 => digits.strip_prefix('1').ok_or(FaxNumberFault::NotANumber)?,
            _ => return Err(FaxNumberFault::NotANumber),
        };
        if !is_north_american(ten) {
            return Err(FaxNumberFault::NotANumber);
        }
        let (area, exchange) = (&ten[..3], &ten[3..6]);
        // 900 and 976 are pay-per-call; N11 codes are services such as 911.
        if area == "900"
            || area == "976"
            || exchange == "976"
            || area.ends_with("11")
            || exchange.ends_with("11")
        {
            return Err(FaxNumberFault::Premium);
        }
        Ok(Self(format!("1{ten}")))
    }

    /// Eleven digits, as the provider wants them.
    pub fn digits(&self) -> &str {
        &self.0
    }

    /// `604-555-0199`, for display.
    pub fn display(&self) -> String {
        crate::people::phones::display_phone(&self.0[1..])
    }
}

impl fmt::Debug for FaxNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FaxNumber(…)")
    }
}

codes! {
    /// State of a fax.
    pub enum FaxState {
        /// Waiting for its first attempt, or for the next one.
        Queued = "queued",
        /// An attempt was begun.
        Sending = "sending",
        /// The provider accepted it.
        Sent = "sent",
        Delivered = "delivered",
        Failed = "failed",
        /// The provider did not say what became of it.
        Unknown = "unknown",
    }

    /// What became of one attempt to send a fax.
    pub enum AttemptOutcome {
        /// Not known yet.
        Open = "open",
        /// The provider has it.
        Accepted = "accepted",
        /// The provider does not have it.
        NotSent = "not_sent",
        Delivered = "delivered",
        Failed = "failed",
        Unknown = "unknown",
    }

    /// An exchange with a pharmacy about a fax.
    pub enum ClarificationKind {
        /// The pharmacy called.
        Called = "called",
        /// The pharmacy faxed back.
        FaxedBack = "faxed_back",
        /// The clinic called the pharmacy.
        WeCalled = "we_called",
        /// The pharmacy was answered.
        Answered = "answered",
        /// Someone confirmed by telephone that the fax arrived; recorded by the confirmation itself.
        Confirmed = "confirmed",
    }
}

impl FaxState {
    /// Whether the provider has yet to accept it.
    pub const fn is_waiting(self) -> bool {
        match self {
            Self::Queued | Self::Sending => true,
            Self::Sent | Self::Delivered | Self::Failed | Self::Unknown => false,
        }
    }
}

/// How the answering machine identified itself, compared with the dialled number (reference fax.md 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    /// With the dialled number.
    SameNumber,
    /// With a different number: possibly another line of the recipient, possibly a stranger.
    OtherNumber,
    /// With a name, or nothing, so that there is no number to compare.
    NoNumber,
}

/// Digits of a number without its area code: many machines are configured this way.
const LOCAL: usize = 7;

/// Compares the answering machine's identification with the dialled number. It may contain names and numbers
/// (`PHARMACY 142 +1 604 555 0142`): the last digits are compared.
pub fn answered(remote_id: &str, dialled: &FaxNumber) -> Answered {
    let said: String = remote_id.chars().filter(char::is_ascii_digit).collect();
    let ten = &dialled.digits()[1..];
    if said.len() < LOCAL {
        Answered::NoNumber
    } else if said.ends_with(ten) || (said.len() < ten.len() && ten.ends_with(&said)) {
        Answered::SameNumber
    } else {
        Answered::OtherNumber
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_become_eleven_digits() {
        for text in [
            "604-555-0199",
            "1 (604) 555-0199",
            "+16045550199",
            "604.555.0199",
        ] {
            assert_eq!(
                FaxNumber::parse(text).unwrap().digits(),
                "16045550199",
                "{text}"
            );
        }
        assert_eq!(
            FaxNumber::parse("6045550199").unwrap().display(),
            "604-555-0199"
        );
        assert_eq!(
            format!("{:?}", FaxNumber::parse("6045550199").unwrap()),
            "FaxNumber(…)"
        );
    }

    #[test]
    fn others_are_refused() {
        for text in [
            "",
            "555-0199",
            "26045550199",
            "104-555-0199",
            "604-155-0199",
            "604-555-01990 1",
            "call me 6045550199",
        ] {
            assert_eq!(
                FaxNumber::parse(text),
                Err(FaxNumberFault::NotANumber),
                "{text}"
            );
        }
        for text in [
            "900-555-0199",
            "604-976-0199",
            "911-555-0199",
            "604-411-0199",
        ] {
            assert_eq!(
                FaxNumber::parse(text),
                Err(FaxNumberFault::Premium),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_is_read_again(ten in "[2-8][0-9][2-9][2-8][0-9][2-9][0-9]{4}") {
            if let Ok(number) = FaxNumber::parse(&ten) {
                prop_assert_eq!(FaxNumber::parse(&number.display()), Ok(number));
            }
        }
    }

    #[test]
    fn the_machine_that_answered_is_compared_by_its_number() {
        let dialled = FaxNumber::parse("604-555-0142").expect("a number");
        for (said, expected) in [
            ("+1 604 555 0142", Answered::SameNumber),
            ("6045550142", Answered::SameNumber),
            ("555-0142", Answered::SameNumber),
            ("PHARMACY 142  1 (604) 555-0142", Answered::SameNumber),
            ("+1 604 555 0143", Answered::OtherNumber),
            ("1 250 555 0142", Answered::OtherNumber),
            ("555-0143", Answered::OtherNumber),
            ("PHARMACY 142", Answered::NoNumber),
            ("", Answered::NoNumber),
        ] {
            assert_eq!(answered(said, &dialled), expected, "{said}");
        }
    }
}
