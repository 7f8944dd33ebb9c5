// SPDX-License-Identifier: AGPL-3.0-or-later

//! The query and the response of insight. A number that is null is one of 1 to 4, or stands beside the only one of
//! these: it is not told, because it could name a patient.

use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

salal_domain::codes! {
    /// Who paid for a request.
    pub(super) enum InsightPayer {
        /// A patient with a valid BC Services Card, at the lower fee.
        Card = "card",
        /// Everyone else.
        Private = "private",
    }

    /// Under which rule a fee was charged.
    #[derive(PartialOrd, Ord)]
    pub(super) enum InsightFee {
        Card = "card",
        NoCard = "no-card",
        Private = "private",
        Sleep = "sleep",
    }

    /// Where claims are.
    pub(super) enum InsightClaimStage {
        Paid = "paid",
        Waiting = "waiting",
        Rejected = "rejected",
        Unsent = "unsent",
    }

    /// A table for a spreadsheet.
    pub(super) enum InsightPart {
        /// Every table, one after the other.
        All = "all",
        Days = "days",
        Decisions = "decisions",
        Reasons = "reasons",
        Faxes = "faxes",
        Revenue = "revenue",
        Claims = "claims",
        Messages = "messages",
        Doctors = "doctors",
    }
}

/// Which period, and of whom. Days are those of Vancouver.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct InsightQuery {
    /// The first day; 29 days before the last one when absent.
    pub from: Option<NaiveDate>,
    /// The last day, at most 365 days after the first and never to come; today when absent.
    pub to: Option<NaiveDate>,
    /// Only what this doctor decided, billed or answered.
    pub doctor: Option<Uuid>,
    /// Only what was paid for like this.
    pub payer: Option<InsightPayer>,
    /// Whether the period of the same length just before is wanted as well.
    pub compare: Option<bool>,
}

/// Which table.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct InsightPartPath {
    /// Which of the tables, or all.
    pub part: InsightPart,
}

/// How requests were decided, faxed and paid in a period. Every number belongs to the day of its event.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InsightView {
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// Hours within which a request is to be decided.
    pub promise_hours: i64,
    /// How exact the times are, for people: they come from counts in steps.
    pub accuracy: String,
    /// Days of the period whose numbers are still being put together, and are missing.
    pub missing_days: i64,
    /// Everyone who has decided something, by name.
    pub doctors: Vec<InsightDoctor>,
    pub totals: InsightTotals,
    /// Of the period just before; null when it was not asked for.
    pub before: Option<InsightTotals>,
    /// Every day of the period.
    pub days: Vec<InsightDay>,
    /// Of rejected medications, most first.
    pub reasons: Vec<InsightReason>,
    /// Of approved medications, where the doctor gave a reason; most first.
    pub approvals: Vec<InsightReason>,
    pub by_doctor: Vec<InsightDoctorRow>,
    /// Most faxes first, at most 100.
    pub pharmacies: Vec<InsightPharmacy>,
    /// How many pharmacies there are, listed or not.
    pub pharmacy_count: i64,
    pub revenue: Vec<InsightRevenue>,
    pub claims: InsightClaims,
    /// Null when one payer is asked for: a message has none.
    pub messages: Option<InsightMessages>,
}

/// A doctor to choose.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct InsightDoctor {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
}

/// A period as a whole. Times are in minutes, amounts in dollars.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InsightTotals {
    /// Requests that became the clinic's work: when they were paid, or at once where nothing was due.
    pub requests: Option<i64>,
    /// Medications of these requests.
    pub medications: Option<i64>,
    /// Requests whose last medication was decided.
    pub decided: Option<i64>,
    /// Of the decided ones, those that took longer than promised.
    pub late: Option<i64>,
    /// Half of the decisions took no longer.
    pub p50: Option<i64>,
    /// Nine of ten decisions took no longer.
    pub p90: Option<i64>,
    /// Medications approved, of decided requests.
    pub approved: Option<i64>,
    pub rejected: Option<i64>,
    /// Faxes that were delivered, or failed for good.
    pub faxes: Option<i64>,
    /// Of these, delivered at the first attempt.
    #[serde(rename = "firstTry")]
    pub first_try: Option<i64>,
    pub failed: Option<i64>,
    pub payments: Option<i64>,
    pub refunds: Option<i64>,
    pub charged: Option<f64>,
    pub refunded: Option<f64>,
    /// Charged less refunded.
    pub net: Option<f64>,
}

