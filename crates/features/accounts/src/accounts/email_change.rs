// SPDX-License-Identifier: AGPL-3.0-or-later

//! The change of an email address in four requests (decision 81): the password, a code from the phone (staff:
//! from the authenticator), the new address, and the code sent there. Each step is valid only for the session
//! that began the change, for half an hour, and in this order. The address changes with the last step only,
//! and the old address is notified.

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::{Connection, Transaction};
use salal_documents::{mail::Mail, sms};
use salal_domain::people::emails::{fold_email, parse_email};
use salal_domain::texts::{PRODUCT, account as texts, general, registration, request};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use super::account_dto::{EmailCode, NewEmail, Password, PhoneCode, Verified};
use super::codes::{self, Purpose};
use super::entity::email_change;
use super::guard::Attempt;
use super::{recoveries, repo, sessions, step_up, totp};
use crate::api::{Json, Request, Role, SignedIn};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::notifications;
use salal_people::people;

const MINUTES: i64 = 30;

/// POST /user/change-email/get-phone-code: the password, again.
pub(super) async fn begin(request: Request<Json<Password>>) -> Result<Json<Verified>> {
    let (ctx, me, sent) = (&request.ctx, request.me()?, &request.body.0);
    if sent.password.is_empty() {
        return Err(Error::field("password", registration::PASSWORD_REQUIRED));
    }
    if sent
        .role
        .is_some_and(|role| role.is_staff() != me.role.is_staff())
    {
        return Err(Error::field("role", "This is not your role."));
    }
    let account = repo::get_account(ctx.db.read(), me.account_id).await?;
    step_up::password(&request, &account, &sent.password, "password").await?;
    let phone = people::load_facts(ctx, ctx.db.read(), &request.scope, me.person_id).await?;
    let tx = request.begin().await?;
    repo::lock(&tx, account.id).await?;
    start(&tx, me, ctx.now()).await?;
    if me.role == Role::Patient
        && let Some(code) = codes::make(&tx, ctx, &account, Purpose::ChangeByPhone).await?
    {
        let text = sms::email_change_code(PRODUCT, &code);
        notifications::send_text_message(
            &tx,
            ctx,
            &phone.cell_phone,
            text,
            codes::valid_until(ctx),
        )
        .await?;
    }
    request.commit(tx, Verified::yes()).await
}

/// POST /user/change-email/get-email-code: the code from the phone. The account is locked while the code is
/// checked: a double click runs second, and sees that the first was correct.
pub(super) async fn prove_phone(request: Request<Json<PhoneCode>>) -> Result<Json<Verified>> {
    let (ctx, me) = (&request.ctx, request.me()?);
    let code = request.body.0.phone_code.trim();
    let attempt = step_up::take_code(&request).await?;
    let proofs = codes::proofs(ctx, me.account_id, code);
    let tx = request.begin().await?;
    repo::lock(&tx, me.account_id).await?;
    match current(&tx, ctx, me).await? {
        Some(begun)
            if begun
                .proof_hash
                .as_ref()
                .is_some_and(|hash| proofs.contains(hash)) =>
        {
            give_back(tx, attempt).await?;
            return Ok(Json(Verified::yes()));
        }
        Some(begun) if *begun.step == Accepted::Password => {}
        _ => {
            give_back(tx, attempt).await?;
            return Err(begin_again());
        }
    }
    if !phone_proves(&tx, ctx, me, code).await? {
        tx.commit().await?;
        let text = match me.role {
            Role::Patient => request::WRONG_CODE,
            _ => texts::WRONG_CODE,
        };
        let answer = step_up::refused("phoneCode", "WRONG_CODE", text);
        return Err(attempt.wrong(&request, answer).await);
    }
    attempt.give_back(&tx).await?;
    if !advance(
        &tx,
        me,
        &[Accepted::Password],
        Accepted::Phone,
        proofs.into_iter().next(),
        None,
    )
    .await?
    {
        return Err(begin_again());
    }
    request.commit(tx, Verified::yes()).await
}

