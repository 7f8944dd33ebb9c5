// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /prescription`, and the questions a page asks before it.

use chrono::TimeDelta;
use salal_db::Engine;
use sea_orm::ConnectionTrait as _;
use serde_json::{Value, json};

use crate::support::drugs::brand;
use crate::support::{
    TestApp, line, number, on_both, once, register_form, register_patient, request, stable,
};

async fn fields(app: &TestApp, change: impl Fn(&mut Value)) -> Vec<String> {
    let mut body = request(&app.users.samples, 1);
    change(&mut body);
    app.post(&app.users.patient, "/prescription", &body)
        .await
        .fields()
}

on_both!(
    works,
    each_refusal,
    a_crossed_out_drug_is_refused_whatever_the_page_calls_it,
    what_the_drug_is_comes_from_the_catalogue,
    five_a_day,
    the_location_is_confirmed_first,
    an_equal_request_of_the_same_moment_is_a_double_click,
    duplicates_are_told,
    another_brand_is_already_added,
    the_fee_is_itemized
);

once!(for_oneself_only);

async fn works(app: &TestApp) {
    let patient = &app.users.patient;
    let answer = app
        .post(patient, "/prescription", &request(&app.users.samples, 2))
        .await;
    assert_eq!(answer.status, 201);
    let mut made = answer.ok();
    insta::assert_json_snapshot!("create", stable(&made));
    made["version"] = json!(null);
    let mut seen = app.see(patient, &made["_id"]).await;
    seen["version"] = json!(null);
    assert_eq!(seen, made);
    app.settle().await;
    let emails = || app.sandbox.outbox(Some("email"), Some(&patient.email));
    assert!(emails().is_empty(), "nothing is received before it is paid");
    app.pay(patient, &made).await;
    app.settle().await;
    let mail = &emails()[0];
    assert!(
        mail.links
            .iter()
            .any(|link| link.ends_with(made["_id"].as_str().expect("an id"))),
        "{:?}",
        mail.links
    );
    for drug in &app.users.samples.drugs[..2] {
        let name = drug["name"].as_str().expect("a name").to_lowercase();
        assert!(
            !mail.text.to_lowercase().contains(&name),
            "a mail names a drug: {}",
            mail.text
        );
    }
}

async fn each_refusal(app: &TestApp) {
    let samples = &app.users.samples;
    assert_eq!(
        fields(app, |body| body["medications"] = json!([])).await,
        ["medications"]
    );
    assert_eq!(
        fields(app, |body| body["agreement"] =
            json!([true, true, true, true, true]))
        .await,
        ["agreement"]
    );
    assert_eq!(
        fields(app, |body| body["agreement"] =
            json!([true, true, false, true, true, true]))
        .await,
        ["agreement"]
    );
    assert_eq!(
        fields(app, |body| body["pharmacy"] = Value::Null).await,
        ["pharmacy"]
    );
    assert_eq!(
        fields(app, |body| body["pharmacy"] =
            json!({"_id": uuid::Uuid::nil()}))
        .await,
        ["pharmacy"]
    );
    assert_eq!(
        fields(app, |body| body["medications"][0]["drugId"] = Value::Null).await,
        ["medications[0]"]
    );
    assert_eq!(
        fields(app, |body| body["medications"][0]["drugId"] =
            json!(uuid::Uuid::nil()))
        .await,
        ["medications[0]"]
    );
    assert_eq!(
        fields(app, |body| body["medications"] =
            json!([line(&samples.drugs[0]), line(&samples.drugs[0])]))
        .await,
        ["medications[1]"]
    );
    let six = || json!([0, 1, 2, 3, 4, 0].map(|n| line(&samples.drugs[n])));
    assert!(
        fields(app, |body| body["medications"] = six())
            .await
            .contains(&"medications".to_owned())
    );
    for (what, value) in [
        ("quantity", ""),
        ("quantity", "A handful"),
        ("frequency", ""),
        ("duration", ""),
        ("duration", "for ever"),
    ] {
        let found = fields(app, |body| {
            body["medications"][0]["usages"][0][what] = value.into();
        })
        .await;
        assert!(
            found
                .iter()
                .all(|field| field.starts_with("medications[0]"))
                && !found.is_empty(),
            "{what} = {value}: {found:?}"
        );
    }
    for repeat in [-1, 101] {
        assert!(
            !fields(app, |body| body["medications"][0]["usages"][0]["repeat"] =
                repeat.into())
            .await
            .is_empty()
        );
    }
    assert!(
        !fields(app, |body| body["medications"][0]["usages"] = json!([]))
            .await
            .is_empty()
    );
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM prescription").await,
        0
    );
}

