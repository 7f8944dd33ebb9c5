// SPDX-License-Identifier: AGPL-3.0-or-later

//! Collects the state of the installation from its own tables and disks.

use chrono::TimeDelta;
use salal_db::Connection;
use sea_orm::QueryOrder;
use uuid::Uuid;

use super::report::{
    Area, AuditState, BackupMaker, BackupState, Finding, JobKind, Level, Report, RestoreState,
    SetAsideFiles, UnconfirmedItem, UnconfirmedKind, Versions,
};
use super::{disks, findings, labels, services};
use crate::api::UnknownProxy;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::files::FileStore;
use crate::hold;
use crate::jobs::overview::{self, RetryRules};
use crate::jobs::{JobKinds, JobState};
use crate::machine_clock;
use crate::notifications;
use crate::operations::backup::newest as newest_of;
use crate::operations::entity::backup_mark;
use crate::operations::restore::{self, Held};
use crate::sealing;
use crate::storage::UploadFolder;
use salal_accounts::audit;
use salal_clinic::{billing, notes};
use salal_exchange::{clinic_notes, fax, payments};
use salal_people::people;
use salal_reference::uploads;

/// The maximum number of listed effects without an outcome, per kind.
const LISTED: u64 = 20;
/// Effects that began later are still in progress.
pub const UNDER_WAY: TimeDelta = TimeDelta::minutes(5);
/// For how long after a proxy that the settings do not name was seen it is shown.
const UNKNOWN_PROXY_SHOWN: TimeDelta = TimeDelta::hours(24);
const UNKNOWN_PROXY: &str = "X-Forwarded-For was sent by an address that is not in server.trusted_proxies. If it is \
                             your proxy, name it there: until then all people behind it share one address and its \
                             limits.";
/// Job kinds that can be retried safely after they failed: their handlers first check whether the work is
/// done. Payments and faxes are handled on their own screens.
const RETRIABLE: &[&str] = &[
    people::Job::Demographic.code(),
    people::Job::Profile.code(),
    people::Job::PreferPharmacy.code(),
    clinic_notes::Job::Send.code(),
    notes::Job::Send.code(),
    audit::Job::Publish.code(),
    uploads::Job::Sweep.code(),
];

/// Waits for the answer to a question, and not for ever: another session may have locked a table, such as to change it.
async fn answered<T>(question: &str, asked: impl Future<Output = Result<T>>) -> Result<T> {
    match tokio::time::timeout(salal_db::LONGEST_QUESTION, asked).await {
        Ok(answer) => answer,
        Err(_) => {
            let mut error = Error::away();
            error.cause = Some(salal_db::unanswered(question));
            Err(error)
        }
    }
}

/// The state of the installation.
pub async fn examine(ctx: &Context) -> Result<Report> {
    let db = ctx.db.read();
    let schema = ctx.db.schema().await?;
    let (refusal, is_elsewhere) = (schema.refusal(), schema.elsewhere.is_some());
    let versions = Versions {
        program: env!("CARGO_PKG_VERSION"),
        schema: schema.newest,
        missing: schema.missing,
        engine: ctx.db.engine().name().parse().map_err(Error::broken)?,
        engine_version: ctx.db.version().await?,
    };
    let mut report = Report {
        checked_at: ctx.now(),
        findings: Vec::new(),
        jobs: Vec::new(),
        services: Vec::new(),
        unconfirmed: Vec::new(),
        set_aside: SetAsideFiles::default(),
        versions,
        backup: BackupState {
            at: None,
            name: None,
            made_by: None,
            bytes: None,
            due_hours: ctx.settings.backup.due_hours,
            in_folder_at: None,
        },
        restore: None,
        audit: AuditState::default(),
        disks: disks::room(&ctx.settings),
        failed_faxes: (0, None),
        key_since: None,
    };
    // An older schema lacks the tables queried here.
    if report.versions.missing.is_empty() {
        report.jobs = answered("which jobs wait", jobs(db, ctx)).await?;
        let held = restored(db, ctx, &mut report.jobs);
        report.restore = answered("what is held after a restore", held).await?;
        report.services = answered("how the services fare", services::health(db)).await?;
        report.unconfirmed = answered(
            "which payments, faxes and claims have no outcome",
            unconfirmed(db, ctx),
        )
        .await?;
        let failed = async { fax::failed(db).await };
        report.failed_faxes = answered("which faxes failed", failed).await?;
        let set_aside = async { billing::set_aside(db).await };
        let (files, since) = answered("which remittances were set aside", set_aside).await?;
        report.set_aside = SetAsideFiles { files, since };
        report.backup = answered("which backups were made", backup(db, ctx)).await?;
        report.audit = answered("the state of the audit log", chain(db, ctx)).await?;
        let since = sealing::sealing_since(ctx);
        report.key_since = answered("since when the master key seals", since).await?;
    }
    report.findings = findings::find_faults(&report, &ctx.settings);
    if is_elsewhere {
        // It has all steps, in another schema: to apply them once more would be wrong.
        report.findings.retain(|one| one.area != Area::Versions);
    }
    machine_clock::measure(ctx).await?;
    if let Some(text) = machine_clock::fault(ctx) {
        let clock = Finding::local(Area::Database, "database.clock", text);
        report.findings.insert(0, clock);
    }
    let states = states(ctx, &report, refusal.as_deref());
    for finding in answered("which files were uploaded", states).await? {
        report.findings.insert(0, finding);
    }
    Ok(report)
}

