// SPDX-License-Identifier: AGPL-3.0-or-later

//! The response: what was loaded, less the numbers that are not told.

use chrono::NaiveDate;
use salal_domain::billing::state::BillState;
use salal_domain::fees::Cents;
use salal_domain::histogram::Histogram;
use salal_domain::prescriptions::reasons::REASONS;
use salal_domain::prescriptions::status::MedicationStatus;
use uuid::Uuid;

use super::dto::{
    InsightClaimStage, InsightClaimState, InsightClaims, InsightDay, InsightDoctor,
    InsightDoctorRow, InsightFee, InsightMessages, InsightPayer, InsightPharmacy, InsightReason,
    InsightRefusal, InsightRevenue, InsightSent, InsightTotals, InsightView,
};
use super::figures::{Figures, Money, PharmacyFaxes, Sum};
use super::load::{Loaded, Pair};
use super::mask::{hidden, hidden_parts, hidden_parts_within, is_small, told};
use super::period::is_weekend;

/// How exact the times are (`salal_domain::histogram`); what is called within 3% in a table is the same.
const ACCURACY: &str =
    "Times are within 3% of the exact ones. Times under 40 minutes are exact to the minute.";

/// The response.
pub(super) fn view(loaded: &Loaded, promise_hours: i64) -> InsightView {
    let teller = Teller {
        is_of_payer: loaded.asked.payer.is_some(),
    };
    InsightView {
        from: loaded.asked.period.from,
        to: loaded.asked.period.to,
        promise_hours,
        accuracy: ACCURACY.to_owned(),
        missing_days: i64::try_from(loaded.missing_days).unwrap_or(i64::MAX),
        doctors: doctors(loaded),
        totals: teller.totals(&loaded.total),
        before: loaded.before.as_ref().map(|before| teller.totals(before)),
        days: teller.days(loaded),
        reasons: teller.reasons(&loaded.total, MedicationStatus::Rejected),
        approvals: teller.reasons(&loaded.total, MedicationStatus::Approved),
        by_doctor: teller.by_doctor(loaded),
        pharmacies: teller.pharmacies(loaded),
        pharmacy_count: i64::try_from(loaded.pharmacies_of_all_payers().0.len())
            .unwrap_or(i64::MAX),
        revenue: revenue(loaded),
        claims: teller.claims(loaded),
        messages: messages(loaded),
    }
}

fn name_of(loaded: &Loaded, id: Uuid) -> String {
    loaded.names.get(&id).cloned().unwrap_or_default()
}

fn doctors(loaded: &Loaded) -> Vec<InsightDoctor> {
    let mut ids = loaded.doctors.clone();
    ids.extend(loaded.asked.doctor);
    ids.sort_unstable();
    ids.dedup();
    let one = |id| InsightDoctor {
        id,
        name: name_of(loaded, id),
    };
    let mut doctors: Vec<InsightDoctor> = ids.into_iter().map(one).collect();
    doctors.retain(|doctor| !doctor.name.is_empty());
    doctors.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
    doctors
}

fn dollars(cents: i64) -> f64 {
    Cents(cents).dollars()
}

/// To a tenth of a percent.
#[expect(clippy::cast_precision_loss, reason = "for people, to three decimals")]
fn share(part: i64, whole: i64) -> f64 {
    (part as f64 / whole.max(1) as f64 * 1000.0).round() / 1000.0
}

fn percentiles(times: &Histogram, is_hidden: bool) -> (Option<i64>, Option<i64>) {
    let percentile = |percent| times.percentile(percent).filter(|_| !is_hidden);
    (percentile(50), percentile(90))
}

/// Knows whether the numbers are of one payer.
#[derive(Clone, Copy)]
struct Teller {
    is_of_payer: bool,
}

impl Teller {
    /// Whether a number of what is asked for is hidden, being part of another.
    fn hides(self, own: i64, whole: i64) -> bool {
        self.is_of_payer && (is_small(own) || is_small(whole - own))
    }

    fn number(self, pair: &Pair, of: impl Fn(&Figures) -> i64) -> Option<i64> {
        let (own, whole) = (of(&pair.own), of(&pair.whole));
        told(own, self.hides(own, whole))
    }

    fn sum(self, pair: &Pair, of: impl Fn(&Figures) -> Sum) -> (Option<i64>, Option<f64>) {
        let (own, whole) = (of(&pair.own), of(&pair.whole));
        let is_hidden = self.hides(own.count(), whole.count());
        let amount = told(dollars(own.cents()), is_hidden);
        (told(own.count(), is_hidden), amount)
    }

