// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /today`

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};

use crate::support::{TestApp, User, counted, on_both, sign_in_staff};

async fn today(app: &TestApp, by: &User) -> Value {
    app.get(by, "/today").await.ok()
}

async fn queue(app: &TestApp, by: &User, filter: &str) -> Value {
    app.get(by, &format!("/prescription/queue?filter={filter}"))
        .await
        .ok()
}

fn ids(rows: &Value) -> Vec<Value> {
    let rows = rows.as_array().expect("a list");
    rows.iter().map(|row| row["_id"].clone()).collect()
}

/// The number of a count as the length of a list.
fn number(of: &Value) -> usize {
    of.as_u64()
        .and_then(|count| usize::try_from(count).ok())
        .expect("a count")
}

/// A paid request of each patient, the first patient's being older.
async fn two_wait(app: &TestApp) -> (Value, Value) {
    app.leave_midnight();
    let first = app.paid(2).await;
    app.ctx.clock.advance(TimeDelta::minutes(7));
    let other = &app.users.other;
    let second = app.create(other, 1).await;
    let second = app.pay(other, &second).await;
    (first, second)
}

on_both!(
    each_number_is_that_of_its_list,
    what_failed_says_where_it_stands,
    what_runs_out_first_comes_first,
    the_rows_shown_are_those_with_the_least_time,
    the_day_is_counted_by_the_clock_in_vancouver,
    the_page_costs_three_statements,
    each_patient_is_traced_once,
    who_may_see_it
);

async fn each_number_is_that_of_its_list(app: &TestApp) {
    let (doctor, second, office) = (
        &app.users.doctor,
        &app.users.second_doctor,
        &app.users.office,
    );
    let empty = today(app, doctor).await;
    assert_eq!(
        (
            &empty["queue"]["items"],
            &empty["queue"]["counts"]["open"],
            &empty["failed"]["total"],
            &empty["day"]["decisionSeconds"]
        ),
        (&json!([]), &json!(0), &json!(0), &Value::Null)
    );
    let (first, other) = two_wait(app).await;
    // Past three quarters of the promised day; sessions are twelve hours long.
    app.ctx.clock.advance(TimeDelta::hours(20));
    let doctor = &sign_in_staff(app, doctor.clone()).await;
    let second = &sign_in_staff(app, second.clone()).await;
    let office = &sign_in_staff(app, office.clone()).await;
    let claim = json!({"personId": app.users.patient.person});
    app.put(second, "/prescription/claim", &claim).await.ok();
    for by in [doctor, second, office] {
        let page = today(app, by).await;
        let counts = &page["queue"]["counts"];
        for filter in ["all", "mine", "unclaimed", "open", "risk"] {
            let list = queue(app, by, filter).await;
            assert_eq!(&list["counts"], counts, "{filter}");
            assert_eq!(
                ids(&list["items"]).len(),
                number(&counts[filter]),
                "{filter} of {}",
                by.email
            );
        }
        let list = queue(app, by, "open").await;
        assert_eq!(page["queue"]["items"], list["items"], "{}", by.email);
    }
    let page = today(app, doctor).await;
    assert_eq!(ids(&page["queue"]["items"]), [other["_id"].clone()]);
    assert_eq!(page["queue"]["counts"]["risk"], 1);
    let page = today(app, second).await;
    assert_eq!(
        ids(&page["queue"]["items"]),
        [first["_id"].clone(), other["_id"].clone()]
    );
    assert_eq!(
        (
            &page["queue"]["counts"]["mine"],
            &page["queue"]["counts"]["risk"],
            &page["queue"]["promiseHours"]
        ),
        (&json!(1), &json!(2), &json!(24))
    );
    assert_eq!(
        page["alsoOpen"],
        json!({"clinicQueue": 0, "labExceptions": 0})
    );
    assert_eq!(
        today(app, office).await["alsoOpen"],
        json!({"clinicQueue": 0, "labExceptions": null})
    );
}

