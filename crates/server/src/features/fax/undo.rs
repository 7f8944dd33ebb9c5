// SPDX-License-Identifier: AGPL-3.0-or-later

//! Cancels a fax before it is sent: its row and its job are deleted in one transaction, as if it had never
//! been queued. The audit log keeps both clicks.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::{TakenBack, repo, send, subjects};
use crate::api::{NoBody, NoContent, Request};
use crate::error::{Error, Result};
use crate::jobs;

/// A fax.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    /// The fax's id.
    pub(super) id: Uuid,
}

/// PUT /fax/{id}/undo
pub(super) async fn undo(request: Request<NoBody, ById>) -> Result<NoContent> {
    let tx = request.begin().await?;
    // A cancelled fax is deleted: a second click finds nothing.
    let fax = repo::get_fax(&tx, request.path.id).await?;
    if !request.scope.allows(fax.person_id) {
        return Err(Error::not_found());
    }
    let subject = subjects::find_subject(&request.ctx, &fax.subject_kind)?;
    let back = TakenBack {
        subject_id: fax.subject_id,
        document: fax.document_id,
        fax: fax.id,
    };
    (subject.taken_back)(&tx, &request.ctx, &request.scope, back).await?;
    let cancelled = jobs::cancel(&tx, send::SEND, fax.id).await?;
    if !cancelled || !repo::take_back(&tx, &fax).await? {
        return Err(Error::conflict(
            "TOO_LATE",
            "The fax has already been sent and can't be undone.",
        ));
    }
    repo::troubled_again(&tx, &fax.subject_kind, fax.subject_id).await?;
    request.audit_access(fax.person_id);
    request.publish_after_commit("fax", fax.id, fax.person_id);
    request.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}
