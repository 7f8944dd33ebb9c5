// SPDX-License-Identifier: AGPL-3.0-or-later

//! Validates a request before it becomes a prescription (spec 000 section 5; decisions 85, 87, 123).
//!
//! Not here: whether the drugs can be renewed (`filters`), and today's limit (`limits`).

use super::usage::{Usage, validate_usage};
use crate::faults::Fault;
use crate::options::AGREEMENT;
use crate::texts::request as texts;

/// Maximum number of medications over all of a patient's requests of one Pacific day (constant
/// prescription.medications.max).
pub const MOST_MEDICATIONS: u32 = 5;

/// Errors of the medications of a request; `medications` contains the usages of each, the last is in force.
pub fn validate_medications(medications: &[&[Usage]], unlimited: bool) -> Vec<Fault> {
    let mut faults = Vec::new();
    if medications.is_empty() {
        faults.push(Fault::new("medications", texts::ADD_MEDICATION));
    }
    if !unlimited && medications.len() > MOST_MEDICATIONS as usize {
        faults.push(Fault::new("medications", texts::MORE_THAN_FIVE));
    }
    for (index, usages) in medications.iter().enumerate() {
        let place = format!("medications[{index}]");
        let Some(usage) = usages.last() else {
            faults.push(Fault::new("usages", texts::DURATION_REQUIRED).under(&place));
            continue;
        };
        for fault in validate_usage(usage) {
            let fault = if fault.field == "duration" && usage.duration.is_empty() {
                Fault::new("usages", texts::DURATION_REQUIRED)
            } else {
                fault.under("usages")
            };
            faults.push(fault.under(&place));
        }
    }
    faults
}

/// The error of an agreement in which not all six statements are confirmed.
pub fn validate_agreement(agreement: &[bool]) -> Option<Fault> {
    let confirmed = agreement.len() == AGREEMENT.len() && agreement.iter().all(|tick| *tick);
    (!confirmed).then(|| Fault::new("agreement", texts::CONFIRM_ALL))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual() -> Vec<Usage> {
        vec![
            Usage::default(),
            Usage {
                frequency: "Once a day".into(),
                duration: "1 month".into(),
                ..Usage::default()
            },
        ]
    }

    #[test]
    fn the_last_usage_counts() {
        let good = usual();
        assert_eq!(validate_medications(&[&good], false), []);
        let mut bad = usual();
        bad.reverse();
        let faults = validate_medications(&[&good, &bad], false);
        assert!(faults.contains(&Fault::new(
            "medications[1].usages",
            "Medication duration is Required"
        )));
        assert!(faults.contains(&Fault::new(
            "medications[1].usages.frequency",
            "Please choose the frequency."
        )));
        assert_eq!(validate_medications(&[&[]], false).len(), 1);
    }

    #[test]
    fn there_are_one_to_five() {
        let one = usual();
        let six: Vec<&[Usage]> = vec![&one; 6];
        assert_eq!(validate_medications(&six[..5], false), []);
        assert_eq!(
            validate_medications(&six, false),
            [Fault::new(
                "medications",
                "More than 5 medications are not allowed"
            )]
        );
        assert_eq!(validate_medications(&six, true), []);
        assert_eq!(validate_medications(&[], false).len(), 1);
    }

    #[test]
    fn all_six_statements_are_needed() {
        assert_eq!(validate_agreement(&[true; 6]), None);
        assert!(validate_agreement(&[true; 5]).is_some());
        assert!(validate_agreement(&[true; 7]).is_some());
        assert!(validate_agreement(&[true, true, true, true, true, false]).is_some());
    }
}
