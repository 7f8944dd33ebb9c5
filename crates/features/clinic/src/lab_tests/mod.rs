// SPDX-License-Identifier: AGPL-3.0-or-later

//! Lab results: imported from files, matched to patients by health number and date of birth, stored as
//! reported by the laboratory, and acknowledged by a doctor. Reports without a matched patient are exceptions
//! until a doctor settles them. Files are parsed by `salal_formats::lab_results`; values are not interpreted.

mod acknowledge;
mod dto;
pub mod entity;
mod exceptions;
mod filing;
mod import;
mod matching;
mod repo;
mod routes;
mod view;

use salal_db::Connection;
use uuid::Uuid;

use crate::api::Scope;
use crate::error::Result;

pub use dto::LabTestView;
pub use import::import_bytes;
pub use import::import_file;
pub use repo::definitions::{definitions_now, put_back_definitions, take_in_definitions};
pub use repo::{count_exceptions, waiting};
pub use routes::routes;

/// The subject kind of messages, and the event kind published to open pages.
pub const KIND: salal_domain::subjects::SubjectKind = salal_domain::subjects::SubjectKind::LabTest;

/// A patient's laboratory tests, newest first, each with its earlier versions: at most two joint reads.
pub async fn list_for_patient_page(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
) -> Result<Vec<LabTestView>> {
    view::list_patient_lab_tests(db, scope, person).await
}