    /// Which groups of a table are hidden.
    fn hidden(self, pairs: &[&Pair], of: impl Fn(&Figures) -> i64) -> Vec<bool> {
        if !self.is_of_payer {
            return vec![false; pairs.len()];
        }
        let own: Vec<i64> = pairs.iter().map(|pair| of(&pair.own)).collect();
        let whole = pairs.iter().map(|pair| of(&pair.whole));
        let rests: Vec<i64> = whole.zip(&own).map(|(whole, own)| whole - own).collect();
        hidden(&own, Some(&rests))
    }

    fn totals(self, pair: &Pair) -> InsightTotals {
        let number = |of: fn(&Figures) -> i64| self.number(pair, of);
        let decided = number(|of| of.decided);
        let failed = number(|of| of.failed);
        let (p50, p90) = percentiles(&pair.own.decision, decided.is_none());
        let (payments, charged) = self.sum(pair, |of| of.all_money().charged);
        let (refunds, refunded) = self.sum(pair, |of| of.all_money().refunded);
        let money = pair.own.all_money();
        let net = dollars(money.charged.cents() - money.refunded.cents());
        InsightTotals {
            requests: number(|of| of.requests),
            medications: number(|of| of.medications),
            decided,
            late: number(|of| of.late),
            p50,
            p90,
            approved: number(|of| of.approved),
            rejected: number(|of| of.rejected),
            faxes: number(|of| of.faxes),
            // Those that did not arrive at once are an upper limit of those that failed.
            first_try: number(|of| of.first_try).filter(|_| failed.is_some()),
            failed,
            payments,
            refunds,
            charged,
            refunded,
            net: told(net, charged.is_none() || refunded.is_none()),
        }
    }

    fn days(self, loaded: &Loaded) -> Vec<InsightDay> {
        let days: Vec<(NaiveDate, &Pair)> =
            loaded.days.iter().map(|(day, pair)| (*day, pair)).collect();
        let pairs: Vec<&Pair> = days.iter().map(|(_, pair)| *pair).collect();
        let hidden = |of: fn(&Figures) -> i64| self.hidden(&pairs, of);
        let requests = hidden(|of| of.requests);
        let medications = hidden(|of| of.medications);
        let decided = hidden(|of| of.decided);
        let late = hidden(|of| of.late);
        let payments = hidden(|of| of.all_money().charged.count());
        let refunds = hidden(|of| of.all_money().refunded.count());
        let day = |(place, (day, pair)): (usize, &(NaiveDate, &Pair))| {
            let own = &pair.own;
            let money = own.all_money();
            let (p50, p90) = percentiles(&own.decision, decided[place]);
            InsightDay {
                day: *day,
                weekend: is_weekend(*day),
                requests: told(own.requests, requests[place]),
                medications: told(own.medications, medications[place]),
                decided: told(own.decided, decided[place]),
                late: told(own.late, late[place]),
                p50,
                p90,
                charged: told(dollars(money.charged.cents()), payments[place]),
                refunded: told(dollars(money.refunded.cents()), refunds[place]),
            }
        };
        days.iter().enumerate().map(day).collect()
    }

    fn reasons(self, pair: &Pair, decision: MedicationStatus) -> Vec<InsightReason> {
        let count = |figures: &Figures| {
            let given = REASONS.iter().filter(|reason| reason.decision == decision);
            let mut counts: Vec<(&str, &str, i64)> = given
                .map(|reason| {
                    let count = figures.reasons.get(&reason.code).copied();
                    (reason.code.code(), reason.label, count.unwrap_or_default())
                })
                .collect();
            if decision == MedicationStatus::Rejected {
                let given: i64 = counts.iter().map(|(_, _, count)| count).sum();
                counts.push(("", "No reason given", (figures.rejected - given).max(0)));
            }
            counts
        };
        let (own, whole) = (count(&pair.own), count(&pair.whole));
        let groups: Vec<i64> = own.iter().map(|(_, _, count)| *count).collect();
        let rests = whole.iter().zip(&groups).map(|(whole, own)| whole.2 - own);
        let rests: Vec<i64> = rests.collect();
        let of_all: Vec<i64> = whole.iter().map(|(_, _, count)| *count).collect();
        // What is hidden where every payer is asked for is hidden for one as well: what is told there would tell it.
        let mut hidden_groups = hidden_parts(&of_all);
        if self.is_of_payer {
            let of_payer = hidden(&groups, Some(&rests)).into_iter();
            hidden_groups
                .iter_mut()
                .zip(of_payer)
                .for_each(|(all, one)| *all |= one);
        }
        let all: i64 = groups.iter().sum();
        let mut rows: Vec<(i64, InsightReason)> = own
            .into_iter()
            .zip(hidden_groups)
            .filter(|((_, _, count), is_hidden)| *count > 0 || *is_hidden)
            .map(|((code, label, count), is_hidden)| {
                let row = InsightReason {
                    code: code.to_owned(),
                    label: label.to_owned(),
                    medications: told(count, is_hidden),
                    share: told(share(count, all), is_hidden),
                };
                (count, row)
            })
            .collect();
        // Hidden ones keep the order of the list: theirs would tell which is smaller.
        rows.sort_by_key(|(_, row)| std::cmp::Reverse(row.medications));
        rows.into_iter().map(|(_, row)| row).collect()
    }

