//! Who is calling. The roles are the contract's five (decision 7); how a token is looked up is the
//! accounts feature's business and comes in as a function.

use std::collections::HashSet;

use futures_util::future::BoxFuture;
use salal_db::StatementBatch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;

/// The roles, one list shared with the web app (decision 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Role {
    #[serde(rename = "ROLE_PATIENT")]
    Patient,
    #[serde(rename = "ROLE_DOCTOR")]
    Doctor,
    #[serde(rename = "ROLE_OFFICE")]
    Office,
    #[serde(rename = "ROLE_CUSTOMERSERVICE")]
    CustomerService,
    #[serde(rename = "ROLE_ADMIN")]
    Admin,
}

impl Role {
    pub const ALL: [Self; 5] = [
        Self::Patient,
        Self::Doctor,
        Self::Office,
        Self::CustomerService,
        Self::Admin,
    ];

    /// Who may read what a record says of somebody's health: customer service answers messages and sees names
    /// alone (decision 162).
    pub const CARE: &'static [Self] = &[Self::Patient, Self::Doctor, Self::Office, Self::Admin];

    /// The constant that stands in the database and in answers.
    pub fn code(self) -> &'static str {
        match self {
            Self::Patient => "ROLE_PATIENT",
            Self::Doctor => "ROLE_DOCTOR",
            Self::Office => "ROLE_OFFICE",
            Self::CustomerService => "ROLE_CUSTOMERSERVICE",
            Self::Admin => "ROLE_ADMIN",
        }
    }

    /// The role of a stored constant.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.code() == code)
    }

    /// Everyone but patients.
    pub fn is_staff(self) -> bool {
        self != Self::Patient
    }
}

/// A caller with a living session.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub account_id: Uuid,
    pub person_id: Uuid,
    pub session_id: Uuid,
    pub role: Role,
    /// Adds the admin pages to another role (decision 9).
    pub is_admin: bool,
}

impl SignedIn {
    /// Whether the caller counts as `role`; the admin flag counts as the admin role.
    pub fn is(&self, role: Role) -> bool {
        self.role == role || (role == Role::Admin && self.is_admin)
    }

    /// Whether the caller may read what records say of others' health (decision 162).
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

/// Looks up a session by its token and its cookie: the accounts feature gives this to the API layer.
pub type SessionLookup = fn(
    Context,
    token: String,
    cookie: Option<String>,
) -> BoxFuture<'static, Result<Option<SignedIn>>>;

/// One line of the audit: who did what with whose record. The features hold the table.
#[derive(Clone, Debug)]
pub struct AuditEntry {
    pub actor: Option<Uuid>,
    pub actor_role: &'static str,
    pub patient: Option<Uuid>,
    /// Method and path template of the call.
    pub action: String,
    pub ip: String,
    pub request_id: String,
    /// What more there is to say of it: kind and code.
    pub detail: Option<(&'static str, String)>,
}

/// Adds audit lines to what a transaction is about to write.
pub type AuditWriter = fn(&Context, &[AuditEntry], &mut StatementBatch);

/// The patients who stand already on a list that somebody has open: the person who looks, and the call.
pub type OpenListLookup =
    fn(Context, Uuid, action: String) -> BoxFuture<'static, Result<HashSet<Uuid>>>;

/// What the API layer borrows from the features; `app` hands it over.
#[derive(Clone, Copy)]
pub struct Hooks {
    pub find_session: SessionLookup,
    pub write_audit: AuditWriter,
    pub find_open_list: OpenListLookup,
}
