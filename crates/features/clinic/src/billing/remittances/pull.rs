// SPDX-License-Identifier: AGPL-3.0-or-later

//! Retrieves remittances from the plan: a durable job with progress. A lost download is recovered from the
//! service's logs before anything new is fetched.

use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use salal_db::Connection;
use salal_formats::teleplan::answer;
use salal_integrations::teleplan::Pickup;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::remittance_pull;
use super::{FaultKind, PullState};
use super::{repo, take};
use crate::api::{Json, NoBody, Request};
use crate::billing::claims::use_kept_password;
use crate::billing::{EVENT, Job, on};
use crate::context::{ChangeEvent, Context};
use crate::crash;
use crate::error::Result;
use crate::hold;
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob, Reach};
use salal_exchange::messages::{self, MessageGroup, NewMessage, To};

#[derive(Serialize, Deserialize)]
struct Payload {
    pull: Uuid,
}

/// A fault of a file that was set aside.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(in crate::billing) struct LineFault {
    #[serde(default)]
    pub kind: FaultKind,
    /// 0: the whole file.
    pub line: u64,
    pub text: String,
}

/// A file that was stored but not imported, and why.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct FileSetAside {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    #[serde(rename = "fetchedAt")]
    pub fetched_at: DateTime<Utc>,
    pub lines: i64,
    /// Most severe first; at most 500.
    pub faults: Vec<LineFault>,
}

impl From<repo::SetAside> for FileSetAside {
    fn from(file: repo::SetAside) -> Self {
        Self {
            id: file.id,
            name: file.name,
            fetched_at: file.fetched_at,
            lines: file.lines,
            faults: faults_of(file.report),
        }
    }
}

/// The faults of a stored report.
pub(super) fn faults_of(report: serde_json::Value) -> Vec<LineFault> {
    serde_json::from_value(report).unwrap_or_default()
}

/// A retrieval, in progress or finished.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct PullStatus {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub state: PullState,
    /// What is being done, as display text.
    pub stage: String,
    pub done: i64,
    pub total: i64,
    pub files: i64,
    pub lines: i64,
    pub matched: i64,
    pub exceptions: i64,
    /// Lines received before.
    pub known: i64,
    pub why: Option<String>,
    #[serde(rename = "setAside")]
    pub set_aside: Vec<FileSetAside>,
    #[serde(rename = "startedAt")]
    pub started_at: DateTime<Utc>,
    #[serde(rename = "endedAt")]
    pub ended_at: Option<DateTime<Utc>>,
}

/// When the latest remittance was retrieved, and its result.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct StatusRetrieved {
    /// Null before the first.
    pub pull: Option<PullStatus>,
    /// Every file that is set aside, of any retrieval, oldest first.
    #[serde(rename = "setAside")]
    pub set_aside: Vec<FileSetAside>,
    /// Newest messages of the plan.
    pub messages: Vec<String>,
}

async fn view(db: &Connection, row: remittance_pull::Model) -> Result<PullStatus> {
    let set_aside = repo::set_aside(db).await?;
    Ok(PullStatus {
        id: row.id,
        state: *row.state,
        stage: row.stage,
        done: row.done,
        total: row.total,
        files: row.files,
        lines: row.lines,
        matched: row.matched,
        exceptions: row.exceptions,
        known: row.known,
        why: row.why,
        set_aside: set_aside
            .into_iter()
            .filter(|file| file.pull_id == row.id)
            .map(FileSetAside::from)
            .collect(),
        started_at: row.started_at,
        ended_at: row.ended_at,
    })
}

