// SPDX-License-Identifier: AGPL-3.0-or-later

//! The rule of a single live copy per prescription (decision 160; reference prescription-rules 1.3, fax 5).
//!
//! A copy is one signed sheet addressed to one pharmacy, by fax or on paper, from when it is queued or
//! printed. Another may follow only after it was voided. If a pharmacy may have it, it is cancelled there
//! first: by a cancellation that its fax machine confirmed, or by telephone. Not here: who may void (the API
//! layer), and sending (the server).

use chrono::{DateTime, TimeDelta, Utc};

use crate::codes;
use crate::faults::{Fault, Refusal};
use crate::unseen::{HIDDEN, hides, trim};

/// Maximum length of a doctor's comment and of the record of a call.
const LONGEST: usize = 1000;
/// Tolerance for clock differences.
const AHEAD: TimeDelta = TimeDelta::minutes(2);

codes! {
    /// The way in which a copy is sent.
    pub enum CopyWay {
        Fax = "fax",
        Paper = "paper",
    }

    /// The state of a copy.
    pub enum CopyState {
        /// On its way, or not sent yet; on paper, not handed over yet.
        Live = "live",
        /// It arrived, or was handed over.
        Delivered = "delivered",
        /// No fax of it arrived.
        Failed = "failed",
        /// The old pharmacy has not confirmed the cancellation yet.
        Voiding = "voiding",
        Voided = "voided",
    }
}

impl CopyState {
    /// Whether it is void, or about to be.
    pub const fn is_void(self) -> bool {
        match self {
            Self::Voiding | Self::Voided => true,
            Self::Live | Self::Delivered | Self::Failed => false,
        }
    }
}

/// The copy in force, as seen by the steps of a prescription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyFact {
    /// None: never issued, or all were voided.
    None,
    /// Faxed, or about to be; delivered, or unknown.
    Faxed,
    /// Faxed, and certainly failed.
    Failed,
    /// Printed, and the paper is not accounted for.
    Printed,
    /// Printed and handed over.
    HandedOver,
    /// Being voided: the old pharmacy has not confirmed it yet.
    Voiding,
}

impl CopyFact {
    /// Of a copy with this state and way.
    pub const fn of(state: CopyState, way: CopyWay) -> Self {
        match (state, way) {
            (CopyState::Voided, _) => Self::None,
            (CopyState::Voiding, _) => Self::Voiding,
            (CopyState::Delivered, CopyWay::Paper) => Self::HandedOver,
            (CopyState::Live | CopyState::Failed, CopyWay::Paper) => Self::Printed,
            (CopyState::Failed, CopyWay::Fax) => Self::Failed,
            (CopyState::Live | CopyState::Delivered, CopyWay::Fax) => Self::Faxed,
        }
    }

    /// Whether a copy is in force: sending it is a re-send.
    pub fn was_issued(self) -> bool {
        self != Self::None
    }

    /// Why nothing that was signed may change now.
    pub fn lock(self) -> Result<(), Refusal> {
        let (code, text) = match self {
            Self::None => return Ok(()),
            Self::Faxed => (
                "ALREADY_FAXED",
                "This prescription was faxed and cannot be changed. Void the copy first.",
            ),
            Self::Failed => (
                "COPY_FAILED",
                "The fax of this prescription failed. Void that copy first, then change it or sign it again.",
            ),
            Self::Printed | Self::HandedOver => (
                "ALREADY_PRINTED",
                "This prescription was printed and cannot be changed. Void the paper first.",
            ),
            Self::Voiding => ("VOIDING", WAITS),
        };
        Err(Refusal::new(code, text))
    }

    /// Why it may not be faxed now: a fax that was sent may be sent again, as the same copy.
    pub fn may_fax(self) -> Result<(), Refusal> {
        match self {
            Self::None | Self::Faxed | Self::Failed => Ok(()),
            Self::Printed | Self::HandedOver => Err(Refusal::new(
                "PRINTED_COPY",
                "This prescription was printed, and only one copy can be active. Void the paper first.",
            )),
            Self::Voiding => Err(Refusal::new("VOIDING", WAITS)),
        }
    }

