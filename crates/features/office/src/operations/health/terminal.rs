// SPDX-License-Identifier: AGPL-3.0-or-later

//! The report as text, for `salal doctor`.

use chrono::{DateTime, Utc};

use super::labels::{age, bytes};
use super::report::{Level, Report};

/// The report as lines: first the findings, then the state of each part.
pub fn text(report: &Report) -> String {
    let mut lines = Vec::new();
    let versions = &report.versions;
    lines.push(format!(
        "Salal {}, schema {}, {} {}",
        versions.program,
        versions.schema.as_deref().unwrap_or("none"),
        versions.engine,
        versions.engine_version
    ));
    for finding in &report.findings {
        let sign = match finding.level {
            Level::Wrong => "WRONG ",
            Level::Notice => "notice",
        };
        lines.push(format!(
            "{sign} {:<11} {}",
            finding.area.code(),
            finding.text
        ));
    }
    if report.findings.is_empty() {
        lines.push("No problems found.".into());
    }
    let ago = |at: DateTime<Utc>| age((report.checked_at - at).num_seconds());
    lines.push("Jobs".into());
    for kind in &report.jobs {
        let oldest = kind.oldest.map(|at| format!(", oldest {}", ago(at)));
        lines.push(format!(
            "  {:<24} waiting {}, running {}, given up {}{}{}{}",
            kind.kind,
            kind.waiting,
            kind.running,
            kind.given_up,
            oldest.unwrap_or_default(),
            kind.why
                .as_ref()
                .map(|why| format!(". {why}"))
                .unwrap_or_default(),
            kind.why_given_up
                .as_ref()
                .map(|why| format!(". Given up: {why}"))
                .unwrap_or_default()
        ));
    }
    if report.jobs.is_empty() {
        lines.push("  No jobs are waiting.".into());
    }
    lines.push("External services".into());
    for service in &report.services {
        let state = match (service.failures, service.answered_at, service.failed_at) {
            (1.., _, Some(at)) => format!(
                "failing: {} {} ago",
                service.failure.as_deref().unwrap_or("It failed."),
                ago(at)
            ),
            (_, Some(at), _) => format!("answered {} ago", ago(at)),
            _ => "not used yet".into(),
        };
        lines.push(format!("  {:<24} {state}", service.service));
    }
    lines.push(format!("Without an outcome: {}", report.unconfirmed.len()));
    lines.push(format!("Remittances set aside: {}", report.set_aside.files));
    lines.push(match (&report.backup.name, report.backup.at) {
        (Some(name), Some(at)) => format!("Newest backup: {name}, {} ago", ago(at)),
        _ => "Newest backup: none".into(),
    });
    if let Some(at) = report.key_since {
        lines.push(format!("Master key: seals for {}", ago(at)));
    }
    let head = report.audit.head.as_deref().unwrap_or("none");
    let anchored = report.audit.anchored_at.map_or_else(
        || "none outside".to_owned(),
        |at| format!("{} ago outside", ago(at)),
    );
    lines.push(format!(
        "Audit: {} lines, head {head}; newest anchor {anchored}",
        report.audit.lines
    ));
    for disk in &report.disks {
        lines.push(format!(
            "{}: {} free of {}",
            disk.what,
            bytes(disk.free),
            bytes(disk.total)
        ));
    }
    lines.join("\n")
}
