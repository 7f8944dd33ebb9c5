//! The calls on presence.

mod presence;
