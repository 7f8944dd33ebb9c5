//! Prescriptions: the draft, the request, its payment, the doctor's review of each line, the signed
//! document, its fax, and what the patient sees of all that. What is allowed when is decided by
//! `salal_rules::prescriptions`; money and fax are features of their own that know none of this.

mod billable;
mod calls;
mod clinic_notes;
mod create;
mod desk;
mod draft;
mod encounters;
mod fax_desk;
mod faxing;
mod listeners;
mod money;
mod not_received;
mod questions;
mod queue;
mod renewals;
mod resend;
mod review;
pub(crate) mod rows;
mod signing;
mod store;
mod view;
mod wire;
mod work;

pub(crate) use billable::{billable, labels};
pub use calls::calls;
pub(crate) use desk::pending_of as pending;
pub(crate) use encounters::{NewEncounter, record_encounter};
pub use fax_desk::listener as fax_listener;
pub use money::seller;
pub(crate) use queue::{ClaimView, claim_of};
pub(crate) use wire::PrescriptionView;

/// The subject that money, fax and messages keep.
pub(crate) const KIND: &str = "prescription";
