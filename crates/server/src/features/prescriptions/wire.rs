//! Prescriptions on the wire, in the contract's field names: what is asked and what is shown.

mod asked;
mod copies;
mod shown;

pub(super) use asked::*;
pub(super) use copies::*;
pub(crate) use shown::PrescriptionView;
pub(super) use shown::*;
