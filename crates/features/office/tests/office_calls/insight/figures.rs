// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /insight`: the figures are what was done.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use salal_formats::days::vancouver_day_bounds;
use salal_office::insight::catch_up;
use salal_prescriptions::prescriptions::entity::prescription;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::{day, day_at, insight, minutes, next_day, paid_by, reject, signed_by, today};
use crate::support::threads::{answer, list, write};
use crate::support::{TestApp, on_both, sign_in_staff};

on_both!(
    each_figure_is_what_was_done_that_day,
    a_late_decision_is_of_the_day_on_which_it_was_made,
    the_list_is_as_long_as_the_number_that_leads_to_it,
    an_evening_in_vancouver_is_of_its_own_day,
    days_of_23_and_25_hours_end_at_midnight,
    a_decision_taken_back_is_none,
    a_fax_belongs_to_its_pharmacy,
    an_answer_is_of_its_writer_and_its_day,
    what_one_doctor_did_is_told_alone,
    few_are_not_told_by_payer_or_reason,
    a_period_is_asked_for_as_it_can_be_given,
    who_may_see_it
);

async fn each_figure_is_what_was_done_that_day(app: &TestApp) {
    let clinic = next_day(app, "09:00:00").await;
    let doctor = &clinic.doctor;
    let seen = paid_by(app, &clinic.patient, 3).await;
    let charged = seen["payment"]["chargeAmount"].as_f64().expect("a fee");
    app.ctx.clock.advance(minutes(90));
    let mut seen = app.acknowledge(doctor, &seen).await;
    seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    seen = reject(app, doctor, &seen, 1, json!("BLOOD_TEST")).await;
    let page = insight(app, doctor, "").await;
    assert_eq!(
        day(&page, today(app)),
        &json!({
            "day": today(app), "weekend": page["days"][29]["weekend"], "requests": 1, "medications": 3,
            "decided": 0, "late": 0, "p50": null, "p90": null, "charged": charged, "refunded": 0.0,
        }),
        "one line is undecided"
    );
    seen = reject(app, doctor, &seen, 2, Value::Null).await;
    let refund = app.refund(doctor, &seen).await.ok();
    let refunded = refund["amount"].as_f64();
    app.settle().await;
    let page = insight(app, doctor, "compare=true").await;
    let totals = &page["totals"];
    for (figure, expected) in [
        ("requests", 1),
        ("medications", 3),
        ("decided", 1),
        ("late", 0),
        ("p50", 91),
        ("p90", 91),
        ("approved", 1),
        ("rejected", 2),
        ("faxes", 0),
        ("payments", 1),
        ("refunds", 1),
    ] {
        let found = totals[figure].as_i64().expect(figure);
        // A step of a histogram is two minutes wide here.
        let wide = i64::from(figure.starts_with('p') && figure.len() == 3);
        assert!((found - expected).abs() <= wide, "{figure} is {found}");
    }
    assert_eq!(totals["charged"], charged);
    let back = totals["refunded"].as_f64().expect("dollars");
    assert!(back > 0.0 && refunded.is_none_or(|said| (said - back).abs() < 0.001));
    assert_eq!(totals["net"], charged - back);
    assert_eq!(day(&page, today(app))["decided"], 1);
    assert_eq!(page["before"]["requests"], 0);
    assert_eq!(
        (&page["missingDays"], &page["promiseHours"]),
        (&json!(0), &json!(24))
    );
    let own = &page["byDoctor"][0];
    assert_eq!(
        (
            &own["_id"],
            &own["decided"],
            &own["approved"],
            &own["rejected"]
        ),
        (&json!(doctor.person), &json!(1), &json!(1), &json!(2))
    );
    assert_eq!(page["doctors"][0]["_id"], json!(doctor.person));
    let name = page["doctors"][0]["name"].as_str().unwrap_or_default();
    assert!(name.starts_with("Dr. ") && own["name"] == name, "{name}");
}

