// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /office/sendInvitation`, `GET /office/confirmToken`, `GET /office/invitations`,
//! `DELETE /office/invitations/{id}`

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, new_key, number, on_both, sign_in_staff, stable};

const EMAIL: &str = "new.colleague@office.example";

async fn invite(app: &TestApp, email: &str) -> Answer {
    let answer = app
        .post(
            &app.users.admin,
            "/office/sendInvitation",
            &json!({"email": email}),
        )
        .await;
    app.settle().await;
    answer
}

/// The token of the newest letter.
pub(super) fn mailed(app: &TestApp, email: &str) -> String {
    let letters = app.sandbox.outbox(Some("email"), Some(email));
    let link = letters[0]
        .links
        .iter()
        .find(|link| link.contains("/office-registration#token="));
    link.expect("a link")
        .rsplit('=')
        .next()
        .expect("a token")
        .to_owned()
}

async fn confirm(app: &TestApp, token: &str) -> Answer {
    app.send(
        None,
        Method::GET,
        &format!("/office/confirmToken?token={token}"),
        None,
        None,
    )
    .await
}

async fn list(app: &TestApp) -> Value {
    app.get(&app.users.admin, "/office/invitations").await.ok()
}

async fn revoke(app: &TestApp, id: &str) -> Answer {
    let path = format!("/office/invitations/{id}");
    app.send(
        Some(&app.users.admin),
        Method::DELETE,
        &path,
        Some(&new_key()),
        None,
    )
    .await
}

on_both!(
    an_address_is_invited,
    who_cannot_be_invited,
    a_token_that_is_none,
    inviting_anew_ends_the_earlier_link,
    eight_presses_at_once_send_one_letter,
    an_invitation_is_taken_back,
    the_list_comes_in_pages
);

async fn an_address_is_invited(app: &TestApp) {
    insta::assert_json_snapshot!(
        "office_send_invitation",
        stable(&invite(app, &format!(" {EMAIL} ")).await.ok())
    );
    let letter = &app.sandbox.outbox(Some("email"), Some(EMAIL))[0];
    assert!(
        letter.text.contains("invited this address"),
        "{}",
        letter.text
    );
    let token = mailed(app, EMAIL);
    insta::assert_json_snapshot!(
        "office_confirm_token",
        stable(&confirm(app, &token).await.ok())
    );
    insta::assert_json_snapshot!("office_invitations", stable(&list(app).await));
    let kept = number(
        &app.ctx.db,
        &format!("SELECT COUNT(*) AS n FROM invitation WHERE token_hash = '{token}'"),
    )
    .await;
    assert_eq!(kept, 0, "only a hash is kept");
}

async fn who_cannot_be_invited(app: &TestApp) {
    for (email, text) in [
        ("", "Email is required"),
        (
            "no address",
            "Please enter an email address like name@example.com",
        ),
        (
            app.users.doctor.email.as_str(),
            "email is invalid please choose another email address",
        ),
    ] {
        let answer = invite(app, email).await;
        assert_eq!(
            answer.body["errors"][0],
            json!({"field": "email", "message": text})
        );
    }
    assert!(app.sandbox.outbox(Some("email"), None).is_empty());
    for by in [
        &app.users.patient,
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
    ] {
        assert_eq!(
            app.post(by, "/office/sendInvitation", &json!({"email": EMAIL}))
                .await
                .status,
            403
        );
        assert_eq!(app.get(by, "/office/invitations").await.status, 403);
    }
}

async fn a_token_that_is_none(app: &TestApp) {
    invite(app, EMAIL).await.ok();
    let good = mailed(app, EMAIL);
    let altered = format!(
        "{}{}",
        if good.starts_with('0') { '1' } else { '0' },
        &good[1..]
    );
    for wrong in ["", "x", altered.as_str(), "%F0%9F%92%8A"] {
        confirm(app, wrong).await.refused(404, "INVITATION_INVALID");
    }
    app.send(None, Method::GET, "/office/confirmToken", None, None)
        .await
        .refused(404, "INVITATION_INVALID");
    app.ctx.clock.advance(TimeDelta::days(7));
    confirm(app, &good).await.refused(404, "INVITATION_INVALID");
}

async fn inviting_anew_ends_the_earlier_link(app: &TestApp) {
    invite(app, EMAIL).await.ok();
    let first = mailed(app, EMAIL);
    // Pressed twice sends one letter.
    invite(app, &EMAIL.to_uppercase()).await.ok();
    assert_eq!(app.sandbox.outbox(Some("email"), Some(EMAIL)).len(), 1);
    app.ctx.clock.advance(TimeDelta::minutes(1));
    invite(app, EMAIL).await.ok();
    let second = mailed(app, EMAIL);
    confirm(app, &first)
        .await
        .refused(404, "INVITATION_INVALID");
    confirm(app, &second).await.ok();
}

async fn eight_presses_at_once_send_one_letter(app: &TestApp) {
    let body = json!({"email": EMAIL});
    let all =
        join_all((0..8).map(|_| app.post(&app.users.admin, "/office/sendInvitation", &body))).await;
    assert!(all.iter().all(|answer| answer.status == 200));
    app.settle().await;
    assert_eq!(app.sandbox.outbox(Some("email"), Some(EMAIL)).len(), 1);
    confirm(app, &mailed(app, EMAIL)).await.ok();
}

async fn an_invitation_is_taken_back(app: &TestApp) {
    invite(app, EMAIL).await.ok();
    let id = list(app).await["items"][0]["_id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let by = |user: crate::support::User, id: String| async move {
        app.send(
            Some(&user),
            Method::DELETE,
            &format!("/office/invitations/{id}"),
            Some(&new_key()),
            None,
        )
        .await
        .status
    };
    assert_eq!(by(app.users.office.clone(), id.clone()).await, 403);
    assert_eq!(revoke(app, &id).await.status, 204);
    assert_eq!(revoke(app, &id).await.status, 204, "twice is as once");
    confirm(app, &mailed(app, EMAIL))
        .await
        .refused(404, "INVITATION_INVALID");
    assert_eq!(list(app).await["items"][0]["state"], "revoked");
    assert_eq!(
        revoke(app, &uuid::Uuid::nil().to_string()).await.status,
        404
    );
}

async fn the_list_comes_in_pages(app: &TestApp) {
    for n in 0..5 {
        invite(app, &format!("colleague.{n}@office.example"))
            .await
            .ok();
    }
    app.ctx.clock.advance(TimeDelta::days(8));
    let admin = sign_in_staff(app, app.users.admin.clone()).await;
    let mut seen = Vec::new();
    let mut path = "/office/invitations?limit=2".to_owned();
    loop {
        let page = app.get(&admin, &path).await.ok();
        assert_eq!(page["total"], 5);
        seen.extend(
            page["items"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|row| row["email"].as_str().expect("an address").to_owned()),
        );
        assert!(
            page["items"]
                .as_array()
                .expect("a list")
                .iter()
                .all(|row| row["state"] == "expired")
        );
        match page["nextCursor"].as_str() {
            Some(cursor) => path = format!("/office/invitations?limit=2&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(
        seen,
        (0..5)
            .rev()
            .map(|n| format!("colleague.{n}@office.example"))
            .collect::<Vec<_>>()
    );
    assert_eq!(
        app.get(&admin, "/office/invitations?cursor=x").await.status,
        400
    );
}
