//! What every page needs before it can show anything: the deployment's settings, the option lists and
//! the countries. Imports of reference data come with the administrators' screens.

mod calls;
mod wire;

pub use calls::calls;