async fn phone_proves(tx: &Connection, ctx: &Context, me: &SignedIn, code: &str) -> Result<bool> {
    if me.role == Role::Patient {
        return codes::check(tx, ctx, me.account_id, Purpose::ChangeByPhone, code).await;
    }
    let account = repo::get_account(tx, me.account_id).await?;
    let Some(sealed) = &account.totp_sealed else {
        return Ok(false);
    };
    let secret = totp::unseal(ctx, account.id, sealed)?;
    match totp::step_of(&secret, code, ctx.now(), account.totp_last_step)? {
        Some(step) => repo::use_step(tx, account.id, step, ctx.now()).await,
        None => Ok(false),
    }
}

/// POST /user/change-email/set-new-email: stores the new address as pending and sends it a code.
pub(super) async fn set_address(request: Request<Json<NewEmail>>) -> Result<Json<Verified>> {
    let (ctx, me) = (&request.ctx, request.me()?);
    match current(ctx.db.read(), ctx, me).await? {
        Some(begun) if *begun.step != Accepted::Password => {}
        _ => return Err(begin_again()),
    }
    if request.body.0.email.trim().is_empty() {
        return Err(Error::field("email", registration::EMAIL_REQUIRED));
    }
    let email = parse_email(&request.body.0.email)
        .ok_or_else(|| Error::field("email", registration::INVALID_EMAIL))?;
    let account = repo::get_account(ctx.db.read(), me.account_id).await?;
    let folded = fold_email(&email);
    if folded == account.email_folded {
        return Err(Error::field("email", texts::SAME_EMAIL));
    }
    // Counted, so that this cannot be used to test a list of addresses.
    let attempt = step_up::take_code(&request).await?;
    if repo::find_by_email(ctx.db.read(), &email).await?.is_some() {
        let answer = Error::field("email", general::DUPLICATE_EMAIL);
        return Err(attempt.wrong(&request, answer).await);
    }
    attempt.give_back_alone(ctx).await?;
    let tx = request.begin().await?;
    repo::lock(&tx, me.account_id).await?;
    let (from, to) = ([Accepted::Phone, Accepted::Email], Accepted::Email);
    if !advance(&tx, me, &from, to, None, Some(email.clone())).await? {
        return Err(begin_again());
    }
    if let Some(code) = codes::make(&tx, ctx, &account, Purpose::ChangeTo(&folded)).await? {
        let link = ctx.settings.link("/profile");
        notifications::send_awaited_email(&tx, ctx, &email, Mail::EmailChangeCode { code, link })
            .await?;
    }
    request.commit(tx, Verified::yes()).await
}

/// POST /user/change-email/validate-email-code: changes the account's address. Every other session ends, this
/// one continues under a new token, and links sent to the old address become invalid.
pub(super) async fn finish(request: Request<Json<EmailCode>>) -> Result<Json<Verified>> {
    let (ctx, me) = (&request.ctx, request.me()?);
    let attempt = step_up::take_code(&request).await?;
    let (now, tx) = (ctx.now(), request.begin().await?);
    repo::lock(&tx, me.account_id).await?;
    let begun = current(&tx, ctx, me).await?;
    let waiting = begun.filter(|begun| *begun.step == Accepted::Email);
    let Some(email) = waiting.and_then(|begun| begun.new_email) else {
        give_back(tx, attempt).await?;
        return Err(begin_again());
    };
    let folded = fold_email(&email);
    let (purpose, code) = (Purpose::ChangeTo(&folded), &request.body.0.email_code);
    if !codes::check(&tx, ctx, me.account_id, purpose, code).await? {
        tx.commit().await?;
        let answer = step_up::refused("emailCode", "WRONG_CODE", texts::WRONG_CODE);
        return Err(attempt.wrong(&request, answer).await);
    }
    let account = repo::get_account(&tx, me.account_id).await?;
    forget(&tx, account.id).await?;
    repo::set_email(&tx, account.id, &email, "emailCode").await?;
    people::tell_clinic(&tx, ctx, me.person_id).await?;
    people::index_for_search(&tx, account.person_id).await?;
    recoveries::void(&tx, account.id, now).await?;
    let ended = sessions::end_all(&tx, ctx, account.id, Some(me.session_id)).await?;
    let opened = sessions::renew(&tx, ctx, me.session_id, request.info.over_tls, &ended).await?;
    let link = ctx.settings.link("/login");
    notifications::send_email(&tx, ctx, &account.email, Mail::EmailChanged { link }).await?;
    attempt.give_back(&tx).await?;
    // The token is in the response, so it is not stored under an Idempotency-Key.
    tx.commit().await?;
    ctx.notify_worker();
    if let Some(cookie) = opened.cookie {
        request.set_cookie(cookie);
    }
    ended.tell(me.person_id);
    Ok(Json(Verified {
        is_verified: true,
        token: Some(opened.token),
    }))
}

