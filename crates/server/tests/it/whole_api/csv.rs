// SPDX-License-Identifier: AGPL-3.0-or-later

//! No table that is saved for a spreadsheet calculates what somebody typed: every CSV answer, with formulas planted
//! where others' texts stand.

use reqwest::Method;
use salal_server::app;
use sea_orm::ConnectionTrait;
use serde_json::json;

use crate::support::{Answer, TestApp, on_both};

/// The rows of a CSV answer, of which no cell begins a formula.
fn rows(answer: &Answer) -> Vec<Vec<String>> {
    assert_eq!(answer.content_type, "text/csv; charset=utf-8");
    let saved_as = answer.header("content-disposition").to_owned();
    assert!(
        saved_as.starts_with("attachment; filename=\""),
        "{saved_as}"
    );
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(answer.bytes.as_slice());
    let rows: Vec<Vec<String>> = reader
        .records()
        .map(|row| row.expect("CSV").iter().map(str::to_owned).collect())
        .collect();
    for cell in rows.iter().flatten() {
        let bare = cell.trim_start_matches([' ', '"']);
        assert!(
            !bare.starts_with(['=', '+', '-', '@', '\t', '\r']),
            "{cell}"
        );
    }
    rows
}

fn has(rows: &[Vec<String>], cell: &str) -> bool {
    rows.iter().flatten().any(|one| one == cell)
}

#[test]
fn these_calls_answer_csv() {
    let document = app::openapi();
    let paths = document["paths"].as_object().expect("paths");
    let answer_csv = |item: &serde_json::Value| {
        let content = &item["get"]["responses"]["200"]["content"];
        !content["text/csv"].is_null()
    };
    let mut found: Vec<&String> = paths
        .iter()
        .filter(|(_, item)| answer_csv(item))
        .map(|(path, _)| path)
        .collect();
    found.sort();
    // Each of them is asked below.
    let known = [
        "/api/audit/csv",
        "/api/insight/csv/{part}",
        "/api/manage-data/skipped/{id}",
        "/api/medication-filter/download/{format}",
    ];
    assert_eq!(found, known);
}

on_both!(
    the_audit_calculates_no_name,
    insight_calculates_no_pharmacy,
    skipped_rows_calculate_no_file_name,
    filters_calculate_nothing_and_come_in_again_as_they_were
);

async fn the_audit_calculates_no_name(app: &TestApp) {
    let (admin, doctor, patient) = (&app.users.admin, &app.users.doctor, &app.users.patient);
    app.get(doctor, &format!("/person/{}", patient.person))
        .await
        .ok();
    let sql = format!(
        "UPDATE person SET first_name = ' =cmd|''/C calc''!A0', last_name = 'Fir' WHERE id = (SELECT person_id FROM account WHERE email_folded = '{}')",
        patient.email
    );
    app.ctx
        .db
        .write()
        .execute_unprepared(&sql)
        .await
        .expect("the name is planted");
    let rows = rows(&app.get(admin, "/audit/csv").await);
    assert!(has(&rows, "'=cmd|'/C calc'!A0 Fir"), "{rows:?}");
}

async fn insight_calculates_no_pharmacy(app: &TestApp) {
    let (admin, doctor) = (&app.users.admin, &app.users.doctor);
    let signed = app.signed(0).await;
    app.fax(doctor, &signed).await;
    app.settle().await;
    let sql = "UPDATE pharmacy SET name = '=cmd|''/C calc''!A0'";
    let db = app.ctx.db.write();
    db.execute_unprepared(sql)
        .await
        .expect("the name is planted");
    for part in ["faxes", "all"] {
        let rows = rows(&app.get(admin, &format!("/insight/csv/{part}")).await);
        assert!(has(&rows, "'=cmd|'/C calc'!A0"), "{part}: {rows:?}");
    }
}

async fn skipped_rows_calculate_no_file_name(app: &TestApp) {
    let admin = &app.users.admin;
    let files = [(
        "file",
        "=form.txt",
        b"\"71\",\"85\",\"TABLET\",\"\"\r\n\"x\",\"85\",\"TABLET\",\"\"\r\n".to_vec(),
    )];
    app.form(
        admin,
        Method::POST,
        "/manage-data/import-data",
        &json!({"collection": "Dosage Form"}),
        &files,
    )
    .await
    .ok();
    app.settle().await;
    let list = app.get(admin, "/manage-data/imports").await.ok();
    let id = list["items"][0]["_id"].as_str().expect("an import");
    let rows = rows(&app.get(admin, &format!("/manage-data/skipped/{id}")).await);
    assert!(rows.len() == 2 && rows[1][0] == "'=form.txt", "{rows:?}");
    assert_eq!(rows[1][1], "2", "a line is a number");
}

async fn filters_calculate_nothing_and_come_in_again_as_they_were(app: &TestApp) {
    let admin = &app.users.admin;
    let planted = json!({"tc_ahfs_number": "92:36", "status": "CROSS_OUT", "activeList": ["=HYPERLINK(1)", "@SUM"], "matchedIngredients": ["-5"], "schedules": ["'+1"]});
    app.post(admin, "/medication-filter", &planted).await.ok();
    let saved = app.get(admin, "/medication-filter/download/csv").await;
    let rows = rows(&saved);
    for cell in ["'=HYPERLINK(1); @SUM", "'-5", "''+1"] {
        assert!(has(&rows, cell), "{cell}: {rows:?}");
    }
    let count = rows.len() - 1;
    let files = [("file", "filters.csv", saved.bytes)];
    let again = app
        .form(
            admin,
            Method::POST,
            "/medication-filter/import-data",
            &json!({}),
            &files,
        )
        .await
        .ok();
    assert_eq!(again, json!({"added": 0, "changed": 0, "unchanged": count}));
    // The same file comes in unchanged through the reference data as well.
    let before = app.get(admin, "/medication-filter").await.ok();
    app.form(
        admin,
        Method::POST,
        "/manage-data/import-data",
        &json!({"collection": "Medication Filter"}),
        &files,
    )
    .await
    .ok();
    app.settle().await;
    assert_eq!(
        app.get(admin, "/manage-data/imports").await.ok()["items"][0]["state"],
        "done"
    );
    assert_eq!(app.get(admin, "/medication-filter").await.ok(), before);
}
