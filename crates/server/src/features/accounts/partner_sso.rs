//! Sign-ins that the partner clinic hands over (decisions 80, 131). A patient who is signed in at the
//! partner's site follows a link to `/auth/{token}`. The token is asked for by the partner's server,
//! which proves a shared secret; it works once, within two minutes, for a patient's account that
//! exists here already, and becomes a session with a cookie. Off unless the secret is set.

use chrono::TimeDelta;
use salal_domain::texts::sign_in as texts;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use super::account_dto::{AskHandOver, HandOver};
use super::dto::SignInAnswer;
use super::entity::hand_over;
use super::repo;
use super::sign_in::{self, Entry};
use crate::api::{Created, Json, NoBody, Request, Role};
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};

const SECONDS: i64 = 120;

/// POST /user/hand-over: a token for the patient with this address. Without the secret the call does
/// not exist.
pub(super) async fn ask(request: Request<Json<AskHandOver>>) -> Result<Created<HandOver>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let secret = ctx.settings.secrets.hand_over.reveal();
    // Hashes are compared, so that the time tells nothing of the secret.
    if secret.is_empty() || sha256_hex(&sent.secret) != sha256_hex(secret) {
        return Err(Error::not_found());
    }
    let account = repo::find_by_email(ctx.db.read(), &sent.email)
        .await?
        .filter(|account| account.role == Role::Patient.code() && account.activated_at.is_some())
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
    // The token stands in the answer: it is not kept under an Idempotency-Key.
    tx.commit().await?;
    Ok(Created(HandOver {
        url: ctx.settings.link(&format!("/auth/{token}")),
        token,
        expires_at,
    }))
}

/// POST /user/token: takes a session up again, or turns a handed-over token into one.
pub(super) async fn token(request: Request<NoBody>) -> Result<Json<SignInAnswer>> {
    let refused = |code| Error::not_signed_in(code, "Please sign in.");
    if let Ok(me) = request.me() {
        let db = request.ctx.db.read();
        let account = repo::get_account(db, me.account_id).await?;
        let user = sign_in::user_view(db, &account).await?;
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
        // Committed all the same: a token works once, whatever comes of it.
        tx.commit().await?;
        return Err(refused(texts::EMAIL_BY_TOKEN));
    }
    let entry = Entry::in_browser(&request.ctx, &request.info);
    let (answer, cookie) = sign_in::enter(tx, &entry, account, None).await?;
    if let Some(cookie) = cookie {
        request.set_cookie(cookie);
    }
    Ok(Json(answer))
}

/// Uses a token up; its account, unless it is unknown, too old or used.
async fn take(tx: &impl ConnectionTrait, ctx: &Context, token: &str) -> Result<Option<Uuid>> {
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
