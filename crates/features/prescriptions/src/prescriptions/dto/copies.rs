// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of copies.

use chrono::{DateTime, Utc};
use salal_domain::fax::FaxState;
use salal_domain::prescriptions::copies::{CopyState, CopyWay, HandedHow, VoidReason, VoidWay};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::requests::PharmacyRef;
use salal_people::people::PersonRef;

/// Why and how a copy is void, or is being voided.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VoidView {
    pub reason: VoidReason,
    /// The reason as shown to staff.
    pub text: String,
    /// The reason as shown to the patient.
    #[serde(rename = "forPatient")]
    pub for_patient: String,
    /// The doctor's own comment; for staff.
    pub words: Option<String>,
    pub how: VoidWay,
    pub by: PersonRef,
    #[serde(rename = "askedAt")]
    pub asked_at: DateTime<Utc>,
    /// When it became void; none while the old pharmacy's confirmation is pending.
    pub at: Option<DateTime<Utc>>,
    /// The person at the old pharmacy who was informed by telephone; for staff.
    #[serde(rename = "toldName")]
    pub told_name: Option<String>,
    #[serde(rename = "toldAt")]
    pub told_at: Option<DateTime<Utc>>,
    #[serde(rename = "toldBy")]
    pub told_by: Option<PersonRef>,
    /// The cancellation fax.
    #[serde(rename = "faxId")]
    pub fax_id: Option<Uuid>,
    /// The fax needs attention: it failed, its outcome is unknown, or a different machine answered.
    #[serde(rename = "faxTrouble")]
    pub fax_trouble: bool,
    /// State of the cancellation fax.
    #[serde(rename = "faxState")]
    pub fax_state: Option<FaxState>,
    #[serde(rename = "faxReason")]
    pub fax_reason: Option<String>,
    #[serde(rename = "faxAt")]
    pub fax_at: Option<DateTime<Utc>>,
}

/// What happened to a paper copy.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HandedView {
    pub how: HandedHow,
    pub to: String,
    pub at: DateTime<Utc>,
    pub by: PersonRef,
}

/// One copy of a prescription.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CopyView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// 1 for the first.
    pub number: i64,
    pub way: CopyWay,
    pub state: CopyState,
    #[serde(rename = "pharmacyName")]
    pub pharmacy_name: String,
    #[serde(rename = "pharmacyCity")]
    pub pharmacy_city: String,
    #[serde(rename = "pharmacyFax")]
    pub pharmacy_fax: String,
    #[serde(rename = "issuedAt")]
    pub issued_at: DateTime<Utc>,
    #[serde(rename = "issuedBy")]
    pub issued_by: PersonRef,
    #[serde(rename = "deliveredAt")]
    pub delivered_at: Option<DateTime<Utc>>,
    pub handed: Option<HandedView>,
    pub void: Option<VoidView>,
    /// The ways in which it can be voided now, the usual one first; none when it is void.
    #[serde(rename = "voidWays")]
    pub void_ways: Vec<VoidWay>,
}

/// Voids a copy.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct VoidCopy {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    #[serde(rename = "copyId")]
    pub copy_id: Uuid,
    #[schemars(with = "VoidReason")]
    pub reason: String,
    /// For the record; never shown to the patient.
    #[serde(default)]
    pub words: String,
    #[schemars(with = "VoidWay")]
    pub how: String,
    /// For a telephone call: who was informed, and when.
    #[serde(default, rename = "toldName")]
    pub told_name: Option<String>,
    #[serde(default, rename = "toldAt")]
    pub told_at: Option<DateTime<Utc>>,
    /// The pharmacy of the new copy; the same pharmacy if omitted.
    #[serde(default)]
    pub pharmacy: Option<PharmacyRef>,
}

/// The old pharmacy was informed by telephone.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct VoidTold {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    #[serde(rename = "copyId")]
    pub copy_id: Uuid,
    #[serde(rename = "toldName")]
    pub told_name: String,
    #[serde(default, rename = "toldAt")]
    pub told_at: Option<DateTime<Utc>>,
}

/// Records what happened to a paper copy.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::prescriptions) struct RecordHandOver {
    #[serde(rename = "prescriptionId")]
    pub prescription_id: Uuid,
    #[serde(rename = "copyId")]
    pub copy_id: Uuid,
    #[schemars(with = "HandedHow")]
    pub how: String,
    /// Who took it, or which number it was faxed to.
    pub to: String,
    #[serde(default)]
    pub at: Option<DateTime<Utc>>,
}
