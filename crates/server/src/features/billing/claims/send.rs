// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sends a file: intent, act, record. The exact bytes are stored before they are sent; after a lost response
//! the service's counter is queried before anything is sent again; the number advances only on acceptance.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::future::BoxFuture;
use salal_domain::fees::Cents;
use salal_formats::teleplan::answer::{self, Answer};
use salal_formats::teleplan::claims::{LAST_SEQUENCE, probe};
use salal_integrations::ServiceError;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::ClaimFileState;
use super::entity::{claim, claim_file};
use super::repo::{self, ActiveValue::Set, ConnectionTrait};
use super::{account, build};
use crate::context::{ChangeEvent, Context};
use crate::crash;
use crate::error::{Error, Result};
use crate::features::billing::claim::Claim;
use crate::features::billing::{EVENT, sealed};
use crate::features::messages::{self, MessageGroup, NewMessage, To};
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob};

const SEND: &str = "billing.send";
/// The wait while another writer is active.
const BUSY: Duration = Duration::from_secs(5);

#[derive(Serialize, Deserialize)]
struct Payload {
    file: Uuid,
}

/// Queues the sending of a file in the caller's transaction.
pub(super) async fn queue(tx: &impl ConnectionTrait, ctx: &Context, file: Uuid) -> Result<()> {
    jobs::enqueue(tx, ctx, NewJob::new(SEND, &Payload { file })?.once(file)).await
}

/// Runs the sending of a file soon.
pub(super) async fn send_soon(ctx: &Context, file: Uuid) -> Result<()> {
    jobs::run_soon(ctx.db.write(), SEND, file, ctx.now()).await?;
    ctx.notify_worker();
    Ok(())
}

/// The kind of job that sends files.
pub(in crate::features::billing) fn job() -> JobKind {
    JobKind {
        name: SEND,
        run: |ctx, run| Box::pin(send(ctx, run)),
        max_attempts: 40,
        on_failure: given_up,
    }
}

/// The states of a file that was built and has no answer yet.
const BUILT: [ClaimFileState; 3] = [
    ClaimFileState::Built,
    ClaimFileState::Sending,
    ClaimFileState::Unknown,
];

async fn send(ctx: Context, run: JobRun) -> Result<JobOutcome> {
    let payload: Payload = run.payload()?;
    let file = repo::file(ctx.db.read(), payload.file).await?;
    if file.state.is_ended() {
        return Ok(JobOutcome::Done);
    }
    let centre = file.data_centre.clone();
    if !repo::lease(ctx.db.write(), &centre, run.id, ctx.now()).await? {
        return Ok(JobOutcome::Postpone { after: BUSY });
    }
    account::use_kept_password(&ctx).await?;
    let ended = steps(&ctx, &run, file).await;
    repo::release(ctx.db.write(), &centre, run.id).await?;
    tell(&ctx, payload.file);
    ended
}

/// Notifies open pages that list files.
fn tell(ctx: &Context, file: Uuid) {
    ctx.publish(ChangeEvent {
        kind: EVENT,
        id: file,
        person: Uuid::nil(),
    });
}

