// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /file/{id}` of customer service: the files of the threads that it reads, and nobody's else.

use reqwest::Method;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::files::{pdf, png};
use crate::support::threads::{answer, write};
use crate::support::{TestApp, User, on_both, phn};

async fn opens(app: &TestApp, by: &User, file: &Value) -> u16 {
    let id = file["_id"].as_str().expect("a file");
    app.get(by, &format!("/file/{id}")).await.status
}

/// What a patient sends in as the front of the health card.
async fn card(app: &TestApp, by: &User) -> Value {
    let fields = json!({"personId": by.person, "BCCardNumber": phn(1)});
    let front = [("file", "card.png", png(40, 30))];
    let path = format!("/person/healthDoc/{}", by.person);
    let sent = app.form(by, Method::PUT, &path, &fields, &front).await.ok();
    sent["HealthDocuments"][0]["files"][0].clone()
}

on_both!(
    opens_the_files_of_its_threads_alone,
    opens_no_file_of_another_kind_even_of_its_threads,
    opens_its_own_picture
);

async fn opens_the_files_of_its_threads_alone(app: &TestApp) {
    let (patient, doctor, care) = (
        &app.users.patient,
        &app.users.doctor,
        &app.users.customer_service,
    );
    let file = || [("files", "page.pdf", pdf(""))];
    let to_care = write(app, patient, "Customer Service", "See my paper.", &file())
        .await
        .ok();
    let answered = answer(app, care, &to_care["_id"], "And ours.", &file())
        .await
        .ok();
    let of_care = [&to_care["files"][0], &answered["replies"][0]["files"][0]];
    for one in of_care {
        assert_eq!(opens(app, care, one).await, 200);
    }
    let to_patient = write(app, doctor, &patient.person, "About your test.", &file())
        .await
        .ok();
    let theirs = answer(app, patient, &to_patient["_id"], "Here it is.", &file())
        .await
        .ok();
    for one in [
        &to_patient["files"][0],
        &theirs["replies"][0]["files"][0],
        &card(app, patient).await,
    ] {
        assert_eq!(opens(app, care, one).await, 404);
        assert_eq!(opens(app, doctor, one).await, 200);
        assert_eq!(opens(app, patient, one).await, 200);
    }
    // Sending somebody else's file along opens it to nobody.
    assert_eq!(opens(app, &app.users.other, of_care[0]).await, 404);
}

async fn opens_no_file_of_another_kind_even_of_its_threads(app: &TestApp) {
    let (patient, care) = (&app.users.patient, &app.users.customer_service);
    let sent = write(
        app,
        patient,
        "Customer Service",
        "See my paper.",
        &[("files", "page.pdf", pdf(""))],
    )
    .await
    .ok();
    let file = &sent["files"][0];
    for (kind, seen) in [
        ("messaging", 200),
        ("health-document", 404),
        ("sleep-study", 404),
        ("profile-image", 404),
        ("signature-image", 404),
        ("problem", 404),
    ] {
        let sql = format!("UPDATE upload SET category = '{kind}'");
        app.ctx
            .db
            .write()
            .execute_unprepared(&sql)
            .await
            .expect("the change is made");
        assert_eq!(opens(app, care, file).await, seen, "{kind}");
    }
}

async fn opens_its_own_picture(app: &TestApp) {
    let care = &app.users.customer_service;
    let own = app
        .get(care, &format!("/person/{}", care.person))
        .await
        .ok();
    let mut form = json!({});
    for field in [
        "FirstName",
        "LastName",
        "PhoneNumber",
        "BestPhoneNumber",
        "Address",
        "City",
        "Province",
        "PostalCode",
    ] {
        form[field] = own[field].clone();
    }
    let drawn = [("signature", "name.png", png(40, 30))];
    let path = format!("/person/personalInfo/{}", care.person);
    let changed = app.form(care, Method::PUT, &path, &form, &drawn).await.ok();
    let file = json!({"_id": changed["signatureImageKey"]});
    assert_eq!(opens(app, care, &file).await, 200);
}
