//! The calls on messages.

mod inbox;
