//! Prescriptions: the draft, the request, its payment, the doctor's review of each line, the signed
//! document, its fax, and what the patient sees of all that. What is allowed when is decided by
//! `salal_rules::prescriptions`; money and fax are features of their own that know none of this.

mod again;
mod billable;
mod calls;
mod cancellation;
mod clinic_notes;
mod copies;
mod create;
mod desk;
mod directions;
mod draft;
mod drawings;
mod encounters;
mod fax_desk;
mod faxing;
mod judge;
mod listeners;
mod marks;
mod money;
mod not_received;
mod pharmacy_number;
mod questions;
mod queue;
mod renewals;
mod resend;
mod review;
pub(crate) mod rows;
mod safety_tables;
mod signing;
mod store;
mod take_over;
mod view;
mod voids;
mod wire;
mod work;

pub(crate) use billable::{billable, labels};
pub use calls::calls;
pub use cancellation::listener as cancellation_listener;
pub(crate) use desk::pending_of as pending;
pub(crate) use encounters::{NewEncounter, doctor_named, record_encounter};
pub use fax_desk::listener as fax_listener;
pub use money::seller;
pub(crate) use queue::{ClaimView, claim_of};
pub use safety_tables::{SafetySaid, import_safety};
pub(crate) use wire::PrescriptionView;

/// The subject that money, fax and messages keep.
pub(crate) const KIND: &str = "prescription";
