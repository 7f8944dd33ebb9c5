// SPDX-License-Identifier: AGPL-3.0-or-later

//! The cover page of a fax: its content is stored with the job; the clinic's own lines come from the settings
//! when it is rendered.

use chrono::{DateTime, Utc};
use salal_documents::{
    Chooser, Clinic, FaxCover, Pharmacy, Prescriber, SleepClinic, SleepFaxCover,
};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::{Error, Result};

/// What is faxed, as stated on the cover page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Paper {
    #[default]
    Prescription,
    /// A request to a sleep clinic, which is entered in the fields of the pharmacy; there is no prescriber.
    SleepStudy,
    /// Cancels a void prescription at the old pharmacy: one page, which is its own cover.
    Cancellation,
}

/// The content of the cover page; the clinic's own lines come from the settings when it is printed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Cover {
    #[serde(default)]
    pub paper: Paper,
    /// P-20418
    pub label: String,
    pub prescriber_name: String,
    pub college_number: String,
    pub prescriber_phone: String,
    pub prescriber_fax: String,
    pub pharmacy_name: String,
    pub pharmacy_address: Vec<String>,
    pub pharmacy_phone: String,
    pub pharmacy_fax: String,
    pub prescription_pages: usize,
    /// Whether the doctor chose the pharmacy instead of the patient.
    #[serde(default)]
    pub chosen_by_doctor: bool,
    /// When the first copy was sent, on a copy that is sent again.
    pub resent_of: Option<DateTime<Utc>>,
}

/// The cover page as it would be sent at `at`.
pub async fn cover_pdf(ctx: &Context, cover: &Cover, at: DateTime<Utc>) -> Result<Vec<u8>> {
    let (clinic, cover) = (&ctx.settings.clinic, cover.clone());
    let clinic = Clinic {
        name: clinic.name.clone(),
        address: clinic.address.clone(),
        phone: clinic.phone.clone(),
        fax: clinic.fax.clone(),
    };
    let pdf = tokio::task::spawn_blocking(move || match cover.paper {
        Paper::Prescription | Paper::Cancellation => {
            salal_documents::cover(&prescription_cover(cover, clinic, at))
        }
        Paper::SleepStudy => salal_documents::sleep_cover(&sleep_cover(cover, clinic, at)),
    })
    .await
    .map_err(Error::broken)?
    .map_err(|error| Error::broken(format!("fax cover: {error}")))?;
    Ok(pdf.bytes)
}

fn prescription_cover(cover: Cover, clinic: Clinic, at: DateTime<Utc>) -> FaxCover {
    FaxCover {
        label: cover.label,
        clinic,
        prescriber: Prescriber {
            name: cover.prescriber_name,
            college_number: cover.college_number,
            phone: cover.prescriber_phone,
            fax: cover.prescriber_fax,
        },
        pharmacy: Pharmacy {
            name: cover.pharmacy_name,
            address: cover.pharmacy_address,
            phone: cover.pharmacy_phone,
            fax: cover.pharmacy_fax,
        },
        sent_at: at,
        prescription_pages: cover.prescription_pages,
        chosen_by: if cover.chosen_by_doctor {
            Chooser::Doctor
        } else {
            Chooser::Patient
        },
        resent_of: cover.resent_of,
    }
}

fn sleep_cover(cover: Cover, clinic: Clinic, at: DateTime<Utc>) -> SleepFaxCover {
    SleepFaxCover {
        label: cover.label,
        clinic,
        to: SleepClinic {
            name: cover.pharmacy_name,
            address: cover.pharmacy_address.join(", "),
            phone: cover.pharmacy_phone,
            fax: cover.pharmacy_fax,
        },
        sent_at: at,
        request_pages: cover.prescription_pages,
        resent_of: cover.resent_of,
    }
}
