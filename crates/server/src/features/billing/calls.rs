//! The calls of billing, each with its three claims.

use super::{bills, classes, diagnoses};
use crate::door::{Access, Claim, Method, Role, Row, Trace, row};

const DESK: Access = Access::Roles(&[Role::Doctor, Role::Office]);
const STAFF: Access = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);
const ADMIN: Access = Access::Roles(&[Role::Admin]);
const ALL: Claim = Claim::AnyPatient;
const RECORD: Trace = Trace::PatientRecord;

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Delete, Get, Post, Put};
    let nobody = Claim::NoPatient("codes and classes are nobody's record");
    let public = Trace::Untraced("codes and classes are public knowledge");
    vec![
        row(Get, "/icd/name/{name}", STAFF, nobody, public, "Searches diagnosis codes by words or code.", diagnoses::search),
        row(Get, "/medication-bill", ADMIN, nobody, public, "What is remembered for classes of medications, by class number.", classes::list),
        row(Get, "/medication-bill/diagnosis-code/{x}", STAFF, nobody, public, "The diagnosis code remembered for a class.", classes::diagnosis_code),
        row(Get, "/medication-bill/question/{x}", STAFF, nobody, public, "The question remembered for a class.", classes::question),
        row(Post, "/medication-bill", STAFF, nobody, public, "Remembers a diagnosis code or a question for a class.", classes::remember),
        row(Post, "/medication-bill/add", ADMIN, nobody, public, "Adds a class with its diagnosis code, or changes it.", classes::add),
        row(Delete, "/medication-bill/{id}", ADMIN, nobody, public, "Forgets what is remembered for a class.", classes::forget),
        row(Post, "/tele-plan/bill", DESK, ALL, RECORD, "Bills a visit to the plan, once.", bills::create),
        row(Get, "/tele-plan/bill/{id}", ADMIN, ALL, RECORD, "A bill with its history.", bills::get),
        row(Put, "/tele-plan/bill/{id}", ADMIN, ALL, RECORD, "Changes a bill that has not left, or came back.", bills::change),
    ]
}
