// SPDX-License-Identifier: AGPL-3.0-or-later

//! Each alert of `deploy/prometheus/salal.rules.yml`, fired by what a running program shows. Its cause is brought about, no
//! value is set by hand; what was read over HTTP before and after becomes a test for `promtool`: no alert before, this one
//! after. So a rule that rests on a value the program never shows is noticed here. Where there is no `promtool` on the
//! machine, that is said. Not here: the limits of each rule, which `deploy/prometheus/salal.rules.test.yml` tests.

mod causes;
mod scrape;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use causes::Seen;
use serde_json::json;

use crate::support::{Engine, TestApp};

/// A rule, what is done so that it is true, and the labels that the alert must have.
struct Row {
    alert: &'static str,
    seen: Seen,
    labels: &'static str,
}

const fn row(alert: &'static str, seen: Seen, labels: &'static str) -> Row {
    Row {
        alert,
        seen,
        labels,
    }
}

/// Each rule with its cause; `causes` says how it is brought about.
const ROWS: &[Row] = &[
    row("SalalDown", Seen::Ended, ""),
    row("SalalRestarting", Seen::StartedAgain, ""),
    row("SalalFilesUsedUp", Seen::Crowded, ""),
    row("SalalConnectionsRefused", Seen::Crowded, "why=\"total\""),
    row("SalalClockWrong", Seen::StrangeMachine, ""),
    row("SalalErrors", Seen::Uncommitted, ""),
    row("SalalSlow", Seen::Uncommitted, ""),
    row("SalalDatabaseAway", Seen::Away, ""),
    row("SalalStorageRefusing", Seen::Away, ""),
    row("SalalCommitFailures", Seen::Uncommitted, ""),
    row("SalalPoolExhausted", Seen::Waiting, "pool=\"all\""),
    row("SalalFiguresOld", Seen::Away, ""),
    row("SalalDiskFull", Seen::StrangeMachine, "what=\"backups\""),
    row("SalalNoWorker", Seen::Idle, "kind=\"uploads.sweep\""),
    row("SalalJobsGivenUp", Seen::Worked, "kind=\"post.mail\""),
    row("SalalUnconfirmedEffect", Seen::Idle, "kind=\"payment\""),
    row("SalalServiceAway", Seen::Worked, "service=\"sms\""),
    row("SalalFaxFailures", Seen::Worked, ""),
    row("SalalMailFailures", Seen::Worked, "channel=\"email\""),
    row("SalalRemittancesSetAside", Seen::Worked, ""),
    row("SalalRestoreHeld", Seen::Idle, ""),
    row("SalalBackupOld", Seen::Worked, ""),
    row("SalalAuditUnsealed", Seen::Idle, ""),
    row("SalalAuditUnanchored", Seen::Idle, ""),
    row("SalalAuditChanged", Seen::Worked, ""),
    row("SalalAuditUnwritten", Seen::Worked, ""),
    row("SalalFinding", Seen::Worked, "area=\"audit\""),
    row("SalalNotExamined", Seen::Idle, ""),
];

const RULES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../deploy/prometheus/salal.rules.yml"
);

/// A rule as it stands in the file: its name, and for how many minutes it must be true.
fn rules(text: &str) -> Vec<(&str, u32)> {
    let rules = text.split("- alert: ").skip(1);
    rules
        .map(|rule| {
            let name = rule.lines().next().expect("a name").trim();
            let wait = rule.split("        for: ").nth(1);
            let wait = wait.and_then(|wait| wait.lines().next()).unwrap_or("0m");
            let (number, unit) = wait.split_at(wait.len() - 1);
            let number: u32 = number.parse().expect("a number");
            (name, if unit == "h" { number * 60 } else { number })
        })
        .collect()
}

/// The names of series that rules ask for.
fn asked(text: &str) -> Vec<String> {
    let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let words = text.split(|letter: char| !is_name(letter));
    let names: BTreeSet<String> = words
        .filter(|word| {
            ["salal_", "process_"]
                .iter()
                .any(|start| word.starts_with(start))
        })
        .map(str::to_owned)
        .collect();
    names.into_iter().chain(["up".to_owned()]).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_alert_is_fired_by_a_running_program_postgres() {
    let text = std::fs::read_to_string(RULES).expect("the rules");
    let rules = rules(&text);
    let named: BTreeSet<&str> = rules.iter().map(|(name, _)| *name).collect();
    let rows: BTreeSet<&str> = ROWS.iter().map(|row| row.alert).collect();
    assert_eq!(named, rows, "each rule has a row, and each row its rule");
    assert_eq!(ROWS.len(), rules.len());

    let small = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let large = TestApp::on(&crate::TESTED, Engine::Postgres).await;
    let (mut pairs, others) = tokio::join!(
        Box::pin(causes::with_a_worker(&small)),
        Box::pin(causes::on_postgres(&large))
    );
    pairs.extend(others);
    let asked = asked(&text);
    let waits: BTreeMap<&str, u32> = rules.into_iter().collect();
    let tests: Vec<_> = pairs
        .iter()
        .map(|(seen, pair)| {
            let of_pair = ROWS.iter().filter(|row| row.seen == *seen);
            let alerts: Vec<_> = of_pair
                .map(|row| (row.alert, row.labels, waits[row.alert]))
                .collect();
            assert!(!alerts.is_empty(), "{seen:?} is for no rule");
            pair.test(&format!("{seen:?}"), &alerts, &asked)
        })
        .collect();
    assert_eq!(tests.len(), 9, "each way was seen");
    let rules = Path::new(RULES).canonicalize().expect("the rules");
    let file = json!({"rule_files": [rules], "evaluation_interval": "1m", "tests": tests});
    judge(&file.to_string());
}

/// Has `promtool` judge a test.
fn judge(test: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    // YAML is a superset of JSON.
    let file = folder.path().join("fired.yml");
    std::fs::write(&file, test).expect("a file");
    let judged = Command::new("promtool")
        .args(["test", "rules"])
        .arg(&file)
        .output();
    match judged {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("Not checked: there is no promtool on this machine.");
        }
        judged => {
            let judged = judged.expect("promtool runs");
            let told = String::from_utf8_lossy(&judged.stderr).into_owned();
            let out = String::from_utf8_lossy(&judged.stdout).into_owned();
            assert!(judged.status.success(), "{out}\n{told}");
        }
    }
}
