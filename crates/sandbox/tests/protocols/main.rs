// SPDX-License-Identifier: AGPL-3.0-or-later

//! The sandbox spoken to over its own wire, service by service. The product's clients are
//! deliberately not used: they are tested against it elsewhere.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops there")]
#![expect(
    clippy::disallowed_methods,
    reason = "one test listens for events itself"
)]

mod captcha;
mod clinic;
mod desk;
mod email;
mod paypal;
mod people;
mod srfax;
mod stripe;
mod teleplan;
mod test_sandbox;
mod twilio;
