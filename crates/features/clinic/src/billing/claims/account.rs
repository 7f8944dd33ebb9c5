// SPDX-License-Identifier: AGPL-3.0-or-later

//! The Teleplan account: its password is valid for 42 days and is changed there and here together.

use salal_formats::teleplan::answer;
use salal_integrations::Secret;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::repo;
use crate::api::{Json, Request};
use crate::billing::{on, sealed};
use crate::context::Context;
use crate::error::{Error, Result};

/// The new password of the clinic at Teleplan.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::billing) struct NewPassword {
    /// The new password.
    pub password: String,
    /// The same again.
    pub confirm: String,
}

/// The plan accepted the new password.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct PasswordChanged {
    pub message: String,
}

/// POST /tele-plan/password
pub(in crate::billing) async fn change_password(
    request: Request<Json<NewPassword>>,
) -> Result<Json<PasswordChanged>> {
    on(&request.ctx)?;
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let fits = |byte: u8| (b'!'..=b'~').contains(&byte);
    if !(8..=64).contains(&sent.password.len()) || !sent.password.bytes().all(fits) {
        return Err(Error::field(
            "password",
            "A password has 8 to 64 letters, digits and signs, without spaces.",
        ));
    }
    if sent.password != sent.confirm {
        return Err(Error::field("confirm", "The two passwords differ."));
    }
    let me = request.me()?.person_id;
    use_kept_password(ctx).await?;
    // Encrypted before it is sent to the service, so that it can be stored for certain once accepted.
    let username = &ctx.settings.services.teleplan.username;
    let kept = sealed::seal_password(ctx, username, &sent.password);
    let new = Secret::new(sent.password.clone());
    let reply = ctx.services.teleplan.change_password(&new).await?;
    let text = reply.text();
    let took = answer::read(&text).is_some_and(|answer| answer.is_success());
    if !took {
        return Err(Error::conflict(
            "PASSWORD_REFUSED",
            "Teleplan did not take the new password. The old one is still in effect.",
        ));
    }
    let tx = request.begin().await?;
    repo::save_password(&tx, ctx, username, kept, me).await?;
    ctx.services.teleplan.use_password(new);
    let answer = PasswordChanged {
        message: "The password of Teleplan was changed.".to_owned(),
    };
    request.commit(tx, answer).await
}

/// Signs on with the stored password, also when another server set it.
pub(in crate::billing) async fn use_kept_password(ctx: &Context) -> Result<()> {
    let username = &ctx.settings.services.teleplan.username;
    if let Some(row) = repo::password(ctx.db.read(), username).await? {
        let password = sealed::open_password(ctx, username, &row.sealed)?;
        ctx.services.teleplan.use_password(Secret::new(password));
    }
    Ok(())
}
