// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /drug`

use serde_json::{Value, json};

use super::register::two_drugs;
use crate::support::{Answer, TestApp, on_both, stable};

/// What the dialog sends of a drug that it was given.
pub(super) fn form(drug: &Value) -> Value {
    let mut form = drug.clone();
    let fields = form.as_object_mut().expect("a drug");
    for more in ["filter", "needsDoctor", "hand"] {
        fields.remove(more);
    }
    form
}

pub(super) fn with(drug: &Value, changes: &Value) -> Value {
    let mut form = form(drug);
    for (name, value) in changes.as_object().expect("changes") {
        form[name] = value.clone();
    }
    form
}

/// The one drug of this name, as administrators see it.
pub(super) async fn named(app: &TestApp, name: &str) -> Value {
    let found = app
        .get(&app.users.admin, &format!("/drug/catalogue?q={name}"))
        .await
        .ok();
    assert_eq!(found["total"], 1, "{found}");
    found["items"][0].clone()
}

pub(super) async fn save(app: &TestApp, body: &Value) -> Answer {
    app.put(&app.users.admin, "/drug", body).await
}

/// A good new drug.
pub(super) fn new_drug() -> Value {
    json!({
        "name": "SALALOL COMPOUND", "drug_identification_number": "123", "class_name": "Human", "status": "Marketed",
        "administrations": ["ORAL", "", "oral"], "formulations": ["CAPSULE"], "tc_ahfs_numbers": ["24:08.16", ""],
        "ingredients": [
            {"ingredient_name": "SALALOL", "strength": "12.5", "strength_unit": "MG"},
            {"ingredient_name": "", "strength": "", "strength_unit": ""},
        ],
    })
}

on_both!(
    a_new_drug_is_found_by_everybody_at_once_and_survives_imports,
    an_edited_field_stays_while_the_register_moves_on,
    a_class_that_is_added_by_hand_is_crossed_out,
    two_hands_do_not_overwrite_one_another,
    what_makes_no_sense_is_told_beside_its_field
);

async fn a_new_drug_is_found_by_everybody_at_once_and_survives_imports(app: &TestApp) {
    let made = save(app, &new_drug()).await.ok();
    insta::assert_json_snapshot!("drug_added", stable(&made));
    assert_eq!(made["drug_code"], "9000001");
    let again = save(app, &with(&new_drug(), &json!({"name": "SALALOL TWO"})))
        .await
        .ok();
    assert_eq!(again["drug_code"], "9000002", "each has a code of its own");
    for by in [&app.users.patient, &app.users.doctor] {
        let found = app.get(by, "/drug/search/salalol").await.ok();
        assert_eq!(found["total"], 2, "{found}");
    }
    let report = two_drugs(app, "SALALEX").await;
    assert!(report.contains("2 new"), "{report}");
    assert_eq!(
        app.get(&app.users.patient, "/drug/search/salalol")
            .await
            .ok()["total"],
        2
    );
    let again = two_drugs(app, "SALALEX").await;
    assert!(
        again.contains("No changes: the catalogue is already up to date"),
        "{again}"
    );
}

async fn an_edited_field_stays_while_the_register_moves_on(app: &TestApp) {
    two_drugs(app, "SALALEX").await;
    let drug = named(app, "salalex").await;
    assert_eq!(drug["hand"], Value::Null);
    let edited = save(
        app,
        &with(
            &drug,
            &json!({"company_name": "CORRECTED", "tc_ahfs_numbers": ["24:06.05"]}),
        ),
    )
    .await
    .ok();
    assert_eq!(
        edited["hand"]["fields"],
        json!(["company_name", "tc_ahfs_numbers"])
    );
    assert_eq!(edited["hand"]["register"]["company_name"], "INVENTED");
    assert!(
        edited["hand"]["by"]["LastName"].is_string() && edited["hand"]["at"].is_string(),
        "{edited}"
    );
    assert_eq!(edited["id"], drug["id"]);

    // The register gives it another name.
    two_drugs(app, "SALALEX FORTE").await;
    let after = named(app, "salalex").await;
    assert_eq!(
        (&after["name"], &after["company_name"]),
        (&json!("SALALEX FORTE"), &json!("CORRECTED"))
    );
    assert_eq!(after["hand"]["register"]["name"], "SALALEX FORTE");
    let again = two_drugs(app, "SALALEX FORTE").await;
    assert!(
        again.contains("No changes: the catalogue is already up to date"),
        "{again}"
    );

    // Typing what the register says is no edit any more.
    let back = save(
        app,
        &with(
            &after,
            &json!({"company_name": "INVENTED", "tc_ahfs_numbers": ["24:06.08"]}),
        ),
    )
    .await
    .ok();
    assert_eq!(back["hand"], Value::Null, "{back}");
    assert_eq!(
        app.get(&app.users.admin, "/drug/catalogue?edited=true")
            .await
            .ok()["total"],
        0
    );
}

