// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /message/inbox/…`, `GET /message/countUnread/{personId}`, `PUT /message/updateIsRead`

use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both, stable};

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

async fn change(app: &TestApp, sql: &str) {
    use sea_orm::ConnectionTrait;
    let done = app.ctx.db.write().execute_unprepared(sql).await;
    done.expect("the change is made");
}

/// Copies of one message, with ids of their own.
async fn multiply(app: &TestApp, times: u32) {
    let id = match app.ctx.db.engine() {
        salal_db::Engine::Sqlite => "randomblob(16)",
        salal_db::Engine::Postgres => "gen_random_uuid()",
    };
    let sql = format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {times}) \
         INSERT INTO message (id, subject, body, to_group, created_at, updated_at) \
         SELECT {id}, 'Many', 'x', 'doctor', m.created_at, m.updated_at \
         FROM n, (SELECT * FROM message WHERE subject_kind = 'prescription' LIMIT 1) m"
    );
    change(app, &sql).await;
}

on_both!(
    a_paid_request_stands_in_the_doctors_inbox,
    unread_again,
    the_office_sees_what_was_billed,
    long_lists_are_not_counted_to_their_end,
    what_is_not_put_away_is_found_among_thousands_that_are,
    an_inbox_is_its_owners,
    pages_follow_each_other_without_gaps
);

async fn a_paid_request_stands_in_the_doctors_inbox(app: &TestApp) {
    let (doctor, second) = (&app.users.doctor, &app.users.second_doctor);
    let before = unread(app, doctor).await;
    app.create(&app.users.other, 1).await;
    assert_eq!(
        unread(app, doctor).await,
        before,
        "an unpaid request is nobody's work"
    );
    app.paid(2).await;
    let mut list = inbox(app, doctor, "?limit=1").await;
    list["total"] = "[count]".into();
    list["nextCursor"] = "[cursor]".into();
    insta::assert_json_snapshot!("inbox", stable(&list));
    // Read marks are each reader's own.
    let id = json!({"id": list["items"][0]["_id"]});
    let first = app.put(doctor, "/message/updateIsRead", &id).await.ok();
    let again = app.put(doctor, "/message/updateIsRead", &id).await.ok();
    assert_eq!((&first["count"], &again["count"]), (&before, &before));
    assert_eq!(
        inbox(app, doctor, "?limit=1").await["items"][0]["isRead"],
        true
    );
    assert_eq!(
        inbox(app, second, "?limit=1").await["items"][0]["isRead"],
        false
    );
}

async fn unread_again(app: &TestApp) {
    let (doctor, second, office) = (
        &app.users.doctor,
        &app.users.second_doctor,
        &app.users.office,
    );
    app.paid(1).await;
    let id = inbox(app, doctor, "?limit=1").await["items"][0]["_id"].clone();
    let before = unread(app, doctor).await;
    let others = unread(app, second).await;
    app.put(doctor, "/message/updateIsRead", &json!({"id": id}))
        .await
        .ok();
    let back = app
        .put(
            doctor,
            "/message/updateIsRead",
            &json!({"id": id, "isRead": false}),
        )
        .await
        .ok();
    assert_eq!(back["count"], before);
    assert_eq!(
        inbox(app, doctor, "?limit=1").await["items"][0]["unread"],
        true
    );
    assert_eq!(unread(app, second).await, others, "each reader's own");
    let body = json!({"id": id, "isRead": false});
    assert_eq!(
        app.put(office, "/message/updateIsRead", &body).await.status,
        404,
        "not the office's"
    );
    let odd = json!({"id": id, "isRead": "no"});
    assert_eq!(
        app.put(doctor, "/message/updateIsRead", &odd).await.status,
        400
    );
}

