// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sends a file: intent, act, record. The exact bytes are stored before they are sent; after a lost response
//! the service's counter is queried before anything is sent again; the number advances only on acceptance.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::future::BoxFuture;
use salal_db::{StatementBatch, Transaction};
use salal_domain::fees::Cents;
use salal_formats::teleplan::answer::{self, Answer};
use salal_formats::teleplan::claims::probe;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::ClaimFileState;
use super::entity::claim;
use super::file::{Arrived, ClaimFile};
use super::{account, build, repo};
use crate::billing::claim::Claim;
use crate::billing::{EVENT, Job};
use crate::context::{ChangeEvent, Context};
use crate::crash;
use crate::error::{Error, Result};
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob, Reach};
use salal_exchange::messages::{self, MessageGroup, NewMessage, To};

/// The wait while another writer is active.
const BUSY: Duration = Duration::from_secs(5);

#[derive(Serialize, Deserialize)]
struct Payload {
    file: Uuid,
}

/// Adds the job that sends a file to the transaction's pending writes, once for a key.
pub(super) fn queue_with(
    writes: &mut StatementBatch,
    ctx: &Context,
    file: Uuid,
    key: impl std::fmt::Display,
) -> Result<()> {
    let job = NewJob::new(Job::Send, &Payload { file })?.once(key);
    jobs::enqueue_with(writes, ctx, job);
    Ok(())
}

/// Runs the sending of a file soon.
pub(super) async fn send_soon(ctx: &Context, file: Uuid) -> Result<()> {
    jobs::run_soon(ctx.db.write(), Job::Send, file, ctx.now()).await?;
    ctx.notify_worker();
    Ok(())
}

/// The kind of job that sends files.
pub(in crate::billing) fn job() -> JobKind {
    JobKind {
        name: Job::Send.code(),
        run: |ctx, run| Box::pin(send(ctx, run)),
        max_attempts: 40,
        longest_run: Duration::from_mins(15),
        reach: Reach::Outside(taken_over),
        needs: Some(jobs::TELEPLAN),
        on_failure: given_up,
    }
}

async fn send(ctx: Context, run: JobRun) -> Result<JobOutcome> {
    let payload: Payload = run.payload()?;
    let seen = ClaimFile::load(ctx.db.read(), payload.file).await?;
    if seen.state().is_ended() {
        return Ok(JobOutcome::Done);
    }
    let centre = seen.data_centre().to_owned();
    if !repo::lease(ctx.db.write(), &centre, run.id, ctx.now()).await? {
        return Ok(JobOutcome::Postpone { after: BUSY });
    }
    account::use_kept_password(&ctx).await?;
    let ended = steps(&ctx, &run, payload.file).await;
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

/// A person says that it was taken after the copy was made. Teleplan is asked when the file is released, so that is the
/// way.
fn taken_over(_: Context, _: JobRun) -> BoxFuture<'static, Result<()>> {
    Box::pin(async {
        Err(Error::conflict(
            "RELEASE_INSTEAD",
            "A file of claims is not taken over. Release it: Teleplan is asked for its counter first, and nothing is \
             sent if it has taken claims that are not recorded here.",
        ))
    })
}

/// What is shown when Teleplan took claims of which this database knows nothing.
const TAKEN_SINCE: &str = "Teleplan has taken claims since the backup was made from which Salal was restored. Nothing \
                           was sent. Retrieve the remittances, and compare what they name with the bills before you \
                           send them again.";

/// After a restore: whether Teleplan's counter stands where the last accepted file of this database left it.
async fn nothing_was_taken(ctx: &Context, centre: &str, truth: u32) -> Result<bool> {
    let last = repo::last_accepted(ctx.db.read(), centre).await?;
    let known = match last {
        Some(file) => Some(file.last_number()?),
        None => None,
    };
    Ok(known == Some(truth))
}

async fn steps(ctx: &Context, run: &JobRun, id: Uuid) -> Result<JobOutcome> {
    // Only now: whoever held the lease before may have moved it on.
    let mut file = ClaimFile::load(ctx.db.write(), id).await?;
    if file.state().is_ended() {
        return Ok(JobOutcome::Done);
    }
    if file.state().may_have_left() {
        // It may have arrived. Nothing is sent before the counter was queried.
        let truth = ask_counter(ctx).await?;
        match file.arrived(truth) {
            Arrived::Yes => return accept(ctx, run, file, None).await,
            Arrived::No => {}
            Arrived::Elsewhere if run.was_released => return taken_since(ctx, run, file).await,
            Arrived::Elsewhere => return start_again(ctx, run, file, truth).await,
        }
    }
    if file.state() == ClaimFileState::Queued {
        let centre = file.data_centre().to_owned();
        if run.was_released {
            let truth = ask_counter(ctx).await?;
            if !nothing_was_taken(ctx, &centre, truth).await? {
                return taken_since(ctx, run, file).await;
            }
            repo::commit_number(ctx.db.write(), &centre, run.id, truth).await?;
        }
        let committed = match repo::committed(ctx.db.read(), &centre).await? {
            Some(number) => number,
            None => {
                let number = ask_counter(ctx).await?;
                repo::commit_number(ctx.db.write(), &centre, run.id, number).await?;
                number
            }
        };
        if !build::fill(ctx, &run.scope, &mut file, committed).await? {
            return Ok(JobOutcome::Done);
        }
    }
    let file = leave(ctx, &file).await?;
    crash::point("claims.after_build");
    let bytes = file.bytes(ctx)?;
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
            answered(ctx, run, file, &answer).await
        }
        Err(error) => {
            // The row stores whether to query first.
            let tx = ctx.db.begin().await?;
            let mut now = file.lock_again(&tx).await?;
            if !now.state().is_ended() {
                now.unanswered(&error);
                now.save(&tx).await?;
            }
            tx.commit().await?;
            Err(error.into())
        }
    }
}

