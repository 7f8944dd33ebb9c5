//! Pharmacies: the directory that patients and doctors choose from. Fax numbers come from here, never
//! from a page.

mod calls;
pub(crate) mod rows;
mod store;
mod wire;

pub use calls::calls;
pub(crate) use store::{NewPharmacy, create_many};
pub use store::get;
pub use wire::PharmacyView;