async fn steps(ctx: &Context, run: &JobRun, mut file: claim_file::Model) -> Result<JobOutcome> {
    if file.state.may_have_left() {
        // It may have arrived. Nothing is sent before the counter was queried.
        let truth = ask_counter(ctx).await?;
        match arrived(&file, truth) {
            Arrived::Yes => return accept(ctx, run, &file, None).await,
            Arrived::No => {}
            Arrived::Elsewhere => return start_again(ctx, run, &file, truth).await,
        }
    }
    if *file.state == ClaimFileState::Queued {
        let committed = match repo::committed(ctx.db.read(), &file.data_centre).await? {
            Some(number) => number,
            None => {
                let number = ask_counter(ctx).await?;
                repo::commit_number(ctx.db.write(), &file.data_centre, run.id, number).await?;
                number
            }
        };
        match build::fill(ctx, &run.scope, &file, committed).await? {
            Some(built) => file = built,
            None => return Ok(JobOutcome::Done),
        }
    }
    let sending = claim_file::ActiveModel {
        state: Set(ClaimFileState::Sending.into()),
        ..Default::default()
    };
    repo::update_file(ctx.db.write(), file.id, &BUILT, sending).await?;
    crash::point("claims.after_build");
    let kept = file.sealed.as_deref().unwrap_or_default();
    let bytes = sealed::open(ctx, kept)?;
    let answer = ctx.services.teleplan.put_claims(&bytes).await;
    crash::point("claims.after_effect");
    match answer {
        Ok(reply) => {
            let text = reply.text();
            let answer = answer::read(&text)
                .ok_or_else(|| Error::broken("an answer without its closing line"))?;
            tracing::info!(
                tid = answer.tid,
                result = answer.result,
                "a file of claims was answered"
            );
            answered(ctx, run, &file, &answer).await
        }
        Err(error) => lost(ctx, &file, error).await,
    }
}

/// The service did not respond: the row stores whether to query first.
async fn lost(ctx: &Context, file: &claim_file::Model, error: ServiceError) -> Result<JobOutcome> {
    let state = if error.nothing_happened() {
        ClaimFileState::Built
    } else {
        ClaimFileState::Unknown
    };
    let to = claim_file::ActiveModel {
        state: Set(state.into()),
        told: Set(Some(
            "Teleplan did not answer; it will be asked again.".into(),
        )),
        ..Default::default()
    };
    repo::update_file(ctx.db.write(), file.id, &[ClaimFileState::Sending], to).await?;
    Err(error.into())
}

async fn answered(
    ctx: &Context,
    run: &JobRun,
    file: &claim_file::Model,
    answer: &Answer<'_>,
) -> Result<JobOutcome> {
    if answer.is_success() {
        return accept(ctx, run, file, Some(answer.tid)).await;
    }
    if answer.code() == Some("TETA-022")
        && let Some(truth) = answer.last_committed()
    {
        return match arrived(file, truth) {
            Arrived::Yes => accept(ctx, run, file, None).await,
            Arrived::No | Arrived::Elsewhere => start_again(ctx, run, file, truth).await,
        };
    }
    let code = answer.code().unwrap_or("no code").to_owned();
    let why = format!("Teleplan refused the file ({code}). Nothing of it was taken.");
    give_back(ctx, run, file, ClaimFileState::Refused, &why).await?;
    tell_office(ctx, &why).await?;
    Ok(JobOutcome::Done)
}

enum Arrived {
    Yes,
    No,
    /// The counter has a value that this file never gives it.
    Elsewhere,
}

fn arrived(file: &claim_file::Model, truth: u32) -> Arrived {
    let first = file.first_sequence.unwrap_or(1);
    let before = if first <= 1 {
        i64::from(LAST_SEQUENCE)
    } else {
        first - 1
    };
    match i64::from(truth) {
        number if Some(number) == file.last_sequence => Arrived::Yes,
        number if number == before || (first == 1 && number == 0) => Arrived::No,
        _ => Arrived::Elsewhere,
    }
}

/// The service's last committed number, which it reports when it refuses the highest one.
async fn ask_counter(ctx: &Context) -> Result<u32> {
    let question = probe(&build::site(ctx)).map_err(Error::broken)?;
    let reply = ctx.services.teleplan.put_claims(&question).await?;
    let text = reply.text();
    let answer =
        answer::read(&text).ok_or_else(|| Error::broken("an answer without its closing line"))?;
    if answer.is_success() {
        // Accepted: the highest number is committed, and 1 follows.
        return Ok(0);
    }
    answer.last_committed().ok_or_else(|| {
        let code = answer.code().unwrap_or("no code");
        Error::service_unavailable("teleplan", format!("the counter was not told ({code})"))
    })
}

