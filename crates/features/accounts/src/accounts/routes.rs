// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of accounts, and the smaller handlers.

use chrono::TimeDelta;
use salal_documents::sms;
use salal_domain::people::emails::fold_email;
use salal_domain::texts;
use schemars::JsonSchema;
use serde::Deserialize;

use super::account_dto::{EmailExists, Preferences};
use super::codes::{self, Purpose};
use super::credentials::ById;
use super::dto::{Activated, HideLastLogin, Said, TextMessages, VerifyAnswer, VerifyPhone};
use super::{
    credentials, email_change, invitations, own_sessions, partner_sso, recovery, register, repo,
    security, sign_in, staff,
};
use crate::api::{
    Access, Audit, Json, Method, NoBody, Request, Role, Route, ScopePolicy, SecurityEvent, route,
};
use crate::error::{Error, Kind, Result};
use crate::{jobs, notifications};
use salal_people::people;

const OWN: Audit = Audit::Untraced("the own account");
const OFFICE: Audit = Audit::Untraced("an invitation of staff");
const ADMIN: Access = Access::Roles(&[Role::Admin]);

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Delete, Get, Post, Put};
    let nobody = ScopePolicy::NoPatient("an account, by its own secret");
    let office = ScopePolicy::NoPatient("invitations of staff");
    let own = vec![
        route(Post, "/user", Access::Public("anyone may register; limited in rate, behind the captcha"), nobody, OWN, "Registers a patient.", register::register).refuses(&[Kind::OutsideDown]),
        route(Post, "/user/activate", Access::Public("proves an address with the code sent to it"), nobody, OWN, "Confirms the email address.", register::activate),
        route(Post, "/user/activate/resend", Access::Public("sends a code to a waiting address only"), nobody, OWN, "Sends the confirmation code again.", register::resend),
        route(Get, "/user/isActivated/{email}", Access::Public("true for accounts of the last 24 hours only"), nobody, OWN, "Whether an account was activated lately.", register::is_activated),
        route(Get, "/user/text-messages", Access::Public("tells about the service and about no one"), ScopePolicy::NoPatient("whether text messages go out"), Audit::Untraced("no record"), "Whether text messages go out now; without them no code arrives by telephone.", text_messages),
        route(Post, "/user/authenticate", Access::Public("sign-in"), nobody, OWN, "Signs in, in two calls.", sign_in::authenticate).refuses(&[Kind::NotSignedIn, Kind::NotAllowed, Kind::OutsideDown]),
        route(Post, "/user/token", Access::Public("answers for the token it is given, with NO_TOKEN and INVALID_TOKEN"), nobody, OWN, "Takes up the session of a token again, or turns a token that the partner clinic handed over into one.", partner_sso::token).refuses(&[Kind::NotSignedIn]),
        route(Post, "/user/hand-over", Access::Public("proves the partner clinic's shared secret, and is not there without one"), nobody, OWN, "Gives the partner clinic's server a token that signs a patient in, once.", partner_sso::ask).refuses(&[Kind::NotFound]),
        route(Post, "/user/sign-out", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "Ends the session.", own_sessions::sign_out),
        route(Get, "/user/sessions", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "The caller's own sessions.", own_sessions::list_own_sessions),
        route(Delete, "/user/sessions/{id}", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "Ends one of the own sessions.", own_sessions::end),
        route(Post, "/user/sign-out-others", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "Ends all other sessions of the caller.", own_sessions::end_others),
        route(Delete, "/user/{id}", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "Closes the own account, in the automatic mode only; the record stays.", own_sessions::close).refuses(&[Kind::NotAllowed]),
        route(Get, "/user/email/{email}", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "Whether an address has an account: the own address, and any for an administrator.", email_exists),
        route(Post, "/user/recovery/search", Access::Public("matches what its owner knows; limited in rate, one answer for every mismatch"), nobody, OWN, "Begins to recover a password.", recovery::search),
        route(Post, "/user/recovery/send-email", Access::Public("sends a link to the address on file of a matched try; one answer"), nobody, OWN, "Sends the link that sets a new password.", recovery::send_link),
        route(Post, "/user/recovery/password", Access::Public("proves the link's token; or a session just opened"), nobody, OWN, "Sets a new password, and ends every session.", recovery::set_password).refuses(&[Kind::NotSignedIn, Kind::NotFound]),
        route(Put, "/user/credential/{id}", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "Changes the own password and telephone numbers.", credentials::update).refuses(&[Kind::TooMany]),
        route(Put, "/user/preferences", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "Keeps the colour scheme and whether keyboard shortcuts are on.", preferences),
        route(Post, "/user/change-email/get-phone-code", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "Step 1 of an email change: the password; sends a code to the phone.", email_change::begin).refuses(&[Kind::TooMany]),
        route(Post, "/user/change-email/get-email-code", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "Step 2: the code from the phone or the authenticator.", email_change::prove_phone).refuses(&[Kind::TooMany]),
        route(Post, "/user/change-email/set-new-email", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "Step 3: the new address; sends a code there.", email_change::set_address).refuses(&[Kind::TooMany]),
        route(Post, "/user/change-email/validate-email-code", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "Step 4: the code from the new address, which is the account's from now on.", email_change::finish).refuses(&[Kind::TooMany]),
        route(Post, "/office/sendInvitation", ADMIN, office, OFFICE, "Invites someone to sign up as office staff.", invitations::invite),
        route(Get, "/office/confirmToken", Access::Public("holds the token of an invitation"), office, OFFICE, "Whether an invitation can be used.", invitations::confirm).refuses(&[Kind::NotFound]),
        route(Get, "/office/invitations", ADMIN, office, OFFICE, "The invitations, the newest first.", invitations::list_invitations),
        route(Delete, "/office/invitations/{id}", ADMIN, office, OFFICE, "Revokes an invitation.", invitations::revoke),
        route(Put, "/user/dont-show-last-login", Access::AnySignedIn, ScopePolicy::OwnRecords, OWN, "Hides the last-login dialog for 24 hours.", hide_last_login).refuses(&[Kind::NotFound]),
        route(Get, "/person/verify-number/{id}", Access::Roles(&[Role::Patient]), ScopePolicy::OwnRecords, OWN, "Sends a code to the cell phone.", verify_number),
        route(Post, "/person/verify-code/activate", Access::Roles(&[Role::Patient]), ScopePolicy::OwnRecords, OWN, "Proves the cell phone with the code.", verify_code).refuses(&[Kind::NotFound]),
    ];
    [own, staff::calls()].concat()
}

