// SPDX-License-Identifier: AGPL-3.0-or-later

//! Changes one's own credentials, password and telephone numbers, with the current password. An email address
//! changes only through its own steps (`email_change`), and a patient's cell phone through the office
//! (decision 14), because the second step of sign-in depends on both.

use chrono::TimeDelta;
use salal_db::Connection;
use salal_documents::mail::Mail;
use salal_domain::faults::Fault;
use salal_domain::people::emails::fold_email;
use salal_domain::people::passwords::password_faults;
use salal_domain::people::phones::parse_phone;
use salal_domain::texts::{account as texts, registration};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::account_dto::Credential;
use super::dto::CredentialChanged;
use super::entity::account;
use super::passwords::{self, Asker};
use super::sessions::Ended;
use super::{email_change, recoveries, repo, sessions, sign_in, step_up};
use crate::api::{Json, Request, Role};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::notifications;
use salal_people::people;

/// How long after a change the same form is taken for the button pressed twice.
const PRESSED_AGAIN_SECONDS: i64 = 60;

/// Whose credentials.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    /// The person whose credentials they are.
    pub(super) id: Uuid,
}

/// The validated changes of a form.
#[derive(Default)]
struct Changes {
    password: Option<String>,
    cell: Option<String>,
    best: Option<String>,
}

/// PUT /user/credential/{id}: with a new password every other session ends, and this one continues under a new
/// token, so that whoever had learned the old one is out.
pub(super) async fn update(
    request: Request<Json<Credential>, ById>,
) -> Result<Json<CredentialChanged>> {
    let (ctx, me) = (&request.ctx, request.me()?);
    if request.path.id != me.account_id {
        return Err(Error::not_found());
    }
    let account = repo::get_account(ctx.db.read(), me.account_id).await?;
    let facts = people::load_facts(ctx, ctx.db.read(), &request.scope, me.person_id).await?;
    let patient = me.role == Role::Patient;
    let changes = changes(&request.body.0, &account, &facts, patient)?;
    if prove(&request, &account).await? == Proof::PressedAgain {
        let user = sign_in::user_view(ctx, ctx.db.read(), &account).await?;
        return Ok(Json(CredentialChanged { user, token: None }));
    }
    let hash = match changes.password {
        Some(password) => {
            let hasher = passwords::hasher(ctx, Asker::SignedIn(account.id)).await?;
            Some(hasher.hash(password).await?)
        }
        None => None,
    };
    let tx = request.begin().await?;
    let mut renewed = None;
    if let Some(hash) = &hash {
        let ended = change_password(&tx, ctx, &account, hash, Some(me.session_id)).await?;
        let opened =
            sessions::renew(&tx, ctx, me.session_id, request.info.over_tls, &ended).await?;
        renewed = Some((ended, opened));
    }
    if changes.cell.is_some() || changes.best.is_some() {
        let (cell, best) = (changes.cell, changes.best);
        people::set_phones(&tx, &request.scope, me.person_id, cell, best).await?;
        people::tell_clinic(&tx, ctx, me.person_id).await?;
    }
    let user = sign_in::user_view(ctx, &tx, &account).await?;
    let Some((ended, opened)) = renewed else {
        return request
            .commit(tx, CredentialChanged { user, token: None })
            .await;
    };
    // The token is in the response, so it is not stored under an Idempotency-Key.
    tx.commit().await?;
    ctx.notify_worker();
    if let Some(cookie) = opened.cookie {
        request.set_cookie(cookie);
    }
    ended.tell(me.person_id);
    let token = Some(opened.token);
    Ok(Json(CredentialChanged { user, token }))
}

#[derive(PartialEq)]
enum Proof {
    Good,
    /// The change was already made: the button was clicked twice.
    PressedAgain,
}

async fn prove(
    request: &Request<Json<Credential>, ById>,
    account: &account::Model,
) -> Result<Proof> {
    let sent = &request.body.0;
    let field = "currentPassword";
    if sent.current_password.is_empty() {
        return Err(Error::field(field, registration::PASSWORD_REQUIRED));
    }
    let Err(error) = step_up::password(request, account, &sent.current_password, field).await
    else {
        return Ok(Proof::Good);
    };
    let new = sent.password.as_deref().filter(|new| !new.is_empty());
    match new {
        Some(new) if error.code == step_up::WRONG && changed_lately(request).await? => {
            // Whether the new password is in force already is a guess of its own, and counts as one.
            step_up::password(request, account, new, field).await?;
            Ok(Proof::PressedAgain)
        }
        _ => Err(error),
    }
}

/// Whether this session was given its token a moment ago, as it is with a new password.
async fn changed_lately(request: &Request<Json<Credential>, ById>) -> Result<bool> {
    let session = sessions::get_session(request.ctx.db.read(), request.me()?.session_id).await?;
    let since = request.now() - TimeDelta::seconds(PRESSED_AGAIN_SECONDS);
    Ok(session.renewed_at.is_some_and(|at| at > since))
}

fn changes(
    sent: &Credential,
    account: &account::Model,
    facts: &people::PersonFacts,
    patient: bool,
) -> Result<Changes> {
    let mut faults = Vec::new();
    let mut changes = Changes::default();
    let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    if given(&sent.email).is_some_and(|email| fold_email(&email) != account.email_folded) {
        faults.push(Fault::new("Email", texts::EMAIL_BY_STEPS));
    }
    if let Some(password) = given(&sent.password) {
        let wrong = password_faults(&password);
        faults.extend(wrong.into_iter().map(|text| Fault::new("Password", text)));
        changes.password = Some(password);
    }
    if let Some(cell) = given(&sent.phone_number) {
        match parse_phone(&cell) {
            None => faults.push(Fault::new("PhoneNumber", registration::INVALID_PHONE)),
            Some(cell) if cell == facts.cell_phone => {}
            Some(_) if patient => faults.push(Fault::new("PhoneNumber", texts::CELL_PHONE_FIXED)),
            Some(cell) => changes.cell = Some(cell),
        }
    }
    if let Some(best) = given(&sent.best_phone_number) {
        match parse_phone(&best) {
            None => faults.push(Fault::new(
                "BestPhoneNumber",
                registration::INVALID_BEST_PHONE,
            )),
            Some(best) if best == facts.best_phone => {}
            Some(best) => changes.best = Some(best),
        }
    }
    if faults.is_empty() {
        Ok(changes)
    } else {
        Err(Error::invalid(faults))
    }
}

/// Sets a new password. Ends every session except `keep`, every remembered device, and every open recovery
/// and email change, and notifies the owner; returns the ended sessions.
pub(super) async fn change_password(
    tx: &Connection,
    ctx: &Context,
    account: &account::Model,
    hash: &str,
    keep: Option<Uuid>,
) -> Result<Ended> {
    let now = ctx.now();
    if !repo::set_password(tx, account, hash).await? {
        return Err(Error::conflict(
            "CHANGED_MEANWHILE",
            texts::CHANGED_MEANWHILE,
        ));
    }
    repo::forget_devices(tx, account.id).await?;
    recoveries::void(tx, account.id, now).await?;
    email_change::forget(tx, account.id).await?;
    let link = ctx.settings.link("/recovery");
    notifications::send_email(tx, ctx, &account.email, Mail::PasswordChanged { link }).await?;
    sessions::end_all(tx, ctx, account.id, keep).await
}
