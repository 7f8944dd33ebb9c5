// SPDX-License-Identifier: AGPL-3.0-or-later

//! The draft of a request, stored on the server, so that it survives a reload, an idle sign-out and a change
//! of device; two devices cannot overwrite each other.

use super::dto::{DraftContent, DraftView, RequestDraft, SaveRequestDraft};
use super::repo;
use crate::api::{Json, NoBody, NoContent, Request};
use crate::error::{Error, Kind, Result};
use salal_db::Connection;
use salal_domain::destinations::PHARMACY_GONE;
use salal_reference::pharmacies;
use uuid::Uuid;

/// The maximum number of medications in a draft.
const MOST: usize = 50;

async fn current(db: &Connection, person: Uuid) -> Result<DraftView> {
    let Some(row) = repo::draft(db, person).await? else {
        return Ok(DraftView::default());
    };
    // A discarded draft is empty; a draft of an earlier version that cannot be parsed is ignored.
    let content = match serde_json::from_value::<RequestDraft>(row.content).ok() {
        Some(kept) => Some(whole(db, kept).await?),
        None => None,
    };
    Ok(DraftView {
        updated_at: content.is_some().then_some(row.updated_at),
        content,
        version: row.version,
    })
}

async fn whole(db: &Connection, kept: RequestDraft) -> Result<DraftContent> {
    let pharmacy = match kept.pharmacy {
        Some(named) => match pharmacies::choose(db, "pharmacy", named.id).await {
            Ok(found) => Some(found.view().clone()),
            // No longer on the list: the patient chooses again.
            Err(error) if error.kind == Kind::NotFound || error.code == PHARMACY_GONE => None,
            Err(error) => return Err(error),
        },
        None => None,
    };
    Ok(DraftContent {
        medications: kept.medications,
        pharmacy,
        load_current: kept.load_current,
        step: kept.step,
    })
}

/// GET /prescription/draft
pub(super) async fn get_draft(request: Request<NoBody>) -> Result<Json<DraftView>> {
    Ok(Json(
        current(request.ctx.db.read(), request.me()?.person_id).await?,
    ))
}

/// PUT /prescription/draft
pub(super) async fn save_draft(
    request: Request<Json<SaveRequestDraft>>,
) -> Result<Json<DraftView>> {
    let me = request.me()?.person_id;
    let sent = &request.body.0;
    if sent.content.medications.len() > MOST {
        return Err(Error::field(
            "medications",
            salal_domain::texts::request::MAXIMUM_REACHED,
        ));
    }
    let content = serde_json::to_value(&sent.content)?;
    let tx = request.begin().await?;
    if !repo::save_draft(&tx, me, content, sent.version, request.now()).await? {
        let newest = current(&tx, me).await?;
        return Err(Error::stale(&newest));
    }
    let saved = current(&tx, me).await?;
    request.commit(tx, saved).await
}

/// DELETE /prescription/draft
pub(super) async fn delete(request: Request<NoBody>) -> Result<NoContent> {
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    repo::end_draft(&tx, me, request.now()).await?;
    request.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}
