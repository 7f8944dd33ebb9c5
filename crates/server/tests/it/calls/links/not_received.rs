// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET` and `POST /prescription/reply-fax/{id}`

use chrono::TimeDelta;
use serde_json::json;

use super::{front_desk, press, read};
use crate::support::threads::mailed;
use crate::support::{TestApp, on_both};

/// A faxed prescription, and the address that reports it missing.
async fn faxed(app: &TestApp) -> String {
    let signed = app.signed(0).await;
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    let secret = mailed(app, &app.users.patient, "/reply/");
    format!("/prescription/reply-fax/{secret}")
}

on_both!(
    reported_once_between_a_day_and_a_week,
    pressed_twice_at_once_it_reports_once,
    unknown_and_expired_look_the_same
);

async fn reported_once_between_a_day_and_a_week(app: &TestApp) {
    let path = faxed(app).await;
    let early = read(app, &path).await.ok();
    assert_eq!(
        (&early["isReplied"], &early["isExpired"]),
        (&json!(false), &json!(false))
    );
    assert!(early["possibleAt"].is_string());
    press(app, &path).await.refused(409, "TOO_EARLY");
    app.ctx.clock.advance(TimeDelta::hours(25));
    // Reading reports nothing, however often it is done.
    for _ in 0..3 {
        let state = read(app, &path).await.ok();
        assert_eq!(
            state,
            json!({"isReplied": false, "isExpired": false, "possibleAt": null})
        );
    }
    let told = press(app, &path).await.ok();
    assert_eq!(
        told,
        json!({"isReplied": true, "message": "Your request has been succesfully sent to our front desk."})
    );
    assert_eq!(read(app, &path).await.ok()["isReplied"], true);
    press(app, &path).await.refused(409, "ALREADY_REPORTED");
    let inbox = front_desk(app).await;
    let about: Vec<_> = inbox
        .iter()
        .filter(|one| {
            one.as_str()
                .is_some_and(|text| text.starts_with("Prescription not received: P-"))
        })
        .collect();
    assert_eq!(about.len(), 1, "{inbox:?}");
}

async fn pressed_twice_at_once_it_reports_once(app: &TestApp) {
    let path = faxed(app).await;
    app.ctx.clock.advance(TimeDelta::hours(25));
    let (one, two) = tokio::join!(press(app, &path), press(app, &path));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

async fn unknown_and_expired_look_the_same(app: &TestApp) {
    let path = faxed(app).await;
    let expired = json!({"isReplied": false, "isExpired": true, "possibleAt": null});
    let resend = mailed(app, &app.users.patient, "/fax/").replace("/resend", "");
    let prescription = app
        .get(
            &app.users.patient,
            &format!("/prescription/person/{}", app.users.patient.person),
        )
        .await
        .ok();
    let id = prescription["items"][0]["_id"]
        .as_str()
        .expect("an id")
        .to_owned();
    for secret in ["0", &"0".repeat(64), resend.as_str(), id.as_str(), "%00x"] {
        let path = format!("/prescription/reply-fax/{secret}");
        let state = read(app, &path).await;
        assert!(
            state.body == expired || state.status == 400,
            "{secret}: {}",
            state.body
        );
        assert!(
            matches!(press(app, &path).await.status, 400 | 404),
            "{secret}"
        );
    }
    app.ctx.clock.advance(TimeDelta::days(8));
    assert_eq!(read(app, &path).await.ok(), expired);
    press(app, &path).await.refused(404, "LINK_EXPIRED");
    assert!(front_desk(app).await.is_empty());
}
