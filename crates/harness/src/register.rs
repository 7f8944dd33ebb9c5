// SPDX-License-Identifier: AGPL-3.0-or-later

//! A small register of drugs, as the seven files in which Manage Data takes it.

use serde_json::{Value, json};

/// The seven resources of a register of two drugs, the second under this name.
pub fn register(second: &str) -> Vec<(&'static str, Vec<u8>)> {
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
        (
            "Schedule",
            both(|code| json!({"drug_code": code, "schedule_name": "Prescription"})),
        ),
    ]
}

/// The same as the files that the terminal takes: each by the register's own name.
pub fn register_files(second: &str) -> Vec<(&'static str, Vec<u8>)> {
    let names = [
        "drugproduct.json",
        "activeingredient.json",
        "form.json",
        "route.json",
        "therapeuticclass.json",
        "status.json",
        "schedule.json",
    ];
    let files = register(second).into_iter().map(|(_, bytes)| bytes);
    names.into_iter().zip(files).collect()
}
