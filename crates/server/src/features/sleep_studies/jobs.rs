// SPDX-License-Identifier: AGPL-3.0-or-later

//! Background jobs of orders: rendering the request that names the patient, once, and queuing its fax in the
//! same transaction.

use futures_util::future::BoxFuture;
use salal_domain::sleep::status::SleepStatus;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::sleep_assessment;
use super::faxing::Copy;
use super::repo::{self, ConnectionTrait};
use super::{documents, fax_hooks, faxing};
use crate::context::Context;
use crate::crash;
use crate::error::Result;
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob};

/// The job that sends one order.
const SEND: &str = "sleep_studies.send";

#[derive(Serialize, Deserialize)]
struct Payload {
    order: Uuid,
}

/// Queues the sending of an order in the caller's transaction.
pub(super) async fn queue(tx: &impl ConnectionTrait, ctx: &Context, order: Uuid) -> Result<()> {
    jobs::enqueue(tx, ctx, NewJob::new(SEND, &Payload { order })?.once(order)).await
}

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![JobKind {
        name: SEND,
        run: send,
        max_attempts: 20,
        on_failure: not_sent,
    }]
}

fn waits(row: &sleep_assessment::Model) -> bool {
    let status = *row.status;
    let is_due = matches!(status, SleepStatus::Paid | SleepStatus::Free);
    is_due && row.request_id.is_none()
}

fn send(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let row = repo::get_order(ctx.db.read(), &run.scope, payload.order).await?;
        if !waits(&row) {
            return Ok(JobOutcome::Done);
        }
        let Some(to) = faxing::number_of(&row)? else {
            return Ok(JobOutcome::Failed {
                why: "The sleep clinic has no fax number that can be dialled.".into(),
            });
        };
        let pdf = documents::request(&ctx, &run.scope, &row).await?;
        crash::point("sleep.before_request");
        let tx = ctx.db.begin().await?;
        let row = repo::lock_for_update(&tx, &run.scope, row.id).await?;
        if !waits(&row) {
            return Ok(JobOutcome::Done);
        }
        let (id, person) = (row.id, row.person_id);
        let document_id =
            documents::store_document(&tx, &ctx, id, person, "sleep_request", pdf.bytes).await?;
        repo::set_request(&tx, id, document_id).await?;
        let copy = Copy {
            document: document_id,
            pages: pdf.pages,
            number: 1,
            resent_of: None,
            by: None,
        };
        faxing::queue(&tx, &ctx, &row, to, copy).await?;
        tx.commit().await?;
        crash::point("sleep.after_request");
        ctx.notify_worker();
        Ok(JobOutcome::Done)
    })
}

fn not_sent(ctx: Context, run: JobRun, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let tx = ctx.db.begin().await?;
        let row = repo::get_order(&tx, &run.scope, payload.order).await?;
        fax_hooks::tell_staff(&tx, &ctx, &row, "Sleep study not sent", &why).await?;
        tx.commit().await?;
        Ok(())
    })
}