/// POST /tele-plan/pull-latest-remittance: a new retrieval, or the one in progress.
pub(in crate::billing) async fn pull(request: Request<NoBody>) -> Result<Json<PullStatus>> {
    on(&request.ctx)?;
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    let tx = request.begin().await?;
    let row = match repo::open_pull(&tx).await? {
        Some(open) => open,
        None => {
            let row = remittance_pull::Model {
                id: ctx.new_id(),
                state: PullState::Queued.into(),
                stage: "Waiting".into(),
                done: 0,
                total: 3,
                files: 0,
                lines: 0,
                matched: 0,
                exceptions: 0,
                known: 0,
                why: None,
                started_at: request.now(),
                ended_at: None,
                by_person: me,
            };
            repo::insert_pull(&tx, row.clone()).await?;
            let new = NewJob::new(Job::Pull, &Payload { pull: row.id })?.once(row.id);
            jobs::enqueue(&tx, ctx, new).await?;
            row
        }
    };
    request.publish_after_commit(EVENT, row.id, me);
    let answer = view(&tx, row).await?;
    request.commit(tx, answer).await
}

/// GET /tele-plan/status-retrieved
pub(in crate::billing) async fn status(request: Request) -> Result<Json<StatusRetrieved>> {
    let db = request.ctx.db.read();
    let pull = match repo::newest_pull(db).await? {
        Some(row) => Some(view(db, row).await?),
        None => None,
    };
    let set_aside = repo::set_aside(db).await?;
    Ok(Json(StatusRetrieved {
        pull,
        set_aside: set_aside.into_iter().map(FileSetAside::from).collect(),
        messages: repo::plan_messages(db).await?,
    }))
}

/// The job kind of retrievals.
pub(in crate::billing) fn job() -> JobKind {
    JobKind {
        name: Job::Pull.code(),
        run: |ctx, run| Box::pin(work(ctx, run)),
        max_attempts: 8,
        longest_run: Duration::from_mins(15),
        reach: Reach::Inside,
        needs: Some(jobs::TELEPLAN),
        on_failure: given_up,
    }
}

async fn work(ctx: Context, run: JobRun) -> Result<JobOutcome> {
    let payload: Payload = run.payload()?;
    let mut pull = repo::pull(ctx.db.read(), payload.pull).await?;
    match *pull.state {
        PullState::Done | PullState::Failed => return Ok(JobOutcome::Done),
        PullState::Queued | PullState::Running => {}
    }
    use_kept_password(&ctx).await?;
    // An earlier attempt, or the retrieval before, may have lost what the service counts as fetched; and so did a
    // restore.
    let db = ctx.db.read();
    let since = repo::pulled_before(db, pull.id).await?;
    let lost = run.attempts > 1
        || repo::lost_before(db, pull.id).await?
        || hold::was_restored_since(db, since).await?;
    pull.state = PullState::Running.into();
    pull.total = 3;
    if lost {
        step(&ctx, &mut pull, 0, "Fetching what was lost").await?;
        recover(&ctx, &run, &mut pull).await?;
    }
    for (at, what, stage) in [
        (1, Pickup::Payments, "Fetching payments"),
        (2, Pickup::Refusals, "Fetching refusals"),
    ] {
        step(&ctx, &mut pull, at, stage).await?;
        let reply = ctx.services.teleplan.pick_up(what).await?;
        crash::point("pull.after_effect");
        if let Err(why) = accept(&ctx, &run, &mut pull, &reply.text(), None).await? {
            pull.state = PullState::Failed.into();
            pull.why = Some(why.clone());
            finish(&ctx, &mut pull).await?;
            tell_office(&ctx, &why).await?;
            return Ok(JobOutcome::Done);
        }
    }
    pull.state = PullState::Done.into();
    finish(&ctx, &mut pull).await?;
    let set_aside = repo::set_aside(ctx.db.read()).await?;
    if set_aside.iter().any(|file| file.pull_id == pull.id) {
        let why = "A remittance was kept but not recorded: Manage Teleplan shows why, and it can be recorded again there.";
        tell_office(&ctx, why).await?;
    }
    Ok(JobOutcome::Done)
}

