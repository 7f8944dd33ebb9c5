// SPDX-License-Identifier: AGPL-3.0-or-later

//! The option lists, in the contract's order and wording (contract table of options).
//!
//! `No` and `Other` are separate answers and not members of the lists (decision 88).

/// The answer that excludes every other.
pub const NO: &str = "No";
/// The answer that opens a text field.
pub const OTHER: &str = "Other";

/// Answers to Gender.
pub const SEXES: &[&str] = &[
    "Female",
    "Male",
    "Transgender",
    "Non-binary",
    "Two-spirit",
    "Unsure/questioning",
];

/// Medical conditions; the screen adds No first and Other last.
pub const MEDICAL_CONDITIONS: &[&str] = &[
    "Alcohol problem",
    "Anemia",
    "Anxiety",
    "Arthritis",
    "Asthma",
    "Atrial fibrillation",
    "Blood clots",
    "Cancer",
    "Cold sores",
    "Depression",
    "Diabetes",
    "Emphysema",
    "Genital herpes",
    "Gout",
    "Heart disease",
    "Hepatitis",
    "High blood pressure",
    "High cholesterol",
    "Hyperthyroidism",
    "Hypothyroidism",
    "Kidney disease",
    "Osteoporosis",
    "Tuberculosis",
    "Prostate problem",
    "Seasonal allergies",
    "Seizure disorder",
    "Sleep apnea",
    "Street drug problem",
    "Stroke",
    "Thyroid disease",
    "Ulcers of the stomach",
];

/// Surgeries; one spelling looks wrong but is the contract's.
pub const SURGERIES: &[&str] = &[
    "Appendectomy",
    "Breast surgery",
    "Cataract surgery",
    "Cholecystectomy",
    "Colectomy",
    "Glaucoma surgery",
    "Heart bypass",
    "Heart stenting",
    "Heart valve surgery",
    "Hernia repair",
    "Hip replacement",
    "Hysterectomy",
    "Knee replacement",
    "Oopherectomy",
    "Prostate surgery",
    "Tonsillectomy",
];

/// Allergies to medications.
pub const ALLERGIES: &[&str] = &[
    "Amoxicillin",
    "Codeine",
    "Macrolides",
    "Penicillin",
    "Sulfa",
];

/// Alcohol history.
pub const ALCOHOL: &[&str] = &[
    "No",
    "1 to 7 beverages per week on average",
    "8 to 14 beverages per week on average",
    "15 or more beverages per week on average",
];

/// Smoking history.
pub const SMOKING: &[&str] = &[
    "No",
    "less than 1 pack per day",
    "1 to 2 packs per day",
    "more than 2 packs per day",
];

/// Whether pregnant, planning a pregnancy, or breastfeeding (decision 172); asked of some, required of none.
pub const PREGNANCY: &[&str] = &["Yes", "No", "Prefer not to say"];

/// Provinces and territories, and the rest of the world.
pub const PROVINCES: &[&str] = &[
    "AB", "BC", "MB", "NB", "NL", "NT", "NS", "NU", "ON", "PE", "QC", "SK", "YT", "OTHER",
];

/// Amounts of one dose; the first is the default.
pub const QUANTITIES: &[&str] = &[
    "One",
    "One quarter",
    "One half",
    "One and a half",
    "Two",
    "Two and a half",
    "Three",
    "Four",
    "Five",
];

/// How often a dose is taken.
pub const FREQUENCIES: &[&str] = &[
    "Once a day",
    "Once in the morning",
    "Once at night",
    "Twice a day",
    "Three times a day",
    "Four times a day",
    "Every other day",
    "Once a week",
    "Once a month",
    "Once every three months",
    "Once every six months",
];

/// Of two eyes, ears or nostrils: which (decision 208).
pub const SITES_OF_EYE: &[&str] = &["Left eye", "Right eye", "Both eyes"];
pub const SITES_OF_EAR: &[&str] = &["Left ear", "Right ear", "Both ears"];
pub const SITES_OF_NOSE: &[&str] = &[
    "Left nostril",
    "Right nostril",
    "Each nostril",
    "One nostril",
];
/// For drops that are for eyes and ears.
pub const SITES_OF_EYE_OR_EAR: &[&str] = &[
    "Left eye",
    "Right eye",
    "Both eyes",
    "Left ear",
    "Right ear",
    "Both ears",
];

/// Durations.
pub const DURATIONS: &[&str] = &[
    "1 day", "2 days", "3 days", "4 days", "5 days", "6 days", "7 days", "1 week", "2 weeks",
    "3 weeks", "4 weeks", "5 weeks", "6 weeks", "7 weeks", "1 month", "2 months", "3 months",
];

/// The six statements a patient confirms before submitting a request, in the first person (decision 123).
pub const AGREEMENT: [&str; 6] = [
    "I understand that this service is for medications that I take regularly only, and that a doctor may refuse a medication that is unfamiliar and cancel my request.",
    "I confirm that my chronic conditions are stable.",
    "I will seek medical care promptly if I have an adverse reaction.",
    "I understand that the fees are non-refundable.",
    "I understand that the physician may modify my request and that the maximum duration is 3 months.",
    "I understand that the review may take up to 24 hours.",
];

/// Version of [`AGREEMENT`], stored with every request.
pub const AGREEMENT_VERSION: &str = "1";

/// The four consents of the sign-up: field name and label (decisions 34, 123).
pub const CONSENTS: [(&str, &str); 4] = [
    (
        "consentCommunication",
        "I agree to be contacted by email, text message and phone about my requests.",
    ),
    (
        "consentPharmaNetPolicy",
        "I have read the PharmaNet Consent and I agree to it.",
    ),
    (
        "consentPrivacyPolicy",
        "I have read the Privacy Policy and I agree to it.",
    ),
    (
        "consentTermsOfUse",
        "I have read the Terms of Use and I agree to them.",
    ),
];

/// Whether `answer` is exactly one of `list`.
pub fn is_one_of(list: &[&str], answer: &str) -> bool {
    list.contains(&answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_have_the_lengths_of_the_contract() {
        let lengths: Vec<usize> = [
            SEXES,
            MEDICAL_CONDITIONS,
            SURGERIES,
            ALLERGIES,
            ALCOHOL,
            SMOKING,
            PROVINCES,
            QUANTITIES,
            FREQUENCIES,
            DURATIONS,
        ]
        .iter()
        .map(|list| list.len())
        .collect();
        assert_eq!(lengths, [6, 31, 16, 5, 4, 4, 14, 9, 11, 17]);
    }

    #[test]
    fn no_list_repeats_itself() {
        for list in [MEDICAL_CONDITIONS, SURGERIES, DURATIONS, PROVINCES] {
            let distinct: std::collections::BTreeSet<_> = list.iter().collect();
            assert_eq!(distinct.len(), list.len());
        }
    }
}
