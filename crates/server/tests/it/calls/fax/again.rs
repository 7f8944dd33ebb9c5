// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /fax/{id}/again`, `PUT /fax/{id}/undo` beside it

use chrono::TimeDelta;
use salal_sandbox::Service;
use serde_json::{Value, json};

use super::{BUSY, faxed_to, id, inbox, newest, newest_seen_by};
use crate::support::{TestApp, User, new_key, on_both, sign_in_staff};

async fn again(app: &TestApp, by: &User, row: &Value) -> crate::support::Answer {
    let body = json!({"version": row["version"]});
    app.put(by, &format!("/fax/{}/again", id(row)), &body).await
}

on_both!(
    the_same_pages_with_a_cover_that_says_so,
    a_second_press_sends_one,
    a_crowd_sends_one,
    not_to_a_pharmacy_that_left_the_list,
    taken_back_the_first_one_is_in_question_again,
    taken_back_the_doubt_about_the_first_one_is_back,
    the_patient_s_copies_are_counted_apart,
    refusals
);

async fn not_to_a_pharmacy_that_left_the_list(app: &TestApp) {
    let first = faxed_to(app, BUSY).await;
    app.unlist(&[&app.users.samples.busy_pharmacy]).await;
    again(app, &app.users.office, &first)
        .await
        .refused(409, "PHARMACY_GONE");
    app.settle().await;
    assert_eq!(app.sandbox.outbox(Some("fax"), None).len(), 1);
}

async fn the_same_pages_with_a_cover_that_says_so(app: &TestApp) {
    let first = faxed_to(app, BUSY).await;
    let sent = again(app, &app.users.office, &first).await.ok();
    assert_eq!(
        (&sent["copy"], &sent["state"], &sent["byLink"]),
        (&json!(2), &json!("queued"), &json!(false))
    );
    assert_eq!(
        sent["copies"],
        json!({"byStaff": 2, "byLink": 0, "byLinkMost": 2})
    );
    assert_eq!(sent["by"]["_id"], json!(app.users.office.person));
    // On its way there is no other, and the first one troubles nobody any more.
    let refused = again(app, &app.users.office, &sent).await;
    refused.refused(409, "NOT_THIS_ONE");
    again(app, &app.users.office, &first)
        .await
        .refused(409, "NOT_THIS_ONE");
    assert_eq!(app.get(&app.users.office, "/fax").await.ok()["trouble"], 0);
    app.settle().await;
    let mut all = app.sandbox.outbox(Some("fax"), None);
    all.reverse();
    let pages: Vec<_> = all
        .iter()
        .map(|fax| (fax.to.clone(), app.sandbox.attachment(&fax.id, 1)))
        .collect();
    assert_eq!(pages.len(), 2);
    assert_eq!(pages[0], pages[1], "the same bytes to the same number");
    assert_ne!(
        app.sandbox.attachment(&all[0].id, 0),
        app.sandbox.attachment(&all[1].id, 0),
        "the cover is another"
    );
    // The patient's two copies are still there: the two counters are apart.
    let newest = newest(app).await;
    assert_eq!(
        (&newest["copies"]["byLink"], &newest["trouble"]),
        (&json!(0), &json!(true))
    );
    // Both failures stand in the doctors' inbox.
    let label = first["subject"]["label"].as_str().expect("a label");
    let told: Vec<String> = inbox(app, "Fax not delivered")
        .await
        .into_iter()
        .map(|(subject, _)| subject)
        .collect();
    assert_eq!(
        told,
        vec![
            format!("Fax not delivered: {label}"),
            format!("Fax not delivered (copy 2): {label}")
        ]
    );
}

async fn a_second_press_sends_one(app: &TestApp) {
    let first = faxed_to(app, BUSY).await;
    let (key, body) = (new_key(), json!({"version": first["version"]}));
    let path = format!("/fax/{}/again", id(&first));
    let one = app
        .send(
            Some(&app.users.office),
            reqwest::Method::PUT,
            &path,
            Some(&key),
            Some(&body),
        )
        .await
        .ok();
    let two = app
        .send(
            Some(&app.users.office),
            reqwest::Method::PUT,
            &path,
            Some(&key),
            Some(&body),
        )
        .await
        .ok();
    assert_eq!(one["_id"], two["_id"]);
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 2);
}

async fn a_crowd_sends_one(app: &TestApp) {
    let first = faxed_to(app, BUSY).await;
    let all =
        futures_util::future::join_all((0..8).map(|_| again(app, &app.users.office, &first))).await;
    assert_eq!(all.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(all.iter().all(|answer| matches!(answer.status, 200 | 409)));
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 2);
}

