// SPDX-License-Identifier: AGPL-3.0-or-later

//! Staff actions on a fax: send another copy to the same number, retry a fax waiting for the fax service, or
//! record that the pharmacy confirmed it by telephone. Copies sent by staff do not count towards the
//! patient's two (decision 55).

use salal_domain::fax::{ClarificationKind, FaxNumber, FaxState};
use sea_orm::Set;

use super::dto::{Confirm, FaxDetail, SendAgain};
use super::entity::fax;
use super::undo::ById;
use super::{NewFax, clarifications, copies, list, numbers, repo, send, subjects};
use crate::api::{Json, Request};
use crate::error::{Error, Result};
use crate::jobs;

/// Why staff cannot resend this fax.
pub(super) fn why_not(
    fax: &fax::Model,
    newest: Option<i64>,
    is_stopped: bool,
) -> Option<&'static str> {
    if is_stopped {
        return Some(send::VOID);
    }
    if newest.is_some_and(|newest| fax.copy_number < newest) {
        return Some("There is a newer copy.");
    }
    (fax.state.is_waiting() && !fax.trouble).then_some("The fax is on its way.")
}

/// Why delivery of this fax cannot be confirmed by phone.
pub(super) fn why_no_confirmation(
    fax: &fax::Model,
    newest: Option<i64>,
    is_stopped: bool,
) -> Option<&'static str> {
    if is_stopped {
        return Some("This copy is void. If the pharmacy has it, call them and tell a doctor.");
    }
    if newest.is_some_and(|newest| fax.copy_number < newest) {
        return Some("There is a newer copy.");
    }
    match *fax.state {
        FaxState::Unknown | FaxState::Failed => None,
        FaxState::Delivered if fax.trouble => None,
        FaxState::Delivered => Some("The fax arrived."),
        FaxState::Queued | FaxState::Sending | FaxState::Sent => {
            Some("The fax service has not finished with it.")
        }
    }
}

/// PUT /fax/{id}/again
pub(super) async fn send_again(request: Request<Json<SendAgain>, ById>) -> Result<Json<FaxDetail>> {
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    let seen = repo::within(ctx.db.read(), &request.scope, request.path.id).await?;
    let subject = subjects::find_subject(ctx, &seen.subject_kind)?;
    let tx = request.begin().await?;
    let newest = copies::newest(&tx, &seen.subject_kind, seen.subject_id)
        .await?
        .ok_or_else(Error::not_found)?;
    // Locks the subject for this transaction: a concurrent caller waits here, and then checks again.
    let cover = (subject.again)(&tx, ctx, &request.scope, seen.subject_id, &newest).await;
    let fax = repo::within(&tx, &request.scope, seen.id).await?;
    if fax.version != request.body.0.version {
        let current = list::detail(&tx, ctx, &request.scope, fax.id).await?;
        return Err(Error::stale(&current));
    }
    let newest_now = copies::newest(&tx, &fax.subject_kind, fax.subject_id).await?;
    let newest_copy = newest_now.as_ref().map(|newest| newest.copy_number);
    let is_stopped = repo::is_stopped(&tx, fax.document_id).await?;
    if let Some(why) = why_not(&fax, newest_copy, is_stopped) {
        return Err(Error::conflict("NOT_THIS_ONE", why));
    }
    if fax.state.is_waiting() {
        // No additional copy: the waiting one is retried now.
        jobs::run_soon(&tx, send::SEND, fax.id, ctx.now()).await?;
        let detail = list::detail(&tx, ctx, &request.scope, fax.id).await?;
        request.audit_access(fax.person_id);
        request.publish_after_commit("fax", fax.id, fax.person_id);
        return request.commit(tx, detail).await;
    }
    let cover = cover?;
    let to = FaxNumber::parse(&fax.to_number)
        .map_err(|_| Error::conflict("NO_FAX_NUMBER", "The fax number cannot be dialled."))?;
    let new = NewFax {
        subject_kind: subject.kind,
        subject_id: fax.subject_id,
        person: fax.person_id,
        document_id: fax.document_id,
        to,
        recipient_name: fax.recipient_name.clone(),
        copy_number: fax.copy_number + 1,
        is_resend: false,
        by: Some(me),
        cover,
    };
    let id = send::queue(&tx, ctx, new).await?;
    let detail = list::detail(&tx, ctx, &request.scope, id).await?;
    request.audit_access(fax.person_id);
    request.publish_after_commit("fax", id, fax.person_id);
    request.commit(tx, detail).await
}

/// PUT /fax/{id}/confirm
pub(super) async fn confirm(request: Request<Json<Confirm>, ById>) -> Result<Json<FaxDetail>> {
    let (ctx, me, sent) = (&request.ctx, request.me()?.person_id, &request.body.0);
    let note = clarifications::check_text("note", &sent.note)?;
    let tx = request.begin().await?;
    let fax = repo::within(&tx, &request.scope, request.path.id).await?;
    let newest = copies::newest(&tx, &fax.subject_kind, fax.subject_id).await?;
    let to = fax::ActiveModel {
        state: Set(FaxState::Delivered.into()),
        trouble: Set(false),
        reason: Set(None),
        delivered_at: Set(Some(fax.delivered_at.unwrap_or_else(|| ctx.now()))),
        confirmed_by: Set(Some(me)),
        confirmed_at: Set(Some(ctx.now())),
        ..Default::default()
    };
    let current = fax.version == sent.version;
    let newest = newest.map(|newest| newest.copy_number);
    let is_stopped = repo::is_stopped(&tx, fax.document_id).await?;
    if current && let Some(why) = why_no_confirmation(&fax, newest, is_stopped) {
        return Err(Error::conflict("NOT_THIS_ONE", why));
    }
    if !current || !repo::step(&tx, &fax, to).await? {
        let current = list::detail(&tx, ctx, &request.scope, fax.id).await?;
        return Err(Error::stale(&current));
    }
    clarifications::add(
        &tx,
        ctx,
        &fax,
        ClarificationKind::Confirmed,
        note,
        false,
        me,
    )
    .await?;
    // A recipient who has the fax has the number.
    if let Some((number, name)) = numbers::recipient(&fax) {
        numbers::verify(&tx, ctx, &number, &name, numbers::By::Person(me)).await?;
    }
    let detail = list::detail(&tx, ctx, &request.scope, fax.id).await?;
    request.audit_access(fax.person_id);
    request.publish_after_commit("fax", fax.id, fax.person_id);
    // The subject's feature is notified like for any other outcome.
    send::tell_later(&tx, ctx, fax.id, "confirmed").await?;
    request.commit(tx, detail).await
}
