//! Sleep studies: the patient's sleep information, the clinics that test, and the order of a Level III
//! sleep apnea test request from the anonymous sheet over the payment to the fax. What is allowed when
//! is decided by `salal_rules::sleep`; money and fax are features of their own that know none of this.

mod calls;
mod clinics;
mod faxing;
mod info;
mod jobs;
mod listeners;
mod money;
mod orders;
mod papers;
mod receipt;
pub(crate) mod rows;
mod store;
mod view;
mod wire;

pub use calls::calls;
pub use clinics::prepare;
pub(crate) use clinics::{NewSleepClinic, create_clinics};
pub use jobs::jobs;
pub use listeners::fax_changed;
pub use money::seller;

/// The subject that money, fax and messages keep.
pub(crate) const KIND: &str = "sleep_assessment";

/// What open pages hear of.
const EVENT: &str = "sleepassessment";