    /// Why it may not be printed now.
    pub fn may_print(self) -> Result<(), Refusal> {
        match self {
            Self::None => Ok(()),
            Self::Faxed | Self::Failed => Err(Refusal::new(
                "FAXED_COPY",
                "This prescription was faxed, and only one copy can be active. Void that copy first.",
            )),
            Self::Printed | Self::HandedOver => Err(Refusal::new(
                "PRINTED_COPY",
                "This prescription was already printed. Void that paper first, then sign and print again.",
            )),
            Self::Voiding => Err(Refusal::new("VOIDING", WAITS)),
        }
    }
}

/// Why signing must wait.
const WAITS: &str = "The old pharmacy has not confirmed the cancellation yet. It is signed again once it has, \
                     or once you call them and record it.";

/// The state of one transmission of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaxFact {
    /// Not sent yet.
    NotLeft,
    /// Sent, or possibly sent, with an unknown outcome.
    OnItsWay,
    Delivered,
    Failed,
    /// Unknown: counts as possibly delivered.
    Unknown,
}

/// Where a copy may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whereabouts {
    NotLeft,
    OnItsWay,
    Delivered,
    Failed,
    Unknown,
    /// Paper that is not known to have left the clinic.
    Paper,
    /// Paper that was handed over.
    HandedOver,
}

impl Whereabouts {
    /// For a faxed copy, from all its transmissions: one that arrived, or may have, decides.
    pub fn of_faxes(faxes: &[FaxFact]) -> Self {
        let any = |fact| faxes.contains(&fact);
        if any(FaxFact::Delivered) {
            Self::Delivered
        } else if any(FaxFact::OnItsWay) {
            Self::OnItsWay
        } else if any(FaxFact::Unknown) {
            Self::Unknown
        } else if any(FaxFact::NotLeft) || faxes.is_empty() {
            Self::NotLeft
        } else {
            Self::Failed
        }
    }

    /// The ways in which this copy can be voided, the usual one first.
    pub fn ways(self, can_be_faxed_to: bool) -> Vec<VoidWay> {
        let told = [VoidWay::Fax, VoidWay::Phone];
        let told = told
            .into_iter()
            .filter(|how| can_be_faxed_to || *how != VoidWay::Fax);
        match self {
            Self::NotLeft | Self::Failed => vec![VoidWay::AtOnce],
            Self::Paper => std::iter::once(VoidWay::PaperKept).chain(told).collect(),
            Self::OnItsWay | Self::Delivered | Self::Unknown | Self::HandedOver => told.collect(),
        }
    }
}

codes! {
    /// How a copy is voided.
    pub enum VoidWay {
        /// It was never delivered.
        AtOnce = "at_once",
        /// The paper was not handed over.
        PaperKept = "paper_kept",
        /// By a cancellation fax to the old pharmacy.
        Fax = "fax",
        /// The old pharmacy was called.
        Phone = "phone",
    }
}

/// The effect of voiding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The copy is void now.
    Void,
    /// A cancellation fax is sent now; the copy is void once it is confirmed.
    Cancel,
    /// The copy may still be in transit: the cancellation is sent once its outcome is known, so that it never
    /// arrives before the copy.
    CancelLater,
}

/// The effect of voiding a copy that is `at` by `how`, or why it is not allowed. The caller may have seen an
/// earlier state: a copy delivered meanwhile is not voided at once.
pub fn void(at: Whereabouts, how: VoidWay, can_be_faxed_to: bool) -> Result<Outcome, Refusal> {
    if at.ways(can_be_faxed_to).contains(&how) {
        return Ok(match (how, at) {
            (VoidWay::Fax, Whereabouts::OnItsWay) => Outcome::CancelLater,
            (VoidWay::Fax, _) => Outcome::Cancel,
            _ => Outcome::Void,
        });
    }
    let (code, text) = match (how, at) {
        (VoidWay::AtOnce | VoidWay::PaperKept, Whereabouts::HandedOver) => (
            "TELL_PHARMACY",
            "The paper was handed over. Notify the pharmacy: send a cancellation fax, or call them.",
        ),
        (VoidWay::AtOnce, Whereabouts::Paper) => (
            "PAPER",
            "Record what happened to the paper: it was not handed over, or you told the pharmacy.",
        ),
        (VoidWay::AtOnce | VoidWay::PaperKept, _) => (
            "TELL_PHARMACY",
            "The pharmacy has this copy, or may have it. Notify it: send a cancellation fax, or call them.",
        ),
        (VoidWay::Phone, _) | (VoidWay::Fax, Whereabouts::NotLeft | Whereabouts::Failed) => (
            "NOT_DELIVERED",
            "This copy was not delivered. It can be voided immediately; no one will be notified.",
        ),
        (VoidWay::Fax, _) => (
            "NO_FAX_NUMBER",
            "No cancellation can be faxed to the old pharmacy. Call them, and record it here.",
        ),
    };
    Err(Refusal::new(code, text))
}

