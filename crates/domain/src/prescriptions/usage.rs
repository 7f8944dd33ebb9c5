// SPDX-License-Identifier: AGPL-3.0-or-later

//! How a medication is taken: the form completed by a patient and corrected by a doctor (spec 000 section 5,
//! spec 002 section 5; decisions 87 and 88).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::faults::Fault;
use crate::options::{DURATIONS, FREQUENCIES, OTHER, QUANTITIES, is_one_of};
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
            }
        }
        faults
    }
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
