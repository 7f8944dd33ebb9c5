// SPDX-License-Identifier: AGPL-3.0-or-later

//! How a medication is taken: the form completed by a patient and corrected by a doctor (spec 000 section 5,
//! spec 002 section 5; decisions 87 and 88).

// cspell:ignoreRegExp rust-string

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::faults::Fault;
use crate::options::{
    DURATIONS, FREQUENCIES, OTHER, QUANTITIES, SITES_OF_EYE_OR_EAR, SITES_OF_NOSE, is_one_of,
};
use crate::texts::request as texts;
use crate::unseen::{HIDDEN, hides, trim};

/// Maximum length of a free text, in characters (constant prescription.other-notes.max).
pub const LONGEST_TEXT: usize = 200;
/// Maximum number of repeats (constant prescription.repeat.max).
pub const MOST_REPEATS: i64 = 100;

/// One usage; the last usage of a medication is in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Usage {
    /// Amount of one dose: one of [`QUANTITIES`] or `Other`.
    pub quantity: String,
    pub quantity_other: Option<String>,
    /// One of [`FREQUENCIES`] or `Other`.
    pub frequency: String,
    pub frequency_other: Option<String>,
    pub as_needed: bool,
    /// One of [`DURATIONS`] or `Other`; empty if not selected.
    pub duration: String,
    pub duration_other: Option<String>,
    /// Refills after the first fill, 0 to 100.
    pub repeat: i64,
    /// Notes, shown when something is `Other`.
    pub text_line: Option<String>,
    /// Which eye, ear or nostril, where the drug goes into one: `Left eye`. Absent for any other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
}

impl Default for Usage {
    /// The initial form: one, no repeats, the rest not selected.
    fn default() -> Self {
        Self {
            quantity: "One".to_owned(),
            quantity_other: None,
            frequency: String::new(),
            frequency_other: None,
            as_needed: false,
            duration: String::new(),
            duration_other: None,
            repeat: 0,
            text_line: None,
            site: None,
        }
    }
}

impl Usage {
    /// The trimmed text typed beside `Other`.
    pub(crate) fn typed(text: Option<&String>) -> Option<&str> {
        text.map(|text| trim(text)).filter(|text| !text.is_empty())
    }

    /// The trimmed notes.
    pub fn notes(&self) -> Option<&str> {
        Self::typed(self.text_line.as_ref())
    }

    /// Whether any of the three answers is `Other`.
    pub fn has_other(&self) -> bool {
        [&self.quantity, &self.frequency, &self.duration].contains(&&OTHER.to_owned())
    }

    /// Errors of given values, ignoring missing ones.
    pub fn shape_faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (field, value, list, message) in [
            (
                "quantity",
                &self.quantity,
                QUANTITIES,
                texts::CHOOSE_QUANTITY,
            ),
            (
                "frequency",
                &self.frequency,
                FREQUENCIES,
                texts::CHOOSE_FREQUENCY,
            ),
            (
                "duration",
                &self.duration,
                DURATIONS,
                texts::CHOOSE_DURATION,
            ),
        ] {
            if !value.is_empty() && value != OTHER && !is_one_of(list, value) {
                faults.push(Fault::new(field, message));
            }
        }
        if self.site.as_deref().is_some_and(|site| {
            !is_one_of(SITES_OF_EYE_OR_EAR, site) && !is_one_of(SITES_OF_NOSE, site)
        }) {
            faults.push(Fault::new("site", texts::CHOOSE_SITE));
        }
        if !(0..=MOST_REPEATS).contains(&self.repeat) {
            faults.push(Fault::new("repeat", texts::REPEAT_RANGE));
        }
        for (field, text) in [
            ("quantityOther", &self.quantity_other),
            ("frequencyOther", &self.frequency_other),
            ("durationOther", &self.duration_other),
            ("textLine", &self.text_line),
        ] {
            // Only the notes are printed on separate lines.
            let is_odd =
                |letter: char| letter.is_control() && (letter != '\n' || field != "textLine");
            let too_long =
                |text: &String| text.chars().count() > LONGEST_TEXT || text.contains(is_odd);
            if text.as_ref().is_some_and(too_long) {
                faults.push(Fault::new(field, texts::TEXT_TOO_LONG));
            } else if text.as_deref().is_some_and(hides) {
                faults.push(Fault::new(field, HIDDEN));
            } else if let Some(number) = text.as_deref().and_then(decimal_comma) {
                faults.push(Fault::new(
                    field,
                    format!(
                        "Please write decimals with a point: {}, not {number}.",
                        number.replace(',', ".")
                    ),
                ));
            }
        }
        faults
    }
}

/// The first number with a decimal comma, e.g. `0,5`: a pharmacist may read 5. Groups of thousands
/// (`1,000`) and lists (`days 1,8,15`) are none.
fn decimal_comma(text: &str) -> Option<&str> {
    let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, ',' | '.');
    let mut from = 0;
    while let Some(start) = text[from..].find(|letter: char| letter.is_ascii_digit()) {
        let start = from + start;
        let end = text[start..]
            .find(|letter| !is_part(letter))
            .map_or(text.len(), |length| start + length);
        let number = text[start..end].trim_end_matches([',', '.']);
        let before = text[..start].trim_end().to_lowercase();
        let is_of_days = ["day", "days", "jour", "jours"]
            .iter()
            .any(|word| before.ends_with(word));
        if is_decimal(number) && !is_of_days {
            return Some(number);
        }
        from = end;
    }
    None
}

