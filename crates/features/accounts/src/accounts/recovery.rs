// SPDX-License-Identifier: AGPL-3.0-or-later

//! Password recovery in three requests: personal details (email, date of birth, card number), a link to the
//! address on file, and the new password. Every mismatch gets the same response after the same work, the page
//! knows a matched attempt only by an opaque id, and the link works once (decisions 2, 3).

use chrono::{DateTime, TimeDelta, Utc};
use salal_documents::mail::Mail;
use salal_domain::days::vancouver_day;
use salal_domain::faults::Fault;
use salal_domain::people::dates::parse_birth_date;
use salal_domain::people::emails::fold_email;
use salal_domain::people::health_numbers::parse_card_number;
use salal_domain::people::passwords::password_faults;
use salal_domain::texts::{recovery as texts, registration};
use sea_orm::Set;

use super::account_dto::{
    FoundUser, MaskedUser, PasswordSet, RecoveryLink, RecoverySearch, SetPassword,
};
use super::dto::Said;
use super::entity::recovery;
use super::passwords::{self, Asker};
use super::recoveries as rows_of;
use super::{credentials, devices, guard, places, repo, sessions, sign_in};
use crate::api::{Json, Request};
use crate::context::Context;
use crate::error::{Error, Kind, Result};
use crate::notifications;
use crate::sealing::{self, KeyUse};

/// How long a matched attempt can be confirmed.
const CONFIRM_MINUTES: i64 = 30;
/// How long the link is valid.
pub(super) const LINK_MINUTES: i64 = 60;
/// How recent a session must be to set a password without the current one.
const FRESH_MINUTES: i64 = 10;

/// POST /user/recovery/search: no limit beside that of all public calls. Whatever searches are counted by, whoever
/// shares it could use them up, and the owner would find the page closed. What an account is sent is limited by
/// `send_link`, which says nothing of it.
pub(super) async fn search(request: Request<Json<RecoverySearch>>) -> Result<Json<FoundUser>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let birth = check(sent, ctx)?;
    let address = hash(ctx, &fold_email(&sent.email));
    let number = parse_card_number(&sent.document_number).unwrap_or_default();
    let found = rows_of::matching(ctx.db.read(), &sent.email, birth, &number).await?;
    let found = found.filter(|account| sign_in::belongs_here(ctx, account));
    let (key, now) = (ctx.new_token(), ctx.now());
    let tx = request.begin().await?;
    rows_of::add(
        &tx,
        recovery::ActiveModel {
            id: Set(ctx.new_id()),
            key_hash: Set(hash(ctx, &key)),
            address_hash: Set(address),
            ip: Set(request.info.ip.clone()),
            account_id: Set(found.as_ref().map(|account| account.id)),
            token_hash: Set(None),
            created_at: Set(now),
            expires_at: Set(now + TimeDelta::minutes(CONFIRM_MINUTES)),
            sent_at: Set(None),
            used_at: Set(None),
        },
    )
    .await?;
    // The key is in the response, so it is not stored under an Idempotency-Key.
    tx.commit().await?;
    let account = found.ok_or_else(|| Error::new(Kind::Invalid, "NO_MATCH", texts::NO_MATCH))?;
    Ok(Json(FoundUser {
        user: MaskedUser {
            id: key,
            email: masked(&account.email),
        },
    }))
}

fn check(sent: &RecoverySearch, ctx: &Context) -> Result<chrono::NaiveDate> {
    let mut faults = Vec::new();
    if sent.email.trim().is_empty() {
        faults.push(Fault::new("Email", texts::EMAIL_REQUIRED));
    }
    let birth = parse_birth_date(&sent.date_of_birth, vancouver_day(ctx.now()));
    if sent.date_of_birth.trim().is_empty() {
        faults.push(Fault::new("DateOfBirth", texts::DATE_OF_BIRTH_REQUIRED));
    } else if birth.is_err() {
        faults.push(Fault::new("DateOfBirth", registration::INVALID_DATE));
    }
    match birth {
        Ok(birth) if faults.is_empty() => Ok(birth),
        _ => Err(Error::invalid(faults)),
    }
}

