// SPDX-License-Identifier: AGPL-3.0-or-later

//! The state of the installation as metrics: what its own tables say, read anew each time. Callers see to it that this
//! is not often. It takes few and short statements, and looks at nothing that grows with the years. Not here: what a
//! process counts by itself.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use salal_db::Connection;

use super::examine::{UNDER_WAY, backup};
use super::report::{Area, Level, UnconfirmedKind};
use super::{disks, findings, services};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs::{JobKinds, JobState, overview};
use crate::operations::alerts::count_found;
use crate::operations::restore::{self, Held};
use crate::settings::Settings;
use salal_accounts::audit;
use salal_clinic::billing;
use salal_exchange::{fax, payments};
use salal_platform::telemetry;

/// The most effects without an outcome that are counted, of each kind.
const COUNTED: u64 = 1_000;

/// For how many seconds at least nobody has examined the installation before that is an alert.
const LONGEST_UNEXAMINED: u64 = 600;

/// Reads the state of the installation and records it.
pub fn measure(ctx: Context) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        disks(&ctx).await?;
        telemetry::BACKUP_DUE_SECONDS.set([], findings::backup_due(&ctx.settings));
        telemetry::EXAMINED_DUE_SECONDS.set([], examined_due(&ctx.settings));
        let db = ctx.db.read();
        // An older schema lacks the tables that are asked.
        if !ctx.db.schema().await?.missing.is_empty() {
            return Ok(());
        }
        let held = restore::count_of(db, &ctx).await?;
        telemetry::RESTORE_OPEN.set([], held.is_some());
        telemetry::RESTORE_HELD.set([], held.as_ref().map(|held| held.jobs));
        jobs(db, &ctx, held.as_ref()).await?;
        services(db).await?;
        unconfirmed(db, &ctx).await?;
        let (files, _) = billing::set_aside(db).await?;
        telemetry::REMITTANCES_SET_ASIDE.set([], files);
        let newest = findings::newest_backup(&backup(db, &ctx).await?, &ctx.settings);
        telemetry::BACKUP_AT.set([], newest);
        count_findings(db).await?;
        chain(db, ctx.now()).await
    })
}

/// How long ago the last examination may be: one that is missed is no alert yet, however rare the settings make them.
fn examined_due(settings: &Settings) -> u64 {
    LONGEST_UNEXAMINED.max(settings.alerts.every_seconds.saturating_mul(3))
}

/// Begins to count what may never happen: a counter that is not there yet cannot be seen to grow.
pub fn begin_counting(ctx: &Context) {
    for kind in &ctx.hooks.get::<JobKinds>().0 {
        telemetry::JOBS_GIVEN_UP.begin([kind.name]);
        telemetry::JOBS_PANICKED.begin([kind.name]);
        telemetry::JOBS_OVERDUE.begin([kind.name]);
    }
    for outcome in ["delivered", "failed", "unknown"] {
        telemetry::FAXES.begin([outcome]);
    }
    for channel in ["email", "sms"] {
        for outcome in ["sent", "retry", "failed"] {
            telemetry::MESSAGES.begin([channel, outcome]);
        }
    }
    for outcome in ["done", "refused", "failed"] {
        telemetry::CALL_OUTCOMES.begin([outcome]);
    }
    telemetry::COMMIT_FAILURES.begin([]);
    telemetry::PASSWORDS_REFUSED.begin([]);
    for why in ["total", "address"] {
        telemetry::CONNECTIONS_REFUSED.begin([why]);
    }
}

async fn disks(ctx: &Context) -> Result<()> {
    let settings = std::sync::Arc::clone(&ctx.settings);
    // A network file system may take its time.
    let found = tokio::task::spawn_blocking(move || disks::places(&settings));
    for (what, disk) in found.await.map_err(Error::broken)? {
        telemetry::DISK_FREE.set([what], disk.free);
        telemetry::DISK_TOTAL.set([what], disk.total);
    }
    Ok(())
}

