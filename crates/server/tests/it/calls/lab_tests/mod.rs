// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on laboratory results, and the files they come from.

mod acknowledge;
mod exceptions;
mod import;
mod list;

use salal_server::features::lab_tests::import_file;
use serde_json::Value;

use crate::support::{TestApp, User, labs};

pub(crate) use crate::support::labs::{HDL, LDL, ORDER, message, patient, report};

/// Imports a text as a file.
pub(crate) async fn import(app: &TestApp, text: impl AsRef<[u8]>) -> Result<String, String> {
    let told = labs::as_file(text, async |file| {
        Box::pin(import_file(&app.ctx, file)).await
    });
    told.await.map_err(|error| error.message.clone())
}

/// The patient's tests as the doctor sees them.
pub(crate) async fn tests_of(app: &TestApp, who: &User) -> Vec<Value> {
    let found = app
        .get(&app.users.doctor, &format!("/lab-test/{}", who.person))
        .await
        .ok();
    found.as_array().cloned().unwrap_or_default()
}

/// What stands in the doctor's inbox about laboratory tests, newest first.
pub(crate) async fn told(app: &TestApp) -> Vec<Value> {
    let doctor = &app.users.doctor;
    let path = format!("/message/inbox/doctor/{}", doctor.person);
    let found = app.get(doctor, &path).await.ok();
    let items = found["items"].as_array().cloned().unwrap_or_default();
    items
        .into_iter()
        .filter(|one| !one["labtest"].is_null())
        .collect()
}
