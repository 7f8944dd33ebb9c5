//! The calls on medical information.

mod read;
mod save;
mod update;
