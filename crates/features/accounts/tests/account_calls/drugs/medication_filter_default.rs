// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET` and `PUT /medication-filter/default`

use serde_json::{Value, json};

use crate::support::{Answer, TestApp, on_both};

const PATH: &str = "/medication-filter/default";

async fn offered(app: &TestApp) -> Value {
    app.get(&app.users.admin, PATH).await.ok()["offer"].clone()
}

async fn answer(app: &TestApp, accept: bool) -> Answer {
    app.put(&app.users.admin, PATH, &json!({"accept": accept}))
        .await
}

async fn in_force(app: &TestApp) -> usize {
    let list = app.get(&app.users.admin, "/medication-filter").await.ok();
    list.as_array().expect("a list").len()
}

/// As an installation is before anything came in.
async fn without_filters(app: &TestApp) {
    use sea_orm::ConnectionTrait;
    let writer = app.ctx.db.write();
    writer
        .execute_unprepared("delete from medication_filter")
        .await
        .expect("an empty table");
}

on_both!(
    the_set_that_came_along_is_kept_once,
    the_set_that_came_along_is_not_wanted,
    an_installation_without_filters_takes_the_set,
    whoever_made_a_filter_is_not_asked
);

async fn the_set_that_came_along_is_kept_once(app: &TestApp) {
    let before = in_force(app).await;
    assert_eq!(offered(app).await, "keep");
    for by in [
        &app.users.patient,
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
    ] {
        assert_eq!(app.get(by, PATH).await.status, 403);
        assert_eq!(
            app.put(by, PATH, &json!({"accept": true})).await.status,
            403
        );
    }
    assert_eq!(
        app.put(&app.users.admin, PATH, &json!({"accept": "yes"}))
            .await
            .status,
        400
    );
    assert_eq!(answer(app, true).await.ok()["offer"], Value::Null);
    assert_eq!(
        (offered(app).await, in_force(app).await),
        (Value::Null, before)
    );
    answer(app, false).await.refused(409, "ALREADY_ANSWERED");
    assert_eq!(in_force(app).await, before);
}

async fn the_set_that_came_along_is_not_wanted(app: &TestApp) {
    assert!(in_force(app).await > 0);
    answer(app, false).await.ok();
    assert_eq!((offered(app).await, in_force(app).await), (Value::Null, 0));
}

async fn an_installation_without_filters_takes_the_set(app: &TestApp) {
    without_filters(app).await;
    assert_eq!(offered(app).await, "add");
    answer(app, true).await.ok();
    assert_eq!((offered(app).await, in_force(app).await), (Value::Null, 33));
}

async fn whoever_made_a_filter_is_not_asked(app: &TestApp) {
    without_filters(app).await;
    app.post(
        &app.users.admin,
        "/medication-filter",
        &json!({"tc_ahfs_number": "92:92", "status": "CROSS_OUT"}),
    )
    .await;
    assert_eq!(offered(app).await, Value::Null);
    answer(app, true).await.refused(409, "ALREADY_ANSWERED");
    assert_eq!(in_force(app).await, 1);
}