async fn jobs(db: &Connection, ctx: &Context, held: Option<&Held>) -> Result<()> {
    let groups = overview::list_job_groups(db).await?;
    let now = ctx.now();
    let kinds = ctx.hooks.get::<JobKinds>();
    let outside = if held.is_some() {
        kinds.reaching_outside()
    } else {
        Vec::new()
    };
    for kind in &kinds.0 {
        let of_kind = || groups.iter().filter(|group| group.kind == kind.name);
        let find = |state| of_kind().find(|group| *group.state == state);
        for (word, state) in [
            ("waiting", JobState::Queued),
            ("running", JobState::Running),
            ("given_up", JobState::GivenUp),
        ] {
            telemetry::JOBS.set([kind.name, word], find(state).map(|group| group.jobs));
        }
        let unfinished = of_kind().filter(|group| *group.state != JobState::GivenUp);
        let oldest = unfinished.map(|group| group.oldest).min();
        telemetry::JOB_OLDEST_SECONDS.set([kind.name], since(oldest, now));
        let due = find(JobState::Queued).map(|group| group.due);
        let due = due.filter(|_| !outside.contains(&kind.name));
        telemetry::JOB_OVERDUE_SECONDS.set([kind.name], since(due, now));
    }
    Ok(())
}

/// For how long; nothing for a time to come.
fn since(at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<chrono::TimeDelta> {
    at.map(|at| (now - at).max(chrono::TimeDelta::zero()))
}

async fn services(db: &Connection) -> Result<()> {
    for service in services::health(db).await? {
        telemetry::SERVICE_FAILURES.set([service.service], service.failures);
        telemetry::SERVICE_FAILED_AT.set([service.service], service.failed_at);
        telemetry::SERVICE_PAUSED.set([service.service], service.paused_until.is_some());
    }
    Ok(())
}

async fn unconfirmed(db: &Connection, ctx: &Context) -> Result<()> {
    let before = ctx.now() - UNDER_WAY;
    let most = i64::try_from(COUNTED).unwrap_or(i64::MAX);
    let money = payments::unconfirmed(db, before, most).await?;
    let faxes = fax::unconfirmed(db, COUNTED).await?;
    let files = billing::unconfirmed(db, before, COUNTED).await?;
    let of_money = |kind| {
        let of_kind = money.iter().filter(move |one| *one.kind == kind);
        of_kind.map(|one| one.since).collect::<Vec<_>>()
    };
    for (kind, since_when) in [
        (
            UnconfirmedKind::Payment,
            of_money(payments::UnconfirmedKind::Payment),
        ),
        (
            UnconfirmedKind::Refund,
            of_money(payments::UnconfirmedKind::Refund),
        ),
        (
            UnconfirmedKind::Fax,
            faxes.into_iter().map(|(_, _, at)| at).collect(),
        ),
        (
            UnconfirmedKind::Claims,
            files.into_iter().map(|(_, at)| at).collect(),
        ),
    ] {
        let oldest = since_when.iter().min().copied();
        telemetry::UNCONFIRMED.set([kind.code()], since_when.len());
        telemetry::UNCONFIRMED_OLDEST_SECONDS.set([kind.code()], since(oldest, ctx.now()));
    }
    Ok(())
}

async fn count_findings(db: &Connection) -> Result<()> {
    let counted = count_found(db).await?;
    telemetry::EXAMINED_AT.set([], counted.at);
    for area in Area::ALL {
        for level in [Level::Wrong, Level::Notice] {
            let key = (area.code().to_owned(), level.word().to_owned());
            let found = counted.found.get(&key).copied();
            telemetry::FINDINGS.set([area.code(), level.word()], found);
        }
    }
    Ok(())
}

async fn chain(db: &Connection, now: DateTime<Utc>) -> Result<()> {
    let lag = audit::chain_lag(db).await?;
    telemetry::AUDIT_LINES.set([], lag.sealed);
    telemetry::AUDIT_UNSEALED.set([], lag.unsealed);
    telemetry::AUDIT_UNSEALED_SECONDS.set([], since(lag.unsealed_since, now));
    telemetry::AUDIT_UNANCHORED_SECONDS.set([], since(lag.unanchored_since, now));
    telemetry::AUDIT_ANCHOR_AT.set([], lag.outside_at);
    telemetry::AUDIT_REFUSED.set([], lag.is_refused);
    telemetry::AUDIT_UNWRITTEN.set([], lag.is_unwritten);
    Ok(())
}
