//! The three claims no call can leave out: access (who may call), reach (whose records it may touch)
//! and trace (whether a patient's record was seen). Only the API layer makes a `Scope` for a call, and
//! only the worker makes one for a job, so a forgotten check does not compile.

use sea_orm::{ColumnTrait, Condition};
use uuid::Uuid;

use super::authentication::{Caller, Role};

/// Who may call.
#[derive(Clone, Copy, Debug)]
pub enum Access {
    /// These roles only.
    Roles(&'static [Role]),
    /// Everyone with a session.
    AnySignedIn,
    /// Holders of an e-mailed link; the reason says what the link proves.
    ByLink(&'static str),
    /// Everyone; the reason says why.
    Public(&'static str),
}

/// Whose records a call may touch.
#[derive(Clone, Copy, Debug)]
pub enum ScopePolicy {
    /// The caller's own, whatever the role.
    OwnRecords,
    /// Staff: any patient's. A patient: the own ones.
    AnyPatient,
    /// No patient's record at all; the reason says what is touched instead.
    NoPatient(&'static str),
}

/// Whether the call leaves a line in the audit.
#[derive(Clone, Copy, Debug)]
pub enum Audit {
    /// The handler must say whose record it touched; an answer without that fails.
    PatientRecord,
    /// No line; the reason says why none is due.
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
    /// The scope of a caller under a claim.
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

    /// The scope of a background job: the records its own payload names.
    pub(crate) fn for_job() -> Self {
        Self(Extent::Any)
    }

    /// The scope of somebody who proved to be `person` without a session: a registration, a right
    /// password, an unexpired link.
    pub(crate) fn for_proved_person(person: Uuid) -> Self {
        Self(Extent::Own(person))
    }

    /// Whether every patient's records are within scope: a member of the staff, or a job.
    pub fn is_any(&self) -> bool {
        matches!(self.0, Extent::Any)
    }

    /// Whether `person`'s records are within scope.
    pub fn allows(&self, person: Uuid) -> bool {
        match self.0 {
            Extent::Own(own) => own == person,
            Extent::Any => true,
            Extent::None => false,
        }
    }

    /// The WHERE of this scope over the column that holds the patient's id.
    pub fn condition<C: ColumnTrait>(&self, patient: C) -> Condition {
        match self.0 {
            Extent::Own(own) => Condition::all().add(patient.eq(own)),
            Extent::Any => Condition::all(),
            Extent::None => Condition::all().add(patient.is_null()),
        }
    }
}
