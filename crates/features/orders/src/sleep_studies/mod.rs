// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sleep studies: the patient's sleep information, the clinics that test, and the order of a Level III sleep
//! apnea test request, from the anonymous sheet through payment to the fax, signed under a doctor's standing
//! order. `salal_domain::sleep` decides
//! what is allowed when; payments and fax are separate features that know nothing of this.

mod clinics;
mod documents;
mod dto;
pub mod entity;
mod fax_hooks;
mod fax_queue;
mod faxing;
mod info;
mod jobs;
mod orders;
mod payment_hooks;
mod receipt;
mod repo;
mod requester;
mod routes;
mod sleep_order;
mod view;
mod waiting;

use crate::api::Scope;
use crate::error::Result;
use salal_db::Connection;
use uuid::Uuid;

pub use clinics::prepare;
pub use clinics::{NewSleepClinic, create_clinics};
pub use dto::{SleepAssessmentView, SleepInfo};
pub use fax_queue::fax_subject;
pub use jobs::{Job, jobs};
pub use orders::unfinished as pending;
pub use payment_hooks::payable_provider;
pub use repo::import_list::{ListEntry, list_now, put_back_list, take_in_list};
pub use requester::{agree, drawings, nobody_ever};
pub use routes::routes;
pub use waiting::waiting;

/// The subject kind used by payments, fax and messages.
pub const KIND: salal_domain::subjects::SubjectKind =
    salal_domain::subjects::SubjectKind::SleepAssessment;

/// The event kind published to open pages.
pub(crate) const EVENT: &str = "sleepassessment";

/// The newest of a patient's sleep information, in one query.
pub async fn newest_info(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
) -> Result<Option<SleepInfo>> {
    repo::newest_info(db, scope, person).await
}
