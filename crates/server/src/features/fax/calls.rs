//! The calls on faxes whatever was sent; those that queue one belong to what is sent.

use super::undo;
use crate::door::{Access, Claim, Method, Role, Row, Trace, row};

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::Put;
    let desk = Access::Roles(&[Role::Doctor, Role::Office]);
    vec![
        row(Put, "/fax/undo/{id}", desk, Claim::AnyPatient, Trace::PatientRecord, "Takes a fax back that has not left.", undo::undo),
    ]
}