/// The intent, before anything is put: the file as it is now is about to leave. Fails if it was given back or
/// built anew since it was read.
async fn leave(ctx: &Context, read: &ClaimFile) -> Result<ClaimFile> {
    let tx = ctx.db.begin().await?;
    let mut file = read.lock_again(&tx).await?;
    if !file.state().is_built() || !file.has_bytes_of(read) {
        return Err(Error::broken("the file was moved on by another run"));
    }
    file.send();
    file.save(&tx).await?;
    tx.commit().await?;
    Ok(file)
}

async fn answered(
    ctx: &Context,
    run: &JobRun,
    file: ClaimFile,
    answer: &Answer<'_>,
) -> Result<JobOutcome> {
    if answer.is_success() {
        return accept(ctx, run, file, Some(answer.tid)).await;
    }
    if answer.code() == Some("TETA-022")
        && let Some(truth) = answer.last_committed()
    {
        return match file.arrived(truth) {
            Arrived::Yes => accept(ctx, run, file, None).await,
            Arrived::Elsewhere if run.was_released => taken_since(ctx, run, file).await,
            Arrived::No | Arrived::Elsewhere => start_again(ctx, run, file, truth).await,
        };
    }
    let code = answer.code().unwrap_or("no code").to_owned();
    let why = format!("Teleplan refused the file ({code}). Nothing of it was taken.");
    give_back(ctx, run, file, ClaimFileState::Refused, &why).await?;
    tell_office(ctx, &why).await?;
    Ok(JobOutcome::Done)
}

/// The service's last committed number, which it reports when it refuses the highest one.
async fn ask_counter(ctx: &Context) -> Result<u32> {
    let question = probe(&build::site(ctx)).map_err(Error::broken)?;
    let reply = ctx.services.teleplan.probe_counter(&question).await?;
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
    put: ClaimFile,
    tid: Option<&str>,
) -> Result<JobOutcome> {
    let tx = ctx.db.begin().await?;
    let mut file = put.lock_again(&tx).await?;
    if file.state().is_ended() {
        return Ok(JobOutcome::Done);
    }
    if !file.state().is_built() || !file.has_bytes_of(&put) {
        return Err(Error::broken(
            "another file was built while this one was sent",
        ));
    }
    let last = file.last_number()?;
    file.accept(ctx.now(), tid);
    file.save(&tx).await?;
    repo::commit_number(&tx, file.data_centre(), run.id, last).await?;
    let rows = repo::claims_of(&tx, &run.scope, file.id()).await?;
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
    file: ClaimFile,
    truth: u32,
) -> Result<JobOutcome> {
    repo::commit_number(ctx.db.write(), file.data_centre(), run.id, truth).await?;
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

/// Another file was taken after the copy: what was in it is for a person to find out.
async fn taken_since(ctx: &Context, run: &JobRun, file: ClaimFile) -> Result<JobOutcome> {
    give_back(ctx, run, file, ClaimFileState::Refused, TAKEN_SINCE).await?;
    tell_office(ctx, TAKEN_SINCE).await?;
    Ok(JobOutcome::Done)
}

/// Nothing of the file was accepted: its bills are unsent again. A file that ended meanwhile keeps them.
async fn give_back(
    ctx: &Context,
    run: &JobRun,
    file: ClaimFile,
    state: ClaimFileState,
    why: &str,
) -> Result<()> {
    let tx = ctx.db.begin().await?;
    let file = file.lock_again(&tx).await?;
    if !file.state().is_ended() {
        give_back_locked(ctx, run, &tx, file, state, why).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn give_back_locked(
    ctx: &Context,
    run: &JobRun,
    tx: &Transaction,
    mut file: ClaimFile,
    state: ClaimFileState,
    why: &str,
) -> Result<()> {
    file.give_back(state, why);
    let rows = repo::claims_of(tx, &run.scope, file.id()).await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.bill_id).collect();
    let mut claims = Claim::lock_all(tx, &run.scope, &ids).await?;
    for claim in &mut claims {
        claim.give_back(ctx, why);
    }
    let claims: Vec<&Claim> = claims.iter().collect();
    Claim::save_all(tx, ctx, &claims).await?;
    repo::remove_claims(tx, file.id()).await?;
    file.save(tx).await?;
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
        // Without a lease: another run may send the same file, and goes by what is decided under this lock.
        let tx = ctx.db.begin().await?;
        let file = ClaimFile::lock(&tx, payload.file).await?;
        if file.state().is_ended() {
            return Ok(());
        }
        let why = if file.state().may_have_left() {
            "We don’t know whether Teleplan has the last file of claims. It will be asked again when Send is pressed."
        } else {
            let why = "Teleplan couldn’t be reached. Nothing was sent.";
            give_back_locked(&ctx, &run, &tx, file, ClaimFileState::Refused, why).await?;
            why
        };
        tx.commit().await?;
        tell_office(&ctx, why).await
    })
}
