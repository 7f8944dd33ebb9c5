//! Facts about a person: names, dates, numbers and addresses, and the check of a whole sign-up.
//!
//! Whether a number or an address is already taken is the server's question and not answered here.

pub mod dates;
pub mod emails;
pub use salal_formats::health_numbers;
pub mod names;
pub mod passwords;
pub mod phones;
pub mod postal_codes;
pub mod registration;
