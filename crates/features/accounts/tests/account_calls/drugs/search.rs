// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /drug/name/only/{text}`, `GET /drug/ingredient/{text}`, `GET /drug/search/{text}`

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::drugs::{new_drug, save, with};
use crate::support::{TestApp, on_both, once};

async fn search(app: &TestApp, how: &str, text: &str) -> Value {
    app.get(&app.users.patient, &format!("/drug/{how}/{text}"))
        .await
        .ok()
}

fn names(found: &Value) -> Vec<&str> {
    found["items"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect()
}

on_both!(
    by_name_gives_strengths_and_forms,
    prefixes_come_first_then_words_then_the_inside,
    by_ingredient_and_by_all_together,
    eight_digits_are_a_din,
    crossed_out_drugs_are_shown_and_not_selectable,
    typing_errors_are_offered_and_not_searched_for,
    wildcards_are_letters,
    a_pen_a_cartridge_and_a_vial_are_told_apart
);

once!(starts_at_three_characters);

async fn by_name_gives_strengths_and_forms(app: &TestApp) {
    insta::assert_json_snapshot!("drug_search", search(app, "name/only", "Atorv").await);
}

async fn prefixes_come_first_then_words_then_the_inside(app: &TestApp) {
    let found = search(app, "name/only", "pam").await;
    assert_eq!(
        names(&found),
        [
            "CLONAZEPAM",
            "DIAZEPAM",
            "INDAPAMIDE",
            "LORAZEPAM",
            "VERAPAMIL SR"
        ]
    );
    let found = search(app, "name/only", "met").await;
    assert_eq!(
        names(&found)[..3],
        ["METFORMIN", "METHIMAZOLE", "METHOTREXATE"]
    );
}

async fn by_ingredient_and_by_all_together(app: &TestApp) {
    let found = search(app, "ingredient", "codeine").await;
    assert_eq!(names(&found), ["ACETAMINOPHEN WITH CODEINE"]);
    assert_eq!(found["items"][0]["matched"], "ingredient");
    assert_eq!(
        names(&search(app, "name/only", "valproic").await),
        Vec::<&str>::new()
    );
    assert_eq!(
        names(&search(app, "search", "valproic").await),
        ["DIVALPROEX"]
    );
}

async fn eight_digits_are_a_din(app: &TestApp) {
    let din = app.users.samples.drugs[0]["drug_identification_number"]
        .as_str()
        .expect("a DIN")
        .to_owned();
    let found = search(app, "search", &din).await;
    assert_eq!(
        found["items"][0]["name"],
        app.users.samples.drugs[0]["name"]
    );
    assert_eq!(found["items"][0]["matched"], "din");
}

async fn crossed_out_drugs_are_shown_and_not_selectable(app: &TestApp) {
    for text in ["lorazepam", "tramadol", "plan%20b", "amoxicillin"] {
        let found = search(app, "search", text).await;
        assert_eq!(found["items"][0]["selectable"], false, "{text}");
        assert_eq!(
            found["items"][0]["filter"][0]["status"], "CROSS_OUT",
            "{text}"
        );
    }
}

async fn typing_errors_are_offered_and_not_searched_for(app: &TestApp) {
    let found = search(app, "search", "atorvastan").await;
    assert_eq!(
        found,
        json!({"items": [], "didYouMean": ["atorvastatin"], "total": 0})
    );
    assert_eq!(
        search(app, "search", "zzzzzz").await["didYouMean"],
        json!([])
    );
}

async fn wildcards_are_letters(app: &TestApp) {
    for text in ["%25%25%25", "___", "a%25n", "---"] {
        assert_eq!(search(app, "search", text).await["total"], 0, "{text}");
    }
}

async fn starts_at_three_characters(app: &TestApp) {
    for how in ["name/only", "ingredient", "search"] {
        let short = app
            .get(&app.users.patient, &format!("/drug/{how}/%20ab%20"))
            .await;
        assert_eq!(short.fields(), ["text"]);
        app.send(None, Method::GET, &format!("/drug/{how}/abc"), None, None)
            .await
            .refused(401, "NO_TOKEN");
    }
}

async fn a_pen_a_cartridge_and_a_vial_are_told_apart(app: &TestApp) {
    let containers = ["VIAL", "CARTRIDGE", "SOLOSTAR (PREFILLED PEN)"];
    for (at, descriptor) in containers.iter().enumerate() {
        save(
            app,
            &with(
                &new_drug(),
                &json!({
                    "name": "SALALINSULIN", "drug_identification_number": format!("8{at}"),
                    "descriptor": descriptor, "formulations": ["SOLUTION"],
                    "administrations": ["SUBCUTANEOUS"],
                }),
            ),
        )
        .await
        .ok();
    }
    let entries = search(app, "name", "salalinsulin").await;
    let mut found: Vec<&str> = entries
        .as_array()
        .expect("entries")
        .iter()
        .filter_map(|one| one["container"].as_str())
        .collect();
    found.sort_unstable();
    assert_eq!(found, ["Cartridge", "Solostar (Prefilled Pen)", "Vial"]);
}
