// SPDX-License-Identifier: AGPL-3.0-or-later

//! After a restore on another machine, or by somebody with the wrong key: a new place for anchors gets all of them, what
//! was held goes once, what happened already is taken over, and no command that writes accepts a key that opens nothing here.

use std::path::Path;

use chrono::TimeDelta;
use salal_db::Engine;
use salal_integrations::clinic_emr::NewNote;
use salal_sandbox::Service;
use salal_server::features::audit;
use salal_server::features::operations::backup::{self, BackupFolder};
use salal_server::restore::{self, Wanted};
use sea_orm::{ConnectionTrait as _, Statement};
use serde_json::{Value, json};
use tokio::process::Command;
use uuid::Uuid;

use crate::support::{TestApp, User, number, on_both, sign_in_staff};

const OTHER: &str = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1";

fn wanted() -> Wanted {
    Wanted {
        by: "a test".into(),
        ..Wanted::default()
    }
}

async fn chain(app: &TestApp) {
    while audit::seal(&app.ctx).await.expect("it is sealed") > 0 {}
    audit::sign(&app.ctx).await.expect("it is signed");
}

/// The signatures of all statements in the database.
async fn signatures(app: &TestApp) -> Vec<String> {
    let db = app.ctx.db.read();
    let sql = "SELECT signature FROM audit_statement ORDER BY number";
    let rows = db
        .query_all_raw(Statement::from_string(db.get_database_backend(), sql))
        .await
        .expect("a query");
    let all = rows.iter();
    all.map(|row| row.try_get("", "signature").expect("text"))
        .collect()
}

/// All that is in the files of a folder.
fn content(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).expect("the folder");
    let paths = entries.map(|entry| entry.expect("a file").path());
    paths
        .filter(|path| path.is_file())
        .map(|path| std::fs::read_to_string(path).expect("text"))
        .collect()
}

/// A site with a folder for anchors in which there are some.
async fn anchored(engine: Engine) -> TestApp {
    let app = TestApp::with(&crate::TESTED, engine, |settings| {
        settings.audit.publish_folder = format!("{}/outside", settings.database.uploads);
    })
    .await;
    for _ in 0..3 {
        app.signed(0).await;
        app.ctx.clock.advance(TimeDelta::minutes(10));
        chain(&app).await;
    }
    assert!(signatures(&app).await.len() >= 3);
    app
}

