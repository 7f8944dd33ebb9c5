//! Salal: outside.