/// What is wrong with this process and where it runs, the worst last.
async fn states(ctx: &Context, report: &Report, refusal: Option<&str>) -> Result<Vec<Finding>> {
    let mut found = Vec::new();
    if let Some(at) = ctx.get_or_init(UnknownProxy::default).last()
        && report.checked_at - at < UNKNOWN_PROXY_SHOWN
    {
        let code = "settings.unknown_proxy";
        found.push(Finding::local(Area::Settings, code, UNKNOWN_PROXY));
    }
    if let Some(why) = ctx.db.trouble() {
        let why = why.word();
        let text = format!("Changes cannot be saved: {why}. Salal tries again every second.");
        found.push(Finding::local(Area::Database, "database.refuses", text));
    }
    let uploads = UploadFolder::of(ctx);
    let is_lost = tokio::task::spawn_blocking(move || uploads.is_lost()).await;
    if is_lost.map_err(Error::broken)? {
        let text = "The upload folder is not the one that was there when Salal started. Files cannot be opened or \
                    saved until it is back: mount its disk again.";
        found.push(Finding::local(Area::Disks, "disks.uploads_lost", text));
    } else if report.versions.missing.is_empty()
        && let Some((code, text)) = file_fault(ctx).await
    {
        found.push(Finding::local(Area::Disks, code, text));
    }
    if let Some(why) = refusal {
        let text = format!("Salal cannot work with this database: {why}.");
        found.push(Finding::local(Area::Versions, "versions.later", text));
    }
    Ok(found)
}

/// What is wrong with the place of uploaded files: it cannot be used, it is another installation's, or files are missing.
async fn file_fault(ctx: &Context) -> Option<(&'static str, String)> {
    let store = FileStore::of(ctx);
    if let Err(text) = store.check().await {
        return Some(("disks.files_away", text));
    }
    let told = match uploads::place::find_fault(ctx).await {
        Ok(fault) => fault.map(|text| ("disks.files_elsewhere", text)),
        Err(error) => Some(("disks.files_away", store.unusable(&error))),
    };
    if told.is_some() {
        return told;
    }
    match uploads::find_missing(ctx).await {
        Ok(missing) => missing.map(|one| ("disks.uploads_missing", one.sentence(&store))),
        Err(error) => Some(("disks.files_away", store.unusable(&error))),
    }
}

/// How long the check of a database file may take: about a gigabyte of an ordinary disk.
const FILE_CHECK: std::time::Duration = std::time::Duration::from_secs(30);

