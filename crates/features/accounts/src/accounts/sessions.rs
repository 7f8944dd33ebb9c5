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
use super::kept_sessions::{Kept, KeptSessions};
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
        let hash = sha256_hex(&token);
        let Some(session) = read(&ctx, hash).await? else {
            return Ok(None);
        };
        if !cookie_fits(session.cookie_hash.as_deref(), cookie.as_deref()) {
            return Ok(None);
        }
        let now = ctx.now();
        if now - session.last_seen_at > TimeDelta::seconds(SEEN_EVERY_SECONDS) {
            // Reads continue while nothing can be written, or others are writing; the time is updated when there is
            // a turn for it.
            let id = session.signed_in.session_id;
            let noting = tokio::time::timeout(SEEN_PATIENCE, seen(&ctx, id, now));
            if let Ok(Err(error)) = noting.await {
                if error.storage.is_none() {
                    return Err(error);
                }
                ctx.note_storage(&error);
            }
        }
        Ok(Some(session.signed_in))
    })
}

/// The session of a token, if it stands: as it was read within seconds and not ended since, or as it is stored.
async fn read(ctx: &Context, token_hash: String) -> Result<Option<Kept>> {
    let (memory, now) = (ctx.get_or_init(KeptSessions::default), ctx.now());
    // Before anything is read: an end that is told while reading must not be missed.
    let ends = ctx.session_ends();
    // One whose "last seen" is about to be written is read again.
    let is_settled =
        |kept: &Kept| now - kept.last_seen_at <= TimeDelta::seconds(SEEN_EVERY_SECONDS);
    let kept = ends.and_then(|ends| memory.get(&token_hash, ends, now));
    if let Some(kept) = kept.filter(is_settled) {
        return Ok(Some(kept));
    }
    let found = <session::Entity as EntityTrait>::find()
        .filter(session::Column::TokenHash.eq(token_hash.as_str()))
        .filter(session::Column::EndedAt.is_null())
        .find_also_related_account(ctx.db.read())
        .await?;
    let standing = found
        .filter(|(session, account)| alive(ctx, session, now) && account.disabled_at.is_none());
    let kept = standing.map(|(session, account)| Kept {
        signed_in: signed_in(&session, &account),
        last_seen_at: session.last_seen_at,
        ends_at: ends_at(ctx, &session),
        cookie_hash: session.cookie_hash,
        read_at: now,
    });
    if let (Some(ends), Some(kept)) = (ends, kept.as_ref()) {
        memory.keep(token_hash, ends, kept.clone());
    }
    Ok(kept)
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
    let found = <session::Entity as EntityTrait>::find_by_id(id)
        .filter(session::Column::EndedAt.is_null())
        .find_also_related_account(ctx.db.read())
        .await?;
    let standing = found.filter(|(_, account)| account.disabled_at.is_none());
    let left = standing.map(|(session, _)| ends_at(ctx, &session) - ctx.now());
    Ok(left.filter(|left| *left > TimeDelta::zero()))
}

fn cookie_fits(hash: Option<&str>, cookie: Option<&str>) -> bool {
    match hash {
        Some(hash) => cookie.is_some_and(|cookie| sha256_hex(cookie) == hash),
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
    let found = <session::Entity as EntityTrait>::find()
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

/// Sessions that a transaction ends, or gives another token: until it is told, their old tokens may be believed for
/// seconds. Told once the transaction has committed; one that never gets so far only makes this process read sessions
/// again.
#[must_use = "until an end is announced, other processes may not know of it for seconds"]
pub(super) struct Ended {
    ctx: Context,
    ids: Vec<Uuid>,
}

impl Ended {
    fn of(ctx: &Context, ids: Vec<Uuid>) -> Self {
        let ctx = ctx.clone();
        Self { ctx, ids }
    }

    /// How many ended.
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn contains(&self, session: Uuid) -> bool {
        self.ids.contains(&session)
    }

    /// Tells every process: open event streams of these sessions end, and no token is believed that was read before.
    pub(super) fn tell(self, person: Uuid) {
        // Where none ended, one may have another token.
        let none = self.ids.is_empty().then_some(Uuid::nil());
        for id in self.ids.iter().copied().chain(none) {
            self.ctx.publish(ChangeEvent {
                kind: SESSION_ENDED,
                id,
                person,
            });
        }
    }
}

impl Drop for Ended {
    fn drop(&mut self) {
        // Also when the caller hung up between the commit and the telling.
        self.ctx.publish_locally(ChangeEvent {
            kind: SESSION_ENDED,
            id: Uuid::nil(),
            person: Uuid::nil(),
        });
    }
}

/// Ends a session, and the stored second step with it.
pub(super) async fn end(tx: &Connection, ctx: &Context, id: Uuid) -> Result<Ended> {
    repo::forget_devices_of(tx, &[id]).await?;
    end_unattended(tx, ctx, id).await
}

/// Ends a session because nobody was there any more: the next sign-in on this device needs no code.
pub(super) async fn end_unattended(tx: &Connection, ctx: &Context, id: Uuid) -> Result<Ended> {
    let ended = Ended::of(ctx, vec![id]);
    session::Entity::update_many()
        .col_expr(session::Column::EndedAt, Expr::value(Some(ctx.now())))
        .filter(session::Column::Id.eq(id))
        .filter(session::Column::EndedAt.is_null())
        .exec(tx)
        .await?;
    Ok(ended)
}

/// Ends the session that a browser had, whoever's it was; told to that person with what this returns.
pub(super) async fn end_of_browser(
    tx: &Connection,
    ctx: &Context,
    cookie: &str,
) -> Result<Option<(Ended, Uuid)>> {
    let found = <session::Entity as EntityTrait>::find()
        .filter(session::Column::CookieHash.eq(sha256_hex(cookie)))
        // The few that stand are found by their end.
        .filter(session::Column::ExpiresAt.gt(ctx.now()))
        .filter(session::Column::EndedAt.is_null())
        .find_also_related_account(tx)
        .await?;
    let Some((session, account)) = found else {
        return Ok(None);
    };
    let ended = end_unattended(tx, ctx, session.id).await?;
    Ok(Some((ended, account.person_id)))
}

/// Ends every session of an account except `keep`, and their stored second steps.
pub(super) async fn end_all(
    tx: &Connection,
    ctx: &Context,
    account: Uuid,
    keep: Option<Uuid>,
) -> Result<Ended> {
    let mut open = of_account(tx, account).await?;
    open.retain(|session| Some(session.id) != keep);
    let ids: Vec<Uuid> = open.into_iter().map(|session| session.id).collect();
    let ended = Ended::of(ctx, ids);
    repo::forget_devices_of(tx, &ended.ids).await?;
    session::Entity::update_many()
        .col_expr(session::Column::EndedAt, Expr::value(Some(ctx.now())))
        .filter(session::Column::Id.is_in(ended.ids.iter().copied()))
        .exec(tx)
        .await?;
    Ok(ended)
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

/// Gives a session a new token and, if it has one, a new cookie: the old ones become invalid, which is told with the
/// sessions that ended for the same reason.
pub(super) async fn renew(
    tx: &Connection,
    ctx: &Context,
    id: Uuid,
    over_tls: bool,
    _told_with: &Ended,
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
