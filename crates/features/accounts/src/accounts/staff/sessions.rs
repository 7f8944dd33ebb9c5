// SPDX-License-Identifier: AGPL-3.0-or-later

//! Ends another user's sessions: one, or all.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::change::own;
use super::dto::Changed;
use super::{repo, view};
use crate::accounts::account_dto::Ended;
use crate::accounts::credentials::ById;
use crate::accounts::{repo as accounts, sessions};
use crate::api::{Json, NoBody, NoContent, Request};
use crate::error::{Error, Result};

/// A session of a staff account.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct BySession {
    /// The account.
    id: Uuid,
    /// The session to end.
    session: Uuid,
}

/// PUT /staff-account/sign-out/{id}
pub(super) async fn end_all(request: Request<NoBody, ById>) -> Result<Json<Ended>> {
    let (ctx, me, id) = (&request.ctx, request.me()?, request.path.id);
    if id == me.account_id {
        return Err(own());
    }
    let tx = request.begin().await?;
    let person = view::account(&tx, id, me).await?.person.id;
    accounts::forget_devices(&tx, id).await?;
    let ended = sessions::end_all(&tx, ctx, id, None).await?;
    if ended.len() > 0 {
        let said = (Changed::Sessions, open(ended.len()), open(0));
        repo::note(&tx, ctx, id, me.person_id, said).await?;
    }
    request.audit_access(person);
    request.publish_after_commit("person", person, person);
    let answer = request.commit(tx, Ended { ended: ended.len() }).await?;
    ended.tell(person);
    Ok(answer)
}

/// DELETE /staff-account/{id}/sessions/{session}: one that has already ended stays so.
pub(super) async fn end_one(request: Request<NoBody, BySession>) -> Result<NoContent> {
    let (ctx, me) = (&request.ctx, request.me()?);
    let BySession { id, session } = request.path;
    if id == me.account_id {
        return Err(own());
    }
    let tx = request.begin().await?;
    let person = view::account(&tx, id, me).await?.person.id;
    let found = sessions::get_session(&tx, session).await?;
    if found.account_id != id {
        return Err(Error::not_found());
    }
    let ended = sessions::end(&tx, ctx, session).await?;
    if found.ended_at.is_none() {
        let said = (Changed::Sessions, open(1), "Ended".to_owned());
        repo::note(&tx, ctx, id, me.person_id, said).await?;
    }
    request.audit_access(person);
    request.publish_after_commit("person", person, person);
    request.commit_as(tx, 204, &()).await?;
    ended.tell(person);
    Ok(NoContent)
}

fn open(sessions: usize) -> String {
    match sessions {
        0 => "None open".to_owned(),
        1 => "One open".to_owned(),
        more => format!("{more} open"),
    }
}
