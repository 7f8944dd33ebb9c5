//! Pharmacies, diagnoses, fees, codes, sleep clinics, laboratory tests and rules come in by the same road.

use serde_json::{Value, json};

use super::{act, display, imported};
use crate::support::on_both;

const PHARMACIES: &[u8] = b"fax;name;city;address;phone\n604-555-0142;Salal Drugs;Vancouver;1 Main St;604-555-0100\n12;No Fax;Vancouver;2 Main St;\n604-555-0143;Arbutus Pharmacy;Victoria;3 Cook St;\n";

on_both! {
    async fn pharmacies_come_in_and_go_back(app: &TestApp) {
        let list = async || app.get(&app.cast.patient, "/pharmacy").await.ok();
        let before = list().await;
        let done = imported(app, "Pharmacies", "pharmacies.csv", PHARMACIES).await;
        assert_eq!((&done["state"], &done["rowsSkipped"]), (&json!("done"), &json!(1)), "{done}");
        let names: Vec<Value> = list().await.as_array().expect("a list").iter().map(|one| one["name"].clone()).collect();
        assert_eq!(names, ["Arbutus Pharmacy", "Salal Drugs"]);
        let again = imported(app, "Pharmacies", "pharmacies.csv", PHARMACIES).await;
        assert_eq!(again["report"][0], "0 new, 0 changed, 2 unchanged, 0 no longer in the list.");
        app.put(&app.cast.admin, &act("undo", &again), &json!({})).await.ok();
        app.put(&app.cast.admin, &act("undo", &done), &json!({})).await.ok();
        assert_eq!(list().await, before);
    }

    async fn every_list_comes_in_and_is_undone(app: &TestApp) {
        for (resource, name, file) in [
            ("Diagnosis Codes", "own.csv", "description,code\nMénière's disease,386.0\n"),
            ("MSP Fee Items", "fees.csv", "service_code,fee,description,effective_date\n13437,31.60,Phone,2020-01-01\n"),
            ("Explanatory Codes", "codes.csv", "code,text\nBH,Will be processed later\n"),
            ("Adjustment Codes", "codes.json", "[{\"code\":\"01\",\"text\":\"Interim\"}]"),
            ("Sleep Clinics", "sleep.csv", "company,name,address,phone,fax\nCoastal Sleep,Kelowna North,2 Lake Rd,,250-555-0177\n"),
            ("Lab Definitions", "labs.csv", "code,name,group,unit\n4548-4,Hemoglobin A1c,Chemistry,%\n"),
            ("Medication Filter", "filters.json", "[{\"tc_ahfs_number\":\"92:00\",\"status\":\"CROSS_OUT\",\"activeIngredients\":[\"CAFFEINE\"]}]"),
        ] {
            let before = display(app, resource).await;
            let done = imported(app, resource, name, file.as_bytes()).await;
            assert_eq!(done["state"], "done", "{resource}: {done}");
            let now = display(app, resource).await;
            assert_ne!(now["items"], before["items"], "{resource}");
            app.put(&app.cast.admin, &act("undo", &done), &json!({})).await.ok();
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
        assert!(done["report"][0].as_str().is_some_and(|told| told.contains("1 of 3 rows")), "{done}");
        assert_eq!(display(app, "Medication Filter").await, before);
    }
}
