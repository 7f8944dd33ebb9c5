// SPDX-License-Identifier: AGPL-3.0-or-later

//! Salal's documents and emails: data in, bytes out.
//!
//! Prescription, sleep request, their fax covers, receipt and the report of a month as PDF; emails and text messages. No clock, no
//! randomness, no files beyond this crate's own templates and fonts, and no network: the same data always
//! gives the same bytes. Not here: storing, sending and signing, which are done by the server. Every function
//! blocks for some milliseconds; async callers must use a blocking thread.

#[cfg(test)]
extern crate self as salal_documents;

mod cancellation;
mod cover;
mod engine;
mod fonts;
pub mod mail;
mod parts;
mod plain;
mod prescription;
mod receipt;
mod report;
mod signature;
mod sleep;
pub mod sms;
#[cfg(test)]
mod testing;

pub use cancellation::{Cancellation, cancellation, voided};
pub use cover::{Chooser, FaxCover, cover};
pub use engine::{DocumentError, Pdf};
pub use parts::{Clinic, HealthNumber, Patient, Pharmacy, Prescriber};
pub use prescription::{Ingredient, Line, PrescriptionDocument, Signature, prescription};
pub use receipt::{ChargeLine, Payment, Receipt, Refund, receipt};
pub use report::{Bar, Chart, KeyNumber, Report, ReportPart, report};
pub use sleep::{
    About, BloodPressure, RequestingPractitioner, SleepClinic, SleepFaxCover, SleepRequest,
    sleep_cover, sleep_request,
};
