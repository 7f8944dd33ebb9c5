// SPDX-License-Identifier: AGPL-3.0-or-later

//! Invitations of office staff: an administrator invites an address; the link in the email opens the office
//! sign-up once, within seven days, for that address and that role only (decision 76). One open invitation
//! per address; a new invitation invalidates the earlier link.

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::Connection;
use salal_documents::mail::Mail;
use salal_domain::people::emails::{fold_email, parse_email};
use salal_domain::texts::{general, office as texts, registration, sign_in};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};
use uuid::Uuid;

use super::credentials::ById;
use super::dto::Said;
use super::entity::invitation::{self, Column};
use super::office_dto::{
    ConfirmToken, InvitationList, InvitationState, InvitationView, InvitationsQuery, Invite,
    Invited, TokenConfirmed,
};
use super::repo;
use crate::api::{Json, NoBody, NoContent, Request};
use crate::context::sha256_hex;
use crate::error::{Error, Kind, Result};
use crate::notifications;
use salal_people::people;

const DAYS: i64 = 7;
/// A double click sends one email.
const PAUSE_SECONDS: i64 = 30;

/// POST /office/sendInvitation
pub(super) async fn invite(request: Request<Json<Invite>>) -> Result<Json<Invited>> {
    let (ctx, me) = (&request.ctx, request.me()?);
    let sent = request.body.0.email.trim();
    if sent.is_empty() {
        return Err(Error::field("email", registration::EMAIL_REQUIRED));
    }
    let email =
        parse_email(sent).ok_or_else(|| Error::field("email", registration::INVALID_EMAIL))?;
    if repo::find_by_email(ctx.db.read(), &email).await?.is_some() {
        return Err(Error::field("email", general::DUPLICATE_EMAIL));
    }
    let (token, now, folded) = (ctx.new_token(), ctx.now(), fold_email(&email));
    let tx = request.begin().await?;
    revoke_earlier(&tx, &folded, now).await?;
    let row = invitation::ActiveModel {
        id: Set(ctx.new_id()),
        email: Set(email.clone()),
        email_folded: Set(folded),
        token_hash: Set(sha256_hex(&token)),
        invited_by: Set(me.person_id),
        created_at: Set(now),
        expires_at: Set(now + TimeDelta::days(DAYS)),
        used_at: Set(None),
        used_by: Set(None),
        revoked_at: Set(None),
    };
    let made = invitation::Entity::insert(row)
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .exec_without_returning(&tx)
        .await?;
    if made == 1 {
        let link = ctx
            .settings
            .link(&format!("/office-registration#token={token}"));
        notifications::send_email(&tx, ctx, &email, Mail::OfficeInvitation { link }).await?;
    }
    let data = Said {
        message: texts::INVITED.into(),
    };
    request.commit(tx, Invited { data }).await
}

/// Revokes the open invitation of an address, unless it was sent a moment ago.
async fn revoke_earlier(tx: &Connection, folded: &str, now: DateTime<Utc>) -> Result<()> {
    invitation::Entity::update_many()
        .col_expr(Column::RevokedAt, Expr::value(Some(now)))
        .filter(Column::EmailFolded.eq(folded))
        .filter(Column::UsedAt.is_null())
        .filter(Column::RevokedAt.is_null())
        .filter(Column::CreatedAt.lte(now - TimeDelta::seconds(PAUSE_SECONDS)))
        .exec(tx)
        .await?;
    Ok(())
}

fn open(token: &str, now: DateTime<Utc>) -> Condition {
    Condition::all()
        .add(Column::TokenHash.eq(sha256_hex(token)))
        .add(Column::UsedAt.is_null())
        .add(Column::RevokedAt.is_null())
        .add(Column::ExpiresAt.gt(now))
}

/// The open invitation of a token.
pub(super) async fn find_invitation(
    db: &Connection,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<invitation::Model>> {
    Ok(invitation::Entity::find()
        .filter(open(token, now))
        .one(db)
        .await?)
}

/// Uses up an invitation for a new account; false when it was used concurrently.
pub(super) async fn claim(
    tx: &Connection,
    token: &str,
    account: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = invitation::Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(Some(now)))
        .col_expr(Column::UsedBy, Expr::value(Some(account)))
        .filter(open(token, now))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// GET /office/confirmToken?token=
pub(super) async fn confirm(
    request: Request<NoBody, (), ConfirmToken>,
) -> Result<Json<TokenConfirmed>> {
    let token = request.query.token.trim();
    let found = find_invitation(request.ctx.db.read(), token, request.now()).await?;
    let invitation =
        found.ok_or_else(|| Error::new(Kind::NotFound, "INVITATION_INVALID", texts::INVALID))?;
    Ok(Json(TokenConfirmed {
        valid: true,
        email: invitation.email,
        message: sign_in::TOKEN_CONFIRMED,
    }))
}

/// GET /office/invitations, the newest first.
pub(super) async fn list_invitations(
    request: Request<NoBody, (), InvitationsQuery>,
) -> Result<Json<InvitationList>> {
    let (db, now) = (request.ctx.db.read(), request.now());
    let limit = u64::from(request.query.limit.unwrap_or(10).clamp(1, 100));
    let total = invitation::Entity::find().count(db).await?;
    let mut page = invitation::Entity::find();
    if let Some(cursor) = &request.query.cursor {
        let last: Uuid = cursor
            .parse()
            .map_err(|_| Error::malformed("The cursor cannot be read."))?;
        page = page.filter(Column::Id.lt(last));
    }
    let mut found = page
        .order_by_desc(Column::Id)
        .limit(limit + 1)
        .all(db)
        .await?;
    let more = found.len() as u64 > limit;
    found.truncate(usize::try_from(limit).unwrap_or(100));
    let ids: Vec<Uuid> = found.iter().map(|row| row.invited_by).collect();
    let names = people::names(db, &ids).await?;
    let next_cursor = found.last().filter(|_| more).map(|row| row.id.to_string());
    let view = |row: invitation::Model| InvitationView {
        id: row.id,
        state: state(&row, now),
        email: row.email,
        created_at: row.created_at,
        expires_at: row.expires_at,
        invited_by: names.get(&row.invited_by).cloned().unwrap_or_default(),
    };
    Ok(Json(InvitationList {
        items: found.into_iter().map(view).collect(),
        next_cursor,
        total,
    }))
}

fn state(row: &invitation::Model, now: DateTime<Utc>) -> InvitationState {
    if row.used_at.is_some() {
        InvitationState::Used
    } else if row.revoked_at.is_some() {
        InvitationState::Revoked
    } else if row.expires_at <= now {
        InvitationState::Expired
    } else {
        InvitationState::Open
    }
}

/// DELETE /office/invitations/{id}: invalidates its link.
pub(super) async fn revoke(request: Request<NoBody, ById>) -> Result<NoContent> {
    let tx = request.begin().await?;
    let done = invitation::Entity::update_many()
        .col_expr(Column::RevokedAt, Expr::value(Some(request.now())))
        .filter(Column::Id.eq(request.path.id))
        .filter(Column::UsedAt.is_null())
        .filter(Column::RevokedAt.is_null())
        .exec(&tx)
        .await?;
    if done.rows_affected == 0 {
        let row = invitation::Entity::find_by_id(request.path.id)
            .one(&tx)
            .await?;
        let row = row.ok_or_else(Error::not_found)?;
        if row.used_at.is_some() {
            return Err(Error::conflict("INVITATION_USED", texts::USED));
        }
    }
    request.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}
