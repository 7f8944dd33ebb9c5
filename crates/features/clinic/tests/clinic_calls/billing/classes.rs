// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /icd/name/{name}` and `/medication-bill…`

use serde_json::{Value, json};

use crate::support::{TestApp, on_both};

fn codes(found: &Value) -> Vec<&str> {
    let all = found.as_array().expect("a list");
    all.iter().filter_map(|one| one["code"].as_str()).collect()
}

on_both!(
    diagnoses_are_found_by_words_and_by_code,
    a_class_remembers_a_code_and_a_question,
    the_list_is_paged_searched_and_shortened,
    each_refusal
);

async fn diagnoses_are_found_by_words_and_by_code(app: &TestApp) {
    let doctor = &app.users.doctor;
    let found = app.get(doctor, "/icd/name/hyperten").await.ok();
    assert_eq!(codes(&found), ["401"]);
    assert_eq!(found[0]["description"], "High blood pressure, hypertension");
    assert_eq!(
        codes(&app.get(doctor, "/icd/name/meniere").await.ok()),
        ["386"]
    );
    assert_eq!(
        codes(&app.get(doctor, "/icd/name/blood%20high").await.ok())[..2],
        ["272", "401"]
    );
    assert_eq!(
        codes(&app.get(doctor, "/icd/name/40").await.ok()),
        ["401", "402"]
    );
    assert_eq!(codes(&app.get(doctor, "/icd/name/%25").await.ok()), [""; 0]);
    assert_eq!(codes(&app.get(doctor, "/icd/name/---").await.ok()), [""; 0]);
    assert_eq!(
        app.get(&app.users.patient, "/icd/name/hyper").await.status,
        403
    );
}

async fn a_class_remembers_a_code_and_a_question(app: &TestApp) {
    let (doctor, admin) = (&app.users.doctor, &app.users.admin);
    let nothing = app
        .get(doctor, "/medication-bill/diagnosis-code/24:08.16")
        .await
        .ok();
    assert_eq!(
        (nothing["diagnosisCode"].clone(), nothing["version"].clone()),
        (json!(null), json!(null))
    );
    let code = json!({"tc_ahfs_number": "24:08.16", "diagnosisCode": "401"});
    let saved = app.post(doctor, "/medication-bill", &code).await.ok();
    assert_eq!(saved["message"], "Save diagnosis code successfully");
    let question = json!({"tc_ahfs_number": "24:08.16", "question": "Any swelling of the ankles?"});
    let saved = app
        .post(&app.users.office, "/medication-bill", &question)
        .await
        .ok();
    assert_eq!(saved["message"], "Save question successfully");
    assert_eq!(saved["medicationBill"]["diagnosisCode"], "401");
    let read = app
        .get(doctor, "/medication-bill/question/24:08.16")
        .await
        .ok();
    assert_eq!(read["question"], "Any swelling of the ankles?");
    // What stands there is replaced by somebody who saw it, and nobody else.
    let other = json!({"tc_ahfs_number": "24:08.16", "diagnosisCode": "428"});
    let stale = app
        .post(doctor, "/medication-bill", &other)
        .await
        .refused(409, "STALE_VERSION");
    assert_eq!(stale["current"]["diagnosisCode"], "401");
    let seen =
        json!({"tc_ahfs_number": "24:08.16", "diagnosisCode": "428", "version": read["version"]});
    let added = app.post(admin, "/medication-bill/add", &seen).await.ok();
    assert_eq!(
        (
            added["medicationBill"]["diagnosisCode"].clone(),
            added["medicationBill"]["question"].clone()
        ),
        (json!("428"), json!(null))
    );
}

async fn the_list_is_paged_searched_and_shortened(app: &TestApp) {
    let admin = &app.users.admin;
    for number in ["24:08.16", "24:06.08", "8:12.04", "28:08.08"] {
        app.post(
            admin,
            "/medication-bill/add",
            &json!({"tc_ahfs_number": number, "diagnosisCode": ""}),
        )
        .await
        .ok();
    }
    let page = app.get(admin, "/medication-bill?limit=3").await.ok();
    assert_eq!(
        (
            page["total"].clone(),
            page["items"].as_array().map(Vec::len)
        ),
        (json!(4), Some(3))
    );
    let rest = app
        .get(
            admin,
            &format!(
                "/medication-bill?limit=3&cursor={}",
                page["nextCursor"].as_str().expect("more")
            ),
        )
        .await
        .ok();
    assert_eq!(
        (
            rest["items"][0]["tc_ahfs_number"].clone(),
            rest["nextCursor"].clone()
        ),
        (json!("8:12.04"), json!(null))
    );
    let found = app.get(admin, "/medication-bill?q=24:").await.ok();
    assert_eq!(found["total"], 2);
    let id = found["items"][0]["_id"].as_str().expect("an id");
    let forget = format!("/medication-bill/{id}");
    let delete = async || {
        app.send(Some(admin), reqwest::Method::DELETE, &forget, None, None)
            .await
    };
    assert_eq!(delete().await.status, 204);
    delete().await.refused(404, "NOT_FOUND");
    for by in [&app.users.doctor, &app.users.office, &app.users.patient] {
        assert_eq!(app.get(by, "/medication-bill").await.status, 403);
    }
}

async fn each_refusal(app: &TestApp) {
    let admin = &app.users.admin;
    for (body, field) in [
        (
            json!({"tc_ahfs_number": "", "diagnosisCode": "401"}),
            "tc_ahfs_number",
        ),
        (
            json!({"tc_ahfs_number": "24-08", "diagnosisCode": "401"}),
            "tc_ahfs_number",
        ),
        (
            json!({"tc_ahfs_number": "24:08", "diagnosisCode": "ZZZ"}),
            "diagnosisCode",
        ),
        (
            json!({"tc_ahfs_number": "24:08", "diagnosisCode": " "}),
            "diagnosisCode",
        ),
        (
            json!({"tc_ahfs_number": "24:08", "question": "x".repeat(1_001)}),
            "question",
        ),
    ] {
        assert_eq!(
            app.post(admin, "/medication-bill", &body).await.fields(),
            [field]
        );
    }
}
