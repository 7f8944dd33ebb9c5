// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /drug`, before and after imports

use serde_json::{Value, json};

use super::register::two_drugs;
use crate::support::drugs::{named, new_drug, save, with};
use crate::support::{TestApp, on_both, stable};

on_both!(
    a_new_drug_is_found_by_everybody_at_once_and_survives_imports,
    an_edited_field_stays_while_the_register_moves_on
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