/// One day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct InsightDay {
    pub day: NaiveDate,
    /// Saturday or Sunday.
    pub weekend: bool,
    pub requests: Option<i64>,
    pub medications: Option<i64>,
    pub decided: Option<i64>,
    pub late: Option<i64>,
    /// In minutes.
    pub p50: Option<i64>,
    /// In minutes.
    pub p90: Option<i64>,
    pub charged: Option<f64>,
    pub refunded: Option<f64>,
}

/// A reason, and how many medications were decided with it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct InsightReason {
    /// Empty where the doctor gave none.
    pub code: String,
    /// For staff.
    pub label: String,
    pub medications: Option<i64>,
    /// Of all that are listed with it.
    pub share: Option<f64>,
}

/// What one doctor has decided.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct InsightDoctorRow {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub decided: Option<i64>,
    pub late: Option<i64>,
    /// In minutes.
    pub p50: Option<i64>,
    /// In minutes.
    pub p90: Option<i64>,
    /// Medications.
    pub approved: Option<i64>,
    pub rejected: Option<i64>,
}

/// A pharmacy, and the faxes that went to it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InsightPharmacy {
    /// In the list of pharmacies; null when the number belongs to none of them any more.
    #[serde(rename = "_id")]
    pub id: Option<Uuid>,
    pub name: String,
    pub city: String,
    pub faxes: Option<i64>,
    pub first_try: Option<i64>,
    pub attempts: Option<i64>,
    pub failed: Option<i64>,
    /// Half of the delivered faxes took no longer, from when they were queued.
    pub minutes: Option<i64>,
}

/// What was charged under one rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct InsightRevenue {
    pub payer: InsightPayer,
    pub fee: InsightFee,
    /// For staff.
    pub rule: String,
    pub payments: Option<i64>,
    pub charged: Option<f64>,
    pub refunded: Option<f64>,
    pub net: Option<f64>,
}

/// Claims to the provincial plan.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InsightClaims {
    /// When the plan last answered; null while it never has.
    pub last_answer: Option<DateTime<Utc>>,
    /// Paid in the period; the other stages as of now, whatever the period.
    pub states: Vec<InsightClaimState>,
    /// Sent in the period, each time that it was sent.
    pub sent: InsightSent,
    /// Refused in the period, by the plan's code; a claim with two codes is in both rows. Most first.
    pub refusals: Vec<InsightRefusal>,
}

/// How many claims are at one stage.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct InsightClaimState {
    pub state: InsightClaimStage,
    pub claims: Option<i64>,
    /// What the plan has paid, or was asked for.
    pub amount: Option<f64>,
}

/// Claims that were sent.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct InsightSent {
    pub claims: Option<i64>,
    pub amount: Option<f64>,
}

/// Claims refused with one code.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct InsightRefusal {
    /// Empty where the plan named none.
    pub code: String,
    /// Null when the code is in no list.
    pub words: Option<String>,
    pub claims: Option<i64>,
    /// What the plan was asked for.
    pub amount: Option<f64>,
}

/// Conversations that patients began.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct InsightMessages {
    pub received: i64,
    /// Those that got their first answer from staff, by the day of this answer.
    pub answered: i64,
    /// Half of these answers took no longer, in minutes.
    pub p50: Option<i64>,
    /// Nine of ten answers took no longer, in minutes.
    pub p90: Option<i64>,
}
