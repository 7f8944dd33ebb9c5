// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls of one room after another, each with what it needs.

use reqwest::Method;
use salal_sandbox::{Mode, Service};
use serde_json::{Value, json};

use super::walk::Walk;
use crate::calls::lab_tests::import;
use crate::support::User;
use crate::support::labs::{report, tests_of};

/// What the fax desk and the queue to the clinic do with somebody's record.
pub(super) async fn fax_desk(walk: &mut Walk<'_>, office: &User) {
    let app = walk.app;
    let text = |value: &Value| value.as_str().expect("an id").to_owned();
    // The pharmacy's fax was delivered; the sleep clinic's second copy waits.
    let list = walk.list(office, "/fax", "/fax").await.body;
    let rows = list["items"].as_array().expect("faxes").clone();
    let of = |state: &str| rows.iter().find(|row| row["state"] == state).cloned();
    let (waiting, delivered) = (
        of("queued").expect("one waits"),
        of("delivered").expect("one arrived"),
    );
    let id = text(&delivered["_id"]);
    let subject = text(&delivered["subject"]["_id"]);
    let kind = text(&delivered["subject"]["kind"]);
    for (template, path) in [
        ("/fax/{id}", format!("/fax/{id}")),
        ("/fax/{id}/paper", format!("/fax/{id}/paper")),
        (
            "/fax/clarifications/{kind}/{id}",
            format!("/fax/clarifications/{kind}/{subject}"),
        ),
    ] {
        walk.call(office, Method::GET, template, &path, None).await;
    }
    let entry = json!({"faxId": id, "kind": "called", "text": "A question."});
    walk.call(
        office,
        Method::POST,
        "/fax/clarification",
        "/fax/clarification",
        Some(entry),
    )
    .await;
    let path = format!("/fax/{}/undo", text(&waiting["_id"]));
    walk.call(office, Method::PUT, "/fax/{id}/undo", &path, None)
        .await;
    app.fail(Service::Srfax, Mode::Decline, 1);
    let sleep = rows
        .iter()
        .find(|row| row["subject"]["kind"] == "sleep_assessment" && row["state"] != "queued");
    let sleep = sleep.expect("the first copy of the request");
    let path = format!("/fax/{}/again", text(&sleep["_id"]));
    let sent = walk
        .call(
            office,
            Method::PUT,
            "/fax/{id}/again",
            &path,
            Some(json!({"version": sleep["version"]})),
        )
        .await;
    app.settle().await;
    let failed = app
        .get(office, &format!("/fax/{}", text(&sent.body["_id"])))
        .await
        .ok();
    let path = format!("/fax/{}/confirm", text(&failed["_id"]));
    let said = json!({"version": failed["version"], "note": "It is there."});
    walk.call(office, Method::PUT, "/fax/{id}/confirm", &path, Some(said))
        .await;
    app.settle().await;
    // The clinic is away while the patient's pharmacy changes.
    let patient = &app.users.patient;
    let wanted = json!({"personId": patient.person, "preferredPharmacy": app.users.samples.second_pharmacy["_id"]});
    app.post(patient, "/person/prefer-pharmacy", &wanted)
        .await
        .ok();
    let queue = walk
        .list(office, "/clinic-queue", "/clinic-queue")
        .await
        .body;
    let id = text(&queue["items"][0]["_id"]);
    walk.call(
        office,
        Method::PUT,
        "/clinic-queue/retry/{id}",
        &format!("/clinic-queue/retry/{id}"),
        Some(json!({})),
    )
    .await;
    let reason = json!({"reason": "notNeeded"});
    walk.call(
        office,
        Method::PUT,
        "/clinic-queue/give-up/{id}",
        &format!("/clinic-queue/give-up/{id}"),
        Some(reason),
    )
    .await;
    app.settle().await;
    app.expect_given_up(1);
}

/// The calls on a sleep order and its faxes.
pub(super) async fn sleep_study(walk: &mut Walk<'_>) {
    let app = walk.app;
    let (patient, office) = (&app.users.patient, &app.users.office);
    let person = patient.person.clone();
    let order = app
        .pay_sleep(patient, &app.sleep_order(patient, "coastal").await)
        .await;
    let id = order["_id"].as_str().expect("an id");
    let answers = order["sleepInfo"]["_id"].as_str().expect("an id");
    for (template, path) in [
        (
            "/sleep-info/person/{id}",
            format!("/sleep-info/person/{person}"),
        ),
        ("/sleep-info/{id}", format!("/sleep-info/{answers}")),
        (
            "/sleep-assessment/person/{id}",
            format!("/sleep-assessment/person/{person}"),
        ),
        (
            "/sleep-assessment/pending-by-person/{id}",
            format!("/sleep-assessment/pending-by-person/{person}"),
        ),
        (
            "/sleep-assessment/document/{id}",
            format!("/sleep-assessment/document/{id}"),
        ),
        (
            "/sleep-assessment/receipt/{id}",
            format!("/sleep-assessment/receipt/{id}"),
        ),
        ("/sleep-assessment/{id}", format!("/sleep-assessment/{id}")),
    ] {
        walk.call(office, Method::GET, template, &path, None).await;
    }
    app.settle().await;
    let again = json!({"sleepAssessmentId": id});
    walk.call(
        office,
        Method::POST,
        "/fax/queue-sleep-assessment-fax",
        "/fax/queue-sleep-assessment-fax",
        Some(again),
    )
    .await;
    fax_desk(walk, office).await;
    for (path, body) in [
        (
            "/sleep-assessment/update-status",
            json!({"id": id, "status": "FAXED"}),
        ),
        ("/sleep-assessment/refund-success", json!({"id": id})),
    ] {
        walk.call(office, Method::PUT, path, path, Some(body)).await;
    }
}

