// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pharmacies, diagnoses, fees, codes, sleep clinics, laboratory tests and rules come in by the same road.

use serde_json::{Value, json};

use super::{act, display, gone_on, imported, imported_all_the_same, newest};
use crate::support::{TestApp, on_both};

const PHARMACIES: &[u8] = b"fax;name;city;address;phone\n604-555-0142;Salal Drugs;Vancouver;1 Main St;604-555-0100\n12;No Fax;Vancouver;2 Main St;\n604-555-0143;Arbutus Pharmacy;Victoria;3 Cook St;\n";

on_both!(
    pharmacies_come_in_and_go_back,
    a_column_that_is_not_brought_leaves_what_was_kept,
    an_entry_that_contradicts_itself_changes_nothing,
    columns_are_proposed_and_a_list_comes_in_by_what_was_confirmed,
    every_list_comes_in_and_is_undone,
    rules_come_in_whole_or_not_at_all
);

async fn pharmacies_come_in_and_go_back(app: &TestApp) {
    let list = async || app.get(&app.users.patient, "/pharmacy").await.ok();
    let before = list().await;
    let part = imported(app, "Pharmacies", "pharmacies.csv", PHARMACIES).await;
    assert_eq!(
        (&part["state"], &part["rowsSkipped"]),
        (&json!("done"), &json!(1)),
        "{part}"
    );
    let count = |list: &Value| list.as_array().map(Vec::len).unwrap_or_default();
    assert_eq!(
        count(&list().await),
        count(&before) + 2,
        "a list with rows left out takes none away"
    );
    assert!(
        part["report"][1]
            .as_str()
            .is_some_and(|told| told.contains("stays as it was")),
        "{part}"
    );
    app.put(&app.users.admin, &act("undo", &part), &json!({}))
        .await
        .ok();
    assert_eq!(list().await, before);
    let whole = String::from_utf8_lossy(PHARMACIES).replace("12;No Fax;Vancouver;2 Main St;\n", "");
    let done = imported_all_the_same(app, "Pharmacies", "pharmacies.csv", whole.as_bytes()).await;
    let names: Vec<Value> = list()
        .await
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["name"].clone())
        .collect();
    assert_eq!(names, ["Arbutus Pharmacy", "Salal Drugs"]);
    let again = imported(app, "Pharmacies", "pharmacies.csv", whole.as_bytes()).await;
    assert_eq!(
        again["report"][0],
        "0 new, 0 changed, 2 unchanged, 0 no longer in the list."
    );
    app.put(&app.users.admin, &act("undo", &again), &json!({}))
        .await
        .ok();
    app.put(&app.users.admin, &act("undo", &done), &json!({}))
        .await
        .ok();
    assert_eq!(list().await, before);
}

async fn a_column_that_is_not_brought_leaves_what_was_kept(app: &TestApp) {
    let whole = "name,address,city,postal_code,fax,phone\nSalal Drugs,1 Main St,Vancouver,V5V 1A1,604-555-0142,604-555-0100 x12\n";
    imported_all_the_same(app, "Pharmacies", "list.csv", whole.as_bytes()).await;
    let list = async || app.get(&app.users.patient, "/pharmacy").await.ok();
    let before = list().await;
    let few = "name,address,city,fax\nSalal Drugs,1 Main St,Vancouver,604-555-0142\nNew Drugs,2 Main St,Vancouver,604-555-0150\n";
    let done = imported(app, "Pharmacies", "list.csv", few.as_bytes()).await;
    assert_eq!(
        done["report"][0], "1 new, 0 changed, 1 unchanged, 0 no longer in the list.",
        "{done}"
    );
    let after = list().await;
    assert_eq!(
        (&after[1], &after[0]["phone1"]),
        (&before[0], &json!("")),
        "{after}"
    );
}

async fn an_entry_that_contradicts_itself_changes_nothing(app: &TestApp) {
    let whole = "name,address,city,fax\nSalal Drugs,1 Main St,Vancouver,604-555-0142\nArbutus,2 Main St,Vancouver,604-555-0143\nCedar,3 Main St,Vancouver,604-555-0144\n";
    imported_all_the_same(app, "Pharmacies", "list.csv", whole.as_bytes()).await;
    let list = async || app.get(&app.users.patient, "/pharmacy").await.ok();
    let before = list().await;
    let twice = whole.replace("604-555-0142", "604-555-0177")
        + "SALAL DRUGS,1 Main St,Vancouver,604-555-0178\n";
    let done = imported(app, "Pharmacies", "list.csv", twice.as_bytes()).await;
    assert_eq!(
        (&done["state"], &done["rowsSkipped"]),
        (&json!("done"), &json!(2)),
        "{done}"
    );
    assert!(
        done["report"].to_string().contains(
            "given twice with different fax numbers: SALAL DRUGS (604-555-0177, 604-555-0178)"
        ),
        "{done}"
    );
    assert_eq!(list().await, before);
}

