// SPDX-License-Identifier: AGPL-3.0-or-later

//! A master key is replaced: everything that is sealed opens before, while and after, also what earlier versions sealed;
//! then the earlier key opens nothing and is needed by nothing. And a start with the wrong key. In `at_work`, people go on
//! working meanwhile.

use salal_platform::sealing::{
    self, KeyUse, Keyring, Place, SealedForm, count_sealed, foreign, note_use, seal_as_before,
};
use salal_sandbox::OutboxEntry;
use salal_server::app;
use salal_server::context::{Clock, Context};
use salal_server::features::audit;
use salal_server::features::operations::{health, keys};
use salal_server::jobs::{self, JobKinds, NewJob};
use salal_server::notifications;
use salal_server::settings::{DEVELOPMENT_KEY, Settings};
use salal_server::terminal;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::TESTED;
use crate::support::{Engine, TestApp, User, number, sign_in_staff};

const OLD: &str = DEVELOPMENT_KEY;
const NEW: &str = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1";

/// Each on both engines.
macro_rules! on_each {
    ($($name:ident),+ $(,)?) => {
        $(
            mod $name {
                use super::Engine;

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn sqlite() {
                    Box::pin(super::$name(Engine::Sqlite)).await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn postgres() {
                    Box::pin(super::$name(Engine::Postgres)).await;
                }
            }
        )+
    };
}

on_each!(
    everything_is_sealed_anew_and_the_earlier_key_is_needed_by_nothing,
    hundreds_of_messages_are_sealed_anew_while_others_are_written,
    what_stands_in_another_row_does_not_open,
    a_start_with_the_wrong_key_is_refused,
    a_process_without_the_new_key_stops_a_rotation,
);

#[path = "keys_at_work.rs"]
mod at_work;

/// The same database, and a site with these keys, a little later.
async fn with_keys(app: TestApp, keys: &[&str]) -> TestApp {
    let (users, before) = (app.users.clone(), app.ctx.now());
    let database = app.end().await;
    let keys = keys.join(" ");
    let app = TestApp::start(&TESTED, database, users, |settings| {
        settings.secrets.master_key = keys.as_str().into();
    })
    .await;
    let behind = (before - app.ctx.now()).max(chrono::TimeDelta::zero());
    let second = chrono::TimeDelta::seconds(1);
    app.ctx.clock.advance(behind + second);
    app
}

fn settings_with(app: &TestApp, keys: &[&str]) -> Settings {
    let mut settings = (*app.ctx.settings).clone();
    settings.secrets.master_key = keys.join(" ").as_str().into();
    settings
}

/// Another process beside the site, with these keys.
fn process(app: &TestApp, keys: &[&str]) -> Context {
    let settings = settings_with(app, keys);
    let services = salal_integrations::Integrations::new(&settings.services).expect("services");
    let hooks = app::parts().into_hooks().expect("nothing is missing");
    let (db, clock) = (app.ctx.db.clone(), app.ctx.clock.clone());
    Context::new(settings, db, services, clock, hooks)
}

fn id_of(app: &TestApp, key: &str) -> String {
    Keyring::of(&process(app, &[key])).first().id().to_owned()
}

async fn change(app: &TestApp, sql: &str, values: Vec<sea_orm::Value>) {
    let db = app.ctx.db.write();
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let done = db.execute_raw(statement).await.expect("a change");
    assert_eq!(done.rows_affected(), 1, "{sql}");
}

/// Without its place, which most earlier forms did not know.
fn before(what: KeyUse, row: &str, bytes: &[u8]) -> Vec<u8> {
    let place = Place {
        table: "",
        column: "",
        row,
    };
    seal_as_before(OLD, what, place, bytes)
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

/// An authenticator as an earlier version sealed it.
async fn enrolled_before(app: &TestApp, who: &User) {
    let sealed = text(before(KeyUse::Authenticator, "", who.totp.as_bytes()));
    let id: Uuid = who.account.parse().expect("an id");
    let sql = "UPDATE account SET totp_sealed = $1 WHERE id = $2";
    change(app, sql, vec![sealed.into(), id.into()]).await;
}

/// A text message that an earlier version queued.
async fn queued_before(app: &TestApp, to: &str, body: &str) {
    let id = Uuid::now_v7();
    let payload = json!({"to": to, "body": body}).to_string();
    let row = format!("post.sms {id}");
    let sealed = text(before(KeyUse::JobPayload, &row, payload.as_bytes()));
    let sql = "INSERT INTO job (id, kind, payload, state, run_at, tries, created_at) VALUES ($1, 'post.sms', $2, 'queued', $3, 0, $3)";
    let payload = json!({ "sealed": sealed });
    change(
        app,
        sql,
        vec![id.into(), payload.into(), app.ctx.now().into()],
    )
    .await;
}

/// A remittance that was set aside, as an earlier version sealed it; its id.
async fn set_aside_before(app: &TestApp) -> String {
    let mixed = include_str!("../../crates/formats/tests/teleplan/mixed.txt");
    let lines: Vec<&str> = mixed.lines().collect();
    // Without its end.
    let file = lines[..lines.len() - 1].join("\r\n");
    app.sandbox.replay_remittance("cut.txt", file.as_bytes());
    let to = "/tele-plan/pull-latest-remittance";
    app.post(&app.users.admin, to, &json!({})).await.ok();
    app.settle().await;
    let status = app
        .get(&app.users.admin, "/tele-plan/status-retrieved")
        .await
        .ok();
    let id = found(&status, "cut.txt").expect("it was set aside");
    let sealed = before(KeyUse::PlanFile, "", file.as_bytes());
    let uuid: Uuid = id.parse().expect("an id");
    let sql = "UPDATE remittance_file SET sealed = $1 WHERE id = $2";
    change(app, sql, vec![sealed.into(), uuid.into()]).await;
    id
}

/// The id of the object with this name, wherever it is.
fn found(value: &Value, name: &str) -> Option<String> {
    if value["name"] == name {
        return value["_id"].as_str().map(str::to_owned);
    }
    match value {
        Value::Array(items) => items.iter().find_map(|item| found(item, name)),
        Value::Object(fields) => fields.values().find_map(|item| found(item, name)),
        _ => None,
    }
}

fn sent_to<'a>(sent: &'a [OutboxEntry], body: &str) -> Vec<&'a OutboxEntry> {
    sent.iter().filter(|one| one.text.contains(body)).collect()
}

