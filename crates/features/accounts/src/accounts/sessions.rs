// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sessions: an opaque token of 256 random bits, stored as a hash, with an idle and an absolute limit, and
//! bound to a cookie when signed in from a browser (decision 145).

use axum::http::HeaderMap;
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use salal_db::Connection;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect,
    RelationDef, Set,
};
use uuid::Uuid;

use super::entity::{account, session};
use super::repo;
use crate::api::{COOKIE, RequestInfo, SignedIn, cookie_name, find_cookie, find_token};
use crate::changes::SESSION_ENDED;
use crate::context::{ChangeEvent, Context, sha256_hex};
use crate::error::{Error, Result};

/// How old "last seen" may be before it is updated: about twice a minute instead of on every request.
const SEEN_EVERY_SECONDS: i64 = 30;

/// How long a call waits for "last seen" to be written.
const SEEN_PATIENCE: std::time::Duration = std::time::Duration::from_millis(250);

/// A new session: the token for the page, the cookie for the browser.
pub(super) struct Opened {
    pub(super) id: Uuid,
    pub(super) token: String,
    pub(super) cookie: Option<String>,
}

/// Opens a session in the sign-in's transaction.
pub(super) async fn open(
    tx: &Connection,
    ctx: &Context,
    account: &account::Model,
    request: &RequestInfo,
    browser: bool,
) -> Result<Opened> {
    let (id, now) = (ctx.new_id(), ctx.now());
    let token = ctx.new_token();
    let cookie = browser.then(|| ctx.new_token());
    session::ActiveModel {
        id: Set(id),
        account_id: Set(account.id),
        token_hash: Set(sha256_hex(&token)),
        cookie_hash: Set(cookie.as_ref().map(sha256_hex)),
        created_at: Set(now),
        last_seen_at: Set(now),
        expires_at: Set(now + TimeDelta::hours(ctx.settings.session.absolute_hours)),
        ended_at: Set(None),
        ip: Set(request.ip.clone()),
        agent: Set(request.agent.clone()),
        location_confirmed_at: Set(None),
        renewed_at: Set(None),
    }
    .insert(tx)
    .await?;
    let cookie = cookie.map(|value| cookie_line(COOKIE, &value, request.over_tls, None));
    Ok(Opened { id, token, cookie })
}

/// `__Host-` and Secure over TLS; always HttpOnly and SameSite=Strict.
pub(super) fn cookie_line(name: &str, value: &str, over_tls: bool, max_age: Option<i64>) -> String {
    let secure = if over_tls { "; Secure" } else { "" };
    let name = cookie_name(name, over_tls);
    let age = max_age
        .map(|age| format!("; Max-Age={age}"))
        .unwrap_or_default();
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict{secure}{age}")
}

/// The cookie line that removes the cookie.
pub(super) fn cookie_removal(over_tls: bool) -> String {
    cookie_line(COOKIE, "", over_tls, Some(0))
}

/// The session lookup of the API layer: the valid session of a token and its cookie.
pub fn find_session(
    ctx: Context,
    token: String,
    cookie: Option<String>,
) -> BoxFuture<'static, Result<Option<SignedIn>>> {
    Box::pin(async move {
        let found = session::Entity::find()
            .filter(session::Column::TokenHash.eq(sha256_hex(&token)))
            .filter(session::Column::EndedAt.is_null())
            .find_also_related_account(ctx.db.read())
            .await?;
        let Some((session, account)) = found else {
            return Ok(None);
        };
        let now = ctx.now();
        if !alive(&ctx, &session, now)
            || account.disabled_at.is_some()
            || !cookie_fits(&session, cookie.as_deref())
        {
            return Ok(None);
        }
        if now - session.last_seen_at > TimeDelta::seconds(SEEN_EVERY_SECONDS) {
            // Reads continue while nothing can be written, or others are writing; the time is updated when there is
            // a turn for it.
            let noting = tokio::time::timeout(SEEN_PATIENCE, seen(&ctx, session.id, now));
            if let Ok(Err(error)) = noting.await {
                if error.storage.is_none() {
                    return Err(error);
                }
                ctx.note_storage(&error);
            }
        }
        Ok(Some(signed_in(&session, &account)))
    })
}

fn alive(ctx: &Context, session: &session::Model, now: DateTime<Utc>) -> bool {
    ends_at(ctx, session) > now
}

/// When a session ends if nothing more is heard of it.
fn ends_at(ctx: &Context, session: &session::Model) -> DateTime<Utc> {
    let idle = ctx
        .settings
        .idle_seconds()
        .map(|seconds| session.last_seen_at + TimeDelta::seconds(seconds + SEEN_EVERY_SECONDS));
    idle.map_or(session.expires_at, |idle| idle.min(session.expires_at))
}

/// How long a session stands if nothing more is heard of it; `None` once it has ended. Asking does not count as being
/// heard of: a stream that is left open keeps no session.
pub async fn time_left(ctx: &Context, id: Uuid) -> Result<Option<TimeDelta>> {
    let found = session::Entity::find_by_id(id)
        .filter(session::Column::EndedAt.is_null())
        .find_also_related_account(ctx.db.read())
        .await?;
    let standing = found.filter(|(_, account)| account.disabled_at.is_none());
    let left = standing.map(|(session, _)| ends_at(ctx, &session) - ctx.now());
    Ok(left.filter(|left| *left > TimeDelta::zero()))
}

fn cookie_fits(session: &session::Model, cookie: Option<&str>) -> bool {
    match &session.cookie_hash {
        Some(hash) => cookie.is_some_and(|cookie| sha256_hex(cookie) == *hash),
        None => true,
    }
}