async fn a_crossed_out_drug_is_refused_whatever_the_page_calls_it(app: &TestApp) {
    let mut body = request(&app.users.samples, 1);
    let mut disguised = line(&app.users.samples.drugs[0]);
    disguised["drugId"] = app.users.samples.crossed_out["_id"].clone();
    body["medications"] = json!([disguised]);
    assert_eq!(
        app.post(&app.users.patient, "/prescription", &body)
            .await
            .fields(),
        ["medications[0]"]
    );
}

async fn what_the_drug_is_comes_from_the_catalogue(app: &TestApp) {
    let mut body = request(&app.users.samples, 1);
    body["medications"][0]["name"] = "MORPHINE 100 MG".into();
    body["medications"][0]["ingredients"] = json!([]);
    let made = app
        .post(&app.users.patient, "/prescription", &body)
        .await
        .ok();
    assert_eq!(
        made["medications"][0]["name"],
        app.users.samples.drugs[0]["name"]
    );
    assert_eq!(
        made["medications"][0]["ingredients"],
        app.users.samples.drugs[0]["ingredients"]
    );
}

async fn five_a_day(app: &TestApp) {
    let patient = &app.users.patient;
    let left = |lines: usize| async move {
        let body = json!({"prescriptionObj": {"medications": request(&app.users.samples, lines)["medications"]}});
        app.post(
            patient,
            &format!("/prescription/medication/number/{}", patient.person),
            &body,
        )
        .await
        .ok()
    };
    assert_eq!(left(0).await["left"], 5);
    let first = app.create(patient, 3).await;
    // The form asks before anything is in it.
    assert_eq!(left(0).await["left"], 2);
    assert_eq!(left(2).await["success"], true);
    assert_eq!(left(3).await["success"], false);
    let three = request(&app.users.samples, 3);
    app.ctx.clock.advance(TimeDelta::seconds(5));
    assert_eq!(
        app.post(patient, "/prescription", &three).await.fields(),
        ["medications"]
    );
    // A cancelled request does not count.
    let cancel = json!({"prescriptionId": first["_id"]});
    app.put(patient, "/prescription/cancel", &cancel).await.ok();
    assert_eq!(left(3).await["success"], true);
    // Nor once its fee was returned.
    let sql = "UPDATE prescription SET status = 'REFUNDED'";
    let done = app.ctx.db.write().execute_unprepared(sql).await;
    done.expect("the fee is returned");
    app.post(patient, "/prescription", &three).await.ok();
}

async fn the_location_is_confirmed_first(app: &TestApp) {
    let mut body = request(&app.users.samples, 1);
    body["locationConfirmed"] = false.into();
    let user = register_patient(app, &register_form(60)).await;
    app.post(&user, "/prescription", &body)
        .await
        .refused(409, "LOCATION_NOT_CONFIRMED");
    // The first patient said so in this session.
    app.post(&app.users.patient, "/prescription", &body)
        .await
        .ok();
}

async fn an_equal_request_of_the_same_moment_is_a_double_click(app: &TestApp) {
    let (patient, body) = (&app.users.patient, request(&app.users.samples, 1));
    app.post(patient, "/prescription", &body).await.ok();
    app.post(patient, "/prescription", &body)
        .await
        .refused(409, "EQUAL_REQUEST");
    // The page may call the drug what it likes: the catalogue says what it is.
    let mut renamed = body.clone();
    renamed["medications"][0]["name"] = "Another name".into();
    app.post(patient, "/prescription", &renamed)
        .await
        .refused(409, "EQUAL_REQUEST");
    let twice = json!([body["medications"][0], renamed["medications"][0]]);
    renamed["medications"] = twice;
    assert_eq!(
        app.post(patient, "/prescription", &renamed).await.fields(),
        ["medications[1]"]
    );
    app.ctx.clock.advance(TimeDelta::seconds(3));
    app.post(patient, "/prescription", &body).await.ok();
}

