// SPDX-License-Identifier: AGPL-3.0-or-later

//! Metrics are recorded through their table alone, and what reads them (rules, dashboard, document) names no other;
//! each alert says what it is, what to do and where, and is fired by a test. Deliberately not here: whether the rules
//! are right, which `promtool` tests.

use std::collections::BTreeSet;

use salal_tidy::{code, file, files, no_faults, places};

const TABLE: &str = "crates/platform/src/telemetry/table.rs";
const RULES: &str = "deploy/prometheus/salal.rules.yml";
const RULE_TESTS: &str = "deploy/prometheus/salal.rules.test.yml";
const DASHBOARD: &str = "deploy/grafana/salal.json";
const DOCUMENT: &str = "docs/metrics.md";
const GUIDE: &str = "docs/operate.md";

fn text(path: &str) -> String {
    file(path)
        .unwrap_or_else(|| panic!("{path} is missing"))
        .text
}

/// The names of metrics in a text, without what Prometheus adds to those of a histogram.
fn named(text: &str) -> BTreeSet<String> {
    let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    text.split(|letter: char| !is_name(letter))
        .filter(|word| word.starts_with("salal_") || word.starts_with("process_"))
        .map(|word| word.strip_suffix("_bucket").unwrap_or(word).to_owned())
        .collect()
}

/// What is exported.
fn exported() -> BTreeSet<String> {
    let table = text(TABLE);
    let rows = table.split("exported! {").nth(1).unwrap_or_default();
    let rows = rows.split("#[cfg(test)]").next().unwrap_or_default();
    let found = named(rows);
    assert!(found.len() > 20, "{TABLE} cannot be read");
    found
}

/// What follows `- alert:`, each with its lines.
fn alerts(rules: &str) -> Vec<(String, String)> {
    let parts = rules.split("- alert: ").skip(1);
    parts
        .map(|part| {
            let (name, rest) = part.split_once('\n').unwrap_or((part, ""));
            (name.trim().to_owned(), rest.to_owned())
        })
        .collect()
}

#[test]
fn nothing_is_recorded_beside_the_table() {
    let mut faults = Vec::new();
    for file in files("crates", &["rs"]) {
        let own = "crates/platform/src/telemetry/";
        if file.path.starts_with(own) || file.path.starts_with("crates/tidy/") {
            continue;
        }
        let written = code(&file.text);
        for needle in ["counter!(", "gauge!(", "histogram!("] {
            faults.extend(places(&file, &written, needle));
        }
    }
    no_faults("a metric is recorded through telemetry", &faults);
}

#[test]
fn what_reads_metrics_names_those_that_are_exported() {
    let exported = exported();
    for path in [RULES, RULE_TESTS, DASHBOARD] {
        let unknown: Vec<_> = named(&text(path)).difference(&exported).cloned().collect();
        no_faults(&format!("{path} names what is not exported"), &unknown);
    }
    let rows: String = text(DOCUMENT)
        .lines()
        .filter(|line| line.starts_with("| `"))
        .collect();
    assert_eq!(named(&rows), exported, "{DOCUMENT} and {TABLE}");
}

#[test]
fn each_alert_says_what_to_do_and_is_fired_by_a_test() {
    let (rules, tests, document) = (text(RULES), text(RULE_TESTS), text(DOCUMENT));
    let guide = file(GUIDE);
    let mut faults = Vec::new();
    for (name, lines) in alerts(&rules) {
        let link = format!("runbook_url: {GUIDE}#{}", name.to_lowercase());
        for part in ["severity: ", "summary: ", "description: ", &link] {
            if !lines.contains(part) {
                faults.push(format!("{name} has no {part}"));
            }
        }
        if !tests.contains(&format!("alertname=\"{name}\"")) {
            faults.push(format!("{name} is fired by no test in {RULE_TESTS}"));
        }
        if !document.contains(&format!("| `{name}` |")) {
            faults.push(format!("{DOCUMENT} does not list {name}"));
        }
        if let Some(guide) = &guide
            && !guide
                .text
                .lines()
                .any(|line| line.trim_start_matches('#').trim() == name && line.starts_with('#'))
        {
            faults.push(format!("{GUIDE} has no heading {name}"));
        }
    }
    no_faults("an alert nobody can act on", &faults);
}
