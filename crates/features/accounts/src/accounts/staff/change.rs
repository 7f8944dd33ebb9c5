// SPDX-License-Identifier: AGPL-3.0-or-later

//! Shared steps of all changes to staff accounts, and the simple changes: role, disable, enable.

use salal_db::Transaction;
use sea_orm::Set;
use uuid::Uuid;

use super::dto::{AsSeen, Changed, SetRole, StaffAccount, StaffState};
use super::repo;
use super::view;
use crate::accounts::credentials::ById;
use crate::accounts::entity::account;
use crate::accounts::sessions::Ended;
use crate::accounts::{email_change, recoveries, repo as accounts, sessions};
use crate::api::{Json, Request, Role};
use crate::error::{Error, Kind, Result};

/// A change in progress: the caller may make it, and saw the current version.
pub(super) struct Begun {
    pub(super) tx: Transaction,
    pub(super) seen: StaffAccount,
    version: i64,
    by: Uuid,
}

/// Begins a change of another user's account, checking its version.
pub(super) async fn begin<B>(request: &Request<B, ById>, version: i64) -> Result<Begun> {
    let (me, id) = (request.me()?, request.path.id);
    if id == me.account_id {
        return Err(own());
    }
    let tx = request.begin().await?;
    // No one changes their own account: the caller stays, so there is always an administrator.
    if !repo::hold_administrators(&tx)
        .await?
        .contains(&me.account_id)
    {
        return Err(Error::not_allowed("Only an administrator can do this."));
    }
    let seen = view::account(&tx, id, me).await?;
    if seen.version != version {
        return Err(Error::stale(&seen));
    }
    Ok(Begun {
        tx,
        seen,
        version,
        by: me.person_id,
    })
}

pub(super) fn own() -> Error {
    Error::new(
        Kind::NotAllowed,
        "OWN_ACCOUNT",
        "You can’t change your own account here. Ask another administrator.",
    )
}

impl Begun {
    /// Stores the change and its history entry with old and new values.
    pub(super) async fn write<B>(
        &self,
        request: &Request<B, ById>,
        new: account::ActiveModel,
        said: (Changed, String, String),
    ) -> Result<()> {
        let id = self.seen.id;
        if !repo::change(&self.tx, id, self.version, new).await? {
            let newest = view::account(&self.tx, id, request.me()?).await?;
            return Err(Error::stale(&newest));
        }
        repo::note(&self.tx, &request.ctx, id, self.by, said).await
    }

    /// Ends every session, and everything else that would let someone in without the password.
    pub(super) async fn shut<B>(&self, request: &Request<B, ById>) -> Result<Ended> {
        let (tx, ctx, id) = (&self.tx, &request.ctx, self.seen.id);
        accounts::forget_devices(tx, id).await?;
        recoveries::void(tx, id, request.now()).await?;
        email_change::forget(tx, id).await?;
        sessions::end_all(tx, ctx, id, None).await
    }

    /// Commits with the audit entry; open pages of the account are notified that their session ended.
    pub(super) async fn finish<B>(
        self,
        request: &Request<B, ById>,
        ended: Option<Ended>,
    ) -> Result<Json<StaffAccount>> {
        let person = self.seen.person.id;
        let now = view::account(&self.tx, self.seen.id, request.me()?).await?;
        request.audit_access(person);
        request.publish_after_commit("person", person, person);
        let answer = request.commit(self.tx, now).await?;
        if let Some(ended) = ended {
            ended.tell(person);
        }
        Ok(answer)
    }
}

/// `Doctor, administrator`
fn words(role: Role, is_admin: bool) -> String {
    let name = match role {
        Role::Patient => "Patient",
        Role::Doctor => "Doctor",
        Role::Office => "Office",
        Role::CustomerService => "Customer service",
        Role::Admin => "Administrator",
    };
    let more = if is_admin && role != Role::Admin {
        ", administrator"
    } else {
        ""
    };
    format!("{name}{more}")
}

/// PUT /staff-account/role/{id}
pub(super) async fn role(request: Request<Json<SetRole>, ById>) -> Result<Json<StaffAccount>> {
    let sent = &request.body.0;
    if !sent.role.is_staff() {
        return Err(Error::field("Role", "Choose a role of the staff."));
    }
    let begun = begin(&request, sent.version).await?;
    let was = words(begun.seen.role, begun.seen.is_admin);
    let became = words(sent.role, sent.is_admin);
    let new = account::ActiveModel {
        role: Set(sent.role.into()),
        is_admin: Set(sent.is_admin),
        ..Default::default()
    };
    begun
        .write(&request, new, (Changed::Role, was, became))
        .await?;
    // A token is not kept when the rights change.
    let ended = sessions::end_all(&begun.tx, &request.ctx, begun.seen.id, None).await?;
    begun.finish(&request, Some(ended)).await
}

fn not_so(text: &str) -> Error {
    Error::conflict("NOT_SO", text)
}

/// PUT /staff-account/disable/{id}
pub(super) async fn disable(request: Request<Json<AsSeen>, ById>) -> Result<Json<StaffAccount>> {
    let begun = begin(&request, request.body.0.version).await?;
    if begun.seen.disabled_at.is_some() {
        return Err(not_so("This account is already deactivated."));
    }
    let new = account::ActiveModel {
        disabled_at: Set(Some(request.now())),
        ..Default::default()
    };
    let said = (Changed::Disabled, "On".to_owned(), "Off".to_owned());
    begun.write(&request, new, said).await?;
    let ended = begun.shut(&request).await?;
    begun.finish(&request, Some(ended)).await
}

/// PUT /staff-account/enable/{id}
pub(super) async fn enable(request: Request<Json<AsSeen>, ById>) -> Result<Json<StaffAccount>> {
    let begun = begin(&request, request.body.0.version).await?;
    match begun.seen.state {
        StaffState::Disabled => {}
        StaffState::Closed => {
            return Err(not_so(
                "The user closed this account. Send a new invitation.",
            ));
        }
        StaffState::Active | StaffState::Unconfirmed => {
            return Err(not_so("This account is not deactivated."));
        }
    }
    let new = account::ActiveModel {
        disabled_at: Set(None),
        ..Default::default()
    };
    let said = (Changed::Enabled, "Off".to_owned(), "On".to_owned());
    begun.write(&request, new, said).await?;
    begun.finish(&request, None).await
}
