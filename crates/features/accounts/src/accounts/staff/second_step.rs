// SPDX-License-Identifier: AGPL-3.0-or-later

//! Resets another user's lost authenticator. Two persons are required: the owner who asks, and an
//! administrator who enters their own password. Every session ends, a new authenticator is enrolled at the
//! next sign-in, and the owner is notified by email.

use salal_documents::mail::Mail;
use sea_orm::Set;

use super::change::{begin, own};
use super::dto::{Changed, ResetSecondStep, StaffAccount};
use crate::accounts::credentials::ById;
use crate::accounts::entity::account;
use crate::accounts::{repo as accounts, step_up};
use crate::api::{Json, Request};
use crate::error::{Error, Result};
use crate::notifications;

/// PUT /staff-account/second-step/{id}
pub(super) async fn reset(
    request: Request<Json<ResetSecondStep>, ById>,
) -> Result<Json<StaffAccount>> {
    let (ctx, me, sent) = (&request.ctx, request.me()?, &request.body.0);
    if request.path.id == me.account_id {
        return Err(own());
    }
    let mine = accounts::get_account(ctx.db.read(), me.account_id).await?;
    step_up::password(&request, &mine, &sent.password, "password").await?;
    let begun = begin(&request, sent.version).await?;
    if !begun.seen.second_step {
        return Err(Error::conflict(
            "NOT_SO",
            "No authenticator is set up. One will be set up at the next sign-in.",
        ));
    }
    let new = account::ActiveModel {
        totp_sealed: Set(None),
        totp_confirmed_at: Set(None),
        totp_last_step: Set(None),
        ..Default::default()
    };
    let said = (
        Changed::SecondStep,
        "Enrolled".to_owned(),
        "To be enrolled".to_owned(),
    );
    begun.write(&request, new, said).await?;
    let ended = begun.shut(&request).await?;
    let link = ctx.settings.link("/dashboard");
    let mail = Mail::SecondStepReset { link };
    notifications::send_email(&begun.tx, ctx, &begun.seen.email, mail).await?;
    begun.finish(&request, Some(ended)).await
}
