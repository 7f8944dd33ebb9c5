// SPDX-License-Identifier: AGPL-3.0-or-later

//! Files of results as sent by laboratories, including damaged ones. All names and numbers are invented.

mod broken;
mod hl7;
mod json;
mod later;
mod written;

use super::results::{LabItem, ResultStatus};
use super::{LabFile, LabReport, read_lab_file};

const PHN: &str = "9000000018";

/// A message of one patient with these segments.
fn message(segments: &[&str]) -> String {
    let header = "MSH|^~\\&|LIS|CEDAR LAB|EMR|CLINIC|20261118150000-0800||ORU^R01|M-1|P|2.3";
    let patient = format!("PID|1||{PHN}^^^BC^JHN||EXAMPLE^ADA^MARY||19800131|F");
    [&[header, &patient], segments].concat().join("\r") + "\r"
}

const OBR: &str = "OBR|1||C-1001|LIP^Lipids^L|||202611180810";
const OBX: &str = "OBX|1|NM|LDL^LDL cholesterol^L||3.9|mmol/L|<3.5|H|||F";

fn read(text: &str) -> LabFile {
    read_lab_file(text.as_bytes()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn only(text: &str) -> LabReport {
    let mut reports = read(text).reports;
    assert_eq!(reports.len(), 1, "{reports:#?}");
    reports.remove(0)
}

fn faults(bytes: &[u8]) -> Vec<String> {
    match read_lab_file(bytes) {
        Ok(file) => panic!("it was read: {file:#?}"),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

fn result(name: &str, value: &str, status: ResultStatus) -> LabItem {
    LabItem {
        group: "Lipids".into(),
        code: String::new(),
        sub: String::new(),
        name: name.into(),
        value: Some(value.into()).filter(|value: &String| !value.is_empty()),
        unit: String::new(),
        range: String::new(),
        flag: String::new(),
        status,
        comments: Vec::new(),
    }
}