    fn by_doctor(self, loaded: &Loaded) -> Vec<InsightDoctorRow> {
        let pairs: Vec<&Pair> = loaded.by_doctor.values().collect();
        let column = |of: fn(&Figures) -> i64| self.hidden(&pairs, of);
        let decided = column(|of| of.decided);
        let late = column(|of| of.late);
        let approved = column(|of| of.approved);
        let rejected = column(|of| of.rejected);
        let row = |(place, (id, pair)): (usize, (&Uuid, &Pair))| {
            let own = &pair.own;
            let is_hidden = decided[place];
            let (p50, p90) = percentiles(&own.decision, is_hidden);
            InsightDoctorRow {
                id: *id,
                name: name_of(loaded, *id),
                decided: told(own.decided, is_hidden),
                late: told(own.late, is_hidden || late[place]),
                p50,
                p90,
                approved: told(own.approved, is_hidden || approved[place]),
                rejected: told(own.rejected, is_hidden || rejected[place]),
            }
        };
        let mut rows: Vec<InsightDoctorRow> =
            loaded.by_doctor.iter().enumerate().map(row).collect();
        rows.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
        rows
    }

    fn pharmacies(self, loaded: &Loaded) -> Vec<InsightPharmacy> {
        let own = &loaded.pharmacies.0.0;
        let whole = &loaded.pharmacies_of_all_payers().0;
        let column = |of: fn(&PharmacyFaxes) -> i64| -> Vec<bool> {
            if !self.is_of_payer {
                return vec![false; whole.len()];
            }
            let counts: Vec<i64> = whole.keys().map(|key| own.get(key).map_or(0, of)).collect();
            let rests = whole.values().zip(&counts).map(|(all, own)| of(all) - own);
            hidden(&counts, Some(&rests.collect::<Vec<i64>>()))
        };
        let faxes = column(|of| of.faxes);
        let first_try = column(|of| of.first_try);
        let attempts = column(|of| of.attempts);
        let failed = column(|of| of.failed);
        let places: std::collections::HashMap<&str, usize> = whole
            .keys()
            .enumerate()
            .map(|(place, number)| (number.as_str(), place))
            .collect();
        let row = |number: &str| {
            let all = whole.get(number)?;
            let place = *places.get(number)?;
            let nothing = PharmacyFaxes {
                name: all.name.clone(),
                ..PharmacyFaxes::default()
            };
            let of = own.get(number).unwrap_or(&nothing);
            let is_hidden = faxes[place];
            let listed = loaded.listed.get(number);
            Some(InsightPharmacy {
                id: listed.map(|listed| listed.id),
                name: listed.map_or_else(|| of.name.clone(), |listed| listed.name.clone()),
                city: listed.map_or_else(String::new, |listed| listed.city.clone()),
                faxes: told(of.faxes, is_hidden),
                first_try: told(of.first_try, is_hidden || first_try[place]),
                attempts: told(of.attempts, is_hidden || attempts[place]),
                failed: told(of.failed, is_hidden || failed[place]),
                minutes: of.delivery.percentile(50).filter(|_| !is_hidden),
            })
        };
        let mut rows: Vec<InsightPharmacy> =
            loaded.most_faxed().into_iter().filter_map(row).collect();
        if self.is_of_payer {
            // Their order would tell which of the hidden ones has more.
            rows.sort_by(|one, other| (other.faxes, &one.name).cmp(&(one.faxes, &other.name)));
        }
        rows
    }

    fn claims(self, loaded: &Loaded) -> InsightClaims {
        let pair = &loaded.total;
        let (paid, amount) = self.sum(pair, |of| of.claims_paid);
        let mut states = vec![InsightClaimState {
            state: InsightClaimStage::Paid,
            claims: paid,
            amount,
        }];
        for stage in [
            InsightClaimStage::Waiting,
            InsightClaimStage::Rejected,
            InsightClaimStage::Unsent,
        ] {
            let open = open(loaded, stage);
            let is_hidden = self.hides(open.count(), open.count());
            states.push(InsightClaimState {
                state: stage,
                claims: told(open.count(), is_hidden),
                amount: told(dollars(open.cents()), is_hidden),
            });
        }
        let (claims, amount) = self.sum(pair, |of| of.claims_sent);
        InsightClaims {
            last_answer: loaded.last_answer,
            states,
            sent: InsightSent { claims, amount },
            refusals: refusals(loaded),
        }
    }
}

