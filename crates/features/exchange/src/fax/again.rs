// SPDX-License-Identifier: AGPL-3.0-or-later

//! Staff actions on a fax: send another copy to the same number, retry a fax waiting for the fax service, or
//! record that the pharmacy confirmed it by telephone. Copies sent by staff do not count towards the
//! patient's two (decision 55).

use super::aggregate::Fax;
use super::dto::{Confirm, FaxDetail, SendAgain};
use super::undo::ById;
use super::{Job, clarifications, subjects};
use crate::api::{Json, Request};
use crate::error::{Error, Result};
use crate::jobs;

/// PUT /fax/{id}/again
pub(super) async fn send_again(request: Request<Json<SendAgain>, ById>) -> Result<Json<FaxDetail>> {
    let (ctx, me, scope) = (&request.ctx, request.me()?.person_id, &request.scope);
    let mut fax = Fax::load(ctx.db.read(), ctx, scope, request.path.id, Some(me)).await?;
    let subject = subjects::find_subject(ctx, *fax.row.subject_kind)?;
    let newest = fax.newest().ok_or_else(Error::not_found)?;
    let tx = request.begin().await?;
    // Locks the subject for this transaction: a concurrent caller waits here, and then checks again.
    let cover = (subject.again)(&tx, ctx, scope, fax.row.subject_id, &newest).await;
    fax.reload(&tx, scope).await?;
    fax.seen(ctx, request.body.0.version)?;
    fax.allow_again()?;
    if fax.row.state.is_waiting() {
        // No additional copy: the waiting one is retried now.
        jobs::run_soon(&tx, Job::Send, fax.row.id, ctx.now()).await?;
        return fax.save(&request, tx).await;
    }
    let copy = fax.send_again(ctx, cover?, me)?;
    copy.save(&request, tx).await
}

/// PUT /fax/{id}/confirm
pub(super) async fn confirm(request: Request<Json<Confirm>, ById>) -> Result<Json<FaxDetail>> {
    let (ctx, me, sent) = (&request.ctx, request.me()?.person_id, &request.body.0);
    let note = clarifications::check_text("note", &sent.note)?;
    let tx = request.begin().await?;
    let mut fax = Fax::lock(&tx, ctx, &request.scope, request.path.id, Some(me)).await?;
    fax.seen(ctx, sent.version)?;
    fax.confirm(ctx, note, me)?;
    fax.save(&request, tx).await
}