/// Records that the file was accepted.
async fn accept(
    ctx: &Context,
    run: &JobRun,
    file: &claim_file::Model,
    tid: Option<&str>,
) -> Result<JobOutcome> {
    let last = file.last_sequence.and_then(|last| u32::try_from(last).ok());
    let last = last.ok_or_else(|| Error::broken("a built file has its numbers"))?;
    let tx = ctx.db.begin().await?;
    let to = claim_file::ActiveModel {
        state: Set(ClaimFileState::Accepted.into()),
        sent_at: Set(Some(ctx.now())),
        tid: Set(tid.map(str::to_owned)),
        told: Set(None),
        ..Default::default()
    };
    if !repo::update_file(&tx, file.id, &BUILT, to).await? {
        return Ok(JobOutcome::Done);
    }
    repo::commit_number(&tx, &file.data_centre, run.id, last).await?;
    let rows = repo::claims_of(&tx, &run.scope, file.id).await?;
    let mut sent: HashMap<Uuid, &claim::Model> = HashMap::new();
    sent.extend(rows.iter().map(|row| (row.bill_id, row)));
    let ids: Vec<Uuid> = rows.iter().map(|row| row.bill_id).collect();
    let mut claims = Claim::lock_all(&tx, &run.scope, &ids).await?;
    for claim in &mut claims {
        if let Some(row) = sent.get(&claim.id()) {
            claim.sent(ctx, row.sequence, Cents(row.amount_cents));
        }
    }
    let claims: Vec<&Claim> = claims.iter().collect();
    Claim::save_all(&tx, ctx, &claims).await?;
    tx.commit().await?;
    crash::point("claims.after_record");
    Ok(JobOutcome::Done)
}

/// The counter has another value: the bills are released and sent again with the right numbers.
async fn start_again(
    ctx: &Context,
    run: &JobRun,
    file: &claim_file::Model,
    truth: u32,
) -> Result<JobOutcome> {
    repo::commit_number(ctx.db.write(), &file.data_centre, run.id, truth).await?;
    give_back(
        ctx,
        run,
        file,
        ClaimFileState::Queued,
        "Sequence numbers corrected. The file is being rebuilt.",
    )
    .await?;
    Ok(JobOutcome::Retry {
        why: "the sequence numbers did not follow on".into(),
    })
}

/// Nothing of the file was accepted: its bills are unsent again.
async fn give_back(
    ctx: &Context,
    run: &JobRun,
    file: &claim_file::Model,
    state: ClaimFileState,
    why: &str,
) -> Result<()> {
    let tx = ctx.db.begin().await?;
    let rows = repo::claims_of(&tx, &run.scope, file.id).await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.bill_id).collect();
    let mut claims = Claim::lock_all(&tx, &run.scope, &ids).await?;
    for claim in &mut claims {
        claim.give_back(ctx, why);
    }
    let claims: Vec<&Claim> = claims.iter().collect();
    Claim::save_all(&tx, ctx, &claims).await?;
    repo::remove_claims(&tx, file.id).await?;
    let to = claim_file::ActiveModel {
        state: Set(state.into()),
        told: Set(Some(why.to_owned())),
        ..Default::default()
    };
    repo::update_file(&tx, file.id, &ClaimFileState::OPEN, to).await?;
    tx.commit().await?;
    Ok(())
}

async fn tell_office(ctx: &Context, why: &str) -> Result<()> {
    let tx = ctx.db.begin().await?;
    let message = NewMessage {
        subject: "Claims not sent".into(),
        body: format!("{why} See Teleplan File."),
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
        let file = repo::file(ctx.db.read(), payload.file).await?;
        let why = if file.state.may_have_left() {
            "We don't know whether Teleplan has the last file of claims. It will be asked again when Send is pressed."
        } else {
            let why = "Teleplan could not be reached. Nothing was sent.";
            give_back(&ctx, &run, &file, ClaimFileState::Refused, why).await?;
            why
        };
        tell_office(&ctx, why).await
    })
}
