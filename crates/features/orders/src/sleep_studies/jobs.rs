// SPDX-License-Identifier: AGPL-3.0-or-later

//! Background jobs of orders: rendering the request that names the patient, once, and queuing its fax in the
//! same transaction. Without a doctor who signs, nothing is rendered: the order waits, and is queued again when a
//! doctor agrees (decision 211).

use std::time::Duration;

use futures_util::future::BoxFuture;
use salal_db::StatementBatch;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::sleep_order::SleepOrder;
use super::{documents, repo, requester};
use crate::context::Context;
use crate::crash;
use crate::error::Result;
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob, Reach};

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        /// Sends one order.
        Send = "sleep_studies.send",
        /// Queues all orders that wait for a doctor.
        SendWaiting = "sleep_studies.send_waiting",
    }
}

#[derive(Serialize, Deserialize)]
struct Payload {
    order: Uuid,
}

/// Queues the sending of an order, to be written with the rest.
pub(super) fn queue(writes: &mut StatementBatch, ctx: &Context, order: Uuid) -> Result<()> {
    let job = NewJob::new(Job::Send, &Payload { order })?.once(order);
    jobs::enqueue_with(writes, ctx, job);
    Ok(())
}

/// Queues the sending of what waits, to be written with a doctor's agreement. It looks for orders after the commit:
/// one that was paid at the same time and found no doctor would be missed before it.
pub(super) fn queue_waiting(writes: &mut StatementBatch, ctx: &Context) -> Result<()> {
    jobs::enqueue_with(writes, ctx, NewJob::new(Job::SendWaiting, &Nothing {})?);
    Ok(())
}

#[derive(Serialize)]
struct Nothing {}

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![
        JobKind {
            name: Job::Send.code(),
            run: send,
            max_attempts: 20,
            longest_run: Duration::from_mins(5),
            reach: Reach::Inside,
            needs: None,
            on_failure: not_sent,
        },
        JobKind {
            name: Job::SendWaiting.code(),
            run: send_waiting,
            max_attempts: 20,
            longest_run: Duration::from_mins(5),
            reach: Reach::Inside,
            needs: None,
            // The orders still wait, and the staff were told of each.
            on_failure: |_, _, _| Box::pin(async { Ok(()) }),
        },
    ]
}

fn send(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let seen = SleepOrder::load(ctx.db.read(), &ctx, &run.scope, payload.order).await?;
        if !seen.waits_for_request() {
            return Ok(JobOutcome::Done);
        }
        let to = match seen.fax_number() {
            Ok(to) => to,
            Err(refusal) => {
                return Ok(JobOutcome::Failed {
                    why: refusal.message,
                });
            }
        };
        let Some(doctor) = requester::in_force(ctx.db.read()).await? else {
            return wait_for_doctor(&ctx, &run, payload.order).await;
        };
        let order_of_doctor = doctor.row.id;
        let pdf = documents::request(&ctx, &run.scope, &seen, doctor.printed()?).await?;
        crash::point("sleep.before_request");
        let tx = ctx.db.begin().await?;
        let mut order = SleepOrder::lock(&tx, &ctx, &run.scope, payload.order, None).await?;
        if !order.waits_for_request() {
            return Ok(JobOutcome::Done);
        }
        let now = repo::requesters::in_force(&tx).await?;
        if now.is_none_or(|now| now.id != order_of_doctor) {
            return Ok(JobOutcome::Retry {
                why: "The doctor who signs changed while the request was rendered.".into(),
            });
        }
        let document = order.keep_request(&ctx, pdf.bytes);
        order.queue_fax(&ctx, to, document, pdf.pages, None)?;
        order.save_in_job(&ctx, tx).await?;
        crash::point("sleep.after_request");
        Ok(JobOutcome::Done)
    })
}

/// The order keeps its status, without a request, and the staff are told once. This is no failure of the job. The
/// standing order of a doctor who may no longer sign ends here: whoever signs what waits now agrees to it anew.
async fn wait_for_doctor(ctx: &Context, run: &JobRun, order: Uuid) -> Result<JobOutcome> {
    let tx = ctx.db.begin().await?;
    if let Some(row) = repo::requesters::in_force(&tx).await?
        && requester::in_force(&tx).await?.is_none()
    {
        repo::requesters::end(&tx, row.id, row.person_id, ctx.now()).await?;
    }
    let mut order = SleepOrder::load(&tx, ctx, &run.scope, order).await?;
    let subject = "Sleep study waiting for a doctor";
    order
        .tell_staff(&tx, ctx, subject, requester::NOBODY)
        .await?;
    order.save_in_job(ctx, tx).await?;
    Ok(JobOutcome::Done)
}

fn send_waiting(ctx: Context, _: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let db = ctx.db.read();
        let Some(doctor) = requester::in_force(db).await? else {
            return Ok(JobOutcome::Done);
        };
        let mut writes = ctx.db.batch();
        for order in repo::unsent(db).await? {
            // The finished job of the order keeps its key: each agreement has a key of its own.
            let key = format!("{order}:{}", doctor.row.id);
            let job = NewJob::new(Job::Send, &Payload { order })?.once(key);
            jobs::enqueue_with(&mut writes, &ctx, job);
        }
        let tx = ctx.db.begin().await?;
        writes.run(&tx).await?;
        tx.commit().await?;
        ctx.notify_worker();
        Ok(JobOutcome::Done)
    })
}

fn not_sent(ctx: Context, run: JobRun, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let tx = ctx.db.begin().await?;
        let mut order = SleepOrder::load(&tx, &ctx, &run.scope, payload.order).await?;
        order
            .tell_staff(&tx, &ctx, "Sleep study not sent", &why)
            .await?;
        order.save_in_job(&ctx, tx).await
    })
}
