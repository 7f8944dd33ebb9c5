// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal administrator`: who runs it signs in as an administrator, with nobody's help.

use salal_accounts::accounts::NewAdministrator;
use salal_office::operations::administrator;
use sea_orm::ConnectionTrait;
use serde_json::json;

use crate::support::{TestApp, number, on_both, totp_code};

const PASSWORD: &str = "Juniper2026word";

async fn made(app: &TestApp, email: &str, reason: Option<&str>) -> Result<String, String> {
    let new = NewAdministrator {
        email,
        first_name: "Alder",
        last_name: "Whitcombe",
        reason,
    };
    let told = administrator::make(&app.ctx, new, "root").await;
    told.map_err(|error| error.to_string())
}

/// Sets the password by the link, signs in, enrols the authenticator and opens what administrators alone may.
async fn gets_in(app: &TestApp, email: &str, told: &str) {
    let token = told.split("#token=").nth(1).expect("a link");
    let token = token.split_whitespace().next().expect("a token");
    let set = json!({"passwordRecoveryToken": token, "Password": PASSWORD});
    app.post_open("/user/recovery/password", &set).await.ok();
    app.post_open("/user/recovery/password", &set)
        .await
        .refused(422, "LINK_EXPIRED");
    let mut body = json!({"Email": email, "Password": PASSWORD});
    let first = app.post_open("/user/authenticate", &body).await.ok();
    let secret = first["enrol"]["secret"].as_str().expect("a new secret");
    body["code"] = json!(totp_code(app, secret));
    let signed_in = app.post_open("/user/authenticate", &body).await.ok();
    assert_eq!(signed_in["user"]["isAdmin"], true, "{signed_in}");
}

on_both!(
    the_first_administrator_gets_in,
    another_one_needs_a_reason_and_a_free_address
);

async fn the_first_administrator_gets_in(app: &TestApp) {
    let gone = "UPDATE account SET disabled_at = created_at WHERE role = 'ROLE_ADMIN' OR is_admin";
    app.ctx
        .db
        .write()
        .execute_unprepared(gone)
        .await
        .expect("done");
    let told = made(app, "first@clinic.example", None).await.expect("told");
    assert!(told.contains("first@clinic.example is an administrator"));
    gets_in(app, "first@clinic.example", &told).await;
    let lines = "SELECT COUNT(*) AS n FROM audit WHERE action = 'salal administrator' AND object_id LIKE '%, by root'";
    assert_eq!(number(&app.ctx.db, lines).await, 1, "who did it");
    // Again, such as after the link has expired: a new link for the same account.
    let again = made(app, "First@clinic.example", None).await.expect("told");
    gets_in_again(app, &again).await;
}

async fn gets_in_again(app: &TestApp, told: &str) {
    let token = told.split("#token=").nth(1).expect("a link");
    let token = token.split_whitespace().next().expect("a token");
    let set = json!({"passwordRecoveryToken": token, "Password": "Hemlock2026word"});
    app.post_open("/user/recovery/password", &set).await.ok();
}

async fn another_one_needs_a_reason_and_a_free_address(app: &TestApp) {
    let refused = made(app, "second@clinic.example", None).await;
    assert!(refused.is_err_and(|why| why.contains("--reason")));
    let office = app.users.office.email.clone();
    let refused = made(app, &office, Some("the other one left")).await;
    assert!(refused.is_err_and(|why| why.contains("Staff accounts")));
    let refused = made(app, "no address", Some("the other one left")).await;
    assert!(refused.is_err_and(|why| why.contains("no email address")));
    let told = made(app, "second@clinic.example", Some("the other one left")).await;
    gets_in(app, "second@clinic.example", &told.expect("told")).await;
}
