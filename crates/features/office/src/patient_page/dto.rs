// SPDX-License-Identifier: AGPL-3.0-or-later

//! Response types of the patient page: each part as returned by the feature's own route.

use schemars::JsonSchema;
use serde::Serialize;

use salal_clinic::lab_tests::LabTestView;
use salal_clinic::notes::{NoteDraft, NotePage};
use salal_orders::sleep_studies::{SleepAssessmentView, SleepInfo};
use salal_people::medical_info::MedicalInfo;
use salal_people::people::PersonView;
use salal_people::presence::PresenceView;
use salal_prescriptions::prescriptions::{ClaimView, PrescriptionView};

/// A link to a chart.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PatientChart")]
pub(super) struct Chart {
    /// The number as on the document: a different number is a different chart.
    pub number: String,
    pub address: String,
}

/// Everything that staff see when they open a patient.
#[derive(Serialize, JsonSchema)]
pub(super) struct PatientPageView {
    pub person: PersonView,
    /// The address of the patient's chart in the clinic's electronic record, if configured.
    pub chart: Option<Chart>,
    /// Prescriptions to be reviewed, approved, faxed or refunded.
    pub prescriptions: Vec<PrescriptionView>,
    /// For doctors: who has claimed the patient in the review queue.
    pub claim: Option<ClaimView>,
    /// The record in force.
    #[serde(rename = "medicalInfo")]
    pub medical_info: Option<MedicalInfo>,
    /// The number of records, including the one in force.
    #[serde(rename = "medicalInfoCount")]
    pub medical_info_count: u64,
    /// The newest notes; null for callers who cannot read notes.
    pub notes: Option<NotePage>,
    /// The caller's unsigned drafts.
    pub drafts: Vec<NoteDraft>,
    /// Orders with open work.
    #[serde(rename = "sleepAssessments")]
    pub sleep_assessments: Vec<SleepAssessmentView>,
    #[serde(rename = "sleepInfo")]
    pub sleep_info: Option<SleepInfo>,
    /// Null for callers who are not doctors (decision 19).
    #[serde(rename = "labTests")]
    pub lab_tests: Option<Vec<LabTestView>>,
    /// Who else has the page open.
    pub presence: Vec<PresenceView>,
}
