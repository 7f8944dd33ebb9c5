// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /prescription`: the staff's list; and the mark of what was approved before and still runs.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, NaiveDateTime, SubsecRound, TimeDelta, Utc};
use salal_formats::days::{vancouver_day, vancouver_moment};
use salal_prescriptions::prescriptions::entity::prescription;
use salal_prescriptions::prescriptions::{decided as counted_decided, review_promise};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use crate::support::{TestApp, User, number, on_both, sign_in_patient, sign_in_staff};

async fn found(app: &TestApp, by: &User, query: &str) -> Vec<Value> {
    let list = app.get(by, &format!("/prescription?{query}")).await.ok();
    let items = list["items"].as_array().expect("a list");
    assert_eq!(list["total"], json!(items.len()));
    items.iter().map(|row| row["_id"].clone()).collect()
}

on_both!(
    every_prescription_by_state_number_and_name,
    a_list_of_people_and_drugs_is_traced_once_an_opening,
    customer_service_reads_no_prescription,
    late_is_what_took_longer_than_promised_to_the_microsecond,
    late_is_one_rule_in_each_state,
    what_is_still_open_is_late_once_the_promise_is_past,
    a_decision_is_of_its_day_in_vancouver,
    a_period_that_ends_before_it_begins_is_refused,
    what_was_approved_before_and_still_runs_is_marked
);

async fn every_prescription_by_state_number_and_name(app: &TestApp) {
    let staff = [&app.users.doctor, &app.users.office, &app.users.admin];
    let paid = app.paid(1).await;
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let made = app.create(&app.users.other, 1).await;
    let (paid_id, made_id) = (&paid["_id"], &made["_id"]);
    for by in staff {
        assert_eq!(
            found(app, by, "").await,
            [made_id.clone(), paid_id.clone()],
            "newest first"
        );
    }
    let office = &app.users.office;
    assert_eq!(
        found(app, office, "status=PENDING").await,
        std::slice::from_ref(paid_id)
    );
    assert_eq!(
        found(app, office, "status=CANCELED").await,
        Vec::<Value>::new()
    );
    let label = paid["label"].as_str().expect("a label");
    assert_eq!(
        found(app, office, &format!("q={label}")).await,
        std::slice::from_ref(paid_id)
    );
    assert_eq!(
        found(app, office, &format!("q={}", &label[2..])).await,
        std::slice::from_ref(paid_id)
    );
    assert_eq!(found(app, office, "q=testwell").await.len(), 2);
    assert_eq!(
        found(app, office, "q=testwell&status=CREATED").await,
        std::slice::from_ref(made_id)
    );
    assert_eq!(
        found(app, office, "q=nobodyofthatname").await,
        Vec::<Value>::new()
    );
    for (query, status) in [
        ("q=te", 422),
        ("status=GONE", 422),
        ("sort=name", 422),
        ("limit=x", 400),
        ("who=me", 400),
    ] {
        assert_eq!(
            app.get(office, &format!("/prescription?{query}"))
                .await
                .status,
            status,
            "{query}"
        );
    }
    app.get(&app.users.patient, "/prescription")
        .await
        .refused(403, "NOT_ALLOWED");
}

async fn a_list_of_people_and_drugs_is_traced_once_an_opening(app: &TestApp) {
    app.paid(1).await;
    app.create(&app.users.other, 1).await;
    app.settle().await;
    let office = &app.users.office;
    let lines = || {
        number(
            &app.ctx.db,
            "select count(*) as n from audit where action = 'GET /prescription' and patient <> actor",
        )
    };
    for _ in 0..2 {
        assert_eq!(found(app, office, "").await.len(), 2);
        app.settle().await;
        assert_eq!(
            lines().await,
            2,
            "one a patient, and none for the same list once more"
        );
    }
    app.ctx.clock.advance(TimeDelta::minutes(61));
    found(app, office, "").await;
    app.settle().await;
    assert_eq!(lines().await, 4);
}

async fn customer_service_reads_no_prescription(app: &TestApp) {
    let (by, paid) = (&app.users.customer_service, app.paid(1).await);
    let (id, person) = (
        paid["_id"].as_str().expect("an id"),
        &app.users.patient.person,
    );
    for path in [
        "/prescription".to_owned(),
        "/prescription/faxed-or-refunded".into(),
        format!("/prescription/{id}"),
        format!("/prescription/person/{person}"),
        format!("/prescription/pending/person/{person}"),
        format!("/prescription/receipt/{id}"),
        format!("/prescription/invoice/{id}"),
        format!("/sleep-info/person/{person}"),
        format!("/sleep-assessment/person/{person}"),
    ] {
        app.get(by, &path).await.refused(403, "NOT_ALLOWED");
    }
}