/// `w***@mail.example`: enough to recognize one's own address, and nothing for others.
fn masked(email: &str) -> String {
    let (local, domain) = email.split_once('@').unwrap_or((email, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}***@{domain}")
}

/// POST /user/recovery/send-email: the same response for every input; at most one link per attempt.
pub(super) async fn send_link(request: Request<Json<RecoveryLink>>) -> Result<Json<Said>> {
    let (ctx, named) = (&request.ctx, request.body.0.email.trim());
    let (token, now) = (ctx.new_token(), ctx.now());
    let link = ctx
        .settings
        .link(&format!("/recovery/password#token={token}"));
    let tx = request.begin().await?;
    let waiting = if named.contains('@') {
        let address = hashes(ctx, &fold_email(named));
        rows_of::waiting_of_address(&tx, &address, &request.info.ip, now).await?
    } else {
        rows_of::waiting_of_key(&tx, &hashes(ctx, named), now).await?
    };
    if let Some((waiting, account)) = waiting
        && rows_of::sent_since(&tx, account.id, now - TimeDelta::hours(1)).await?
            < ctx.settings.limits.recoveries_per_hour
        && rows_of::send(&tx, waiting.id, &hash(ctx, &token), now, link_ends(now)).await?
    {
        notifications::send_awaited_email(&tx, ctx, &account.email, Mail::PasswordReset { link })
            .await?;
    }
    request
        .commit(
            tx,
            Said {
                message: texts::LINK_SENT.into(),
            },
        )
        .await
}

/// How links, the page's key and the address are stored: whoever reads the database learns neither who asked nor
/// by which link.
pub(super) fn hash(ctx: &Context, text: &str) -> String {
    sealing::keyed_hash(ctx, KeyUse::Recovery, text)
}

/// By all keys: a link of before a rotation still works.
fn hashes(ctx: &Context, text: &str) -> Vec<String> {
    sealing::keyed_hashes(ctx, KeyUse::Recovery, text)
}

fn link_ends(now: DateTime<Utc>) -> DateTime<Utc> {
    now + TimeDelta::minutes(LINK_MINUTES)
}

/// POST /user/recovery/password: with the token of the link, for anyone; or with Id and Email, for the owner
/// who has just signed in (decision 2).
pub(super) async fn set_password(request: Request<Json<SetPassword>>) -> Result<Json<PasswordSet>> {
    let sent = &request.body.0;
    let faults = password_faults(&sent.password);
    if !faults.is_empty() {
        return Err(Error::invalid(
            faults
                .into_iter()
                .map(|text| Fault::new("Password", text))
                .collect(),
        ));
    }
    match (&sent.token, &sent.id, &sent.email) {
        (Some(token), None, None) => by_link(&request, token).await,
        (None, Some(id), Some(email)) => by_owner(&request, id, email).await,
        _ => Err(Error::malformed(
            "Send passwordRecoveryToken and Password, or Id, Email and Password.",
        )),
    }
}

/// The browser is remembered: whoever opened the link reads the account's e-mail, and an owner whom strangers
/// have locked out has a way in.
async fn by_link(request: &Request<Json<SetPassword>>, token: &str) -> Result<Json<PasswordSet>> {
    let (ctx, now) = (&request.ctx, request.now());
    let expired = || Error::new(Kind::Invalid, "LINK_EXPIRED", texts::LINK_EXPIRED);
    let hashes = hashes(ctx, token);
    // A button that is pressed twice must not take two places at the hashing: the second finds the link used.
    let _turn = guard::turn(ctx, &format!("link:{}", hashes.concat())).await;
    // Checked first, so that a wrong link costs no hashing; the update below is what decides.
    let account = rows_of::account_of_open(ctx.db.read(), &hashes, now).await?;
    let account = account.ok_or_else(expired)?;
    let hasher = passwords::hasher(ctx, Asker::Elsewhere(request.info.address)).await?;
    let password = hasher.hash(request.body.0.password.clone()).await?;
    let tx = request.begin().await?;
    repo::lock(&tx, account).await?;
    if !rows_of::use_link(&tx, &hashes, now).await? {
        return Err(expired());
    }
    let account = repo::get_account(&tx, account).await?;
    if !sign_in::belongs_here(ctx, &account) {
        return Err(expired());
    }
    let ended = credentials::change_password(&tx, ctx, &account, &password, None).await?;
    places::clear(&tx, ctx, &request.info, &account).await?;
    let cookie = devices::remember(&tx, ctx, &request.info, account.id).await?;
    let answer = request.commit(tx, PasswordSet::under(None)).await?;
    request.set_cookie(cookie);
    ended.tell(account.person_id);
    Ok(answer)
}

/// The session goes on under a new token, as with every new password.
async fn by_owner(
    request: &Request<Json<SetPassword>>,
    id: &str,
    email: &str,
) -> Result<Json<PasswordSet>> {
    let (ctx, me) = (&request.ctx, request.me()?);
    let account = repo::get_account(ctx.db.read(), me.account_id).await?;
    if id != account.id.to_string() || fold_email(email) != account.email_folded {
        return Err(Error::not_found());
    }
    let session = sessions::get_session(ctx.db.read(), me.session_id).await?;
    if session.created_at + TimeDelta::minutes(FRESH_MINUTES) <= request.now() {
        return Err(Error::conflict("SIGN_IN_AGAIN", texts::SIGN_IN_AGAIN));
    }
    let hasher = passwords::hasher(ctx, Asker::SignedIn(account.id)).await?;
    let password = hasher.hash(request.body.0.password.clone()).await?;
    let tx = request.begin().await?;
    let keep = Some(me.session_id);
    let ended = credentials::change_password(&tx, ctx, &account, &password, keep).await?;
    let opened = sessions::renew(&tx, ctx, me.session_id, request.info.over_tls, &ended).await?;
    // The token is in the response, so it is not stored under an Idempotency-Key.
    tx.commit().await?;
    ctx.notify_worker();
    if let Some(cookie) = opened.cookie {
        request.set_cookie(cookie);
    }
    ended.tell(account.person_id);
    Ok(Json(PasswordSet::under(Some(opened.token))))
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn a_masked_address_shows_one_letter_and_where_it_lives() {
        assert_eq!(masked("wren.1@mail.example"), "w***@mail.example");
        assert_eq!(masked("x@mail.example"), "x***@mail.example");
    }
}
