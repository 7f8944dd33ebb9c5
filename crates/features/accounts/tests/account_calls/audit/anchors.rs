// SPDX-License-Identifier: AGPL-3.0-or-later

//! What is signed of the audit, when, and what the signer does where something is wrong: with the log, or with the
//! folder outside.

use std::path::{Path, PathBuf};

use chrono::TimeDelta;
use salal_accounts::audit::entity::{TABLES, audit, audit_seal};
use salal_accounts::audit::{Report, Signed, chain_status, read_kept, seal, sign, verify, write};
use salal_db::Engine;
use salal_db::testing::{lift_guards, put_guards_back};
use salal_integrations::Integrations;
use salal_platform::api::AuditEntry;
use salal_platform::context::{Context, sha256_hex};
use sea_orm::{ConnectionTrait, EntityTrait, IntoActiveModel, QueryOrder};

use crate::TESTED;
use crate::support::{TestApp, number, on_both};

/// A site with a folder outside.
async fn with_folder() -> TestApp {
    let app = TestApp::with(&TESTED, Engine::Sqlite, |settings| {
        settings.audit.publish_folder = format!("{}/outside", settings.database.uploads);
    })
    .await;
    begin_anew(&app).await;
    app
}

/// Two lines of today, and none of what the users did before, which may have been yesterday.
pub(super) async fn begin_anew(app: &TestApp) {
    app.leave_midnight();
    run(&app.ctx, &["DELETE FROM audit"]).await;
    for _ in 0..2 {
        line(&app.ctx).await;
    }
}

pub(super) async fn line(ctx: &Context) {
    let line = AuditEntry {
        actor: None,
        actor_role: "LINK",
        patient: None,
        action: "GET /x".into(),
        ip: "127.0.0.1".into(),
        request_id: "-".into(),
        detail: None,
    };
    let mut batch = ctx.db.batch();
    write(ctx, &[line], &mut batch);
    batch.run(ctx.db.write()).await.expect("it is written");
}

pub(super) async fn pass(ctx: &Context) {
    while seal(ctx).await.expect("seals") > 0 {}
    sign(ctx).await.expect("signs");
}

pub(super) async fn report(ctx: &Context) -> Report {
    verify(ctx, ctx.db.read(), &[]).await.expect("reads")
}

pub(super) async fn signed(ctx: &Context) -> i64 {
    number(&ctx.db, "SELECT COUNT(*) AS n FROM audit_statement").await
}

