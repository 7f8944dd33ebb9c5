// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on laboratory results, and the files they come from.

mod acknowledge;
mod exceptions;
mod import;
mod list;

use salal_clinic::lab_tests::import_file;
use serde_json::Value;

use crate::support::{TestApp, labs};

/// Imports a text as a file.
pub(super) async fn import(app: &TestApp, text: impl AsRef<[u8]>) -> Result<String, String> {
    let told = labs::as_file(text, async |file| {
        Box::pin(import_file(&app.ctx, file)).await
    });
    told.await.map_err(|error| error.message.clone())
}

/// What stands in the doctor's inbox about laboratory tests, newest first.
pub(super) async fn told(app: &TestApp) -> Vec<Value> {
    let doctor = &app.users.doctor;
    let path = format!("/message/inbox/doctor/{}", doctor.person);
    let found = app.get(doctor, &path).await.ok();
    let items = found["items"].as_array().cloned().unwrap_or_default();
    items
        .into_iter()
        .filter(|one| !one["labtest"].is_null())
        .collect()
}