async fn seen(ctx: &Context, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    session::Entity::update_many()
        .col_expr(session::Column::LastSeenAt, Expr::value(now))
        .filter(session::Column::Id.eq(id))
        .exec(ctx.db.write())
        .await?;
    Ok(())
}

/// The session of plain headers, for the event stream: an EventSource sends the cookie only, so the token may
/// be given by its header or, failing that, the cookie alone identifies the session.
pub async fn session_of_headers(ctx: &Context, headers: &HeaderMap) -> Result<Option<SignedIn>> {
    let cookie = find_cookie(headers, COOKIE, ctx.settings.is_over_tls());
    if let Some(token) = find_token(headers) {
        return find_session(ctx.clone(), token, cookie).await;
    }
    let Some(cookie) = cookie else {
        return Ok(None);
    };
    let found = session::Entity::find()
        .filter(session::Column::CookieHash.eq(sha256_hex(&cookie)))
        .filter(session::Column::EndedAt.is_null())
        .find_also_related_account(ctx.db.read())
        .await?;
    let Some((session, account)) = found else {
        return Ok(None);
    };
    if !alive(ctx, &session, ctx.now()) || account.disabled_at.is_some() {
        return Ok(None);
    }
    Ok(Some(signed_in(&session, &account)))
}

fn signed_in(session: &session::Model, account: &account::Model) -> SignedIn {
    SignedIn {
        account_id: account.id,
        person_id: account.person_id,
        session_id: session.id,
        role: *account.role,
        is_admin: account.is_admin,
    }
}

/// Ends a session, and the stored second step with it.
pub(super) async fn end(tx: &Connection, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    repo::forget_devices_of(tx, &[id]).await?;
    end_unattended(tx, id, now).await
}

/// Ends a session because nobody was there any more: the next sign-in on this device needs no code.
pub(super) async fn end_unattended(tx: &Connection, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    session::Entity::update_many()
        .col_expr(session::Column::EndedAt, Expr::value(Some(now)))
        .filter(session::Column::Id.eq(id))
        .filter(session::Column::EndedAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Ends every session of an account except `keep`, and their stored second steps; returns those that ended.
pub(super) async fn end_all(
    tx: &Connection,
    account: Uuid,
    keep: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<Vec<Uuid>> {
    let mut open = of_account(tx, account).await?;
    open.retain(|session| Some(session.id) != keep);
    let ids: Vec<Uuid> = open.into_iter().map(|session| session.id).collect();
    repo::forget_devices_of(tx, &ids).await?;
    session::Entity::update_many()
        .col_expr(session::Column::EndedAt, Expr::value(Some(now)))
        .filter(session::Column::Id.is_in(ids.iter().copied()))
        .exec(tx)
        .await?;
    Ok(ids)
}

/// The sessions of an account that have not been ended, newest first.
async fn of_account(db: &Connection, account: Uuid) -> Result<Vec<session::Model>> {
    Ok(session::Entity::find()
        .filter(session::Column::AccountId.eq(account))
        .filter(session::Column::EndedAt.is_null())
        .order_by_desc(session::Column::LastSeenAt)
        .order_by_desc(session::Column::Id)
        .all(db)
        .await?)
}

/// The valid sessions of an account, most recently used first.
pub(super) async fn living(
    db: &Connection,
    ctx: &Context,
    account: Uuid,
) -> Result<Vec<session::Model>> {
    let now = ctx.now();
    let mut all = of_account(db, account).await?;
    all.retain(|session| alive(ctx, session, now));
    Ok(all)
}

/// A session by its id, in any state.
pub(super) async fn get_session(db: &Connection, id: Uuid) -> Result<session::Model> {
    session::Entity::find_by_id(id)
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// Gives a session a new token and, if it has one, a new cookie: the old ones become invalid.
pub(super) async fn renew(
    tx: &Connection,
    ctx: &Context,
    id: Uuid,
    over_tls: bool,
) -> Result<Opened> {
    let token = ctx.new_token();
    let in_browser = get_session(tx, id).await?.cookie_hash.is_some();
    let cookie = in_browser.then(|| ctx.new_token());
    session::Entity::update_many()
        .col_expr(session::Column::TokenHash, Expr::value(sha256_hex(&token)))
        .col_expr(
            session::Column::CookieHash,
            Expr::value(cookie.as_ref().map(sha256_hex)),
        )
        .col_expr(session::Column::RenewedAt, Expr::value(Some(ctx.now())))
        .filter(session::Column::Id.eq(id))
        .exec(tx)
        .await?;
    let cookie = cookie.map(|value| cookie_line(COOKIE, &value, over_tls, None));
    Ok(Opened { id, token, cookie })
}

/// Notifies open event streams that their session ended; after the commit.
pub(super) fn tell_ended(ctx: &Context, person: Uuid, ended: &[Uuid]) {
    for id in ended {
        ctx.publish(ChangeEvent {
            kind: SESSION_ENDED,
            id: *id,
            person,
        });
    }
}

trait WithAccount {
    async fn find_also_related_account(
        self,
        db: &Connection,
    ) -> Result<Option<(session::Model, account::Model)>>;
}

impl WithAccount for sea_orm::Select<session::Entity> {
    async fn find_also_related_account(
        self,
        db: &Connection,
    ) -> Result<Option<(session::Model, account::Model)>> {
        // One query, because it runs before every request.
        let of_account: RelationDef = session::Entity::belongs_to(account::Entity)
            .from(session::Column::AccountId)
            .to(account::Column::Id)
            .into();
        let found = self
            .join(JoinType::InnerJoin, of_account)
            .select_also(account::Entity)
            .one(db)
            .await?;
        Ok(found.and_then(|(session, account)| Some((session, account?))))
    }
}
