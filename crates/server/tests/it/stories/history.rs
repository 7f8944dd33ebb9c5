// SPDX-License-Identifier: AGPL-3.0-or-later

//! The demo's history: it was played by the product's own calls, so everything that must be true of an installation is
//! true of it, and nothing of it is left to be sent.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::Db;
use salal_formats::drug_database::DrugRecord;
use salal_sandbox::Service;
use salal_server::demo::{self, Extent, Made};
use salal_server::features::{audit, drugs};
use salal_server::jobs;
use sea_orm::{ConnectionTrait, Statement};

use crate::support::{Database, Engine, TestApp, Users, jobs_by_state, number};

const SMALL: Extent = Extent {
    days: 10,
    patients: 8,
    seed: 1,
};

/// A site in whose database nothing is yet, with the product's own waits.
async fn new_site(engine: Engine) -> TestApp {
    let database = Database::empty(engine).await;
    TestApp::start(&crate::TESTED, database, Users::default(), |settings| {
        settings.jobs.first_wait_milliseconds = 2_000;
        settings.jobs.undo_seconds = 10;
        settings.prescriptions.fax_unlisted_seconds = 60;
    })
    .await
}

async fn play(app: &TestApp, extent: Extent) -> Made {
    let made = Box::pin(demo::play(&app.ctx, extent)).await;
    made.expect("the history is played")
}

/// The rows of a query of two texts, in its order.
async fn rows(db: &Db, sql: &str) -> Vec<(String, String)> {
    let statement = Statement::from_string(db.read().get_database_backend(), sql);
    let rows = db.read().query_all_raw(statement).await;
    let read = |row: sea_orm::QueryResult| {
        let text = |column: &str| row.try_get::<String>("", column).expect("a text");
        (text("a"), text("b"))
    };
    rows.expect("the query runs")
        .into_iter()
        .map(read)
        .collect()
}

async fn none(db: &Db, what: &str, sql: &str) {
    assert_eq!(number(db, sql).await, 0, "{what}");
}

/// Whether a commit on SQLite ends when it is on the disk.
async fn waits_for_disk(db: &Db) -> bool {
    let level = "SELECT synchronous AS n FROM pragma_synchronous";
    let statement = Statement::from_string(db.write().get_database_backend(), level);
    let row = db.write().query_one_raw(statement).await;
    let row = row.expect("the query runs").expect("a level");
    row.try_get::<i64>("", "n").expect("a number") == 2
}

async fn every_rule_is_obeyed(engine: Engine) {
    let app = new_site(engine).await;
    // The history ends when its playing begins.
    let end = app.ctx.now();
    let made = play(&app, SMALL).await;
    assert_eq!(
        made.refused,
        Vec::<String>::new(),
        "the product refused some of it"
    );
    assert_eq!(made.patients, 8);
    let db = &app.ctx.db;
    if engine == Engine::Sqlite {
        assert!(waits_for_disk(db).await, "commits wait for the disk again");
        nothing_is_older_than_its_people(db).await;
        seconds_are_spread(db).await;
    }

    while audit::seal(&app.ctx).await.expect("seals") > 0 {}
    audit::sign(&app.ctx).await.expect("signs");
    let report = audit::verify(&app.ctx, app.ctx.db.read(), &[])
        .await
        .expect("the audit is read");
    assert!(report.faults.is_empty(), "{report}");
    assert!(number(db, "SELECT COUNT(*) AS n FROM audit").await > 60);

    let open =
        "SELECT COUNT(*) AS n FROM message WHERE to_group = 'customerservice' AND reply_count = 0";
    assert!(number(db, open).await >= 2, "customer service has work");
    money_adds_up(&app).await;
    states_are_the_products(db).await;
    faxes_are_of_their_days(db, end).await;

    first_those_with_most_room(db, &made, end).await;

    // What waits is for later, and nothing was given up or left running.
    let waiting = jobs_by_state(db).await;
    assert!(waiting.keys().all(|state| state == "queued"), "{waiting:?}");
    let next: Option<DateTime<Utc>> = jobs::next_due(db).await.expect("the jobs are read");
    assert!(next.is_none_or(|next| next >= end), "{next:?}: {waiting:?}");
    // Nobody gets an email or a text message of the past.
    for channel in ["email", "sms"] {
        assert!(
            app.sandbox.outbox(Some(channel), None).is_empty(),
            "{channel}"
        );
    }
}

