//! Reference data: what the screens have to know before anybody signs in: settings, option lists,
//! countries. Deliberately not here: pharmacies and drugs, which are searched and have features of
//! their own.

mod calls;
mod wire;

pub use calls::calls;
