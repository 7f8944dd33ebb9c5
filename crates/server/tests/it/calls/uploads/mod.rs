//! The call on uploaded files.

mod file;