/// A request of one medication, approved.
async fn decided(app: &TestApp) -> Value {
    let paid = app.paid(1).await;
    let doctor = &app.users.doctor;
    let seen = app.acknowledge(doctor, &paid).await;
    app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    paid["_id"].clone()
}

/// Sets when a request was paid for and decided.
async fn set_times(
    app: &TestApp,
    id: &Value,
    pending: DateTime<Utc>,
    decided: impl Into<Option<DateTime<Utc>>>,
) {
    let decided: Option<DateTime<Utc>> = decided.into();
    let id: uuid::Uuid = id.as_str().and_then(|id| id.parse().ok()).expect("an id");
    let set = prescription::Entity::update_many()
        .col_expr(prescription::Column::PendingAt, Expr::value(pending))
        .col_expr(prescription::Column::DecidedAt, Expr::value(decided))
        .filter(prescription::Column::Id.eq(id))
        .exec(app.ctx.db.write())
        .await;
    assert_eq!(set.expect("the times").rows_affected, 1);
}

async fn late_is_what_took_longer_than_promised_to_the_microsecond(app: &TestApp) {
    let office = &app.users.office;
    let id = decided(app).await;
    assert_eq!(found(app, office, "late=true").await, Vec::<Value>::new());
    let promise = TimeDelta::hours(app.ctx.settings.prescriptions.promise_hours);
    // Whole seconds, and what SQLite's functions of time would round up.
    for at in ["2026-10-31T12:00:00Z", "2026-10-31T12:00:59.999600Z"] {
        let pending: DateTime<Utc> = at.parse().expect("a time");
        for (micros, expected) in [(-1, 0), (0, 0), (1, 1), (1_000_000, 1)] {
            let decided = pending + promise + TimeDelta::microseconds(micros);
            set_times(app, &id, pending, decided).await;
            for query in [
                "late=true&to=2026-11-30",
                "late=true&from=2026-11-01&to=2026-11-01",
            ] {
                let listed = found(app, office, query).await;
                assert_eq!(listed.len(), expected, "{query}, {pending} {micros}");
            }
            for (query, expected) in [
                ("late=false", 1),
                ("late=true&to=2026-11-29", expected),
                ("late=true&to=2026-12-01", 0),
            ] {
                assert_eq!(found(app, office, query).await.len(), expected, "{query}");
            }
        }
    }
}

/// What a state of a request is for the rule of what is late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    /// A doctor has to decide.
    Open,
    Decided,
    /// Nobody has to, or not yet.
    Neither,
}

/// A request in each state.
async fn in_each_state(app: &TestApp) -> Vec<(&'static str, Stands, Value)> {
    let doctor = &app.users.doctor;
    // Two patients, on two days: each may ask for five medications on a day.
    let (one, other) = (&app.users.patient, &app.users.other);
    let created = async |by: &User, lines: usize| {
        // An equal request of the same moment is refused.
        app.ctx.clock.advance(TimeDelta::seconds(3));
        app.create(by, lines).await
    };
    let paid = async |by: &User, lines: usize| app.pay(by, &created(by, lines).await).await;
    let acknowledged =
        async |by: &User, lines: usize| app.acknowledge(doctor, &paid(by, lines).await).await;
    let decide = async |seen: &Value, line: usize, status: &str| {
        app.decide(doctor, seen, line, json!(status)).await.ok()
    };
    let cancelled = async |by: &User, made: &Value| {
        let body = json!({"prescriptionId": made["_id"], "version": made["version"]});
        app.put(by, "/prescription/cancel", &body).await.ok()
    };
    let approved = async |by: &User| decide(&acknowledged(by, 1).await, 0, "Approved").await;
    let rejected = async |by: &User| decide(&acknowledged(by, 1).await, 0, "Rejected").await;
    let partly = decide(&acknowledged(one, 2).await, 0, "Approved").await;
    let taken_back = approved(one).await;
    let taken_back = app.decide(doctor, &taken_back, 0, Value::Null).await.ok();
    let refunded = rejected(one).await;
    app.refund(doctor, &refunded).await.ok();
    let signed = app.sign(doctor, &approved(other).await).await["prescription"].clone();
    let faxed = app.sign(doctor, &approved(other).await).await["prescription"].clone();
    app.fax(doctor, &faxed).await;
    let to_sign = approved(one).await;
    let refused = rejected(other).await;
    let unpaid = created(other, 1).await;
    let cancelled_unpaid = cancelled(other, &unpaid).await;
    let cancelled_paid = cancelled(other, &paid(other, 1).await).await;
    app.ctx.clock.advance(TimeDelta::hours(25));
    let one = &sign_in_patient(app, app.users.patient.clone()).await;
    let doctor = &sign_in_staff(app, app.users.doctor.clone()).await;
    let begun = app.acknowledge(doctor, &paid(one, 1).await).await;
    let all = [
        ("unpaid", Stands::Neither, created(one, 1).await),
        ("paid", Stands::Open, paid(one, 1).await),
        ("acknowledged", Stands::Open, begun),
        ("partly decided", Stands::Open, partly),
        ("taken back", Stands::Open, taken_back),
        ("to sign", Stands::Decided, to_sign),
        ("signed", Stands::Decided, signed),
        ("faxed", Stands::Decided, faxed),
        ("rejected", Stands::Decided, refused),
        ("refunded", Stands::Decided, refunded),
        ("cancelled unpaid", Stands::Neither, cancelled_unpaid),
        ("cancelled", Stands::Neither, cancelled_paid),
    ];
    let of_id = |(state, stands, seen): (_, _, Value)| (state, stands, seen["_id"].clone());
    all.map(of_id).into()
}

