// SPDX-License-Identifier: AGPL-3.0-or-later

//! Derives findings from a report: each rule with its limit, as display text.

use chrono::{DateTime, TimeDelta, Utc};
use salal_domain::days::vancouver_day;

use super::labels::{age, bytes, count};
use super::report::{Area, BackupState, Finding, Level, Report, UnconfirmedKind};
use crate::settings::{Environment, Settings};

/// Overdue by this much means that no worker is running.
const OVERDUE: TimeDelta = TimeDelta::minutes(10);
/// Window in which a failed job is reported as an error.
const LATELY: TimeDelta = TimeDelta::days(1);
/// Window in which a service failure is reported.
const FAILED: TimeDelta = TimeDelta::days(1);
/// Consecutive failures before a service is reported as down.
const IN_A_ROW: i64 = 3;
/// How long an effect may be without an outcome before it is an error.
const UNKNOWN: TimeDelta = TimeDelta::hours(1);
/// How long an audit entry may be unsealed.
const UNSEALED: TimeDelta = TimeDelta::minutes(10);
/// How long an audit entry may be without an anchor.
const UNANCHORED: TimeDelta = TimeDelta::minutes(15);
/// How long a master key seals before a note reminds of it.
const OLD_KEY: TimeDelta = TimeDelta::days(365);
/// How much later than its time a backup may be.
const SLACK: TimeDelta = TimeDelta::minutes(2);
/// Minimum free disk space.
const LEAST_FREE: u64 = 1_000_000_000;

struct Found {
    all: Vec<Finding>,
    now: DateTime<Utc>,
}

impl Found {
    /// A finding of an area that has one of a kind.
    fn add(&mut self, level: Level, area: Area, text: impl Into<String>) {
        self.add_as(area.code(), level, area, text);
    }

    /// A finding with a name of its own.
    fn add_as(
        &mut self,
        code: impl Into<String>,
        level: Level,
        area: Area,
        text: impl Into<String>,
    ) {
        self.all.push(Finding {
            level,
            area,
            text: text.into(),
            code: code.into(),
            is_local: area == Area::Disks,
        });
    }

    fn older(&self, at: DateTime<Utc>, limit: TimeDelta) -> bool {
        self.now - at > limit
    }

    fn since(&self, at: DateTime<Utc>) -> String {
        age((self.now - at).num_seconds())
    }
}

/// All findings of a report, errors first.
pub(super) fn find_faults(report: &Report, settings: &Settings) -> Vec<Finding> {
    let mut found = Found {
        all: Vec::new(),
        now: report.checked_at,
    };
    let faults = settings.faults().into_iter();
    for fault in faults {
        found.add(Level::Wrong, Area::Settings, fault);
    }
    for notice in settings.notices() {
        found.add_as("settings.notice", Level::Notice, Area::Settings, notice);
    }
    versions(report, &mut found);
    jobs(report, &mut found);
    services(report, &mut found);
    unconfirmed(report, &mut found);
    faxes(report, &mut found);
    remittances(report, &mut found);
    restore(report, &mut found);
    backup(report, settings, &mut found);
    audit(report, &mut found);
    keys(report, &mut found);
    disks(report, &mut found);
    let mut all = found.all;
    all.sort_by_key(|finding| finding.level);
    all
}

fn versions(report: &Report, found: &mut Found) {
    let missing = report.versions.missing.len();
    if missing > 0 {
        let steps = count(i64::try_from(missing).unwrap_or(i64::MAX), "migration");
        let text = format!("The database is missing {steps} of this version: run salal migrate.");
        found.add(Level::Wrong, Area::Versions, text);
    }
}

fn jobs(report: &Report, found: &mut Found) {
    for kind in &report.jobs {
        if let Some(due) = kind.due.filter(|due| found.older(*due, OVERDUE)) {
            let text = format!(
                "{}: due {} ago and not started. Is a worker running?",
                kind.what,
                found.since(due)
            );
            let code = format!("jobs.overdue:{}", kind.kind);
            found.add_as(code, Level::Wrong, Area::Jobs, text);
        }
        if kind.given_up > 0 {
            let lately = kind
                .last_given_up
                .is_some_and(|at| !found.older(at, LATELY));
            let level = if lately { Level::Wrong } else { Level::Notice };
            let text = format!("{}: {} given up.", kind.what, count(kind.given_up, "job"));
            let code = format!("jobs.given_up:{}", kind.kind);
            found.add_as(code, level, Area::Jobs, text);
        }
    }
}