async fn for_oneself_only(app: &TestApp) {
    let mut body = request(&app.users.samples, 1);
    body["person"] = json!(app.users.other.person);
    assert_eq!(
        app.post(&app.users.patient, "/prescription", &body)
            .await
            .status,
        404
    );
    app.post(&app.users.doctor, "/prescription", &body)
        .await
        .refused(403, "NOT_ALLOWED");
}

async fn duplicates_are_told(app: &TestApp) {
    let patient = &app.users.patient;
    let drugs = &app.users.samples.drugs;
    let asked = |drug: &Value| json!({"drug": {"name": drug["name"], "ingredients": drug["ingredients"]}, "medications": [line(&drugs[0])]});
    let path = format!("/prescription/person/duplicate/{}", patient.person);
    assert_eq!(
        app.post(patient, &path, &asked(&drugs[0])).await.ok()["isDrugExisted"],
        true
    );
    assert_eq!(
        app.post(patient, &path, &asked(&drugs[1])).await.ok()["isDrugExisted"],
        false
    );
}

/// Decision 171.
async fn another_brand_is_already_added(app: &TestApp) {
    let patient = &app.users.patient;
    let drug = &app.users.samples.drugs[1];
    let brand = brand(app, drug, "SALALIPITOR", &json!({})).await;
    let sent = |changes: &Value| {
        let mut asked = json!({
            "name": brand["name"], "ingredients": brand["ingredients"],
            "administrations": brand["administrations"],
        });
        for (name, value) in changes.as_object().expect("changes") {
            asked[name] = value.clone();
        }
        json!({"drug": asked, "medications": [line(&app.users.samples.drugs[0]), line(drug)]})
    };
    let path = format!("/prescription/person/duplicate/{}", patient.person);
    let told = app.post(patient, &path, &sent(&json!({}))).await.ok();
    assert_eq!(told["isDrugExisted"], true, "{told}");
    let why = told["message"].as_str().expect("why").to_owned();
    assert!(
        why.starts_with("Salalipitor ") && why.contains(" is the same medicine as Atorvastatin "),
        "{why}"
    );
    for other in [
        json!({"administrations": ["OPHTHALMIC"]}),
        json!({"ingredients": []}),
    ] {
        let told = app.post(patient, &path, &sent(&other)).await.ok();
        assert_eq!(told, json!({"isDrugExisted": false}), "{other}");
    }
    let mut body = request(&app.users.samples, 2);
    body["medications"]
        .as_array_mut()
        .expect("lines")
        .push(line(&brand));
    let refused = app.post(patient, "/prescription", &body).await;
    assert_eq!(
        refused.body["errors"][0]["message"],
        format!("This drug is already added. {why}")
    );
    assert_eq!(refused.fields(), ["medications[2]"]);
    assert_eq!(
        number(&app.ctx.db, "SELECT COUNT(*) AS n FROM prescription").await,
        0
    );
}

async fn the_fee_is_itemized(app: &TestApp) {
    let patient = &app.users.patient;
    let mut fees = Vec::new();
    for medications in 0..=6 {
        fees.push(
            app.post(
                patient,
                "/prescription/fee",
                &json!({"medications": medications}),
            )
            .await
            .ok(),
        );
    }
    insta::assert_json_snapshot!("fees", fees);
    for odd in [json!(-1), json!(1.5), json!("2"), json!(null)] {
        assert_eq!(
            app.post(patient, "/prescription/fee", &json!({"medications": odd}))
                .await
                .status,
            400,
            "{odd}"
        );
    }
    assert_eq!(
        app.post(patient, "/prescription/fee", &json!({"medications": 101}))
            .await
            .fields(),
        ["medications"]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_a_fee_is_due_nothing_is_free() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let body = request(&app.users.samples, 1);
    app.post(
        &app.users.patient,
        "/prescription/create-and-pending",
        &body,
    )
    .await
    .refused(409, "NOT_FREE");
}
