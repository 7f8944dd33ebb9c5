// SPDX-License-Identifier: AGPL-3.0-or-later

//! A list of which much is not in the file any more: it stops, says what would go, and a person goes on with
//! a reason, on the page or at the terminal.

use std::path::Path;

use salal_office::manage_data::{Said, Terminal, import_as_said};
use serde_json::{Value, json};

use super::{act, display, gone_on, imported, imported_all_the_same, long_ago, newest};
use crate::support::{TestApp, number, on_both};

const ONE_PHARMACY: &str =
    "name,address,city,fax,phone\nSalal Drugs,1 Main St,Vancouver,604-555-0142,604-555-0100\n";

async fn pharmacies(app: &TestApp) -> Vec<Value> {
    let list = app.get(&app.users.patient, "/pharmacy").await.ok();
    list.as_array().expect("a list").clone()
}

/// A file of this text in a folder of its own.
fn file_of(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list.csv");
    std::fs::write(&path, text).expect("a file can be written");
    (folder, path)
}

async fn at_the_terminal(
    app: &TestApp,
    what: Terminal,
    path: &Path,
    reason: Option<&str>,
) -> Result<String, String> {
    let said = Said {
        despite: reason.map(ToOwned::to_owned),
        ..Said::default()
    };
    as_said(app, what, path, &said).await
}

async fn as_said(
    app: &TestApp,
    what: Terminal,
    path: &Path,
    said: &Said,
) -> Result<String, String> {
    Box::pin(import_as_said(&app.ctx, what, path, said, |_| ()))
        .await
        .map_err(|error| error.cause.clone().unwrap_or_default())
}

/// Pharmacies of which so many have other numbers than the rest of their row says; in columns of one order or
/// with the two numbers exchanged.
fn numbered(range: std::ops::Range<u16>, others: u16, is_exchanged: bool) -> String {
    let line = |at: u16| {
        let fax = if at < others { 5000 + at } else { 1000 + at };
        let (fax, phone) = if is_exchanged {
            (2000 + at, fax)
        } else {
            (fax, 2000 + at)
        };
        format!("Pharmacy {at},{at} Main St,Vancouver,604-555-{fax},604-555-{phone}\n")
    };
    format!(
        "name,address,city,fax,phone\n{}",
        range.map(line).collect::<String>()
    )
}

on_both!(
    a_list_of_one_row_takes_the_others_away_only_when_a_person_says_so,
    what_stopped_can_be_gone_on_with_until_another_import_came,
    a_few_that_go_are_not_asked_about,
    small_steps_add_up_until_somebody_agrees,
    many_other_fax_numbers_ask_as_well,
    at_the_terminal_each_flag_is_for_its_own,
    one_column_for_both_numbers_is_worth_a_warning,
    every_list_that_a_file_shortens_asks,
    the_terminal_goes_on_with_a_reason_too,
    a_list_of_which_every_row_is_refused_says_which_and_why
);

async fn a_list_of_one_row_takes_the_others_away_only_when_a_person_says_so(app: &TestApp) {
    let before = pharmacies(app).await;
    assert_eq!(before.len(), 30);
    let stopped = imported(app, "Pharmacies", "list.csv", ONE_PHARMACY.as_bytes()).await;
    assert_eq!(stopped["state"], "failed", "{stopped}");
    let told = stopped["report"][0].as_str().unwrap_or_default();
    assert!(
        told.starts_with("Stopped: Pharmacies: 30 of 30 are not in the file and would go: ")
            && told.contains(" and 27 more. Nothing was changed."),
        "{told}"
    );
    let fall = &stopped["silent"][0];
    assert_eq!(
        (
            &fall["rule"],
            &fall["matched"],
            &fall["now"],
            fall["examples"].as_array().map(Vec::len)
        ),
        (&json!("Pharmacies"), &json!(30), &json!(0), Some(3))
    );
    assert_eq!(
        pharmacies(app).await,
        before,
        "each of them is still offered"
    );

    let go_on = act("go-on", &stopped);
    assert_eq!(
        app.put(
            &app.users.office,
            &go_on,
            &json!({"reason": "It is the whole list."})
        )
        .await
        .status,
        403
    );
    assert_eq!(
        app.put(&app.users.admin, &go_on, &json!({"reason": "so"}))
            .await
            .status,
        422
    );
    let done = gone_on(app, &stopped, "It is the whole list.").await;
    assert_eq!(
        (&done["state"], &done["reason"]),
        (&json!("done"), &json!("It is the whole list.")),
        "{done}"
    );
    assert_eq!(
        done["report"][0],
        "1 new, 0 changed, 0 unchanged, 30 no longer in the list."
    );
    assert!(
        done["report"][1]
            .as_str()
            .is_some_and(|told| told.ends_with("Continued because: It is the whole list.")),
        "{done}"
    );
    assert_eq!(pharmacies(app).await.len(), 1);
    let line = "select count(*) as n from audit where action = 'PUT /manage-data/go-on/{id}' and object_id = 'It is the whole list.'";
    assert_eq!(
        number(&app.ctx.db, line).await,
        1,
        "who went on and why stands in the audit"
    );
    app.put(
        &app.users.admin,
        &go_on,
        &json!({"reason": "Once more, please."}),
    )
    .await
    .refused(409, "NOT_KEPT");
    app.put(&app.users.admin, &act("undo", &done), &json!({}))
        .await
        .ok();
    assert_eq!(pharmacies(app).await, before);
}

