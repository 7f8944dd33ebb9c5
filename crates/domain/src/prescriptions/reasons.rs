// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reasons for approving or rejecting a line (decision 165): a code, a short name for the doctor who selects
//! it, a plain-language sentence for the patient, and what the patient may do next. One table for server and
//! screens. The doctor's comment is for the record and never shown to the patient.

use super::status::MedicationStatus;
use crate::codes;
use crate::faults::Fault;
use crate::unseen::{HIDDEN, hides, trim};

/// The maximum length of the doctor's comment, in characters.
pub const LONGEST_TEXT: usize = 500;

codes! {
    /// The action offered to a patient after a decision.
    pub enum PatientAction {
        /// Write to the clinic.
        Message = "message",
        /// Make another request, now or later.
        Request = "request",
        /// See a doctor in person: nothing to open on a screen.
        Visit = "visit",
        /// Call the pharmacy of the request.
        Pharmacy = "pharmacy",
        /// Correct the medical information.
        Record = "record",
        /// View the other requests.
        History = "history",
    }
}

codes! {
    /// Why a line was approved or rejected: a row of `REASONS`. Stored, so never changed once released.
    #[derive(PartialOrd, Ord)]
    pub enum ReasonCode {
        BloodTest = "BLOOD_TEST",
        VisitNeeded = "VISIT_NEEDED",
        Interaction = "INTERACTION",
        Allergy = "ALLERGY",
        NotConfirmed = "NOT_CONFIRMED",
        DoseUnclear = "DOSE_UNCLEAR",
        TooEarly = "TOO_EARLY",
        Duplicate = "DUPLICATE",
        NotOnline = "NOT_ONLINE",
        Other = "OTHER",
        Shorter = "SHORTER",
        Changed = "CHANGED",
        TestNext = "TEST_NEXT",
        VisitNext = "VISIT_NEXT",
    }
}

/// An entry of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    /// Stored with the decision; never changed once released.
    pub code: ReasonCode,
    /// The decision it belongs to.
    pub decision: MedicationStatus,
    /// For the doctor who selects it.
    pub label: &'static str,
    /// For the patient: the meaning, in plain language.
    pub sentence: &'static str,
    /// For the patient: what to do next, in plain language.
    pub advice: &'static str,
    /// The action offered with the advice.
    pub next: PatientAction,
}

const fn rejected(
    code: ReasonCode,
    label: &'static str,
    sentence: &'static str,
    advice: &'static str,
    next: PatientAction,
) -> Reason {
    Reason {
        code,
        decision: MedicationStatus::Rejected,
        label,
        sentence,
        advice,
        next,
    }
}

const fn approved(
    code: ReasonCode,
    label: &'static str,
    sentence: &'static str,
    advice: &'static str,
    next: PatientAction,
) -> Reason {
    Reason {
        code,
        decision: MedicationStatus::Approved,
        label,
        sentence,
        advice,
        next,
    }
}

/// All reasons, those of a rejection first, in display order.
pub const REASONS: &[Reason] = &[
    rejected(
        ReasonCode::BloodTest,
        "Blood test needed first",
        "A blood test is needed before this can be renewed.",
        "Message the clinic to arrange the test. Ask again once you have the result.",
        PatientAction::Message,
    ),
    rejected(
        ReasonCode::VisitNeeded,
        "Has to be seen first",
        "A doctor has to see you before this can be renewed.",
        "Book a visit with your family doctor or at a walk-in clinic.",
        PatientAction::Visit,
    ),
    rejected(
        ReasonCode::Interaction,
        "Interaction with another medication",
        "It does not go well with another medication that you take.",
        "Ask your pharmacist, or message us about another choice.",
        PatientAction::Message,
    ),
    rejected(
        ReasonCode::Allergy,
        "Recorded allergy",
        "It may not be safe with an allergy in your record.",
        "If the allergy is not right, correct your medical information. Otherwise message us about another choice.",
        PatientAction::Record,
    ),
    rejected(
        ReasonCode::NotConfirmed,
        "Not known to be taken",
        "We couldn’t confirm that you take this medication regularly.",
        "Message the clinic and say who prescribed it, or see the doctor who did.",
        PatientAction::Message,
    ),
    rejected(
        ReasonCode::DoseUnclear,
        "Dose or directions unclear",
        "The dose, or how you take it, was not clear from your request.",
        "Look at the label of your last supply and ask again with what it says.",
        PatientAction::Request,
    ),
    rejected(
        ReasonCode::TooEarly,
        "Supply not used up",
        "You should have enough of this medication for now.",
        "Ask again when about two weeks of it are left.",
        PatientAction::Request,
    ),
    rejected(
        ReasonCode::Duplicate,
        "Asked for twice",
        "The same medication is in another request of yours.",
        "You need not do anything: look at your other requests.",
        PatientAction::History,
    ),
    rejected(
        ReasonCode::NotOnline,
        "Cannot be renewed online",
        "This medication cannot be renewed online.",
        "See the doctor who prescribed it, or a walk-in clinic.",
        PatientAction::Visit,
    ),
    rejected(
        ReasonCode::Other,
        "Another reason",
        "The doctor couldn’t renew this safely from what is on record.",
        "Message the clinic, and someone will explain it to you.",
        PatientAction::Message,
    ),
    approved(
        ReasonCode::Shorter,
        "For a shorter time",
        "It was approved for a shorter time than you asked for.",
        "See a doctor before you need it again.",
        PatientAction::Visit,
    ),
    approved(
        ReasonCode::Changed,
        "Dose or directions changed",
        "The doctor changed how you take this medication.",
        "Follow the label of the new supply. Ask your pharmacist when it is not clear.",
        PatientAction::Pharmacy,
    ),
    approved(
        ReasonCode::TestNext,
        "Blood test before the next one",
        "It was approved this time. A blood test is due before the next renewal.",
        "Message the clinic to arrange the test.",
        PatientAction::Message,
    ),
    approved(
        ReasonCode::VisitNext,
        "To be seen before the next one",
        "It was approved this time. A doctor has to see you before the next renewal.",
        "Book a visit with your family doctor or at a walk-in clinic.",
        PatientAction::Visit,
    ),
];

