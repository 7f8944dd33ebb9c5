// SPDX-License-Identifier: AGPL-3.0-or-later

//! Cancels a fax before it is sent: its row and its job are deleted in one transaction, as if it had never
//! been queued. The audit log keeps both clicks.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::aggregate::Fax;
use super::{Job, TakenBack, repo, subjects};
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
    let (ctx, scope) = (&request.ctx, &request.scope);
    // A cancelled fax is deleted: a second click finds nothing.
    let fax = repo::within(&tx, scope, request.path.id).await?;
    let subject = subjects::find_subject(ctx, *fax.subject_kind)?;
    let back = TakenBack {
        subject_id: fax.subject_id,
        document: fax.document_id,
        fax: fax.id,
    };
    (subject.taken_back)(&tx, ctx, scope, back).await?;
    let mut whole = Fax::load_without_names(&tx, ctx, scope, fax.id).await?;
    let cancelled = jobs::cancel(&tx, Job::Send, fax.id).await?;
    if !cancelled || !repo::take_back(&tx, &fax).await? {
        return Err(Error::conflict(
            "TOO_LATE",
            "The fax has already been sent and can’t be undone.",
        ));
    }
    whole.trouble_the_one_before();
    request.audit_access(fax.person_id);
    request.publish_after_commit("fax", fax.id, fax.person_id);
    let writes = whole.writes().take();
    request.commit_with(tx, writes, 204, &()).await?;
    Ok(NoContent)
}