async fn what_stopped_can_be_gone_on_with_until_another_import_came(app: &TestApp) {
    let stopped = imported(app, "Pharmacies", "list.csv", ONE_PHARMACY.as_bytes()).await;
    imported(app, "Dosage Form", "form.txt", b"71,85,TABLET,\n").await;
    let reason = json!({"reason": "It is the whole list."});
    app.put(&app.users.admin, &act("go-on", &stopped), &reason)
        .await
        .refused(409, "NOT_KEPT");
    let pieces = number(&app.ctx.db, "select count(*) as n from data_piece").await;
    assert_eq!((pharmacies(app).await.len(), pieces), (30, 0));
    assert_eq!(
        newest(app).await["resource"],
        "Dosage Form",
        "nothing was queued"
    );
}

async fn a_few_that_go_are_not_asked_about(app: &TestApp) {
    let list = |count: u16| {
        let line = |at: u16| format!("Pharmacy {at},{at} Main St,Vancouver,604-555-01{at:02}\n");
        format!(
            "name,address,city,fax\n{}",
            (0..count).map(line).collect::<String>()
        )
    };
    imported_all_the_same(app, "Pharmacies", "list.csv", list(30).as_bytes()).await;
    let done = imported(app, "Pharmacies", "list.csv", list(23).as_bytes()).await;
    assert_eq!(
        done["report"],
        json!(["0 new, 0 changed, 23 unchanged, 7 no longer in the list."]),
        "{done}"
    );
    assert_eq!(
        (pharmacies(app).await.len(), &done["silent"]),
        (23, &json!([]))
    );
    assert_eq!(
        imported(app, "Pharmacies", "list.csv", list(17).as_bytes()).await["state"],
        "failed"
    );
    assert_eq!(pharmacies(app).await.len(), 23);
}

async fn small_steps_add_up_until_somebody_agrees(app: &TestApp) {
    let bring = async |range| {
        imported(
            app,
            "Pharmacies",
            "list.csv",
            numbered(range, 0, false).as_bytes(),
        )
        .await
    };
    imported_all_the_same(
        app,
        "Pharmacies",
        "list.csv",
        numbered(0..31, 0, false).as_bytes(),
    )
    .await;
    for left in [28, 25] {
        assert_eq!(bring(0..left).await["state"], "done", "{left}");
    }
    let stopped = bring(0..22).await;
    assert_eq!(
        stopped["state"], "failed",
        "three more, and nine of thirty-one: {stopped}"
    );
    let fall = &stopped["silent"][0];
    assert_eq!(
        (
            &fall["kind"],
            &fall["matched"],
            &fall["now"],
            &fall["earlier"]
        ),
        (&json!("entries"), &json!(31), &json!(22), &json!(6))
    );
    assert!(stopped["report"].to_string().contains("9 of 31 are not in the file and would go: Pharmacy 22, Pharmacy 23, Pharmacy 24 and 6 more. 6 of them with imports of the last 30 days already."), "{stopped}");
    assert_eq!(pharmacies(app).await.len(), 25);
    // One that came back is not missing, and a list that loses nothing is not asked about.
    assert_eq!(bring(0..29).await["state"], "done");
    assert_eq!(bring(0..25).await["state"], "done", "six of thirty-one");
    let stopped = bring(0..20).await;
    assert_eq!(
        gone_on(app, &stopped, "They closed for good.").await["state"],
        "done"
    );
    assert_eq!(
        bring(0..16).await["state"],
        "done",
        "counted from what somebody agreed to"
    );
    assert_eq!(bring(0..13).await["state"], "failed");
    long_ago(app).await;
    assert_eq!(
        bring(0..13).await["state"],
        "done",
        "three of sixteen in a month"
    );
}