async fn what_failed_says_where_it_stands(app: &TestApp) {
    let doctor = &app.users.doctor;
    let signed = app.signed(0).await;
    app.fax(doctor, &signed).await;
    app.settle().await;
    assert_eq!(today(app, doctor).await["failed"]["items"], json!([]));
    // As after a failure, and after an answer that was lost.
    for sql in [
        "UPDATE fax SET state = 'failed', trouble = true, reason = 'The line was busy.'",
        "UPDATE payment SET state = 'unknown'",
    ] {
        let backend = app.ctx.db.write().get_database_backend();
        let statement = Statement::from_string(backend, sql);
        app.ctx
            .db
            .write()
            .execute_raw(statement)
            .await
            .expect("set");
    }
    let page = today(app, doctor).await;
    assert_eq!(
        page["failed"]["total"], 1,
        "a payment is on its way for a while"
    );
    app.ctx.clock.advance(TimeDelta::minutes(6));
    let page = today(app, doctor).await;
    let desk = app.get(doctor, "/fax?state=trouble").await.ok();
    assert_eq!(page["failed"]["faxes"], desk["trouble"]);
    assert_eq!(page["failed"]["total"], 2);
    let items = page["failed"]["items"].as_array().expect("a list");
    let fax = &items[0];
    assert_eq!(
        (&fax["kind"], &fax["_id"], &fax["fax"]["reason"]),
        (
            &json!("fax"),
            &desk["items"][0]["_id"],
            &json!("The line was busy.")
        )
    );
    assert_eq!(fax["fax"]["label"], signed["label"]);
    let payment = &items[1];
    assert_eq!(
        (
            &payment["kind"],
            &payment["subjectId"],
            &payment["person"]["_id"],
            &payment["amount"]
        ),
        (
            &json!("payment"),
            &signed["_id"],
            &json!(app.users.patient.person),
            &signed["payment"]["chargeAmount"]
        )
    );
}

/// As after a fax that failed at this time.
async fn fax_failed(app: &TestApp, at: DateTime<Utc>) {
    let db = app.ctx.db.write();
    let sql = "UPDATE prescription SET work = 'fax', work_since = $1 WHERE work = 'send'";
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [at.into()]);
    let set = db.execute_raw(statement).await.expect("set");
    assert_eq!(set.rows_affected(), 1);
}

async fn what_runs_out_first_comes_first(app: &TestApp) {
    let (doctor, other) = (&app.users.doctor, &app.users.other);
    assert_eq!(today(app, doctor).await["queue"]["oldest"], Value::Null);
    app.leave_midnight();
    // Signed and not sent yet: the patient waits for it as for an answer.
    let sent = app.signed(0).await;
    app.ctx.clock.advance(TimeDelta::minutes(7));
    let waiting = app.create(other, 1).await;
    let waiting = app.pay(other, &waiting).await;
    let page = today(app, doctor).await;
    let rows = &page["queue"]["items"];
    assert_eq!(
        ids(rows),
        [sent["_id"].clone(), waiting["_id"].clone()],
        "it was paid for earlier"
    );
    assert_eq!(page["queue"]["oldest"], rows[0]);
    let now = app.ctx.now();
    let promise = |row: &Value| -> DateTime<Utc> {
        let by = row["promisedBy"].as_str();
        by.and_then(|by| by.parse().ok()).expect("a time")
    };
    let until = promise(&rows[1]);
    fax_failed(app, now).await;
    let page = today(app, doctor).await;
    let fax = promise_of(&page, &sent, promise);
    assert!(fax < until, "a fax is to be handled sooner");
    let rows = &page["queue"]["items"];
    assert_eq!(ids(rows), [sent["_id"].clone(), waiting["_id"].clone()]);
    assert_eq!(page["queue"]["oldest"], rows[1], "it failed just now");
    // The button takes the patient of the first row.
    let taken = app
        .put(doctor, "/prescription/claim-next", &json!({}))
        .await
        .ok();
    assert_eq!(taken["personId"], rows[0]["person"]["_id"]);
}

/// Until when this one is promised.
fn promise_of(
    page: &Value,
    seen: &Value,
    promise: impl Fn(&Value) -> DateTime<Utc>,
) -> DateTime<Utc> {
    let rows = page["queue"]["items"].as_array().expect("a list");
    let found = rows.iter().find(|row| row["_id"] == seen["_id"]);
    promise(found.expect("a row"))
}

async fn the_rows_shown_are_those_with_the_least_time(app: &TestApp) {
    let (doctor, other) = (&app.users.doctor, &app.users.other);
    app.leave_midnight();
    let sent = app.signed(0).await;
    // More requests than the page has rows, all of them paid for before the fax failed.
    for _ in 0..5 {
        app.ctx.clock.advance(TimeDelta::minutes(7));
        let waiting = app.create(other, 1).await;
        app.pay(other, &waiting).await;
    }
    fax_failed(app, app.ctx.now()).await;
    let page = today(app, doctor).await;
    let rows = page["queue"]["items"].as_array().expect("a list");
    assert_eq!((rows.len(), &rows[0]["_id"]), (5, &sent["_id"]));
    let left: Vec<&str> = rows
        .iter()
        .filter_map(|row| row["promisedBy"].as_str())
        .collect();
    assert!(left.is_sorted() && left.len() == 5, "{left:?}");
    assert_eq!(page["queue"]["counts"]["open"], 6);
}