async fn columns_are_proposed_and_a_list_comes_in_by_what_was_confirmed(app: &TestApp) {
    let file = "Pharmacy,Street,Town,Fax #,Tel\nSalal Drugs,1 Main St,Vancouver,604-555-0142,604-555-0100 x12\n";
    let look = async |collection: &str, start: &str| {
        let sent = json!({"collection": collection, "start": start});
        app.post(&app.users.admin, "/manage-data/columns", &sent)
            .await
            .ok()
    };
    let found = look("Pharmacies", file).await;
    assert_eq!(found["needsMapping"], true, "{found}");
    let proposed: Vec<Value> = found["fields"]
        .as_array()
        .expect("fields")
        .iter()
        .map(|one| one["column"].clone())
        .collect();
    assert_eq!(
        proposed,
        [
            json!("Pharmacy"),
            json!("Street"),
            json!("Town"),
            json!("Fax #"),
            Value::Null,
            Value::Null,
            json!("Tel")
        ]
    );
    assert_eq!(
        look("Pharmacies", "name,address,city,fax_number,phone1\n").await["needsMapping"],
        false
    );
    assert_eq!(look("Sleep Clinics", file).await["fields"], json!([]));
    let sent = async |map: &[&str]| {
        let files: Vec<(&str, &str, Vec<u8>)> =
            vec![("file", "list.csv", file.as_bytes().to_vec())];
        let fields = json!({"collection": "Pharmacies", "map": map.join("\n")});
        app.api
            .form(
                Some(&app.users.admin),
                reqwest::Method::POST,
                "/manage-data/import-data",
                &crate::support::new_key(),
                &fields,
                &files,
            )
            .await
    };
    assert_eq!(sent(&["Street=road"]).await.status, 422);
    sent(&[
        "Pharmacy=name",
        "Street=address",
        "Town=city",
        "Fax #=fax",
        "Tel=phone",
    ])
    .await
    .ok();
    app.settle().await;
    // The columns hold for the same file when a person goes on with it.
    let stopped = newest(app).await;
    assert_eq!(
        gone_on(app, &stopped, "It is the whole list.").await["state"],
        "done"
    );
    let list = app.get(&app.users.patient, "/pharmacy").await.ok();
    assert_eq!(
        (&list[0]["city"], &list[0]["phone1"]),
        (&json!("Vancouver"), &json!("604-555-0100 ext. 12")),
        "{list}"
    );
}

async fn every_list_comes_in_and_is_undone(app: &TestApp) {
    for (resource, name, file) in [
        (
            "Diagnosis Codes",
            "own.csv",
            "description,code\nMénière's disease,386.0\n",
        ),
        (
            "MSP Fee Items",
            "fees.csv",
            "service_code,fee,description,effective_date\n13437,31.60,Phone,2020-01-01\n",
        ),
        (
            "Explanatory Codes",
            "codes.csv",
            "code,text\nBH,Will be processed later\n",
        ),
        (
            "Adjustment Codes",
            "codes.json",
            "[{\"code\":\"01\",\"text\":\"Interim\"}]",
        ),
        (
            "Sleep Clinics",
            "sleep.csv",
            "company,name,address,phone,fax\nCoastal Sleep,Kelowna North,2 Lake Rd,,250-555-0177\n",
        ),
        (
            "Lab Definitions",
            "labs.csv",
            "code,name,group,unit\n4548-4,Hemoglobin A1c,Chemistry,%\n",
        ),
        (
            "Medication Filter",
            "filters.json",
            "[{\"tc_ahfs_number\":\"92:00\",\"status\":\"CROSS_OUT\",\"activeIngredients\":[\"CAFFEINE\"]}]",
        ),
    ] {
        let before = display(app, resource).await;
        let done = imported_all_the_same(app, resource, name, file.as_bytes()).await;
        assert_eq!(done["state"], "done", "{resource}: {done}");
        let now = display(app, resource).await;
        assert_ne!(now["items"], before["items"], "{resource}");
        app.put(&app.users.admin, &act("undo", &done), &json!({}))
            .await
            .ok();
        let mut after = display(app, resource).await;
        let mut before = before;
        // What came in and went again stays on record, not offered.
        for side in [&mut after, &mut before] {
            let items = side["items"].as_array_mut().expect("a list");
            items.retain(|one| one["offered"] != false);
            items.sort_by_key(ToString::to_string);
            side["total"] = Value::Null;
        }
        assert_eq!(after, before, "{resource}");
    }
}

async fn rules_come_in_whole_or_not_at_all(app: &TestApp) {
    let before = display(app, "Medication Filter").await;
    let file = b"tc_ahfs_number,status\n92:00,CROSS_OUT\n93:00,CROSS_OUT\n94:00,MAYBE\n";
    let done = imported(app, "Medication Filter", "filters.csv", file).await;
    assert_eq!(done["state"], "failed", "{done}");
    assert!(
        done["report"][0]
            .as_str()
            .is_some_and(|told| told.contains("1 of 3 rows")),
        "{done}"
    );
    assert_eq!(display(app, "Medication Filter").await, before);
}
