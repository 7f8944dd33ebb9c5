// SPDX-License-Identifier: AGPL-3.0-or-later

//! What goes wrong, and what the programs show of it. Three programs: one that does everything, on a file; one that serves,
//! beside a worker that ends, on PostgreSQL; and one on a machine that is too small, which is started again and again.

use std::process::Command as Blocking;
use std::time::Duration;

use reqwest::Method;
use salal_documents::mail::Mail;
use salal_domain::fax::FaxNumber;
use salal_domain::subjects::SubjectKind;
use salal_sandbox::{Mode, Service};
use salal_server::features::{audit, fax};
use salal_server::{hold, jobs, notifications};
use sea_orm::{ConnectionTrait as _, Statement};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::process::Command;
use uuid::Uuid;

use super::super::away::{Line, Wire};
use super::super::on_call::{Program, until};
use super::scrape::{Pair, Scrape};
use crate::calls::fax::{BUSY, signed_for};
use crate::support::{TestApp, new_key, number};

/// When something was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// A worker at work, whose mail server refuses, whose text messages and faxes fail, and whose audit, folder for anchors
    /// and last backup are not what they should be.
    Worked,
    /// The worker has ended; effects are held after a restore, and another transaction keeps the examinations waiting.
    Idle,
    /// All connections to the database are busy, and calls wait.
    Waiting,
    /// Calls took three seconds, and commits failed.
    Uncommitted,
    /// The database is away.
    Away,
    /// As many connections as the process may have files, and more.
    Crowded,
    /// The clock is ahead, and the folder of backups has no room.
    StrangeMachine,
    /// It was started five times.
    StartedAgain,
    /// It has ended.
    Ended,
}

const TO: &str = "on-call@clinic.example";