/// Whether digits and commas are one number with a decimal comma.
fn is_decimal(number: &str) -> bool {
    let Some((whole, rest)) = number.split_once(',') else {
        return false;
    };
    let is_group = rest.split('.').next().is_some_and(|group| group.len() == 3)
        && (1..=3).contains(&whole.len())
        && !whole.starts_with('0');
    !rest.contains(',') && !whole.contains('.') && !is_group
}

/// All missing or invalid fields in the usage of a requested medication. `Other` requires a text, beside it
/// or in the notes.
pub fn validate_usage(usage: &Usage) -> Vec<Fault> {
    let mut faults = usage.shape_faults();
    for (field, value, other, message) in [
        (
            "quantity",
            &usage.quantity,
            &usage.quantity_other,
            texts::CHOOSE_QUANTITY,
        ),
        (
            "frequency",
            &usage.frequency,
            &usage.frequency_other,
            texts::CHOOSE_FREQUENCY,
        ),
        (
            "duration",
            &usage.duration,
            &usage.duration_other,
            texts::CHOOSE_DURATION,
        ),
    ] {
        let missing = value.is_empty()
            || (value == OTHER
                && Usage::typed(other.as_ref()).is_none()
                && usage.notes().is_none());
        if missing {
            faults.push(Fault::new(field, message));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual() -> Usage {
        Usage {
            frequency: "Once a day".into(),
            duration: "3 months".into(),
            ..Usage::default()
        }
    }

    fn messages(usage: &Usage) -> Vec<String> {
        validate_usage(usage)
            .into_iter()
            .map(|fault| format!("{}: {}", fault.field, fault.message))
            .collect()
    }

    #[test]
    fn the_opening_form_lacks_frequency_and_duration() {
        assert_eq!(
            messages(&Usage::default()),
            [
                "frequency: Please choose the frequency.",
                "duration: Please choose the duration."
            ]
        );
        assert!(messages(&usual()).is_empty());
        assert!(Usage::default().shape_faults().is_empty());
    }

    #[test]
    fn repeats_stay_between_0_and_100() {
        for (repeat, faults) in [(0, 0), (100, 0), (-1, 1), (101, 1)] {
            assert_eq!(
                messages(&Usage { repeat, ..usual() }).len(),
                faults,
                "{repeat}"
            );
        }
        assert_eq!(
            messages(&Usage {
                repeat: 101,
                ..usual()
            }),
            ["repeat: Please repeat between 0 and 100"]
        );
    }

    #[test]
    fn other_needs_its_words() {
        let other = Usage {
            duration: OTHER.into(),
            ..usual()
        };
        assert_eq!(messages(&other), ["duration: Please choose the duration."]);
        let typed = Usage {
            duration_other: Some("10 days".into()),
            ..other.clone()
        };
        assert!(messages(&typed).is_empty());
        let noted = Usage {
            text_line: Some("until gone".into()),
            ..other
        };
        assert!(messages(&noted).is_empty());
    }

    #[test]
    fn long_texts_and_strange_answers_are_refused() {
        let long = Usage {
            text_line: Some("é".repeat(201)),
            ..usual()
        };
        assert_eq!(
            messages(&long),
            ["textLine: Please use at most 200 characters"]
        );
        assert!(
            messages(&Usage {
                text_line: Some("é".repeat(200)),
                ..usual()
            })
            .is_empty()
        );
        assert_eq!(
            messages(&Usage {
                quantity: "Seven".into(),
                ..usual()
            })
            .len(),
            1
        );
    }

    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Cases {
        /// Text; the number with a decimal comma in it, or empty.
        decimal_commas: Vec<[String; 2]>,
    }

    #[test]
    fn decimal_commas_are_refused_and_other_commas_are_not() {
        let cases: Cases = serde_json::from_str(include_str!("wording_cases.json")).unwrap();
        for [text, number] in &cases.decimal_commas {
            for field in ["quantityOther", "frequencyOther", "textLine"] {
                let mut usage = usual();
                match field {
                    "quantityOther" => usage.quantity_other = Some(text.clone()),
                    "frequencyOther" => usage.frequency_other = Some(text.clone()),
                    _ => usage.text_line = Some(text.clone()),
                }
                let expected: Vec<String> = (!number.is_empty())
                    .then(|| {
                        format!(
                            "{field}: Please write decimals with a point: {}, not {number}.",
                            number.replace(',', ".")
                        )
                    })
                    .into_iter()
                    .collect();
                assert_eq!(messages(&usage), expected, "{text}");
            }
        }
    }

    #[test]
    fn a_site_is_one_of_the_list_and_absent_without_one() {
        let with = |site: &str| Usage {
            site: Some(site.into()),
            ..usual()
        };
        assert!(messages(&with("Left eye")).is_empty());
        assert!(messages(&with("Each nostril")).is_empty());
        assert_eq!(messages(&with("Left knee")).len(), 1);
        let text = serde_json::to_string(&usual()).unwrap();
        assert!(!text.contains("site"), "{text}");
    }

    #[test]
    fn the_wire_form_is_the_contract_s() {
        let text = r#"{"quantity":"One half","frequency":"Twice a day","asNeeded":true,"duration":"2 weeks","repeat":1}"#;
        let usage: Usage = serde_json::from_str(text).unwrap();
        assert!(usage.as_needed && usage.repeat == 1 && usage.quantity == "One half");
        assert!(serde_json::from_str::<Usage>(r#"{"dose":1}"#).is_err());
        let back = serde_json::to_value(&usage).unwrap();
        assert_eq!(back["quantityOther"], serde_json::Value::Null);
    }
}
