// SPDX-License-Identifier: AGPL-3.0-or-later

//! The chain of the audit: `salal audit verify` finds what was touched, and says where. Whoever does
//! it holds the database file itself and has taken its triggers away.

use salal_accounts::audit::entity::TABLES;
use salal_accounts::audit::{Report, Signed, chain_status, keep_sealed, seal, sign, verify, write};
use salal_db::Engine;
use salal_db::testing::{lift_guards, put_guards_back};
use salal_platform::api::AuditEntry;
use sea_orm::ConnectionTrait;
use tokio_util::sync::CancellationToken;

use crate::support::{TestApp, number, on_both};

/// How many days are signed.
const HEADS: &str = "SELECT COUNT(*) AS n FROM audit_statement WHERE day IS NOT NULL";

/// A doctor opens the record of a patient, which is a line.
async fn read_record(app: &TestApp) {
    let path = format!("/person/{}", app.users.patient.person);
    app.get(&app.users.doctor, &path).await.ok();
}

/// Some lines, sealed.
async fn sealed(app: &TestApp) -> Report {
    for _ in 0..3 {
        read_record(app).await;
    }
    while seal(&app.ctx).await.expect("seals") > 0 {}
    let report = verify(&app.ctx, app.ctx.db.read(), &[])
        .await
        .expect("reads");
    assert_eq!(report.faults, [] as [&str; 0]);
    assert!(report.lines >= 3 && report.fresh == 0, "{report}");
    report
}

/// Changes the trail past everything that guards it.
async fn touch(app: &TestApp, sql: &str) {
    let db = app.ctx.db.write();
    let lifted = lift_guards(db, TABLES).await;
    lifted.expect("the guards go");
    db.execute_unprepared(sql).await.expect("it can be touched");
    put_guards_back(db, TABLES).await.expect("they come back");
}

async fn faults(app: &TestApp, published: &[Signed]) -> Vec<String> {
    verify(&app.ctx, app.ctx.db.read(), published)
        .await
        .expect("reads")
        .faults
}

fn of(seq: i64) -> String {
    format!("(SELECT audit_id FROM audit_seal WHERE seq = {seq})")
}

on_both!(
    a_changed_line_is_found,
    a_time_that_is_another_text_is_found,
    a_deleted_line_is_found,
    two_lines_that_changed_places_are_found,
    a_cut_off_end_is_found_by_a_signed_head,
    a_head_kept_elsewhere_outlives_a_rewritten_database,
    the_database_refuses_changes,
    an_entry_that_is_stored_late_is_sealed,
    a_line_of_long_ago_is_found,
    a_planted_trigger_is_found,
    a_clock_that_ran_ahead_leaves_nothing_behind,
    a_large_backlog_is_sealed_in_few_statements
);

/// Lines of the audit, as many readings of one record would leave them.
async fn write_lines(app: &TestApp, number: usize) {
    /// Eleven values each, below the limits of both engines.
    const AT_ONCE: usize = 2_500;
    let patient = app.users.patient.person.parse().ok();
    let line = AuditEntry {
        actor: None,
        actor_role: "ROLE_DOCTOR",
        patient,
        action: "Opened the patient".into(),
        ip: "127.0.0.1".into(),
        request_id: "-".into(),
        detail: None,
    };
    for begun in (0..number).step_by(AT_ONCE) {
        app.ctx.clock.advance(chrono::TimeDelta::milliseconds(10));
        let some = vec![line.clone(); AT_ONCE.min(number - begun)];
        let mut batch = app.ctx.db.batch();
        write(&app.ctx, &some, &mut batch);
        let done = batch.run(app.ctx.db.write()).await;
        done.expect("the lines are written");
    }
}

