//! Salal: documents.
