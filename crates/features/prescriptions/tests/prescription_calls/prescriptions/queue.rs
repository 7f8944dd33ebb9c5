// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /prescription/queue`, `PUT /prescription/claim`, `/release`, `/claim-next`,
//! `GET /prescription/claim/{personId}`

use chrono::TimeDelta;
use sea_orm::ConnectionTrait as _;
use serde_json::{Value, json};

use crate::support::{TestApp, User, new_key, on_both, sign_in_staff};

async fn queue(app: &TestApp, by: &User, more: &str) -> Value {
    app.get(by, &format!("/prescription/queue?{more}"))
        .await
        .ok()
}

fn ids(list: &Value) -> Vec<Value> {
    let items = list["items"].as_array().expect("a list");
    items.iter().map(|row| row["_id"].clone()).collect()
}

async fn claim(app: &TestApp, by: &User, person: &str) -> crate::support::Answer {
    app.put(by, "/prescription/claim", &json!({"personId": person}))
        .await
}

async fn next(app: &TestApp, by: &User, after: Option<&str>) -> Value {
    let answer = app
        .put(by, "/prescription/claim-next", &json!({"after": after}))
        .await
        .ok();
    answer["personId"].clone()
}

/// A paid request of each patient, the first patient's being older.
async fn two_wait(app: &TestApp) -> (Value, Value) {
    let first = app.paid(2).await;
    app.ctx.clock.advance(TimeDelta::minutes(7));
    let other = &app.users.other;
    let second = app.create(other, 1).await;
    let second = app.pay(other, &second).await;
    (first, second)
}

on_both!(
    work_stands_until_it_is_done,
    the_least_time_left_comes_first_on_each_page,
    a_row_names_its_first_drug_and_leaves_one_line_an_opening,
    what_is_open_comes_first_on_the_patient_s_page,
    a_decision_taken_back_is_work_again,
    a_canceled_request_leaves_the_queue,
    the_promise_is_counted,
    pages_and_parts,
    one_doctor_has_a_patient,
    at_the_same_moment_one_wins,
    the_next_patient_is_the_first_nobody_has,
    a_claim_lapses,
    who_may_and_what_is_refused
);

/// A fax that failed is promised sooner than a younger review; what is approved and not sent waits as long as if it were
/// undecided; and a refund, for which nothing is promised, comes after all, however old it is. The pages go on from one
/// another.
async fn the_least_time_left_comes_first_on_each_page(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient);
    let all_lines = async |waits: &Value, decision: &str| {
        let mut seen = app.acknowledge(doctor, waits).await;
        for line in 0..seen["medications"].as_array().map_or(0, Vec::len) {
            seen = app.decide(doctor, &seen, line, json!(decision)).await.ok();
        }
    };
    let (oldest, young) = two_wait(app).await;
    all_lines(&oldest, "Rejected").await;
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let approved = app.create(patient, 1).await;
    let approved = app.pay(patient, &approved).await;
    all_lines(&approved, "Approved").await;
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let last = app.create(patient, 1).await;
    let last = app.pay(patient, &last).await;
    app.ctx.clock.advance(TimeDelta::seconds(3));
    let newest = app.paid(1).await;
    // As after a fax that failed.
    let sql = "UPDATE prescription SET work = 'fax', work_since = pending_at WHERE pending_at = (SELECT MAX(pending_at) FROM prescription)";
    let tx = app.ctx.db.begin().await.expect("a transaction");
    tx.execute_unprepared(sql).await.expect("the fax failed");
    tx.commit().await.expect("it is committed");
    let all = queue(app, doctor, "").await;
    let expected = [&newest, &young, &approved, &last, &oldest].map(|one| one["_id"].clone());
    assert_eq!(ids(&all), expected);
    let rows = all["items"].as_array().expect("a list");
    let kinds: Vec<_> = rows.iter().map(|row| &row["work"]).collect();
    assert_eq!(kinds, ["fax", "review", "send", "review", "refund"]);
    let unpromised: Vec<bool> = rows.iter().map(|row| row["promisedBy"].is_null()).collect();
    assert_eq!(unpromised, [false, false, false, false, true]);
    let mut paged = Vec::new();
    let mut cursor = String::new();
    for _ in 0..expected.len() {
        let page = queue(app, doctor, &format!("limit=1{cursor}")).await;
        paged.extend(ids(&page));
        let next = page["nextCursor"].as_str().unwrap_or_default();
        cursor = format!("&cursor={}", next.replace('+', "%2B"));
    }
    assert_eq!(paged, expected);
}

