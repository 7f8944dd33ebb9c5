// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /person/page/{id}`: the whole page in one answer, in the same few trips whatever the history.

use chrono::TimeDelta;
use salal_db::Engine;
use serde_json::{Value, json};

use crate::support::{TestApp, User, medical_info, number, on_both, phn};

/// What issue and house promise for an opening.
const MOST_TRIPS: u64 = 12;

async fn page(app: &TestApp, by: &User) -> Value {
    app.get(by, &format!("/person/page/{}", app.users.patient.person))
        .await
        .ok()
}

/// The page, and how often it went to the database.
async fn counted(app: &TestApp, by: &User) -> (Value, u64) {
    // The session's "last seen" is written once in a while; that is not the page's.
    page(app, by).await;
    let before = app.ctx.db.sent();
    let page = page(app, by).await;
    (page, app.ctx.db.sent() - before)
}

async fn note(app: &TestApp, by: &User, text: &str) {
    let note = json!({"personId": app.users.patient.person, "text": text});
    app.put(by, "/notedraft/sign", &note).await.ok();
}

on_both!(
    each_part_is_what_its_own_call_answers,
    the_trips_do_not_grow_with_the_history,
    who_else_is_there_stands_in_it,
    each_role_sees_its_parts_only,
    each_opening_stands_in_the_audit,
    it_is_the_desk_s
);

async fn each_part_is_what_its_own_call_answers(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient);
    app.paid(2).await;
    let order = app.sleep_order(patient, "coastal").await;
    app.pay_sleep(patient, &order).await;
    let id = &patient.person;
    note(app, doctor, "Blood pressure at home is fine.").await;
    app.put(
        doctor,
        "/notedraft",
        &json!({"personId": id, "text": "To be asked"}),
    )
    .await
    .ok();
    let page = page(app, doctor).await;
    for (part, call) in [
        ("person", format!("/person/{id}")),
        (
            "prescriptions",
            format!("/prescription/pending/person/{id}"),
        ),
        ("notes", format!("/note/person/{id}")),
        ("drafts", format!("/notedraft/person/{id}")),
        ("labTests", format!("/lab-test/{id}")),
        (
            "sleepAssessments",
            format!("/sleep-assessment/pending-by-person/{id}"),
        ),
    ] {
        assert_eq!(page[part], app.get(doctor, &call).await.ok(), "{part}");
    }
    let records = app
        .get(doctor, &format!("/medicalinfo/person/{id}"))
        .await
        .ok();
    assert_eq!(page["medicalInfo"], records[0]);
    assert_eq!(page["medicalInfoCount"], 1);
    let infos = app
        .get(doctor, &format!("/sleep-info/person/{id}"))
        .await
        .ok();
    assert_eq!(page["sleepInfo"], infos[0]);
    assert_eq!(
        (&page["presence"], &page["chart"]),
        (&json!([]), &Value::Null),
        "no address of charts is set"
    );
}

async fn the_trips_do_not_grow_with_the_history(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient);
    let (_, short) = counted(app, doctor).await;
    for round in 0..4 {
        let paid = app.paid(1).await;
        if round > 0 {
            app.acknowledge(doctor, &paid).await;
        }
        app.ctx.clock.advance(TimeDelta::seconds(3));
        note(app, doctor, &format!("Note {round}")).await;
        note(app, &app.users.office, &format!("Call {round}")).await;
        let mut record = medical_info(&app.users.samples);
        record["SmokingHistory"] = "No".into();
        app.post(
            patient,
            "/medicalinfo/update",
            &json!({"medicalInfoObj": record}),
        )
        .await
        .ok();
    }
    for company in ["coastal", "solutions", "mainland"] {
        let order = app.sleep_order(patient, company).await;
        app.pay_sleep(patient, &order).await;
    }
    let (page, long) = counted(app, doctor).await;
    assert_eq!(page["medicalInfoCount"], 5);
    assert_eq!(
        (
            page["notes"]["total"].clone(),
            page["prescriptions"].as_array().map(Vec::len)
        ),
        (json!(8), Some(4))
    );
    assert!(
        page["sleepAssessments"]
            .as_array()
            .is_some_and(|all| all.len() == 3),
        "{page}"
    );
    assert!(
        short <= MOST_TRIPS && long <= MOST_TRIPS,
        "{short} trips with nothing, {long} with much"
    );
}

async fn who_else_is_there_stands_in_it(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    app.put(
        office,
        &format!("/person/presence/{}", app.users.patient.person),
        &json!({}),
    )
    .await
    .ok();
    let there = page(app, doctor).await["presence"].clone();
    assert_eq!(there[0]["person"]["_id"], json!(office.person));
    assert_eq!(page(app, office).await["presence"], json!([]));
}

async fn each_role_sees_its_parts_only(app: &TestApp) {
    note(app, &app.users.doctor, "Blood pressure at home is fine.").await;
    let office = page(app, &app.users.office).await;
    assert_eq!(
        (&office["labTests"], office["notes"]["total"].clone()),
        (&Value::Null, json!(1)),
        "lab tests are the doctors'"
    );
    let admin = page(app, &app.users.admin).await;
    assert_eq!(
        (&admin["labTests"], &admin["notes"], &admin["drafts"]),
        (&Value::Null, &Value::Null, &json!([]))
    );
    let doctor = page(app, &app.users.doctor).await;
    assert_eq!(doctor["labTests"], json!([]));
}

async fn each_opening_stands_in_the_audit(app: &TestApp) {
    let lines = "SELECT count(*) AS n FROM audit WHERE action = 'GET /person/page/{id}'";
    for by in [&app.users.doctor, &app.users.office, &app.users.admin] {
        page(app, by).await;
    }
    assert_eq!(number(&app.ctx.db, lines).await, 3);
}

async fn it_is_the_desk_s(app: &TestApp) {
    let path = format!("/person/page/{}", app.users.patient.person);
    for by in [
        &app.users.patient,
        &app.users.other,
        &app.users.customer_service,
    ] {
        assert_eq!(app.get(by, &path).await.status, 403, "{}", by.email);
    }
    for nobody in [uuid::Uuid::nil().to_string(), "7".into(), "x'--".into()] {
        app.get(&app.users.doctor, &format!("/person/page/{nobody}"))
            .await
            .refused(404, "NOT_FOUND");
    }
}

/// The chart's address is a setting.
async fn the_chart(engine: Engine) {
    let address = "https://chart.example/find?number={number}";
    let app = TestApp::with(&crate::TESTED, engine, |settings| {
        settings.portal.chart_url = address.into();
    })
    .await;
    let number = phn(1);
    let chart = page(&app, &app.users.doctor).await["chart"].clone();
    assert_eq!(chart["number"], json!(number));
    assert_eq!(
        chart["address"],
        json!(address.replace("{number}", &number))
    );
}

#[tokio::test]
async fn the_chart_has_its_address_sqlite() {
    the_chart(Engine::Sqlite).await;
}

#[tokio::test]
async fn the_chart_has_its_address_postgres() {
    the_chart(Engine::Postgres).await;
}
