// SPDX-License-Identifier: AGPL-3.0-or-later

//! The partner clinic: charts by number, notes on charts, the administrative call's secret.

use salal_sandbox::{Mode, SandboxSettings, Service};
use serde_json::{Value, json};

use crate::test_sandbox::{TestSandbox, answer, cut};

fn person(health_number: &str) -> Value {
    json!({
        "firstname": "Robin", "lastname": "Example", "year": "1970", "month": "01", "day": "31",
        "hin": health_number, "sex": "F", "isPrivatePay": false,
    })
}

#[tokio::test]
async fn a_number_has_one_chart() {
    let sandbox = TestSandbox::new().await;
    let create = |hin: &str| {
        answer(
            sandbox
                .post("/clinic/demographics/salal/create")
                .json(&person(hin)),
        )
    };
    assert_eq!(
        answer(sandbox.get("/clinic/demographics/number?hin=9698658215"))
            .await
            .0,
        404
    );
    let (status, made) = create("9698658215").await;
    assert_eq!(status, 200);
    let (status, known) = create("9698658215").await;
    assert_eq!(
        (status, &known["demographicNo"]),
        (409, &made["demographicNo"])
    );
    let (_, found) = answer(sandbox.get("/clinic/demographics/number?hin=9698658215")).await;
    assert_eq!(found["demographicNo"], made["demographicNo"]);
    assert_ne!(
        create("").await.1["demographicNo"],
        create("").await.1["demographicNo"]
    );
    let path = format!("/clinic/demographics/{}", made["demographicNo"]);
    assert_eq!(answer(sandbox.get(&path)).await.1["lastname"], "Example");
    assert_eq!(sandbox.operations(Service::Clinic).len(), 3);
}

#[tokio::test]
async fn a_note_goes_to_a_chart_that_exists_and_is_found_again() {
    let sandbox = TestSandbox::new().await;
    let add = |number: &Value| {
        let note = json!({"note": "Event 77\nRenewal approved.", "demographicNo": number});
        sandbox
            .post("/clinic/services/salal/encounternote/add")
            .json(&note)
    };
    assert_eq!(answer(add(&json!(5))).await.0, 404);
    let create = sandbox
        .post("/clinic/demographics/salal/create")
        .json(&person("9698658215"));
    let number = answer(create).await.1["demographicNo"].clone();
    sandbox.fail(Service::Clinic, Mode::Error, 1);
    assert_eq!(answer(add(&number)).await.0, 503);
    sandbox.fail(Service::Clinic, Mode::Lost, 1);
    assert!(cut(add(&number)).await);
    let path = format!("/clinic/notes/{number}/all");
    let (_, notes) = answer(sandbox.post(&path).json(&json!({}))).await;
    assert_eq!(notes["notelist"][0]["note"], "Event 77\nRenewal approved.");
    let ledger = sandbox.sandbox.ledger(Some(Service::Clinic));
    assert_eq!(
        (ledger.len(), ledger[0].reference.as_deref()),
        (2, Some("Event 77"))
    );
}

#[tokio::test]
async fn the_administrative_call_wants_the_secret() {
    let settings = SandboxSettings {
        clinic_secret: Some("secret".into()),
        ..SandboxSettings::for_tests()
    };
    let sandbox = TestSandbox::with(settings).await;
    let update = |secret: &str| {
        let call = sandbox.post("/clinic/clinic/admin/patient-salal/info");
        answer(
            call.header("x-salal-secret", secret)
                .json(&json!({"firstName": "Robin"})),
        )
    };
    assert_eq!(update("wrong").await.0, 401);
    assert_eq!(update("secret").await.0, 200);
    let (_, list) = answer(sandbox.get("/clinic/pharmacy/all")).await;
    assert_eq!(list.as_array().unwrap().len(), 3);
    let prefer = sandbox
        .post("/clinic/me/prefer-pharmacy")
        .json(&json!({"preferredPharmacy": 2}));
    assert_eq!(answer(prefer).await.0, 200);
    assert_eq!(
        answer(sandbox.get("/clinic/me")).await.1["preferredPharmacy"],
        2
    );
    assert_eq!(
        sandbox.operations(Service::Clinic),
        ["patient-info", "prefer-pharmacy"]
    );
}