async fn work_stands_until_it_is_done(app: &TestApp) {
    let doctor = &app.users.doctor;
    // Not paid: nobody's work.
    app.create(&app.users.patient, 1).await;
    app.ctx.clock.advance(TimeDelta::seconds(3));
    assert_eq!(queue(app, doctor, "").await["counts"]["all"], 0);
    let (first, second) = two_wait(app).await;
    let list = queue(app, &app.users.office, "").await;
    assert_eq!(ids(&list), [first["_id"].clone(), second["_id"].clone()]);
    let row = &list["items"][0];
    assert_eq!(
        (&row["work"], &row["lines"], &row["undecided"]),
        (&json!("review"), &json!(2), &json!(2))
    );
    let at = |field: &str| -> chrono::DateTime<chrono::Utc> {
        row[field]
            .as_str()
            .and_then(|text| text.parse().ok())
            .expect("a time")
    };
    assert_eq!(at("promisedBy") - at("since"), TimeDelta::hours(24));
    assert_eq!(row["person"]["_id"], json!(app.users.patient.person));

    // Approved and rejected: to be sent, then to be refunded, then nobody's work any more.
    let mut seen = app.acknowledge(doctor, &first).await;
    seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    seen = app.decide(doctor, &seen, 1, json!("Rejected")).await.ok();
    let work = |list: &Value| {
        let mut rows = list["items"].as_array().expect("a list").iter();
        let row = rows.find(|row| row["_id"] == first["_id"]);
        row.expect("it is work")["work"].clone()
    };
    assert_eq!(work(&queue(app, doctor, "").await), "send");
    seen = app.sign(doctor, &seen).await["prescription"].clone();
    app.fax(doctor, &seen).await;
    app.settle().await;
    let list = queue(app, doctor, "").await;
    assert_eq!(
        (work(&list), &list["counts"]["refund"]),
        (json!("refund"), &json!(1))
    );
    // Undone and done again it keeps its place.
    app.refund(doctor, &app.see(doctor, &first["_id"]).await)
        .await
        .ok();
    app.settle().await;
    assert_eq!(ids(&queue(app, doctor, "").await), [second["_id"].clone()]);
}

async fn a_row_names_its_first_drug_and_leaves_one_line_an_opening(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    // An empty list opens no patient's record.
    queue(app, doctor, "").await;
    let (first, _) = two_wait(app).await;
    let list = queue(app, doctor, "").await;
    let row = &list["items"][0];
    assert_eq!(row["drug"]["name"], first["medications"][0]["name"]);
    assert_eq!(
        row["drug"]["ingredients"],
        first["medications"][0]["ingredients"]
    );
    // No more of them than the row shows.
    let second = first["medications"][1]["name"].as_str().expect("a name");
    assert!(!row.to_string().contains(second));
    // Asking again for what is on screen is the same opening; another person's is another one.
    for by in [doctor, doctor, office] {
        queue(app, by, "").await;
    }
    let lines = async || {
        let log = app
            .get(
                &app.users.patient,
                &format!("/person/access-log/{}", app.users.patient.person),
            )
            .await
            .ok();
        let all = log["items"].as_array().expect("a list").clone();
        all.iter()
            .filter(|line| line.to_string().contains("list of open work"))
            .count()
    };
    assert_eq!(lines().await, 2);
    app.ctx.clock.advance(TimeDelta::minutes(61));
    queue(app, doctor, "").await;
    assert_eq!(lines().await, 3);
}

async fn what_is_open_comes_first_on_the_patient_s_page(app: &TestApp) {
    let doctor = &app.users.doctor;
    let first = app.paid(1).await;
    app.ctx.clock.advance(TimeDelta::minutes(7));
    let second = app.paid(1).await;
    let seen = app.decide(doctor, &first, 0, json!("Approved")).await.ok();
    let seen = app.sign(doctor, &seen).await["prescription"].clone();
    app.fax(doctor, &seen).await;
    app.settle().await;
    let path = format!("/prescription/pending/person/{}", app.users.patient.person);
    let list = app.get(doctor, &path).await.ok();
    let all: Vec<_> = list
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (one["_id"].clone(), one["work"].clone()))
        .collect();
    assert_eq!(
        all,
        [
            (second["_id"].clone(), json!("review")),
            (first["_id"].clone(), Value::Null)
        ]
    );
}

