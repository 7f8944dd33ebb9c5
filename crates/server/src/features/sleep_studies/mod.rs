//! Sleep studies: the patient's sleep information, the clinics that test, and the order of a Level III
//! sleep apnea test request from the anonymous sheet over the payment to the fax. What is allowed when
//! is decided by `salal_rules::sleep`; money and fax are features of their own that know none of this.

mod calls;
mod clinics;
mod fax_desk;
mod faxing;
mod info;
mod jobs;
mod list_store;
mod listeners;
mod money;
mod orders;
mod papers;
mod receipt;
pub(crate) mod rows;
mod store;
mod view;
mod waiting;
mod wire;

use crate::door::Reach;
use crate::error::Result;
use uuid::Uuid;

pub use calls::calls;
pub use clinics::prepare;
pub(crate) use clinics::{NewSleepClinic, create_clinics};
pub use fax_desk::listener as fax_listener;
pub use jobs::jobs;
pub(crate) use list_store::{ListEntry, list_now, put_back_list, take_in_list};
pub use money::seller;
pub(crate) use orders::unfinished as pending;
pub(crate) use waiting::waiting;
pub(crate) use wire::{SleepAssessmentView, SleepInfo};

/// The subject that money, fax and messages keep.
pub(crate) const KIND: &str = "sleep_assessment";

/// What open pages hear of.
const EVENT: &str = "sleepassessment";

/// The newest of a patient's sleep information, in one query.
pub(crate) async fn newest_info(
    db: &impl store::ConnectionTrait,
    reach: &Reach,
    person: Uuid,
) -> Result<Option<SleepInfo>> {
    store::newest_info(db, reach, person).await
}
