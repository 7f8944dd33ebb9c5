// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET`, `PUT` and `DELETE /sleep-assessment/requester`, and what is printed and faxed under a doctor's standing order
//! (decision 211).

use reqwest::Method;
use salal_documents::{About, BloodPressure, RequestingPractitioner, SleepClinic, SleepRequest};
use salal_domain::sleep::questionnaire::QUESTIONS;
use salal_orders::orders;
use salal_people::people::{self, Practitioner};
use salal_platform::api::Scope;
use salal_sandbox::Service;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Answer, TestApp, User, new_key, on_both, sleep_story, strokes};

const PATH: &str = "/sleep-assessment/requester";
const NOBODY: &str =
    "No doctor has agreed to sign requests for sleep studies. A doctor can do so under Profile.";

on_both!(
    the_faxed_request_says_who_asks,
    without_a_doctor_nothing_is_faxed_until_one_agrees,
    another_doctor_takes_over,
    who_signs_for_nobody,
    a_drawing_signs_one_standing_order,
    a_doctor_without_number_or_account_signs_nothing,
);

async fn who(app: &TestApp, by: &User) -> Value {
    app.get(by, PATH).await.ok()["doctor"].clone()
}

async fn agree_with(app: &TestApp, by: &User, drawn: &Value) -> Answer {
    let body = json!({"strokes": drawn, "password": by.password});
    app.put(by, PATH, &body).await
}

async fn end(app: &TestApp, by: &User) -> Answer {
    app.send(Some(by), Method::DELETE, PATH, Some(&new_key()), None)
        .await
}

async fn paid(app: &TestApp, company: &str) -> Value {
    let patient = &app.users.patient;
    let made = app.sleep_order(patient, company).await;
    app.pay_sleep(patient, &made).await;
    app.settle().await;
    made
}