async fn a_decision_taken_back_is_work_again(app: &TestApp) {
    let doctor = &app.users.doctor;
    let paid = app.paid(1).await;
    let seen = app.decide(doctor, &paid, 0, json!("Rejected")).await.ok();
    assert_eq!(
        queue(app, doctor, "work=refund").await["counts"]["refund"],
        1
    );
    app.decide(doctor, &seen, 0, Value::Null).await.ok();
    let list = queue(app, doctor, "work=review").await;
    assert_eq!(ids(&list), [paid["_id"].clone()]);
}

async fn a_canceled_request_leaves_the_queue(app: &TestApp) {
    let patient = &app.users.patient;
    let paid = app.paid(1).await;
    let seen = app.see(patient, &paid["_id"]).await;
    let body = json!({
        "prescriptionId": paid["_id"], "personId": patient.person, "version": seen["version"],
    });
    app.put(patient, "/prescription/cancel", &body).await.ok();
    assert_eq!(queue(app, &app.users.doctor, "").await["counts"]["all"], 0);
}

async fn the_promise_is_counted(app: &TestApp) {
    let doctor = &app.users.doctor;
    app.paid(1).await;
    app.ctx.clock.advance(TimeDelta::hours(23));
    // Their sessions are twelve hours long.
    let doctor = &sign_in_staff(app, doctor.clone()).await;
    assert_eq!(queue(app, doctor, "").await["counts"]["overdue"], 0);
    app.ctx.clock.advance(TimeDelta::hours(2));
    assert_eq!(queue(app, doctor, "").await["counts"]["overdue"], 1);
}

async fn pages_and_parts(app: &TestApp) {
    let (doctor, second_doctor) = (&app.users.doctor, &app.users.second_doctor);
    let (first, second) = two_wait(app).await;
    let page = queue(app, doctor, "limit=1").await;
    assert_eq!(ids(&page), [first["_id"].clone()]);
    let cursor = page["nextCursor"]
        .as_str()
        .expect("more")
        .replace('+', "%2B");
    let page = queue(app, doctor, &format!("limit=1&cursor={cursor}")).await;
    assert_eq!(
        (ids(&page), &page["nextCursor"]),
        (vec![second["_id"].clone()], &Value::Null)
    );
    claim(app, doctor, &app.users.patient.person).await.ok();
    for (by, filter, expected) in [
        (doctor, "mine", &first),
        (doctor, "unclaimed", &second),
        (second_doctor, "unclaimed", &second),
    ] {
        let list = queue(app, by, &format!("filter={filter}")).await;
        assert_eq!(ids(&list), [expected["_id"].clone()], "{filter}");
    }
    let counts = &queue(app, second_doctor, "filter=mine").await["counts"];
    assert_eq!(
        (&counts["all"], &counts["mine"], &counts["unclaimed"]),
        (&json!(2), &json!(0), &json!(1))
    );
    for (query, status) in [
        ("filter=ours", 422),
        ("work=tea", 422),
        ("cursor=x", 400),
        ("cursor=x_y", 400),
        ("cursor=promised_x_y", 400),
        ("limit=-1", 400),
        ("page=2", 400),
    ] {
        assert_eq!(
            app.get(doctor, &format!("/prescription/queue?{query}"))
                .await
                .status,
            status,
            "{query}"
        );
    }
}

async fn one_doctor_has_a_patient(app: &TestApp) {
    let (doctor, second, person) = (
        &app.users.doctor,
        &app.users.second_doctor,
        &app.users.patient.person,
    );
    app.paid(1).await;
    let mine = claim(app, doctor, person).await.ok();
    assert_eq!(
        (&mine["claim"]["mine"], &mine["claim"]["by"]["_id"]),
        (&json!(true), &json!(doctor.person))
    );
    let lost = claim(app, second, person).await.refused(409, "CLAIMED");
    assert_eq!(lost["current"]["claim"]["by"]["_id"], json!(doctor.person));
    let path = format!("/prescription/claim/{person}");
    assert_eq!(
        app.get(&app.users.office, &path).await.ok()["claim"]["mine"],
        false
    );
    assert_eq!(
        queue(app, second, "").await["items"][0]["claim"]["by"]["_id"],
        json!(doctor.person)
    );
    // Taken over on purpose; the first sees who has it now.
    let over = json!({"personId": person, "takeOver": true});
    app.put(second, "/prescription/claim", &over).await.ok();
    assert_eq!(
        app.get(doctor, &path).await.ok()["claim"]["by"]["_id"],
        json!(second.person)
    );
    // Only one's own is given back.
    let back = json!({"personId": person});
    assert_eq!(
        app.put(doctor, "/prescription/release", &back).await.ok()["claim"]["mine"],
        false
    );
    assert_eq!(
        app.put(second, "/prescription/release", &back).await.ok()["claim"],
        Value::Null
    );
}

