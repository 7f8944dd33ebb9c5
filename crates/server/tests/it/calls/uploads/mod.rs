//! The call on uploaded files.

mod customer_service;
mod file;