async fn a_late_decision_is_of_the_day_on_which_it_was_made(app: &TestApp) {
    let clinic = next_day(app, "09:00:00").await;
    let paid = paid_by(app, &clinic.patient, 1).await;
    let first = today(app);
    app.ctx.clock.advance(TimeDelta::hours(25));
    let doctor = &sign_in_staff(app, clinic.doctor).await;
    let seen = app.acknowledge(doctor, &paid).await;
    app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let page = insight(app, doctor, "").await;
    let of = |on, what: &str| day(&page, on)[what].clone();
    assert_eq!(
        (of(first, "requests"), of(first, "decided")),
        (json!(1), json!(0))
    );
    let second = today(app);
    assert_eq!(
        (
            of(second, "requests"),
            of(second, "decided"),
            of(second, "late")
        ),
        (json!(0), json!(1), json!(1))
    );
    let p50 = of(second, "p50").as_i64().expect("minutes");
    assert!((p50 - 1500).abs() * 20 <= 1500, "{p50}");
    // The list that the number leads to.
    for (on, late) in [(first, 0), (second, 1)] {
        let list = format!("/prescription?late=true&from={on}&to={on}");
        assert_eq!(app.get(doctor, &list).await.ok()["total"], late, "{on}");
    }
    // The first day alone has nothing of it.
    let alone = insight(app, doctor, &format!("from={first}&to={first}")).await;
    assert_eq!(
        (
            &alone["totals"]["late"],
            &alone["days"].as_array().map(Vec::len)
        ),
        (&json!(0), &Some(1))
    );
}

/// Sets when a request was decided, and how many microseconds after the promised time.
async fn set_decided(app: &TestApp, seen: &Value, at: DateTime<Utc>, late: i64) {
    let id: uuid::Uuid = seen["_id"]
        .as_str()
        .and_then(|id| id.parse().ok())
        .expect("an id");
    let pending = at - TimeDelta::hours(24) - TimeDelta::microseconds(late);
    let set = prescription::Entity::update_many()
        .col_expr(prescription::Column::PendingAt, Expr::value(pending))
        .col_expr(prescription::Column::DecidedAt, Expr::value(at))
        .filter(prescription::Column::Id.eq(id))
        .exec(app.ctx.db.write())
        .await;
    assert_eq!(set.expect("the times").rows_affected, 1);
}

async fn the_list_is_as_long_as_the_number_that_leads_to_it(app: &TestApp) {
    // The clock was changed on the day before the last one.
    let changed: NaiveDate = "2027-03-14".parse().expect("a day");
    let last = changed + Days::new(1);
    let clinic = day_at(app, last + Days::new(1), "09:00:00").await;
    let doctor = &clinic.doctor;
    let mut all = vec![
        signed_by(app, doctor, &clinic.patient).await,
        signed_by(app, doctor, &clinic.other).await,
    ];
    app.fax(doctor, &all[1]).await;
    for is_refunded in [false, true] {
        // An equal request of the same moment is refused.
        app.ctx.clock.advance(TimeDelta::seconds(3));
        let seen = paid_by(app, &clinic.patient, 1).await;
        let seen = app.acknowledge(doctor, &seen).await;
        let seen = reject(app, doctor, &seen, 0, json!("TOO_EARLY")).await;
        if is_refunded {
            app.refund(doctor, &seen).await.ok();
        }
        all.push(seen);
    }
    // Neither was decided.
    let open = paid_by(app, &clinic.other, 1).await;
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let cancelled = paid_by(app, &clinic.other, 1).await;
    let body = json!({"prescriptionId": cancelled["_id"], "version": cancelled["version"]});
    app.put(&clinic.other, "/prescription/cancel", &body)
        .await
        .ok();
    app.acknowledge(doctor, &open).await;
    app.settle().await;
    let moment = TimeDelta::microseconds(1);
    let (from, until) = vancouver_day_bounds(changed);
    let days = [changed - Days::new(1), changed, last];
    // The same while the days are counted and when they are stored.
    for is_stored in [false, true] {
        for (round, edge) in [from, until, until - TimeDelta::hours(5)]
            .into_iter()
            .enumerate()
        {
            let mut late_on = [0; 3];
            let times = [edge - moment, edge, edge + moment, edge + minutes(70)];
            for (place, (seen, at)) in all.iter().zip(times).enumerate() {
                let late = [1, 0, -1, 3_600_000_000][(place + round) % 4];
                set_decided(app, seen, at, late).await;
                let on = days
                    .iter()
                    .rposition(|day| vancouver_day_bounds(*day).0 <= at);
                late_on[on.expect("one of the days")] += i64::from(late > 0);
            }
            if is_stored {
                catch_up(&app.ctx).await.expect("the days are made");
            }
            let mut periods = vec![(0, 2), (0, 1), (1, 2)];
            periods.extend((0..3).map(|day| (day, day)));
            for (first, last) in periods {
                let query = format!("from={}&to={}", days[first], days[last]);
                let expected: i64 = late_on[first..=last].iter().sum();
                let page = insight(app, doctor, &query).await;
                assert_eq!(
                    page["totals"]["late"], expected,
                    "{query}, stored: {is_stored}"
                );
                let list = format!("/prescription?late=true&{query}");
                assert_eq!(
                    app.get(doctor, &list).await.ok()["total"],
                    expected,
                    "{query}"
                );
            }
        }
    }
}

