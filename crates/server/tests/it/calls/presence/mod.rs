//! The calls on presence.

mod open_page;
