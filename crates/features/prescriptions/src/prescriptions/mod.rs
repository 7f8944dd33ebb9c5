// SPDX-License-Identifier: AGPL-3.0-or-later

//! Prescriptions: the draft, the request, its payment, the doctor's review of each line, the signed document,
//! its fax, and the patient's view of them. `salal_domain::prescriptions` decides what is allowed when;
//! payments and fax are separate features that know nothing of this.

mod again;
mod cancellation;
mod clinic_notes;
mod copies;
mod create;
mod day;
mod directions;
mod draft;
mod drawings;
mod dto;
mod encounters;
pub mod entity;
mod fax_hooks;
mod fax_queue;
mod faxing;
mod judge;
mod list;
mod marks;
mod name_pharmacy;
mod next_action;
mod not_received;
mod payment_hooks;
mod pharmacy_number;
mod prescription;
mod questions;
mod queue;
mod renewals;
mod repo;
mod resend;
mod review;
mod routes;
mod safety_tables;
mod signing;
mod take_over;
mod unlisted;
mod view;
mod visits;
mod voids;

pub use cancellation::fax_subject as cancellation_subject;
pub use day::{ClinicDay, DayHour, OwnDecisions, clinic_day};
pub use drawings::drawings;
pub use dto::PrescriptionView;
pub use fax_queue::fax_subject;
pub use list::pending_of as pending;
pub use payment_hooks::payable_provider;
pub use queue::{
    ClaimView, EVENT as QUEUE_EVENT, OpenWork, QueueCounts, QueueRow, claim_of, list_open,
    review_promise,
};
pub use repo::counted::{
    CountedLine, CountedRequest, counted_of, decided, first_counted, received,
};
pub use repo::{SESSIONS_IN_USE, prescribed, select_for_messages};
pub use routes::routes;
pub use safety_tables::{SafetySaid, import_safety};
pub use unlisted::{Job, jobs, list_changed};
pub use visits::visits;

/// The subject kind used by payments, fax and messages.
pub const KIND: salal_domain::subjects::SubjectKind =
    salal_domain::subjects::SubjectKind::Prescription;
