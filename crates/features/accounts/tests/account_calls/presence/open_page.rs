// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT` and `DELETE /person/presence/{id}`: who else has this patient open.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;

use crate::support::{TestApp, User, on_both};
use salal_platform::changes::Published;

fn place(app: &TestApp) -> String {
    format!("/person/presence/{}", app.users.patient.person)
}

async fn here(app: &TestApp, by: &User) -> Value {
    app.put(by, &place(app), &json!({})).await.ok()
}

async fn left(app: &TestApp, by: &User) -> u16 {
    app.send(
        Some(by),
        Method::DELETE,
        &place(app),
        None,
        Some(&json!({})),
    )
    .await
    .status
}

fn names(others: &Value) -> Vec<&str> {
    let list = others.as_array().expect("a list");
    list.iter()
        .map(|one| one["person"]["_id"].as_str().expect("an id"))
        .collect()
}

/// The changes of presence that were told so far.
fn told(events: &mut Receiver<Published>) -> Vec<Published> {
    let mut all = Vec::new();
    while let Ok(event) = events.try_recv() {
        if event.kind == "presence" {
            all.push(event);
        }
    }
    all
}

on_both!(
    two_see_each_other_until_one_leaves,
    silence_is_leaving,
    the_time_of_the_first_opening_stays,
    only_coming_and_going_is_told_and_only_to_staff,
    it_is_the_desk_s_and_of_a_person_that_exists
);

async fn two_see_each_other_until_one_leaves(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    assert!(
        names(&here(app, doctor).await).is_empty(),
        "one does not see oneself"
    );
    assert_eq!(names(&here(app, office).await), [doctor.person.as_str()]);
    assert_eq!(names(&here(app, doctor).await), [office.person.as_str()]);
    assert_eq!(left(app, office).await, 204);
    assert!(names(&here(app, doctor).await).is_empty());
    assert_eq!(left(app, office).await, 204, "leaving twice is leaving");
}

async fn silence_is_leaving(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    here(app, doctor).await;
    app.ctx.clock.advance(TimeDelta::seconds(60));
    assert_eq!(
        names(&here(app, office).await),
        [doctor.person.as_str()],
        "a minute is no silence"
    );
    app.ctx.clock.advance(TimeDelta::seconds(40));
    assert!(
        names(&here(app, office).await).is_empty(),
        "the doctor's page said nothing for 100 s"
    );
}

async fn the_time_of_the_first_opening_stays(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    here(app, doctor).await;
    let first = here(app, office).await[0]["since"].clone();
    app.ctx.clock.advance(TimeDelta::seconds(60));
    here(app, doctor).await;
    assert_eq!(here(app, office).await[0]["since"], first);
}

async fn only_coming_and_going_is_told_and_only_to_staff(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient.person);
    let mut events = app.ctx.subscribe();
    here(app, doctor).await;
    here(app, doctor).await;
    here(app, doctor).await;
    left(app, doctor).await;
    let told = told(&mut events);
    assert_eq!(told.len(), 2, "{told:?}");
    for event in told {
        assert_eq!(event.id.to_string(), *patient);
        assert_ne!(
            event.person.to_string(),
            *patient,
            "a patient hears of what is told in the own name"
        );
    }
}

async fn it_is_the_desk_s_and_of_a_person_that_exists(app: &TestApp) {
    for by in [&app.users.patient, &app.users.customer_service] {
        assert_eq!(
            app.put(by, &place(app), &json!({})).await.status,
            403,
            "{}",
            by.email
        );
        assert_eq!(left(app, by).await, 403, "{}", by.email);
    }
    let nobody = format!("/person/presence/{}", uuid::Uuid::nil());
    app.put(&app.users.doctor, &nobody, &json!({}))
        .await
        .refused(404, "NOT_FOUND");
    app.put(&app.users.doctor, "/person/presence/7", &json!({}))
        .await
        .refused(404, "NOT_FOUND");
}
