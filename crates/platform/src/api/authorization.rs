// SPDX-License-Identifier: AGPL-3.0-or-later

//! Authorization: the three policies that every route must state: access (who may call it), scope (whose
//! records it may access) and audit (whether it reads a patient's record). Only the API layer creates a
//! `Scope` for a request and only the worker creates one for a job, so a missing check does not compile.

use sea_orm::{ColumnTrait, Condition};
use uuid::Uuid;

use super::authentication::{Caller, Role};

/// Who may call a route.
#[derive(Clone, Copy, Debug)]
pub enum Access {
    /// Only these roles.
    Roles(&'static [Role]),
    /// Any signed-in user.
    AnySignedIn,
    /// Holders of an emailed link; the reason states what the link proves.
    ByLink(&'static str),
    /// Everyone; the reason states why.
    Public(&'static str),
}

/// Whose records a route may access.
#[derive(Clone, Copy, Debug)]
pub enum ScopePolicy {
    /// The caller's own records, for every role.
    OwnRecords,
    /// Staff: any patient's records. Patients: their own.
    AnyPatient,
    /// No patient record; the reason states what is accessed instead.
    NoPatient(&'static str),
}

/// Whether a request writes an audit entry.
#[derive(Clone, Copy, Debug)]
pub enum Audit {
    /// The handler must name the patient whose record it accessed; otherwise the request fails. The sentence is what
    /// readers of the audit log see: "Signed a prescription".
    PatientRecord(&'static str),
    /// No audit entry; the reason states why none is needed.
    Untraced(&'static str),
}

/// Row-level scope: the patients this request or job may access. Created only by the API layer or the worker.
#[derive(Clone, Copy, Debug)]
pub struct Scope(Extent);

#[derive(Clone, Copy, Debug)]
enum Extent {
    Own(Uuid),
    Any,
    None,
}

impl Scope {
    /// The scope of a caller under a policy.
    pub(super) fn for_caller(claim: ScopePolicy, caller: &Caller) -> Self {
        Self(match (claim, caller) {
            (ScopePolicy::NoPatient(_), _) | (_, Caller::Nobody) => Extent::None,
            (ScopePolicy::OwnRecords, Caller::Person(person)) => Extent::Own(person.person_id),
            (ScopePolicy::AnyPatient, Caller::Person(person)) if person.role == Role::Patient => {
                Extent::Own(person.person_id)
            }
            (ScopePolicy::AnyPatient, Caller::Person(_)) => Extent::Any,
        })
    }

    /// The scope of a background job: the records named in its payload.
    pub fn for_job() -> Self {
        Self(Extent::Any)
    }

    /// The scope of a person whose identity was proved without a session: by registration, a correct password
    /// or an unexpired link.
    pub fn for_proved_person(person: Uuid) -> Self {
        Self(Extent::Own(person))
    }

    /// Whether every patient's records are in scope: staff, or a job.
    pub fn is_any(&self) -> bool {
        matches!(self.0, Extent::Any)
    }

    /// Whether `person`'s records are in scope.
    pub fn allows(&self, person: Uuid) -> bool {
        match self.0 {
            Extent::Own(own) => own == person,
            Extent::Any => true,
            Extent::None => false,
        }
    }

    /// The WHERE condition of this scope, on the column that holds the patient's id.
    pub fn condition<C: ColumnTrait>(&self, patient: C) -> Condition {
        match self.0 {
            Extent::Own(own) => Condition::all().add(patient.eq(own)),
            Extent::Any => Condition::all(),
            Extent::None => Condition::all().add(patient.is_null()),
        }
    }
}
