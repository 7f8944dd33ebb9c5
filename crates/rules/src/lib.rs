//! Salal: rules.
