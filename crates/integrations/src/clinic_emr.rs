// SPDX-License-Identifier: AGPL-3.0-or-later

//! The partner clinic's record system, through the clinic's own wrapper (partner-clinic.md 3 and 4).
//!
//! Server to server only, with a shared secret in a header. Notes are looked up by our own event id, since
//! the clinic stores no idempotency keys. Not here: deciding whether a found chart belongs to the right
//! person.

use chrono::{Datelike, NaiveDate};
use reqwest::{Method, RequestBuilder};
use serde::Deserialize;
use serde_json::json;

use crate::hold::Does;
use crate::http::{Answer, Line, Way};
use crate::{ClinicSettings, Secret, Service, ServiceError};

/// The clinic's record system.
#[derive(Debug)]
pub struct ClinicEmr {
    line: Line,
    product: String,
    secret: Secret,
}

/// A person to create a chart for. The data is sent only to that person's own clinic.
#[derive(Clone, Copy, Debug)]
pub struct NewDemographic<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    /// One letter: M, F, T, O or U.
    pub sex: &'a str,
    pub birth_date: NaiveDate,
    /// Ten digits; empty for private pay.
    pub hin: &'a str,
    /// The province of the health card, two letters.
    pub healthcard_province: &'a str,
    /// Two letters.
    pub province: &'a str,
    pub address: &'a str,
    pub city: &'a str,
    pub postal_code: &'a str,
    /// Sent as digits only.
    pub phone: &'a str,
    pub email: &'a str,
    pub is_private_pay: bool,
}

/// The number of the chart, and whether it is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DemographicAnswer {
    Created(i64),
    /// The clinic has a chart with that health number; this does not prove a person's identity.
    AlreadyKnown(i64),
}

/// The personal information sent to the clinic after a correction by staff.
#[derive(Clone, Copy, Debug)]
pub struct PatientInfo<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub birth_date: NaiveDate,
    pub address: &'a str,
    pub city: &'a str,
    pub province: &'a str,
    pub postal_code: &'a str,
    /// Digits only, as `best_number`.
    pub phone_number: &'a str,
    pub best_number: &'a str,
    /// Empty without a health document, as the two that follow.
    pub document_type: &'a str,
    pub document_number: &'a str,
    pub document_province: &'a str,
    pub email: &'a str,
}

/// The preferred pharmacy of a person, as sent to the clinic.
#[derive(Clone, Copy, Debug)]
pub struct PreferredPharmacy<'a> {
    pub name: &'a str,
    pub address: &'a str,
    pub phone: &'a str,
    pub fax: &'a str,
}

/// One field of the profile at the clinic; its wrapper accepts one at a time.
#[derive(Clone, Copy, Debug)]
pub enum Profile<'a> {
    Email(&'a str),
    PrivatePay(bool),
}

/// A note for a chart.
#[derive(Clone, Copy, Debug)]
pub struct NewNote<'a> {
    pub demographic_no: i64,
    /// Our own id of the event; it is the note's first line.
    pub event_id: &'a str,
    /// Plain text.
    pub text: &'a str,
}

impl ClinicEmr {
    pub(crate) fn new(way: &Way, settings: &ClinicSettings) -> Self {
        Self {
            line: Line::new(way, Service::Clinic, &settings.base),
            product: settings.product.clone(),
            secret: settings.secret.clone(),
        }
    }

    /// The chart with a health number, if the clinic has one.
    pub async fn find_demographic(&self, hin: &str) -> Result<Option<i64>, ServiceError> {
        let request = self
            .request(Method::GET, "/demographics/number")?
            .query(&[("hin", hin)]);
        let answer = self
            .line
            .send(Does::Asks, "find_demographic", request)
            .await?;
        if answer.status == 404 {
            return Ok(None);
        }
        Ok(Some(read::<DemographicWire>(&answer)?.demographic_no))
    }

    /// Creates a chart. If the clinic knows the health number, its existing chart is returned.
    pub async fn create_demographic(
        &self,
        person: &NewDemographic<'_>,
    ) -> Result<DemographicAnswer, ServiceError> {
        let phone: String = person.phone.chars().filter(char::is_ascii_digit).collect();
        let body = json!({
            "firstname": person.first_name,
            "lastname": person.last_name,
            "sex": person.sex,
            "year": person.birth_date.year().to_string(),
            "month": format!("{:02}", person.birth_date.month()),
            "day": format!("{:02}", person.birth_date.day()),
            "hin": person.hin,
            "healthcardProvince": person.healthcard_province,
            "province": person.province,
            "address": person.address,
            "city": person.city,
            "postal": person.postal_code,
            "phone": phone,
            "email": person.email,
            "isPrivatePay": person.is_private_pay,
        });
        let path = format!("/demographics/{}/create", self.product);
        let answer = self
            .line
            .send(
                Does::Acts,
                "create_demographic",
                self.request(Method::POST, &path)?.json(&body),
            )
            .await?;
        if answer.status == 409
            && let Ok(known) = answer.json::<DemographicWire>()
        {
            return Ok(DemographicAnswer::AlreadyKnown(known.demographic_no));
        }
        Ok(DemographicAnswer::Created(
            read::<DemographicWire>(&answer)?.demographic_no,
        ))
    }