fn services(report: &Report, found: &mut Found) {
    for service in &report.services {
        let Some(at) = service.failed_at.filter(|_| service.failures > 0) else {
            continue;
        };
        if found.older(at, FAILED) {
            continue;
        }
        let level = if service.failures >= IN_A_ROW {
            Level::Wrong
        } else {
            Level::Notice
        };
        let text = format!(
            "{}: failed {} since it last answered, the last time {} ago.",
            service.what,
            count(service.failures, "time"),
            found.since(at)
        );
        let code = format!("services:{}", service.service);
        found.add_as(code, level, Area::Services, text);
    }
}

fn unconfirmed(report: &Report, found: &mut Found) {
    for kind in UnconfirmedKind::ALL {
        let of_kind = report.unconfirmed.iter().filter(|item| item.kind == kind);
        let since: Vec<_> = of_kind.map(|item| item.since).collect();
        let Some(oldest) = since.iter().min() else {
            continue;
        };
        let level = if found.older(*oldest, UNKNOWN) {
            Level::Wrong
        } else {
            Level::Notice
        };
        let n = since.len();
        let (one, more) = match kind {
            UnconfirmedKind::Payment => ("payment", "payments"),
            UnconfirmedKind::Refund => ("refund", "refunds"),
            UnconfirmedKind::Fax => ("fax", "faxes"),
            UnconfirmedKind::Claims => ("file of claims", "files of claims"),
        };
        let many = format!("{n} {}", if n == 1 { one } else { more });
        let text = format!(
            "{many} without a known outcome, the oldest for {}.",
            found.since(*oldest)
        );
        let code = format!("unconfirmed:{}", kind.code());
        found.add_as(code, level, Area::Unconfirmed, text);
    }
}

/// A fax that failed is the office's work, and no fault of the installation.
fn faxes(report: &Report, found: &mut Found) {
    let (failed, Some(since)) = report.failed_faxes else {
        return;
    };
    let many = if failed == 1 {
        "1 fax failed and waits".to_owned()
    } else {
        format!("{failed} faxes failed and wait")
    };
    let text = format!(
        "{many} for the office, the oldest for {}. The fax desk shows why and can send it again.",
        found.since(since)
    );
    found.add(Level::Notice, Area::Faxes, text);
}

fn remittances(report: &Report, found: &mut Found) {
    let Some(since) = report.set_aside.since else {
        return;
    };
    let files = report.set_aside.files;
    let many = if files == 1 {
        "1 remittance file was".to_owned()
    } else {
        format!("{files} remittance files were")
    };
    let text = format!(
        "{many} kept but not recorded, the oldest for {}. Manage Teleplan shows why and can record it again.",
        found.since(since)
    );
    found.add(Level::Wrong, Area::Remittances, text);
}

fn restore(report: &Report, found: &mut Found) {
    let Some(restore) = &report.restore else {
        return;
    };
    let held = i64::try_from(restore.held).unwrap_or(i64::MAX);
    let text = format!(
        "Restored {} ago from a backup of {}: everything outside is held until an administrator releases it, {} now. \
         See salal restore status, or Operations.",
        found.since(restore.restored_at),
        restore.point_at.format("%Y-%m-%d %H:%M UTC"),
        count(held, "effect"),
    );
    found.add(Level::Wrong, Area::Restore, text);
}

fn backup(report: &Report, settings: &Settings, found: &mut Found) {
    // A development machine needs none.
    let level = match settings.environment {
        Environment::Prod | Environment::Test => Level::Wrong,
        Environment::Dev | Environment::Auto => Level::Notice,
    };
    let due = backup_due(settings);
    match report.backup.at {
        None if is_server(settings) => {
            let text = format!(
                "The server is to back up every {} seconds, and no backup is in backup.folder. Is the folder there?",
                settings.backup.every_seconds
            );
            found.add(level, Area::Backup, text);
        }
        None => {
            let how = match salal_db::file_of(&settings.database.url) {
                Some(_) => "salal backup.",
                None => "salal backup mark, once PostgreSQL’s own tools have made one.",
            };
            let text = format!("No backup has been made yet. Run {how}");
            found.add(level, Area::Backup, text);
        }
        Some(at) => match interrupted(report, settings, found) {
            Some(at) => {
                let text = format!(
                    "The server is to back up every {} seconds, and the newest backup in backup.folder is {} old. Its \
                     log says why; is the folder there, and is its disk full?",
                    settings.backup.every_seconds,
                    found.since(at)
                );
                found.add(Level::Wrong, Area::Backup, text);
            }
            None if found.older(at, due) => {
                let text = format!("The newest backup is {} old.", found.since(at));
                found.add(level, Area::Backup, text);
            }
            None => {}
        },
    }
}

