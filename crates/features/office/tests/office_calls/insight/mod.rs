// SPDX-License-Identifier: AGPL-3.0-or-later

//! The figures of a period: what is counted and on which day, what is not told, and how it is read.

mod claims;
mod csv;
mod figures;
mod summary;

use chrono::{Days, NaiveDate, NaiveTime, TimeDelta};
use salal_formats::days::{vancouver_day, vancouver_moment};
use serde_json::{Value, json};

use crate::support::{TestApp, User, sign_in_patient, sign_in_staff};

/// Who works in these tests, signed in.
struct Clinic {
    doctor: User,
    second: User,
    admin: User,
    patient: User,
    other: User,
}

/// Moves the clock to a time of the next day in Vancouver, and signs everybody in again.
async fn next_day(app: &TestApp, time: &str) -> Clinic {
    let day = today(app).checked_add_days(Days::new(1)).expect("a day");
    day_at(app, day, time).await
}

/// Moves the clock to a time of a day in Vancouver, and signs everybody in again.
async fn day_at(app: &TestApp, day: NaiveDate, time: &str) -> Clinic {
    let time: NaiveTime = time.parse().expect("a time");
    let at = vancouver_moment(day.and_time(time)).expect("a time of the clock");
    app.ctx.clock.advance(at - app.ctx.now());
    let users = &app.users;
    Clinic {
        doctor: sign_in_staff(app, users.doctor.clone()).await,
        second: sign_in_staff(app, users.second_doctor.clone()).await,
        admin: sign_in_staff(app, users.admin.clone()).await,
        patient: sign_in_patient(app, users.patient.clone()).await,
        other: sign_in_patient(app, users.other.clone()).await,
    }
}

fn today(app: &TestApp) -> NaiveDate {
    vancouver_day(app.ctx.now())
}

async fn insight(app: &TestApp, by: &User, query: &str) -> Value {
    app.get(by, &format!("/insight?{query}")).await.ok()
}

/// What is told of one day.
fn day(page: &Value, day: NaiveDate) -> &Value {
    let days = page["days"].as_array().expect("days");
    let found = days.iter().find(|one| one["day"] == day.to_string());
    found.expect("a day of the period")
}

/// A request that was paid for.
async fn paid_by(app: &TestApp, patient: &User, lines: usize) -> Value {
    let made = app.create(patient, lines).await;
    app.pay(patient, &made).await
}

/// A prescription of one approved line, signed.
async fn signed_by(app: &TestApp, doctor: &User, patient: &User) -> Value {
    let paid = paid_by(app, patient, 1).await;
    let seen = app.acknowledge(doctor, &paid).await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    app.sign(doctor, &seen).await["prescription"].clone()
}

/// Rejects a line for this reason.
async fn reject(app: &TestApp, by: &User, seen: &Value, line: usize, reason: Value) -> Value {
    let medication = &seen["medications"][line];
    let body = json!({
        "prescription": {"_id": seen["_id"]}, "status": "Rejected", "reasonCode": reason,
        "medication": {"_id": medication["_id"], "version": medication["version"]},
    });
    app.put(by, "/prescription/medication/updateStatus", &body)
        .await
        .ok()
}

fn minutes(minutes: i64) -> TimeDelta {
    TimeDelta::minutes(minutes)
}
