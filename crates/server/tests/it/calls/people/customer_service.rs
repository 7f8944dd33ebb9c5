// SPDX-License-Identifier: AGPL-3.0-or-later

//! What customer service reads of a person: the name and how to reach them, by whatever call.

use salal_server::api::{self, Access, Role, ScopePolicy};
use salal_server::app;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::threads::{list, open, write};
use crate::support::{TestApp, User, on_both, phn, says_none_of};

/// What the record of the tests' own patient says beside the name, now that there is a prescription.
async fn marks(app: &TestApp, paid: &Value) -> Vec<String> {
    let seen = app.see(&app.users.doctor, &paid["_id"]).await;
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    vec![
        phn(1),
        "1968-04-09".into(),
        text(&seen["label"]),
        text(&seen["medications"][0]["ingredients"][0]["ingredient_name"]),
        "\"PENDING\"".into(),
        "Eligibility Pending".into(),
        "Eligibility Unknown".into(),
        "Pending Eligibility".into(),
        "Not Eligible".into(),
    ]
}

/// The reads of patients' records that customer service may ask for.
fn reads() -> Vec<&'static str> {
    let rows = app::routes().into_iter().filter(|row| {
        let asks = match row.access {
            Access::Roles(roles) => roles.contains(&Role::CustomerService),
            Access::AnySignedIn => true,
            Access::Public(_) | Access::ByLink(_) => false,
        };
        asks && row.method == api::Method::Get && matches!(row.scope, ScopePolicy::AnyPatient)
    });
    rows.map(|row| row.path).collect()
}

async fn person(app: &TestApp, by: &User) -> Value {
    let path = format!("/person/{}", app.users.patient.person);
    app.get(by, &path).await.ok()
}

on_both!(
    reads_name_and_contact_and_nothing_of_health,
    no_read_says_more,
    a_thread_says_nothing_of_the_card_and_the_prescription
);

async fn reads_name_and_contact_and_nothing_of_health(app: &TestApp) {
    let (patient, care) = (&app.users.patient, &app.users.customer_service);
    let paid = app.paid(1).await;
    let marks = marks(app, &paid).await;
    let whole = person(app, &app.users.office).await;
    for path in ["/person", "/person/profile"] {
        let seen = app
            .get(care, &format!("{path}/{}", patient.person))
            .await
            .ok();
        for field in [
            "_id",
            "FirstName",
            "LastName",
            "Email",
            "PhoneNumber",
            "BestPhoneNumber",
            "Address",
            "City",
            "PostalCode",
        ] {
            assert_eq!(seen[field], whole[field], "{field}");
        }
        for field in [
            "DateOfBirth",
            "sex",
            "eligibility",
            "oscarDemographicId",
            "preferredPharmacy",
        ] {
            assert_eq!(seen[field], Value::Null, "{field}");
        }
        assert_eq!(
            (
                &seen["HealthDocuments"],
                &seen["flags"],
                &seen["isPrivatePay"]
            ),
            (&json!([]), &json!([]), &json!(false))
        );
        says_none_of(path, &seen.to_string(), &marks);
    }
    assert_eq!(whole["HealthDocuments"][0]["DocumentNumber"], json!(phn(1)));
    // Of oneself, everything.
    let own = app
        .get(care, &format!("/person/{}", care.person))
        .await
        .ok();
    assert_eq!(own["_id"], json!(care.person));
}

async fn no_read_says_more(app: &TestApp) {
    let (patient, care) = (&app.users.patient, &app.users.customer_service);
    let paid = app.paid(1).await;
    let sent = write(app, patient, "Customer Service", "Where is my parcel?", &[])
        .await
        .ok();
    let text = |value: &Value| value.as_str().expect("an id").to_owned();
    let infos = app
        .get(patient, &format!("/medicalinfo/person/{}", patient.person))
        .await
        .ok();
    let ids = [
        patient.person.clone(),
        care.person.clone(),
        text(&paid["_id"]),
        text(&sent["_id"]),
        text(&infos[0]["_id"]),
        text(&paid["payment"]["chargeId"]),
    ];
    let sql = "UPDATE health_document SET status = 'pending', other = 'mismatch'";
    app.ctx
        .db
        .write()
        .execute_unprepared(sql)
        .await
        .expect("the change is made");
    let marks = marks(app, &paid).await;
    let (reads, mut answered) = (reads(), 0);
    assert!(reads.len() > 8, "{reads:?}");
    for template in reads {
        for id in &ids {
            let parts = template
                .split('/')
                .map(|part| if part.starts_with('{') { id } else { part });
            let path = parts.collect::<Vec<_>>().join("/");
            let answer = app.get(care, &path).await;
            answered += u32::from(answer.status == 200);
            says_none_of(&path, &answer.body.to_string(), &marks);
        }
    }
    assert!(answered > 6, "nothing was read: {answered}");
}

async fn a_thread_says_nothing_of_the_card_and_the_prescription(app: &TestApp) {
    let (doctor, care) = (&app.users.doctor, &app.users.customer_service);
    let paid = app.paid(1).await;
    for sql in [
        "UPDATE health_document SET status = 'pending', other = 'mismatch'",
        "UPDATE message SET to_group = 'customerservice' WHERE subject_kind = 'prescription'",
    ] {
        app.ctx
            .db
            .write()
            .execute_unprepared(sql)
            .await
            .expect("the change is made");
    }
    let rows = list(app, care, "inbox").await;
    let row = rows
        .iter()
        .find(|row| row["about"]["_id"] == json!(app.users.patient.person))
        .expect("the thread");
    let opened = open(app, care, &row["_id"]).await.ok();
    for seen in [row, &opened] {
        for field in ["prescription", "status", "label", "work"] {
            assert_eq!(seen[field], Value::Null, "{field}");
        }
        assert_eq!(
            (
                &seen["tags"],
                &seen["struck"],
                &seen["from"]["HealthDocuments"]
            ),
            (&json!([]), &json!(false), &json!([]))
        );
    }
    let theirs = open(app, doctor, &row["_id"]).await.ok();
    assert_eq!(
        (&theirs["prescription"], &theirs["struck"]),
        (&paid["_id"], &json!(true))
    );
}
