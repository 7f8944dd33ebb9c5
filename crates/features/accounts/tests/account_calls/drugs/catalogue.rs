// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /drug/catalogue` and `GET /drug/catalogue/{id}`

use serde_json::json;

use crate::support::drugs::{new_drug, save, with};
use crate::support::{TestApp, on_both};

async fn total(app: &TestApp, query: &str) -> serde_json::Value {
    app.get(&app.users.admin, &format!("/drug/catalogue?{query}"))
        .await
        .ok()["total"]
        .clone()
}

on_both!(
    everything_is_found_and_a_page_follows_a_page,
    one_drug_and_what_is_refused
);

async fn everything_is_found_and_a_page_follows_a_page(app: &TestApp) {
    for at in 1..=5 {
        save(app, &with(&new_drug(), &json!({"name": format!("SALALOL {at}"), "drug_identification_number": format!("7{at}")}))).await.ok();
    }
    // What patients are never offered is found here.
    save(
        app,
        &with(
            &new_drug(),
            &json!({"name": "SALALOL VET", "class_name": "Veterinary"}),
        ),
    )
    .await
    .ok();
    assert_eq!(total(app, "q=salalol").await, 6);
    assert_eq!(
        total(app, "q=SALAlol%20v%C3%A9t").await,
        1,
        "words, without case and accents"
    );
    assert_eq!(total(app, "q=00000073").await, 1, "a DIN");
    assert_eq!(total(app, "q=9000002").await, 1, "a code");
    assert_eq!(total(app, "edited=true").await, 6);
    assert_eq!(total(app, "edited=true&q=vet").await, 1);
    assert!(
        total(app, "q=atorvastatin")
            .await
            .as_u64()
            .is_some_and(|found| found > 0)
    );
    assert_eq!(total(app, "q=%25%25%25").await, 0, "no wildcards");

    let mut names = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = app
            .get(
                &app.users.admin,
                &format!("/drug/catalogue?q=salalol&limit=4{cursor}"),
            )
            .await
            .ok();
        names.extend(
            page["items"]
                .as_array()
                .expect("items")
                .iter()
                .map(|drug| drug["name"].clone()),
        );
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(
        names,
        [
            "SALALOL 1",
            "SALALOL 2",
            "SALALOL 3",
            "SALALOL 4",
            "SALALOL 5",
            "SALALOL VET"
        ]
    );
}

async fn one_drug_and_what_is_refused(app: &TestApp) {
    let made = save(app, &new_drug()).await.ok();
    let path = format!("/drug/catalogue/{}", made["id"].as_str().expect("an id"));
    assert_eq!(app.get(&app.users.admin, &path).await.ok(), made);
    assert_eq!(
        app.get(&app.users.admin, "/drug/catalogue?q=ab")
            .await
            .fields(),
        ["q"]
    );
    assert_eq!(
        app.get(&app.users.admin, "/drug/catalogue").await.fields(),
        ["q"]
    );
    app.get(
        &app.users.admin,
        "/drug/catalogue/00000000-0000-7000-8000-000000000001",
    )
    .await
    .refused(404, "NOT_FOUND");
    for by in [
        &app.users.patient,
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
    ] {
        assert_eq!(app.get(by, &path).await.status, 403);
        assert_eq!(app.get(by, "/drug/catalogue?q=salalol").await.status, 403);
    }
}