async fn at_the_same_moment_one_wins(app: &TestApp) {
    let (doctor, second, person) = (
        &app.users.doctor,
        &app.users.second_doctor,
        &app.users.patient.person,
    );
    app.paid(1).await;
    let (one, other) = tokio::join!(claim(app, doctor, person), claim(app, second, person));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

async fn the_next_patient_is_the_first_nobody_has(app: &TestApp) {
    let (doctor, second) = (&app.users.doctor, &app.users.second_doctor);
    let (patient, other) = (
        app.users.patient.person.as_str(),
        app.users.other.person.as_str(),
    );
    assert_eq!(next(app, doctor, None).await, Value::Null, "nobody waits");
    let (first, _) = two_wait(app).await;
    let (one, two) = tokio::join!(next(app, doctor, None), next(app, second, None));
    let mut both = [
        one.as_str().expect("a patient"),
        two.as_str().expect("another"),
    ];
    both.sort_unstable();
    let mut expected = [patient, other];
    expected.sort_unstable();
    assert_eq!(both, expected, "never one patient for two");
    assert_eq!(next(app, doctor, one.as_str()).await, Value::Null);
    // The one left with work to do stays one's own; the one that is done is given back.
    let held = queue(app, doctor, "filter=mine").await;
    assert_eq!(held["items"].as_array().map(Vec::len), Some(1));
    let by = if one == patient { doctor } else { second };
    let mut seen = app.decide(by, &first, 0, json!("Rejected")).await.ok();
    seen = app.decide(by, &seen, 1, json!("Rejected")).await.ok();
    app.refund(by, &seen).await.ok();
    next(app, by, Some(patient)).await;
    assert_eq!(
        app.get(by, &format!("/prescription/claim/{patient}"))
            .await
            .ok()["claim"],
        Value::Null
    );
}

async fn a_claim_lapses(app: &TestApp) {
    let (doctor, second, person) = (
        &app.users.doctor,
        &app.users.second_doctor,
        &app.users.patient.person,
    );
    let paid = app.paid(2).await;
    claim(app, doctor, person).await.ok();
    app.ctx.clock.advance(TimeDelta::minutes(20));
    // Work on the patient keeps it.
    let seen = app.decide(doctor, &paid, 0, json!("Approved")).await.ok();
    app.ctx.clock.advance(TimeDelta::minutes(20));
    claim(app, second, person).await.refused(409, "CLAIMED");
    app.ctx.clock.advance(TimeDelta::minutes(11));
    claim(app, second, person).await.ok();
    // And it ends with the session.
    app.send(
        Some(second),
        reqwest::Method::POST,
        "/user/sign-out",
        Some(&new_key()),
        Some(&json!({})),
    )
    .await;
    assert_eq!(
        queue(app, doctor, "").await["items"][0]["claim"],
        Value::Null
    );
    claim(app, doctor, person).await.ok();
    app.decide(doctor, &seen, 1, json!("Approved")).await.ok();
}

async fn who_may_and_what_is_refused(app: &TestApp) {
    let (doctor, office, patient) = (&app.users.doctor, &app.users.office, &app.users.patient);
    app.paid(1).await;
    let body = json!({"personId": patient.person});
    for path in ["/prescription/claim", "/prescription/release"] {
        app.put(office, path, &body)
            .await
            .refused(403, "NOT_ALLOWED");
        assert_eq!(
            app.put(doctor, path, &json!({"personId": uuid::Uuid::nil()}))
                .await
                .status,
            404
        );
        assert_eq!(
            app.put(doctor, path, &json!({"personId": "x"}))
                .await
                .status,
            400
        );
        assert_eq!(app.put(doctor, path, &json!({})).await.status, 400);
    }
    app.put(office, "/prescription/claim-next", &json!({}))
        .await
        .refused(403, "NOT_ALLOWED");
    app.get(patient, "/prescription/queue")
        .await
        .refused(403, "NOT_ALLOWED");
    app.get(&app.users.customer_service, "/prescription/queue")
        .await
        .refused(403, "NOT_ALLOWED");
    // One press, one claim: the second answer is the first one's.
    let key = new_key();
    let send = || {
        app.send(
            Some(doctor),
            reqwest::Method::PUT,
            "/prescription/claim",
            Some(&key),
            Some(&body),
        )
    };
    send().await.ok();
    assert!(send().await.replayed);
}
