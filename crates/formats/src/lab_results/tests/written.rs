// SPDX-License-Identifier: AGPL-3.0-or-later

//! Round trip: reports of every shape, written as a message with escaped characters, are parsed unchanged.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use proptest::prelude::*;

use super::super::LabPatient;
use super::*;

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '|' => out.push_str("\\F\\"),
            '^' => out.push_str("\\S\\"),
            '&' => out.push_str("\\T\\"),
            '~' => out.push_str("\\R\\"),
            '\\' => out.push_str("\\E\\"),
            '\n' => out.push_str("\\.br\\"),
            other => out.push(other),
        }
    }
    out
}

fn time(at: Option<DateTime<Utc>>) -> String {
    at.map(|at| at.format("%Y%m%d%H%M%S+0000").to_string())
        .unwrap_or_default()
}

fn letter(status: ResultStatus) -> String {
    let found = ResultStatus::ALL.iter().find(|(one, _)| *one == status);
    found.map(|(_, letters)| letters[..1].to_owned()).unwrap()
}

fn written(report: &LabReport) -> String {
    let patient = &report.patient;
    let born = patient.date_of_birth.unwrap().format("%Y%m%d");
    let mut lines = vec![
        format!(
            "MSH|^~\\&||{}|||{}||ORU^R01|1|P|2.5",
            escaped(&report.lab),
            time(report.reported_at)
        ),
        format!(
            "PID|1||{}^^^BC^JHN||{}^{}||{born}",
            patient.health_numbers[0],
            escaped(&patient.last_name),
            escaped(&patient.first_name)
        ),
    ];
    let mut group = None;
    for item in &report.items {
        if group != Some(&item.group) {
            group = Some(&item.group);
            lines.push(format!(
                "OBR|1||{}|^{}|||{}",
                escaped(&report.order),
                escaped(&item.group),
                time(report.collected_at)
            ));
        }
        lines.push(format!(
            "OBX|1|ST|{}^{}|{}|{}|{}|{}|{}|||{}",
            escaped(&item.code),
            escaped(&item.name),
            escaped(&item.sub),
            escaped(item.value.as_deref().unwrap_or_default()),
            escaped(&item.unit),
            escaped(&item.range),
            item.flag,
            letter(item.status)
        ));
        for comment in &item.comments {
            lines.push(format!("NTE|1|L|{}", escaped(comment)));
        }
    }
    lines.join("\r") + "\r"
}

/// A text that is not empty and has no space at its ends.
fn words() -> impl Strategy<Value = String> {
    "[A-Za-zé0-9|^&~\\\\%<>()/.-]([A-Za-zéµ 0-9|^&~\\\\%<>()/.-]{0,12}[A-Za-z0-9|^&~\\\\])?"
}

fn maybe() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), words()]
}

fn item() -> impl Strategy<Value = LabItem> {
    let status = prop::sample::select(ResultStatus::ALL.map(|(status, _)| status).to_vec());
    let flag = prop::sample::select(vec!["", "H", "L", "AA", "N"]);
    let group = prop::sample::select(vec!["Lipids", "Blood & iron", "a|b"]);
    let comments = prop::collection::vec(words(), 0..3);
    (
        group,
        maybe(),
        maybe(),
        words(),
        prop::option::of(words()),
        maybe(),
        maybe(),
        flag,
        status,
        comments,
    )
        .prop_map(
            |(group, code, sub, name, value, unit, range, flag, status, comments)| LabItem {
                group: group.into(),
                code,
                sub,
                name,
                value,
                unit,
                range,
                flag: flag.into(),
                status,
                comments,
            },
        )
}

fn report() -> impl Strategy<Value = LabReport> {
    let moment = (0i64..2_000_000_000).prop_map(|seconds| {
        DateTime::UNIX_EPOCH
            .checked_add_signed(TimeDelta::seconds(seconds))
            .unwrap()
    });
    let born = (0i64..40_000)
        .prop_map(|days| NaiveDate::from_ymd_opt(1900, 1, 1).unwrap() + TimeDelta::days(days));
    let items = prop::collection::vec(item(), 1..6);
    (words(), words(), words(), words(), born, moment, items).prop_map(
        |(lab, order, first_name, last_name, born, at, mut items)| {
            // Orders with the same number are returned group by group.
            items.sort_by(|one, other| one.group.cmp(&other.group));
            LabReport {
                line: 3,
                lab,
                order,
                patient: LabPatient {
                    health_numbers: vec![PHN.into()],
                    date_of_birth: Some(born),
                    first_name,
                    last_name,
                },
                collected_at: Some(at),
                reported_at: Some(at),
                comments: Vec::new(),
                items,
                source: String::new(),
            }
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read(report in report()) {
        let text = written(&report);
        let mut read = only(&text);
        read.source = String::new();
        prop_assert_eq!(read, report);
    }
}