fn begin_again() -> Error {
    Error::conflict("BEGIN_AGAIN", texts::BEGIN_AGAIN)
}

salal_domain::codes! {
    /// The last accepted step of an email change.
    pub enum Accepted {
        Password = "password",
        Phone = "phone",
        /// The new address is pending.
        Email = "email",
    }
}

/// Gives an attempt back when no code was looked at.
async fn give_back(tx: Transaction, attempt: Attempt) -> Result<()> {
    attempt.give_back(&tx).await?;
    Ok(tx.commit().await?)
}

/// The current step of this session.
async fn current(
    db: &Connection,
    ctx: &Context,
    me: &SignedIn,
) -> Result<Option<email_change::Model>> {
    let oldest = ctx.now() - TimeDelta::minutes(MINUTES);
    Ok(email_change::Entity::find_by_id(me.account_id)
        .filter(email_change::Column::SessionId.eq(me.session_id))
        .filter(email_change::Column::BegunAt.gt(oldest))
        .one(db)
        .await?)
}

/// Starts or restarts a change: any earlier one is discarded.
async fn start(tx: &Connection, me: &SignedIn, now: DateTime<Utc>) -> Result<()> {
    use email_change::Column;
    let replaced = OnConflict::column(Column::AccountId)
        .update_columns([
            Column::SessionId,
            Column::Step,
            Column::ProofHash,
            Column::NewEmail,
            Column::BegunAt,
        ])
        .to_owned();
    email_change::Entity::insert(email_change::ActiveModel {
        account_id: Set(me.account_id),
        session_id: Set(me.session_id),
        step: Set(Accepted::Password.into()),
        proof_hash: Set(None),
        new_email: Set(None),
        begun_at: Set(now),
    })
    .on_conflict(replaced)
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

/// Advances from one of the steps `from`; false when the change is at another step.
async fn advance(
    tx: &Connection,
    me: &SignedIn,
    from: &[Accepted],
    to: Accepted,
    proof: Option<String>,
    email: Option<String>,
) -> Result<bool> {
    use email_change::Column;
    let mut update = email_change::Entity::update_many()
        .col_expr(Column::Step, Expr::value(to.code()))
        .filter(Column::AccountId.eq(me.account_id))
        .filter(Column::SessionId.eq(me.session_id))
        .filter(Column::Step.is_in(from.iter().map(|step| step.code())));
    if let Some(proof) = proof {
        update = update.col_expr(Column::ProofHash, Expr::value(Some(proof)));
    }
    if let Some(email) = email {
        update = update.col_expr(Column::NewEmail, Expr::value(Some(email)));
    }
    Ok(update.exec(tx).await?.rows_affected == 1)
}

/// Discards a change, whatever its step.
pub(super) async fn forget(tx: &Connection, account: Uuid) -> Result<()> {
    email_change::Entity::delete_by_id(account).exec(tx).await?;
    Ok(())
}
