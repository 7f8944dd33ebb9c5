//! What the records of a pick-up file say, as values. How they are read is `records`.

use chrono::NaiveDate;

/// What a line of a remittance says of a bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Paid,
    Explained,
    Changed,
    Rejected,
    Held,
    Refused,
}

/// What a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// S00, S01, S02, S03, S04: a claim that was looked at.
    Claim(Box<ClaimLine>),
    /// C12: a claim refused before that.
    Refused(RefusedClaim),
    /// S21: what the payee is paid.
    Payee(PayeeLine),
    /// S22: the sum of a practitioner.
    Practitioner(Practitioner),
    /// S23, S24: money that belongs to no claim.
    Adjustment(Adjustment),
    /// S25: a message to the payee.
    Message(Message),
    /// M01: a message to everybody.
    Broadcast(Broadcast),
    /// VRC, VTC: how many records came before.
    Control(Control),
    /// B14: the answer to a batch question on coverage.
    Eligibility(EligibilityAnswer),
    /// A record that is not known; kept as it is.
    Other,
    /// A record that cannot be read, and why.
    Broken(&'static str),
}

/// What was billed of a claim, or paid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub units: i64,
    pub clarification: String,
    pub fee_item: String,
    pub cents: i64,
}

/// A claim that was looked at. S01 and S04 leave most of it out.
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
    /// None with S01 and S04.
    pub billed: Option<Share>,
    /// None with S04; of S01 the amount only.
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

/// A claim refused before it was looked at. One claim can have several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedClaim {
    pub data_centre: String,
    pub sequence: u32,
    pub payee: String,
    pub practitioner: String,
    pub explanatory: Vec<String>,
    pub folio: u32,
}

/// What the payee is paid. An amount that makes no sense is none.
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

/// The sum of a practitioner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Practitioner {
    pub payment_date: Option<NaiveDate>,
    pub payee: String,
    pub practitioner: String,
    pub name: String,
    pub billed: Option<i64>,
    pub paid: Option<i64>,
}

/// Money that belongs to no claim.
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

/// A message to everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broadcast {
    pub text: String,
}

/// How many records there are: of each letter, in the order in which they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// VRC after a remittance, VTC after everything.
    pub kind: &'static str,
    pub data_centre: String,
    /// Letter and number of its records; of a VTC, itself included.
    pub counts: Vec<(char, u32)>,
    /// Of a VTC: all records, itself included; none when it does not say.
    pub total: Option<u32>,
}

impl Control {
    /// What it says of a letter.
    pub fn count(&self, letter: char) -> Option<u32> {
        let found = self.counts.iter().find(|(known, _)| *known == letter);
        found.map(|(_, count)| *count)
    }
}

/// The answer to a batch question on coverage; its columns are not published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EligibilityAnswer {
    pub data_centre: String,
    pub sequence: u32,
    pub text: String,
}

impl Record {
    /// The code a line begins with.
    pub fn code<'a>(&self, raw: &'a str) -> &'a str {
        raw.char_indices().nth(3).map_or(raw, |(at, _)| &raw[..at])
    }
}

impl ClaimLine {
    /// What it says of the bill.
    pub fn outcome(&self) -> Outcome {
        match self.kind {
            "S00" => Outcome::Changed,
            "S01" => Outcome::Paid,
            "S02" => Outcome::Explained,
            "S03" => Outcome::Rejected,
            _ => Outcome::Held,
        }
    }

    /// Cents that came with it.
    pub fn cents_paid(&self) -> i64 {
        self.paid.as_ref().map_or(0, |paid| paid.cents)
    }
}
