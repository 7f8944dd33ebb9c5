//! Where one is signed in: the list, ending one, ending all others, and closing the account, which the
//! automatic mode offers. Whatever ends here is refused from the next call on.

use salal_rules::texts::account as texts;
use uuid::Uuid;

use super::account_dto::{Ended, SessionView};
use super::credentials::ById;
use super::{user_agent, email_change, recoveries, sessions, staff, repo};
use crate::api::{Request, Json, NoBody, NoContent, Role};
use crate::error::{Error, Kind, Result};
use crate::features::people;

/// GET /user/sessions
pub(super) async fn list_own_sessions(call: Request) -> Result<Json<Vec<SessionView>>> {
    let (ctx, me) = (&call.ctx, call.me()?);
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

/// POST /user/sign-out
pub(super) async fn sign_out(call: Request<NoBody>) -> Result<NoContent> {
    let id = call.me()?.session_id;
    let tx = call.begin().await?;
    sessions::end(&tx, id, call.now()).await?;
    tx.commit().await?;
    after(&call, &[id]);
    Ok(NoContent)
}

/// DELETE /user/sessions/{id}: one of the own; one that ended already stays ended.
pub(super) async fn end(call: Request<NoBody, ById>) -> Result<NoContent> {
    let (ctx, me, id) = (&call.ctx, call.me()?, call.path.id);
    let session = sessions::get_session(ctx.db.read(), id).await?;
    if session.account_id != me.account_id {
        return Err(Error::not_found());
    }
    let tx = call.begin().await?;
    sessions::end(&tx, id, ctx.now()).await?;
    tx.commit().await?;
    after(&call, &[id]);
    Ok(NoContent)
}

/// POST /user/sign-out-others
pub(super) async fn end_others(call: Request<NoBody>) -> Result<Json<Ended>> {
    let (ctx, me) = (&call.ctx, call.me()?);
    let tx = call.begin().await?;
    let keep = Some(me.session_id);
    let ended = sessions::end_all(&tx, me.account_id, keep, ctx.now()).await?;
    let answer = call.commit(tx, Ended { ended: ended.len() }).await?;
    after(&call, &ended);
    Ok(answer)
}

/// DELETE /user/{id}: the own account, in the automatic mode only (decisions 28, 155). The sign-in is
/// closed and the person is hidden; nothing of the record is deleted.
pub(super) async fn close(call: Request<NoBody, ById>) -> Result<NoContent> {
    let (ctx, me) = (&call.ctx, call.me()?);
    if call.path.id != me.account_id {
        return Err(Error::not_found());
    }
    if !ctx.settings.automatic() {
        return Err(Error::new(
            Kind::NotAllowed,
            "AUTO_ONLY",
            texts::ONLY_AUTOMATIC,
        ));
    }
    let (tx, now) = (call.begin().await?, ctx.now());
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
    let ended = sessions::end_all(&tx, me.account_id, None, now).await?;
    call.commit_as(tx, 204, &()).await?;
    after(&call, &ended);
    Ok(NoContent)
}

/// Tells the event streams, and takes the cookie back when the caller's own session ended.
fn after<P>(call: &Request<NoBody, P>, ended: &[Uuid]) {
    let Ok(me) = call.me() else { return };
    sessions::tell_ended(&call.ctx, me.person_id, ended);
    if ended.contains(&me.session_id) {
        call.set_cookie(sessions::cookie_removal(call.request.over_tls));
    }
}
