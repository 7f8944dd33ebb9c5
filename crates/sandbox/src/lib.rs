//! Salal: sandbox.