/// An account, by its address.
#[derive(Debug, Deserialize, JsonSchema)]
struct ByEmail {
    /// The address to look for; anyone else's only for administrators.
    email: String,
}

/// GET /user/email/{email} (decision 4).
async fn email_exists(request: Request<NoBody, ByEmail>) -> Result<Json<EmailExists>> {
    let (db, me) = (request.ctx.db.read(), request.me()?);
    let own =
        repo::get_account(db, me.account_id).await?.email_folded == fold_email(&request.path.email);
    if !own && !me.is(Role::Admin) {
        return Err(Error::not_found());
    }
    let exists = own
        || repo::find_by_email(db, &request.path.email)
            .await?
            .is_some();
    Ok(Json(EmailExists { exists }))
}

/// GET /user/text-messages
async fn text_messages(request: Request) -> Result<Json<TextMessages>> {
    let db = request.ctx.db.read();
    let outage = jobs::admin::find_outage(db, jobs::SMS.name).await?;
    Ok(Json(TextMessages {
        available: outage.is_none(),
    }))
}

/// PUT /user/preferences
async fn preferences(request: Request<Json<Preferences>>) -> Result<Json<Preferences>> {
    let (me, wanted) = (request.me()?, request.body.0);
    let tx = request.begin().await?;
    repo::set_preferences(&tx, me.account_id, wanted.theme, wanted.shortcuts).await?;
    request.commit(tx, wanted).await
}

async fn hide_last_login(request: Request<Json<HideLastLogin>>) -> Result<Json<Said>> {
    let me = request.me()?;
    let sent = &request.body.0;
    if sent.id != me.account_id && sent.id != me.person_id {
        return Err(Error::not_found());
    }
    let until = sent
        .dont_show_last_login
        .then(|| request.now() + TimeDelta::hours(24));
    let tx = request.begin().await?;
    repo::set_hide_last_login(&tx, me.account_id, until).await?;
    request
        .commit(
            tx,
            Said {
                message: "Saved.".into(),
            },
        )
        .await
}

async fn verify_number(request: Request<NoBody, ById>) -> Result<Json<Said>> {
    let (ctx, me) = (&request.ctx, request.me()?);
    let facts = people::load_facts(ctx, ctx.db.read(), &request.scope, request.path.id).await?;
    let account = repo::get_account(ctx.db.read(), me.account_id).await?;
    let tx = request.begin().await?;
    if let Some(code) = codes::make(&tx, ctx, &account, Purpose::Phone).await? {
        let text = sms::cell_phone_code(texts::PRODUCT, &code);
        notifications::send_text_message(
            &tx,
            ctx,
            &facts.cell_phone,
            text,
            codes::valid_until(ctx),
        )
        .await?;
    }
    request
        .commit(
            tx,
            Said {
                message: texts::request::INPUT_CODE.into(),
            },
        )
        .await
}

async fn verify_code(request: Request<Json<VerifyPhone>>) -> Result<Json<VerifyAnswer>> {
    let (ctx, me) = (&request.ctx, request.me()?);
    let sent = &request.body.0;
    if !request.scope.allows(sent.person_id) {
        return Err(Error::not_found());
    }
    if !codes::check(
        ctx.db.write(),
        ctx,
        me.account_id,
        Purpose::Phone,
        &sent.verification_code,
    )
    .await?
    {
        security::report(
            &request,
            SecurityEvent::CodeRefused,
            Some(me.into()),
            "telephone",
        );
        let mut error = Error::field("verificationCode", texts::request::WRONG_CODE);
        error.kind = Kind::Invalid;
        error.code = "WRONG_CODE";
        error.message = texts::request::WRONG_CODE.into();
        return Err(error);
    }
    let tx = request.begin().await?;
    people::set_cell_verified(&tx, ctx, sent.person_id).await?;
    let answer = VerifyAnswer {
        data: Activated { activate: 1 },
        message: texts::request::PHONE_CONFIRMED.into(),
    };
    request.commit(tx, answer).await
}
