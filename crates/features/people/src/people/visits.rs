// SPDX-License-Identifier: AGPL-3.0-or-later

//! What notes and claims ask of a visit, which is recorded on the prescription it was about. They know its id and
//! the patient; prescriptions answer.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use salal_db::Connection;
use salal_domain::prescriptions::status::EncounterKind;
use salal_platform::hooks::Hook;
use uuid::Uuid;

use super::repo;
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};

/// A prescription as seen by billing.
#[derive(Clone, Debug)]
pub struct Billable {
    pub person: Uuid,
    /// Who saw the patient, according to the record: the doctor of the newest encounter, who acknowledged it,
    /// or who decided a line.
    pub doctor: Option<Uuid>,
    /// Whether it has reached the doctors and was not canceled.
    pub is_in_review: bool,
}

/// An encounter to be recorded.
#[derive(Clone, Copy, Debug)]
pub struct NewEncounter {
    pub kind: EncounterKind,
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
    /// Who records it.
    pub by: Uuid,
    /// The doctor who saw the patient; `None` when unknown.
    pub seen_by: Option<Uuid>,
}

/// The labels of prescriptions by their ids.
pub type Labels = HashMap<Uuid, String>;

/// Prescriptions, for those who bill a visit or write about one.
pub struct Visits {
    /// A prescription within scope.
    pub billable: for<'a> fn(&'a Connection, &'a Scope, Uuid) -> BoxFuture<'a, Result<Billable>>,
    /// The labels of those within scope, in one query.
    pub labels: for<'a> fn(&'a Connection, &'a Scope, &'a [Uuid]) -> BoxFuture<'a, Result<Labels>>,
    /// Records the encounter of a visit on its prescription, in the caller's transaction.
    pub record: for<'a> fn(
        &'a Connection,
        &'a Context,
        &'a Scope,
        Uuid,
        NewEncounter,
    ) -> BoxFuture<'a, Result<()>>,
    /// Whether a prescription is of this person.
    pub is_of_person: fn(&Connection, Uuid, Uuid) -> BoxFuture<'_, Result<bool>>,
}

impl Hook for Visits {
    const NAME: &'static str = "who knows the visits";
}

/// A doctor named by the page; anyone else is refused with an error on the field.
pub async fn doctor_named(db: &Connection, id: Uuid) -> Result<Uuid> {
    match repo::practitioner(db, id).await? {
        Some(_) => Ok(id),
        None => Err(Error::field("seenBy", "Please choose one of the doctors.")),
    }
}