async fn change(app: &TestApp, sql: &str) {
    let done = app.ctx.db.write().execute_unprepared(sql).await;
    done.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// A backup was made just now, as other tools report it.
async fn backed_up(app: &TestApp) {
    let sql =
        "INSERT INTO backup_mark (id, at, made_by, name) VALUES ($1, $2, 'operator', 'a backup')";
    let db = app.ctx.db.write();
    let values = [Uuid::now_v7().into(), app.ctx.now().into()];
    let made = db
        .execute_raw(Statement::from_sql_and_values(
            db.get_database_backend(),
            sql,
            values,
        ))
        .await;
    made.expect("it is noted");
}

/// Waits until a worker has sealed and signed the audit.
async fn chained(app: &TestApp) {
    let open = "SELECT COUNT(*) AS n FROM audit a LEFT JOIN audit_seal s ON s.audit_id = a.id WHERE s.audit_id IS NULL";
    let covered = "SELECT COUNT(*) AS n FROM audit_statement";
    until("the audit to be signed", async || {
        let db = &app.ctx.db;
        (number(db, open).await == 0 && number(db, covered).await > 0).then_some(())
    })
    .await;
}

/// Reads until all of this is so.
async fn shown(program: &Program, wanted: &[(&str, f64)]) -> Scrape {
    let mut last = None;
    let reading = until("what is wrong to be shown", async || {
        let scrape = Scrape::of(program).await;
        let is_so = |(series, least): &(&str, f64)| {
            scrape.value(series).is_some_and(|value| value >= *least)
        };
        let missing: Vec<_> = wanted.iter().filter(|one| !is_so(one)).collect();
        last = Some(format!("{missing:?}"));
        missing.is_empty().then_some(scrape)
    });
    let read = tokio::time::timeout(Duration::from_mins(1), reading).await;
    read.unwrap_or_else(|_| panic!("not shown: {}", last.unwrap_or_default()))
}

/// Six faxes to a number, of a prescription that was faxed there before.
async fn six_faxes(app: &TestApp) {
    let db = app.ctx.db.read();
    let sql = "SELECT subject_kind, subject_id, person_id, document_id, to_number FROM fax ORDER BY queued_at DESC LIMIT 1";
    let row = db
        .query_one_raw(Statement::from_string(db.get_database_backend(), sql))
        .await
        .expect("a query")
        .expect("a fax");
    let id = |name| row.try_get::<Uuid>("", name).expect("an id");
    let kind: String = row.try_get("", "subject_kind").expect("a kind");
    let to: String = row.try_get("", "to_number").expect("a number");
    let tx = app.ctx.db.begin().await.expect("a transaction");
    for copy in 2..8 {
        let new = fax::NewFax {
            subject_kind: SubjectKind::ALL
                .into_iter()
                .find(|known| known.code() == kind)
                .expect("a kind"),
            subject_id: id("subject_id"),
            person: id("person_id"),
            document_id: id("document_id"),
            to: FaxNumber::parse(&to).expect("a number"),
            recipient_name: "Busy Pharmacy".into(),
            copy_number: copy,
            is_resend: false,
            by: None,
            cover: fax::Cover::default(),
        };
        fax::queue(&tx, &app.ctx, new).await.expect("it is queued");
    }
    tx.commit().await.expect("it is kept");
}

/// A program that serves and works, on a file.
pub(super) async fn with_a_worker(app: &TestApp) -> Vec<(Seen, Pair)> {
    let folder = tempfile::tempdir().expect("a folder");
    let signed = signed_for(app, BUSY).await;
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    backed_up(app).await;
    let outside = folder.path().join("outside");
    let more = format!(
        "[audit]\npublish_folder = {:?}\n",
        outside.display().to_string()
    );
    let program = Program::start_with(app, folder.path(), &["serve"], &more).await;
    chained(app).await;
    let before = Scrape::of(&program).await;

    app.fail(Service::Email, Mode::Decline, 6);
    app.fail(Service::Twilio, Mode::Down, 1_000);
    app.fail(Service::Srfax, Mode::Decline, 1_000);
    let tx = app.ctx.db.begin().await.expect("a transaction");
    for one in 0..6 {
        let mail = Mail::Welcome {
            link: "https://renew.example".into(),
        };
        let to = format!("nobody{one}@salal.example");
        let queued = notifications::send_email(&tx, &app.ctx, &to, mail).await;
        queued.expect("it is queued");
    }
    let end = app.ctx.now() + chrono::TimeDelta::hours(1);
    // After the first failure the others wait; those that are on their way fail too.
    for one in 0..4 {
        let body = format!("A code {one}");
        notifications::send_text_message(&tx, &app.ctx, "6045550142", body, end)
            .await
            .expect("it is queued");
    }
    tx.commit().await.expect("it is kept");
    six_faxes(app).await;
    let mixed = include_str!("../../../../../formats/tests/teleplan/mixed.txt");
    let (cut, _) = mixed.split_once("VTCX").expect("its end");
    app.sandbox
        .replay_remittance("remit201009.txt", cut.as_bytes());
    let to = "/tele-plan/pull-latest-remittance";
    app.post(&app.users.admin, to, &json!({})).await.ok();
    change(app, "DELETE FROM backup_mark").await;
    app.ctx.clock.advance(chrono::TimeDelta::hours(-30));
    backed_up(app).await;
    app.ctx.clock.advance(chrono::TimeDelta::hours(30));
    // The folder for anchors is no folder any more, and somebody else writes a line into the log.
    std::fs::rename(&outside, folder.path().join("elsewhere")).expect("it was there");
    std::fs::write(&outside, "a file").expect("a file");
    change(
        app,
        "INSERT INTO audit (id, at, actor_role, action, ip, request_id) SELECT p.id, (SELECT max(at) FROM audit), \
         'ROLE_DOCTOR', 'GET /prescription/{id}', '', '' FROM person p LIMIT 1",
    )
    .await;

    let after = shown(
        &program,
        &[
            (
                "salal_messages_total{channel=\"email\",outcome=\"failed\"}",
                4.0,
            ),
            ("salal_faxes_total{outcome=\"failed\"}", 6.0),
            ("salal_service_failures{service=\"sms\"}", 3.0),
            ("salal_remittances_set_aside", 1.0),
            ("salal_audit_refused", 1.0),
            ("salal_audit_unwritten", 1.0),
            ("salal_findings{area=\"audit\",level=\"wrong\"}", 1.0),
        ],
    )
    .await;
    // Salal's own alerts say the same.
    for told in [
        "given up",
        "The audit log was changed by something else",
        "have not been kept outside",
        "kept but not recorded",
        "Text messages: failed",
    ] {
        until(told, async || {
            let mail = app.sandbox.outbox(Some("email"), Some(TO));
            mail.iter()
                .any(|mail| mail.text.contains(told))
                .then_some(())
        })
        .await;
    }
    vec![(Seen::Worked, Pair::new(&before, &after))]
}

/// A program that serves beside a worker, on PostgreSQL, and what befalls both and their database.
pub(super) async fn on_postgres(app: &TestApp) -> Vec<(Seen, Pair)> {
    let folder = tempfile::tempdir().expect("a folder");
    let wire = Wire::before(&app.ctx.settings.database.url);
    let patient = app.users.patient.clone();
    let unpaid = app.create(&patient, 1).await;
    app.settle().await;
    backed_up(app).await;
    let more = "[audit]\npublish_folder = \"\"\n";
    let mut worker = Program::start_with(app, folder.path(), &["work"], more).await;
    let server = ["serve", "--no-worker"];
    let server = Program::start_at(app, folder.path(), &server, (more, &wire.url)).await;
    let site = server.site.as_ref().expect("it serves");
    let token = [("x-access-token", patient.token.as_str())];
    let ask = async || {
        let path = "/api/user/sessions";
        let answer = site.send_raw(Method::GET, path, &token, Vec::new()).await;
        answer.status
    };
    assert_eq!(ask().await, 200);
    chained(app).await;
    let before = Scrape::of(&server).await;

    let mut seen = Box::pin(on_a_small_machine(app)).await;

    // Nobody works any more. What was left: a payment whose answer was lost, a job, lines of the audit, and a restore.
    worker.stop().await;
    app.fail(Service::Stripe, Mode::Lost, 1);
    app.pay_with(&patient, &unpaid, "tok_visa").await;
    change(
        app,
        "UPDATE payment SET created_at = created_at - interval '2 hours'",
    )
    .await;
    app.ctx.clock.advance(chrono::TimeDelta::minutes(-30));
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let job = jobs::NewJob::new("uploads.sweep", &json!({})).expect("a payload");
    jobs::enqueue(&tx, &app.ctx, job)
        .await
        .expect("it is queued");
    tx.commit().await.expect("it is kept");
    app.ctx.clock.advance(chrono::TimeDelta::minutes(30));
    app.see(&app.users.doctor, &unpaid["_id"]).await;
    audit::seal(&app.ctx).await.expect("it is sealed");
    let office = app.users.office.clone();
    app.see(&office, &unpaid["_id"]).await;
    change(
        app,
        "BEGIN; SET LOCAL session_replication_role = replica; UPDATE audit SET at = at - interval '20 minutes'; COMMIT",
    )
    .await;
    let tx = app.ctx.db.begin().await.expect("a transaction");
    let point = app.ctx.now() - chrono::TimeDelta::hours(1);
    hold::begin(&tx, &app.ctx, point, Vec::new())
        .await
        .expect("it is held");
    tx.commit().await.expect("it is kept");
    let unexamined = unexamined(app).await;
    let after = shown(
        &server,
        &[
            ("salal_job_overdue_seconds{kind=\"uploads.sweep\"}", 1_000.0),
            (
                "salal_unconfirmed_oldest_seconds{kind=\"payment\"}",
                7_000.0,
            ),
            ("salal_restore_open", 1.0),
            ("salal_audit_unsealed_seconds", 1_000.0),
            ("salal_audit_unanchored_seconds", 1_000.0),
        ],
    )
    .await;
    seen.push((Seen::Idle, Pair::new(&before, &after)));
    unexamined.rollback().await.expect("it lets go");

    // Another program keeps a table for three seconds. Forty callers wait for it.
    let locked = app.ctx.db.begin().await.expect("a transaction");
    let lock = "LOCK TABLE session IN ACCESS EXCLUSIVE MODE";
    locked.execute_unprepared(lock).await.expect("it has it");
    let calls = futures_util::future::join_all((0..40).map(|_| ask()));
    let look = async {
        let waiting = [("salal_database_waiting{pool=\"all\"}", 10.0)];
        let waiting = shown(&server, &waiting).await;
        let working = locked.execute_unprepared("SELECT pg_sleep(3)").await;
        working.expect("it works on it");
        locked.rollback().await.expect("it lets go");
        waiting
    };
    let (answers, waiting) = tokio::join!(calls, look);
    assert!(answers.iter().all(|status| *status == 200), "{answers:?}");
    seen.push((Seen::Waiting, Pair::new(&before, &waiting)));

    // The database refuses at the commit.
    change(
        app,
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END'; \
         CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON note DEFERRABLE INITIALLY DEFERRED FOR EACH ROW \
         EXECUTE FUNCTION refuse()",
    )
    .await;
    for one in 0..6 {
        let note = json!({"personId": patient.person, "text": format!("Note {one}")});
        let (key, path) = (new_key(), "/notedraft/sign");
        let sent = site.try_send(
            Some(&app.users.doctor),
            Method::PUT,
            path,
            Some(&key),
            Some(&note),
        );
        let answer = sent.await.expect("it answers");
        assert_eq!(answer.status, 500, "{}", answer.body);
    }
    let after = Scrape::of(&server).await;
    let pair = Pair::new(&before, &after);
    seen.push((
        Seen::Uncommitted,
        Pair {
            goes_on: true,
            ..pair
        },
    ));

    wire.line.send_replace(Line::Cut);
    until("the process to notice", async || {
        (ask().await == 503).then_some(())
    })
    .await;
    let first = shown(&server, &[("salal_storage_refusing", 1.0)]).await;
    let measured = first.value("salal_measured_timestamp_seconds");
    let after = Scrape::of(&server).await;
    assert_eq!(after.value("salal_measured_timestamp_seconds"), measured);
    let pair = Pair::new(&before, &after);
    seen.push((
        Seen::Away,
        Pair {
            reads: false,
            ..pair
        },
    ));
    seen
}

/// Somebody else's transaction has the row of the last examination, which was twenty minutes ago.
async fn unexamined(app: &TestApp) -> salal_db::Transaction {
    let there = "SELECT COUNT(*) AS n FROM alert_look WHERE place = ''";
    until("an examination", async || {
        (number(&app.ctx.db, there).await == 1).then_some(())
    })
    .await;
    let old = "SELECT COUNT(*) AS n FROM alert_look WHERE at < now() - interval '15 minutes'";
    loop {
        change(
            app,
            "UPDATE alert_look SET at = now() - interval '20 minutes'",
        )
        .await;
        let tx = app.ctx.db.begin().await.expect("a transaction");
        let lock = "SELECT at FROM alert_look FOR UPDATE";
        tx.execute_unprepared(lock).await.expect("it has them");
        // Unless somebody looked in between.
        if number(&app.ctx.db, old).await > 0 {
            return tx;
        }
        tx.rollback().await.expect("it lets go");
    }
}

/// A program that may open 3,000 files and is started again and again, once with a clock that is ahead and a folder for
/// backups on a disk without room.
async fn on_a_small_machine(app: &TestApp) -> Vec<(Seen, Pair)> {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("clock_ahead.so");
    let source = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/it/stories/every_alert/clock_ahead.c"
    );
    let made = Blocking::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(source)
        .status();
    assert!(made.expect("a compiler of C").success());
    let url = app.ctx.settings.database.url.clone();
    let start = async |is_strange: bool| {
        let mut command = Command::new("sh");
        command.args([
            "-c",
            "ulimit -n 3000; exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_salal"),
        ]);
        if is_strange {
            command.env("LD_PRELOAD", &library);
            // A file system of the kernel: it has no room for anything.
            command.env("SALAL_BACKUP__FOLDER", "/sys/kernel");
        }
        let more = "[limits]\nconnections_per_address = 4000\n[audit]\npublish_folder = \"\"\n";
        let words = ["serve", "--no-worker"];
        Program::start_by(command, (app, folder.path()), &words, (more, &url)).await
    };
    let end = async |mut program: Program| {
        program.child.kill().await.expect("it ends");
        program.metrics.base.clone()
    };
    let mut seen = Vec::new();
    let program = start(false).await;
    let before = Scrape::of(&program).await;
    let crowd = crowd(&program).await;
    let refused = [("salal_connections_refused_total{why=\"total\"}", 20.0)];
    let after = shown(&program, &refused).await;
    seen.push((Seen::Crowded, Pair::new(&before, &after)));
    drop(crowd);
    end(program).await;

    let strange = start(true).await;
    let after = shown(&strange, &[("salal_clock_ahead_seconds", 5.0)]).await;
    seen.push((Seen::StrangeMachine, Pair::new(&before, &after)));
    end(strange).await;

    let started = |scrape: &Scrape| scrape.value("process_start_time_seconds");
    let mut starts = vec![after];
    let mut address = String::new();
    while starts.len() < 4 {
        let program = start(false).await;
        let scrape = Scrape::of(&program).await;
        // Starts are told by the second.
        if starts.last().map(started) != Some(started(&scrape)) {
            starts.push(scrape);
        }
        address = end(program).await;
    }
    let ended = Scrape::of_ended(&address).await;
    let pair = Pair::new(&before, &ended);
    seen.push((Seen::Ended, pair.clone()));
    seen.push((
        Seen::StartedAgain,
        Pair {
            after: starts,
            ..pair
        },
    ));
    seen
}

/// More connections than the program has files for.
async fn crowd(program: &Program) -> Vec<TcpStream> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit);
    let site = program.site.as_ref().expect("it serves");
    let address = site.base.trim_start_matches("http://");
    let mut all = Vec::new();
    for _ in 0..2_800 {
        all.push(TcpStream::connect(address).await.expect("it listens"));
    }
    all
}