/// Since when the backups that the server makes itself have stopped coming, if they have. A first one may take a while. One
/// in another folder does not make up for them: what changes next is in neither.
fn interrupted(report: &Report, settings: &Settings, found: &Found) -> Option<DateTime<Utc>> {
    let newest = newest_backup(&report.backup, settings).filter(|_| is_server(settings));
    newest.filter(|at| found.older(*at, backup_due(settings)))
}

/// The backup whose age counts.
pub(super) fn newest_backup(state: &BackupState, settings: &Settings) -> Option<DateTime<Utc>> {
    state
        .in_folder_at
        .filter(|_| is_server(settings))
        .or(state.at)
}

/// How old it may be: what `salal doctor` says, and the limit in the metrics.
pub(super) fn backup_due(settings: &Settings) -> TimeDelta {
    let due = TimeDelta::hours(settings.backup.due_hours);
    if !is_server(settings) {
        return due;
    }
    let every = i64::try_from(settings.backup.every_seconds).unwrap_or(i64::MAX / 4_000);
    due.min(TimeDelta::seconds(every * 3) + SLACK)
}

/// Whether the server makes backups itself.
fn is_server(settings: &Settings) -> bool {
    salal_db::file_of(&settings.database.url).is_some() && settings.backup.every_seconds > 0
}

fn audit(report: &Report, found: &mut Found) {
    let audit = &report.audit;
    if let Some(at) = audit.waits_since.filter(|at| found.older(*at, UNSEALED)) {
        let text = format!(
            "Audit lines have been waiting to be sealed for {}. Is a worker running?",
            found.since(at)
        );
        found.add_as("audit.unsealed", Level::Wrong, Area::Audit, text);
    }
    if !audit.guards.is_empty() {
        let text = format!(
            "What guards the tables of the audit is not as the program made it: lines can be lost or changed. {} Find \
             out who did it, and run salal audit verify.",
            audit.guards.join(" ")
        );
        found.add_as("audit.guards", Level::Wrong, Area::Audit, text);
    }
    if let Some((at, told)) = &audit.refused {
        let text = format!(
            "The audit log was changed by something else than the program: nothing has been signed for {}. Run salal \
             audit verify. {told}",
            found.since(*at)
        );
        found.add_as("audit.refused", Level::Wrong, Area::Audit, text);
    } else if let Some(at) = audit
        .unanchored_since
        .filter(|at| found.older(*at, UNANCHORED))
    {
        let text = format!(
            "Audit lines have been waiting to be anchored for {}. Is a worker running?",
            found.since(at)
        );
        found.add_as("audit.unanchored", Level::Wrong, Area::Audit, text);
    }
    if let Some((at, why)) = &audit.unwritten {
        let newest = audit.anchored_at.map_or_else(
            || "None is there yet.".to_owned(),
            |at| format!("The newest there is {} old.", found.since(at)),
        );
        let text = format!(
            "The audit’s anchors have not been kept outside for {}, in {why}. {newest}",
            found.since(*at)
        );
        found.add_as("audit.unwritten", Level::Wrong, Area::Audit, text);
    }
    let Some(day) = audit.signed_day else { return };
    let today = vancouver_day(report.checked_at);
    if audit.publishes && audit.published_at.is_none() {
        let level = if (today - day).num_days() > 1 {
            Level::Wrong
        } else {
            Level::Notice
        };
        let text = format!("The signed audit record for {day} has not been published yet.");
        found.add_as("audit.unpublished", level, Area::Audit, text);
    }
}

fn keys(report: &Report, found: &mut Found) {
    if let Some(at) = report.key_since.filter(|at| found.older(*at, OLD_KEY)) {
        let text = format!(
            "The master key has sealed for {}. Replace it: docs/security/keys.md says how, while Salal runs.",
            found.since(at)
        );
        found.add_as("settings.old_key", Level::Notice, Area::Settings, text);
    }
}

fn disks(report: &Report, found: &mut Found) {
    for disk in &report.disks {
        if disk.free < LEAST_FREE {
            let text = format!("{}: {} free.", disk.what, bytes(disk.free));
            let code = format!("disks:{}", disk.what.to_lowercase());
            found.add_as(code, Level::Wrong, Area::Disks, text);
        }
    }
}
