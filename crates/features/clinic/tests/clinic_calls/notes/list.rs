// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /note/person/{id}`

use serde_json::json;

use super::{notes, revise, sign, timeless};
use crate::support::{TestApp, on_both, stable};

on_both!(
    a_note_with_its_versions_and_markers,
    page_by_page,
    only_the_desk_reads_notes
);

async fn a_note_with_its_versions_and_markers(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let first = sign(app, doctor, "Reviewed PharmaNet.\nNo new dispenses.").await;
    revise(
        app,
        office,
        &first,
        "Reviewed PharmaNet.\nTwo new dispenses.",
    )
    .await
    .ok();
    sign(app, office, "Called the pharmacy.").await;
    let path = format!("/note/person/{}", app.users.patient.person);
    let page = app.get(doctor, &path).await.ok();
    insta::assert_json_snapshot!("notes", timeless(&stable(&page)));
    assert_eq!(
        page["items"][1]["text"]
            .as_str()
            .expect("text")
            .lines()
            .count(),
        3
    );
}

async fn page_by_page(app: &TestApp) {
    let doctor = &app.users.doctor;
    for n in 1..=5 {
        sign(app, doctor, &format!("Note {n}")).await;
    }
    let path = format!("/note/person/{}", app.users.patient.person);
    let (mut seen, mut more) = (Vec::new(), String::new());
    loop {
        let page = app.get(doctor, &format!("{path}?limit=2{more}")).await.ok();
        assert_eq!(page["total"], 5);
        seen.extend(
            page["items"]
                .as_array()
                .expect("notes")
                .iter()
                .map(|note| note["written"].clone()),
        );
        let Some(cursor) = page["nextCursor"].as_str() else {
            break;
        };
        more = format!("&cursor={cursor}");
    }
    assert_eq!(seen, ["Note 5", "Note 4", "Note 3", "Note 2", "Note 1"]);
    app.get(doctor, &format!("{path}?cursor=tomorrow"))
        .await
        .refused(400, "MALFORMED");
}

async fn only_the_desk_reads_notes(app: &TestApp) {
    let users = &app.users;
    sign(app, &users.doctor, "For the staff.").await;
    let path = format!("/note/person/{}", users.patient.person);
    for by in [
        &users.patient,
        &users.other,
        &users.customer_service,
        &users.admin,
    ] {
        assert_eq!(app.get(by, &path).await.status, 403);
    }
    assert_eq!(notes(app, &users.office).await.len(), 1);
    // Nobody is no patient; somebody of the staff neither.
    for id in [
        uuid::Uuid::nil().to_string(),
        users.second_doctor.person.clone(),
    ] {
        app.get(&users.doctor, &format!("/note/person/{id}"))
            .await
            .refused(404, "NOT_FOUND");
    }
    let empty = app
        .get(
            &users.doctor,
            &format!("/note/person/{}", users.other.person),
        )
        .await
        .ok();
    assert_eq!(empty, json!({"items": [], "nextCursor": null, "total": 0}));
}
