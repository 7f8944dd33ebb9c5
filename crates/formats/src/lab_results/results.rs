// SPDX-License-Identifier: AGPL-3.0-or-later

//! Single results: a value with its unit, range and flag, as reported by the laboratory.

use serde::{Deserialize, Serialize};

/// The status of a result (HL7 table 0085).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResultStatus {
    Final,
    Preliminary,
    Partial,
    Corrected,
    Unverified,
    Pending,
    Unavailable,
    Deleted,
    Wrong,
    Detail,
}

impl ResultStatus {
    /// All of them, with their HL7 letters.
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::Final, "FU"),
        (Self::Preliminary, "P"),
        (Self::Partial, "S"),
        (Self::Corrected, "C"),
        (Self::Unverified, "RB"),
        (Self::Pending, "I"),
        (Self::Unavailable, "XN"),
        (Self::Deleted, "D"),
        (Self::Wrong, "W"),
        (Self::Detail, "OV"),
    ];

    /// Parses an HL7 letter.
    pub fn from_letter(letter: &str) -> Option<Self> {
        let mut letters = letter.trim().chars();
        let (letter, rest) = (letters.next()?, letters.next());
        Self::ALL
            .into_iter()
            .find(|(_, codes)| rest.is_none() && codes.contains(letter))
            .map(|(status, _)| status)
    }

    /// Display text; `None` for a plain final result.
    pub const fn label(self) -> Option<&'static str> {
        match self {
            Self::Final => None,
            Self::Preliminary => Some("Preliminary"),
            Self::Partial => Some("Partial"),
            Self::Corrected => Some("Corrected by the lab"),
            Self::Unverified => Some("Not verified yet"),
            Self::Pending => Some("Pending"),
            Self::Unavailable => Some("No result could be obtained"),
            Self::Deleted => Some("Deleted by the lab"),
            Self::Wrong => Some("Withdrawn by the lab as wrong"),
            Self::Detail => Some("Detail of the order"),
        }
    }

    /// The laboratory corrects an earlier result.
    pub const fn is_correction(self) -> bool {
        matches!(self, Self::Corrected | Self::Deleted | Self::Wrong)
    }
}

/// One result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabItem {
    /// What was ordered, such as a panel.
    pub group: String,
    /// The laboratory's code of the test; may be empty.
    pub code: String,
    /// Distinguishes results with the same code; may be empty.
    pub sub: String,
    pub name: String,
    /// As text, including line breaks; `None` without a value.
    pub value: Option<String>,
    pub unit: String,
    pub range: String,
    /// The laboratory's own flag, such as `H`; may be empty.
    pub flag: String,
    pub status: ResultStatus,
    pub comments: Vec<String>,
}

impl LabItem {
    /// The meaning of the flag (HL7 table 0078); an unknown flag is shown as it is.
    pub fn flag_words(&self) -> Option<String> {
        let words: Vec<&str> = self.flag.split(", ").map(word_of).collect();
        (!self.flag.is_empty()).then(|| words.join(", "))
    }

    /// Whether the laboratory flagged it as abnormal.
    pub fn is_marked(&self) -> bool {
        self.flag.split(", ").any(|flag| MARKED.contains(&flag))
    }
}

/// The flags that mean "abnormal". `N`, trends and sensitivities do not.
const MARKED: [&str; 8] = ["H", "HH", "L", "LL", "A", "AA", ">", "<"];

fn word_of(flag: &str) -> &str {
    match flag {
        "H" => "High",
        "HH" => "Above the panic limit",
        "L" => "Low",
        "LL" => "Below the panic limit",
        "A" => "Abnormal",
        "AA" => "Very abnormal",
        ">" => "Above what can be measured",
        "<" => "Below what can be measured",
        "N" => "Normal",
        "U" => "Up from before",
        "D" => "Down from before",
        "B" => "Better than before",
        "W" => "Worse than before",
        "S" => "Susceptible",
        "I" => "Intermediate",
        "R" => "Resistant",
        "MS" => "Moderately susceptible",
        "VS" => "Very susceptible",
        other => other,
    }
}

/// The names of the groups, each once, in order.
pub fn title(items: &[LabItem]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for item in items {
        if !names.contains(&item.group.as_str()) {
            names.push(&item.group);
        }
    }
    names.join(", ")
}