/// The claims that are at a stage now, of the doctor who is asked for. The plan pays for patients with a card alone.
fn open(loaded: &Loaded, stage: InsightClaimStage) -> Sum {
    let stage_of = |state: BillState| match state {
        BillState::Sending | BillState::Sent | BillState::Held => Some(InsightClaimStage::Waiting),
        BillState::Rejected | BillState::Refused | BillState::Debited => {
            Some(InsightClaimStage::Rejected)
        }
        BillState::Unsent => Some(InsightClaimStage::Unsent),
        BillState::Paid | BillState::Explained | BillState::Changed => None,
    };
    let mut sum = Sum::default();
    if loaded.asked.payer == Some(InsightPayer::Private) {
        return sum;
    }
    for open in &loaded.open_claims {
        let is_of_doctor = loaded.asked.doctor.is_none_or(|asked| asked == open.doctor);
        if is_of_doctor && stage_of(open.state) == Some(stage) {
            sum.merge(Sum(open.claims, open.amount.0));
        }
    }
    sum
}

fn refusals(loaded: &Loaded) -> Vec<InsightRefusal> {
    let groups = &loaded.total.own.refusals;
    let counts: Vec<i64> = groups.values().map(|sum| sum.count()).collect();
    let row = |((code, sum), is_hidden): ((&String, &Sum), bool)| InsightRefusal {
        code: code.clone(),
        words: loaded.refusal_words.get(code).cloned(),
        claims: told(sum.count(), is_hidden),
        amount: told(dollars(sum.cents()), is_hidden),
    };
    let mut rows: Vec<InsightRefusal> = groups.iter().zip(hidden(&counts, None)).map(row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.claims));
    rows
}

const fn payer_of(fee: InsightFee) -> InsightPayer {
    match fee {
        InsightFee::Card => InsightPayer::Card,
        InsightFee::NoCard | InsightFee::Private | InsightFee::Sleep => InsightPayer::Private,
    }
}

const fn rule_of(fee: InsightFee) -> &'static str {
    match fee {
        InsightFee::Card => "With BC Services Card",
        InsightFee::NoCard => "Without a valid card",
        InsightFee::Private => "Private pay",
        InsightFee::Sleep => "Sleep test",
    }
}

/// By fee rule. What is hidden is decided on the whole table, whoever's payments are asked for: its parts are numbers of
/// this one.
fn revenue(loaded: &Loaded) -> Vec<InsightRevenue> {
    let asked = loaded.asked.payer;
    let money = |fee: InsightFee| -> Money {
        let whole = &loaded.total.whole.money;
        whole.get(&fee).copied().unwrap_or_default()
    };
    let fees: Vec<(InsightFee, Money)> = InsightFee::ALL
        .into_iter()
        .map(|fee| (fee, money(fee)))
        .collect();
    let payers: Vec<InsightPayer> = fees.iter().map(|(fee, _)| payer_of(*fee)).collect();
    let parts = |of: fn(&Money) -> Sum| -> Vec<bool> {
        let counts: Vec<i64> = fees.iter().map(|(_, money)| of(money).count()).collect();
        hidden_parts_within(&counts, &payers)
    };
    let payments = parts(|money| money.charged);
    let refunds = parts(|money| money.refunded);
    let mut rows = Vec::new();
    for (place, (fee, money)) in fees.into_iter().enumerate() {
        let (of_payments, of_refunds) = (payments[place], payments[place] || refunds[place]);
        if asked.is_some_and(|asked| asked != payer_of(fee))
            || (money == Money::default() && !of_payments && !refunds[place])
        {
            continue;
        }
        let (charged, refunded) = (money.charged, money.refunded);
        rows.push(InsightRevenue {
            payer: payer_of(fee),
            fee,
            rule: rule_of(fee).to_owned(),
            payments: told(charged.count(), of_payments),
            charged: told(dollars(charged.cents()), of_payments),
            refunded: told(dollars(refunded.cents()), of_refunds),
            net: told(dollars(charged.cents() - refunded.cents()), of_refunds),
        });
    }
    rows
}

fn messages(loaded: &Loaded) -> Option<InsightMessages> {
    let own = &loaded.total.own;
    let (p50, p90) = percentiles(&own.answers, false);
    loaded.asked.payer.is_none().then(|| InsightMessages {
        received: own.messages,
        answered: own.answers.count(),
        p50,
        p90,
    })
}
