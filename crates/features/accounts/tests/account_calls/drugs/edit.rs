// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /drug`

use serde_json::json;

use crate::support::drugs::{new_drug, save, with};
use crate::support::{TestApp, on_both};

on_both!(
    a_class_that_is_added_by_hand_is_crossed_out,
    two_hands_do_not_overwrite_one_another,
    what_makes_no_sense_is_told_beside_its_field
);

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