/// The sealer must keep up with 5,000 lines a second: what it sends depends on the passes, not on the lines.
async fn a_large_backlog_is_sealed_in_few_statements(app: &TestApp) {
    let before = sealed(app).await;
    write_lines(app, 50_000).await;
    let (sent, mut passes) = (app.ctx.db.sent(), 0);
    while seal(&app.ctx).await.expect("seals") > 0 {
        passes += 1;
    }
    assert_eq!(passes, 7);
    let sent = app.ctx.db.sent() - sent;
    assert!(sent <= 40, "{sent} statements");
    let report = verify(&app.ctx, app.ctx.db.read(), &[])
        .await
        .expect("reads");
    assert_eq!(report.faults, [] as [&str; 0]);
    assert!(
        report.lines >= before.lines + 50_000 && report.fresh == 0,
        "{report}"
    );
}

/// A transaction that was at work for minutes stores an entry with the time at which it was written.
async fn an_entry_that_is_stored_late_is_sealed(app: &TestApp) {
    let before = sealed(app).await;
    let late = chrono::TimeDelta::minutes(10);
    app.ctx.clock.advance(-late);
    let path = format!("/person/{}", app.users.patient.person);
    app.get(&app.users.doctor, &path).await.ok();
    app.ctx.clock.advance(late);
    let stop = CancellationToken::new();
    stop.cancel();
    keep_sealed(app.ctx.clone(), stop).await;
    let report = verify(&app.ctx, app.ctx.db.read(), &[])
        .await
        .expect("reads");
    assert_eq!(report.faults, [] as [&str; 0]);
    assert!(report.lines > before.lines && report.fresh == 0, "{report}");
}

async fn a_line_of_long_ago_is_found(app: &TestApp) {
    sealed(app).await;
    let id = match app.ctx.db.engine() {
        Engine::Postgres => "'00112233-4455-6677-8899-aabbccddeeff'",
        Engine::Sqlite => "x'00112233445566778899aabbccddeeff'",
    };
    let sql = format!(
        "INSERT INTO audit (id, at, actor_role, action, ip, request_id) VALUES ({id}, \
         '1960-01-01T00:00:00+00:00', 'LINK', 'GET /x', '', '')"
    );
    let done = app.ctx.db.write().execute_unprepared(&sql).await;
    done.expect("it is inserted");
    let found = faults(app, &[]).await;
    assert!(
        found.len() == 2
            && found[0].starts_with("The record 00112233-")
            && found[1].starts_with("1 records"),
        "{found:?}"
    );
}

async fn a_planted_trigger_is_found(app: &TestApp) {
    sealed(app).await;
    let db = app.ctx.db.write();
    let (planted, dropped) = match app.ctx.db.engine() {
        Engine::Postgres => (
            "CREATE RULE zz AS ON INSERT TO audit DO INSTEAD NOTHING",
            "DROP TRIGGER audit_seal_frozen ON audit_seal",
        ),
        Engine::Sqlite => (
            "CREATE TRIGGER zz BEFORE INSERT ON audit BEGIN SELECT raise(ignore); END",
            "DROP TRIGGER audit_seal_no_update",
        ),
    };
    db.execute_unprepared(planted).await.expect("planted");
    db.execute_unprepared(dropped).await.expect("dropped");
    let found = faults(app, &[]).await;
    assert!(
        found.len() == 2
            && found[0].contains(" zz of audit was put there")
            && found[1].ends_with(" of audit_seal is missing."),
        "{found:?}"
    );
    let status = chain_status(app.ctx.db.read(), app.ctx.now()).await;
    assert_eq!(status.expect("a status").guards, found);
    let before = number(&app.ctx.db, "SELECT COUNT(*) AS n FROM audit_statement").await;
    sign(&app.ctx).await.expect("looks");
    let after = number(&app.ctx.db, "SELECT COUNT(*) AS n FROM audit_statement").await;
    assert_eq!(before, after, "nothing is signed");
}

