// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET` and `POST /fax/{id}/resend`

use chrono::TimeDelta;
use salal_sandbox::Service;
use serde_json::{Value, json};

use super::{front_desk, press, read};
use crate::support::threads::mailed;
use crate::support::{TestApp, on_both};

/// A faxed prescription; the address that sends it again, and the one that reports it missing.
async fn faxed(app: &TestApp) -> (String, String) {
    let signed = app.signed(0).await;
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    let resend = mailed(app, &app.users.patient, "/fax/");
    let report = mailed(app, &app.users.patient, "/reply/");
    (
        format!("/fax/{resend}"),
        format!("/prescription/reply-fax/{report}"),
    )
}

/// The prescription as it left, each time: the number and the second file's bytes.
fn sent(app: &TestApp) -> Vec<(String, Option<Vec<u8>>)> {
    let mut faxes = app.sandbox.outbox(Some("fax"), None);
    faxes.reverse();
    faxes
        .iter()
        .map(|fax| (fax.to.clone(), app.sandbox.attachment(&fax.id, 1)))
        .collect()
}

on_both!(
    two_more_times_and_no_more,
    at_once_after_a_report,
    a_crowd_gets_one_copy,
    not_to_a_pharmacy_that_left_the_list,
    unknown_and_foreign_links
);

async fn not_to_a_pharmacy_that_left_the_list(app: &TestApp) {
    let (path, _) = faxed(app).await;
    app.ctx.clock.advance(TimeDelta::hours(25));
    app.unlist(&[&app.users.samples.pharmacy]).await;
    let state = read(app, &path).await.ok();
    assert_eq!(state["allowed"], false);
    let why = state["reason"].as_str().unwrap_or_default();
    assert!(why.contains("can no longer fax"), "{why}");
    press(app, &path).await.refused(409, "PHARMACY_GONE");
    app.settle().await;
    assert_eq!(sent(app).len(), 1);
}

async fn two_more_times_and_no_more(app: &TestApp) {
    let (path, _) = faxed(app).await;
    let early = read(app, &path).await.ok();
    assert_eq!(
        (
            &early["allowed"],
            &early["left"],
            early["possibleAt"].is_string()
        ),
        (&json!(false), &json!(2), true)
    );
    press(app, &path).await.refused(409, "TOO_EARLY");
    for left in [1, 0] {
        app.ctx.clock.advance(TimeDelta::hours(25));
        assert_eq!(
            read(app, &path).await.ok(),
            json!({"allowed": true, "left": left + 1, "possibleAt": null, "reason": null})
        );
        let done = press(app, &path).await.ok();
        assert_eq!(
            done,
            json!({"message": "Prescription resent successfully!", "left": left})
        );
        // While it is on its way there is no other.
        press(app, &path).await.refused(
            409,
            if left == 0 {
                "RESEND_USED_UP"
            } else {
                "ON_ITS_WAY"
            },
        );
        app.settle().await;
    }
    app.ctx.clock.advance(TimeDelta::hours(25));
    let over = read(app, &path).await.ok();
    assert_eq!(
        (&over["allowed"], &over["left"]),
        (&json!(false), &json!(0))
    );
    press(app, &path).await.refused(409, "RESEND_USED_UP");
    // The same bytes to the same number, three times; the front desk was told of both copies.
    let all = sent(app);
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|one| *one == all[0] && one.1.is_some()));
    let told = front_desk(app).await;
    let again: Vec<&Value> = told
        .iter()
        .filter(|one| {
            one.as_str()
                .is_some_and(|text| text.starts_with("Prescription sent again: P-"))
        })
        .collect();
    assert_eq!(again.len(), 2, "{told:?}");
}

async fn at_once_after_a_report(app: &TestApp) {
    let (path, report) = faxed(app).await;
    app.ctx
        .clock
        .advance(TimeDelta::hours(24) + TimeDelta::minutes(1));
    press(app, &path).await.ok();
    app.settle().await;
    // The first copy's day is not over for the second one, unless it was reported missing.
    press(app, &path).await.refused(409, "TOO_EARLY");
    press(app, &report).await.ok();
    press(app, &path).await.ok();
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 3);
}

async fn a_crowd_gets_one_copy(app: &TestApp) {
    let (path, _) = faxed(app).await;
    app.ctx.clock.advance(TimeDelta::hours(25));
    let all = futures_util::future::join_all((0..8).map(|_| press(app, &path))).await;
    let done = all.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(
        done,
        1,
        "{:?}",
        all.iter().map(|answer| answer.status).collect::<Vec<_>>()
    );
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 2);
}

async fn unknown_and_foreign_links(app: &TestApp) {
    let (_, report) = faxed(app).await;
    let secret = report.rsplit('/').next().expect("a secret").to_owned();
    for secret in [secret, "0".repeat(64), uuid::Uuid::nil().to_string()] {
        let path = format!("/fax/{secret}/resend");
        read(app, &path).await.refused(404, "LINK_EXPIRED");
        press(app, &path).await.refused(404, "LINK_EXPIRED");
    }
    // A member of the staff has no way in by an id either.
    app.post(
        &app.users.doctor,
        &format!("/fax/{}/resend", uuid::Uuid::nil()),
        &json!({}),
    )
    .await
    .refused(404, "LINK_EXPIRED");
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
}
