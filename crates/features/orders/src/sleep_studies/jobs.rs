// SPDX-License-Identifier: AGPL-3.0-or-later

//! Background jobs of orders: rendering the request that names the patient, once, and queuing its fax in the
//! same transaction.

use std::time::Duration;

use futures_util::future::BoxFuture;
use salal_db::StatementBatch;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::documents;
use super::sleep_order::SleepOrder;
use crate::context::Context;
use crate::crash;
use crate::error::Result;
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob};

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        /// Sends one order.
        Send = "sleep_studies.send",
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

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![JobKind {
        name: Job::Send.code(),
        run: send,
        max_attempts: 20,
        longest_run: Duration::from_mins(5),
        needs: None,
        on_failure: not_sent,
    }]
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
        let pdf = documents::request(&ctx, &run.scope, &seen).await?;
        crash::point("sleep.before_request");
        let tx = ctx.db.begin().await?;
        let mut order = SleepOrder::lock(&tx, &ctx, &run.scope, payload.order, None).await?;
        if !order.waits_for_request() {
            return Ok(JobOutcome::Done);
        }
        let document = order.keep_request(&ctx, pdf.bytes);
        order.queue_fax(&ctx, to, document, pdf.pages, None)?;
        order.save_in_job(&ctx, tx).await?;
        crash::point("sleep.after_request");
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
