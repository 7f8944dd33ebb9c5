//! The draft of a request: kept on the server, so that it survives a reload, an idle log-out and a
//! change of device; two devices do not overwrite each other.

use super::store;
use super::wire::{DraftView, SaveDraft};
use crate::door::{Call, Json, NoBody, NoContent};
use crate::error::{Error, Result};
use uuid::Uuid;

/// Drafts are small: fifty medications are more than anyone may ask for.
const MOST: usize = 50;

async fn current(db: &impl sea_orm::ConnectionTrait, person: Uuid) -> Result<DraftView> {
    Ok(match store::draft(db, person).await? {
        Some(row) => DraftView {
            // A draft of an earlier version that no longer reads is no draft.
            content: serde_json::from_value(row.content).ok(),
            version: row.version,
            updated_at: Some(row.updated_at),
        },
        None => DraftView::default(),
    })
}

/// GET /prescription/draft
pub(super) async fn get(call: Call<NoBody>) -> Result<Json<DraftView>> {
    Ok(Json(
        current(call.ctx.db.read(), call.me()?.person_id).await?,
    ))
}

/// PUT /prescription/draft
pub(super) async fn put(call: Call<Json<SaveDraft>>) -> Result<Json<DraftView>> {
    let me = call.me()?.person_id;
    let sent = &call.body.0;
    if sent.content.medications.len() > MOST {
        return Err(Error::field(
            "medications",
            salal_rules::texts::request::MAXIMUM_REACHED,
        ));
    }
    let content = serde_json::to_value(&sent.content)?;
    let tx = call.begin().await?;
    if !store::save_draft(&tx, me, content, sent.version, call.now()).await? {
        let newest = current(&tx, me).await?;
        return Err(Error::stale(&newest));
    }
    let saved = current(&tx, me).await?;
    call.commit(tx, saved).await
}

/// DELETE /prescription/draft
pub(super) async fn delete(call: Call<NoBody>) -> Result<NoContent> {
    let me = call.me()?.person_id;
    let tx = call.begin().await?;
    store::delete_draft(&tx, me).await?;
    call.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}
