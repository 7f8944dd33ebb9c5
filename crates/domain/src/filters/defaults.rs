// SPDX-License-Identifier: AGPL-3.0-or-later

//! The class filters of a new installation (reference prescription-rules 4).
//!
//! The ATC codes and ingredients of each class are in `classes`. A pharmacist must confirm them before real
//! use; administrators can change them like any other filter.

use super::FilterStatus::{self, CrossOut, DoNotShowUp};
use super::{FilterRule, MatchedBy};

/// Class, status, and the excepted ingredients.
type Default = (&'static str, FilterStatus, &'static [&'static str]);

const DEFAULTS: [Default; 33] = [
    // Opiates, except what only accompanies them in a mixture.
    (
        "28:08.08",
        CrossOut,
        &[
            "ACETAMINOPHEN",
            "CAFFEINE",
            "ACETYLSALICYLIC ACID",
            "IBUPROFEN",
        ],
    ),
    ("28:08.12", CrossOut, &[]),
    // Benzodiazepines, barbiturates and other sedatives.
    ("28:12.08", CrossOut, &[]),
    ("28:12.04", CrossOut, &[]),
    ("28:24.04", CrossOut, &[]),
    ("28:24.08", CrossOut, &[]),
    ("28:24.92", CrossOut, &[]),
    // Stimulants and anorexigenics.
    ("28:20.04", CrossOut, &[]),
    ("28:20.08", CrossOut, &[]),
    ("28:20.32", CrossOut, &[]),
    ("28:20.80", CrossOut, &[]),
    ("28:20.92", CrossOut, &[]),
    // Cannabinoids and androgens.
    ("56:22.92", CrossOut, &[]),
    ("68:08", CrossOut, &[]),
    // Infections.
    ("08:08", CrossOut, &[]),
    ("08:12.02", CrossOut, &[]),
    ("08:12.06", CrossOut, &[]),
    ("08:12.07", CrossOut, &[]),
    ("08:12.12", CrossOut, &[]),
    ("08:12.16", CrossOut, &[]),
    ("08:12.18", CrossOut, &[]),
    ("08:12.20", CrossOut, &[]),
    // Acne doses.
    ("08:12.24", CrossOut, &["DOXYCYCLINE", "MINOCYCLINE"]),
    ("08:12.28", CrossOut, &[]),
    ("08:14", CrossOut, &[]),
    ("08:16", CrossOut, &[]),
    // Suppressive treatment of herpes.
    (
        "08:18",
        CrossOut,
        &["VALACYCLOVIR", "VALACICLOVIR", "ACYCLOVIR", "ACICLOVIR"],
    ),
    // Taken for rheumatic diseases.
    (
        "08:30",
        CrossOut,
        &[
            "HYDROXYCHLOROQUINE",
            "HYDROXYCHLOROQUINE SULFATE",
            "HYDROXYCHLOROQUINE SULPHATE",
        ],
    ),
    ("08:36", CrossOut, &[]),
    // Vaccines, serums, diagnostics, radioactive agents.
    ("80", DoNotShowUp, &[]),
    ("36", DoNotShowUp, &[]),
    ("78", DoNotShowUp, &[]),
    // Gabapentin and pregabalin: misused, but in no schedule (reference prescription-rules 3). AHFS has no
    // class for them, so the filter uses an ATC code.
    ("N02BF", CrossOut, &[]),
];

/// The filters of a new installation.
pub fn default_filters() -> Vec<FilterRule> {
    DEFAULTS
        .iter()
        .map(|(number, status, exceptions)| FilterRule {
            tc_ahfs_number: (*number).to_owned(),
            status: *status,
            exceptions: exceptions.iter().map(|name| (*name).to_owned()).collect(),
            // The known matches of the class are found by its number (`classes`).
            also: MatchedBy::default(),
        })
        .collect()
}
