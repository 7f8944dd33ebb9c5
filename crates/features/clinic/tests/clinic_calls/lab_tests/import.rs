// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal import labs`: what is filed, to whom, and what waits.

use sea_orm::ConnectionTrait;
use serde_json::json;

use super::{import, told};
use crate::support::labs::{HDL, LDL, ORDER, message, patient, report, tests_of};
use crate::support::{TestApp, on_both, phn};

on_both!(
    the_same_file_or_report_changes_nothing,
    a_correction_is_a_new_version_and_the_earlier_one_stays,
    a_broken_file_imports_nothing,
    number_and_birth_date_decide_and_a_name_is_told,
    an_order_never_moves_to_another_patient,
    our_own_form_is_read_too,
    what_a_laboratory_said_cannot_be_changed
);

async fn the_same_file_or_report_changes_nothing(app: &TestApp) {
    let first = import(app, report(1)).await.expect("a good file");
    assert!(first.starts_with("1 new, 0 later"), "{first}");
    let before = tests_of(app, &app.users.patient).await;
    assert_eq!(
        import(app, report(1)).await.as_deref(),
        Ok("No changes: this file has already been imported.")
    );
    // The same report again in another file, beside a new one.
    let both = report(1) + &report(2);
    let second = import(app, &both).await.expect("a good file");
    assert!(
        second.starts_with("1 new, 0 later reports of known orders, 1 known already"),
        "{second}"
    );
    assert_eq!(tests_of(app, &app.users.patient).await, before);
    assert_eq!(told(app).await.len(), 2);
    // The owner of the record sees that one was filed, once; the other is somebody else's.
    let patient = &app.users.patient;
    let log = app
        .get(patient, &format!("/person/access-log/{}", patient.person))
        .await
        .ok();
    let filed = log["items"]
        .as_array()
        .expect("a log")
        .iter()
        .filter(|line| line["what"] == "Filed a laboratory result");
    let by: Vec<_> = filed
        .map(|line| line["role"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(by, ["The clinic"]);
}

async fn a_correction_is_a_new_version_and_the_earlier_one_stays(app: &TestApp) {
    import(app, report(1)).await.expect("a good file");
    let first = tests_of(app, &app.users.patient).await.remove(0);
    let corrected = LDL.replace("3.9", "3.1").replace("|H|||F", "||||C");
    let second = import(app, message(&[&patient(1), ORDER, &corrected]))
        .await
        .expect("a good file");
    assert!(second.starts_with("0 new, 1 later"), "{second}");
    let found = tests_of(app, &app.users.patient).await;
    assert_eq!(found.len(), 1);
    let now = &found[0];
    assert_eq!(
        (
            &now["version"],
            &now["items"][0]["value"],
            &now["items"][0]["status"]
        ),
        (&json!(2), &json!("3.1"), &json!("Corrected by the lab"))
    );
    // What was not corrected is still there.
    assert_eq!(now["items"][1], first["items"][1]);
    assert_eq!(
        (&now["earlier"][0]["_id"], &now["earlier"][0]["items"]),
        (&first["_id"], &first["items"])
    );
    let subjects: Vec<_> = told(app)
        .await
        .iter()
        .map(|one| one["subject"].clone())
        .collect();
    assert!(
        subjects.contains(&json!("Corrected lab result: Lipids")),
        "{subjects:?}"
    );
    // A report that was made before and came late takes nothing back.
    let late = report(1)
        .replace("20240228150000", "20240227150000")
        .replace("|1.2|", "|9.9|");
    import(app, late).await.expect("a good file");
    let now = tests_of(app, &app.users.patient).await.remove(0);
    assert_eq!(
        (&now["items"][0]["value"], &now["items"][1]["value"]),
        (&json!("3.1"), &json!("1.2"))
    );
}

async fn a_broken_file_imports_nothing(app: &TestApp) {
    let text = report(1) + &message(&[&patient(2), ORDER, "OBX|1|NM|LDL^LDL chol"]);
    let told = import(app, text).await.expect_err("it is cut");
    assert!(
        told.contains(
            "line 9: The result ends before its status (OBX-11): is the file incomplete?"
        ),
        "{told}"
    );
    assert!(told.starts_with("Nothing was imported."));
    assert!(tests_of(app, &app.users.patient).await.is_empty());
    // Mended, it is another file.
    import(app, report(1) + &report(2))
        .await
        .expect("a good file");
    assert_eq!(tests_of(app, &app.users.other).await.len(), 1);
}

async fn number_and_birth_date_decide_and_a_name_is_told(app: &TestApp) {
    let renamed = patient(1).replace("TESTWELL^WREN", "QUILL^WREN");
    import(app, message(&[&renamed, ORDER, LDL]))
        .await
        .expect("a good file");
    let test = tests_of(app, &app.users.patient).await.remove(0);
    assert_eq!(
        (&test["nameDiffers"], &test["reportedName"]),
        (&json!(true), &json!("WREN QUILL"))
    );
    // Another date of birth, another number, no number: nobody's.
    let others = [
        patient(2).replace("19680409", "19680410"),
        patient(77),
        patient(2).replace(&phn(2), "A-77"),
        format!(
            "{}~{}^^^BC^JHN",
            patient(2).split("^^^BC^JHN").next().expect("a number"),
            phn(1)
        ) + "||TESTWELL^WREN||19680409",
    ];
    for (index, other) in others.iter().enumerate() {
        let order = ORDER.replace("C-1001", &format!("D-{index}"));
        let told = import(app, message(&[other, &order, HDL]))
            .await
            .expect("a good file");
        assert!(told.contains("1 without a patient"), "{told}");
    }
    assert!(tests_of(app, &app.users.other).await.is_empty());
    assert_eq!(tests_of(app, &app.users.patient).await.len(), 1);
}

async fn an_order_never_moves_to_another_patient(app: &TestApp) {
    import(app, report(1)).await.expect("a good file");
    let told = import(app, report(2).replace("C-1002", "C-1001"))
        .await
        .expect("a good file");
    assert!(told.contains("1 without a patient"), "{told}");
    assert!(tests_of(app, &app.users.other).await.is_empty());
}

async fn our_own_form_is_read_too(app: &TestApp) {
    let text = json!({"format": "salal-labs-1", "lab": "Cedar", "tests": [{
        "order": "J-1", "reportedAt": "2024-02-28T15:00:00-08:00",
        "patient": {"healthNumber": phn(1), "dateOfBirth": "1968-04-09", "firstName": "Wren", "lastName": "Testwell"},
        "items": [{"group": "Thyroid", "name": "TSH", "value": 2.1, "unit": "mU/L", "range": "0.3 - 4.0"}],
    }]});
    import(app, text.to_string()).await.expect("a good file");
    let test = tests_of(app, &app.users.patient).await.remove(0);
    assert_eq!(
        (&test["title"], &test["items"][0]["value"]),
        (&json!("Thyroid"), &json!("2.1"))
    );
}

async fn what_a_laboratory_said_cannot_be_changed(app: &TestApp) {
    import(app, report(1)).await.expect("a good file");
    for sql in [
        "UPDATE lab_result SET source = 'x'",
        "DELETE FROM lab_result",
        "UPDATE lab_file SET form = 'x'",
    ] {
        let changed = app.ctx.db.write().execute_unprepared(sql).await;
        assert!(changed.is_err(), "{sql}");
    }
}
