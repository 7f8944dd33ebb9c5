//! Prescriptions on the wire, in the contract's field names: what is asked and what is shown.

mod copies;
mod requests;
mod responses;

pub(super) use copies::*;
pub(super) use requests::*;
pub(crate) use responses::PrescriptionView;
pub(super) use responses::*;