async fn taken_back_the_first_one_is_in_question_again(app: &TestApp) {
    taken_back(app, BUSY).await;
}

async fn taken_back_the_doubt_about_the_first_one_is_back(app: &TestApp) {
    // Another machine answers there.
    taken_back(app, "0107").await;
}

/// A further copy to the number that ends so is taken back, and the first one needs attention as before.
async fn taken_back(app: &TestApp, ending: &str) {
    let first = faxed_to(app, ending).await;
    let sent = again(app, &app.users.office, &first).await.ok();
    let back = app
        .put(
            &app.users.office,
            &format!("/fax/{}/undo", id(&sent)),
            &json!({}),
        )
        .await;
    assert_eq!(back.status, 204, "{}", back.body);
    let list = app.get(&app.users.office, "/fax").await.ok();
    assert_eq!(
        (&list["trouble"], &list["items"][0]["_id"]),
        (&json!(1), &first["_id"])
    );
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
}

async fn the_patient_s_copies_are_counted_apart(app: &TestApp) {
    let first = faxed_to(app, "0130").await;
    let mails = app
        .sandbox
        .outbox(Some("email"), Some(&app.users.patient.email));
    let link = mails.iter().find_map(|mail| {
        let (_, rest) = mail.text.split_once("/fax/")?;
        rest.split_whitespace()
            .next()
            .map(|path| format!("/fax/{path}"))
    });
    let link = link.expect("the faxed mail has the link");
    let path = link.trim_end_matches('.');
    app.ctx.clock.advance(TimeDelta::hours(25));
    let (doctor, office) = (
        &sign_in_staff(app, app.users.doctor.clone()).await,
        &sign_in_staff(app, app.users.office.clone()).await,
    );
    app.post_open(path, &json!({})).await.ok();
    app.settle().await;
    let by_link = newest_seen_by(app, office).await;
    assert_eq!(
        (&by_link["copy"], &by_link["byLink"], &by_link["by"]),
        (&json!(2), &json!(true), &Value::Null)
    );
    let sent = again(app, doctor, &by_link).await.ok();
    assert_eq!(
        sent["copies"],
        json!({"byStaff": 2, "byLink": 1, "byLinkMost": 2})
    );
    app.settle().await;
    // The copy of the staff left the patient's count alone.
    app.ctx.clock.advance(TimeDelta::hours(25));
    let office = &sign_in_staff(app, office.clone()).await;
    let answer = app.post_open(path, &json!({})).await.ok();
    assert_eq!(answer["left"], 0);
    again(app, office, &first)
        .await
        .refused(409, "NOT_THIS_ONE");
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 4);
}

async fn refusals(app: &TestApp) {
    let row = faxed_to(app, BUSY).await;
    for by in [
        &app.users.patient,
        &app.users.customer_service,
        &app.users.admin,
    ] {
        again(app, by, &row).await.refused(403, "NOT_ALLOWED");
    }
    let path = format!("/fax/{}/again", id(&row));
    let stale = app
        .put(&app.users.office, &path, &json!({"version": 1}))
        .await
        .refused(409, "STALE_VERSION");
    assert_eq!(stale["current"]["_id"], row["_id"]);
    for body in [
        json!({}),
        json!({"version": "1"}),
        json!({"version": row["version"], "toNumber": "6045550199"}),
    ] {
        assert_eq!(
            app.put(&app.users.office, &path, &body).await.status,
            400,
            "{body}"
        );
    }
    let nothing = "/fax/0198a000-0000-7000-8000-000000000001/again";
    assert_eq!(
        app.put(&app.users.office, nothing, &json!({"version": 1}))
            .await
            .status,
        404
    );
    // A prescription's id is no fax's.
    let other = format!(
        "/fax/{}/again",
        row["subject"]["_id"].as_str().expect("an id")
    );
    assert_eq!(
        app.put(&app.users.office, &other, &json!({"version": 1}))
            .await
            .status,
        404
    );
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
}

on_both!(a_sleep_clinic_gets_its_request_again);

async fn a_sleep_clinic_gets_its_request_again(app: &TestApp) {
    let patient = &app.users.patient;
    app.pay_sleep(patient, &app.sleep_order(patient, "coastal").await)
        .await;
    app.settle().await;
    let row = newest(app).await;
    assert_eq!(
        (
            &row["subject"]["kind"],
            &row["copies"]["byLinkMost"],
            &row["by"]
        ),
        (&json!("sleep_assessment"), &Value::Null, &Value::Null)
    );
    let sent = again(app, &app.users.office, &row).await.ok();
    assert_eq!(
        (&sent["copy"], &sent["recipientName"]),
        (&json!(2), &row["recipientName"])
    );
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 2);
}