async fn the_office_sees_what_was_billed(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    app.paid(1).await;
    let row = inbox(app, doctor, "?limit=1").await["items"][0].clone();
    assert_eq!(
        row["label"].as_str().map(|label| label.starts_with("P-")),
        Some(true)
    );
    let id = row["_id"].as_str().expect("an id").to_owned();
    let sql =
        "UPDATE message SET bill_id = id, to_group = 'office' WHERE subject_kind = 'prescription'";
    change(app, sql).await;
    assert_eq!(
        inbox(app, office, "?limit=1").await["items"][0]["bill"],
        true
    );
    let seen = app.get(doctor, &format!("/message/{id}")).await.ok();
    assert_eq!(seen["bill"], false, "the marker is the front desk's alone");
}

async fn long_lists_are_not_counted_to_their_end(app: &TestApp) {
    let doctor = &app.users.doctor;
    app.paid(1).await;
    let few = inbox(app, doctor, "?limit=1").await;
    assert_eq!(few["isMore"], false);
    multiply(app, 2100).await;
    let many = inbox(app, doctor, "?limit=1").await;
    assert_eq!(
        (&many["total"], &many["isMore"]),
        (&json!(100), &json!(true))
    );
    assert_eq!(
        unread(app, doctor).await,
        json!(1000),
        "so far back it looks"
    );
}

async fn what_is_not_put_away_is_found_among_thousands_that_are(app: &TestApp) {
    let doctor = &app.users.doctor;
    app.paid(1).await;
    let kept = inbox(app, doctor, "").await["items"]
        .as_array()
        .map_or(0, Vec::len);
    multiply(app, 2500).await;
    let sql = "INSERT INTO message_archive (message_id, person_id, archived_at) SELECT m.id, a.person_id, m.updated_at \
            FROM message m, account a WHERE m.subject = 'Many' AND a.role = 'ROLE_DOCTOR'";
    change(app, sql).await;
    for sort in ["updatedAt", "-updatedAt"] {
        let (mut found, mut pages, mut next) = (Vec::new(), 0, String::new());
        loop {
            let page = inbox(app, doctor, &format!("?sort={sort}{next}")).await;
            assert_eq!(page["isMore"], true, "the count says where it ended");
            found.extend(page["items"].as_array().cloned().unwrap_or_default());
            pages += 1;
            let Some(cursor) = page["nextCursor"].as_str() else {
                break;
            };
            next = format!("&cursor={cursor}");
        }
        assert_eq!(
            (found.len(), pages),
            (kept, 3),
            "each page looks at a thousand"
        );
        assert!(found.iter().all(|one| one["subject"] != "Many"));
    }
}

async fn an_inbox_is_its_owners(app: &TestApp) {
    let (doctor, second, patient) = (
        &app.users.doctor,
        &app.users.second_doctor,
        &app.users.patient,
    );
    app.paid(1).await;
    let theirs = format!("/message/inbox/doctor/{}", second.person);
    assert_eq!(app.get(doctor, &theirs).await.status, 404);
    let message = inbox(app, doctor, "").await["items"][0]["_id"].clone();
    assert_eq!(
        app.put(patient, "/message/updateIsRead", &json!({"id": message}))
            .await
            .status,
        404
    );
    let own = app
        .get(
            patient,
            &format!("/message/inbox/patient/{}", patient.person),
        )
        .await
        .ok();
    assert!(
        own["items"]
            .as_array()
            .is_some_and(|all| all.iter().all(|one| one["_id"] != message))
    );
}

async fn pages_follow_each_other_without_gaps(app: &TestApp) {
    for lines in [1, 2, 1] {
        app.paid(lines).await;
        app.ctx.clock.advance(chrono::TimeDelta::seconds(5));
    }
    let doctor = &app.users.doctor;
    let whole = inbox(app, doctor, "?limit=100").await;
    let ids = |list: &Value| -> Vec<Value> {
        list["items"]
            .as_array()
            .expect("items")
            .iter()
            .map(|one| one["_id"].clone())
            .collect()
    };
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
