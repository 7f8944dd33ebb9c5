// SPDX-License-Identifier: AGPL-3.0-or-later

//! One's own sessions: listing them, ending one or all others, and closing the account, which the automatic
//! mode offers. An ended session is refused from the next request on.

use super::account_dto::{self, SessionView, SignOut};
use super::credentials::ById;
use super::sessions::Ended;
use super::{email_change, recoveries, repo, sessions, staff, user_agent};
use crate::api::{Json, NoBody, NoContent, Request, Role};
use crate::error::{Error, Kind, Result};
use salal_domain::texts::account as texts;
use salal_people::people;

/// GET /user/sessions
pub(super) async fn list_own_sessions(request: Request) -> Result<Json<Vec<SessionView>>> {
    let (ctx, me) = (&request.ctx, request.me()?);
    let living = sessions::living(ctx.db.read(), ctx, me.account_id).await?;
    let view = |session: super::entity::session::Model| SessionView {
        id: session.id,
        created_at: session.created_at,
        last_seen_at: session.last_seen_at,
        ip: session.ip,
        agent: user_agent::describe(&session.agent),
        current: session.id == me.session_id,
    };
    Ok(Json(living.into_iter().map(view).collect()))
}

/// POST /user/sign-out: with the session its stored second step ends, unless nobody was there.
pub(super) async fn sign_out(request: Request<NoBody, (), SignOut>) -> Result<NoContent> {
    let id = request.me()?.session_id;
    let tx = request.begin().await?;
    let ended = if request.query.idle {
        sessions::end_unattended(&tx, &request.ctx, id).await?
    } else {
        sessions::end(&tx, &request.ctx, id).await?
    };
    tx.commit().await?;
    after(&request, ended);
    Ok(NoContent)
}

/// DELETE /user/sessions/{id}: ends one of the caller's sessions; one that has already ended stays so.
pub(super) async fn end(request: Request<NoBody, ById>) -> Result<NoContent> {
    let (ctx, me, id) = (&request.ctx, request.me()?, request.path.id);
    let session = sessions::get_session(ctx.db.read(), id).await?;
    if session.account_id != me.account_id {
        return Err(Error::not_found());
    }
    let tx = request.begin().await?;
    let ended = sessions::end(&tx, ctx, id).await?;
    tx.commit().await?;
    after(&request, ended);
    Ok(NoContent)
}

/// POST /user/sign-out-others
pub(super) async fn end_others(request: Request<NoBody>) -> Result<Json<account_dto::Ended>> {
    let (ctx, me) = (&request.ctx, request.me()?);
    let tx = request.begin().await?;
    let keep = Some(me.session_id);
    let ended = sessions::end_all(&tx, ctx, me.account_id, keep).await?;
    let count = account_dto::Ended { ended: ended.len() };
    let answer = request.commit(tx, count).await?;
    after(&request, ended);
    Ok(answer)
}

/// DELETE /user/{id}: closes the caller's account, in the automatic mode only (decisions 28, 155). Sign-in is
/// disabled and the person is hidden; no record is deleted.
pub(super) async fn close(request: Request<NoBody, ById>) -> Result<NoContent> {
    let (ctx, me) = (&request.ctx, request.me()?);
    if request.path.id != me.account_id {
        return Err(Error::not_found());
    }
    if !ctx.settings.automatic() {
        return Err(Error::new(
            Kind::NotAllowed,
            "AUTO_ONLY",
            texts::ONLY_AUTOMATIC,
        ));
    }
    let (tx, now) = (request.begin().await?, ctx.now());
    if me.is(Role::Admin) && staff::is_last_administrator(&tx, me.account_id).await? {
        return Err(Error::conflict(
            "LAST_ADMINISTRATOR",
            "You are the only administrator. Make someone else an administrator first.",
        ));
    }
    repo::disable(&tx, me.account_id, now).await?;
    people::index_for_search(&tx, me.person_id).await?;
    repo::forget_devices(&tx, me.account_id).await?;
    recoveries::void(&tx, me.account_id, now).await?;
    email_change::forget(&tx, me.account_id).await?;
    let ended = sessions::end_all(&tx, ctx, me.account_id, None).await?;
    request.commit_as(tx, 204, &()).await?;
    after(&request, ended);
    Ok(NoContent)
}

/// Notifies the event streams, and removes the cookie when the caller's own session ended.
fn after<P, Q>(request: &Request<NoBody, P, Q>, ended: Ended) {
    let Ok(me) = request.me() else { return };
    if ended.contains(me.session_id) {
        request.set_cookie(sessions::cookie_removal(request.info.over_tls));
    }
    ended.tell(me.person_id);
}