/// Adds to the report what the engine's own check finds wrong with the database file. It reads the whole file,
/// so that the operations page leaves it to `salal doctor`.
pub async fn check_file(ctx: &Context, report: &mut Report) {
    let (level, text) = match tokio::time::timeout(FILE_CHECK, ctx.db.quick_check()).await {
        Ok(Ok(None)) => return,
        Ok(Ok(Some(_))) => (Level::Wrong, crate::error::DAMAGED.to_owned()),
        Ok(Err(error)) => {
            let error = Error::from(error);
            (Level::Wrong, error.cause.clone().unwrap_or_default())
        }
        Err(_) => (
            Level::Notice,
            format!(
                "The check of the database file was stopped after {} seconds; what it had read is sound.",
                FILE_CHECK.as_secs()
            ),
        ),
    };
    let found = Finding::local(Area::Database, "database.file", text);
    report.findings.insert(0, Finding { level, ..found });
}

/// Adds to the report that something is sealed with master keys that the settings do not have, in the words with which a
/// start is refused. A running process has been started: it is left to `salal doctor`, which is asked before that.
pub async fn check_keys(ctx: &Context, report: &mut Report) {
    // An older schema lacks the tables queried here.
    if !report.versions.missing.is_empty() {
        return;
    }
    let asked = answered("with which master keys it is sealed", async {
        sealing::refuse_foreign(ctx, audit::foreign_keys(ctx).await?).await
    });
    if let Err(error) = asked.await {
        let text = error.cause.clone().unwrap_or_default();
        let found = Finding::local(Area::Settings, "settings.master_key", text);
        report.findings.insert(0, found);
    }
}

/// What a press of "Try now" runs.
pub(super) async fn retry_rules(db: &Connection, ctx: &Context) -> Result<RetryRules<'static>> {
    let held = match hold::find(db).await? {
        Some(_) => ctx.hooks.get::<JobKinds>().reaching_outside(),
        None => Vec::new(),
    };
    Ok(RetryRules {
        given_up: RETRIABLE,
        held,
    })
}

async fn jobs(db: &Connection, ctx: &Context) -> Result<Vec<JobKind>> {
    let mut kinds: Vec<JobKind> = Vec::new();
    let rules = retry_rules(db, ctx).await?;
    let mut retriable = overview::list_retriable_kinds(db, &rules).await?;
    // What another version queued is refused: this one has no handler for it.
    retriable.retain(|kind| ctx.hooks.get::<JobKinds>().find(kind).is_some());
    for group in overview::list_job_groups(db).await? {
        if kinds.last().is_none_or(|kind| kind.kind != group.kind) {
            kinds.push(JobKind {
                what: labels::kind(&group.kind),
                retriable: retriable.contains(&group.kind),
                kind: group.kind,
                waiting: 0,
                running: 0,
                given_up: 0,
                oldest: None,
                due: None,
                last_given_up: None,
                why: None,
                why_given_up: None,
            });
        }
        let kind = kinds
            .last_mut()
            .ok_or_else(|| Error::broken("a kind was pushed just now"))?;
        match *group.state {
            JobState::GivenUp => {
                kind.given_up = group.jobs;
                kind.last_given_up = group.last_ended;
                continue;
            }
            JobState::Running => kind.running = group.jobs,
            // The overview is of unfinished jobs.
            JobState::Queued | JobState::Done => {
                kind.waiting = group.jobs;
                kind.due = Some(group.due);
            }
        }
        kind.oldest = kind.oldest.into_iter().chain([group.oldest]).min();
    }
    for cause in overview::list_failure_causes(db).await? {
        let Some(kind) = kinds.iter_mut().find(|kind| kind.kind == cause.kind) else {
            continue;
        };
        let why = Some(labels::cause(&cause.last_error));
        match *cause.state {
            JobState::GivenUp => kind.why_given_up = why,
            JobState::Queued | JobState::Done => kind.why = why,
            // Of an earlier attempt: told where nothing waits for a reason.
            JobState::Running => kind.why = kind.why.take().or(why),
        }
    }
    Ok(kinds)
}

/// The restore whose effects are held. What is held is not overdue.
async fn restored(
    db: &Connection,
    ctx: &Context,
    jobs: &mut [JobKind],
) -> Result<Option<RestoreState>> {
    let Some(Held { hold, jobs: held }) = restore::count_of(db, ctx).await? else {
        return Ok(None);
    };
    let outside = ctx.hooks.get::<JobKinds>().reaching_outside();
    for kind in jobs {
        if outside.contains(&kind.kind.as_str()) {
            kind.due = None;
        }
    }
    Ok(Some(RestoreState {
        restored_at: hold.restored_at,
        point_at: hold.point_at,
        held,
    }))
}