/// Microseconds beyond the promise.
const BEYOND: [i64; 7] = [-1_000_000, -1_000, -1, 0, 1, 1_000, 1_000_000];

async fn late_is_one_rule_in_each_state(app: &TestApp) {
    let all = in_each_state(app).await;
    // Long ago for what is nobody's work.
    app.ctx.clock.advance(TimeDelta::hours(25));
    let office = &sign_in_staff(app, app.users.office.clone()).await;
    let promise = review_promise(&app.ctx);
    // What is still open is late by now, so now has parts of a second as well.
    for part in [0, 1, 999_600, 999_999] {
        let whole = app.ctx.now().trunc_subsecs(0) + TimeDelta::seconds(1);
        let begin = whole + TimeDelta::microseconds(part) - app.ctx.now();
        app.ctx.clock.advance(begin);
        let now = app.ctx.now();
        for round in 0..BEYOND.len() {
            let (mut late, mut decided_late) = (BTreeSet::new(), BTreeSet::new());
            for (place, (_, stands, id)) in all.iter().enumerate() {
                if *stands == Stands::Neither {
                    continue;
                }
                let mut beyond = TimeDelta::microseconds(BEYOND[(round + place) % BEYOND.len()]);
                // The clock goes on: what is nearly late would be by the time somebody looks.
                if *stands == Stands::Open && beyond <= TimeDelta::zero() {
                    beyond -= TimeDelta::minutes(5);
                }
                let pending = now - promise - beyond;
                let decided = (*stands == Stands::Decided).then_some(now);
                set_times(app, id, pending, decided).await;
                // The rule in plain words.
                if now - pending > promise {
                    late.insert(id.to_string());
                    if decided.is_some() {
                        decided_late.insert(id.to_string());
                    }
                }
            }
            let what = format!("{part} microseconds, round {round}, of {all:?}");
            let listed = async |query: &str| -> BTreeSet<String> {
                let found = found(app, office, query).await;
                found.iter().map(Value::to_string).collect()
            };
            assert_eq!(listed("late=true&limit=100").await, late, "{what}");
            let today = vancouver_day(now);
            let of_today = format!("late=true&limit=100&from={today}&to={today}");
            assert_eq!(listed(&of_today).await, decided_late, "{what}");
            let counted = counted_decided(
                app.ctx.db.read(),
                promise,
                now,
                now + TimeDelta::microseconds(1),
            );
            let counted = counted.await.expect("the decided requests");
            let of_states = all.iter().filter(|one| one.1 == Stands::Decided).count();
            assert_eq!(counted.len(), of_states, "{what}");
            let late = counted.into_iter().filter(|one| one.is_late);
            let late: BTreeSet<String> = late.map(|one| json!(one.id).to_string()).collect();
            assert_eq!(late, decided_late, "{what}");
        }
    }
}

