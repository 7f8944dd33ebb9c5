//! Background work on orders: making the request that names the patient, once, and handing it to the fax
//! in the same transaction.

use futures_util::future::BoxFuture;
use salal_rules::sleep::status::SleepStatus;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::faxing::Copy;
use super::rows::sleep_assessment;
use super::store::{self, ConnectionTrait};
use super::{faxing, listeners, papers, view};
use crate::context::Context;
use crate::crash;
use crate::error::Result;
use crate::jobs::{self, End, Kind, NewJob, Run};

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

/// The kinds of jobs of this feature.
pub fn jobs() -> Vec<Kind> {
    vec![Kind {
        name: SEND,
        run: send,
        most_tries: 20,
        on_give_up: not_sent,
    }]
}

fn waits(row: &sleep_assessment::Model) -> Result<bool> {
    let status = view::status_of(&row.status)?;
    let is_due = matches!(status, SleepStatus::Paid | SleepStatus::Free);
    Ok(is_due && row.request_id.is_none())
}

fn send(ctx: Context, run: Run) -> BoxFuture<'static, Result<End>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let row = store::get(ctx.db.read(), &run.reach, payload.order).await?;
        if !waits(&row)? {
            return Ok(End::Done);
        }
        let Some(to) = faxing::number_of(&row)? else {
            return Ok(End::GiveUp {
                why: "The sleep clinic has no fax number that can be dialled.".into(),
            });
        };
        let pdf = papers::request(&ctx, &run.reach, &row).await?;
        crash::point("sleep.before_request");
        let tx = ctx.db.begin().await?;
        let row = store::take(&tx, &run.reach, row.id).await?;
        if !waits(&row)? {
            return Ok(End::Done);
        }
        let (id, person) = (row.id, row.person_id);
        let document_id = papers::keep(&tx, &ctx, id, person, "sleep_request", pdf.bytes).await?;
        store::set_request(&tx, id, document_id).await?;
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
        ctx.ring();
        Ok(End::Done)
    })
}

fn not_sent(ctx: Context, run: Run, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let tx = ctx.db.begin().await?;
        let row = store::get(&tx, &run.reach, payload.order).await?;
        listeners::tell_staff(&tx, &ctx, &row, "Sleep study not sent", &why).await?;
        tx.commit().await?;
        Ok(())
    })
}
