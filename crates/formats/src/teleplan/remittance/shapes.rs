// SPDX-License-Identifier: AGPL-3.0-or-later

//! The records of a pick-up file as values; they are parsed in `records`.

use chrono::NaiveDate;

/// The effect of a remittance line on a bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Paid,
    Explained,
    Changed,
    Rejected,
    Held,
    Refused,
}

/// The kind of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// S00, S01, S02, S03, S04: an adjudicated claim.
    Claim(Box<ClaimLine>),
    /// C12: a claim refused before adjudication.
    Refused(RefusedClaim),
    /// S21: the payment to the payee.
    Payee(PayeeLine),
    /// S22: the total of a practitioner.
    Practitioner(Practitioner),
    /// S23, S24: an amount without a claim.
    Adjustment(Adjustment),
    /// S25: a message to the payee.
    Message(Message),
    /// M01: a broadcast message.
    Broadcast(Broadcast),
    /// VRC, VTC: the number of records before.
    Control(Control),
    /// B14: the response to a batch eligibility query.
    Eligibility(EligibilityAnswer),
    /// An unknown record; kept as received.
    Other,
    /// A record that cannot be parsed, and why.
    Broken(&'static str),
}

/// The billed or paid part of a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub units: i64,
    pub clarification: String,
    pub fee_item: String,
    pub cents: i64,
}

/// An adjudicated claim. S01 and S04 omit most of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimLine {
    /// S00, S01, S02, S03 or S04.
    pub kind: &'static str,
    pub data_centre: String,
    /// The sequence number of our claim.
    pub sequence: u32,
    pub payment_date: Option<NaiveDate>,
    pub line_code: String,
    pub payee: String,
    /// The plan's own number.
    pub control: String,
    pub practitioner: String,
    pub received: Option<NaiveDate>,
    pub initials: String,
    pub surname: String,
    pub health_number: String,
    pub dependent: String,
    pub service_date: Option<NaiveDate>,
    pub service_to: String,
    /// `None` for S01 and S04.
    pub billed: Option<Share>,
    /// `None` for S04; for S01 the amount only.
    pub paid: Option<Share>,
    pub paid_rate: String,
    /// Our own number; 0 when there is none.
    pub folio: u32,
    pub explanatory: Vec<String>,
    /// Code and cents.
    pub adjustments: Vec<(String, i64)>,
    pub plan_reference: String,
    pub source: String,
    pub previous_paid: Option<NaiveDate>,
    pub insurer: String,
    pub icbc: String,
}

/// A claim refused before adjudication. One claim can have several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedClaim {
    pub data_centre: String,
    pub sequence: u32,
    pub payee: String,
    pub practitioner: String,
    pub explanatory: Vec<String>,
    pub folio: u32,
}

/// The payment to the payee. An invalid amount is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayeeLine {
    pub data_centre: String,
    pub payment_date: Option<NaiveDate>,
    pub payee: String,
    pub name: String,
    pub billed: Option<i64>,
    pub paid: Option<i64>,
    pub balance_forward: Option<i64>,
    pub cheque: String,
    pub new_balance: Option<i64>,
}

/// The total of a practitioner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Practitioner {
    pub payment_date: Option<NaiveDate>,
    pub payee: String,
    pub practitioner: String,
    pub name: String,
    pub billed: Option<i64>,
    pub paid: Option<i64>,
}

/// An amount without a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjustment {
    /// S23 or S24.
    pub kind: &'static str,
    pub payment_date: Option<NaiveDate>,
    pub payee: String,
    pub code: String,
    pub identifier: String,
    pub message: String,
    pub method: String,
    pub r_percent: String,
    pub o_percent: String,
    pub gross: Option<i64>,
    pub r_amount: Option<i64>,
    pub o_amount: Option<i64>,
    pub balance_forward: Option<i64>,
    pub made: Option<i64>,
    pub outstanding: Option<i64>,
}

/// A message to the payee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub payment_date: Option<NaiveDate>,
    pub payee: String,
    pub practitioner: String,
    pub text: String,
}

/// A broadcast message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broadcast {
    pub text: String,
}

/// The number of records: for each letter, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// VRC after a remittance, VTC after everything.
    pub kind: &'static str,
    pub data_centre: String,
    /// Letter and number of its records; for a VTC, including itself.
    pub counts: Vec<(char, u32)>,
    /// For a VTC: all records, including itself; `None` when not stated.
    pub total: Option<u32>,
}

impl Control {
    /// The count of a letter.
    pub fn count(&self, letter: char) -> Option<u32> {
        let found = self.counts.iter().find(|(known, _)| *known == letter);
        found.map(|(_, count)| *count)
    }
}

/// The response to a batch eligibility query; its columns are not published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EligibilityAnswer {
    pub data_centre: String,
    pub sequence: u32,
    pub text: String,
}

impl Record {
    /// The code at the start of a line.
    pub fn code<'a>(&self, raw: &'a str) -> &'a str {
        raw.char_indices().nth(3).map_or(raw, |(at, _)| &raw[..at])
    }
}

impl ClaimLine {
    /// The effect on the bill.
    pub fn outcome(&self) -> Outcome {
        match self.kind {
            "S00" => Outcome::Changed,
            "S01" => Outcome::Paid,
            "S02" => Outcome::Explained,
            "S03" => Outcome::Rejected,
            _ => Outcome::Held,
        }
    }

    /// The paid amount in cents.
    pub fn cents_paid(&self) -> i64 {
        self.paid.as_ref().map_or(0, |paid| paid.cents)
    }
}
