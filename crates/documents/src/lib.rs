//! Salal's papers and letters: data in, bytes out.
//!
//! Prescription, fax cover and receipt as PDF; e-mails and text messages as text. No clock, no
//! randomness, no files beyond this crate's own templates and fonts, and no network: the same data
//! always gives the same bytes. Keeping, sending and signing are the server's business.

pub mod mail;
pub mod sms;