/// Seals the audit of what was done, and finds it whole.
async fn audit_is_whole(ctx: &Context) {
    while audit::seal(ctx).await.expect("seals") > 0 {}
    audit::sign(ctx).await.expect("signs");
    let report = audit::verify(ctx, ctx.db.read(), &[]).await.expect("reads");
    assert_eq!(report.faults, [] as [&str; 0]);
}

/// Of all that is sealed, how much with other keys than this.
async fn others(ctx: &Context, id: &str) -> i64 {
    let counts = count_sealed(ctx).await.expect("counts");
    let all = counts.iter().flat_map(|(_, all)| all);
    all.filter(|(of, _)| of != id).map(|(_, n)| n).sum()
}

async fn everything_is_sealed_anew_and_the_earlier_key_is_needed_by_nothing(engine: Engine) {
    let app = TestApp::on(&TESTED, engine).await;
    let doctor = app.users.doctor.clone();
    let file = set_aside_before(&app).await;
    enrolled_before(&app, &doctor).await;
    queued_before(&app, "6045550142", "An earlier message").await;
    let message = "Your code is 424242.".to_owned();
    let until = app.ctx.now() + chrono::TimeDelta::hours(12);
    notifications::send_text_message(app.ctx.db.write(), &app.ctx, "6045550142", message, until)
        .await
        .expect("it is queued");
    let credentials = json!({"login": "drlee", "password": "a word"});
    let kept = app
        .post(&doctor, "/pharmanet/encrypt", &credentials)
        .await
        .ok();
    audit_is_whole(&app.ctx).await;

    let app = with_keys(app, &[NEW, OLD]).await;
    let (old, new) = (id_of(&app, OLD), id_of(&app, NEW));
    let opened = app.post(&doctor, "/pharmanet/decrypt", &kept).await.ok();
    assert_eq!(opened["login"], "drlee");
    sign_in_staff(&app, doctor.clone()).await;
    assert!(others(&app.ctx, &new).await >= 8);
    let told = keys::rotate(&app.ctx, "A. Nurse").await.expect("rotates");
    for part in [
        format!("Sealed with the key {new}:"),
        "authenticator secrets".to_owned(),
        "1 remittance file".to_owned(),
        "2 messages that wait".to_owned(),
        format!("The key {old}"),
    ] {
        assert!(told.contains(&part), "{part}: {told}");
    }
    assert_eq!(others(&app.ctx, &new).await, 0);
    let again = keys::rotate(&app.ctx, "A. Nurse").await.expect("rotates");
    assert!(again.contains("nothing was left to seal anew"), "{again}");
    audit_is_whole(&app.ctx).await;
    let traced = "SELECT COUNT(*) AS n FROM audit WHERE action = 'salal keys rotate' AND object_id LIKE '%A. Nurse%'";
    assert_eq!(number(&app.ctx.db, traced).await, 2);

    let app = with_keys(app, &[NEW]).await;
    assert_eq!(foreign(&app.ctx).await.expect("reads"), []);
    assert_eq!(audit::foreign_keys(&app.ctx).await.expect("reads"), []);
    let shown = keys::show(&app.ctx).await.expect("shows");
    assert!(
        shown.starts_with(&format!("{new}  seals, since ")),
        "{shown}"
    );
    assert!(
        shown.contains("with a key that is no longer needed"),
        "{shown}"
    );
    for key in [OLD, NEW] {
        assert!(!shown.contains(key), "{shown}");
    }
    sign_in_staff(&app, doctor.clone()).await;
    app.settle().await;
    let sent = app.sandbox.outbox(Some("sms"), None);
    assert_eq!(sent_to(&sent, "An earlier message").len(), 1);
    assert_eq!(sent_to(&sent, "424242").len(), 1);
    let take = format!("/tele-plan/remittance-files/{file}/take-again");
    let taken = app
        .post(&app.users.admin, &take, &json!({"allTheSame": true}))
        .await
        .ok();
    assert_eq!(taken["taken"], true, "{taken}");
    app.post(&doctor, "/pharmanet/decrypt", &kept)
        .await
        .refused(409, "NOT_SEALED_FOR_YOU");
    audit_is_whole(&app.ctx).await;
    let old = process(&app, &[OLD]);
    assert_eq!(others(&old, &new).await, 0);
    for (column, counts) in count_sealed(&old).await.expect("counts") {
        if column.form == SealedForm::Text {
            assert!(!counts.is_empty());
        }
    }
    assert!(!foreign(&old).await.expect("reads").is_empty());
    app.at_rest().await;

    app.ctx.clock.advance(chrono::TimeDelta::days(366));
    let report = health::examine(&app.ctx).await.expect("a report");
    let mut findings = report.findings.iter();
    assert!(findings.any(|one| {
        one.text
            .starts_with("The master key has sealed for 366 days.")
    }));
}

