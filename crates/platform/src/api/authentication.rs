// SPDX-License-Identifier: AGPL-3.0-or-later

//! Authentication: the caller of a request and the five roles of the contract (decision 7). Sessions are
//! looked up by a function that the accounts feature supplies.

use std::collections::HashSet;

use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use salal_db::StatementBatch;
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;

salal_domain::codes! {
    /// The roles, one list shared with the web app (decision 7).
    pub enum Role {
        Patient = "ROLE_PATIENT",
        Doctor = "ROLE_DOCTOR",
        Office = "ROLE_OFFICE",
        CustomerService = "ROLE_CUSTOMERSERVICE",
        Admin = "ROLE_ADMIN",
    }
}

impl Role {
    /// Roles that may read health information. Customer service answers messages and sees names only
    /// (decision 162).
    pub const CARE: &'static [Self] = &[Self::Patient, Self::Doctor, Self::Office, Self::Admin];

    /// Every role except patient.
    pub fn is_staff(self) -> bool {
        self != Self::Patient
    }
}

/// A caller with a valid session.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub account_id: Uuid,
    pub person_id: Uuid,
    pub session_id: Uuid,
    pub role: Role,
    /// Grants the admin pages in addition to the role (decision 9).
    pub is_admin: bool,
}

impl SignedIn {
    /// Whether the caller has `role`; the admin flag counts as the admin role.
    pub fn is(&self, role: Role) -> bool {
        self.role == role || (role == Role::Admin && self.is_admin)
    }

    /// Whether the caller may read other people's health information (decision 162).
    pub fn reads_health(&self) -> bool {
        Role::CARE.iter().any(|role| self.is(*role))
    }
}

/// The caller of one request.
#[derive(Clone, Debug)]
pub enum Caller {
    Nobody,
    Person(SignedIn),
}

/// Looks up a session by its token and cookie; supplied by the accounts feature.
pub type SessionLookup = fn(
    Context,
    token: String,
    cookie: Option<String>,
) -> BoxFuture<'static, Result<Option<SignedIn>>>;

/// What an audit entry says beside its action: a kind, and a code or an id.
pub type AuditDetail = (&'static str, String);

/// One audit entry: who did what with whose record. The table belongs to a feature.
#[derive(Clone, Debug)]
pub struct AuditEntry {
    pub actor: Option<Uuid>,
    pub actor_role: &'static str,
    pub patient: Option<Uuid>,
    /// Method and path template of the request.
    pub action: String,
    pub ip: String,
    pub request_id: String,
    /// Additional detail: kind and code. Of a read, what it opened.
    pub detail: Option<AuditDetail>,
}

/// Adds audit entries to a transaction's pending writes.
pub type AuditWriter = fn(&Context, &[AuditEntry], &mut StatementBatch);

/// Finds those of some patients whose records a person opened through a route within a time: with an object, only
/// that of each record, otherwise anything.
pub type OpenedLookup = fn(
    Context,
    Uuid,
    patients: Vec<Uuid>,
    action: String,
    object: Option<AuditDetail>,
    within: TimeDelta,
) -> BoxFuture<'static, Result<HashSet<Uuid>>>;

/// Functions that the features supply to the API layer, by `Parts`.
#[derive(Clone, Copy)]
pub struct ApiHooks {
    pub find_session: SessionLookup,
    pub write_audit: AuditWriter,
    pub find_opened: OpenedLookup,
}
