// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reasons for approving or rejecting a line (decision 165): a code, a short name for the doctor who selects
//! it, a plain-language sentence for the patient, and what the patient may do next. One table for server and
//! screens. The doctor's comment is for the record and never shown to the patient.

use super::status::MedicationStatus;
use crate::faults::Fault;
use crate::unseen::{HIDDEN, hides, trim};

/// The maximum length of the doctor's comment, in characters.
pub const LONGEST_TEXT: usize = 500;

/// The action offered to a patient after a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Write to the clinic.
    Message,
    /// Make another request, now or later.
    Request,
    /// See a doctor in person: nothing to open on a screen.
    Visit,
    /// Call the pharmacy of the request.
    Pharmacy,
    /// Correct the medical information.
    Record,
    /// View the other requests.
    History,
}

impl Next {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Message,
        Self::Request,
        Self::Visit,
        Self::Pharmacy,
        Self::Record,
        Self::History,
    ];

    /// The value in the API.
    pub fn code(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Request => "request",
            Self::Visit => "visit",
            Self::Pharmacy => "pharmacy",
            Self::Record => "record",
            Self::History => "history",
        }
    }
}

/// An entry of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    /// Stored with the decision; never changed once released.
    pub code: &'static str,
    /// The decision it belongs to.
    pub decision: MedicationStatus,
    /// For the doctor who selects it.
    pub label: &'static str,
    /// For the patient: the meaning, in plain language.
    pub sentence: &'static str,
    /// For the patient: what to do next, in plain language.
    pub advice: &'static str,
    /// The action offered with the advice.
    pub next: Next,
}

const fn rejected(
    code: &'static str,
    label: &'static str,
    sentence: &'static str,
    advice: &'static str,
    next: Next,
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
    code: &'static str,
    label: &'static str,
    sentence: &'static str,
    advice: &'static str,
    next: Next,
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
        "BLOOD_TEST",
        "Blood test needed first",
        "A blood test is needed before this can be renewed.",
        "Message the clinic to arrange the test. Ask again once you have the result.",
        Next::Message,
    ),
    rejected(
        "VISIT_NEEDED",
        "Has to be seen first",
        "A doctor has to see you before this can be renewed.",
        "Book a visit with your family doctor or at a walk-in clinic.",
        Next::Visit,
    ),
    rejected(
        "INTERACTION",
        "Interaction with another medication",
        "It does not go well with another medication that you take.",
        "Ask your pharmacist, or message us about another choice.",
        Next::Message,
    ),
    rejected(
        "ALLERGY",
        "Recorded allergy",
        "It may not be safe with an allergy in your record.",
        "If the allergy is not right, correct your medical information. Otherwise message us about another choice.",
        Next::Record,
    ),
    rejected(
        "NOT_CONFIRMED",
        "Not known to be taken",
        "We could not confirm that you take this medication regularly.",
        "Message the clinic and say who prescribed it, or see the doctor who did.",
        Next::Message,
    ),
    rejected(
        "DOSE_UNCLEAR",
        "Dose or directions unclear",
        "The dose, or how you take it, was not clear from your request.",
        "Look at the label of your last supply and ask again with what it says.",
        Next::Request,
    ),
    rejected(
        "TOO_EARLY",
        "Supply not used up",
        "You should have enough of this medication for now.",
        "Ask again when about two weeks of it are left.",
        Next::Request,
    ),
    rejected(
        "DUPLICATE",
        "Asked for twice",
        "The same medication is in another request of yours.",
        "You need not do anything: look at your other requests.",
        Next::History,
    ),
    rejected(
        "NOT_ONLINE",
        "Cannot be renewed online",
        "This medication cannot be renewed online.",
        "See the doctor who prescribed it, or a walk-in clinic.",
        Next::Visit,
    ),
    rejected(
        "OTHER",
        "Another reason",
        "The doctor could not renew this safely from what is on record.",
        "Message the clinic, and somebody explains it to you.",
        Next::Message,
    ),
    approved(
        "SHORTER",
        "For a shorter time",
        "It was approved for a shorter time than you asked for.",
        "See a doctor before you need it again.",
        Next::Visit,
    ),
    approved(
        "CHANGED",
        "Dose or directions changed",
        "The doctor changed how you take this medication.",
        "Follow the label of the new supply. Ask your pharmacist when it is not clear.",
        Next::Pharmacy,
    ),
    approved(
        "TEST_NEXT",
        "Blood test before the next one",
        "It was approved this time. A blood test is due before the next renewal.",
        "Message the clinic to arrange the test.",
        Next::Message,
    ),
    approved(
        "VISIT_NEXT",
        "To be seen before the next one",
        "It was approved this time. A doctor has to see you before the next renewal.",
        "Book a visit with your family doctor or at a walk-in clinic.",
        Next::Visit,
    ),
];

/// The reason with a code; `None` for an unknown code.
pub fn reason(code: &str) -> Option<&'static Reason> {
    REASONS.iter().find(|one| one.code == code)
}

/// A reason as stored: the code, and the doctor's comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    pub code: Option<&'static str>,
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
    let known = code.and_then(reason);
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
        let mut codes: Vec<_> = REASONS.iter().map(|one| one.code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), REASONS.len());
        for one in REASONS {
            assert!(!one.label.is_empty() && !one.label.ends_with('.'));
            for words in [one.sentence, one.advice] {
                assert!(words.ends_with('.'), "{}: {words}", one.code);
            }
            assert!(Next::ALL.contains(&one.next));
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
            (Some("OTHER"), Some("See chart."))
        );
    }
}
