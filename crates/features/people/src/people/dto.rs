// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of people, with the contract's field names.

use chrono::{DateTime, NaiveDate, Utc};
use salal_domain::codes;
use salal_domain::eligibility::{DocumentKind, DocumentOther, DocumentStatus, PersonFlag};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_reference::pharmacies::PharmacyView;
use salal_reference::uploads::FileRef;

/// A person by name.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct PersonRef {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(rename = "FirstName")]
    pub first_name: String,
    #[serde(rename = "LastName")]
    pub last_name: String,
}

impl PersonRef {
    /// "Marguerite Tremblay"
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
            .trim()
            .to_owned()
    }
}

/// A health card or passport.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HealthDocumentView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(rename = "Type")]
    pub kind: DocumentKind,
    #[serde(rename = "DocumentNumber")]
    pub number: String,
    #[serde(rename = "Province")]
    pub province: String,
    pub status: DocumentStatus,
    pub other: Option<DocumentOther>,
    /// The front, then the back.
    pub files: Vec<FileRef>,
}

/// A person as shown to the owner and staff.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PersonView {
    #[serde(flatten)]
    pub person: PersonRef,
    pub version: i64,
    #[serde(rename = "DateOfBirth")]
    pub date_of_birth: Option<NaiveDate>,
    #[serde(rename = "PhoneNumber")]
    pub phone_number: String,
    #[serde(rename = "PhoneVerified")]
    pub phone_verified: bool,
    #[serde(rename = "BestPhoneNumber")]
    pub best_phone_number: String,
    #[serde(rename = "Email")]
    pub email: String,
    #[serde(rename = "Address")]
    pub address: String,
    #[serde(rename = "City")]
    pub city: String,
    #[serde(rename = "Province")]
    pub province: String,
    #[serde(rename = "PostalCode")]
    pub postal_code: String,
    #[serde(rename = "isPrivatePay")]
    pub is_private_pay: bool,
    #[serde(rename = "preferredPharmacy")]
    pub preferred_pharmacy: Option<PharmacyView>,
    #[serde(rename = "oscarDemographicId")]
    pub demographic_number: Option<String>,
    pub eligibility: Option<String>,
    pub sex: Option<String>,
    #[serde(rename = "CreatedAt")]
    pub created_at: DateTime<Utc>,
    #[serde(rename = "HealthDocuments")]
    pub health_documents: Vec<HealthDocumentView>,
    /// The newest profile picture, a file's id.
    #[serde(rename = "profileImageKey")]
    pub profile_image: Option<Uuid>,
    /// For staff: the newest picture of the signature, a file's id.
    #[serde(rename = "signatureImageKey")]
    pub signature_image: Option<Uuid>,
    /// A prescription carries the name: the owner can no longer change it (decision 13).
    #[serde(rename = "nameLocked")]
    pub name_locked: bool,
    /// What staff should know before they begin.
    pub flags: Vec<PersonFlag>,
}

/// The number of a health document.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct DocumentNumber {
    #[serde(rename = "DocumentNumber")]
    pub number: String,
}

/// The patient of a row.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct PatientPerson {
    #[serde(flatten)]
    pub person: PersonRef,
    #[serde(rename = "DateOfBirth")]
    pub date_of_birth: Option<NaiveDate>,
    #[serde(rename = "HealthDocuments")]
    pub health_documents: Vec<DocumentNumber>,
}

/// A row of the patients list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct PatientListRecord {
    #[serde(rename = "_id")]
    pub id: Uuid,
    #[serde(rename = "Email")]
    pub email: String,
    #[serde(rename = "CreatedAt")]
    pub created_at: DateTime<Utc>,
    #[serde(rename = "Person")]
    pub person: PatientPerson,
    /// Requests waiting for a doctor.
    pub pending: i64,
    /// The address of the patient's chart in the clinic's electronic record, if configured.
    pub chart: Option<String>,
}

/// A page of patients.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct PatientList {
    pub items: Vec<PatientListRecord>,
    /// Names the next page; null on the last.
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    pub total: i64,
    /// There may be more than `total`: counting stops at a limit.
    #[serde(rename = "atLeast")]
    pub at_least: bool,
    /// The order in force: a search with very many hits is sorted by last name, whatever was requested.
    pub sort: PatientSort,
    /// Words that were searched because the typed ones matched no one.
    pub meant: Vec<String>,
}

codes! {
    /// The order of the patients list.
    pub(super) enum PatientSort {
        Last = "last",
        LastDown = "-last",
        First = "first",
        FirstDown = "-first",
        Joined = "joined",
        JoinedDown = "-joined",
    }
}

/// Query of the patients list.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PatientsQuery {
    /// How many at most: 1 to 100; 10 when absent.
    pub limit: Option<u32>,
    /// `nextCursor` of the page before; the first page when absent.
    pub cursor: Option<String>,
    /// By last name, first name or the day of joining; by last name when absent.
    #[schemars(with = "Option<PatientSort>")]
    pub sort: Option<String>,
    /// Name, email or health number, at least 3 characters; every patient when absent.
    pub q: Option<String>,
}

/// The person whose coverage is asked about.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckEligibility {
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    /// Accepted for compatibility with the contract; the number on file is checked.
    #[serde(default)]
    #[expect(dead_code, reason = "the record's number is used, never the page's")]
    pub hic: Option<String>,
    #[serde(default, rename = "DateOfBirth")]
    #[expect(dead_code, reason = "the record's date is used, never the page's")]
    pub date_of_birth: Option<String>,
}

/// What the provincial plan answered.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct EligibilityAnswer {
    /// Unknown for another province's card.
    pub status: DocumentStatus,
    pub other: Option<DocumentOther>,
    pub title: String,
    /// The title with its suffix.
    pub text: String,
}

/// A pharmacy by its id, or an object that contains it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum PharmacyChoice {
    Id(Uuid),
    Object {
        #[serde(rename = "_id")]
        id: Uuid,
    },
}

impl PharmacyChoice {
    pub(super) fn id(&self) -> Uuid {
        match self {
            Self::Id(id) | Self::Object { id } => *id,
        }
    }
}

/// The pharmacy that a person prefers.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PreferPharmacy {
    #[serde(rename = "personId")]
    pub person_id: Uuid,
    #[serde(rename = "preferredPharmacy")]
    pub preferred_pharmacy: PharmacyChoice,
}

/// The person as saved.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PersonData {
    pub person: PersonView,
}

/// The answer to a saved form.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PersonAnswer {
    pub data: PersonData,
}

/// The number of the chart in the clinic's record system.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StoreDemographic {
    #[serde(default, rename = "demographicNo")]
    pub demographic_no: Option<String>,
}
