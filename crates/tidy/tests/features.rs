// SPDX-License-Identifier: AGPL-3.0-or-later

//! The features: their order, that they meet through their `mod.rs` only, and that server and web
//! have the same ones. ARCHITECTURE.md, "The order of the features", says the same in words.

use std::collections::BTreeSet;

use salal_tidy::{code, features, file, files, folders, no_faults, paths_after, server_code};

/// A feature uses features of earlier rows, never one of its own row or a later one.
const ORDER: &[&[&str]] = &[
    &["reference_data", "pharmacies", "uploads"],
    &["people"],
    &[
        "drugs",
        "links",
        "medical_info",
        "pharmanet",
        "presence",
        "suggestions",
    ],
    &["accounts"],
    &["audit", "clinic_notes", "fax", "payments"],
    &["messages"],
    &["orders"],
    &[
        "billing",
        "lab_tests",
        "notes",
        "prescriptions",
        "sleep_studies",
    ],
    &["manage_data", "operations", "patient_page"],
    &["today"],
    &["insight"],
];

/// Features of the plan that the program does not have yet. May only shrink.
const TO_COME: &[&str] = &[];

/// Features without a screen of their own.
const WITHOUT_SCREENS: &[&str] = &[
    "clinic_notes",
    "orders",
    "patient_page",
    "reference_data",
    "today",
    "uploads",
];

/// Screens without a feature of the server: they show its settings.
const SCREENS_ONLY: &[&str] = &["public_pages"];

fn row_of(feature: &str) -> Option<usize> {
    ORDER.iter().position(|row| row.contains(&feature))
}

#[test]
fn features_use_earlier_ones_through_their_mod_only() {
    let mut faults = Vec::new();
    let all = features();
    // How a feature is named: within its own crate, from a crate above, and by the server's own.
    let mut prefixes = vec!["crate::".to_owned(), "features::".to_owned()];
    prefixes.extend(
        folders("crates/features")
            .iter()
            .map(|name| format!("salal_{name}::")),
    );
    let of_all = all.iter().flat_map(|(feature, folder)| {
        let of_one = files(folder, &["rs"]).into_iter();
        of_one.map(move |file| (feature, file))
    });
    for (feature, file) in of_all {
        let code = code(&file.text);
        let named = prefixes
            .iter()
            .flat_map(|prefix| paths_after(&code, prefix));
        for path in named {
            let Some(other) = path.first().filter(|other| *other != feature) else {
                continue;
            };
            let Some(folder) = all.get(other) else {
                continue;
            };
            let told = format!("{}: {}", file.path, path.join("::"));
            if row_of(other) >= row_of(feature) {
                faults.push(format!("{told} ({other} is not in an earlier row)"));
            }
            // A module of the other feature (its repo, dto, routes …) is its own affair.
            if let Some(inner) = path.get(1)
                && salal_tidy::file(&format!("{folder}/{inner}.rs")).is_some()
            {
                faults.push(format!("{told} (past the mod.rs of {other})"));
            }
        }
        if code.contains("super::super::") && !file.path.ends_with("entity.rs") {
            faults.push(format!(
                "{}: reaches other features by super::super",
                file.path
            ));
        }
    }
    no_faults("a feature uses earlier rows, through their mod.rs", &faults);
}

#[test]
fn server_web_and_plan_have_the_same_features() {
    let planned: BTreeSet<String> = ORDER
        .iter()
        .flat_map(|row| row.iter().map(ToString::to_string))
        .collect();
    let server: BTreeSet<String> = features().into_keys().collect();
    let web: BTreeSet<String> = folders("web/src/features")
        .iter()
        .map(|name| name.replace('-', "_"))
        .collect();
    let to_come: BTreeSet<String> = TO_COME.iter().map(ToString::to_string).collect();
    let expected: BTreeSet<String> = planned.difference(&to_come).cloned().collect();
    let screens: BTreeSet<String> = expected
        .iter()
        .filter(|name| !WITHOUT_SCREENS.contains(&name.as_str()))
        .cloned()
        .chain(SCREENS_ONLY.iter().map(ToString::to_string))
        .collect();
    assert_eq!(
        server, expected,
        "the server's features, without those to come"
    );
    assert_eq!(
        web, screens,
        "the web app's features, without those to come and those without screens, and with those that are only screens"
    );
}

/// Every feature with calls or jobs is registered by its crate, and every crate by app.rs, or it is not part of the
/// program.
#[test]
fn app_puts_every_feature_together() {
    let code_of = |path: &str| file(path).map_or_else(String::new, |file| code(&file.text));
    let app = code_of("crates/server/src/app.rs");
    let registers = folders("crates/features")
        .into_iter()
        .map(|name| format!("salal_{name}::register"));
    let mut faults: Vec<String> = registers.filter(|name| !app.contains(name)).collect();
    for (feature, folder) in features() {
        let of_crate = code_of(&format!("{folder}/../lib.rs"));
        for (of, function) in [("routes.rs", "routes()"), ("jobs.rs", "jobs()")] {
            let there = file(&format!("{folder}/{of}")).is_some();
            if there && !of_crate.contains(&format!("{feature}::{function}")) {
                faults.push(format!("{feature}::{function}"));
            }
        }
    }
    no_faults("neither app.rs nor the crate registers", &faults);
}

/// The kill test walks the list of crash points: each must be passed somewhere, and none twice.
#[test]
fn every_crash_point_stands_in_the_code_once() {
    let list = file("crates/server/tests/kill/points.rs")
        .expect("the kill test lists the points")
        .text;
    let list = list
        .split("= &[")
        .nth(1)
        .and_then(|rest| rest.split("];").next())
        .unwrap_or_default();
    let names: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(!names.is_empty(), "no points are listed");
    let mut found = Vec::new();
    for file in server_code() {
        let calls = file
            .text
            .match_indices("crash::point(\"")
            .map(|(place, word)| place + word.len());
        found.extend(
            calls.filter_map(|place| file.text[place..].split('"').next().map(str::to_owned)),
        );
    }
    let mut faults: Vec<String> = found
        .iter()
        .filter(|name| !names.contains(&name.as_str()))
        .map(|name| format!("{name} is not listed"))
        .collect();
    for name in names {
        let times = found.iter().filter(|other| *other == name).count();
        if times != 1 {
            faults.push(format!("{name} is passed at {times} places"));
        }
    }
    no_faults("crash points", &faults);
}