async fn the_day_is_counted_by_the_clock_in_vancouver(app: &TestApp) {
    let doctor = &app.users.doctor;
    let (first, _) = two_wait(app).await;
    app.ctx.clock.advance(TimeDelta::minutes(23));
    let mut seen = app.acknowledge(doctor, &first).await;
    seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let of = |page: &Value, what: &str| -> i64 {
        let hours = page["day"]["hours"].as_array().expect("the hours").clone();
        assert_eq!(hours.len(), 24);
        hours.iter().filter_map(|hour| hour[what].as_i64()).sum()
    };
    let page = today(app, doctor).await;
    assert_eq!((of(&page, "received"), of(&page, "decided")), (2, 0));
    assert_eq!(
        page["day"]["mine"],
        json!({"requests": 1, "medications": 1})
    );
    seen = app.decide(doctor, &seen, 1, json!("Rejected")).await.ok();
    let page = today(app, doctor).await;
    assert_eq!(of(&page, "decided"), 1);
    let now = app.ctx.now();
    let hour = salal_formats::days::vancouver_time(now)
        .format("%-H")
        .to_string();
    let own = &page["day"]["hours"][hour.parse::<usize>().expect("an hour")];
    assert_eq!(own["decided"], 1);
    assert_eq!(own["usual"], Value::Null);
    assert_eq!(
        page["day"]["mine"],
        json!({"requests": 1, "medications": 2})
    );
    let seconds = page["day"]["decisionSeconds"].as_i64().expect("seconds");
    assert!((1_800..1_805).contains(&seconds), "{seconds}");
    // Taken back, it is not decided any more.
    app.decide(doctor, &seen, 1, Value::Null).await.ok();
    let page = today(app, doctor).await;
    assert_eq!(
        (of(&page, "decided"), &page["day"]["decisionSeconds"]),
        (0, &Value::Null)
    );
    assert_eq!(page["day"]["mine"]["medications"], 1);
    // A week later it was a usual day.
    app.ctx.clock.advance(TimeDelta::days(7));
    let doctor = &sign_in_staff(app, doctor.clone()).await;
    let page = today(app, doctor).await;
    assert_eq!(of(&page, "received"), 0);
    let usual = |page: &Value| -> f64 {
        let hours = page["day"]["hours"].as_array().expect("the hours");
        hours.iter().filter_map(|hour| hour["usual"].as_f64()).sum()
    };
    let once = usual(&page);
    assert!((once - 2.0).abs() < 1e-9, "{once}");
    // A week on which nothing came is one of two.
    app.ctx.clock.advance(TimeDelta::days(7));
    let doctor = &sign_in_staff(app, doctor.clone()).await;
    let twice = usual(&today(app, doctor).await);
    assert!((twice - 1.0).abs() < 1e-9, "{twice}");
}

async fn the_page_costs_three_statements(app: &TestApp) {
    let doctor = &app.users.doctor;
    two_wait(app).await;
    // The session notes that it is here, and is believed for a while.
    for _ in 0..2 {
        today(app, doctor).await;
    }
    // What is asked for again when something changes: the parts in two reads, and whether it was opened before.
    // Where this process would not hear that another ended it, the session is read besides.
    let most = 3 + u64::from(app.ctx.session_ends().is_none());
    counted(app, "again", most, app.get(doctor, "/today"))
        .await
        .ok();
}

async fn each_patient_is_traced_once(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient);
    two_wait(app).await;
    for _ in 0..2 {
        today(app, doctor).await;
    }
    let log = app
        .get(patient, &format!("/person/access-log/{}", patient.person))
        .await
        .ok();
    let lines = log["items"].as_array().expect("a list");
    let seen = lines
        .iter()
        .filter(|line| line.to_string().contains("today's work"));
    assert_eq!(seen.count(), 1);
}

async fn who_may_see_it(app: &TestApp) {
    for by in [
        &app.users.patient,
        &app.users.customer_service,
        &app.users.admin,
    ] {
        assert_eq!(app.get(by, "/today").await.status, 403, "{}", by.email);
    }
}
