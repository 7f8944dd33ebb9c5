//! The calls on suggestions.

mod problem;
