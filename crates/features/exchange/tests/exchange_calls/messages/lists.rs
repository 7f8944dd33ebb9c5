// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /message/sent/…`, `GET /message/archive/…`, `GET /message/admin/list`,
//! `GET /message/customerservice/list`, `PUT /message/archive`, `PUT /message/back-inbox`

use serde_json::{Value, json};

use super::unread;
use crate::support::threads::{answer, list, row, write};
use crate::support::{TestApp, on_both};

on_both!(
    put_away_for_oneself_alone,
    an_answer_brings_an_archived_thread_back,
    pages_in_both_orders,
    lists_are_their_owners
);

async fn put_away_for_oneself_alone(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let sent = write(app, doctor, &patient.person, "Keep this.", &[])
        .await
        .ok();
    let id = &sent["_id"];
    assert_eq!(unread(app, patient).await, 1);
    let body = json!({"messageId": id, "personId": patient.person});
    assert_eq!(
        app.put(patient, "/message/archive", &body).await.ok()["count"],
        0
    );
    assert_eq!(
        app.put(patient, "/message/archive", &body).await.status,
        200,
        "twice is once"
    );
    assert!(row(app, patient, "inbox", id).await.is_none());
    assert_eq!(
        row(app, patient, "archive", id).await.expect("archived")["isArchive"],
        true
    );
    // The other side keeps it where it was.
    assert_eq!(
        row(app, doctor, "sent", id).await.expect("sent")["isArchive"],
        false
    );
    assert!(row(app, doctor, "archive", id).await.is_none());
    assert_eq!(
        app.put(patient, "/message/back-inbox", &body).await.ok()["count"],
        1
    );
    assert!(
        row(app, patient, "inbox", id).await.is_some()
            && row(app, patient, "archive", id).await.is_none()
    );
    // In somebody else's name, and what one only sent.
    let forged = json!({"messageId": id, "personId": doctor.person});
    assert_eq!(
        app.put(patient, "/message/archive", &forged).await.status,
        403
    );
    assert_eq!(
        app.put(doctor, "/message/archive", &json!({"messageId": id}))
            .await
            .status,
        404
    );
}

async fn an_answer_brings_an_archived_thread_back(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    let sent = write(app, doctor, &patient.person, "Question.", &[])
        .await
        .ok();
    let id = &sent["_id"];
    answer(app, patient, id, "Answer.", &[]).await.ok();
    app.put(patient, "/message/archive", &json!({"messageId": id}))
        .await
        .ok();
    app.put(doctor, "/message/archive", &json!({"messageId": id}))
        .await
        .ok();
    answer(app, doctor, id, "Thank you.", &[]).await.ok();
    assert!(
        row(app, patient, "inbox", id).await.is_some(),
        "the answer is not overlooked"
    );
    assert!(
        row(app, doctor, "archive", id).await.is_some(),
        "who answered keeps it away"
    );
}

async fn pages_in_both_orders(app: &TestApp) {
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    for n in 0..7 {
        write(app, doctor, &patient.person, &format!("Number {n}."), &[])
            .await
            .ok();
    }
    let path = format!("/message/inbox/patient/{}", patient.person);
    let mut walked: Vec<Value> = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = app
            .get(patient, &format!("{path}?limit=3&sort=updatedAt{cursor}"))
            .await
            .ok();
        assert_eq!(page["total"], 7);
        walked.extend(
            page["items"]
                .as_array()
                .expect("items")
                .iter()
                .map(|row| row["preview"].clone()),
        );
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    let all: Vec<Value> = (0..7).map(|n| json!(format!("Number {n}."))).collect();
    assert_eq!(walked, all);
    let newest = list(app, patient, "inbox").await;
    assert_eq!(newest[0]["preview"], "Number 6.");
    for query in [
        "sort=subject",
        "cursor=x",
        "cursor=1_x",
        "limit=x",
        "cursor=99999999999999999999_0",
    ] {
        let status = app.get(patient, &format!("{path}?{query}")).await.status;
        assert!(matches!(status, 400 | 422), "{query}: {status}");
    }
}

async fn lists_are_their_owners(app: &TestApp) {
    let (patient, other, admin) = (&app.users.patient, &app.users.other, &app.users.admin);
    for which in ["sent", "archive", "countUnread", "inbox/patient"] {
        assert_eq!(
            app.get(other, &format!("/message/{which}/{}", patient.person))
                .await
                .status,
            404,
            "{which}"
        );
    }
    assert_eq!(
        app.get(admin, &format!("/message/sent/{}", patient.person))
            .await
            .status,
        404
    );
    let sent = write(
        app,
        patient,
        "Customer Service",
        "For the list of all.",
        &[],
    )
    .await
    .ok();
    let all = app.get(admin, "/message/admin/list?limit=5").await.ok();
    assert_eq!(all["items"][0]["_id"], sent["_id"]);
    app.get(&app.users.office, "/message/admin/list")
        .await
        .refused(403, "NOT_ALLOWED");
    let care = app.get(patient, "/message/customerservice/list").await.ok();
    let ids: Vec<&Value> = care
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["_id"])
        .collect();
    assert_eq!(ids, [&json!(app.users.customer_service.person)]);
    // Its id is as good as its name.
    let direct = write(
        app,
        patient,
        &app.users.customer_service.person,
        "By id.",
        &[],
    )
    .await
    .ok();
    assert_eq!(direct["toGroup"], "Customer Service");
}
