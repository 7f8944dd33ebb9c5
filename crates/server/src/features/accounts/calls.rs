//! The calls on accounts and the smaller handlers.

use chrono::TimeDelta;
use salal_documents::sms;
use salal_rules::texts;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::codes::{self, Purpose};
use super::wire::{Activated, HideLastLogin, Said, SignInAnswer, VerifyAnswer, VerifyNumber};
use super::{register, sessions, sign_in, store};
use crate::door::{Access, Call, Claim, Json, Method, NoBody, NoContent, Role, Row, Trace, row};
use crate::error::{Error, Kind, Result};
use crate::features::people;
use crate::post;

const OWN: Trace = Trace::Untraced("the own account");

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Get, Post, Put};
    let nobody = Claim::NoPatient("an account, by its own secret");
    vec![
        row(Post, "/user", Access::Public("anyone may register; limited in rate, behind the captcha"), nobody, OWN, "Registers a patient.", register::register),
        row(Post, "/user/activate", Access::Public("proves an address with the code sent to it"), nobody, OWN, "Confirms the e-mail address.", register::activate),
        row(Post, "/user/activate/resend", Access::Public("sends a code to a waiting address only"), nobody, OWN, "Sends the confirmation code again.", register::resend),
        row(Get, "/user/isActivated/{email}", Access::Public("true for accounts of the last 24 hours only"), nobody, OWN, "Whether an account was activated lately.", register::is_activated),
        row(Post, "/user/authenticate", Access::Public("sign-in"), nobody, OWN, "Signs in, in two calls.", sign_in::authenticate),
        row(Post, "/user/token", Access::Public("answers for the token it is given, with NO_TOKEN and INVALID_TOKEN"), nobody, OWN, "Takes up the session of a token again.", token),
        row(Post, "/user/sign-out", Access::AnySignedIn, Claim::OwnRecords, OWN, "Ends the session.", sign_out),
        row(Put, "/user/dont-show-last-login", Access::AnySignedIn, Claim::OwnRecords, OWN, "Hides the last-login dialog for 24 hours.", hide_last_login),
        row(Get, "/person/verify-number/{id}", Access::Roles(&[Role::Patient]), Claim::OwnRecords, OWN, "Sends a code to the cell phone.", verify_number),
        row(Post, "/person/verify-code/activate", Access::Roles(&[Role::Patient]), Claim::OwnRecords, OWN, "Proves the cell phone with the code.", verify_code),
    ]
}

async fn token(call: Call<NoBody>) -> Result<Json<SignInAnswer>> {
    let Ok(me) = call.me() else {
        let code = if call.request.token.is_some() {
            texts::sign_in::INVALID_TOKEN
        } else {
            texts::sign_in::NO_TOKEN
        };
        return Err(Error::not_signed_in(code, "Please sign in."));
    };
    let db = call.ctx.db.read();
    let account = store::get(db, me.account_id).await?;
    let user = sign_in::user_view(db, &account).await?;
    Ok(Json(SignInAnswer {
        token: call.request.token.clone(),
        email: Some(account.email),
        user: Some(user),
        ..SignInAnswer::default()
    }))
}

async fn sign_out(call: Call<NoBody>) -> Result<NoContent> {
    let tx = call.begin().await?;
    sessions::end(&tx, call.me()?.session_id, call.now()).await?;
    tx.commit().await?;
    call.set_cookie(sessions::cookie_removal(call.request.over_tls));
    Ok(NoContent)
}

async fn hide_last_login(call: Call<Json<HideLastLogin>>) -> Result<Json<Said>> {
    let me = call.me()?;
    let sent = &call.body.0;
    if sent.id != me.account_id && sent.id != me.person_id {
        return Err(Error::not_found());
    }
    let until = sent
        .dont_show_last_login
        .then(|| call.now() + TimeDelta::hours(24));
    let tx = call.begin().await?;
    store::set_hide_last_login(&tx, me.account_id, until).await?;
    call.commit(
        tx,
        Said {
            message: "Saved.".into(),
        },
    )
    .await
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ById {
    id: Uuid,
}

async fn verify_number(call: Call<NoBody, ById>) -> Result<Json<Said>> {
    let (ctx, me) = (&call.ctx, call.me()?);
    let facts = people::facts(ctx.db.read(), &call.reach, call.path.id).await?;
    let account = store::get(ctx.db.read(), me.account_id).await?;
    let tx = call.begin().await?;
    let code = codes::make(&tx, ctx, &account, Purpose::Phone).await?;
    post::sms(
        &tx,
        ctx,
        &facts.cell_phone,
        sms::cell_phone_code(texts::PRODUCT, &code),
    )
    .await?;
    call.commit(
        tx,
        Said {
            message: texts::request::INPUT_CODE.into(),
        },
    )
    .await
}

async fn verify_code(call: Call<Json<VerifyNumber>>) -> Result<Json<VerifyAnswer>> {
    let (ctx, me) = (&call.ctx, call.me()?);
    let sent = &call.body.0;
    if !call.reach.allows(sent.person_id) {
        return Err(Error::not_found());
    }
    if !codes::check(ctx, me.account_id, Purpose::Phone, &sent.verification_code).await? {
        let mut error = Error::field("verificationCode", texts::request::WRONG_CODE);
        error.kind = Kind::Invalid;
        error.code = "WRONG_CODE";
        error.message = texts::request::WRONG_CODE.into();
        return Err(error);
    }
    let tx = call.begin().await?;
    people::set_cell_verified(&tx, ctx, sent.person_id).await?;
    let answer = VerifyAnswer {
        data: Activated { activate: 1 },
        message: texts::request::PHONE_CONFIRMED.into(),
    };
    call.commit(tx, answer).await
}