async fn many_other_fax_numbers_ask_as_well(app: &TestApp) {
    let bring = async |text: String| imported(app, "Pharmacies", "list.csv", text.as_bytes()).await;
    imported_all_the_same(
        app,
        "Pharmacies",
        "list.csv",
        numbered(0..12, 0, false).as_bytes(),
    )
    .await;
    let before = pharmacies(app).await;
    let stopped = bring(numbered(0..12, 0, true)).await;
    assert_eq!(stopped["state"], "failed", "{stopped}");
    let report = stopped["report"].to_string();
    assert!(report.contains("Stopped: Fax numbers of Pharmacies: 12 of 12 would change: Pharmacy 0 (604-555-1000 -> 604-555-2000), "), "{report}");
    assert!(
        report.contains("the columns for telephone and fax are probably exchanged"),
        "{report}"
    );
    assert_eq!(
        (&stopped["silent"][0]["kind"], pharmacies(app).await),
        (&json!("numbers"), before)
    );
    // A few change; with the next few they are more than a quarter.
    assert_eq!(bring(numbered(0..12, 3, false)).await["state"], "done");
    let stopped = bring(numbered(0..12, 5, false)).await;
    assert_eq!(
        (&stopped["state"], &stopped["silent"][0]["earlier"]),
        (&json!("failed"), &json!(3)),
        "{stopped}"
    );
    let done = gone_on(app, &stopped, "The chain has new lines.").await;
    assert_eq!(done["state"], "done", "{done}");
    assert!(
        done["report"][1]
            .as_str()
            .is_some_and(|told| told.contains("5 of 12 changed: ")),
        "{done}"
    );
    assert_eq!(
        pharmacies(app)
            .await
            .iter()
            .filter(|one| one["fax"]
                .as_str()
                .is_some_and(|fax| fax.contains("555-500")))
            .count(),
        5
    );
}

async fn at_the_terminal_each_flag_is_for_its_own(app: &TestApp) {
    imported_all_the_same(
        app,
        "Pharmacies",
        "list.csv",
        numbered(0..12, 0, false).as_bytes(),
    )
    .await;
    let (_folder, path) = file_of(&numbered(0..8, 0, true));
    let said = |removals: Option<&str>, numbers: Option<&str>| Said {
        despite: removals.map(ToOwned::to_owned),
        despite_numbers: numbers.map(ToOwned::to_owned),
        by: Some("root".to_owned()),
        ..Said::default()
    };
    for (said, told) in [
        (
            said(None, None),
            "--despite-removals \"the reason\" --despite-changed-numbers \"the reason\".",
        ),
        (said(Some("They closed."), None), "8 of 8 would change"),
        (
            said(None, Some("New lines.")),
            "4 of 12 are not in the file",
        ),
        (
            said(None, Some("so")),
            "--despite-changed-numbers: Please give a reason",
        ),
    ] {
        let refused = as_said(app, Terminal::Pharmacies, &path, &said)
            .await
            .expect_err("both are needed");
        assert!(refused.contains(told), "{refused}");
    }
    assert_eq!(pharmacies(app).await.len(), 12);
    let report = as_said(
        app,
        Terminal::Pharmacies,
        &path,
        &said(Some("They closed."), Some("New lines.")),
    )
    .await
    .expect("both were given");
    assert!(
        report.contains("Continued because: They closed. New lines. (by root)"),
        "{report}"
    );
    for flag in ["--despite-removals", "--despite-changed-numbers"] {
        let line = format!(
            "select count(*) as n from audit where action = 'salal import {flag}' and object_id like '%(by root)'"
        );
        assert_eq!(number(&app.ctx.db, &line).await, 1, "{flag}");
    }
}

async fn one_column_for_both_numbers_is_worth_a_warning(app: &TestApp) {
    let line = |at: u16| {
        format!("Pharmacy {at},{at} Main St,Vancouver,604-555-10{at:02},604-555-10{at:02}\n")
    };
    let list = format!(
        "name,address,city,fax,phone\n{}",
        (0..6).map(line).collect::<String>()
    );
    let done = imported_all_the_same(app, "Pharmacies", "list.csv", list.as_bytes()).await;
    assert!(
        done["report"]
            .to_string()
            .contains("in 6 of 6 entries the fax number is the telephone number"),
        "{done}"
    );
}

