//! Salal: tidy.
