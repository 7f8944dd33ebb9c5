// SPDX-License-Identifier: AGPL-3.0-or-later

//! The figures of days that are over are stored each night, and say the same as the records.

use chrono::{Days, TimeDelta};
use salal_office::insight::catch_up;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::{Clinic, day, insight, minutes, next_day, paid_by, reject, signed_by, today};
use crate::support::threads::{answer, write};
use crate::support::{TestApp, counted, number, on_both, sign_in_staff};

on_both!(
    the_stored_days_say_what_the_records_say,
    a_night_makes_the_last_days_anew_and_the_day_of_a_late_decision,
    a_day_that_was_counted_otherwise_is_made_anew,
    many_missing_days_are_said_to_be_missing,
    a_period_costs_few_statements
);

/// A day on which something of everything happened.
async fn busy_day(app: &TestApp) -> Clinic {
    let clinic = next_day(app, "10:00:00").await;
    let signed = signed_by(app, &clinic.doctor, &clinic.patient).await;
    app.fax(&clinic.doctor, &signed).await;
    app.settle().await;
    let paid = paid_by(app, &clinic.other, 2).await;
    app.ctx.clock.advance(minutes(75));
    let seen = app.acknowledge(&clinic.second, &paid).await;
    let seen = reject(app, &clinic.second, &seen, 0, json!("TOO_EARLY")).await;
    let seen = reject(app, &clinic.second, &seen, 1, json!("OTHER")).await;
    app.refund(&clinic.second, &seen).await.ok();
    let asked = write(app, &clinic.patient, "Customer Service", "When?", &[]).await;
    answer(app, &clinic.doctor, &asked.ok()["_id"], "Today", &[]).await;
    app.settle().await;
    clinic
}

/// Everything that can be asked for.
async fn every_answer(app: &TestApp, clinic: &Clinic) -> Vec<Value> {
    let mut answers = Vec::new();
    for query in [
        "compare=true".to_owned(),
        "payer=card".to_owned(),
        "payer=private".to_owned(),
        format!("doctor={}", clinic.doctor.person),
        format!("doctor={}&payer=card", clinic.second.person),
        format!("to={}", today(app) - Days::new(1)),
    ] {
        answers.push(insight(app, &clinic.admin, &query).await);
    }
    answers
}

async fn the_stored_days_say_what_the_records_say(app: &TestApp) {
    busy_day(app).await;
    busy_day(app).await;
    let clinic = next_day(app, "09:00:00").await;
    let live = every_answer(app, &clinic).await;
    assert_eq!(live[0]["totals"]["requests"], 4);
    catch_up(&app.ctx).await.expect("the days are made");
    let days = "SELECT COUNT(DISTINCT day) AS n FROM insight_day";
    assert_eq!(number(&app.ctx.db, days).await, 2);
    assert_eq!(every_answer(app, &clinic).await, live);
    // Once more, it is the same.
    let rows = number(&app.ctx.db, "SELECT COUNT(*) AS n FROM insight_day").await;
    catch_up(&app.ctx).await.expect("the days are made again");
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM insight_day").await,
        rows
    );
    assert_eq!(every_answer(app, &clinic).await, live);
}

async fn a_night_makes_the_last_days_anew_and_the_day_of_a_late_decision(app: &TestApp) {
    let clinic = next_day(app, "10:00:00").await;
    let paid = paid_by(app, &clinic.patient, 1).await;
    let first = today(app);
    next_day(app, "09:00:00").await;
    catch_up(&app.ctx).await.expect("the day is made");
    // Longer ago than what is made anew each night.
    app.ctx.clock.advance(TimeDelta::days(10));
    let doctor = &sign_in_staff(app, app.users.doctor.clone()).await;
    let seen = app.acknowledge(doctor, &paid).await;
    app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let decided = today(app);
    let clinic = next_day(app, "09:00:00").await;
    catch_up(&app.ctx).await.expect("the days are made");
    let own = insight(app, &clinic.admin, &format!("doctor={}", doctor.person)).await;
    assert_eq!(
        (&day(&own, first)["requests"], &day(&own, decided)["late"]),
        (&json!(1), &json!(1))
    );
}

async fn a_day_that_was_counted_otherwise_is_made_anew(app: &TestApp) {
    busy_day(app).await;
    next_day(app, "09:00:00").await;
    catch_up(&app.ctx).await.expect("the day is made");
    // Longer ago than what is made anew each night; by a version of before, which counted more messages.
    let sql =
        "UPDATE insight_day SET figures = '{\"requests\":2,\"messages\":3}' WHERE payer = 'all'";
    let set = app.ctx.db.write().execute_unprepared(sql).await;
    assert!(set.expect("set").rows_affected() > 0);
    app.ctx.clock.advance(TimeDelta::days(40));
    let clinic = next_day(app, "09:00:00").await;
    let from = today(app) - Days::new(60);
    let received = async || {
        let page = insight(app, &clinic.admin, &format!("from={from}")).await;
        page["messages"]["received"].clone()
    };
    assert_eq!(received().await, 3);
    catch_up(&app.ctx).await.expect("the days are made");
    assert_eq!(received().await, 1);
}

async fn many_missing_days_are_said_to_be_missing(app: &TestApp) {
    let clinic = next_day(app, "10:00:00").await;
    paid_by(app, &clinic.patient, 1).await;
    app.ctx.clock.advance(TimeDelta::days(20));
    let admin = &sign_in_staff(app, clinic.admin).await;
    let page = insight(app, admin, "").await;
    assert_eq!(
        (&page["missingDays"], &page["totals"]["requests"]),
        (&json!(13), &json!(0))
    );
    catch_up(&app.ctx).await.expect("the days are made");
    let page = insight(app, admin, "").await;
    assert_eq!(
        (&page["missingDays"], &page["totals"]["requests"]),
        (&json!(0), &json!(1))
    );
}

async fn a_period_costs_few_statements(app: &TestApp) {
    busy_day(app).await;
    let clinic = next_day(app, "09:00:00").await;
    catch_up(&app.ctx).await.expect("the days are made");
    let year = today(app) - Days::new(365);
    for query in [
        format!("from={}&to={}", today(app), today(app)),
        format!("from={year}&compare=true"),
        format!("from={year}&compare=true&payer=card"),
    ] {
        // The session notes that it is here, and is believed for a while.
        insight(app, &clinic.admin, &query).await;
        // What does not depend on the period, three tables of stored days, today's records, and the names.
        let most = 6 + u64::from(app.ctx.session_ends().is_none());
        let path = format!("/insight?{query}");
        counted(app, &query, most, app.get(&clinic.admin, &path))
            .await
            .ok();
    }
}