    /// Corrects a person's personal information. Idempotent, so it may be repeated.
    pub async fn update_patient(&self, info: &PatientInfo<'_>) -> Result<(), ServiceError> {
        let body = json!({
            "firstName": info.first_name,
            "lastName": info.last_name,
            "dateOfBirth": info.birth_date.to_string(),
            "address": info.address,
            "phoneNumber": info.phone_number,
            "bestNumber": info.best_number,
            "docType": info.document_type,
            "docNumber": info.document_number,
            "docProvince": info.document_province,
            "city": info.city,
            "province": info.province,
            "postalCode": info.postal_code,
            "email": info.email,
        });
        let path = format!("/clinic/admin/patient-{}/info", self.product);
        let answer = self
            .line
            .send(
                Does::Acts,
                "update_patient",
                self.request(Method::POST, &path)?.json(&body),
            )
            .await?;
        read::<serde::de::IgnoredAny>(&answer).map(|_| ())
    }

    /// Sends the preferred pharmacy of a chart's person. May be repeated. The wrapper's `/me` means the
    /// person signed in at the clinic; from server to server the chart is named instead.
    pub async fn prefer_pharmacy(
        &self,
        demographic_no: i64,
        pharmacy: &PreferredPharmacy<'_>,
    ) -> Result<(), ServiceError> {
        let body = json!({
            "demographicNo": demographic_no,
            "preferredPharmacy": {
                "name": pharmacy.name,
                "address": pharmacy.address,
                "phone": pharmacy.phone,
                "fax": pharmacy.fax,
            },
        });
        self.tell("prefer_pharmacy", "/me/prefer-pharmacy", &body)
            .await
    }

    /// Sends one profile field of a chart's person. May be repeated.
    pub async fn update_profile(
        &self,
        demographic_no: i64,
        fact: &Profile<'_>,
    ) -> Result<(), ServiceError> {
        let body = match fact {
            Profile::Email(email) => {
                json!({"id": demographic_no, "email": email, "isEmail": true})
            }
            Profile::PrivatePay(is) => {
                json!({"demographicNo": demographic_no, "isPrivatePay": is})
            }
        };
        self.tell("update_profile", "/me/update-oscar-profile", &body)
            .await
    }

    async fn tell(
        &self,
        operation: &'static str,
        path: &str,
        body: &serde_json::Value,
    ) -> Result<(), ServiceError> {
        let request = self.request(Method::POST, path)?.json(body);
        let answer = self.line.send(Does::Acts, operation, request).await?;
        read::<serde::de::IgnoredAny>(&answer).map(|_| ())
    }

    /// Adds a note and returns its number. After an unknown outcome, check with [`Self::find_note`] before
    /// repeating.
    pub async fn add_note(&self, note: &NewNote<'_>) -> Result<i64, ServiceError> {
        let text = format!("{}\n{}", first_line(note.event_id), note.text);
        let body = json!({"demographicNo": note.demographic_no, "note": text});
        let path = format!("/services/{}/encounternote/add", self.product);
        let answer = self
            .line
            .send(
                Does::Acts,
                "add_note",
                self.request(Method::POST, &path)?.json(&body),
            )
            .await?;
        Ok(read::<NoteWire>(&answer)?.note_id)
    }

    /// The note of one of our events, if it is in the chart.
    pub async fn find_note(
        &self,
        demographic_no: i64,
        event_id: &str,
    ) -> Result<Option<i64>, ServiceError> {
        let path = format!("/notes/{demographic_no}/all");
        let answer = self
            .line
            .send(
                Does::Asks,
                "find_note",
                self.request(Method::POST, &path)?.json(&json!({})),
            )
            .await?;
        if answer.status == 404 {
            return Ok(None);
        }
        let wanted = first_line(event_id);
        let is_ours = |note: &&NoteWire| {
            note.note
                .lines()
                .next()
                .is_some_and(|line| line.trim() == wanted)
        };
        Ok(read::<NoteListWire>(&answer)?
            .notelist
            .iter()
            .find(is_ours)
            .map(|note| note.note_id))
    }

    fn request(&self, method: Method, path: &str) -> Result<RequestBuilder, ServiceError> {
        if self.secret.is_empty() || self.product.is_empty() {
            return Err(ServiceError::misconfigured(
                Service::Clinic,
                "services.clinic is not set",
            ));
        }
        Ok(self
            .line
            .request(method, path)
            .header("x-salal-secret", self.secret.reveal()))
    }
}

fn first_line(event_id: &str) -> String {
    format!("Event {event_id}")
}

/// 4xx is final except 408, 409 and 429 (partner-clinic.md 3); for the first two the outcome is unknown.
fn read<T: serde::de::DeserializeOwned>(answer: &Answer) -> Result<T, ServiceError> {
    if answer.is_ok() {
        return answer.json();
    }
    if let Some(error) = answer.failure_by_status() {
        return Err(error);
    }
    if answer.status == 409 {
        return Err(ServiceError::unknown(
            Service::Clinic,
            "answered with status 409",
        ));
    }
    let wire: ErrorWire = answer.json_or_default();
    let message = if wire.message.is_empty() {
        wire.error
    } else {
        wire.message
    };
    Err(ServiceError::refused(
        Service::Clinic,
        answer.status.to_string(),
        message,
    ))
}

#[derive(Deserialize)]
struct DemographicWire {
    #[serde(rename = "demographicNo")]
    demographic_no: i64,
}

#[derive(Deserialize)]
struct NoteWire {
    #[serde(rename = "noteId")]
    note_id: i64,
    #[serde(default)]
    note: String,
}

#[derive(Deserialize)]
struct NoteListWire {
    notelist: Vec<NoteWire>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorWire {
    message: String,
    error: String,
}
