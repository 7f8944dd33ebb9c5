// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on laboratory results, and the files they come from.

mod acknowledge;
mod exceptions;
mod import;
mod list;

use salal_server::features::lab_tests::import_file;
use serde_json::Value;

use crate::support::{TestApp, User, phn};

/// What a report says of the tests' own patient; the other one has 2.
pub(crate) fn patient(n: u32) -> String {
    format!("PID|1||{}^^^BC^JHN||TESTWELL^WREN||19680409|F", phn(n))
}

/// A message with these segments after the header.
pub(crate) fn message(segments: &[&str]) -> String {
    let header =
        "MSH|^~\\&|LIS|CEDAR LAB|EMR|CLINIC|20240228150000-0800||ORU^R01|M-1|P|2.3".to_owned();
    let rest: Vec<String> = segments.iter().map(ToString::to_string).collect();
    [vec![header], rest].concat().join("\r") + "\r"
}

pub(crate) const ORDER: &str = "OBR|1||C-1001|LIP^Lipids^L|||202402280810";
pub(crate) const LDL: &str = "OBX|1|NM|LDL^LDL cholesterol^L||3.9|mmol/L|<3.5|H|||F";
pub(crate) const HDL: &str = "OBX|2|NM|HDL^HDL cholesterol^L||1.2|mmol/L|>1.0||||F";

/// The usual report of a patient, with an order of its own: two results, one of them marked.
pub(crate) fn report(n: u32) -> String {
    let order = ORDER.replace("C-1001", &format!("C-10{n:02}"));
    message(&[&patient(n), &order, LDL, HDL])
}

/// Imports a text as a file.
pub(crate) async fn import(app: &TestApp, text: impl AsRef<[u8]>) -> Result<String, String> {
    let place = std::env::temp_dir().join(format!("salal-labs-{}", uuid::Uuid::new_v4().simple()));
    std::fs::write(&place, text).expect("a file of the test's own");
    let told = Box::pin(import_file(&app.ctx, &place)).await;
    std::fs::remove_file(&place).expect("it is there");
    told.map_err(|error| error.message.clone())
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
