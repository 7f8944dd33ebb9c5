//! `GET /message/inbox/…`, `GET /message/countUnread/{personId}`, `PUT /message/updateIsRead`

use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both, shown};

async fn inbox(app: &TestApp, by: &User, more: &str) -> Value {
    app.get(by, &format!("/message/inbox/doctor/{}{more}", by.person))
        .await
        .ok()
}

async fn unread(app: &TestApp, by: &User) -> Value {
    app.get(by, &format!("/message/countUnread/{}", by.person))
        .await
        .ok()["count"]
        .clone()
}

on_both! {
    async fn a_paid_request_stands_in_the_doctors_inbox(app: &TestApp) {
        let (doctor, second) = (&app.cast.doctor, &app.cast.second_doctor);
        let before = unread(app, doctor).await;
        app.create(&app.cast.other, 1).await;
        assert_eq!(unread(app, doctor).await, before, "an unpaid request is nobody's work");
        app.paid(2).await;
        let mut list = inbox(app, doctor, "?limit=1").await;
        list["total"] = "[count]".into();
        list["nextCursor"] = "[cursor]".into();
        insta::assert_json_snapshot!("inbox", shown(&list));
        // Read marks are each reader's own.
        let id = json!({"id": list["items"][0]["_id"]});
        let first = app.put(doctor, "/message/updateIsRead", &id).await.ok();
        let again = app.put(doctor, "/message/updateIsRead", &id).await.ok();
        assert_eq!((&first["count"], &again["count"]), (&before, &before));
        assert_eq!(inbox(app, doctor, "?limit=1").await["items"][0]["isRead"], true);
        assert_eq!(inbox(app, second, "?limit=1").await["items"][0]["isRead"], false);
    }

    async fn an_inbox_is_its_owners(app: &TestApp) {
        let (doctor, second, patient) = (&app.cast.doctor, &app.cast.second_doctor, &app.cast.patient);
        app.paid(1).await;
        let theirs = format!("/message/inbox/doctor/{}", second.person);
        assert_eq!(app.get(doctor, &theirs).await.status, 404);
        let message = inbox(app, doctor, "").await["items"][0]["_id"].clone();
        assert_eq!(app.put(patient, "/message/updateIsRead", &json!({"id": message})).await.status, 404);
        let own = app.get(patient, &format!("/message/inbox/patient/{}", patient.person)).await.ok();
        assert!(own["items"].as_array().is_some_and(|all| all.iter().all(|one| one["_id"] != message)));
    }

    async fn pages_follow_each_other_without_gaps(app: &TestApp) {
        for lines in [1, 2, 1] {
            app.paid(lines).await;
            app.ctx.clock.advance(chrono::TimeDelta::seconds(5));
        }
        let doctor = &app.cast.doctor;
        let whole = inbox(app, doctor, "?limit=100").await;
        let ids = |list: &Value| -> Vec<Value> { list["items"].as_array().expect("items").iter().map(|one| one["_id"].clone()).collect() };
        let mut walked = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = inbox(app, doctor, &format!("?limit=2{cursor}")).await;
            walked.extend(ids(&page));
            match page["nextCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(walked, ids(&whole));
    }
}
