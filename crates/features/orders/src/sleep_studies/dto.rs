// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of sleep studies, with the contract's field names. Information and clinic are
//! also stored in this form.

use chrono::{DateTime, Utc};
use salal_domain::sleep::SleepCompany;
use salal_domain::sleep::status::SleepStatus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use salal_exchange::fax::FaxView;
use salal_exchange::payments::{PaymentView, RefundState};
use salal_people::people::PersonRef;

/// The answers to the ten questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the contract's ten questions, one by one"
)]
pub struct SleepAnswers {
    pub gain_weight: bool,
    pub depression: bool,
    pub diabetes: bool,
    pub heart_disease: bool,
    pub atrial_fibrillation: bool,
    pub cognition_deteriorating: bool,
    pub snore: bool,
    pub asleep_breath_pause: bool,
    pub asleep_choke: bool,
    pub blood_pressure_medication: bool,
}

impl SleepAnswers {
    /// From the answers in the order of the rules' questions.
    pub(super) fn from_answers(answers: [bool; 10]) -> Self {
        let [
            gain_weight,
            depression,
            diabetes,
            heart_disease,
            atrial_fibrillation,
            cognition_deteriorating,
            snore,
            asleep_breath_pause,
            asleep_choke,
            blood_pressure_medication,
        ] = answers;
        Self {
            gain_weight,
            depression,
            diabetes,
            heart_disease,
            atrial_fibrillation,
            cognition_deteriorating,
            snore,
            asleep_breath_pause,
            asleep_choke,
            blood_pressure_medication,
        }
    }

    /// In the order of the rules' questions.
    pub(super) fn in_order(self) -> [bool; 10] {
        [
            self.gain_weight,
            self.depression,
            self.diabetes,
            self.heart_disease,
            self.atrial_fibrillation,
            self.cognition_deteriorating,
            self.snore,
            self.asleep_breath_pause,
            self.asleep_choke,
            self.blood_pressure_medication,
        ]
    }
}

/// A blood pressure that was measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BloodPressure {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// mmHg
    pub systolic: i64,
    /// mmHg
    pub diastolic: i64,
    #[serde(rename = "measureDate")]
    pub measured_at: DateTime<Utc>,
}

/// A version of a person's sleep information.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SleepInfo {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub person: Uuid,
    /// Centimetres.
    pub height: f64,
    /// Kilograms.
    pub weight: f64,
    #[serde(flatten)]
    pub answers: SleepAnswers,
    #[serde(rename = "bloodPressures")]
    pub blood_pressures: Vec<BloodPressure>,
    #[serde(rename = "createdAt")]
    pub created_at: DateTime<Utc>,
}

/// A blood pressure as sent. Missing fields are reported beside the field.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct BloodPressureInput {
    /// Accepted for compatibility with the contract; every save is a new record.
    #[serde(rename = "_id")]
    pub id: Option<String>,
    /// mmHg.
    pub systolic: Option<i64>,
    /// mmHg.
    pub diastolic: Option<i64>,
    /// A UTC time, or date and time in Vancouver (`2026-11-20T18:12`).
    #[serde(rename = "measureDate", alias = "measure_date")]
    pub measured: Option<String>,
}

/// Sleep information as sent. Missing fields are reported beside the field.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub(super) struct SleepInfoInput {
    /// Centimetres.
    pub height: Option<f64>,
    /// Kilograms.
    pub weight: Option<f64>,
    pub gain_weight: Option<bool>,
    pub depression: Option<bool>,
    pub diabetes: Option<bool>,
    pub heart_disease: Option<bool>,
    pub atrial_fibrillation: Option<bool>,
    pub cognition_deteriorating: Option<bool>,
    pub snore: Option<bool>,
    pub asleep_breath_pause: Option<bool>,
    pub asleep_choke: Option<bool>,
    pub blood_pressure_medication: Option<bool>,
    pub blood_pressures: Vec<BloodPressureInput>,
}

impl SleepInfoInput {
    /// In the order of the rules' questions.
    pub(super) fn in_order(&self) -> [Option<bool>; 10] {
        [
            self.gain_weight,
            self.depression,
            self.diabetes,
            self.heart_disease,
            self.atrial_fibrillation,
            self.cognition_deteriorating,
            self.snore,
            self.asleep_breath_pause,
            self.asleep_choke,
            self.blood_pressure_medication,
        ]
    }
}

/// A branch of a sleep clinic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SleepClinicView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub address: String,
    /// `778-555-0142`
    #[serde(rename = "phoneNumber")]
    pub phone_number: String,
    #[serde(rename = "faxNumber")]
    pub fax_number: String,
    pub company: String,
    /// The company's page.
    pub route: SleepCompany,
}

/// An id, or an object that contains it; the object's other fields are ignored.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum SleepObject {
    Id(Uuid),
    Object {
        #[serde(rename = "_id")]
        id: Uuid,
    },
}

impl SleepObject {
    pub(super) fn id(&self) -> Uuid {
        match self {
            Self::Id(id) | Self::Object { id } => *id,
        }
    }
}

/// What to order at which clinic.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderSleepAssessment {
    /// The patient's sleep information.
    #[serde(default, rename = "sleepInfoObj")]
    pub info: Option<SleepObject>,
    /// The branch that does the test.
    #[serde(default, rename = "sleepClinicObj")]
    pub clinic: Option<SleepObject>,
    /// Accepted for compatibility with the contract (decision 45): the sheet is the server's own.
    #[serde(default)]
    #[expect(dead_code, reason = "the sheet is the server's own")]
    pub document: Option<serde_json::Value>,
}