/// The stored request, as the staff open it.
async fn stored(app: &TestApp, order: &Value) -> Vec<u8> {
    let path = format!("/sleep-assessment/document/{}", text(&order["_id"]));
    app.get(&app.users.office, &path).await.bytes
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn id(value: &Value) -> Uuid {
    Uuid::parse_str(&text(value)).expect("an id")
}

fn practitioner(
    name: &str,
    numbers: [&str; 2],
    drawn: &Value,
    since: &Value,
) -> RequestingPractitioner {
    RequestingPractitioner {
        name: name.into(),
        college_number: numbers[0].into(),
        billing_number: Some(numbers[1].into()),
        strokes: serde_json::from_value(drawn.clone()).expect("strokes"),
        agreed_at: text(since).parse().expect("a time"),
    }
}

/// The request of an order as it must be printed.
async fn printed(app: &TestApp, order: &Value, by: RequestingPractitioner) -> Vec<u8> {
    let (ctx, scope) = (&app.ctx, Scope::for_job());
    let patient = people::load_facts(ctx, ctx.db.read(), &scope, id(&order["person"]["_id"]))
        .await
        .expect("the patient is there");
    let (info, clinic) = (&order["sleepInfo"], &order["sleepClinic"]);
    let readings = info["bloodPressures"].as_array().expect("a list");
    let request = SleepRequest {
        written_at: text(&order["createdDate"]).parse().expect("a time"),
        clinic: orders::clinic(ctx),
        to: SleepClinic {
            name: text(&clinic["name"]),
            address: text(&clinic["address"]),
            phone: text(&clinic["phoneNumber"]),
            fax: text(&clinic["faxNumber"]),
        },
        about: About::Named {
            label: text(&order["label"]),
            patient: Box::new(orders::patient(patient)),
            practitioner: Box::new(by),
        },
        height_cm: info["height"].as_f64().expect("a number"),
        weight_kg: info["weight"].as_f64().expect("a number"),
        answers: QUESTIONS
            .iter()
            .map(|(field, label)| ((*label).to_owned(), info[*field] == json!(true)))
            .collect(),
        readings: readings
            .iter()
            .map(|one| BloodPressure {
                systolic: one["systolic"].as_i64().expect("a number"),
                diastolic: one["diastolic"].as_i64().expect("a number"),
                measured_at: text(&one["measureDate"]).parse().expect("a time"),
            })
            .collect(),
    };
    salal_documents::sleep_request(&request)
        .expect("a sheet")
        .bytes
}

/// How often the inbox of a member of staff says that an order waits for a doctor.
async fn told(app: &TestApp, by: &User) -> usize {
    let path = format!("/message/inbox/doctor/{}", by.person);
    let list = app.get(by, &path).await.ok();
    let items = list["items"].as_array().cloned().unwrap_or_default();
    items
        .iter()
        .filter_map(|item| item["subject"].as_str())
        .filter(|subject| subject.starts_with("Sleep study waiting for a doctor S-"))
        .count()
}

async fn the_faxed_request_says_who_asks(app: &TestApp) {
    let made = paid(app, "coastal").await;
    let digits = text(&made["faxNumber"]).replace('-', "");
    let faxes = app.sandbox.outbox(Some("fax"), Some(&digits));
    assert_eq!(faxes.len(), 1);
    let faxed = app.sandbox.attachment(&faxes[0].id, 1);
    let signs = who(app, &app.users.office).await;
    assert_eq!(signs["name"], "Dr. Imogen Castellan");
    let drawn = serde_json::to_value(salal_demo::signature()).expect("plain data");
    let doctor = practitioner(
        "Dr. Imogen Castellan",
        ["99001", "99101"],
        &drawn,
        &signs["since"],
    );
    assert!(
        faxed == Some(printed(app, &made, doctor).await),
        "name, numbers, signature and the day of the standing order are on the faxed page"
    );
}

async fn without_a_doctor_nothing_is_faxed_until_one_agrees(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    assert_eq!(end(app, doctor).await.ok(), json!({"doctor": null}));
    let unpaid = app.sleep_order(&app.users.patient, "mainland").await;
    let made = paid(app, "coastal").await;
    app.settle().await;
    assert!(app.effects(Service::Srfax, "fax").is_empty());
    let seen = app.see_sleep(office, &made["_id"]).await;
    assert_eq!(
        (&seen["status"], &seen["fax"], &seen["hasRequest"]),
        (&json!("PAID"), &Value::Null, &json!(false))
    );
    assert_eq!(seen["canFax"], NOBODY);
    let body = json!({"sleepAssessmentId": made["_id"]});
    let refusal = app
        .post(office, "/fax/queue-sleep-assessment-fax", &body)
        .await
        .refused(409, "NO_DOCTOR_SIGNS");
    assert_eq!(refusal["message"], NOBODY);
    for staff in [doctor, office] {
        assert_eq!(told(app, staff).await, 1);
    }

    let agreed = agree_with(app, doctor, &strokes()).await.ok();
    assert_eq!(agreed["doctor"]["isMe"], true);
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
    let seen = app.see_sleep(office, &made["_id"]).await;
    assert_eq!(sleep_story(&seen), ["PENDING", "PAID", "FAXED"]);
    let unpaid = app.see_sleep(office, &unpaid["_id"]).await;
    assert_eq!(sleep_story(&unpaid), ["PENDING"]);

    // Agreeing again, with a new drawing, sends nothing twice.
    agree_with(app, doctor, &strokes()).await.ok();
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
    for staff in [doctor, office] {
        assert_eq!(told(app, staff).await, 1);
    }
}

async fn another_doctor_takes_over(app: &TestApp) {
    let users = &app.users;
    let first = paid(app, "coastal").await;
    let before = stored(app, &first).await;
    let drawn = strokes();
    agree_with(app, &users.second_doctor, &drawn).await.ok();
    for (by, is_me) in [
        (&users.doctor, false),
        (&users.second_doctor, true),
        (&users.office, false),
        (&users.admin, false),
    ] {
        let signs = who(app, by).await;
        assert_eq!(
            (&signs["name"], &signs["isMe"]),
            (&json!("Dr. Bertrand Okonjo"), &json!(is_me))
        );
    }
    let second = paid(app, "mainland").await;
    let since = who(app, &users.office).await["since"].clone();
    let doctor = practitioner("Dr. Bertrand Okonjo", ["99002", "99102"], &drawn, &since);
    assert!(
        stored(app, &second).await == printed(app, &second, doctor).await,
        "the second doctor is on the page"
    );
    assert!(
        stored(app, &first).await == before,
        "a printed request keeps its doctor"
    );

    // A doctor ends their own; an administrator ends anyone's, and twice is once.
    end(app, &users.doctor).await.refused(403, "NOT_ALLOWED");
    assert_eq!(who(app, &users.second_doctor).await["isMe"], true);
    for _ in 0..2 {
        assert_eq!(end(app, &users.admin).await.ok()["doctor"], Value::Null);
    }
    assert_eq!(who(app, &users.doctor).await, Value::Null);
}

async fn a_drawing_signs_one_standing_order(app: &TestApp) {
    let (doctor, second) = (&app.users.doctor, &app.users.second_doctor);
    let first = who(app, doctor).await;
    let demo = serde_json::to_value(salal_demo::signature()).expect("plain data");
    for by in [doctor, second] {
        assert_eq!(agree_with(app, by, &demo).await.fields(), ["strokes"]);
    }
    assert_eq!(who(app, doctor).await, first);
    let drawn = strokes();
    agree_with(app, doctor, &drawn).await.ok();
    end(app, doctor).await.ok();
    // Also once it has ended.
    for by in [doctor, second] {
        assert_eq!(agree_with(app, by, &drawn).await.fields(), ["strokes"]);
    }
    agree_with(app, doctor, &strokes()).await.ok();
    app.settle().await;
}

async fn who_signs_for_nobody(app: &TestApp) {
    let users = &app.users;
    let before = who(app, &users.doctor).await;
    let second = &users.second_doctor;
    let wrong = json!({"strokes": strokes(), "password": "Wrong2026word"});
    app.put(second, PATH, &wrong)
        .await
        .refused(422, "WRONG_PASSWORD");
    for strokes in [json!([]), json!([[[10.0, 10.0, 0.0], [10.5, 10.5, 90.0]]])] {
        assert_eq!(
            agree_with(app, second, &strokes).await.fields(),
            ["strokes"]
        );
    }
    for by in [
        &users.patient,
        &users.office,
        &users.customer_service,
        &users.admin,
    ] {
        assert_eq!(agree_with(app, by, &strokes()).await.status, 403);
    }
    for by in [&users.patient, &users.office, &users.customer_service] {
        assert_eq!(end(app, by).await.status, 403);
    }
    for by in [&users.patient, &users.customer_service] {
        assert_eq!(app.get(by, PATH).await.status, 403);
    }
    assert_eq!(who(app, &users.doctor).await, before);
}

async fn a_doctor_without_number_or_account_signs_nothing(app: &TestApp) {
    let (doctor, second, admin) = (
        &app.users.doctor,
        &app.users.second_doctor,
        &app.users.admin,
    );
    let without = Practitioner {
        name: String::new(),
        college_number: None,
        billing_number: None,
        phone: String::new(),
        fax: String::new(),
    };
    let me = Uuid::parse_str(&doctor.person).expect("an id");
    let tx = app.ctx.db.begin().await.expect("a transaction");
    people::save_practitioner(&tx, me, without)
        .await
        .expect("the numbers are stored");
    tx.commit().await.expect("a commit");
    assert_eq!(who(app, doctor).await, Value::Null);
    agree_with(app, doctor, &strokes())
        .await
        .refused(409, "NO_COLLEGE_NUMBER");
    let made = paid(app, "coastal").await;
    assert!(app.effects(Service::Srfax, "fax").is_empty());

    agree_with(app, second, &strokes()).await.ok();
    let account = app
        .get(admin, &format!("/staff-account/{}", second.account))
        .await
        .ok();
    let off = format!("/staff-account/disable/{}", second.account);
    let body = json!({"version": account["account"]["version"]});
    app.put(admin, &off, &body).await.ok();
    assert_eq!(who(app, admin).await, Value::Null);
    app.settle().await;
    assert!(app.effects(Service::Srfax, "fax").is_empty());
    let seen = app.see_sleep(&app.users.office, &made["_id"]).await;
    assert_eq!(sleep_story(&seen), ["PENDING", "PAID"]);

    // An order that finds the doctor away waits and says so, also once the account is open again.
    let waits = paid(app, "coastal").await;
    app.settle().await;
    for step in ["disabled", "enabled"] {
        let seen = app.see_sleep(&app.users.office, &waits["_id"]).await;
        assert_eq!(seen["canFax"], NOBODY, "{step}");
        if step == "disabled" {
            let account = app
                .get(admin, &format!("/staff-account/{}", second.account))
                .await
                .ok();
            let on = format!("/staff-account/enable/{}", second.account);
            let body = json!({"version": account["account"]["version"]});
            app.put(admin, &on, &body).await.ok();
        }
    }
    app.settle().await;
    assert!(app.effects(Service::Srfax, "fax").is_empty());
    assert_eq!(who(app, admin).await, Value::Null);
}