/// A line of an hour at which the clock was right again is sealed at once, one of long before at the next start.
async fn a_clock_that_ran_ahead_leaves_nothing_behind(app: &TestApp) {
    app.ctx.clock.advance(chrono::TimeDelta::hours(5));
    sealed(app).await;
    app.ctx.clock.advance(-chrono::TimeDelta::hours(3));
    write_lines(app, 1).await;
    assert_eq!(seal(&app.ctx).await.expect("seals"), 1);
    app.ctx.clock.advance(-chrono::TimeDelta::hours(1));
    write_lines(app, 1).await;
    app.ctx.clock.advance(chrono::TimeDelta::hours(2));
    let stop = CancellationToken::new();
    stop.cancel();
    keep_sealed(app.ctx.clone(), stop).await;
    let report = verify(&app.ctx, app.ctx.db.read(), &[])
        .await
        .expect("reads");
    assert_eq!(report.faults, [] as [&str; 0]);
    assert_eq!(report.fresh, 0);
}

async fn a_changed_line_is_found(app: &TestApp) {
    sealed(app).await;
    touch(
        app,
        &format!("UPDATE audit SET ip = '10.0.0.1' WHERE id = {}", of(2)),
    )
    .await;
    let found = faults(app, &[]).await;
    assert!(
        found.len() == 1 && found[0].starts_with("Line 2 ("),
        "{found:?}"
    );
}

/// The value that is hashed has microseconds. `SQLite` keeps a text, of which each value has one form.
async fn a_time_that_is_another_text_is_found(app: &TestApp) {
    sealed(app).await;
    let changes: &[[&str; 3]] = match app.ctx.db.engine() {
        Engine::Sqlite => &[
            [".0000001+", "0001+", "1+"],
            [".000+", "000+", "0+"],
            [".0+", "0+", "0000+"],
        ],
        Engine::Postgres => &[["", "", ""]],
    };
    for [seconds, millis, micros] in changes {
        let changed = match app.ctx.db.engine() {
            Engine::Sqlite => format!(
                "replace(at, '+', CASE length(at) WHEN 25 THEN '{seconds}' WHEN 29 THEN '{millis}' ELSE '{micros}' END)"
            ),
            Engine::Postgres => "at + interval '1 microsecond'".to_owned(),
        };
        let of = of(2);
        let keep = format!("CREATE TABLE kept AS SELECT at FROM audit WHERE id = {of}");
        let change = format!("UPDATE audit SET at = {changed} WHERE id = {of}");
        touch(app, &keep).await;
        touch(app, &change).await;
        let found = faults(app, &[]).await;
        assert!(
            found
                .first()
                .is_some_and(|told| told.starts_with("Line 2 (")),
            "{micros}: {found:?}"
        );
        let back = format!("UPDATE audit SET at = (SELECT at FROM kept) WHERE id = {of}");
        touch(app, &back).await;
        touch(app, "DROP TABLE kept").await;
        assert_eq!(faults(app, &[]).await, [] as [&str; 0]);
    }
}

async fn a_deleted_line_is_found(app: &TestApp) {
    sealed(app).await;
    touch(app, &format!("DELETE FROM audit WHERE id = {}", of(3))).await;
    let found = faults(app, &[]).await;
    assert!(
        found.len() == 1
            && found[0].starts_with("Line 3: its record ")
            && found[0].ends_with("was deleted."),
        "{found:?}"
    );
    touch(app, "DELETE FROM audit_seal WHERE seq = 3").await;
    let found = faults(app, &[]).await;
    assert!(
        found[0].starts_with("Lines 3 to 3 are missing"),
        "{found:?}"
    );
}

async fn two_lines_that_changed_places_are_found(app: &TestApp) {
    sealed(app).await;
    touch(app, "UPDATE audit_seal SET seq = -1 WHERE seq = 1").await;
    touch(app, "UPDATE audit_seal SET seq = 1 WHERE seq = 2").await;
    touch(app, "UPDATE audit_seal SET seq = 2 WHERE seq = -1").await;
    let found = faults(app, &[]).await;
    assert!(
        found[0].starts_with("Line 1 (") && found[1].starts_with("Line 2 ("),
        "{found:?}"
    );
}

