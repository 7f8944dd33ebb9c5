// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /person/demographic/{id}`

use serde_json::json;

use crate::support::{TestApp, on_both};

on_both!(a_number_that_a_patient_s_page_names_is_not_believed);

async fn a_number_that_a_patient_s_page_names_is_not_believed(app: &TestApp) {
    let patient = &app.users.patient;
    let path = format!("/person/demographic/{}", patient.person);
    let seen = app
        .post(patient, &path, &json!({"demographicNo": "4711"}))
        .await
        .ok();
    assert_ne!(seen["oscarDemographicId"], "4711");
    assert_eq!(
        app.post(&app.users.other, &path, &json!({"demographicNo": "4711"}))
            .await
            .status,
        404
    );
}