/// The reason with a code; every code has one.
pub fn reason(code: ReasonCode) -> Option<&'static Reason> {
    REASONS.iter().find(|one| one.code == code)
}

/// A reason as stored: the code, and the doctor's comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    pub code: Option<ReasonCode>,
    pub text: Option<String>,
}

/// Validates the reason of a decision: a code that belongs to this decision, a comment of limited length, and
/// neither when a decision is undone.
pub fn given(
    decision: Option<MedicationStatus>,
    code: Option<&str>,
    text: Option<&str>,
) -> Result<Given, Vec<Fault>> {
    let code = code.map(str::trim).filter(|code| !code.is_empty());
    let text = text.map(trim).filter(|text| !text.is_empty());
    let mut faults = Vec::new();
    let known = code.and_then(ReasonCode::from_code).and_then(reason);
    if decision.is_none() && (code.is_some() || text.is_some()) {
        faults.push(Fault::new(
            "reasonCode",
            "A decision that is taken back has no reason.",
        ));
    } else if code.is_some() && known.is_none_or(|one| Some(one.decision) != decision) {
        faults.push(Fault::new(
            "reasonCode",
            "Please choose a reason of the list.",
        ));
    }
    if text.is_some_and(|text| text.chars().count() > LONGEST_TEXT) {
        faults.push(Fault::new(
            "reasonText",
            "Please use at most 500 characters.",
        ));
    }
    if text.is_some_and(hides) {
        faults.push(Fault::new("reasonText", HIDDEN));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Given {
        code: known.map(|one| one.code),
        text: text.map(ToOwned::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use MedicationStatus::{Approved, Rejected};

    #[test]
    fn every_reason_has_a_code_of_its_own_and_words_for_both() {
        let codes: Vec<_> = REASONS.iter().map(|one| one.code).collect();
        assert_eq!(codes, ReasonCode::ALL);
        for one in REASONS {
            assert!(!one.label.is_empty() && !one.label.ends_with('.'));
            for words in [one.sentence, one.advice] {
                assert!(words.ends_with('.'), "{}: {words}", one.code);
            }
            assert!(PatientAction::ALL.contains(&one.next));
        }
        for decision in [Approved, Rejected] {
            assert!(REASONS.iter().any(|one| one.decision == decision));
        }
    }

    #[test]
    fn a_reason_belongs_to_its_decision() {
        let faults = |decision, code, text: Option<&str>| match given(decision, code, text) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.into_iter().map(|fault| fault.field).collect(),
        };
        for (decision, code, text, expected) in [
            (Some(Rejected), Some("BLOOD_TEST"), None, &[][..]),
            (Some(Rejected), None, None, &[]),
            (Some(Rejected), Some(""), Some(" "), &[]),
            (Some(Rejected), None, Some("Potassium 5.9 in May"), &[]),
            (
                Some(Approved),
                Some("SHORTER"),
                Some("Until the visit"),
                &[],
            ),
            (None, None, None, &[]),
            (Some(Approved), Some("BLOOD_TEST"), None, &["reasonCode"]),
            (Some(Rejected), Some("SHORTER"), None, &["reasonCode"]),
            (Some(Rejected), Some("blood_test"), None, &["reasonCode"]),
            (Some(Rejected), Some("NEVER"), None, &["reasonCode"]),
            (None, Some("OTHER"), None, &["reasonCode"]),
            (None, None, Some("Undone"), &["reasonCode"]),
        ] {
            assert_eq!(faults(decision, code, text), expected, "{code:?} {text:?}");
        }
        let long = "é".repeat(LONGEST_TEXT);
        assert!(faults(Some(Rejected), None, Some(&long)).is_empty());
        let longer = format!("{long}é");
        assert_eq!(faults(Some(Rejected), None, Some(&longer)), ["reasonText"]);
    }

    #[test]
    fn what_is_kept_is_trimmed_and_of_the_table() {
        let kept = given(Some(Rejected), Some(" OTHER "), Some(" See chart. ")).expect("it may");
        assert_eq!(
            (kept.code, kept.text.as_deref()),
            (Some(ReasonCode::Other), Some("See chart."))
        );
    }
}