async fn an_evening_in_vancouver_is_of_its_own_day(app: &TestApp) {
    let clinic = next_day(app, "23:25:00").await;
    let paid = paid_by(app, &clinic.patient, 1).await;
    let evening = today(app);
    let seen = app.acknowledge(&clinic.doctor, &paid).await;
    let seen = app
        .decide(&clinic.doctor, &seen, 0, json!("Approved"))
        .await;
    seen.ok();
    app.ctx.clock.advance(TimeDelta::hours(1));
    let page = insight(app, &clinic.doctor, "").await;
    let night = evening.checked_add_days(Days::new(1)).expect("a day");
    assert_eq!(
        (today(app), day(&page, night)["decided"].clone()),
        (night, json!(0))
    );
    assert_eq!(
        (
            &day(&page, evening)["decided"],
            &day(&page, evening)["requests"]
        ),
        (&json!(1), &json!(1))
    );
}

/// Half an hour before and after the midnights around the days on which the clock is changed.
async fn days_of_23_and_25_hours_end_at_midnight(app: &TestApp) {
    for changed in ["2027-03-14", "2027-11-07"] {
        let changed: NaiveDate = changed.parse().expect("a day");
        let (before, after) = (changed - Days::new(1), changed + Days::new(1));
        for (asleep_until, time) in [
            (before, "23:30:00"),
            (changed, "00:30:00"),
            (changed, "23:30:00"),
            (after, "00:30:00"),
        ] {
            let clinic = day_at(app, asleep_until, time).await;
            paid_by(app, &clinic.patient, 1).await;
        }
        let clinic = day_at(app, after, "09:00:00").await;
        let requests = |page: &Value| {
            [before, changed, after].map(|of| day(page, of)["requests"].as_i64().unwrap_or(-1))
        };
        let query = format!("from={before}&to={after}");
        let counted = insight(app, &clinic.doctor, &query).await;
        assert_eq!(requests(&counted), [1, 2, 1], "{changed}, counted");
        let clinic = next_day(app, "09:00:00").await;
        catch_up(&app.ctx).await.expect("the days are made");
        let stored = insight(app, &clinic.doctor, &query).await;
        assert_eq!(requests(&stored), [1, 2, 1], "{changed}, stored");
    }
}

async fn a_decision_taken_back_is_none(app: &TestApp) {
    let clinic = next_day(app, "09:00:00").await;
    let doctor = &clinic.doctor;
    let paid = paid_by(app, &clinic.patient, 1).await;
    let seen = app.acknowledge(doctor, &paid).await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    assert_eq!(insight(app, doctor, "").await["totals"]["approved"], 1);
    app.decide(doctor, &seen, 0, Value::Null).await.ok();
    let page = insight(app, doctor, "").await;
    assert_eq!(
        (&page["totals"]["approved"], &page["totals"]["decided"]),
        (&json!(0), &json!(0))
    );
}

/// The end of the number of a machine that is always busy.
const BUSY: &str = "0101";

