// SPDX-License-Identifier: AGPL-3.0-or-later

//! What is held after a restore, on the operations page.

use std::collections::HashMap;

use uuid::Uuid;

use super::dto::{
    ByJob, Decide, HeldEffect, RestoreHold, RestoreQuery, RestoreReason, RestoreView,
};
use super::held::{self, Held, count_of};
use crate::api::{Json, NoBody, Request};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::hold;
use crate::jobs::JobKinds;
use crate::jobs::held::{HeldJob, list_held, take_over as take_over_job};
use crate::operations::health;
use salal_db::Connection;
use salal_people::people::{self, PersonRef};
use salal_platform::changes::JOB;

/// The reason as it is kept.
const fn words(reason: RestoreReason) -> &'static str {
    match reason {
        RestoreReason::AtService => "the service was asked",
        RestoreReason::ByRecipient => "the recipient was asked",
        RestoreReason::Needed => "it is needed in any case",
        RestoreReason::Other => "another reason",
    }
}

fn read_reason(decide: &Decide) -> Result<&'static str> {
    RestoreReason::from_code(&decide.reason)
        .map(words)
        .ok_or_else(|| Error::field("reason", "Please choose a reason."))
}

/// GET /operations/restore
pub(in crate::operations) async fn show(
    request: Request<NoBody, (), RestoreQuery>,
) -> Result<Json<RestoreView>> {
    let (ctx, db) = (&request.ctx, request.ctx.db.read());
    let limit = u64::from(request.query.limit.unwrap_or(50).clamp(1, 100));
    let cursor = request.query.cursor.as_deref();
    let cursor = cursor.map(str::parse::<Uuid>).transpose();
    let cursor = cursor.map_err(|_| Error::malformed("The cursor cannot be read."))?;
    let (view, persons) = view(db, ctx, cursor, limit).await?;
    request.audit_list(persons);
    Ok(Json(view))
}

/// The page, and who is named on it.
async fn view(
    db: &Connection,
    ctx: &Context,
    cursor: Option<Uuid>,
    limit: u64,
) -> Result<(RestoreView, Vec<Uuid>)> {
    let Some(Held { hold, jobs }) = count_of(db, ctx).await? else {
        return Ok((RestoreView { hold: None }, Vec::new()));
    };
    let mut rows = list_held(db, ctx.hooks.get::<JobKinds>(), cursor, limit + 1).await?;
    let places = usize::try_from(limit).unwrap_or(50);
    let has_more = rows.len() > places;
    rows.truncate(places);
    let persons: Vec<Uuid> = rows.iter().filter_map(|row| row.person_id).collect();
    let names = people::names(db, &persons).await?;
    let next_cursor = rows.last().filter(|_| has_more);
    let next_cursor = next_cursor.map(|row| row.id.to_string());
    let items = rows.into_iter().map(|row| effect(row, &hold, &names));
    let hold = RestoreHold {
        items: items.collect(),
        restored_at: hold.restored_at,
        point_at: hold.point_at,
        told: hold.told.lines().map(str::to_owned).collect(),
        held: jobs,
        next_cursor,
    };
    Ok((RestoreView { hold: Some(hold) }, persons))
}

fn effect(
    row: HeldJob,
    hold: &hold::restore_hold::Model,
    names: &HashMap<Uuid, PersonRef>,
) -> HeldEffect {
    HeldEffect {
        id: row.id,
        what: health::what(&row.kind),
        kind: row.kind,
        person: row.person_id.and_then(|id| names.get(&id).cloned()),
        since: row.created_at,
        may_have_happened: row.created_at <= hold.point_at,
    }
}

/// PUT /operations/restore/release
pub(in crate::operations) async fn release_all(
    request: Request<Json<Decide>>,
) -> Result<Json<RestoreView>> {
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    let reason = read_reason(&request.body.0)?;
    let tx = request.begin().await?;
    held::release_all(&tx, ctx, Some(me), reason).await?;
    request.audit_access(me);
    request.audit_detail("reason", reason);
    request.publish_after_commit(JOB, me, me);
    let answer = request.commit(tx, RestoreView { hold: None }).await;
    hold::refresh(ctx).await?;
    answer
}

/// PUT /operations/restore/release/{id}
pub(in crate::operations) async fn release(
    request: Request<Json<Decide>, ByJob>,
) -> Result<Json<RestoreView>> {
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    let reason = read_reason(&request.body.0)?;
    let tx = request.begin().await?;
    let job = held::release(&tx, ctx, request.path.id).await?;
    request.audit_access(job.person_id.unwrap_or(me));
    request.audit_detail("reason", reason);
    request.publish_after_commit(JOB, job.id, job.person_id.unwrap_or(me));
    let (view, _) = view(&tx, ctx, None, 50).await?;
    request.commit(tx, view).await
}

/// PUT /operations/restore/take-over/{id}
pub(in crate::operations) async fn take_over(
    request: Request<Json<Decide>, ByJob>,
) -> Result<Json<RestoreView>> {
    let (ctx, me, id) = (&request.ctx, request.me()?.person_id, request.path.id);
    let reason = read_reason(&request.body.0)?;
    held::find(ctx.db.read(), ctx, id).await?;
    // What the kind records is written before: the services are asked, and no transaction stays open meanwhile.
    let job = take_over_job(ctx, id).await?;
    let tx = request.begin().await?;
    held::end(&tx, ctx, id, reason).await?;
    request.audit_access(job.person_id.unwrap_or(me));
    request.audit_detail("reason", reason);
    request.publish_after_commit(JOB, job.id, job.person_id.unwrap_or(me));
    let (view, _) = view(&tx, ctx, None, 50).await?;
    request.commit(tx, view).await
}
