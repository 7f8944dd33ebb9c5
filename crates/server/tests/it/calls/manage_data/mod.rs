//! Reference data that comes in as files: imports and their history, the build, what is displayed, and
//! files that are good for nothing.

mod bad_files;
mod build;
mod import;
mod lists;
mod terminal;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, new_key};

/// Sends files of a resource in as the administrator.
async fn send(app: &TestApp, resource: &str, files: &[(&str, &[u8])]) -> Answer {
    let files: Vec<(&str, &str, Vec<u8>)> = files
        .iter()
        .map(|(name, bytes)| ("file", *name, bytes.to_vec()))
        .collect();
    let fields = json!({"collection": resource});
    let path = "/manage-data/import-data";
    app.api
        .form(
            Some(&app.cast.admin),
            Method::POST,
            path,
            &new_key(),
            &fields,
            &files,
        )
        .await
}

/// Sends one file in, has it imported, and gives what the history says of it.
async fn imported(app: &TestApp, resource: &str, name: &str, bytes: &[u8]) -> Value {
    let begun = send(app, resource, &[(name, bytes)]).await.ok();
    assert_eq!(begun["state"], "queued", "{begun}");
    app.settle().await;
    newest(app).await
}

/// The newest line of the history.
async fn newest(app: &TestApp) -> Value {
    let list = app.get(&app.cast.admin, "/manage-data/imports").await.ok();
    assert_eq!(list["active"], Value::Null, "{list}");
    list["items"][0].clone()
}

async fn display(app: &TestApp, resource: &str) -> Value {
    let path = format!("/manage-data/display-data/{}", resource.replace(' ', "%20"));
    app.get(&app.cast.admin, &path).await.ok()
}

/// The path of an act on an import.
fn act(what: &str, import: &Value) -> String {
    format!(
        "/manage-data/{what}/{}",
        import["_id"].as_str().expect("an id")
    )
}

/// The six resources of a register of two drugs, the second under this name.
fn register(second: &str) -> Vec<(&'static str, Vec<u8>)> {
    let product = |code: u32, name: &str| {
        json!({"drug_code": code, "class_name": "Human", "brand_name": name, "descriptor": "",
            "drug_identification_number": format!("{code:08}"), "number_of_ais": "1",
            "ai_group_no": "1", "company_name": "INVENTED", "last_update_date": "2026-01-05"})
    };
    let both = |more: fn(u32) -> Value| json!([more(71), more(72)]).to_string().into_bytes();
    vec![
        (
            "Drug Product",
            json!([product(71, "ARBUTINE"), product(72, second)])
                .to_string()
                .into_bytes(),
        ),
        (
            "Active Ingredient",
            both(
                |code| json!({"drug_code": code, "ingredient_name": "SALALINE", "strength": "5", "strength_unit": "MG"}),
            ),
        ),
        (
            "Dosage Form",
            both(|code| json!({"drug_code": code, "pharmaceutical_form_name": "Tablet"})),
        ),
        (
            "Route of Administration",
            both(|code| json!({"drug_code": code, "route_of_administration_name": "Oral"})),
        ),
        (
            "Therapeutic Class",
            both(
                |code| json!({"drug_code": code, "tc_atc_number": "C10AA05", "tc_ahfs_number": "24:06.08"}),
            ),
        ),
        (
            "Product Status",
            both(
                |code| json!({"drug_code": code, "status": "Marketed", "history_date": "1908-12-31"}),
            ),
        ),
    ]
}

async fn import_register(app: &TestApp, second: &str) {
    for (resource, bytes) in register(second) {
        let done = imported(app, resource, "list.json", &bytes).await;
        assert_eq!(done["state"], "done", "{resource}: {done}");
    }
}

async fn found(app: &TestApp, text: &str) -> Value {
    let path = format!("/drug/name/only/{text}");
    app.get(&app.cast.patient, &path).await.ok()["total"].clone()
}