/// Pays an order.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PaySleepAssessment {
    /// The order.
    pub id: Uuid,
    /// Must match the server's own amount.
    pub amount: f64,
    /// The card's token; for a payment by card.
    #[serde(default, rename = "stripeTokenId")]
    pub stripe_token_id: Option<String>,
    /// The approved order; for a payment by wallet.
    #[serde(default, rename = "orderID")]
    pub order_id: Option<String>,
}

/// Completes an order after its payment.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CompleteSleepAssessment {
    /// The order.
    pub id: Uuid,
    /// The patient; must be the order's.
    #[serde(default, rename = "personId")]
    pub person_id: Option<Uuid>,
    /// Absent in the free mode.
    #[serde(default, rename = "paymentId")]
    pub payment_id: Option<String>,
    /// Accepted for compatibility with the contract: the number on record is dialled.
    #[serde(default)]
    #[expect(dead_code, reason = "the number on record is dialled")]
    pub fax: Option<serde_json::Value>,
}

/// Cancels an order that is not paid.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CancelSleepAssessment {
    /// The order.
    pub id: Uuid,
    /// The version shown on the page; any other than the present one is a conflict. Required once it is paid.
    #[serde(default)]
    pub version: Option<i64>,
}

/// Sets the status of an order manually.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateSleepStatus {
    /// The order.
    pub id: Uuid,
    /// The new status, one of the order's `canSet`.
    #[schemars(with = "SleepStatus")]
    pub status: String,
    /// The version shown on the page; a newer one is a conflict.
    #[serde(default)]
    pub version: Option<i64>,
}

/// The page's number and picture are accepted for compatibility with the contract and never used.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct QueueSleepFax {
    /// The order.
    #[serde(rename = "sleepAssessmentId")]
    pub sleep_assessment_id: Uuid,
    #[serde(default, rename = "faxNumber")]
    #[expect(dead_code, reason = "the number on record is dialled")]
    pub fax_number: Option<String>,
    #[serde(default, rename = "dataURL")]
    #[expect(dead_code, reason = "the request is the server's own")]
    pub data_url: Option<String>,
    #[serde(default, rename = "personId")]
    #[expect(dead_code, reason = "the record says whose it is")]
    pub person_id: Option<Uuid>,
    /// The signed-in person; anyone else is refused.
    #[serde(default, rename = "faxedBy")]
    pub faxed_by: Option<Uuid>,
}

/// The page was told that a refund was made.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SleepRefundSuccess {
    /// The order.
    pub id: Uuid,
    #[serde(default, rename = "personId")]
    #[expect(dead_code, reason = "the record says whose it is")]
    pub person_id: Option<Uuid>,
    /// The signed-in person; anyone else is refused.
    #[serde(default, rename = "refundedBy")]
    pub refunded_by: Option<Uuid>,
}

/// A doctor agrees to be the requesting practitioner of all sleep studies.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AgreeToSleepRequests {
    /// Strokes of points [x, y, milliseconds]: printed on every request.
    #[serde(default)]
    pub strokes: Vec<Vec<[f64; 3]>>,
    /// The doctor's own password.
    #[serde(default)]
    pub password: String,
}

/// Who requests the sleep studies now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct SleepRequesterView {
    /// Null while no doctor has agreed: then no request is faxed.
    pub doctor: Option<RequestingDoctor>,
}

/// The doctor whose name and signature are printed on the requests.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequestingDoctor {
    /// Dr. Helen Varga
    pub name: String,
    pub since: DateTime<Utc>,
    /// Whether it is the caller.
    pub is_me: bool,
}

/// One entry of an order's status history.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SleepStatusView {
    pub code: SleepStatus,
    /// Display text of the status.
    pub text: String,
    pub at: DateTime<Utc>,
    pub by: Option<PersonRef>,
    pub detail: Option<String>,
}

/// The fee of an order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SleepFee {
    /// 0 in the free mode.
    pub amount: f64,
}

/// An order as shown to its patient and staff.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SleepAssessmentView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub number: i64,
    /// S-30001
    pub label: String,
    pub version: i64,
    pub person: PersonRef,
    pub sleep_info: SleepInfo,
    pub sleep_clinic: SleepClinicView,
    pub status: SleepStatus,
    /// Newest first.
    pub statuses: Vec<SleepStatusView>,
    pub payment: Option<PaymentView>,
    pub refund_state: Option<RefundState>,
    pub fee: SleepFee,
    /// The amount that can be refunded now.
    pub refundable: f64,
    /// What office and administrators may return of the fee of a cancelled order.
    pub returnable: f64,
    pub fax_number: String,
    pub created_date: DateTime<Utc>,
    pub fax: Option<FaxView>,
    /// Whether the request that names the patient has been rendered.
    pub has_request: bool,
    pub can_pay: bool,
    pub can_cancel: bool,
    /// What a cancellation would do with the fee, in words; null when it cannot be cancelled.
    pub cancel_effect: Option<String>,
    /// Why no copy can be faxed now; null when one can.
    pub can_fax: Option<String>,
    /// The statuses that staff may set now.
    pub can_set: Vec<SleepStatus>,
}
