// SPDX-License-Identifier: AGPL-3.0-or-later

//! The newest fax of a subject with the data needed for another copy, and how many copies were requested
//! through the patient's link (decision 142).

use chrono::{DateTime, Utc};
use salal_db::Connection;
use salal_domain::fax::FaxState;
use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

use super::entity::fax;
use super::repo;
use crate::error::Result;

/// The newest fax of a subject.
pub struct Newest {
    pub document_id: Uuid,
    pub to_number: String,
    pub recipient_name: String,
    pub state: FaxState,
    pub queued_at: DateTime<Utc>,
    pub sent_at: Option<DateTime<Utc>>,
    pub copy_number: i64,
    /// Copies requested through the patient's link.
    pub resends: i64,
}

/// The newest fax of a subject, if any was queued.
pub async fn newest(db: &Connection, kind: SubjectKind, id: Uuid) -> Result<Option<Newest>> {
    let all = repo::faxes_of(kind, &[id]).all(db).await?;
    Ok(newest_of(&all))
}

/// The newest of a subject's faxes.
pub(super) fn newest_of(all: &[fax::Model]) -> Option<Newest> {
    let resends = all.iter().filter(|fax| fax.is_resend).count();
    let newest = all.iter().max_by_key(|fax| fax.copy_number)?;
    Some(Newest {
        document_id: newest.document_id,
        to_number: newest.to_number.clone(),
        recipient_name: newest.recipient_name.clone(),
        state: *newest.state,
        queued_at: newest.queued_at,
        sent_at: newest.sent_at,
        copy_number: newest.copy_number,
        resends: i64::try_from(resends).unwrap_or(i64::MAX),
    })
}
