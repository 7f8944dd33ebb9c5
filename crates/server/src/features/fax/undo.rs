//! Taking a fax back before it leaves: its row and its job go together, in one transaction, as if it
//! had never been queued. The audit keeps both clicks.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::{TakenBack, listeners, send, store};
use crate::door::{Call, NoBody, NoContent};
use crate::error::{Error, Result};
use crate::jobs;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    pub(super) id: Uuid,
}

/// PUT /fax/undo/{id}
pub(super) async fn undo(call: Call<NoBody, ById>) -> Result<NoContent> {
    let tx = call.begin().await?;
    // A fax that was taken back already is gone: the second click finds nothing.
    let fax = store::get(&tx, call.path.id).await?;
    if !call.reach.allows(fax.person_id) {
        return Err(Error::not_found());
    }
    let listener = listeners::of(&call.ctx, &fax.subject_kind)?;
    let back = TakenBack {
        subject_id: fax.subject_id,
        document: fax.document_id,
        fax: fax.id,
    };
    (listener.taken_back)(&tx, &call.ctx, &call.reach, back).await?;
    let cancelled = jobs::cancel(&tx, send::SEND, fax.id).await?;
    if !cancelled || !store::take_back(&tx, &fax).await? {
        return Err(Error::conflict(
            "TOO_LATE",
            "The fax has already been sent and can't be undone.",
        ));
    }
    store::troubled_again(&tx, &fax.subject_kind, fax.subject_id).await?;
    call.saw(fax.person_id);
    call.changed("fax", fax.id, fax.person_id);
    call.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}
