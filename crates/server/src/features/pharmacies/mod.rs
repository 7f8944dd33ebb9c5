//! Pharmacies: the ones a prescription can be faxed to, their list and their search. Deliberately not
//! here: which of them a person prefers (people) and how a fax reaches them (fax).

mod calls;
mod list_store;
pub(crate) mod rows;
mod store;
mod wire;

pub use calls::calls;
pub(crate) use list_store::{ListEntry, list_key, list_now, put_back_list, take_in_list};
pub use store::get;
pub(crate) use store::{NewPharmacy, create_many};
pub use wire::PharmacyView;
