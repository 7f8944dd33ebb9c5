// SPDX-License-Identifier: AGPL-3.0-or-later

//! Walks the whole table of calls as nobody, as every role, and as another patient.

use reqwest::Method;
use salal_db::Engine;
use salal_server::api::{self, Access, Audit, Route, ScopePolicy};
use salal_server::app;
use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both, once};

fn method(row: &Route) -> Method {
    match row.method {
        api::Method::Get => Method::GET,
        api::Method::Post => Method::POST,
        api::Method::Put => Method::PUT,
        api::Method::Delete => Method::DELETE,
    }
}

/// The path with every parameter replaced by `value`.
fn filled(path: &str, value: &str) -> String {
    let part = |part: &str| {
        if part.starts_with('{') {
            value.to_owned()
        } else {
            part.to_owned()
        }
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// Everybody, with the role and whether the admin flag counts.
fn everybody(app: &TestApp) -> Vec<(api::Role, &User)> {
    use api::Role::{Admin, CustomerService, Doctor, Office, Patient};
    let users = &app.users;
    vec![
        (Patient, &users.patient),
        (Doctor, &users.doctor),
        (Office, &users.office),
        (CustomerService, &users.customer_service),
        (Admin, &users.admin),
    ]
}

/// Calls that answer 401 or 403 to a caller whom the table lets in, each with its reason. This list
/// only ever gets shorter.
const OTHERWISE: &[(&str, &str)] = &[
    (
        "POST /user/token",
        "answers NO_TOKEN for nobody: that is its purpose",
    ),
    (
        "POST /webhooks/stripe",
        "believes a signature, not a session",
    ),
];

async fn asked(app: &TestApp, by: Option<&User>, row: &Route) -> u16 {
    let nothing = uuid::Uuid::nil().to_string();
    let body = json!({});
    let body = (row.method != api::Method::Get).then_some(&body);
    app.send(by, method(row), &filled(row.path, &nothing), None, body)
        .await
        .status
}

on_both!(
    every_call_as_nobody,
    every_call_as_every_role,
    another_patients_records_do_not_exist
);

once!(a_forged_token_is_nobody);

async fn every_call_as_nobody(app: &TestApp) {
    for row in app::routes() {
        let name = format!("{} {}", row.method.name(), row.path);
        if OTHERWISE.iter().any(|(call, _)| *call == name) {
            continue;
        }
        let status = asked(app, None, &row).await;
        match row.access {
            Access::Roles(_) | Access::AnySignedIn => assert_eq!(status, 401, "{name}"),
            Access::Public(_) | Access::ByLink(_) => assert!(
                !matches!(status, 401 | 403) && status < 500,
                "{name}: {status}"
            ),
        }
    }
}

async fn every_call_as_every_role(app: &TestApp) {
    for (role, user) in everybody(app) {
        for row in app::routes() {
            let name = format!("{} {}", row.method.name(), row.path);
            // Ending the session would end the walk.
            if name == "POST /user/sign-out" || OTHERWISE.iter().any(|(call, _)| *call == name) {
                continue;
            }
            let status = asked(app, Some(user), &row).await;
            let admitted = match row.access {
                Access::Roles(roles) => roles.contains(&role),
                Access::AnySignedIn | Access::Public(_) | Access::ByLink(_) => true,
            };
            if admitted {
                assert!(
                    !matches!(status, 401 | 403) && status < 500,
                    "{name} as {role:?}: {status}"
                );
            } else {
                assert_eq!(status, 403, "{name} as {role:?}");
            }
        }
    }
}

async fn a_forged_token_is_nobody(app: &TestApp) {
    let forged = User {
        token: "0".repeat(64),
        ..User::default()
    };
    for row in app::routes() {
        if matches!(row.access, Access::Roles(_) | Access::AnySignedIn) {
            assert_eq!(asked(app, Some(&forged), &row).await, 401, "{}", row.path);
        }
    }
}

async fn another_patients_records_do_not_exist(app: &TestApp) {
    let (owner, other) = (&app.users.patient, &app.users.other);
    let paid = app.paid(1).await;
    let unpaid = app
        .post(
            owner,
            "/prescription",
            &crate::support::request(&app.users.samples, 2),
        )
        .await;
    let unpaid = unpaid.ok();
    let order = app.approved_order(owner, &unpaid).await;
    let info = app
        .get(owner, &format!("/medicalinfo/person/{}", owner.person))
        .await
        .ok()[0]
        .clone();
    let charge = paid["payment"]["chargeId"]
        .as_str()
        .expect("a charge")
        .to_owned();
    let sleep = app.sleep_order(owner, "coastal").await;
    let (sleep_id, answers_id) = (
        sleep["_id"].as_str().expect("an id"),
        sleep["sleepInfo"]["_id"].as_str().expect("an id"),
    );
    let (paid_id, info_id) = (
        paid["_id"].as_str().expect("an id"),
        info["_id"].as_str().expect("an id"),
    );
    for row in app::routes() {
        let takes_patients = match row.access {
            Access::Roles(roles) => roles.contains(&api::Role::Patient),
            Access::AnySignedIn => true,
            Access::Public(_) | Access::ByLink(_) => false,
        };
        if !takes_patients
            || matches!(row.scope, ScopePolicy::NoPatient(_))
            || !row.path.contains('{')
            || row.method != api::Method::Get
        {
            continue;
        }
        for id in [
            owner.person.as_str(),
            paid_id,
            info_id,
            charge.as_str(),
            sleep_id,
            answers_id,
        ] {
            let status = app.get(other, &filled(row.path, id)).await.status;
            assert_eq!(status, 404, "GET {} of {id}", row.path);
        }
    }
    for (method, path, body) in [
        bodies(owner, &paid, &unpaid, &order, &info),
        sleep_bodies(&sleep),
    ]
    .concat()
    {
        let answer = app
            .send(Some(other), method.clone(), &path, None, Some(&body))
            .await;
        assert_eq!(answer.status, 404, "{method} {path}: {}", answer.body);
    }
    let seen = app.see(owner, &unpaid["_id"]).await;
    assert_eq!(
        (&seen["status"], &seen["version"], &seen["payment"]),
        (&json!("CREATED"), &unpaid["version"], &Value::Null)
    );
    assert_eq!(app.see_sleep(owner, &sleep["_id"]).await, sleep);
}

/// The writes that name an order of a sleep study, or its answers.
fn sleep_bodies(sleep: &Value) -> Vec<(Method, String, Value)> {
    let id = &sleep["_id"];
    let chosen =
        json!({"sleepInfoObj": sleep["sleepInfo"], "sleepClinicObj": sleep["sleepClinic"]});
    let put = |path: &str, body: Value| (Method::PUT, format!("/sleep-assessment/{path}"), body);
    vec![
        (Method::POST, "/sleep-assessment".into(), chosen.clone()),
        (Method::POST, "/sleep-assessment/preview".into(), chosen),
        (
            Method::POST,
            "/payment/order".into(),
            json!({"sleepAssessmentId": id}),
        ),
        put(
            "set-pay",
            json!({"id": id, "amount": 20, "stripeTokenId": "tok_visa"}),
        ),
        put("payment-completed", json!({"id": id})),
        put("cancel", json!({"id": id})),
    ]
}

/// Every write of a patient that names a record, naming the owner's.
fn bodies(
    owner: &User,
    paid: &Value,
    unpaid: &Value,
    order: &str,
    info: &Value,
) -> Vec<(Method, String, Value)> {
    let (person, id) = (&owner.person, &unpaid["_id"]);
    let none = json!({"medications": []});
    vec![
        (
            Method::PUT,
            "/prescription/set-pay".into(),
            json!({"prescriptionId": id, "amount": unpaid["feeDue"], "stripeTokenId": "tok_visa"}),
        ),
        (
            Method::PUT,
            "/prescription/set-pay".into(),
            json!({"prescriptionId": id, "amount": unpaid["feeDue"], "orderID": order}),
        ),
        (
            Method::POST,
            "/payment/order".into(),
            json!({"prescriptionId": id}),
        ),
        (
            Method::POST,
            "/payment/charge".into(),
            json!({"orderID": order, "amount": unpaid["feeDue"]}),
        ),
        (
            Method::PUT,
            "/prescription/payment-completed".into(),
            json!({"id": paid["_id"]}),
        ),
        (
            Method::PUT,
            "/prescription/cancel".into(),
            json!({"prescriptionId": id}),
        ),
        (
            Method::PUT,
            "/prescription/pharmacy".into(),
            json!({"prescriptionId": id, "pharmacy": {"_id": unpaid["pharmacy"]["_id"]}}),
        ),
        (
            Method::POST,
            format!("/prescription/medication/number/{person}"),
            json!({"prescriptionObj": none}),
        ),
        (
            Method::POST,
            format!("/prescription/person/duplicate/{person}"),
            json!({"drug": {"name": "x", "ingredients": []}}),
        ),
        (
            Method::POST,
            "/person/prefer-pharmacy".into(),
            json!({"personId": person, "preferredPharmacy": unpaid["pharmacy"]["_id"]}),
        ),
        (
            Method::POST,
            "/person/verify-code/activate".into(),
            json!({"personId": person, "verificationCode": "123456"}),
        ),
        (
            Method::POST,
            format!("/person/demographic/{person}"),
            json!({}),
        ),
        (
            Method::PUT,
            format!("/person/first-login/{person}"),
            json!({}),
        ),
        (
            Method::POST,
            "/tele-plan/eligibility".into(),
            json!({"personId": person}),
        ),
        (
            Method::POST,
            "/medicalinfo/update".into(),
            json!({"medicalInfoObj": info}),
        ),
        (
            Method::PUT,
            "/user/dont-show-last-login".into(),
            json!({"id": person, "dontShowLastLogin": true}),
        ),
    ]
}

/// The claims of every call, for review: a change of who may call shows in this file.
#[test]
fn the_claims_of_all_calls() {
    let mut lines: Vec<String> = app::routes()
        .iter()
        .map(|row| {
            let access = match row.access {
                Access::Roles(roles) => roles
                    .iter()
                    .map(|role| role.code())
                    .collect::<Vec<_>>()
                    .join(" "),
                Access::AnySignedIn => "any signed-in".into(),
                Access::ByLink(why) => format!("by link ({why})"),
                Access::Public(why) => format!("public ({why})"),
            };
            let claim = match row.scope {
                ScopePolicy::OwnRecords => "own records".into(),
                ScopePolicy::AnyPatient => "any patient".into(),
                ScopePolicy::NoPatient(why) => format!("no patient ({why})"),
            };
            let trace = match row.audit {
                Audit::PatientRecord(_) => "traced".into(),
                Audit::Untraced(why) => format!("untraced ({why})"),
            };
            format!(
                "{} {} | {access} | {claim} | {trace}",
                row.method.name(),
                row.path
            )
        })
        .collect();
    lines.sort();
    insta::assert_snapshot!("claims", lines.join("\n"));
}

/// A session ends when it is ended, and after its hours.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ended_session_is_nobody() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(&crate::TESTED, engine).await;
        let patient = &app.users.patient;
        let me = format!("/person/{}", patient.person);
        app.get(patient, &me).await.ok();
        assert_eq!(
            app.post(patient, "/user/sign-out", &json!({})).await.status,
            204
        );
        app.get(patient, &me).await.refused(401, "INVALID_TOKEN");
        let doctor = &app.users.doctor;
        app.ctx.clock.advance(chrono::TimeDelta::hours(13));
        app.get(doctor, &me).await.refused(401, "INVALID_TOKEN");
    }
}
