// SPDX-License-Identifier: AGPL-3.0-or-later

//! The figures of a day or of a period, for everyone, for one doctor and for one payer. Figures of days add up to those
//! of their period.

use std::collections::BTreeMap;

use salal_domain::histogram::Histogram;
use salal_domain::prescriptions::reasons::ReasonCode;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::dto::{InsightFee, InsightPayer};

salal_domain::codes! {
    /// Of which payer figures are.
    #[derive(PartialOrd, Ord)]
    pub enum Payers {
        All = "all",
        Card = "card",
        Private = "private",
    }
}

impl From<Option<InsightPayer>> for Payers {
    fn from(payer: Option<InsightPayer>) -> Self {
        match payer {
            None => Self::All,
            Some(InsightPayer::Card) => Self::Card,
            Some(InsightPayer::Private) => Self::Private,
        }
    }
}

/// Instead of a doctor: all of them, and what no doctor had a part in.
pub(super) const EVERYONE: Uuid = Uuid::nil();

/// How many, and how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sum(pub(super) i64, pub(super) i64);

impl Sum {
    pub(super) const fn count(self) -> i64 {
        self.0
    }

    pub(super) const fn cents(self) -> i64 {
        self.1
    }

    pub(super) fn add(&mut self, cents: i64) {
        self.merge(Self(1, cents));
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.0 += other.0;
        self.1 += other.1;
    }

    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// What was charged and refunded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Money {
    #[serde(rename = "c", default, skip_serializing_if = "Sum::is_nothing")]
    pub(super) charged: Sum,
    #[serde(rename = "r", default, skip_serializing_if = "Sum::is_nothing")]
    pub(super) refunded: Sum,
}

impl Money {
    pub(super) fn merge(&mut self, other: Self) {
        self.charged.merge(other.charged);
        self.refunded.merge(other.refunded);
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// What is counted. As it is stored, what is nothing is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Figures {
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) requests: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) medications: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) decided: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) late: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) approved: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) rejected: i64,
    /// Minutes to the decision.
    #[serde(skip_serializing_if = "Histogram::is_empty")]
    pub(super) decision: Histogram,
    /// Medications by the reason that the doctor gave.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) reasons: BTreeMap<ReasonCode, i64>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) faxes: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) first_try: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) failed: i64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) money: BTreeMap<InsightFee, Money>,
    #[serde(skip_serializing_if = "Sum::is_nothing")]
    pub(super) claims_sent: Sum,
    #[serde(skip_serializing_if = "Sum::is_nothing")]
    pub(super) claims_paid: Sum,
    /// Claims by the code with which the plan refused them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) refusals: BTreeMap<String, Sum>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) messages: i64,
    /// Minutes to the first answer.
    #[serde(skip_serializing_if = "Histogram::is_empty")]
    pub(super) answers: Histogram,
}

impl Figures {
    pub(super) fn merge(&mut self, other: &Self) {
        self.requests += other.requests;
        self.medications += other.medications;
        self.decided += other.decided;
        self.late += other.late;
        self.approved += other.approved;
        self.rejected += other.rejected;
        self.decision.merge(&other.decision);
        for (reason, count) in &other.reasons {
            *self.reasons.entry(*reason).or_default() += count;
        }
        self.faxes += other.faxes;
        self.first_try += other.first_try;
        self.failed += other.failed;
        for (fee, money) in &other.money {
            self.money.entry(*fee).or_default().merge(*money);
        }
        self.claims_sent.merge(other.claims_sent);
        self.claims_paid.merge(other.claims_paid);
        for (code, sum) in &other.refusals {
            let own = self.refusals.entry(code.clone()).or_default();
            own.merge(*sum);
        }
        self.messages += other.messages;
        self.answers.merge(&other.answers);
    }

    /// Everything that was charged and refunded.
    pub(super) fn all_money(&self) -> Money {
        let mut all = Money::default();
        self.money.values().for_each(|money| all.merge(*money));
        all
    }
}

/// Of stored figures what the table of doctors shows; the rest is passed over.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Decisions {
    decided: i64,
    late: i64,
    approved: i64,
    rejected: i64,
    decision: Histogram,
}

impl From<Decisions> for Figures {
    fn from(of: Decisions) -> Self {
        Self {
            decided: of.decided,
            late: of.late,
            approved: of.approved,
            rejected: of.rejected,
            decision: of.decision,
            ..Self::default()
        }
    }
}

/// The faxes of one pharmacy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PharmacyFaxes {
    pub(super) name: String,
    pub(super) faxes: i64,
    pub(super) first_try: i64,
    pub(super) attempts: i64,
    pub(super) failed: i64,
    /// Minutes to delivery.
    pub(super) delivery: Histogram,
}

impl PharmacyFaxes {
    /// Adds what is written behind its number, with the minutes to delivery where they are wanted; `None` when it cannot
    /// be read.
    fn merge_written(&mut self, text: &str, with_minutes: bool) -> Option<()> {
        let mut parts = text.split('\t');
        let name = parts.next()?;
        if self.name != name {
            name.clone_into(&mut self.name);
        }
        self.faxes += parts.next()?.parse::<i64>().ok()?;
        self.first_try += parts.next()?.parse::<i64>().ok()?;
        self.attempts += parts.next()?.parse::<i64>().ok()?;
        self.failed += parts.next()?.parse::<i64>().ok()?;
        let minutes = parts.next()?;
        if with_minutes {
            self.delivery.merge_written(minutes).ok()?;
        }
        Some(())
    }
}

