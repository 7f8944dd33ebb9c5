// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /message/inbox/…`, `GET /message/sent/…`

use serde_json::json;

use crate::support::threads::list;
use crate::support::{TestApp, on_both};

on_both!(tags_are_for_the_staff);

async fn tags_are_for_the_staff(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    app.paid(1).await;
    let theirs = list(app, doctor, "inbox").await;
    assert_eq!(
        (&theirs[0]["tags"], &theirs[0]["struck"]),
        (&json!([]), &json!(false))
    );
    app.ctx.clock.advance(chrono::TimeDelta::seconds(1));
    let sql = "UPDATE health_document SET status = 'pending', other = 'mismatch'";
    number_of_rows(app, sql).await;
    let theirs = list(app, doctor, "inbox").await;
    assert_eq!(
        (&theirs[0]["tags"], &theirs[0]["struck"]),
        (
            &json!(["Eligibility Pending", "Name MisMatch"]),
            &json!(true)
        )
    );
    assert_eq!(
        theirs[0]["from"]["HealthDocuments"],
        json!([{"status": "pending", "other": "mismatch"}])
    );
    let own = list(app, patient, "sent").await;
    assert_eq!(
        (
            &own[0]["tags"],
            &own[0]["struck"],
            &own[0]["from"]["HealthDocuments"]
        ),
        (&json!([]), &json!(false), &json!([]))
    );
}

async fn number_of_rows(app: &TestApp, sql: &str) {
    use sea_orm::ConnectionTrait;
    let db = app.ctx.db.write();
    db.execute_unprepared(sql)
        .await
        .expect("the change is made");
}
