// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the last four digits of a fax number stand for (reference fax.md 2.6, moved into the
//! 555-01xx range that belongs to no one).

use serde::{Deserialize, Serialize};

use super::Fax;
use crate::faults::{self, Service};
use crate::fields::digits;
use crate::store::Store;

/// What somebody at the page decided that a fax will meet, whatever its number stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AtHand {
    /// A machine takes it and names its own number.
    Arrives,
    /// The line is busy.
    Busy,
    /// Nobody answers.
    NoAnswer,
    /// A machine with another number takes it.
    AnotherMachine,
}

/// What the next fax to a number will meet, by its last ten digits.
const NEXT: &str = "fax_next";
/// What faxes to any number will meet, and how many.
const ANY: &str = "fax_any";
const ANY_NAME: &str = "any";

fn last_ten(number: &str) -> String {
    let all = digits(number);
    all[all.len().saturating_sub(10)..].to_owned()
}

/// What the next fax to a number will meet, if somebody decided it.
pub(crate) fn next(store: &Store, number: &str) -> Option<AtHand> {
    store.get(NEXT, &last_ten(number))
}

/// Decides what the next fax to a number will meet.
pub(crate) fn set_next(store: &mut Store, number: &str, at_hand: Option<AtHand>) {
    match at_hand {
        Some(at_hand) => store.put(NEXT, &last_ten(number), &at_hand),
        None => store.remove(NEXT, &last_ten(number)),
    }
}

/// Nothing is decided any more for any number.
pub(crate) fn forget_next(store: &mut Store) {
    store.empty(NEXT);
}

/// What the next faxes to any number will meet, and how many of them.
pub(crate) fn any(store: &Store) -> Option<(AtHand, u32)> {
    store.get(ANY, ANY_NAME)
}

/// Decides what the next faxes to any number will meet.
pub(crate) fn set_any(store: &mut Store, any: Option<(AtHand, u32)>) {
    match any {
        Some(any) => store.put(ANY, ANY_NAME, &any),
        None => store.remove(ANY, ANY_NAME),
    }
}

/// What a fax that is taken now will meet; what was decided for one fax is used up.
pub(super) fn take(store: &mut Store, number: &str) -> Option<AtHand> {
    if let Some(at_hand) = next(store, number) {
        set_next(store, number, None);
        return Some(at_hand);
    }
    let (at_hand, times) = any(store)?;
    let left = times.saturating_sub(1);
    set_any(store, (left > 0).then_some((at_hand, left)));
    faults::count(store, Service::Srfax);
    Some(at_hand)
}

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

impl From<AtHand> for Outcome {
    fn from(at_hand: AtHand) -> Self {
        match at_hand {
            AtHand::Arrives => Self::Sent,
            AtHand::Busy => Self::Fails("Busy"),
            AtHand::NoAnswer => Self::Fails("No Answer"),
            AtHand::AnotherMachine => Self::AnswersAs("1 604 555 0199"),
        }
    }
}

impl Outcome {
    /// Of a fax: what was decided for it, else what its number stands for.
    pub(super) fn of_fax(fax: &Fax) -> Self {
        fax.at_hand.map_or_else(|| Self::of(&fax.to), Self::from)
    }

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