/// When a day is played, first those ask who have asked for least on it.
async fn first_those_with_most_room(db: &Db, made: &Made, end: DateTime<Utc>) {
    let midnight = salal_demo::vancouver_day_bounds(salal_demo::vancouver_day(end)).0;
    let sql = "SELECT a.email AS email, p.created_at AS at FROM medication m JOIN prescription p ON p.id = m.prescription_id JOIN account a ON a.person_id = p.person_id";
    let statement = Statement::from_string(db.read().get_database_backend(), sql);
    let asked = db.read().query_all_raw(statement).await;
    let mut today = BTreeMap::<String, usize>::new();
    for line in asked.expect("the query runs") {
        if line.try_get::<DateTime<Utc>>("", "at").expect("a time") >= midnight {
            let email = line.try_get("", "email").expect("an email");
            *today.entry(email).or_default() += 1;
        }
    }
    let asked = made
        .can_ask
        .iter()
        .map(|one| today.get(&one.email).copied());
    let asked: Vec<_> = asked.map(Option::unwrap_or_default).collect();
    assert_eq!(asked.len(), 8);
    assert!(asked.is_sorted(), "{asked:?}");
}

/// What was charged and given back is what the payment service moved, and no more is given back than was paid.
async fn money_adds_up(app: &TestApp) {
    let db = &app.ctx.db;
    let sum = async |sql: &str| number(db, sql).await;
    let charged = sum("SELECT CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) AS n FROM payment WHERE state = 'charged'").await;
    let returned = sum("SELECT CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) AS n FROM refund WHERE state = 'done'").await;
    assert!(charged > 0);
    assert_eq!(
        app.moved(Service::Stripe, "charge").iter().sum::<i64>(),
        charged
    );
    assert_eq!(
        app.moved(Service::Stripe, "refund").iter().sum::<i64>(),
        returned
    );
    none(db, "more was given back than was paid", "SELECT COUNT(*) AS n FROM payment p WHERE p.amount_cents < (SELECT COALESCE(SUM(r.amount_cents), 0) FROM refund r WHERE r.payment_id = p.id AND r.state = 'done')").await;
    none(db, "something was charged twice", "SELECT COUNT(*) AS n FROM (SELECT subject_id FROM payment WHERE state = 'charged' GROUP BY subject_id HAVING COUNT(*) > 1) twice").await;
    none(db, "what reached a doctor was paid", "SELECT COUNT(*) AS n FROM prescription p WHERE p.free = false AND p.pending_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payment q WHERE q.subject_id = p.id AND q.state = 'charged')").await;
}

