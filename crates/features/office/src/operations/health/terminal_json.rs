// SPDX-License-Identifier: AGPL-3.0-or-later

//! The report as JSON, for `salal doctor --json`: the same findings as the text, for programs. Its shape is told in
//! docs/metrics.md: names are only added, and `format` counts up when one changes or goes. No record is named: effects
//! without an outcome are counted.

use serde_json::{Value, json};

use super::report::{Level, Report, UnconfirmedKind};

/// The version of the shape.
const FORMAT: u32 = 1;

/// The report as JSON.
pub fn json(report: &Report) -> Value {
    let count = |level| {
        let of_level = report.findings.iter().filter(|one| one.level == level);
        of_level.count()
    };
    let findings: Vec<Value> = report
        .findings
        .iter()
        .map(
            |one| json!({"level": one.level, "area": one.area, "code": one.code, "text": one.text}),
        )
        .collect();
    let jobs: Vec<Value> = report
        .jobs
        .iter()
        .map(|kind| {
            json!({
                "kind": kind.kind, "waiting": kind.waiting, "running": kind.running,
                "givenUp": kind.given_up, "oldest": kind.oldest, "due": kind.due,
            })
        })
        .collect();
    let services: Vec<Value> = report
        .services
        .iter()
        .map(|service| {
            json!({
                "service": service.service, "answeredAt": service.answered_at,
                "failedAt": service.failed_at, "failures": service.failures,
                "pausedUntil": service.paused_until,
            })
        })
        .collect();
    let unconfirmed: Vec<Value> = UnconfirmedKind::ALL
        .into_iter()
        .map(|kind| {
            let of_kind = || report.unconfirmed.iter().filter(|one| one.kind == kind);
            let oldest = of_kind().map(|one| one.since).min();
            json!({"kind": kind, "count": of_kind().count(), "oldest": oldest})
        })
        .collect();
    json!({
        "format": FORMAT,
        "checkedAt": report.checked_at,
        "wrong": count(Level::Wrong),
        "notices": count(Level::Notice),
        "findings": findings,
        "versions": report.versions,
        "jobs": jobs,
        "services": services,
        "unconfirmed": unconfirmed,
        "remittancesSetAside": report.set_aside.files,
        "backup": {"at": report.backup.at, "name": report.backup.name, "dueHours": report.backup.due_hours},
        "restore": report.restore,
        "audit": {
            "lines": report.audit.lines, "head": report.audit.head,
            "waitsSince": report.audit.waits_since, "anchoredAt": report.audit.anchored_at,
        },
        "disks": report.disks,
    })
}

/// What is printed when the installation could not be examined.
pub fn json_of_error(why: &str) -> Value {
    json!({"format": FORMAT, "error": why})
}
