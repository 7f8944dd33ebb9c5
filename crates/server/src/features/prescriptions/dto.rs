//! Prescriptions on the wire, in the contract's field names: what is asked and what is shown.

mod requests;
mod copies;
mod responses;

pub(super) use requests::*;
pub(super) use copies::*;
pub(crate) use responses::PrescriptionView;
pub(super) use responses::*;