/// Every request came to its state step by step, and each kind of state is met.
async fn states_are_the_products(db: &Db) {
    none(db, "a request is in another state than its history", "SELECT COUNT(*) AS n FROM prescription p WHERE p.status <> (SELECT s.status FROM prescription_status s WHERE s.prescription_id = p.id ORDER BY s.seq DESC LIMIT 1)").await;
    none(db, "a fax without a signature", "SELECT COUNT(*) AS n FROM prescription p WHERE p.status = 'FAXED' AND NOT EXISTS (SELECT 1 FROM signature s WHERE s.prescription_id = p.id AND s.voided_at IS NULL)").await;
    none(db, "a decision before the doctor began", "SELECT COUNT(*) AS n FROM medication m JOIN prescription p ON p.id = m.prescription_id WHERE m.status IS NOT NULL AND p.acknowledged_at IS NULL").await;
    none(db, "a step goes back in time", "SELECT COUNT(*) AS n FROM prescription_status s JOIN prescription_status t ON t.prescription_id = s.prescription_id AND t.seq = s.seq + 1 WHERE t.at < s.at").await;
    let steps = "SELECT DISTINCT s.status AS a, t.status AS b FROM prescription_status s JOIN prescription_status t ON t.prescription_id = s.prescription_id AND t.seq = s.seq + 1";
    // The contract's table of transitions.
    let allowed: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("CREATED", &["PENDING", "CANCELED"] as &[_]),
        ("PENDING", &["ACKNOWLEDGED", "CANCELED"]),
        ("ACKNOWLEDGED", &["APPROVED", "REJECTED", "ACKNOWLEDGED"]),
        (
            "APPROVED",
            &["FAXED", "REFUNDED", "APPROVED", "ACKNOWLEDGED"],
        ),
        ("REJECTED", &["REFUNDED"]),
        ("FAXED", &["REFUNDED", "APPROVED"]),
        ("CANCELED", &["REFUNDED"]),
        ("REFUNDED", &["FAXED", "APPROVED"]),
    ]);
    for (from, to) in rows(db, steps).await {
        let goes = allowed
            .get(from.as_str())
            .is_some_and(|steps| steps.contains(&to.as_str()));
        assert!(goes, "{from} to {to}");
    }
    for status in ["CREATED", "PENDING", "ACKNOWLEDGED", "APPROVED", "FAXED"] {
        let met = format!("SELECT COUNT(*) AS n FROM prescription WHERE status = '{status}'");
        assert!(number(db, &met).await > 0, "no request is {status}");
    }
    let reviewed = "SELECT COUNT(DISTINCT acknowledged_by) AS n FROM prescription WHERE status = 'ACKNOWLEDGED'";
    assert_eq!(
        number(db, reviewed).await,
        2,
        "each doctor has begun with one"
    );
    let partly = "SELECT COUNT(*) AS n FROM prescription p WHERE p.status = 'ACKNOWLEDGED' AND EXISTS (SELECT 1 FROM medication m WHERE m.prescription_id = p.id AND m.status IS NOT NULL)";
    assert!(number(db, partly).await > 0, "none is partly decided");
    // However small the clinic is.
    for status in ["REJECTED", "CANCELED", "REFUNDED"] {
        let met =
            format!("SELECT COUNT(*) AS n FROM prescription_status WHERE status = '{status}'");
        assert!(number(db, &met).await > 0, "no request was {status}");
    }
    let reasons =
        "SELECT COUNT(DISTINCT reason_code) AS n FROM medication WHERE status = 'Rejected'";
    assert_eq!(number(db, reasons).await, 10, "a reason was not given");
    let decided = "SELECT pending_at, decided_at FROM prescription WHERE decided_at IS NOT NULL";
    let statement = Statement::from_string(db.read().get_database_backend(), decided);
    let decided = db.read().query_all_raw(statement).await.expect("it runs");
    let took = |row: &sea_orm::QueryResult| {
        let at = |column: &str| row.try_get::<DateTime<Utc>>("", column).expect("a time");
        at("decided_at") - at("pending_at")
    };
    let late = decided.iter().map(took);
    let late = late.filter(|took| *took > TimeDelta::hours(24));
    let late: Vec<_> = late.collect();
    assert!((4..=8).contains(&late.len()), "{late:?} were decided late");
    let longest = TimeDelta::hours(50);
    assert!(late.iter().all(|took| *took < longest), "{late:?}");
    let again = "SELECT COUNT(*) AS n FROM prescription_copy WHERE number = 2";
    assert!(number(db, again).await > 0, "no copy was issued again");
    let printed = "SELECT COUNT(*) AS n FROM prescription WHERE printed_at IS NOT NULL";
    assert!(number(db, printed).await > 0, "no prescription was printed");
    let unmatched = "SELECT COUNT(*) AS n FROM lab_exception";
    assert!(number(db, unmatched).await > 0, "each report is matched");
    let failed = "SELECT COUNT(*) AS n FROM fax WHERE state = 'failed'";
    assert!(number(db, failed).await > 0, "no fax has failed");
}