async fn queue(ctx: &Context, number: usize, what: &str) {
    for one in 0..number {
        let body = json!({"to": "6045550142", "body": format!("{what} {one}.")});
        let job = NewJob::new("post.sms", &body).expect("a job");
        let queued = jobs::enqueue(ctx.db.write(), ctx, job).await;
        queued.expect("it is queued");
    }
}

/// Two rotations at once, beside a process that was not started again yet and goes on writing.
async fn hundreds_of_messages_are_sealed_anew_while_others_are_written(engine: Engine) {
    const WAITING: usize = 500;
    const MEANWHILE: usize = 60;
    let app = TestApp::on(&TESTED, engine).await;
    queue(&app.ctx, WAITING, "waiting").await;
    let (behind, ahead) = (process(&app, &[OLD, NEW]), process(&app, &[NEW, OLD]));
    let other = process(&app, &[NEW, OLD]);
    let (one, two, ()) = tokio::join!(
        keys::rotate(&ahead, "one"),
        keys::rotate(&other, "two"),
        queue(&behind, MEANWHILE, "meanwhile"),
    );
    one.expect("rotates");
    two.expect("rotates");
    keys::rotate(&ahead, "again").await.expect("rotates");
    let new = process(&app, &[NEW]);
    assert_eq!(others(&new, &id_of(&app, NEW)).await, 0);
    let kinds = JobKinds(app::parts().kinds);
    while jobs::settle(&new, &kinds).await.expect("jobs run") > 0 {}
    let sent = app.sandbox.outbox(Some("sms"), None);
    for (what, number) in [("waiting", WAITING), ("meanwhile", MEANWHILE)] {
        for one in 0..number {
            let body = format!("{what} {one}.");
            assert_eq!(sent_to(&sent, &body).len(), 1, "{body}");
        }
    }
    audit_is_whole(&new).await;
}

async fn what_stands_in_another_row_does_not_open(engine: Engine) {
    let app = TestApp::on(&TESTED, engine).await;
    let (doctor, second) = (&app.users.doctor, &app.users.second_doctor);
    let copied = "UPDATE account SET totp_sealed = (SELECT totp_sealed FROM account WHERE id = $1) WHERE id = $2";
    let id = |user: &User| -> Uuid { user.account.parse().expect("an id") };
    // Whoever can write to the database has an authenticator of their own, and wants to sign in as another.
    change(&app, copied, vec![id(second).into(), id(doctor).into()]).await;
    app.ctx.clock.advance(chrono::TimeDelta::seconds(60));
    let code = crate::support::totp_code(&app, &second.totp);
    let body = json!({"Email": doctor.email, "Password": doctor.password, "code": code});
    let answer = app.post_open("/user/authenticate", &body).await;
    assert_eq!(answer.status, 500, "{}", answer.body);
    assert!(answer.body["token"].is_null());
}

