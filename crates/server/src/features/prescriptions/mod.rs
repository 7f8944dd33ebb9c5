//! Prescriptions: the draft, the request, its payment, the doctor's review of each line, the signed
//! document, its fax, and what the patient sees of all that. What is allowed when is decided by
//! `salal_rules::prescriptions`; money and fax are features of their own that know none of this.

mod again;
mod billable;
mod routes;
mod cancellation;
mod clinic_notes;
mod copies;
mod create;
mod list;
mod directions;
mod draft;
mod drawings;
mod encounters;
mod fax_queue;
mod faxing;
mod judge;
mod fax_hooks;
mod marks;
mod payment_hooks;
mod not_received;
mod pharmacy_number;
mod questions;
mod queue;
mod renewals;
mod resend;
mod review;
pub(crate) mod entity;
mod safety_tables;
mod signing;
mod repo;
mod take_over;
mod view;
mod voids;
mod dto;
mod next_action;

pub(crate) use billable::{billable, labels};
pub use routes::routes;
pub use cancellation::listener as cancellation_listener;
pub(crate) use list::pending_of as pending;
pub(crate) use encounters::{NewEncounter, doctor_named, record_encounter};
pub use fax_queue::listener as fax_listener;
pub use payment_hooks::seller;
pub(crate) use queue::{ClaimView, claim_of};
pub use safety_tables::{SafetySaid, import_safety};
pub(crate) use dto::PrescriptionView;

/// The subject that money, fax and messages keep.
pub(crate) const KIND: &str = "prescription";