codes! {
    /// Why a copy is voided: a value for the record, and a sentence for the patient.
    pub enum VoidReason {
        FaxFailed = "fax_failed",
        WrongRecipient = "wrong_recipient",
        PaperKept = "paper_kept",
        CannotFill = "cannot_fill",
        OtherPharmacy = "other_pharmacy",
        Wrong = "wrong",
        NotDispensed = "not_dispensed",
    }
}

impl VoidReason {
    /// The text for doctors.
    pub const fn label(self) -> &'static str {
        match self {
            Self::FaxFailed => "The fax did not arrive",
            Self::WrongRecipient => "It reached someone else",
            Self::PaperKept => "The paper was not handed over",
            Self::CannotFill => "The pharmacy cannot fill it",
            Self::OtherPharmacy => "The patient wants another pharmacy",
            Self::Wrong => "It contains a mistake",
            Self::NotDispensed => "It must not be dispensed",
        }
    }

    /// The text for the patient; never a drug, never the doctor's comment.
    pub const fn for_patient(self) -> &'static str {
        match self {
            Self::FaxFailed => "The fax did not reach your pharmacy.",
            Self::WrongRecipient => "It reached someone other than your pharmacy.",
            Self::PaperKept => "The printed prescription was not used.",
            Self::CannotFill => "Your pharmacy couldn’t fill it.",
            Self::OtherPharmacy => "You asked for another pharmacy.",
            Self::Wrong => "Something in it had to be corrected.",
            Self::NotDispensed => "It must not be dispensed. Please do not pick it up.",
        }
    }
}

/// A doctor's comment for the record: required if a pharmacy is informed.
pub fn own_words(how: VoidWay, text: &str) -> Result<String, Fault> {
    let text = trim(text);
    if text.is_empty() && matches!(how, VoidWay::Fax | VoidWay::Phone) {
        return Err(Fault::new(
            "words",
            "Please write down why, for the record.",
        ));
    }
    short(text, "words")
}

/// The person who was informed.
pub fn name(field: &str, text: &str) -> Result<String, Fault> {
    let text = trim(text);
    if text.is_empty() {
        return Err(Fault::new(field, "Please write down who it was."));
    }
    if text.chars().count() > 200 {
        return Err(Fault::new(field, "At most 200 characters."));
    }
    short(text, field)
}

fn short(text: &str, field: &str) -> Result<String, Fault> {
    if hides(text) {
        return Err(Fault::new(field, HIDDEN));
    }
    if text.chars().count() > LONGEST {
        return Err(Fault::new(field, format!("At most {LONGEST} characters.")));
    }
    Ok(text.to_owned())
}

