//! The patient page on the wire: each part as the feature's own call answers it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::features::lab_tests::LabTestView;
use crate::features::medical_info::MedicalInfo;
use crate::features::notes::{NoteDraft, NotePage};
use crate::features::people::PersonView;
use crate::features::prescriptions::{ClaimView, PrescriptionView};
use crate::features::presence::PresenceView;
use crate::features::sleep_studies::{SleepAssessmentView, SleepInfo};

/// Where a health number leads.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PatientChart")]
pub(super) struct Chart {
    /// The number as it stands on the document: another number is another chart.
    pub number: String,
    pub address: String,
}

/// All that the staff see of a patient when they open the page.
#[derive(Serialize, JsonSchema)]
pub(super) struct PatientPageView {
    pub person: PersonView,
    /// The patient's chart in the clinic's electronic record, when there is such an address.
    pub chart: Option<Chart>,
    /// What waits to be reviewed, approved, faxed or refunded.
    pub prescriptions: Vec<PrescriptionView>,
    /// Of a doctor: who has the patient in the review queue.
    pub claim: Option<ClaimView>,
    /// The record in force.
    #[serde(rename = "medicalInfo")]
    pub medical_info: Option<MedicalInfo>,
    /// How many records there are, the one in force included.
    #[serde(rename = "medicalInfoCount")]
    pub medical_info_count: u64,
    /// The newest notes; none for who does not read notes.
    pub notes: Option<NotePage>,
    /// What the caller has not signed yet.
    pub drafts: Vec<NoteDraft>,
    /// Orders that wait for something.
    #[serde(rename = "sleepAssessments")]
    pub sleep_assessments: Vec<SleepAssessmentView>,
    #[serde(rename = "sleepInfo")]
    pub sleep_info: Option<SleepInfo>,
    /// None for who is no doctor (decision 19).
    #[serde(rename = "labTests")]
    pub lab_tests: Option<Vec<LabTestView>>,
    /// Who else has the page open.
    pub presence: Vec<PresenceView>,
}