/// The site stands on another machine, with an empty folder: it begins, and each anchor comes there.
async fn a_new_folder_gets_all(app: &TestApp, folder: &Path) {
    salal_server::app::settle_keys(&app.ctx)
        .await
        .expect("it starts");
    app.ctx.clock.advance(TimeDelta::minutes(10));
    chain(app).await;
    let all = signatures(app).await;
    assert!(all.len() >= 4, "{}", all.len());
    let there = content(folder);
    for (index, signature) in all.iter().enumerate() {
        assert!(there.contains(signature), "statement {}", index + 1);
    }
    let report = audit::verify(&app.ctx, app.ctx.db.read(), &[]).await;
    let report = report.expect("it is read");
    assert_eq!(report.faults, [] as [&str; 0]);
    assert_eq!(report.outside, all.len(), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restore_with_a_new_folder_for_anchors_brings_all_there_sqlite() {
    let mut app = anchored(Engine::Sqlite).await;
    let copies = tempfile::tempdir().expect("a folder");
    backup::back_up(&app.ctx, BackupFolder::Configured(copies.path()))
        .await
        .expect("a backup");
    app.ctx.clock.advance(TimeDelta::seconds(2));
    let outside = tempfile::tempdir().expect("a folder");
    let place = outside.path().display().to_string();
    let mut settings = (*app.ctx.settings).clone();
    let file = copies.path().join("elsewhere.db");
    settings.database.url = format!("sqlite://{}?mode=rwc", file.display());
    settings.audit.publish_folder.clone_from(&place);
    let (url, clock) = (settings.database.url.clone(), app.ctx.clock.clone());
    let wanted = wanted();
    let restoring = restore::restore(settings, clock, copies.path(), &wanted);
    Box::pin(restoring)
        .await
        .expect("an empty place is no fault");
    app.reopen(|settings| {
        settings.database.url = url;
        settings.audit.publish_folder = place;
    })
    .await;
    a_new_folder_gets_all(&app, outside.path()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restore_with_a_new_folder_for_anchors_brings_all_there_postgres() {
    let mut app = anchored(Engine::Postgres).await;
    let outside = tempfile::tempdir().expect("a folder");
    let place = outside.path().display().to_string();
    app.reopen(|settings| settings.audit.publish_folder = place)
        .await;
    Box::pin(restore::settle_here(&app.ctx, &wanted()))
        .await
        .expect("an empty place is no fault");
    a_new_folder_gets_all(&app, outside.path()).await;
}

on_both!(
    no_command_that_writes_accepts_another_key,
    a_note_that_the_clinic_has_is_taken_over,
    a_note_that_the_clinic_does_not_have_is_not
);

/// Holds a database as after its own tools restored it; the administrator signs in again.
async fn settled(app: &TestApp) -> User {
    Box::pin(restore::settle_here(&app.ctx, &wanted()))
        .await
        .expect("it is settled");
    sign_in_staff(app, app.users.admin.clone()).await
}

/// The held effect of a kind.
async fn held(app: &TestApp, admin: &User, kind: &str) -> Value {
    let view = app.get(admin, "/operations/restore").await.ok();
    let items = view["hold"]["items"].as_array().expect("a list");
    let found = items.iter().find(|one| one["kind"] == kind);
    found.unwrap_or_else(|| panic!("{view}")).clone()
}

fn path(how: &str, held: &Value) -> String {
    let id = held["_id"].as_str().expect("an id");
    format!("/operations/restore/{how}/{id}")
}

fn reason() -> Value {
    json!({"reason": "atService"})
}

/// The tables that a command might write to, counted.
async fn counts(app: &TestApp) -> Vec<i64> {
    let mut all = Vec::new();
    for table in [
        "audit",
        "audit_seal",
        "job",
        "backup_mark",
        "person",
        "account",
        "restore_hold",
        "session",
        "audit_statement",
    ] {
        let sql = format!("SELECT COUNT(*) AS n FROM {table}");
        all.push(number(&app.ctx.db, &sql).await);
    }
    let open = "SELECT COUNT(*) AS n FROM restore_hold WHERE ended_at IS NULL";
    all.push(number(&app.ctx.db, open).await);
    all
}

async fn no_command_that_writes_accepts_another_key(app: &TestApp) {
    let signed = app.signed(0).await;
    app.settle().await;
    app.fax(&app.users.doctor, &signed).await;
    chain(app).await;
    let admin = settled(app).await;
    let fax = held(app, &admin, "fax.send").await;
    let job = fax["_id"].as_str().expect("an id");
    let folder = tempfile::tempdir().expect("a folder");
    let codes = folder.path().join("codes.csv");
    std::fs::write(&codes, "code,description\n401,Hypertension\n").expect("a file");
    let codes = codes.display().to_string();
    let commands: &[&[&str]] = &[
        &["restore", "release", "--all", "--reason", "checked"],
        &["restore", "release", "--job", job, "--reason", "checked"],
        &["restore", "take-over", "--job", job, "--reason", "checked"],
        &[
            "restore",
            "take-over",
            "--charge",
            "ch_1",
            "--reason",
            "checked",
        ],
        &[
            "restore",
            "take-over",
            "--refund",
            "re_1",
            "--reason",
            "checked",
        ],
        &["restore", "--after-point-in-time"],
        &["import", "icd", &codes],
        &["backup", "mark", "--name", "a dump"],
        &["teleplan", "take-again", "remit201009.txt"],
        &["files", "adopt"],
        &["files", "move", "--to", "folder"],
        &[
            "administrator",
            "new@clinic.example",
            "--first-name",
            "A",
            "--last-name",
            "B",
        ],
        &["keys", "rotate"],
        &["demo", "--empty"],
        &["work"],
    ];
    let before = counts(app).await;
    let run = async |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_salal"))
            .args(words)
            .env("SALAL_DATABASE_URL", &app.ctx.settings.database.url)
            .env(
                "SALAL_DATABASE__UPLOADS",
                &app.ctx.settings.database.uploads,
            )
            .env("SALAL_SECRETS__MASTER_KEY", OTHER)
            .env("SALAL_SERVER__LOG", "error")
            .current_dir(folder.path())
            .output()
            .await
            .expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{words:?}: {told}");
        // The site of this test is connected: on PostgreSQL that is said first.
        let is_connected = words.contains(&"--after-point-in-time")
            && app.ctx.db.engine() == Engine::Postgres
            && told.contains("another salal is connected");
        assert!(
            is_connected || told.contains("other master keys"),
            "{words:?}: {told}"
        );
        assert!(!told.contains(OTHER), "{words:?}");
    };
    let doctor = doctor_with(app, folder.path(), OTHER).await;
    assert!(
        doctor.contains("WRONG") && doctor.contains("other master keys"),
        "{doctor}"
    );
    for words in commands {
        // One of a file at a time can be a process that works.
        run(words).await;
    }
    assert_eq!(counts(app).await, before, "nothing was written");
    app.put(&admin, "/operations/restore/release", &reason())
        .await
        .ok();
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
}

/// What `salal doctor` says with another master key.
async fn doctor_with(app: &TestApp, folder: &std::path::Path, key: &str) -> String {
    let output = tokio::process::Command::new(env!("CARGO_BIN_EXE_salal"))
        .arg("doctor")
        .env("SALAL_DATABASE_URL", &app.ctx.settings.database.url)
        .env(
            "SALAL_DATABASE__UPLOADS",
            &app.ctx.settings.database.uploads,
        )
        .env("SALAL_SECRETS__MASTER_KEY", key)
        .env("SALAL_SERVER__LOG", "error")
        .current_dir(folder)
        .output()
        .await
        .expect("the program starts");
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A note that waits to be sent to the clinic's record.
async fn noted(app: &TestApp) {
    let paid = app.paid(1).await;
    app.settle().await;
    let seen = app.acknowledge(&app.users.doctor, &paid).await;
    app.settle().await;
    app.decide(&app.users.doctor, &seen, 0, json!("Approved"))
        .await
        .ok();
}

/// It was sent after the copy was made of which this database is: the clinic has it.
async fn reached_the_clinic(app: &TestApp) {
    let db = app.ctx.db.read();
    let sql = "SELECT n.id, n.text, p.demographic_number AS chart FROM clinic_note n JOIN person p ON p.id = n.person_id \
               WHERE n.state = 'queued'";
    let rows = db
        .query_all_raw(Statement::from_string(db.get_database_backend(), sql))
        .await
        .expect("a query");
    let [row] = rows.as_slice() else {
        panic!("one note waits: {}", rows.len());
    };
    let id: Uuid = row.try_get("", "id").expect("an id");
    let (id, text) = (id.to_string(), row.try_get::<String>("", "text"));
    let chart: String = row.try_get("", "chart").expect("a chart");
    let text = text.expect("text");
    let note = NewNote {
        demographic_no: chart.parse().expect("a number"),
        event_id: &id,
        text: &text,
    };
    let sent = app.ctx.services.clinic.add_note(&note).await;
    sent.expect("the clinic has it");
}

async fn a_note_that_the_clinic_has_is_taken_over(app: &TestApp) {
    noted(app).await;
    reached_the_clinic(app).await;
    let admin = settled(app).await;
    let note = held(app, &admin, "clinic_notes.send").await;
    app.put(&admin, &path("take-over", &note), &reason())
        .await
        .ok();
    app.put(&admin, "/operations/restore/release", &reason())
        .await
        .ok();
    app.settle().await;
    assert_eq!(app.effects(Service::Clinic, "note").len(), 1, "once");
    let open =
        "SELECT COUNT(*) AS n FROM clinic_note WHERE state <> 'sent' OR provider_ref IS NULL";
    assert_eq!(number(&app.ctx.db, open).await, 0);
    app.at_rest().await;
}

async fn a_note_that_the_clinic_does_not_have_is_not(app: &TestApp) {
    noted(app).await;
    let admin = settled(app).await;
    let note = held(app, &admin, "clinic_notes.send").await;
    app.put(&admin, &path("take-over", &note), &reason())
        .await
        .refused(409, "NOT_THERE");
    app.put(&admin, &path("release", &note), &reason())
        .await
        .ok();
    app.settle().await;
    assert_eq!(app.effects(Service::Clinic, "note").len(), 1);
    app.put(&admin, "/operations/restore/release", &reason())
        .await
        .ok();
    app.settle().await;
    assert_eq!(app.effects(Service::Clinic, "note").len(), 1, "once");
    app.at_rest().await;
}
