// SPDX-License-Identifier: AGPL-3.0-or-later

//! Our own form of results, for laboratories and tools that do not speak HL7:
//!
//! ```json
//! {"format": "salal-labs-1",
//!  "lab": "Cedar Laboratory",
//!  "tests": [
//!    {"order": "C-1001",
//!     "patient": {"healthNumber": "9000 012 345", "dateOfBirth": "1980-01-31",
//!                 "firstName": "Ada", "lastName": "Example"},
//!     "collectedAt": "2026-11-18T08:10:00-08:00",
//!     "reportedAt": "2026-11-18T15:00:00-08:00",
//!     "comments": ["Fasting."],
//!     "items": [
//!       {"group": "Lipids", "code": "LDL", "name": "LDL cholesterol", "value": "3.9",
//!        "unit": "mmol/L", "range": "< 3.5", "flag": "H", "status": "final", "comments": []}]}]}
//! ```
//!
//! `order`, `patient`, `items`, and of an item `group` and `name` are needed; everything else may be left
//! out. `value` may be a text or a number. `status` is one of the words of `ResultStatus`; a field that
//! is not known is refused, so that a misspelt one is not lost.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;

use super::results::{LabItem, ResultStatus};
use super::{LabFault, LabPatient, LabReport};
use crate::health_numbers::{parse_bc_number, parse_card_number};

const FORMAT: &str = "salal-labs-1";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    lab: String,
    tests: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Test {
    order: String,
    patient: Patient,
    #[serde(default)]
    collected_at: Option<DateTime<Utc>>,
    #[serde(default)]
    reported_at: Option<DateTime<Utc>>,
    #[serde(default)]
    comments: Vec<String>,
    items: Vec<Item>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Patient {
    #[serde(default)]
    health_number: String,
    #[serde(default)]
    date_of_birth: Option<NaiveDate>,
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    group: String,
    name: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    value: Value,
    #[serde(default)]
    unit: String,
    #[serde(default)]
    range: String,
    #[serde(default)]
    flag: String,
    #[serde(default = "final_one")]
    status: ResultStatus,
    #[serde(default)]
    comments: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(untagged)]
enum Value {
    Text(String),
    Number(serde_json::Number),
    #[default]
    None,
}

fn final_one() -> ResultStatus {
    ResultStatus::Final
}

/// Parses the format; errors name lines for syntax errors, and paths for missing values.
pub(super) fn reports(text: &str) -> (Vec<LabReport>, Vec<LabFault>) {
    let file: File = match serde_json::from_str(text) {
        Ok(file) => file,
        Err(error) => return (Vec::new(), vec![broken(&error)]),
    };
    let (mut reports, mut faults) = (Vec::new(), Vec::new());
    if file.format != FORMAT {
        faults.push(LabFault::at(0, format!("The format is not {FORMAT}.")));
    }
    if file.lab.trim().is_empty() {
        faults.push(LabFault::at(0, "The laboratory has no name (lab)."));
    }
    if file.tests.is_empty() {
        faults.push(LabFault::at(0, "The file has no tests."));
    }
    for (index, test) in file.tests.into_iter().enumerate() {
        let source = test.to_string();
        let place = format!("tests[{index}]");
        match serde_json::from_value::<Test>(test) {
            Ok(test) => match report(&file.lab, test, source) {
                Ok(report) => reports.push(report),
                Err(missing) => faults.push(LabFault::at(0, format!("{place}: {missing}"))),
            },
            Err(_) => faults.push(LabFault::at(
                0,
                format!("{place}: a field is missing, misspelt or of another kind."),
            )),
        }
    }
    (reports, faults)
}

/// Serde's messages may contain a value; only the position is passed on.
fn broken(error: &serde_json::Error) -> LabFault {
    let what = match error.classify() {
        serde_json::error::Category::Eof => "The file ends too early: is it cut?",
        serde_json::error::Category::Syntax | serde_json::error::Category::Io => {
            "This is not JSON."
        }
        serde_json::error::Category::Data => {
            "The file needs format, lab and tests, and nothing else."
        }
    };
    LabFault::at(error.line(), what)
}

fn report(lab: &str, test: Test, source: String) -> Result<LabReport, String> {
    if test.order.trim().is_empty() {
        return Err("the order has no number.".into());
    }
    if test.items.is_empty() && test.comments.is_empty() {
        return Err("there are no results.".into());
    }
    let empty = |item: &Item| item.group.trim().is_empty() || item.name.trim().is_empty();
    if let Some(index) = test.items.iter().position(empty) {
        return Err(format!("items[{index}] needs group and name."));
    }
    let number = &test.patient.health_number;
    let number = parse_bc_number(number).or_else(|| parse_card_number(number));
    Ok(LabReport {
        line: 0,
        lab: lab.trim().to_owned(),
        order: test.order.trim().to_owned(),
        patient: LabPatient {
            health_numbers: number.into_iter().collect(),
            date_of_birth: test.patient.date_of_birth,
            first_name: test.patient.first_name.trim().to_owned(),
            last_name: test.patient.last_name.trim().to_owned(),
        },
        collected_at: test.collected_at,
        reported_at: test.reported_at,
        comments: test.comments,
        items: test.items.into_iter().map(item).collect(),
        source,
    })
}

fn item(item: Item) -> LabItem {
    LabItem {
        group: item.group.trim().to_owned(),
        code: item.code.trim().to_owned(),
        sub: String::new(),
        name: item.name.trim().to_owned(),
        value: match item.value {
            Value::Text(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            Value::Number(number) => Some(number.to_string()),
            Value::None => None,
        },
        unit: item.unit.trim().to_owned(),
        range: item.range.trim().to_owned(),
        flag: item.flag.trim().to_owned(),
        status: item.status,
        comments: item.comments,
    }
}
