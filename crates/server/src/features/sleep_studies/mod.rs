//! Sleep studies: the patient's sleep information, the clinics that test, and the order of a Level III
//! sleep apnea test request from the anonymous sheet over the payment to the fax. What is allowed when
//! is decided by `salal_rules::sleep`; money and fax are features of their own that know none of this.

mod routes;
mod clinics;
mod fax_queue;
mod faxing;
mod info;
mod jobs;
mod list_store;
mod fax_hooks;
mod payment_hooks;
mod orders;
mod documents;
mod receipt;
pub(crate) mod entity;
mod repo;
mod view;
mod waiting;
mod dto;

use crate::api::Scope;
use crate::error::Result;
use uuid::Uuid;

pub use routes::routes;
pub use clinics::prepare;
pub(crate) use clinics::{NewSleepClinic, create_clinics};
pub use fax_queue::listener as fax_listener;
pub use jobs::jobs;
pub(crate) use list_store::{ListEntry, list_now, put_back_list, take_in_list};
pub use payment_hooks::seller;
pub(crate) use orders::unfinished as pending;
pub(crate) use waiting::waiting;
pub(crate) use dto::{SleepAssessmentView, SleepInfo};

/// The subject that money, fax and messages keep.
pub(crate) const KIND: &str = "sleep_assessment";

/// What open pages hear of.
const EVENT: &str = "sleepassessment";

/// The newest of a patient's sleep information, in one query.
pub(crate) async fn newest_info(
    db: &impl repo::ConnectionTrait,
    reach: &Scope,
    person: Uuid,
) -> Result<Option<SleepInfo>> {
    repo::newest_info(db, reach, person).await
}