/// A fax is transmitted when it is sent, and what did not arrive is seen to: only what two or three pharmacies of the last
/// days did not get is left to the clinic.
async fn faxes_are_of_their_days(db: &Db, end: DateTime<Utc>) {
    let sql = "SELECT queued_at, sent_at, transmitted_at, confirmed_at, trouble FROM fax";
    let statement = Statement::from_string(db.read().get_database_backend(), sql);
    let faxes = db.read().query_all_raw(statement).await;
    let faxes = faxes.expect("the query runs");
    let (mut transmitted, mut confirmed, mut in_trouble) = (0, 0, 0);
    for fax in faxes {
        let at = |column: &str| {
            let at: Option<DateTime<Utc>> = fax.try_get("", column).expect("a time");
            at
        };
        let queued = at("queued_at").expect("a fax is queued");
        if let Some(done) = at("transmitted_at") {
            // Fax services tell whole seconds.
            assert!(done.timestamp() >= queued.timestamp(), "{queued}: {done}");
            let sent = at("sent_at").expect("what is transmitted was sent");
            assert!(done <= sent + TimeDelta::days(1), "{sent}: {done}");
            transmitted += 1;
        }
        confirmed += usize::from(at("confirmed_at").is_some());
        if fax.try_get::<bool>("", "trouble").expect("a flag") {
            assert!(queued > end - TimeDelta::hours(49), "{queued}");
            in_trouble += 1;
        }
    }
    assert!(transmitted > 0 && confirmed > 0);
    assert!((2..=3).contains(&in_trouble), "{in_trouble} in trouble");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_rule_is_obeyed_sqlite() {
    every_rule_is_obeyed(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_rule_is_obeyed_postgres() {
    every_rule_is_obeyed(Engine::Postgres).await;
}

/// No row tells of a time at which somebody whom it names was not here yet. What it names it says by a foreign key; the
/// audit, which outlives people, has none.
async fn nothing_is_older_than_its_people(db: &Db) {
    let named = "SELECT t.name || '.' || f.\"from\" AS a, f.\"table\" AS b FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table' AND f.\"table\" IN ('person', 'account', 'prescription', 'sleep_assessment', 'payment', 'bill')";
    let mut named = rows(db, named).await;
    for column in ["audit.actor", "audit.patient"] {
        named.push((column.into(), "person".into()));
    }
    assert!(named.len() > 60, "{named:?}");
    let times = "SELECT t.name AS a, c.name AS b FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.type LIKE 'timestamp%'";
    let times = rows(db, times).await;
    let mut looked = 0;
    for (column, parent) in named {
        let (table, column) = column.split_once('.').expect("a table and a column");
        for (_, time) in times.iter().filter(|(of, _)| of == table) {
            let older = format!(
                "SELECT COUNT(*) AS n FROM {table} c JOIN {parent} p ON p.id = c.{column} WHERE c.{time} < p.created_at"
            );
            none(db, &format!("{table}.{time}, of {column}"), &older).await;
            looked += 1;
        }
    }
    assert!(looked > 100, "{looked}");
}

/// What people do at any second of a minute is not crowded into the one in which the demo was made.
async fn seconds_are_spread(db: &Db) {
    for (table, time) in [
        ("prescription", "created_at"),
        ("prescription", "pending_at"),
        ("message", "created_at"),
        ("medication", "decided_at"),
    ] {
        let counted = format!(
            "SELECT '' AS a, CAST(COUNT(*) AS TEXT) AS b FROM {table} WHERE {time} IS NOT NULL GROUP BY strftime('%S', {time})"
        );
        let counted = rows(db, &counted).await;
        let seconds: Vec<usize> = counted
            .iter()
            .filter_map(|row| row.1.parse().ok())
            .collect();
        let all: usize = seconds.iter().sum();
        let most = seconds.iter().max().copied().unwrap_or_default();
        assert!(
            all > 8 && most * 5 <= all + 10,
            "{table}.{time}: {most} of {all}"
        );
    }
}

/// A demo whose people were only just made has messages of earlier days, and the people were here then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_are_older_than_their_messages_sqlite() {
    let app = new_site(Engine::Sqlite).await;
    demo::make(&app.ctx).await.expect("the people");
    nothing_is_older_than_its_people(&app.ctx.db).await;
    let old = app.ctx.now() - TimeDelta::days(30);
    let messages = "SELECT subject AS a, CAST(created_at AS TEXT) AS b FROM message";
    let old = old.format("%Y-%m-%d").to_string();
    let messages = rows(&app.ctx.db, messages).await;
    assert!(messages.iter().any(|(_, at)| *at < old), "{messages:?}");
}

/// However short the time and however few the patients, each of them comes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_smallest_clinics_are_played_sqlite() {
    for (days, patients) in [(1, 1), (1, 5), (3, 2)] {
        let app = new_site(Engine::Sqlite).await;
        let small = Extent {
            days,
            patients,
            seed: 2,
        };
        let made = play(&app, small).await;
        assert_eq!(made.patients, patients, "{days} days");
        // So few cannot do all that is left for later, and nobody asks for more than a day allows.
        assert_eq!(made.refused, Vec::<String>::new(), "{days} days");
        nothing_is_older_than_its_people(&app.ctx.db).await;
    }
}

/// All that happened, without the ids and what others say of it.
async fn story(app: &TestApp) -> Vec<(String, String)> {
    let queries = [
        "SELECT last_name AS a, COALESCE(CAST(date_of_birth AS TEXT), '') AS b FROM person ORDER BY created_at, last_name",
        "SELECT s.status AS a, CAST(s.at AS TEXT) AS b FROM prescription_status s JOIN prescription p ON p.id = s.prescription_id ORDER BY p.number, s.seq",
        "SELECT action AS a, CAST(at AS TEXT) AS b FROM audit ORDER BY at, action",
    ];
    let mut all = Vec::new();
    for query in queries {
        all.extend(rows(&app.ctx.db, query).await);
    }
    all
}

/// On one engine: what is compared is what the demo did, not what a database does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_seed_is_one_clinic_sqlite() {
    let small = Extent {
        days: 4,
        patients: 4,
        seed: 5,
    };
    let (one, same) = (
        new_site(Engine::Sqlite).await,
        new_site(Engine::Sqlite).await,
    );
    same.ctx.clock.advance(one.ctx.now() - same.ctx.now());
    play(&one, small).await;
    play(&same, small).await;
    assert_eq!(story(&one).await, story(&same).await);
}