async fn a_class_that_is_added_by_hand_is_crossed_out(app: &TestApp) {
    let made = save(app, &new_drug()).await.ok();
    assert_eq!(made["filter"], json!([]));
    let opiate = save(app, &with(&made, &json!({"tc_ahfs_numbers": ["28:08.08"]})))
        .await
        .ok();
    assert_eq!(opiate["filter"][0]["status"], "CROSS_OUT", "{opiate}");
    let found = app
        .get(&app.users.patient, "/drug/search/salalol")
        .await
        .ok();
    assert_eq!(found["items"][0]["selectable"], false, "{found}");
    let narcotic = save(
        app,
        &with(
            &opiate,
            &json!({"tc_ahfs_numbers": [], "schedules": ["Narcotic (CDSA I)"]}),
        ),
    )
    .await
    .ok();
    assert_eq!(narcotic["filter"][0]["status"], "CROSS_OUT", "{narcotic}");
}

async fn two_hands_do_not_overwrite_one_another(app: &TestApp) {
    let made = save(app, &new_drug()).await.ok();
    save(app, &with(&made, &json!({"status": "Dormant"})))
        .await
        .ok();
    let late = save(app, &with(&made, &json!({"name": "SALALOL LATE"}))).await;
    let current = late.body["current"].clone();
    late.refused(409, "STALE_VERSION");
    assert_eq!(current["status"], "Dormant", "{current}");
    let without = with(&made, &json!({"version": null}));
    save(app, &without).await.refused(409, "STALE_VERSION");
    // One click, sent twice, is one change.
    let body = with(&current, &json!({"status": "Marketed"}));
    let path = "/drug";
    let first = app
        .send(
            Some(&app.users.admin),
            reqwest::Method::PUT,
            path,
            Some("one"),
            Some(&body),
        )
        .await
        .ok();
    let second = app
        .send(
            Some(&app.users.admin),
            reqwest::Method::PUT,
            path,
            Some("one"),
            Some(&body),
        )
        .await
        .ok();
    assert_eq!(first, second);
}

async fn what_makes_no_sense_is_told_beside_its_field(app: &TestApp) {
    let good = new_drug();
    for (change, field) in [
        (json!({"name": " "}), "name"),
        (
            json!({"drug_identification_number": "1234567890"}),
            "drug_identification_number",
        ),
        (json!({"drug_code": "x"}), "drug_code"),
        (json!({"drug_code": "9900001"}), "drug_code"),
        (json!({"class_name": ""}), "class_name"),
        (json!({"history_date": "31-FEB-2020"}), "history_date"),
        (json!({"history_date": "2999-01-01"}), "history_date"),
        (json!({"number_of_ais": "-1"}), "number_of_ais"),
        (json!({"ai_group_no": "12345678901"}), "ai_group_no"),
        (
            json!({"tc_ahfs_numbers": ["", "2408"]}),
            "tc_ahfs_numbers.1",
        ),
        (json!({"atc_numbers": ["9"]}), "atc_numbers.0"),
        (json!({"company_name": "A\nB"}), "company_name"),
        (
            json!({"ingredients": [{"ingredient_name": "X", "strength": "", "strength_unit": "MG"}]}),
            "ingredients.0.strength",
        ),
    ] {
        assert_eq!(
            save(app, &with(&good, &change)).await.fields(),
            [field],
            "{change}"
        );
    }
    let several = save(app, &with(&good, &json!({"name": "", "drug_code": "x"}))).await;
    assert_eq!(several.fields(), ["name", "drug_code"]);
    assert_eq!(
        save(app, &with(&good, &json!({"colour": "red"})))
            .await
            .status,
        400
    );
    let made = save(app, &with(&good, &json!({"drug_code": "4711"})))
        .await
        .ok();
    assert_eq!(
        save(app, &with(&good, &json!({"drug_code": "4711"})))
            .await
            .fields(),
        ["drug_code"],
        "the code is taken"
    );
    assert_eq!(
        save(app, &with(&made, &json!({"drug_code": "4712"})))
            .await
            .fields(),
        ["drug_code"],
        "a code stays"
    );
    save(
        app,
        &with(
            &made,
            &json!({"id": "00000000-0000-7000-8000-000000000001"}),
        ),
    )
    .await
    .refused(404, "NOT_FOUND");
    for by in [
        &app.users.patient,
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
    ] {
        assert_eq!(app.put(by, "/drug", &good).await.status, 403);
    }
}
