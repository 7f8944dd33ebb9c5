// SPDX-License-Identifier: AGPL-3.0-or-later

//! Explanatory codes of remittances in plain language, used until a list is imported (reference teleplan
//! 4.8). The plan has about 700; an unknown code is shown as it is.

/// Codes and texts, in the order of the codes.
const EXPLANATIONS: &[(&str, &str)] = &[
    ("AA", "Health number is missing or malformed"),
    ("AB", "Health number is unknown"),
    ("AD", "Health number is wrong"),
    ("AF", "No coverage on the day of service"),
    ("AO", "First name does not match"),
    ("AP", "Name does not match"),
    ("AQ", "Surname does not match"),
    ("AR", "Birthdate is missing or does not match"),
    ("BF", "Held by the plan"),
    ("BG", "Amount adjusted by the plan"),
    ("BH", "Held: it will be on a later remittance"),
    ("BI", "Service code and diagnosis do not agree"),
    ("BJ", "Service code and diagnosis do not agree"),
    ("BP", "Birthdate does not match"),
    ("BU", "Sent before the day of service"),
    ("BV", "Too old"),
    ("CK", "Practitioner number is not valid"),
    ("CN", "Practitioner number is not valid"),
    ("CP", "Practitioner number is not valid"),
    ("CQ", "Practitioner number is not valid"),
    ("EE", "Not insured"),
    ("FB", "Already paid"),
    ("FG", "Service code does not fit age"),
    ("H1", "Daily limit of services"),
    ("H5", "Daily limit of services"),
    ("HA", "Already paid"),
    ("TX", "Diagnosis is not on the plan's list"),
    ("VA", "Payee or data centre is not valid"),
    ("VC", "Payee or data centre is not valid"),
    ("VE", "Amount is not valid"),
    ("VF", "Number of units is not valid"),
    ("VG", "Fee item is not valid"),
    ("VH", "Date is not valid"),
    ("VI", "Practitioner is not valid"),
    ("VK", "Sequence number is missing"),
    ("VL", "Sequence number is out of order"),
    ("VN", "Diagnosis is missing"),
    ("W2", "Payee or data centre is not valid"),
    ("W3", "Payee or data centre is not valid"),
    ("XY", "Record of the vendor test returned"),
    ("Y3", "Submission code is not valid"),
    ("Y4", "Service location is not valid"),
    ("YA", "A note is needed"),
    ("YY", "Refused before it was looked at; see the second code"),
    ("ZI", "The note does not match its claim"),
    ("ZJ", "Health number and province are both absent"),
    ("ZK", "The note does not match its claim"),
    ("ZL", "Health number and province are both present"),
];

/// The text of an explanatory code, if known.
pub fn explanation(code: &str) -> Option<&'static str> {
    EXPLANATIONS
        .binary_search_by_key(&code, |(known, _)| known)
        .ok()
        .map(|at| EXPLANATIONS[at].1)
}

#[cfg(test)]
mod tests {
    use super::{EXPLANATIONS, explanation};

    #[test]
    fn codes_are_found_by_halving() {
        assert!(EXPLANATIONS.is_sorted_by(|one, other| one.0 < other.0));
        assert_eq!(explanation("FG"), Some("Service code does not fit age"));
        assert_eq!(explanation("FD"), None);
    }
}
