// SPDX-License-Identifier: AGPL-3.0-or-later

//! The fax cover of a sleep request: one page, without patient information.

use chrono::{DateTime, Utc};
use salal_domain::days::date_time_text;
use serde::Serialize;

use super::SleepClinic;
use crate::engine::{self, DocumentError, Pdf, Template};
use crate::parts::Clinic;

/// Everything on the cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SleepFaxCover {
    /// `S-30001`.
    pub label: String,
    /// The practice that sends.
    pub clinic: Clinic,
    /// The recipient.
    pub to: SleepClinic,
    /// Transmission.
    pub sent_at: DateTime<Utc>,
    /// Pages that follow this one.
    pub request_pages: usize,
    /// For a copy that is sent again: when the request was first faxed.
    pub resent_of: Option<DateTime<Utc>>,
}

/// Renders the cover.
pub fn sleep_cover(cover: &SleepFaxCover) -> Result<Pdf, DocumentError> {
    engine::render(Template::SleepCover, &sheet(cover), cover.sent_at)
}

pub(super) fn sheet(cover: &SleepFaxCover) -> impl Serialize + '_ {
    Sheet {
        label: &cover.label,
        clinic: &cover.clinic,
        to: &cover.to,
        sent: date_time_text(cover.sent_at),
        pages: cover.request_pages.saturating_add(1),
        resent: cover.resent_of.map(|first| {
            format!(
                "RE-SENT COPY of the request faxed {}; do not book twice",
                date_time_text(first)
            )
        }),
    }
}

#[derive(Serialize)]
struct Sheet<'a> {
    label: &'a str,
    clinic: &'a Clinic,
    to: &'a SleepClinic,
    sent: String,
    pages: usize,
    resent: Option<String>,
}
