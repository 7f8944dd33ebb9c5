//! Salal: server.