async fn what_is_still_open_is_late_once_the_promise_is_past(app: &TestApp) {
    let paid = app.paid(1).await;
    app.create(&app.users.other, 1).await;
    let office = &app.users.office;
    assert_eq!(found(app, office, "late=true").await, Vec::<Value>::new());
    app.ctx.clock.advance(TimeDelta::hours(25));
    let office = &sign_in_staff(app, office.clone()).await;
    let late = found(app, office, "late=true").await;
    assert_eq!(late, std::slice::from_ref(&paid["_id"]));
    assert_eq!(found(app, office, "late=true&status=PENDING").await, late);
    assert_eq!(
        found(app, office, "late=true&q=nobodyofthatname").await,
        Vec::<Value>::new()
    );
    // It has no day of a decision yet.
    let today = vancouver_day(app.ctx.now());
    let of_today = format!("late=true&from=2000-01-01&to={today}");
    assert_eq!(found(app, office, &of_today).await, Vec::<Value>::new());
    // Beside what was decided late of late.
    let (pending, decided) = (app.ctx.now() - TimeDelta::days(3), app.ctx.now());
    set_times(app, &paid["_id"], pending, decided).await;
    assert_eq!(
        found(app, office, "late=true").await,
        late,
        "once, though it is both"
    );
}

async fn a_decision_is_of_its_day_in_vancouver(app: &TestApp) {
    let office = &app.users.office;
    let id = decided(app).await;
    // Also on the days of 23 and of 25 hours.
    for day in ["2026-07-10", "2027-03-14", "2027-11-07"] {
        let day: NaiveDate = day.parse().expect("a day");
        let (before, after) = (
            day.pred_opt().expect("a day"),
            day.succ_opt().expect("a day"),
        );
        let at = |on: NaiveDate, time: &str| {
            let local: NaiveDateTime = format!("{on}T{time}").parse().expect("a time");
            vancouver_moment(local).expect("a time of the clock")
        };
        for (decided, is_listed) in [
            (at(before, "23:59:59"), false),
            (at(day, "00:00:00"), true),
            (at(day, "23:59:59"), true),
            (at(after, "00:00:00"), false),
        ] {
            set_times(app, &id, decided - TimeDelta::hours(1), decided).await;
            let listed = found(app, office, &format!("from={day}&to={day}")).await;
            assert_eq!(listed.len(), usize::from(is_listed), "{decided}");
            let since = found(app, office, &format!("from={day}")).await;
            assert_eq!(since.len(), usize::from(decided >= at(day, "00:00:00")));
            let until = found(app, office, &format!("to={day}")).await;
            assert_eq!(until.len(), usize::from(decided < at(after, "00:00:00")));
        }
    }
}

async fn a_period_that_ends_before_it_begins_is_refused(app: &TestApp) {
    let office = &app.users.office;
    let refused = app.get(office, "/prescription?from=2026-11-02&to=2026-11-01");
    assert_eq!(refused.await.fields(), ["from"]);
    for query in ["from=yesterday", "to=2026-02-30", "late=perhaps"] {
        let refused = app.get(office, &format!("/prescription?{query}")).await;
        assert_eq!(refused.status, 400, "{query}");
    }
    for query in [
        "from=2026-11-01&to=2026-11-01",
        "from=-4800-01-01&to=%2B262000-01-01",
    ] {
        assert_eq!(
            found(app, office, query).await,
            Vec::<Value>::new(),
            "{query}"
        );
    }
}

async fn what_was_approved_before_and_still_runs_is_marked(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient);
    let first = app.signed(0).await;
    app.ctx.clock.advance(TimeDelta::minutes(5));
    let again = app.create(patient, 2).await;
    let again = app.pay(patient, &again).await;
    let marks = |seen: &Value, line: usize| seen["medications"][line]["alreadyPrescribed"].clone();
    let seen = app.see(doctor, &again["_id"]).await;
    let mark = &marks(&seen, 0)[0];
    assert_eq!(
        (&mark["prescriptionId"], &mark["label"]),
        (&first["_id"], &first["label"])
    );
    assert_eq!(
        mark["ingredient"],
        first["medications"][0]["ingredients"][0]["ingredient_name"]
    );
    assert_eq!(marks(&seen, 1), json!([]), "another ingredient");
    assert_eq!(
        marks(&app.see(doctor, &first["_id"]).await, 0),
        json!([]),
        "never by itself"
    );
    // Rejected lines are no supply, and the patient is shown no marks.
    assert_eq!(marks(&app.see(patient, &again["_id"]).await, 0), json!([]));
    // Three months and one repeat: after half a year it has run out.
    app.ctx.clock.advance(TimeDelta::days(181));
    let doctor = &sign_in_staff(app, doctor.clone()).await;
    assert_eq!(marks(&app.see(doctor, &again["_id"]).await, 0), json!([]));
}