fn kind_of(money: payments::UnconfirmedKind) -> UnconfirmedKind {
    match money {
        payments::UnconfirmedKind::Payment => UnconfirmedKind::Payment,
        payments::UnconfirmedKind::Refund => UnconfirmedKind::Refund,
    }
}

async fn unconfirmed(db: &Connection, ctx: &Context) -> Result<Vec<UnconfirmedItem>> {
    let before = ctx.now() - UNDER_WAY;
    let most = i64::try_from(LISTED).unwrap_or(i64::MAX);
    let money = payments::unconfirmed(db, before, most).await?;
    let faxes = fax::unconfirmed(db, LISTED).await?;
    let files = billing::unconfirmed(db, before, LISTED).await?;
    let item = |kind, id: Uuid, person, since| UnconfirmedItem {
        kind,
        id,
        subject_kind: None,
        person,
        since,
    };
    let money = money.into_iter().map(|one| UnconfirmedItem {
        subject_kind: Some(*one.subject_kind),
        ..item(
            kind_of(*one.kind),
            one.subject_id,
            Some(one.person_id),
            one.since,
        )
    });
    let faxes = faxes
        .into_iter()
        .map(|(id, person, since)| item(UnconfirmedKind::Fax, id, Some(person), since));
    let files = files
        .into_iter()
        .map(|(id, since)| item(UnconfirmedKind::Claims, id, None, since));
    Ok(money.chain(faxes).chain(files).collect())
}

/// The newest backup that was made or reported.
pub(super) async fn backup(db: &Connection, ctx: &Context) -> Result<BackupState> {
    let mut state = BackupState {
        at: None,
        name: None,
        made_by: None,
        bytes: None,
        due_hours: ctx.settings.backup.due_hours,
        in_folder_at: None,
    };
    let newest = backup_mark::Entity::find()
        .order_by_desc(backup_mark::Column::At)
        .one(db)
        .await?;
    if let Some(newest) = newest {
        state.at = Some(newest.at);
        state.name = Some(newest.name);
        state.made_by = Some(*newest.made_by);
        state.bytes = newest.bytes;
    }
    if !ctx.db.engine().is_file() {
        return Ok(state);
    }
    // A backup by the server itself is not noted in the database.
    let folder = std::path::PathBuf::from(&ctx.settings.backup.folder);
    let found = tokio::task::spawn_blocking(move || newest_of(&folder)).await;
    let found = found.map_err(Error::broken)?;
    state.in_folder_at = found.as_ref().map(|found| found.until);
    if let Some(found) = found.filter(|found| state.at.is_none_or(|at| at < found.until)) {
        state.at = Some(found.until);
        state.name = Some(found.name);
        state.made_by = Some(BackupMaker::Salal);
        state.bytes = i64::try_from(found.bytes).ok();
    }
    Ok(state)
}

async fn chain(db: &Connection, ctx: &Context) -> Result<AuditState> {
    let standing = audit::chain_status(db, ctx.now()).await?;
    let wanted = &ctx.settings.audit;
    let mut left = Vec::new();
    if let Some(day) = standing.signed {
        if !wanted.publish_folder.is_empty() {
            left.push(overview::done_at(db, audit::Job::Publish, day).await?);
        }
        if !wanted.publish_email.is_empty() {
            let key = format!("audit-head:{day}");
            left.push(overview::done_at(db, notifications::Job::Mail, key).await?);
        }
        if wanted.s3.is_named() {
            left.push(standing.outside_at);
        }
    }
    let (lines, head) = standing.head.unzip();
    Ok(AuditState {
        lines: lines.unwrap_or_default(),
        head,
        waits_since: standing.waits_since,
        signed_day: standing.signed,
        // Through every configured channel, or not yet.
        published_at: left
            .into_iter()
            .collect::<Option<Vec<_>>>()
            .and_then(|all| all.into_iter().max()),
        publishes: wanted.publishes(),
        anchored_at: standing.outside_at,
        unanchored_since: standing.unanchored_since,
        refused: standing.refused,
        guards: standing.guards,
        unwritten: standing.unwritten,
    })
}
