// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls of the fax desk.

mod again;
mod clarification;
mod confirm;
mod document;
mod list;
mod statements;

use serde_json::{Value, json};

use crate::support::{TestApp, User};

/// The end of a pharmacy's fax number whose line is busy, and of one whose fax never ends.
pub(crate) const BUSY: &str = "0101";
pub(crate) const STUCK: &str = "0104";

/// A prescription signed for the pharmacy whose fax number ends so.
pub(crate) async fn signed_for(app: &TestApp, ending: &str) -> Value {
    let doctor = &app.users.doctor;
    let pharmacies = app.get(doctor, "/pharmacy").await.ok();
    let digits = |one: &Value| -> String {
        let fax = one["fax"].as_str().unwrap_or_default();
        fax.chars().filter(char::is_ascii_digit).collect()
    };
    let all = pharmacies.as_array().expect("pharmacies");
    let there = all.iter().find(|one| digits(one).ends_with(ending));
    let pharmacy = there.expect("the demo has such a pharmacy");
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let chosen =
        json!({"prescription": {"_id": seen["_id"], "drPharmacy": {"_id": pharmacy["_id"]}}});
    let seen = app
        .put(doctor, "/prescription/dr-pharmacy", &chosen)
        .await
        .ok();
    app.sign(doctor, &seen).await["prescription"].clone()
}

/// A fax that came to its end at such a pharmacy; its row of the desk.
pub(crate) async fn faxed_to(app: &TestApp, ending: &str) -> Value {
    let signed = signed_for(app, ending).await;
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    newest(app).await
}

/// The newest of the desk's rows, whatever troubles somebody.
pub(crate) async fn newest(app: &TestApp) -> Value {
    newest_seen_by(app, &app.users.office).await
}

/// As `newest`, for somebody of the desk who has signed in since.
pub(super) async fn newest_seen_by(app: &TestApp, by: &User) -> Value {
    let list = app.get(by, "/fax").await.ok();
    let items = list["items"].as_array().expect("rows").clone();
    let queued = |row: &Value| row["queuedAt"].as_str().unwrap_or_default().to_owned();
    items.into_iter().max_by_key(queued).expect("a fax")
}

/// A row's id as text.
pub(crate) fn id(row: &Value) -> &str {
    row["_id"].as_str().expect("an id")
}

/// What the doctors' inbox says of faxes and pharmacies, oldest first.
pub(crate) async fn inbox(app: &TestApp, about: &str) -> Vec<(String, String)> {
    let doctor = &app.users.doctor;
    let path = format!("/message/inbox/doctor/{}?limit=100", doctor.person);
    let list = app.get(doctor, &path).await.ok();
    let text = |one: &Value| one.as_str().unwrap_or_default().to_owned();
    let mut all: Vec<(String, String)> = list["items"]
        .as_array()
        .expect("messages")
        .iter()
        .filter(|one| text(&one["subject"]).contains(about))
        .map(|one| (text(&one["subject"]), text(&one["prescription"])))
        .collect();
    all.reverse();
    all
}
