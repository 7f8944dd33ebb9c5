// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the last four digits of a fax number stand for (reference fax.md 2.6, moved into the
//! 555-01xx range that belongs to no one).

/// The table as the page shows it: last four digits, what happens.
pub(crate) const TABLE_OF_NUMBERS: &[(&str, &str)] = &[
    ("0101", "fails: Busy"),
    ("0102", "fails: No Answer"),
    ("0103", "fails: No Remote Fax"),
    ("0104", "stays In Progress indefinitely"),
    (
        "0105",
        "the first attempt of an account code gets HTTP 500 before anything happens",
    ),
    (
        "0106",
        "the first attempt of an account code is accepted, but its response is lost",
    ),
    (
        "0107",
        "another machine answers: RemoteID names the number that ends with 0199",
    ),
    (
        "0108",
        "busy at the first two dialings: Sent with sRetries of 2 and more, else Busy",
    ),
    ("0109", "the answering machine reports no number"),
    (
        "any other",
        "In Progress at the first question, Sent at the second; RemoteID is the number dialled",
    ),
];

/// What becomes of a fax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Sent,
    Fails(&'static str),
    Stuck,
    BreaksOnce,
    LosesAnswerOnce,
    /// The machine that answers calls itself so.
    AnswersAs(&'static str),
    /// Busy so often before somebody answers.
    BusyFor(u8),
}

impl Outcome {
    /// Of a number.
    pub(super) fn of(number: &str) -> Self {
        match number.get(number.len().saturating_sub(4)..) {
            Some("0101") => Self::Fails("Busy"),
            Some("0102") => Self::Fails("No Answer"),
            Some("0103") => Self::Fails("No Remote Fax"),
            Some("0104") => Self::Stuck,
            Some("0105") => Self::BreaksOnce,
            Some("0106") => Self::LosesAnswerOnce,
            Some("0107") => Self::AnswersAs("1 604 555 0199"),
            Some("0108") => Self::BusyFor(2),
            Some("0109") => Self::AnswersAs("SANDBOX FAX"),
            _ => Self::Sent,
        }
    }
}