async fn step(
    ctx: &Context,
    pull: &mut remittance_pull::Model,
    at: i64,
    stage: &str,
) -> Result<()> {
    pull.done = at;
    stage.clone_into(&mut pull.stage);
    repo::save_pull(ctx.db.write(), pull).await?;
    tell(ctx, pull.id);
    Ok(())
}

async fn finish(ctx: &Context, pull: &mut remittance_pull::Model) -> Result<()> {
    pull.done = pull.total;
    pull.stage = "Finished".into();
    pull.ended_at = Some(ctx.now());
    repo::save_pull(ctx.db.write(), pull).await?;
    tell(ctx, pull.id);
    Ok(())
}

fn tell(ctx: &Context, id: Uuid) {
    ctx.publish(ChangeEvent {
        kind: EVENT,
        id,
        person: Uuid::nil(),
    });
}

/// Stores the files of a response; the inner error is the service's message.
async fn accept(
    ctx: &Context,
    run: &JobRun,
    pull: &mut remittance_pull::Model,
    text: &str,
    name: Option<&str>,
) -> Result<Result<(), String>> {
    let Some(answer) = answer::read(text) else {
        return Ok(Err("Teleplan’s answer couldn’t be understood.".into()));
    };
    tracing::info!(
        tid = answer.tid,
        result = answer.result,
        "a pick-up was answered"
    );
    if !answer.is_success() {
        let code = answer.code().unwrap_or("no code");
        return Ok(Err(format!("Teleplan gave no file ({code}).")));
    }
    if answer.file.trim().is_empty() {
        return Ok(Ok(()));
    }
    let name = name
        .or(answer.file_name)
        .unwrap_or("remittance.txt")
        .to_owned();
    // One character per byte when read, so one byte per character when stored.
    let bytes = answer
        .file
        .chars()
        .map(|letter| u8::try_from(u32::from(letter)).unwrap_or(b'?'))
        .collect();
    let taken = take::take_remittance(ctx, &run.scope, pull.id, &name, bytes).await?;
    pull.files += 1;
    pull.lines += taken.lines;
    pull.matched += taken.matched;
    pull.exceptions += taken.exceptions;
    pull.known += taken.known;
    repo::save_pull(ctx.db.write(), pull).await?;
    Ok(Ok(()))
}

/// Recovers files from the service's logs that never arrived here.
async fn recover(ctx: &Context, run: &JobRun, pull: &mut remittance_pull::Model) -> Result<()> {
    let reply = ctx.services.teleplan.pick_up(Pickup::LogList).await?;
    let text = reply.text();
    let Some(answer) = answer::read(&text).filter(answer::Answer::is_success) else {
        return Ok(());
    };
    let known = repo::file_names(ctx.db.read()).await?;
    let names: Vec<String> = answer
        .file
        .lines()
        .map(|line| line.trim().to_owned())
        .filter(|name| name.starts_with("remit") && !known.contains(name))
        .collect();
    for name in names {
        let reply = ctx.services.teleplan.pick_up(Pickup::Log(&name)).await?;
        // A missing log is no reason to stop.
        let _ = accept(ctx, run, pull, &reply.text(), Some(&name)).await?;
    }
    Ok(())
}

async fn tell_office(ctx: &Context, why: &str) -> Result<()> {
    let tx = ctx.db.begin().await?;
    let message = NewMessage {
        subject: "Remittance not taken".into(),
        body: why.to_owned(),
        from: None,
        to: To::Group(MessageGroup::Office),
        about: None,
        subject_kind: None,
        subject_id: None,
        tells_of: None,
    };
    messages::post(&tx, ctx, message).await?;
    tx.commit().await?;
    Ok(())
}

fn given_up(ctx: Context, run: JobRun, _why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let mut pull = repo::pull(ctx.db.read(), payload.pull).await?;
        let why = "Teleplan did not answer. The next pull will request the same files again.";
        pull.state = PullState::Failed.into();
        pull.why = Some(why.to_owned());
        finish(&ctx, &mut pull).await?;
        tell_office(&ctx, why).await
    })
}
