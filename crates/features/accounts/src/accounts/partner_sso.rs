// SPDX-License-Identifier: AGPL-3.0-or-later

//! Single sign-on from the partner clinic (decisions 80, 131). A patient who is signed in at the partner's
//! site follows a link to `/auth/{token}`. The partner's server requests the token with a shared secret; it
//! works once, within two minutes, for an existing patient account, and becomes a session with a cookie.
//! Disabled unless the secret is set.

use chrono::TimeDelta;
use salal_db::Connection;
use salal_domain::texts::sign_in as texts;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use super::account_dto::{AskHandOver, HandOver};
use super::dto::SignInAnswer;
use super::entity::hand_over;
use super::repo;
use super::sign_in::{self, Device, Entry};
use crate::api::{Created, Json, NoBody, Request, Role};
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};

const SECONDS: i64 = 120;

/// POST /user/hand-over: a token for the patient with this address. Without the secret the route does not
/// exist.
pub(super) async fn ask(request: Request<Json<AskHandOver>>) -> Result<Created<HandOver>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let secret = ctx.settings.secrets.hand_over.reveal();
    // Hashes are compared, so that the response time reveals nothing about the secret.
    if secret.is_empty() || sha256_hex(&sent.secret) != sha256_hex(secret) {
        return Err(Error::not_found());
    }
    let account = repo::find_by_email(ctx.db.read(), &sent.email)
        .await?
        .filter(|account| *account.role == Role::Patient && account.activated_at.is_some())
        .filter(|account| sign_in::belongs_here(ctx, account))
        .ok_or_else(Error::not_found)?;
    let (token, now) = (ctx.new_token(), ctx.now());
    let expires_at = now + TimeDelta::seconds(SECONDS);
    let tx = request.begin().await?;
    hand_over::ActiveModel {
        id: Set(ctx.new_id()),
        account_id: Set(account.id),
        token_hash: Set(sha256_hex(&token)),
        created_at: Set(now),
        expires_at: Set(expires_at),
        used_at: Set(None),
    }
    .insert(&tx)
    .await?;
    // The token is in the response, so it is not stored under an Idempotency-Key.
    tx.commit().await?;
    Ok(Created(HandOver {
        url: ctx.settings.link(&format!("/auth/{token}")),
        token,
        expires_at,
    }))
}

/// POST /user/token: resumes a session, or exchanges a sign-on token for one.
pub(super) async fn token(request: Request<NoBody>) -> Result<Json<SignInAnswer>> {
    let refused = |code| Error::not_signed_in(code, "Please sign in.");
    if let Ok(me) = request.me() {
        let db = request.ctx.db.read();
        let account = repo::get_account(db, me.account_id).await?;
        let user = sign_in::user_view(&request.ctx, db, &account).await?;
        return Ok(Json(SignInAnswer {
            token: request.info.token.clone(),
            email: Some(account.email),
            user: Some(user),
            ..SignInAnswer::default()
        }));
    }
    let Some(token) = &request.info.token else {
        return Err(refused(texts::NO_TOKEN));
    };
    let tx = request.begin().await?;
    let Some(account) = take(&tx, &request.ctx, token).await? else {
        return Err(refused(texts::INVALID_TOKEN));
    };
    let account = repo::get_account(&tx, account).await?;
    if account.activated_at.is_none() || !sign_in::belongs_here(&request.ctx, &account) {
        // Committed in any case: a token works once, whatever the outcome.
        tx.commit().await?;
        return Err(refused(texts::EMAIL_BY_TOKEN));
    }
    let entry = Entry::in_browser(&request.ctx, &request.info);
    let (answer, cookies) = sign_in::enter(tx, &entry, account, Device::None, None).await?;
    for cookie in cookies {
        request.set_cookie(cookie);
    }
    Ok(Json(answer))
}

/// Uses up a token; returns its account, unless the token is unknown, expired or used.
async fn take(tx: &Connection, ctx: &Context, token: &str) -> Result<Option<Uuid>> {
    let (hash, now) = (sha256_hex(token), ctx.now());
    let done = hand_over::Entity::update_many()
        .col_expr(hand_over::Column::UsedAt, Expr::value(Some(now)))
        .filter(hand_over::Column::TokenHash.eq(hash.as_str()))
        .filter(hand_over::Column::UsedAt.is_null())
        .filter(hand_over::Column::ExpiresAt.gt(now))
        .exec(tx)
        .await?;
    if done.rows_affected != 1 {
        return Ok(None);
    }
    let row = hand_over::Entity::find()
        .filter(hand_over::Column::TokenHash.eq(hash))
        .one(tx)
        .await?;
    Ok(row.map(|row| row.account_id))
}
