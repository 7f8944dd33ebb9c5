// SPDX-License-Identifier: AGPL-3.0-or-later

//! Laboratory reports about the tests' own patients, a file to import one from, and what the doctor then sees.

use std::path::Path;

use serde_json::Value;

use crate::{TestApp, User, phn};

/// What a report says of the tests' own patient; the other one has 2.
pub fn patient(n: u32) -> String {
    format!("PID|1||{}^^^BC^JHN||TESTWELL^WREN||19680409|F", phn(n))
}

/// A message with these segments after the header.
pub fn message(segments: &[&str]) -> String {
    let header =
        "MSH|^~\\&|LIS|CEDAR LAB|EMR|CLINIC|20240228150000-0800||ORU^R01|M-1|P|2.3".to_owned();
    let rest: Vec<String> = segments.iter().map(ToString::to_string).collect();
    [vec![header], rest].concat().join("\r") + "\r"
}

pub const ORDER: &str = "OBR|1||C-1001|LIP^Lipids^L|||202402280810";
pub const LDL: &str = "OBX|1|NM|LDL^LDL cholesterol^L||3.9|mmol/L|<3.5|H|||F";
pub const HDL: &str = "OBX|2|NM|HDL^HDL cholesterol^L||1.2|mmol/L|>1.0||||F";

/// The usual report of a patient, with an order of its own: two results, one of them marked.
pub fn report(n: u32) -> String {
    let order = ORDER.replace("C-1001", &format!("C-10{n:02}"));
    message(&[&patient(n), &order, LDL, HDL])
}

/// Has a text imported as a file, which is gone afterwards.
pub async fn as_file<T>(text: impl AsRef<[u8]>, import: impl AsyncFnOnce(&Path) -> T) -> T {
    let place = std::env::temp_dir().join(format!("salal-labs-{}", uuid::Uuid::new_v4().simple()));
    std::fs::write(&place, text).expect("a file of the test's own");
    let told = import(&place).await;
    std::fs::remove_file(&place).expect("it is there");
    told
}

/// The patient's tests as the doctor sees them.
pub async fn tests_of(app: &TestApp, who: &User) -> Vec<Value> {
    let found = app
        .get(&app.users.doctor, &format!("/lab-test/{}", who.person))
        .await
        .ok();
    found.as_array().cloned().unwrap_or_default()
}
