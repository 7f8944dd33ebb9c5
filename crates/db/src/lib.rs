//! Salal: db.