/// An installation that has the demo's people, and no history, keeps what it has.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_demo_gets_no_history_sqlite() {
    let app = new_site(Engine::Sqlite).await;
    let before = demo::make(&app.ctx).await.expect("the people").len();
    let later = Box::pin(demo::make_with_history(&app.ctx, SMALL)).await;
    assert_eq!(later.expect("the people").len(), before);
    none(
        &app.ctx.db,
        "a request",
        "SELECT COUNT(*) AS n FROM prescription",
    )
    .await;
}

/// Imported medications stay as they are: the people are made beside them, and no history of other medications.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_demo_beside_an_imported_register_makes_the_people_sqlite() {
    let app = new_site(Engine::Sqlite).await;
    let register = DrugRecord {
        drug_code: 2_049,
        drug_identification_number: "00559407".into(),
        name: "TYLENOL REGULAR".into(),
        class_name: "Human".into(),
        status: "MARKETED".into(),
        ..DrugRecord::default()
    };
    let imported = drugs::import_records(&app.ctx, vec![register], "register").await;
    imported.expect("it is imported");
    let before = contents(&app.ctx.db).await;
    let made = Box::pin(demo::make_with_history(&app.ctx, SMALL)).await;
    assert!(made.expect("the people are made").len() > 5);
    none(
        &app.ctx.db,
        "a request",
        "SELECT COUNT(*) AS n FROM prescription",
    )
    .await;
    assert_eq!(contents(&app.ctx.db).await, before);
}

async fn contents(db: &Db) -> i64 {
    number(db, "SELECT revision AS n FROM catalogue").await
}
