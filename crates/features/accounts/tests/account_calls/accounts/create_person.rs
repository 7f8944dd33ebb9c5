// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /user/create-person`

use sea_orm::{ConnectionTrait, Statement};
use serde_json::json;

use crate::support::{TestApp, on_both};

/// As an account stood that was taken over from elsewhere without its person.
async fn without_person(app: &TestApp, person: &str) {
    let db = app.ctx.db.write();
    let id: uuid::Uuid = person.parse().expect("an id");
    let statement = Statement::from_sql_and_values(
        db.get_database_backend(),
        "UPDATE person SET first_name = '', last_name = '', name_folded = '' WHERE id = $1",
        [id.into()],
    );
    db.execute_raw(statement).await.expect("an empty person");
}

on_both!(a_user_that_lacks_a_person_gets_one_once, refusals);

async fn a_user_that_lacks_a_person_gets_one_once(app: &TestApp) {
    let (admin, care) = (&app.users.admin, &app.users.customer_service);
    without_person(app, &care.person).await;
    let body = json!({"user": care.account, "FirstName": " Wren ", "LastName": "Fairweather"});
    let made = app.post(admin, "/user/create-person", &body).await.ok();
    assert_eq!(
        made,
        json!({"_id": care.person, "FirstName": "Wren", "LastName": "Fairweather"})
    );
    let line = app
        .put(admin, "/audit", &json!({"patient": care.person}))
        .await
        .ok()["items"][0]["what"]
        .clone();
    assert_eq!(line, "Created the person record for a user");
    app.post(admin, "/user/create-person", &body)
        .await
        .refused(409, "PERSON_THERE");
    let seen = app
        .get(admin, &format!("/staff-account/{}", care.account))
        .await
        .ok();
    assert_eq!(seen["account"]["person"]["LastName"], "Fairweather");
}

async fn refusals(app: &TestApp) {
    let (admin, patient) = (&app.users.admin, &app.users.patient);
    let body = json!({"user": patient.account, "FirstName": "Wren", "LastName": "Other"});
    for by in [
        patient,
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
    ] {
        app.post(by, "/user/create-person", &body)
            .await
            .refused(403, "NOT_ALLOWED");
    }
    // A person who has names keeps them.
    app.post(admin, "/user/create-person", &body)
        .await
        .refused(409, "PERSON_THERE");
    let empty = json!({"user": patient.account, "FirstName": " ", "LastName": "\u{7}"});
    assert_eq!(
        app.post(admin, "/user/create-person", &empty)
            .await
            .fields(),
        ["FirstName", "LastName"]
    );
    let nobody = json!({"user": uuid::Uuid::nil(), "FirstName": "Wren", "LastName": "Other"});
    app.post(admin, "/user/create-person", &nobody)
        .await
        .refused(404, "NOT_FOUND");
}