/// When an action on a copy took place: after it was issued, and not in the future.
pub fn moment(
    field: &str,
    at: Option<DateTime<Utc>>,
    issued: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, Fault> {
    let at = at.ok_or_else(|| Fault::new(field, "Please say when."))?;
    if at > now + AHEAD {
        return Err(Fault::new(field, "This is in the future."));
    }
    if at < issued - AHEAD {
        return Err(Fault::new(field, "This is before the copy was made."));
    }
    Ok(at)
}

codes! {
    /// How paper left the clinic.
    pub enum HandedHow {
        /// Handed to the patient.
        Patient = "patient",
        /// Handed to the pharmacy.
        Pharmacy = "pharmacy",
        /// Faxed from a machine.
        Faxed = "faxed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_transmission_that_may_have_arrived_counts_for_all() {
        use FaxFact as F;
        for (faxes, expected) in [
            (&[][..], Whereabouts::NotLeft),
            (&[F::NotLeft], Whereabouts::NotLeft),
            (&[F::Failed], Whereabouts::Failed),
            (&[F::Failed, F::NotLeft], Whereabouts::NotLeft),
            (&[F::Failed, F::Unknown], Whereabouts::Unknown),
            (&[F::Unknown, F::OnItsWay], Whereabouts::OnItsWay),
            (&[F::Delivered, F::Failed], Whereabouts::Delivered),
            (&[F::Delivered, F::OnItsWay], Whereabouts::Delivered),
            (&[F::Failed, F::Failed], Whereabouts::Failed),
        ] {
            assert_eq!(Whereabouts::of_faxes(faxes), expected, "{faxes:?}");
        }
    }

    #[test]
    fn what_a_pharmacy_may_have_is_never_voided_without_telling_it() {
        use Whereabouts as W;
        let table = [
            (W::NotLeft, "v___"),
            (W::Failed, "v___"),
            (W::Paper, "_vcv"),
            (W::HandedOver, "__cv"),
            (W::Delivered, "__cv"),
            (W::Unknown, "__cv"),
            (W::OnItsWay, "__lv"),
        ];
        for (at, expected) in table {
            let got: String = [
                VoidWay::AtOnce,
                VoidWay::PaperKept,
                VoidWay::Fax,
                VoidWay::Phone,
            ]
            .into_iter()
            .map(|how| match void(at, how, true) {
                Ok(Outcome::Void) => 'v',
                Ok(Outcome::Cancel) => 'c',
                Ok(Outcome::CancelLater) => 'l',
                Err(_) => '_',
            })
            .collect();
            assert_eq!(got, expected, "{at:?}");
        }
        let why = |at, how, number| void(at, how, number).unwrap_err().code;
        assert_eq!(why(W::Delivered, VoidWay::AtOnce, true), "TELL_PHARMACY");
        assert_eq!(
            why(W::HandedOver, VoidWay::PaperKept, true),
            "TELL_PHARMACY"
        );
        assert_eq!(why(W::Delivered, VoidWay::Fax, false), "NO_FAX_NUMBER");
        assert_eq!(why(W::Failed, VoidWay::Fax, true), "NOT_DELIVERED");
        assert_eq!(why(W::Paper, VoidWay::AtOnce, true), "PAPER");
    }

    #[test]
    fn a_copy_in_force_locks_what_was_signed() {
        use CopyFact as C;
        let table = [
            (C::None, "", "", ""),
            (C::Faxed, "ALREADY_FAXED", "", "FAXED_COPY"),
            (C::Failed, "COPY_FAILED", "", "FAXED_COPY"),
            (
                C::Printed,
                "ALREADY_PRINTED",
                "PRINTED_COPY",
                "PRINTED_COPY",
            ),
            (
                C::HandedOver,
                "ALREADY_PRINTED",
                "PRINTED_COPY",
                "PRINTED_COPY",
            ),
            (C::Voiding, "VOIDING", "VOIDING", "VOIDING"),
        ];
        let code = |allowed: Result<(), Refusal>| allowed.err().map_or("", |why| why.code);
        for (fact, lock, fax, print) in table {
            assert_eq!(
                (
                    code(fact.lock()),
                    code(fact.may_fax()),
                    code(fact.may_print())
                ),
                (lock, fax, print),
                "{fact:?}"
            );
        }
    }

    #[test]
    fn words_names_and_times_are_asked_for_where_a_pharmacy_is_told() {
        assert_eq!(own_words(VoidWay::AtOnce, " ").unwrap(), "");
        assert_eq!(own_words(VoidWay::Phone, " ").unwrap_err().field, "words");
        assert_eq!(
            own_words(VoidWay::Fax, " Out of stock ").unwrap(),
            "Out of stock"
        );
        assert!(own_words(VoidWay::AtOnce, &"é".repeat(1001)).is_err());
        assert_eq!(name("toldName", "").unwrap_err().field, "toldName");
        let now: DateTime<Utc> = "2026-11-21T18:00:00Z".parse().unwrap();
        let hour = TimeDelta::hours(1);
        let issued = now - hour;
        for (at, good) in [
            (None, false),
            (Some(now), true),
            (Some(now + hour), false),
            (Some(issued), true),
            (Some(issued - hour), false),
        ] {
            assert_eq!(moment("toldAt", at, issued, now).is_ok(), good, "{at:?}");
        }
    }

    #[test]
    fn reasons_and_ways_are_read_back() {
        for reason in VoidReason::ALL {
            assert_eq!(VoidReason::from_code(reason.code()), Some(reason));
            assert!(reason.for_patient().ends_with('.'));
        }
        for how in [
            VoidWay::AtOnce,
            VoidWay::PaperKept,
            VoidWay::Fax,
            VoidWay::Phone,
        ] {
            assert_eq!(VoidWay::from_code(how.code()), Some(how));
        }
    }
}