async fn start(app: &TestApp, keys: &[&str]) -> Result<(), String> {
    let settings = settings_with(app, keys);
    let url = settings.database.url.clone();
    // As `sole_context`, without the hold on the file, which a process has until it ends.
    let ctx = Box::pin(app::patient_context(settings, Clock::System)).await;
    let ctx = ctx.expect("migrations are still run");
    let settled = app::settle_keys(&ctx).await;
    let gone = CancellationToken::new();
    gone.cancel();
    sealing::keep_noted(ctx.clone(), gone).await;
    ctx.db.close().await;
    settled.map_err(|error| terminal::error_message(&error, &url))
}

async fn a_start_with_the_wrong_key_is_refused(engine: Engine) {
    let app = TestApp::on(&TESTED, engine).await;
    let doctor = app.users.doctor.clone();
    audit_is_whole(&app.ctx).await;
    let (old, new) = (id_of(&app, OLD), id_of(&app, NEW));
    let refused = start(&app, &[NEW]).await.expect_err("it is refused");
    for part in [&old, &new, "authenticator secrets", "the audit up to line"] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    for key in [OLD, NEW] {
        assert!(!refused.contains(key), "{refused}");
    }
    start(&app, &[NEW, OLD]).await.expect("it has both");
    start(&app, &[OLD]).await.expect("it has the right one");

    // What an earlier version sealed names no key.
    let sql = "UPDATE account SET totp_sealed = NULL WHERE totp_sealed IS NOT NULL AND id <> $1";
    let id: Uuid = doctor.account.parse().expect("an id");
    let db = app.ctx.db.write();
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [id.into()]);
    db.execute_raw(statement).await.expect("a change");
    enrolled_before(&app, &doctor).await;
    let refused = start(&app, &[NEW]).await.expect_err("it is refused");
    assert!(
        refused.contains("did not name (1 authenticator secret)"),
        "{refused}"
    );

    // It is lost for ever: staff enrol again.
    let ctx = process(&app, &[NEW]);
    let audit_key = audit::foreign_keys(&ctx).await.expect("reads");
    note_use(&app.ctx).await.expect("notes");
    let refused = keys::lost(&ctx, &old, "A. Nurse", "the disk burned").await;
    let refused = terminal::error_message(&refused.expect_err("it is in use"), "");
    assert!(refused.starts_with("a running process has"), "{refused}");
    let refused = keys::rotate(&ctx, "A. Nurse").await;
    let refused = terminal::error_message(&refused.expect_err("a wrong key"), "");
    assert!(refused.contains("other master keys"), "{refused}");
    // That process is gone.
    app.ctx.clock.advance(chrono::TimeDelta::minutes(4));
    let refused = keys::lost(&ctx, "0123456789abcdef", "A. Nurse", "the disk burned").await;
    let refused = terminal::error_message(&refused.expect_err("no such key"), "");
    assert!(refused.starts_with("nothing is sealed with"), "{refused}");
    for id in ["earlier", &audit_key[0].id] {
        let told = keys::lost(&ctx, id, "A. Nurse", "the disk burned").await;
        told.expect("it is declared lost");
    }
    start(&app, &[NEW])
        .await
        .expect("it starts without the key");
    let app = with_keys(app, &[NEW]).await;
    let body = json!({"Email": doctor.email, "Password": doctor.password});
    let asked = app.post_open("/user/authenticate", &body).await.ok();
    assert!(asked["enrol"]["secret"].is_string(), "{asked}");
}

async fn a_process_without_the_new_key_stops_a_rotation(engine: Engine) {
    let app = TestApp::on(&TESTED, engine).await;
    let (old, new) = (id_of(&app, OLD), id_of(&app, NEW));
    note_use(&app.ctx).await.expect("notes");
    let ahead = process(&app, &[NEW, OLD]);
    let refused = keys::rotate(&ahead, "A. Nurse").await.expect_err("refused");
    let refused = terminal::error_message(&refused, "");
    assert!(
        refused.starts_with("not every running process has the key"),
        "{refused}"
    );
    assert!(others(&ahead, &old).await == 0, "nothing was changed");
    // It has the key now, and still seals with the earlier one.
    let behind = process(&app, &[OLD, NEW]);
    ahead.clock.advance(chrono::TimeDelta::minutes(4));
    note_use(&behind).await.expect("notes");
    let told = keys::rotate(&ahead, "A. Nurse").await.expect("rotates");
    assert!(
        told.contains(&format!(
            "seals with the key {new} yet (1 still with {old})"
        )),
        "{told}"
    );
    sealing::note_first(&ahead).await.expect("notes");
}