/// What the folder has, file by file.
fn outside(ctx: &Context) -> Vec<Signed> {
    let folder = Path::new(&ctx.settings.audit.publish_folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    files.sort();
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("text");
    files
        .iter()
        .flat_map(|path| read_kept(&read(path)).expect("statements"))
        .collect()
}

/// The same database after a start of the program.
pub(super) fn started_again(app: &TestApp) -> Context {
    let settings = (*app.ctx.settings).clone();
    let services = Integrations::new(&settings.services).expect("services");
    let hooks = (TESTED.parts)().into_hooks().expect("nothing is missing");
    let (db, clock) = (app.ctx.db.clone(), app.ctx.clock.clone());
    Context::new(settings, db, services, clock, hooks)
}

pub(super) async fn run(ctx: &Context, sql: &[&str]) {
    let db = ctx.db.write();
    lift_guards(db, TABLES).await.expect("the guards go");
    for one in sql {
        let done = ctx.db.write().execute_unprepared(one).await;
        done.expect("it can be changed");
    }
    put_guards_back(db, TABLES).await.expect("they come back");
}

#[tokio::test]
async fn the_end_is_anchored_outside_every_few_minutes() {
    let app = with_folder().await;
    let ctx = &app.ctx;
    pass(ctx).await;
    assert_eq!(outside(ctx).len(), 1, "at the start");
    for (minutes, is_written, anchors) in [
        (2, true, 1),
        (2, true, 2),
        (10, false, 2),
        (10, false, 2),
        (1, true, 2),
        (4, true, 3),
    ] {
        ctx.clock.advance(TimeDelta::minutes(minutes));
        if is_written {
            line(ctx).await;
        }
        pass(ctx).await;
        assert_eq!(outside(ctx).len(), anchors, "{minutes} {is_written}");
    }
    let found = report(ctx).await;
    assert_eq!(found.faults, [] as [&str; 0]);
    assert_eq!((found.anchors, found.outside), (3, 3));
    // After the last anchor the end can be cut off; up to it, not.
    let end = outside(ctx).last().map_or(0, |last| last.seq);
    run(
        ctx,
        &[
            &format!(
                "DELETE FROM audit WHERE id = (SELECT audit_id FROM audit_seal WHERE seq = {end})"
            ),
            &format!("DELETE FROM audit_seal WHERE seq = {end}"),
            &format!("DELETE FROM audit_statement WHERE seq = {end}"),
        ],
    )
    .await;
    let found = report(ctx).await;
    assert!(
        found
            .faults
            .iter()
            .any(|fault| fault.contains("was removed there")),
        "{found}"
    );
}

#[tokio::test]
async fn nothing_is_signed_below_what_was_signed() {
    let app = with_folder().await;
    let ctx = &app.ctx;
    line(ctx).await;
    pass(ctx).await;
    let end = number(&ctx.db, "SELECT MAX(seq) AS n FROM audit_seal").await;
    run(
        ctx,
        &[
            "DELETE FROM audit_statement",
            &format!(
                "DELETE FROM audit WHERE id = (SELECT audit_id FROM audit_seal WHERE seq = {end})"
            ),
            &format!("DELETE FROM audit_seal WHERE seq = {end}"),
        ],
    )
    .await;
    // The process that signed remembers, and a new one reads what is outside.
    for ctx in [ctx, &started_again(&app)] {
        ctx.clock.advance(TimeDelta::minutes(5));
        line(ctx).await;
        pass(ctx).await;
        assert_eq!(signed(ctx).await, 0);
        assert_eq!(outside(ctx).len(), 1);
        let status = chain_status(ctx.db.read(), ctx.now())
            .await
            .expect("a status");
        let (_, why) = status.refused.expect("it says so");
        assert!(
            why.ends_with("is no longer in the database as it was signed."),
            "{why}"
        );
        // What is written is kept in the chain all the same.
        assert!(status.waits_since.is_none());
    }
}

#[tokio::test]
async fn a_line_of_somebody_else_gets_no_position() {
    let app = with_folder().await;
    let ctx = &app.ctx;
    line(ctx).await;
    pass(ctx).await;
    let sql = format!(
        "INSERT INTO audit (id, at, actor_role, action, ip, request_id, mac) SELECT \
         x'00112233445566778899aabbccddeeff', '{}', actor_role, action, ip, request_id, mac FROM audit WHERE mac IS \
         NOT NULL LIMIT 1",
        // As the driver writes it: three digits where the last three are zero.
        ctx.now().to_rfc3339()
    );
    run(ctx, &[&sql]).await;
    let found = report(ctx).await;
    assert!(
        found.faults.len() == 1
            && found.faults[0].starts_with("The record 00112233-")
            && found.faults[0].ends_with("was not written by this installation."),
        "{found}"
    );
    let before = signed(ctx).await;
    ctx.clock.advance(TimeDelta::minutes(5));
    line(ctx).await;
    pass(ctx).await;
    assert_eq!(signed(ctx).await, before);
    let waiting = number(
        &ctx.db,
        "SELECT COUNT(*) AS n FROM audit a LEFT JOIN audit_seal s ON s.audit_id = a.id WHERE s.seq IS NULL",
    );
    assert_eq!(waiting.await, 1, "only that one");
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_gets_everything_later() {
    let app = TestApp::with(&TESTED, Engine::Sqlite, |settings| {
        settings.audit.publish_folder = format!("{}-away/outside", settings.database.uploads);
    })
    .await;
    begin_anew(&app).await;
    let ctx = &app.ctx;
    // A file where the folder would be.
    let away = PathBuf::from(format!("{}-away", ctx.settings.database.uploads));
    std::fs::write(&away, "").expect("a file");
    line(ctx).await;
    pass(ctx).await;
    let status = chain_status(ctx.db.read(), ctx.now())
        .await
        .expect("a status");
    assert!(status.unwritten.is_some() && status.refused.is_none());
    assert_eq!(signed(ctx).await, 1, "in the database all the same");
    std::fs::remove_file(&away).expect("it goes");
    let ctx = started_again(&app);
    pass(&ctx).await;
    assert_eq!(outside(&ctx).len(), 1);
    ctx.clock.advance(TimeDelta::minutes(5));
    line(&ctx).await;
    // It breaks while the program runs.
    let beside = away.with_extension("beside");
    std::fs::rename(&away, &beside).expect("it goes");
    std::fs::write(&away, "").expect("a file");
    pass(&ctx).await;
    assert_eq!(signed(&ctx).await, 2, "in the database");
    std::fs::remove_file(&away).expect("it goes");
    std::fs::rename(&beside, &away).expect("it comes back");
    let ctx = started_again(&app);
    pass(&ctx).await;
    assert_eq!(outside(&ctx).len(), 2);
    let status = chain_status(ctx.db.read(), ctx.now())
        .await
        .expect("a status");
    assert!(status.unwritten.is_none());
    assert_eq!(status.outside_at, outside(&ctx)[1].signed_at);
    std::fs::remove_dir_all(&away).expect("it goes");
}

/// A place that fails while another one does is told as well.
#[tokio::test]
async fn every_place_that_cannot_be_written_is_named() {
    let app = TestApp::with(&TESTED, Engine::Sqlite, |settings| {
        settings.audit.publish_folder = format!("{}-away/outside", settings.database.uploads);
    })
    .await;
    begin_anew(&app).await;
    let away = PathBuf::from(format!("{}-away", app.ctx.settings.database.uploads));
    std::fs::write(&away, "").expect("a file");
    line(&app.ctx).await;
    pass(&app.ctx).await;
    let named = async || {
        let status = chain_status(app.ctx.db.read(), app.ctx.now()).await;
        let status = status.expect("a status");
        format!("{:?}", status.unwritten)
    };
    assert!(named().await.contains("audit.publish_folder"));
    assert!(!named().await.contains("audit.s3"));
    // The same clinic with a bucket besides, where nothing listens.
    let mut settings = (*app.ctx.settings).clone();
    settings.audit.s3.endpoint = "http://127.0.0.1:9".into();
    settings.audit.s3.region = "here".into();
    settings.audit.s3.bucket = "anchors".into();
    settings.audit.s3.access_key = "salal".into();
    settings.audit.s3.secret_key = "a secret of the tests".into();
    settings.services.anchors = settings.audit.anchors();
    let services = Integrations::new(&settings.services).expect("services");
    let hooks = (TESTED.parts)().into_hooks().expect("nothing is missing");
    let (db, clock) = (app.ctx.db.clone(), app.ctx.clock.clone());
    let ctx = Context::new(settings, db, services, clock, hooks);
    pass(&ctx).await;
    let both = named().await;
    assert!(
        both.contains("audit.publish_folder") && both.contains("audit.s3"),
        "{both}"
    );
    std::fs::remove_file(&away).expect("it goes");
}

#[tokio::test]
async fn without_a_folder_an_anchor_an_hour_is_emailed() {
    let app = TestApp::with(&TESTED, Engine::Sqlite, |settings| {
        settings.audit.publish_email = "archive@outside.example".into();
    })
    .await;
    begin_anew(&app).await;
    let ctx = &app.ctx;
    for _ in 0..20 {
        line(ctx).await;
        pass(ctx).await;
        app.settle().await;
        ctx.clock.advance(TimeDelta::minutes(5));
    }
    let letters = app
        .sandbox
        .outbox(Some("email"), Some("archive@outside.example"));
    let anchors = letters
        .iter()
        .filter(|letter| !letter.text.contains("\"day\""));
    assert_eq!(anchors.count(), 2, "{}", letters.len());
}

#[tokio::test]
async fn days_without_a_head_are_named() {
    let app = with_folder().await;
    let ctx = &app.ctx;
    for _ in 0..3 {
        line(ctx).await;
        while seal(ctx).await.expect("seals") > 0 {}
        ctx.clock.advance(TimeDelta::days(1));
    }
    line(ctx).await;
    while seal(ctx).await.expect("seals") > 0 {}
    let missing = |found: &Report| {
        let heads = found.faults.iter();
        heads
            .filter(|one| one.ends_with("has lines and no signed head."))
            .count()
    };
    assert_eq!(
        missing(&report(ctx).await),
        2,
        "the last one has still time"
    );
    ctx.clock.advance(TimeDelta::minutes(16));
    assert_eq!(missing(&report(ctx).await), 3);
    // The next pass catches up.
    pass(ctx).await;
    let found = report(ctx).await;
    assert_eq!(found.faults, [] as [&str; 0]);
    assert_eq!(found.heads, 3);
}

/// The chain as an earlier version left it: without a key.
async fn of_an_earlier_version(ctx: &Context) -> usize {
    run(ctx, &["UPDATE audit SET mac = NULL"]).await;
    let lines = audit::Entity::find().order_by_asc(audit::Column::At);
    let lines = lines.all(ctx.db.read()).await.expect("lines");
    let mut before = "salal audit".to_owned();
    for (seq, line) in (1_i64..).zip(&lines) {
        let content = serde_json::to_string(&(
            line.id,
            line.at.timestamp_micros(),
            line.actor,
            &line.actor_role,
            line.patient,
            &line.action,
            &line.object_kind,
            &line.object_id,
            &line.ip,
            &line.request_id,
        ));
        before = sha256_hex(format!("{before}\n{seq}\n{}", content.expect("text")));
        let seal = audit_seal::Model {
            seq,
            audit_id: line.id,
            hash: before.clone(),
            key_id: None,
        };
        let insert = audit_seal::Entity::insert(seal.into_active_model());
        let done = insert.exec_without_returning(ctx.db.write()).await;
        done.expect("it is inserted");
    }
    lines.len()
}

#[tokio::test]
async fn a_log_without_a_key_is_a_fault_and_nothing_is_signed_of_it() {
    let app = with_folder().await;
    let ctx = &app.ctx;
    of_an_earlier_version(ctx).await;
    let before = report(ctx).await;
    assert!(
        before.faults[0].ends_with("it was sealed without a key."),
        "{before}"
    );
    // Nor does a start cover it: whoever has the database can make such a chain.
    pass(ctx).await;
    let found = report(ctx).await;
    assert!(
        found.faults[0].ends_with("it was sealed without a key."),
        "{found}"
    );
    assert_eq!((found.heads, found.anchors), (0, 0), "{found}");
}

/// Whoever empties the chain and takes from the lines what says who wrote them gets no new chain.
#[tokio::test]
async fn lines_that_say_nothing_of_their_writer_get_no_position() {
    let app = with_folder().await;
    let ctx = &app.ctx;
    run(ctx, &["UPDATE audit SET mac = NULL"]).await;
    let lines = audit::Entity::find()
        .all(ctx.db.read())
        .await
        .expect("lines");
    assert!(lines.len() > 1);
    pass(ctx).await;
    let found = report(ctx).await;
    assert!(found.faults.len() >= lines.len(), "{found}");
    assert_eq!(
        (found.lines, found.heads, found.anchors),
        (1, 0, 0),
        "{found}"
    );
}

#[tokio::test]
async fn a_folder_that_was_moved_away_is_told_even_if_it_is_filled_again() {
    let app = with_folder().await;
    let ctx = &app.ctx;
    for _ in 0..2 {
        line(ctx).await;
        pass(ctx).await;
        ctx.clock.advance(TimeDelta::minutes(5));
    }
    let folder = PathBuf::from(&ctx.settings.audit.publish_folder);
    let away = folder.with_extension("away");
    std::fs::rename(&folder, &away).expect("it goes");
    let faults = report(ctx).await.faults.join("\n");
    assert!(
        faults.contains("the statements 1 to 2 are missing"),
        "{faults}"
    );
    line(ctx).await;
    pass(ctx).await;
    assert_eq!(outside(ctx).len(), 1, "the next one");
    let faults = report(ctx).await.faults.join("\n");
    assert!(
        faults.contains("the statements 1 to 2 are missing"),
        "{faults}"
    );
    // What was there comes back beside it.
    for file in std::fs::read_dir(&away).expect("the folder") {
        let file = file.expect("a file").path();
        let back = folder.join(format!(
            "audit-anchors-back-{}",
            file.display().to_string().len()
        ));
        std::fs::copy(&file, back.with_extension("jsonl")).expect("copied");
    }
    assert_eq!(report(ctx).await.faults, [] as [&str; 0]);
}

on_both!(
    a_time_that_is_none_is_a_fault,
    a_signed_time_that_is_none_is_a_fault,
    a_log_of_some_pages_is_verified_as_a_whole
);

/// PostgreSQL has a time after all others; SQLite takes any text.
async fn a_time_that_is_none_is_a_fault(app: &TestApp) {
    begin_anew(app).await;
    let ctx = &app.ctx;
    pass(ctx).await;
    line(ctx).await;
    for place in ["IN", "NOT IN"] {
        let sql = format!(
            "UPDATE audit SET at = 'infinity' WHERE id = (SELECT MAX(id::text)::uuid FROM audit WHERE id {place} \
             (SELECT audit_id FROM audit_seal))"
        );
        let sql = match ctx.db.engine() {
            Engine::Sqlite => sql.replace("MAX(id::text)::uuid", "MAX(id)"),
            Engine::Postgres => sql,
        };
        run(ctx, &[&sql]).await;
        let faults = report(ctx).await.faults.join("\n");
        assert!(faults.contains("cannot be read"), "{place}: {faults}");
        let again = started_again(app);
        pass(&again).await;
        let status = chain_status(again.db.read(), again.now()).await;
        assert!(status.expect("a status").refused.is_some(), "{place}");
    }
}

/// The same where the signer's own times are.
async fn a_signed_time_that_is_none_is_a_fault(app: &TestApp) {
    begin_anew(app).await;
    let ctx = &app.ctx;
    line(ctx).await;
    pass(ctx).await;
    run(ctx, &["UPDATE audit_statement SET signed_at = 'infinity'"]).await;
    let faults = report(ctx).await.faults.join("\n");
    assert!(faults.contains("cannot be read"), "{faults}");
    let again = started_again(app);
    pass(&again).await;
    let status = chain_status(again.db.read(), again.now()).await;
    assert!(status.expect("a status").refused.is_some());
}

/// More lines than are read at once, on three days.
async fn a_log_of_some_pages_is_verified_as_a_whole(app: &TestApp) {
    const LINES: i64 = 10_500;
    begin_anew(app).await;
    let ctx = &app.ctx;
    for _ in 0..3 {
        lines(ctx, 3_500).await;
        ctx.clock.advance(TimeDelta::days(1));
    }
    pass(ctx).await;
    let whole = report(ctx).await;
    assert_eq!(whole.faults, [] as [&str; 0]);
    assert!(whole.lines > LINES && whole.heads == 3, "{whole}");
    let of = |seq: i64| format!("WHERE id = (SELECT audit_id FROM audit_seal WHERE seq = {seq})");
    for seq in [1, 4_999, 5_000, 5_001, 7_300, 10_000, 10_001, LINES] {
        let change = format!("UPDATE audit SET ip = ip || ' ' {}", of(seq));
        run(ctx, &[&change]).await;
        let faults = report(ctx).await.faults;
        assert_eq!(faults.len(), 1, "{seq}: {faults:?}");
        assert!(
            faults[0].starts_with(&format!("Line {seq} (")),
            "{faults:?}"
        );
        let back = format!("UPDATE audit SET ip = trim(ip) {}", of(seq));
        run(ctx, &[&back]).await;
    }
    assert_eq!(report(ctx).await.faults, [] as [&str; 0], "put back");
}

/// Many lines at once.
async fn lines(ctx: &Context, number: usize) {
    let one = |place: usize| AuditEntry {
        actor: (!place.is_multiple_of(3)).then(|| ctx.new_id()),
        actor_role: "ROLE_DOCTOR",
        patient: (!place.is_multiple_of(4)).then(|| ctx.new_id()),
        action: "GET /person/{id}".into(),
        ip: format!("10.0.0.{}", place % 250),
        request_id: format!("\"{place}\" \\ ’"),
        detail: (!place.is_multiple_of(2)).then(|| ("record", place.to_string())),
    };
    let all: Vec<AuditEntry> = (0..number).map(one).collect();
    for some in all.chunks(500) {
        let mut batch = ctx.db.batch();
        write(ctx, some, &mut batch);
        batch.run(ctx.db.write()).await.expect("they are written");
    }
}