async fn a_cut_off_end_is_found_by_a_signed_head(app: &TestApp) {
    app.leave_midnight();
    let lines = sealed(app).await.lines;
    // The people of the tests may have been registered on the day before.
    sign(&app.ctx).await.expect("signs the day before");
    let before = number(&app.ctx.db, HEADS).await;
    app.ctx.clock.advance(chrono::TimeDelta::days(1));
    sign(&app.ctx).await.expect("signs the day that ended");
    let heads = number(&app.ctx.db, HEADS).await;
    assert_eq!(heads, before + 1);
    assert_eq!(
        i64::try_from(
            verify(&app.ctx, app.ctx.db.read(), &[])
                .await
                .expect("reads")
                .heads
        )
        .ok(),
        Some(heads)
    );
    touch(app, &format!("DELETE FROM audit WHERE id = {}", of(lines))).await;
    touch(app, &format!("DELETE FROM audit_seal WHERE seq = {lines}")).await;
    let found = faults(app, &[]).await;
    assert!(
        found
            .iter()
            .any(|fault| fault.ends_with(&format!("ends at line {}: it was cut off.", lines - 1))),
        "{found:?}"
    );
}

async fn a_head_kept_elsewhere_outlives_a_rewritten_database(app: &TestApp) {
    sealed(app).await;
    let strange = Signed {
        number: None,
        day: Some(chrono::NaiveDate::MIN),
        seq: 1,
        hash: "00".into(),
        signed_at: None,
        key_id: None,
        follows: None,
        signature: "00".into(),
        public_key: "00".into(),
    };
    let found = faults(app, &[strange]).await;
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].contains("is not signed by this installation")
            && found[1].contains("it was rewritten"),
        "{found:?}"
    );
}

async fn the_database_refuses_changes(app: &TestApp) {
    sealed(app).await;
    sign(&app.ctx).await.expect("an anchor");
    for sql in [
        "UPDATE audit SET ip = ''",
        "DELETE FROM audit",
        "UPDATE audit_seal SET hash = ''",
        "DELETE FROM audit_seal",
        "UPDATE audit_statement SET hash = ''",
        "DELETE FROM audit_statement",
    ] {
        let refused = app.ctx.db.write().execute_unprepared(sql).await;
        assert!(
            refused.is_err_and(|error| error.to_string().contains("is never changed")),
            "{sql}"
        );
    }
    assert!(faults(app, &[]).await.is_empty());
}

/// What leaves the house: a file and a letter, each once.
#[tokio::test]
async fn the_head_of_a_day_is_published() {
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.audit.publish_folder = format!("{}/heads", settings.database.uploads);
        settings.audit.publish_email = "archive@outside.example".into();
    })
    .await;
    app.leave_midnight();
    sealed(&app).await;
    sign(&app.ctx).await.expect("signs the day before");
    app.settle().await;
    let before = usize::try_from(number(&app.ctx.db, HEADS).await).expect("a count");
    for _ in 0..2 {
        write_lines(&app, 3).await;
        while seal(&app.ctx).await.expect("seals") > 0 {}
        app.ctx.clock.advance(chrono::TimeDelta::days(1));
        sign(&app.ctx).await.expect("signs");
        sign(&app.ctx).await.expect("signs once a day");
        app.settle().await;
    }
    let folder = &app.ctx.settings.audit.publish_folder;
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let names = files.map(|entry| entry.expect("a file").file_name());
    let mut heads: Vec<_> = names
        .filter(|name| name.to_string_lossy().starts_with("audit-head-"))
        .collect();
    heads.sort();
    assert_eq!(heads.len(), before + 2, "{heads:?}");
    let head: Signed = serde_json::from_str(
        &std::fs::read_to_string(std::path::Path::new(folder).join(&heads[0])).expect("text"),
    )
    .expect("a head");
    assert!(faults(&app, &[head]).await.is_empty());
    let letters = app
        .sandbox
        .outbox(Some("email"), Some("archive@outside.example"));
    assert_eq!(letters.len(), before + 2);
    assert!(
        letters[0].text.contains("\"signature\":"),
        "{}",
        letters[0].text
    );
}