/// The faxes of each pharmacy, by its number. As it is stored, a line for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pharmacies(pub(super) BTreeMap<String, PharmacyFaxes>);

impl Pharmacies {
    /// A line for each pharmacy, its parts divided by tabs.
    pub(super) fn written(&self) -> String {
        let line = |(number, of): (&String, &PharmacyFaxes)| {
            let name = of.name.replace(['\t', '\n'], " ");
            format!(
                "{number}\t{name}\t{}\t{}\t{}\t{}\t{}",
                of.faxes, of.first_try, of.attempts, of.failed, of.delivery
            )
        };
        self.0.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Adds what is written so, with the minutes to delivery where they are wanted: half of the work of a year. `None`
    /// when it is not written so.
    pub(super) fn merge_written(&mut self, text: &str, with_minutes: bool) -> Option<()> {
        for line in text.lines() {
            let (number, written) = line.split_once('\t')?;
            // A year of days has the same pharmacies again and again: each is looked up once.
            if let Some(own) = self.0.get_mut(number) {
                own.merge_written(written, with_minutes)?;
            } else {
                let mut new = PharmacyFaxes::default();
                new.merge_written(written, with_minutes)?;
                self.0.insert(number.to_owned(), new);
            }
        }
        Some(())
    }
}

/// What is counted of somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) figures: Figures,
    pub(super) pharmacies: Pharmacies,
}

/// The figures of a day, of everyone and of each doctor, of all payers and of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cells(pub(super) BTreeMap<(Payers, Uuid), Cell>);

impl Cells {
    /// A day on which nothing happened.
    pub(super) fn of_nothing() -> Self {
        Self(BTreeMap::from([((Payers::All, EVERYONE), Cell::default())]))
    }

    /// Counts something of a doctor and a payer, where they are known.
    pub(super) fn count(
        &mut self,
        doctor: Option<Uuid>,
        payer: Option<InsightPayer>,
        add: impl Fn(&mut Cell),
    ) {
        let payers = [Some(Payers::All), payer.map(|payer| Some(payer).into())];
        for payer in payers.into_iter().flatten() {
            for doctor in [Some(EVERYONE), doctor].into_iter().flatten() {
                add(self.0.entry((payer, doctor)).or_default());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures() -> Figures {
        let mut figures = Figures {
            requests: 3,
            decided: 2,
            ..Figures::default()
        };
        figures.decision.add(50);
        figures.reasons.insert(ReasonCode::TooEarly, 2);
        let money = figures.money.entry(InsightFee::Card).or_default();
        money.charged.add(5_000);
        money.refunded.add(1_000);
        figures.refusals.entry("BH".to_owned()).or_default().add(99);
        figures
    }

    #[test]
    fn figures_are_read_back_as_they_were_written() {
        let text = serde_json::to_string(&figures()).unwrap();
        assert!(!text.contains("late"), "{text}");
        assert_eq!(serde_json::from_str::<Figures>(&text).unwrap(), figures());
        let nothing = serde_json::to_string(&Figures::default()).unwrap();
        assert_eq!(nothing, "{}");
    }

    #[test]
    fn days_add_up() {
        let mut both = figures();
        both.merge(&figures());
        assert_eq!((both.requests, both.decision.count()), (6, 2));
        assert_eq!(both.reasons[&ReasonCode::TooEarly], 4);
        assert_eq!(both.all_money().charged, Sum(2, 10_000));
        assert_eq!(both.refusals["BH"], Sum(2, 198));
    }

    #[test]
    fn pharmacies_add_up_as_they_were_written() {
        let mut one = Pharmacies::default();
        let faxes = one.0.entry("16045550199".to_owned()).or_default();
        faxes.name = "Alder\tStreet Pharmacy".to_owned();
        (faxes.faxes, faxes.first_try, faxes.attempts) = (2, 1, 3);
        faxes.delivery.add(2);
        faxes.delivery.add(41);
        let mut both = Pharmacies::default();
        both.merge_written(&one.written(), true).expect("a day");
        both.merge_written(&one.written(), true)
            .expect("another day");
        let found = &both.0["16045550199"];
        assert_eq!(found.name, "Alder Street Pharmacy");
        assert_eq!((found.faxes, found.attempts), (4, 6));
        assert_eq!(found.delivery.percentile(50), Some(2));
        both.merge_written(&one.written(), false).expect("a third");
        let found = &both.0["16045550199"];
        assert_eq!((found.faxes, found.delivery.count()), (6, 4));
        assert_eq!(both.merge_written("16045550199\tAlder", true), None);
    }

    #[test]
    fn something_counts_for_everyone_its_doctor_and_its_payer() {
        let doctor = Uuid::from_u128(7);
        let mut cells = Cells::of_nothing();
        cells.count(Some(doctor), Some(InsightPayer::Private), |cell| {
            cell.figures.decided += 1;
        });
        cells.count(None, None, |cell| cell.figures.decided += 1);
        let decided = |doctor: Option<Uuid>, payers| {
            let cell = cells.0.get(&(payers, doctor.unwrap_or(EVERYONE)));
            cell.map(|cell| cell.figures.decided)
        };
        assert_eq!(decided(None, Payers::All), Some(2));
        assert_eq!(decided(None, Payers::Private), Some(1));
        assert_eq!(decided(Some(doctor), Payers::All), Some(1));
        assert_eq!(decided(Some(doctor), Payers::Private), Some(1));
        assert_eq!(decided(None, Payers::Card), None);
    }
}
