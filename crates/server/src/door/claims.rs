//! The three claims no call can leave out: access (who may call), reach (whose records it may touch)
//! and trace (whether a patient's record was seen). Only the door makes a `Reach` for a call, and
//! only the worker makes one for a job, so a forgotten check does not compile.

use sea_orm::{ColumnTrait, Condition};
use uuid::Uuid;

use super::caller::{Caller, Role};

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
pub enum Claim {
    /// The caller's own, whatever the role.
    OwnRecords,
    /// Staff: any patient's. A patient: the own ones.
    AnyPatient,
    /// No patient's record at all; the reason says what is touched instead.
    NoPatient(&'static str),
}

/// Whether the call leaves a line in the audit.
#[derive(Clone, Copy, Debug)]
pub enum Trace {
    /// The handler must say whose record it touched; an answer without that fails.
    PatientRecord,
    /// No line; the reason says why none is due.
    Untraced(&'static str),
}

/// Row-level scope: the patients this request or job may access. Created only by the API layer or the worker.
#[derive(Clone, Copy, Debug)]
pub struct Reach(Extent);

#[derive(Clone, Copy, Debug)]
enum Extent {
    Own(Uuid),
    Any,
    None,
}

impl Reach {
    /// The reach of a caller under a claim.
    pub(super) fn of(claim: Claim, caller: &Caller) -> Self {
        Self(match (claim, caller) {
            (Claim::NoPatient(_), _) | (_, Caller::Nobody) => Extent::None,
            (Claim::OwnRecords, Caller::Person(person)) => Extent::Own(person.person_id),
            (Claim::AnyPatient, Caller::Person(person)) if person.role == Role::Patient => {
                Extent::Own(person.person_id)
            }
            (Claim::AnyPatient, Caller::Person(_)) => Extent::Any,
        })
    }

    /// The reach of a background job: the records its own payload names.
    pub(crate) fn of_job() -> Self {
        Self(Extent::Any)
    }

    /// The reach of somebody who proved to be `person` without a session: a registration, a right
    /// password, an unexpired link.
    pub(crate) fn of_proved(person: Uuid) -> Self {
        Self(Extent::Own(person))
    }

    /// Whether every patient's records are within reach: a member of the staff, or a job.
    pub fn is_any(&self) -> bool {
        matches!(self.0, Extent::Any)
    }

    /// Whether `person`'s records are within reach.
    pub fn allows(&self, person: Uuid) -> bool {
        match self.0 {
            Extent::Own(own) => own == person,
            Extent::Any => true,
            Extent::None => false,
        }
    }

    /// The WHERE of this reach over the column that holds the patient's id.
    pub fn over<C: ColumnTrait>(&self, patient: C) -> Condition {
        match self.0 {
            Extent::Own(own) => Condition::all().add(patient.eq(own)),
            Extent::Any => Condition::all(),
            Extent::None => Condition::all().add(patient.is_null()),
        }
    }
}