/// The calls on messages and their files.
pub(super) async fn messages(walk: &mut Walk<'_>) {
    let app = walk.app;
    let (patient, doctor, office) = (&app.users.patient, &app.users.doctor, &app.users.office);
    let person = patient.person.clone();
    let fields = json!({"to": person, "subject": "A question", "message": "Have you had a test?"});
    let message = walk.form(doctor, Method::POST, "/message", fields).await;
    let id = message["_id"].as_str().expect("an id");
    let file = message["files"][0]["_id"].as_str().expect("a file");
    walk.call(
        office,
        Method::GET,
        "/message/{id}",
        &format!("/message/{id}"),
        None,
    )
    .await;
    walk.call(
        office,
        Method::GET,
        "/file/{id}",
        &format!("/file/{file}"),
        None,
    )
    .await;
    walk.call(
        office,
        Method::POST,
        "/message/sent-email",
        "/message/sent-email",
        Some(json!({"id": id})),
    )
    .await;
    walk.form(
        office,
        Method::PUT,
        "/message/updateReplies",
        json!({"id": id, "message": "And one more thing."}),
    )
    .await;
    let mine = &doctor.person;
    for (template, path) in [
        ("/message/sent/{personId}", format!("/message/sent/{mine}")),
        (
            "/message/inbox/doctor/{personId}",
            format!("/message/inbox/doctor/{mine}"),
        ),
    ] {
        walk.list(doctor, template, &path).await;
    }
    app.put(doctor, "/message/archive", &json!({"messageId": id}))
        .await
        .ok();
    let path = format!("/message/archive/{mine}");
    walk.list(doctor, "/message/archive/{personId}", &path)
        .await;
    let path = "/message/admin/list";
    walk.list(&app.users.admin, path, path).await;
    walk.call(
        &app.users.admin,
        Method::GET,
        "/person/access-log/{id}",
        &format!("/person/access-log/{person}"),
        None,
    )
    .await;
}

/// The calls on notes, from the draft to the reply.
pub(super) async fn notes(walk: &mut Walk<'_>) {
    let app = walk.app;
    let (patient, doctor, office) = (&app.users.patient, &app.users.doctor, &app.users.office);
    let person = patient.person.clone();
    let text = json!({"personId": person, "text": "Have you had a test?"});
    walk.call(
        office,
        Method::PUT,
        "/notedraft",
        "/notedraft",
        Some(text.clone()),
    )
    .await;
    walk.call(
        office,
        Method::GET,
        "/notedraft/person/{id}",
        &format!("/notedraft/person/{person}"),
        None,
    )
    .await;
    let note = walk
        .call(
            doctor,
            Method::PUT,
            "/notedraft/sign",
            "/notedraft/sign",
            Some(text),
        )
        .await
        .body;
    let id = note["_id"].as_str().expect("an id");
    let revision = json!({"noteId": id, "personId": person, "text": "Have you had a blood test?"});
    let note = walk
        .call(office, Method::PUT, "/note", "/note", Some(revision))
        .await
        .body;
    let last = &note["versions"][1]["_id"];
    walk.call(
        doctor,
        Method::PUT,
        "/note/emr",
        "/note/emr",
        Some(json!({"noteId": id, "personId": person, "lastVersion": last})),
    )
    .await;
    walk.call(
        doctor,
        Method::PUT,
        "/note/undo/{id}",
        &format!("/note/undo/{id}"),
        None,
    )
    .await;
    walk.call(
        doctor,
        Method::PUT,
        "/note/sendNote",
        "/note/sendNote",
        Some(json!({"noteId": id, "to": person, "lastVersion": last})),
    )
    .await;
    app.settle().await;
    app.ctx.clock.advance(chrono::TimeDelta::milliseconds(10));
    let page = walk
        .call(
            office,
            Method::GET,
            "/note/person/{id}",
            &format!("/note/person/{person}"),
            None,
        )
        .await
        .body;
    let thread = &page["items"][0]["message"]["_id"];
    let answer = json!({"id": thread, "message": "Yes."});
    app.form(patient, Method::PUT, "/message/updateReplies", &answer, &[])
        .await
        .ok();
    let page = app
        .get(office, &format!("/note/person/{person}"))
        .await
        .ok();
    let reply = json!({"messageId": thread, "personId": person, "replyId": page["items"][0]["message"]["replies"][0]["_id"]});
    walk.call(
        office,
        Method::PUT,
        "/note/reply/acknowledge",
        "/note/reply/acknowledge",
        Some(reply),
    )
    .await;
}

/// What a doctor does with a patient's laboratory results, one of them of nobody, one with another birth date
/// than the patient's.
pub(super) async fn lab_bodies(walk: &mut Walk<'_>) -> [(&'static str, Value); 2] {
    let app = walk.app;
    let (person, doctor) = (&app.users.patient.person, &app.users.doctor);
    let doubtful = report(1).replace("19680409", "19680904");
    let results = [report(1), report(77), doubtful.replace("C-1001", "C-1099")];
    import(app, results.concat()).await.expect("a good file");
    let test = tests_of(app, &app.users.patient).await.remove(0);
    let path = "/lab-test/exceptions";
    let list = walk.list(doctor, path, path).await.body;
    walk.list(doctor, "/other-work", "/other-work").await;
    let waiting = &list["items"][0]["_id"];
    [
        (
            "/lab-test/acknowledge",
            json!({"personId": person, "labtestId": test["_id"]}),
        ),
        (
            "/lab-test/exceptions/file",
            json!({"exceptionId": waiting, "personId": person}),
        ),
    ]
}
