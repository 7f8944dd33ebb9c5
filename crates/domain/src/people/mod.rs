// SPDX-License-Identifier: AGPL-3.0-or-later

//! Details of a person: names, dates, numbers and addresses, and the validation of a whole sign-up.
//!
//! The server checks whether a number or an address is already in use.

pub mod dates;
pub mod emails;
pub use salal_formats::health_numbers;
pub mod names;
pub mod passwords;
pub mod phones;
pub mod postal_codes;
pub mod registration;