async fn a_fax_belongs_to_its_pharmacy(app: &TestApp) {
    let clinic = next_day(app, "09:00:00").await;
    let doctor = &clinic.doctor;
    let delivered = signed_by(app, doctor, &clinic.patient).await;
    app.fax(doctor, &delivered).await;
    app.settle().await;
    let pharmacies = app.get(doctor, "/pharmacy").await.ok();
    let is_busy = |one: &&Value| {
        let fax = one["fax"].as_str().unwrap_or_default();
        let digits: String = fax.chars().filter(char::is_ascii_digit).collect();
        digits.ends_with(BUSY)
    };
    let all = pharmacies.as_array().expect("pharmacies");
    let busy = all.iter().find(is_busy).expect("the demo has one");
    let paid = paid_by(app, &clinic.other, 1).await;
    let seen = app.acknowledge(doctor, &paid).await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let chosen = json!({"prescription": {"_id": seen["_id"], "drPharmacy": {"_id": busy["_id"]}}});
    let seen = app.put(doctor, "/prescription/dr-pharmacy", &chosen).await;
    let signed = app.sign(doctor, &seen.ok()).await["prescription"].clone();
    app.fax(doctor, &signed).await;
    app.settle().await;
    let page = insight(app, doctor, "").await;
    let totals = &page["totals"];
    assert_eq!(
        (&totals["faxes"], &totals["firstTry"], &totals["failed"]),
        (&json!(2), &json!(1), &json!(1))
    );
    let rows = page["pharmacies"].as_array().expect("pharmacies");
    assert_eq!((rows.len(), &page["pharmacyCount"]), (2, &json!(2)));
    let of = |id: &Value| rows.iter().find(|row| row["_id"] == *id).expect("a row");
    let failed = of(&busy["_id"]);
    assert_eq!(
        (&failed["name"], &failed["city"]),
        (&busy["name"], &busy["city"])
    );
    assert_eq!(
        (
            &failed["faxes"],
            &failed["failed"],
            &failed["firstTry"],
            &failed["minutes"]
        ),
        (&json!(1), &json!(1), &json!(0), &Value::Null)
    );
    let arrived = of(&app.users.samples.pharmacy["_id"]);
    assert_eq!(
        (&arrived["faxes"], &arrived["failed"], &arrived["attempts"]),
        (&json!(1), &json!(0), &json!(1))
    );
    assert!(arrived["minutes"].is_i64(), "{arrived}");
}

async fn an_answer_is_of_its_writer_and_its_day(app: &TestApp) {
    let clinic = next_day(app, "09:00:00").await;
    let patient = &clinic.patient;
    let asked = write(app, patient, "Customer Service", "When?", &[]).await;
    let asked = asked.ok();
    // Salal tells the doctors of it in the patient's name, and an answer to that is none to a question.
    paid_by(app, patient, 1).await;
    let inbox = list(app, &clinic.doctor, "inbox").await;
    let told = inbox.first().expect("the announcement");
    assert_eq!(told["from"]["_id"], json!(patient.person), "{told}");
    answer(app, &clinic.doctor, &told["_id"], "Soon", &[])
        .await
        .ok();
    // What staff begin is no question of a patient.
    write(app, &clinic.doctor, &patient.person, "Please call", &[])
        .await
        .ok();
    app.ctx.clock.advance(minutes(35));
    answer(app, patient, &asked["_id"], "And where?", &[]).await;
    let before = insight(app, &clinic.doctor, "").await["messages"].clone();
    assert_eq!(
        before,
        json!({"received": 1, "answered": 0, "p50": null, "p90": null})
    );
    let care = sign_in_staff(app, app.users.customer_service.clone()).await;
    let said = answer(app, &care, &asked["_id"], "Tomorrow", &[]).await;
    said.ok();
    let page = insight(app, &clinic.doctor, "").await;
    let said = &page["messages"];
    assert_eq!(
        (&said["received"], &said["answered"]),
        (&json!(1), &json!(1))
    );
    // Signing in takes half a minute.
    let waited = said["p50"].as_i64().expect("minutes");
    assert!(
        (35..=36).contains(&waited) && said["p90"] == waited,
        "{said}"
    );
    assert_eq!(
        page["doctors"],
        json!([]),
        "who answers is no doctor for that"
    );
    let private = insight(app, &clinic.doctor, "payer=private").await;
    assert_eq!(private["messages"], Value::Null);
}

async fn what_one_doctor_did_is_told_alone(app: &TestApp) {
    let clinic = next_day(app, "09:00:00").await;
    for (doctor, patient) in [
        (&clinic.doctor, &clinic.patient),
        (&clinic.second, &clinic.other),
    ] {
        let seen = signed_by(app, doctor, patient).await;
        app.fax(doctor, &seen).await;
        app.settle().await;
    }
    let both = insight(app, &clinic.admin, "").await;
    assert_eq!(both["totals"]["decided"], 2);
    let mut sum = 0;
    for doctor in [&clinic.doctor, &clinic.second] {
        let own = insight(app, &clinic.admin, &format!("doctor={}", doctor.person)).await;
        for figure in ["requests", "decided", "approved", "faxes", "payments"] {
            assert_eq!(own["totals"][figure], 1, "{figure}");
        }
        let rows = own["byDoctor"].as_array().expect("rows");
        assert_eq!((rows.len(), &rows[0]["_id"]), (1, &json!(doctor.person)));
        let names = own["doctors"].as_array().expect("doctors");
        assert_eq!(names.len(), 2, "both can be chosen");
        assert_eq!(own["pharmacyCount"], 1);
        sum += own["days"][29]["decided"].as_i64().expect("a number");
    }
    assert_eq!(sum, 2);
}

