// SPDX-License-Identifier: AGPL-3.0-or-later

//! A server that speaks the wire protocols of the companies Salal talks to, so that the
//! product runs whole on one machine: Stripe, `PayPal`, Twilio, `SRFax`, the captcha check,
//! Teleplan, the partner clinic, the `PharmaNet` form target and an SMTP sink (decision 151).
//! It keeps an outbox, a ledger of effects and failure switches for people and tests.
//!
//! Deliberately not here: anything of the product's own clients. The crate is written from
//! the reference alone, so that two readings of one protocol meet in tests.

#![expect(
    clippy::disallowed_methods,
    reason = "the sandbox is other companies' servers: their routes are no calls of ours, and \
              its clock is read in one module"
)]

mod answer;
mod authenticator;
mod captcha;
mod chance;
mod clinic;
mod day;
mod deliveries;
mod faults;
mod fields;
mod front;
mod idempotency;
mod ledger;
mod line;
mod paypal;
mod pharmanet;
mod running;
mod settings;
mod smtp;
mod srfax;
mod state;
mod store;
mod stripe;
mod switches;
mod teleplan;
mod twilio;

pub use chance::set_clock;
pub use faults::{Fault, Mode, Service};
pub use ledger::{Attachment, LedgerEntry, OutboxEntry};
pub use running::{Addresses, Running, serve, start};
pub use settings::{DayPatient, Person, SandboxError, SandboxSettings};
