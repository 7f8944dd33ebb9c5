//! Taking the authenticator of somebody else away, who lost it: two persons are needed, the owner who
//! asks and an administrator who proves the own password. Every session ends, a new authenticator is
//! enrolled at the next sign-in, and the owner is told by e-mail.

use salal_documents::mail::Mail;
use sea_orm::Set;

use super::change::{begin, own};
use super::dto::{ResetSecondStep, StaffAccount};
use crate::api::{Request, Json};
use crate::error::{Error, Result};
use crate::features::accounts::credentials::ById;
use crate::features::accounts::entity::account;
use crate::features::accounts::{step_up, repo as accounts};
use crate::notifications;

/// PUT /staff-account/second-step/{id}
pub(super) async fn reset(call: Request<Json<ResetSecondStep>, ById>) -> Result<Json<StaffAccount>> {
    let (ctx, me, sent) = (&call.ctx, call.me()?, &call.body.0);
    if call.path.id == me.account_id {
        return Err(own());
    }
    let mine = accounts::get_account(ctx.db.read(), me.account_id).await?;
    let ip = call.request.ip.as_str();
    step_up::password(ctx, &mine, &sent.password, ip, "password").await?;
    let begun = begin(&call, sent.version).await?;
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
        "second_step",
        "Enrolled".to_owned(),
        "To be enrolled".to_owned(),
    );
    begun.write(&call, new, said).await?;
    let ended = begun.shut(&call).await?;
    let link = ctx.settings.link("/dashboard");
    let mail = Mail::SecondStepReset { link };
    notifications::send_email(&begun.tx, ctx, &begun.seen.email, mail).await?;
    begun.finish(&call, &ended).await
}
