// SPDX-License-Identifier: AGPL-3.0-or-later

//! Security events: what was refused because a secret was wrong, and what was locked for it. They are entries of
//! the audit beside the accesses, with a word of their own in place of a route, and they open nobody's record.

use uuid::Uuid;

use super::authentication::{AuditEntry, Caller, Role, SignedIn};
use super::request::RequestContext;
use crate::error::Error;

salal_domain::codes! {
    /// What happened, as the audit's action.
    pub enum SecurityEvent {
        /// A wrong password at the sign-in page, or no such account.
        SignInRefused = "sign-in refused",
        /// A wrong code, with which an account, a sign-in or a telephone was to be proved.
        CodeRefused = "code refused",
        /// Sign-in was locked for some minutes.
        SignInLocked = "sign-in locked",
        /// Sign-in from unknown places was locked for the rest of a day.
        AccountLocked = "account locked",
        /// A wrong password or code within a session.
        StepUpRefused = "step-up refused",
        /// Asking for it was locked for some minutes.
        StepUpLocked = "step-up locked",
    }
}

impl SecurityEvent {
    /// The actions of all events.
    pub fn actions() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|event| event.code())
    }
}

/// Whose account an event is about.
#[derive(Clone, Copy, Debug)]
pub struct AccountOwner {
    pub account_id: Uuid,
    pub person_id: Uuid,
    pub role: Role,
}

impl From<&SignedIn> for AccountOwner {
    fn from(me: &SignedIn) -> Self {
        Self {
            account_id: me.account_id,
            person_id: me.person_id,
            role: me.role,
        }
    }
}

/// The role of an entry's actor who has not proved who they are.
pub const UNKNOWN_ACTOR: &str = "UNKNOWN";
/// The kind of an entry's detail that names the person whose account it is about.
pub const ACCOUNT_OF: &str = "account_of";

impl RequestContext {
    /// Writes a security event, apart from the request's transaction, since what is refused changes nothing else, and
    /// in the background: the answer must take as long whether there is such an account or not. The entry names the
    /// account's owner where there is one, and never what was typed. Callers bound how often: anybody can cause one.
    pub fn write_security_event(&self, event: SecurityEvent, owner: Option<AccountOwner>) {
        let ctx = self.ctx.clone();
        let entry = self.security_entry(event, owner);
        let mut written = ctx.db.batch();
        (self.hooks.write_audit)(&ctx, &[entry], &mut written);
        self.ctx.in_background(async move {
            if let Err(error) = written.run(ctx.db.write()).await {
                let error = Error::from(error);
                ctx.note_storage(&error);
                tracing::error!(event = event.code(), cause = %error, "a security event is not in the audit");
            }
        });
    }

    fn security_entry(&self, event: SecurityEvent, owner: Option<AccountOwner>) -> AuditEntry {
        let (actor, actor_role) = match &self.caller {
            Caller::Person(me) => (Some(me.person_id), me.role.code()),
            Caller::Nobody => (None, UNKNOWN_ACTOR),
        };
        let patient = owner.filter(|owner| owner.role == Role::Patient);
        AuditEntry {
            actor,
            actor_role,
            patient: patient.map(|owner| owner.person_id),
            action: event.code().to_owned(),
            ip: self.info.ip.clone(),
            request_id: self.info.id.clone(),
            detail: owner.map(|owner| (ACCOUNT_OF, owner.person_id.to_string())),
        }
    }
}