async fn few_are_not_told_by_payer_or_reason(app: &TestApp) {
    let clinic = next_day(app, "09:00:00").await;
    let doctor = &clinic.doctor;
    let paid = paid_by(app, &clinic.patient, 2).await;
    let seen = app.acknowledge(doctor, &paid).await;
    let seen = reject(app, doctor, &seen, 0, json!("BLOOD_TEST")).await;
    reject(app, doctor, &seen, 1, json!("TOO_EARLY")).await;
    let page = insight(app, doctor, "").await;
    assert_eq!(page["totals"]["rejected"], 2, "all of them name nobody");
    let reasons = page["reasons"].as_array().expect("reasons");
    let codes: Vec<&Value> = reasons.iter().map(|row| &row["code"]).collect();
    assert_eq!(
        codes.len(),
        11,
        "nobody can tell which of all reasons it was"
    );
    for row in reasons {
        assert_eq!(
            (&row["medications"], &row["share"]),
            (&Value::Null, &Value::Null)
        );
    }
    let revenue = page["revenue"].as_array().expect("rows");
    assert_eq!(revenue.len(), 4, "nobody can tell which of all fees it was");
    for row in revenue {
        for figure in ["payments", "charged", "refunded", "net"] {
            assert!(row[figure].is_null() || row[figure] == 0.0, "{row}");
        }
        assert_eq!(row["payments"], Value::Null);
    }
    for payer in ["card", "private"] {
        let own = insight(app, doctor, &format!("payer={payer}")).await;
        for row in own["revenue"].as_array().expect("rows") {
            assert_eq!(
                (&row["payments"], &row["net"]),
                (&Value::Null, &Value::Null)
            );
        }
        for figure in ["requests", "decided", "payments", "charged", "net", "p50"] {
            assert_eq!(own["totals"][figure], Value::Null, "{figure} of {payer}");
        }
        assert_eq!(own["days"][29]["requests"], Value::Null);
        assert_eq!(own["totals"]["faxes"], 0, "none is none");
    }
}

async fn a_period_is_asked_for_as_it_can_be_given(app: &TestApp) {
    let clinic = next_day(app, "09:00:00").await;
    let on = today(app);
    let later = on.checked_add_days(Days::new(1)).expect("a day");
    let long_ago = on.checked_sub_days(Days::new(366)).expect("a day");
    for (query, field) in [
        (format!("to={later}"), "to"),
        (format!("from={on}&to={long_ago}"), "from"),
        (format!("from={long_ago}"), "from"),
    ] {
        let refused = app.get(&clinic.admin, &format!("/insight?{query}")).await;
        assert_eq!(refused.fields(), [field], "{query}");
    }
    let year = on.checked_sub_days(Days::new(365)).expect("a day");
    let page = insight(app, &clinic.admin, &format!("from={year}&compare=true")).await;
    assert_eq!(page["days"].as_array().map(Vec::len), Some(366));
    assert_eq!(page["before"]["requests"], 0);
    // A period before the first request, with a leap day, has nothing in it and nothing missing.
    paid_by(app, &clinic.patient, 1).await;
    let quiet = "from=2024-02-28&to=2024-03-01&compare=true";
    let page = insight(app, &clinic.admin, quiet).await;
    let days: Vec<&Value> = page["days"].as_array().expect("days").iter().collect();
    assert_eq!((days.len(), &days[1]["day"]), (3, &json!("2024-02-29")));
    assert_eq!(page["missingDays"], 0);
    for nothing in ["requests", "decided", "charged", "net"] {
        assert!(page["totals"][nothing].as_f64() == Some(0.0), "{nothing}");
    }
    assert_eq!(page["totals"]["p50"], Value::Null);
    for wrong in ["from=yesterday", "payer=none", "doctor=1"] {
        let refused = app.get(&clinic.admin, &format!("/insight?{wrong}")).await;
        assert_eq!(refused.status, 400, "{wrong}");
    }
}

async fn who_may_see_it(app: &TestApp) {
    let users = &app.users;
    for by in [&users.patient, &users.customer_service, &users.office] {
        for path in ["/insight", "/insight/csv/all"] {
            assert_eq!(app.get(by, path).await.status, 403, "{} {path}", by.email);
        }
    }
    for by in [&users.doctor, &users.admin] {
        assert_eq!(app.get(by, "/insight").await.status, 200, "{}", by.email);
    }
}
