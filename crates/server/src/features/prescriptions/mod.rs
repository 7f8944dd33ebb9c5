//! Prescriptions: the draft, the request, its payment, the doctor's review of each line, the signed
//! document, its fax, and what the patient sees of all that. What is allowed when is decided by
//! `salal_rules::prescriptions`; money and fax are features of their own that know none of this.

mod calls;
mod clinic_notes;
mod create;
mod desk;
mod draft;
mod faxing;
mod listeners;
mod money;
mod not_received;
mod questions;
mod renewals;
mod resend;
mod review;
pub(crate) mod rows;
mod signing;
mod store;
mod view;
mod wire;

use crate::jobs::Kind;

pub use calls::calls;
pub use listeners::fax_changed;
pub use money::seller;

/// The kinds of jobs of this feature.
pub fn jobs() -> Vec<Kind> {
    clinic_notes::jobs()
}

/// The subject that money, fax and messages keep.
pub(crate) const KIND: &str = "prescription";
