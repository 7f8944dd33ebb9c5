//! The calls of the look-up in the province's drug information.

mod credentials;
mod form;
