// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /fax`, `GET /fax/{id}`

use serde_json::{Value, json};

use super::{BUSY, STUCK, faxed_to, id, newest, signed_for};
use crate::support::{TestApp, on_both, stable};

async fn labels(app: &TestApp, query: &str) -> Vec<Value> {
    let list = app
        .get(&app.users.office, &format!("/fax{query}"))
        .await
        .ok();
    let rows = list["items"].as_array().expect("rows");
    rows.iter()
        .map(|row| row["subject"]["label"].clone())
        .collect()
}

on_both!(
    a_delivered_fax_with_its_proof,
    what_did_not_arrive_stands_on_top,
    searched_by_what_one_knows_of_it,
    an_unconfirmed_fax_troubles_somebody,
    refusals
);

async fn a_delivered_fax_with_its_proof(app: &TestApp) {
    let signed = app.signed(0).await;
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    let row = newest(app).await;
    assert_eq!(
        (&row["subject"]["_id"], &row["subject"]["label"]),
        (&signed["_id"], &signed["label"])
    );
    let detail = app
        .get(&app.users.admin, &format!("/fax/{}", id(&row)))
        .await
        .ok();
    assert_eq!(
        detail["proof"]["documentSha256"],
        signed["signature"]["documentSha256"]
    );
    insta::assert_json_snapshot!("fax_detail", stable(&detail));
}

async fn what_did_not_arrive_stands_on_top(app: &TestApp) {
    let failed = faxed_to(app, BUSY).await;
    app.ctx.clock.advance(chrono::TimeDelta::seconds(3));
    let good = app.signed(0).await;
    app.fax(&app.users.doctor, &good).await;
    app.settle().await;
    let list = app.get(&app.users.office, "/fax").await.ok();
    assert_eq!(
        (&list["trouble"], &list["items"][0]["_id"]),
        (&json!(1), &failed["_id"])
    );
    assert_eq!(
        (&list["items"][0]["state"], &list["items"][0]["reason"]),
        (&json!("failed"), &json!("The fax line was busy."))
    );
    // Page by page, in the same order.
    let first = app.get(&app.users.office, "/fax?limit=1").await.ok();
    let cursor = first["nextCursor"].as_str().expect("more");
    let second = app
        .get(&app.users.office, &format!("/fax?limit=1&cursor={cursor}"))
        .await
        .ok();
    assert_eq!(
        (
            &second["items"][0]["subject"]["label"],
            &second["nextCursor"]
        ),
        (&good["label"], &Value::Null)
    );
    for (state, label) in [
        ("trouble", &failed["subject"]["label"]),
        ("failed", &failed["subject"]["label"]),
        ("delivered", &good["label"]),
    ] {
        assert_eq!(
            labels(app, &format!("?state={state}")).await,
            vec![label.clone()],
            "{state}"
        );
    }
    assert!(labels(app, "?state=moving").await.is_empty());
}

async fn searched_by_what_one_knows_of_it(app: &TestApp) {
    let failed = faxed_to(app, BUSY).await;
    let label = failed["subject"]["label"]
        .as_str()
        .expect("a label")
        .to_owned();
    let number = failed["toNumber"].as_str().expect("a number");
    let person = failed["person"]["LastName"]
        .as_str()
        .expect("a name")
        .to_uppercase();
    let recipient = failed["recipientName"]
        .as_str()
        .expect("a name")
        .replace(' ', "%20");
    for q in [
        label.to_lowercase(),
        number[number.len() - 7..].to_owned(),
        person,
        recipient,
    ] {
        assert_eq!(
            labels(app, &format!("?q={q}")).await,
            vec![json!(label)],
            "{q}"
        );
    }
    assert!(labels(app, "?q=nobody-of-that-name").await.is_empty());
    assert!(
        labels(app, "?q=%25%25%25").await.is_empty(),
        "a sign of the pattern is a sign"
    );
    assert_eq!(
        app.get(&app.users.office, "/fax?q=ab").await.fields(),
        ["q"]
    );
}

async fn an_unconfirmed_fax_troubles_somebody(app: &TestApp) {
    let signed = signed_for(app, STUCK).await;
    app.fax(&app.users.doctor, &signed).await;
    // The first look is in time, the next ones are not.
    app.settle().await;
    app.ctx.clock.advance(chrono::TimeDelta::hours(25));
    app.settle().await;
    app.expect_given_up(1);
    let doctor = crate::support::sign_in_staff(app, app.users.office.clone()).await;
    let list = app.get(&doctor, "/fax?state=unknown").await.ok();
    assert_eq!(
        (&list["trouble"], &list["items"][0]["subject"]["label"]),
        (&json!(1), &signed["label"])
    );
}

async fn refusals(app: &TestApp) {
    let row = faxed_to(app, BUSY).await;
    let path = format!("/fax/{}", id(&row));
    for by in [&app.users.patient, &app.users.customer_service] {
        app.get(by, "/fax").await.refused(403, "NOT_ALLOWED");
        app.get(by, &path).await.refused(403, "NOT_ALLOWED");
    }
    for query in [
        "?state=lost",
        "?limit=x",
        "?cursor=x",
        "?cursor=0198a000-0000-7000-8000-000000000001",
        "?unknown=1",
    ] {
        let status = app
            .get(&app.users.office, &format!("/fax{query}"))
            .await
            .status;
        assert!(matches!(status, 400 | 422), "{query}: {status}");
    }
    assert_eq!(
        app.get(
            &app.users.office,
            "/fax/0198a000-0000-7000-8000-000000000001"
        )
        .await
        .status,
        404
    );
}