async fn every_list_that_a_file_shortens_asks(app: &TestApp) {
    let codes = |count: u8| {
        let line = |at: u8| format!("{}{},Text\n", char::from(b'A' + at), char::from(b'A' + at));
        format!("code,text\n{}", (0..count).map(line).collect::<String>())
    };
    let diagnoses = |count: u16| {
        let line = |at: u16| format!("{},Diagnosis {at}\n", 401 + at);
        format!(
            "code,description\n{}",
            (0..count).map(line).collect::<String>()
        )
    };
    let labs = |count: u16| {
        let line = |at: u16| format!("9000-{at},Test {at},Chemistry,%\n");
        format!(
            "code,name,group,unit\n{}",
            (0..count).map(line).collect::<String>()
        )
    };
    let clinics = |count: u16| {
        let line = |at: u16| {
            format!(
                "Coastal Sleep,Branch {at},{at} Lake Rd,,250-555-01{:02}\n",
                10 + at
            )
        };
        format!(
            "company,name,address,phone,fax\n{}",
            (0..count).map(line).collect::<String>()
        )
    };
    for (resource, many, few) in [
        ("Explanatory Codes", codes(8), codes(5)),
        ("Adjustment Codes", codes(8), codes(5)),
        ("Diagnosis Codes", diagnoses(8), diagnoses(5)),
        ("Lab Definitions", labs(8), labs(5)),
        ("Sleep Clinics", clinics(8), clinics(5)),
    ] {
        imported_all_the_same(app, resource, "own.csv", many.as_bytes()).await;
        let before = display(app, resource).await;
        let stopped = imported(app, resource, "own.csv", few.as_bytes()).await;
        assert_eq!(stopped["state"], "failed", "{resource}: {stopped}");
        let told = format!("Stopped: {resource}: 3 of 8 are not in the file and would go: ");
        assert!(
            stopped["report"][0]
                .as_str()
                .is_some_and(|said| said.starts_with(&told)),
            "{stopped}"
        );
        assert_eq!(display(app, resource).await, before, "{resource}");
        assert_eq!(
            gone_on(app, &stopped, "It is the whole list.").await["state"],
            "done",
            "{resource}"
        );
        assert_ne!(display(app, resource).await, before, "{resource}");
    }
}

async fn the_terminal_goes_on_with_a_reason_too(app: &TestApp) {
    let (_folder, path) = file_of(ONE_PHARMACY);
    let told = at_the_terminal(app, Terminal::Pharmacies, &path, None)
        .await
        .expect_err("30 would go");
    assert!(
        told.contains("30 of 30 are not in the file")
            && told.contains("--despite-removals \"the reason\""),
        "{told}"
    );
    assert_eq!(pharmacies(app).await.len(), 30);
    at_the_terminal(app, Terminal::Pharmacies, &path, Some("so"))
        .await
        .expect_err("no reason");
    let report = at_the_terminal(
        app,
        Terminal::Pharmacies,
        &path,
        Some("It is the whole list."),
    )
    .await
    .expect("a reason");
    assert!(report.contains("30 no longer in the list."), "{report}");
    assert_eq!(pharmacies(app).await.len(), 1);
    let line = "select count(*) as n from audit where action = 'salal import --despite-removals' and actor_role = 'TERMINAL'";
    assert_eq!(number(&app.ctx.db, line).await, 1);
}

async fn a_list_of_which_every_row_is_refused_says_which_and_why(app: &TestApp) {
    let rows = "name,address,city,fax,phone\nA,1 Main St,Vancouver,12,\n,2 Main St,Vancouver,604-555-0142,\nC,3 Main St,Vancouver,13,\n";
    let (_folder, path) = file_of(rows);
    let told = at_the_terminal(app, Terminal::Pharmacies, &path, None)
        .await
        .expect_err("no row is good");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "list.csv has no row that can be used", "{told}");
    assert!(
        lines[1].starts_with("list.csv: 2 rows left out, the first in line 2: "),
        "{told}"
    );
    assert!(
        lines[2].starts_with("list.csv: line 3 left out: "),
        "{told}"
    );
    let shown = newest(app).await;
    assert_eq!(
        (&shown["rowsSkipped"], &shown["reasons"][0]["firstLine"]),
        (&json!(3), &json!(2)),
        "{shown}"
    );
    assert_eq!(pharmacies(app).await.len(), 30);
}
