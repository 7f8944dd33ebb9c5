//! The calls that need no session.

mod country;
mod here;
mod options;
mod settings;
