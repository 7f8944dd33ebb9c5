// SPDX-License-Identifier: AGPL-3.0-or-later

//! The figures of one day from the records themselves, in one read. Everything is counted on the day of its event in
//! Vancouver, so that a day that is over stays as it is: a request when it became the clinic's work, a decision with
//! the last line, money when it moved, a fax when it ended, a claim at each of its steps, an answer when it was given.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use futures_util::future::BoxFuture;
use salal_db::Connection;
use salal_domain::billing::state::BillEventKind;
use salal_domain::fees::Payer;
use salal_domain::prescriptions::status::MedicationStatus;
use salal_domain::subjects::SubjectKind;
use salal_formats::days::{vancouver_day, vancouver_day_bounds};
use uuid::Uuid;

use super::dto::{InsightFee, InsightPayer};
use super::figures::{Cells, Money};
use crate::context::Context;
use crate::error::Result;
use salal_clinic::billing::{self, ClaimEvent};
use salal_exchange::fax::{self, Ended};
use salal_exchange::messages::{self, FirstAnswer};
use salal_exchange::payments::{self, Moved};
use salal_prescriptions::prescriptions::{self, CountedRequest};

/// The figures of a day.
pub(super) async fn of_day(db: &Connection, ctx: &Context, day: NaiveDate) -> Result<Day> {
    let (from, until) = vancouver_day_bounds(day);
    let kind = prescriptions::KIND;
    let promise = prescriptions::review_promise(ctx);
    let charged = payments::select_charged(from, until);
    let refunded = payments::select_refunded(from, until);
    let faxed = fax::select_ended(from, until);
    let (received, decided, of_money, of_faxes, moved, faxes, claims, messages) = tokio::try_join!(
        prescriptions::received(db, promise, from, until),
        prescriptions::decided(db, promise, from, until),
        async {
            tokio::try_join!(
                prescriptions::counted_of(db, promise, charged),
                prescriptions::counted_of(db, promise, refunded),
            )
        },
        prescriptions::counted_of(db, promise, faxed),
        async {
            tokio::try_join!(
                payments::charged(db, from, until),
                payments::refunded(db, from, until),
            )
        },
        fax::ended(db, kind, from, until),
        billing::claim_events(db, from, until),
        async {
            tokio::try_join!(
                messages::begun(db, from, until),
                messages::first_answers(db, from, until),
            )
        },
    )?;
    let mut cells = Cells::of_nothing();
    count_received(&mut cells, &received);
    count_decided(&mut cells, &decided);
    let subjects = by_id(of_money.0.iter().chain(&of_money.1));
    count_money(&mut cells, &subjects, &moved.0, |money, cents| {
        money.charged.add(cents);
    });
    count_money(&mut cells, &subjects, &moved.1, |money, cents| {
        money.refunded.add(cents);
    });
    count_faxes(&mut cells, &by_id(&of_faxes), &faxes);
    count_claims(&mut cells, &claims);
    for begun in &messages.0 {
        cells.count(begun.answered_by, None, |cell| cell.figures.messages += 1);
    }
    count_answers(&mut cells, &messages.1);
    let pending = decided.iter().filter_map(|request| request.pending_at);
    Ok(Day {
        cells,
        received_on: pending.map(vancouver_day).collect(),
    })
}

/// The figures of a day on a connection of its own.
pub(super) async fn alone(ctx: &Context, day: NaiveDate) -> Result<Day> {
    let reads = ctx.db.side_by_side();
    let parts: BoxFuture<'_, Result<Day>> = Box::pin(of_day(&reads, ctx, day));
    reads.run(parts).await
}

/// A day.
pub(super) struct Day {
    pub(super) cells: Cells,
    /// The days on which the requests came that were decided on this one: their doctor is known now.
    pub(super) received_on: BTreeSet<NaiveDate>,
}

/// The day on which the first thing happened that is counted.
pub(super) async fn first_day(db: &Connection) -> Result<Option<NaiveDate>> {
    let (request, charge, message) = tokio::try_join!(
        prescriptions::first_counted(db),
        payments::first_charged(db),
        messages::first_begun(db),
    )?;
    let first = [request, charge, message].into_iter().flatten().min();
    Ok(first.map(vancouver_day))
}

const fn payer_of(payer: Payer) -> InsightPayer {
    match payer {
        Payer::ValidCard => InsightPayer::Card,
        Payer::NoValidCard | Payer::PrivatePay => InsightPayer::Private,
    }
}

const fn fee_of(payer: Payer) -> InsightFee {
    match payer {
        Payer::ValidCard => InsightFee::Card,
        Payer::NoValidCard => InsightFee::NoCard,
        Payer::PrivatePay => InsightFee::Private,
    }
}

fn by_id<'a>(
    requests: impl IntoIterator<Item = &'a CountedRequest>,
) -> HashMap<Uuid, &'a CountedRequest> {
    let with_id = |request: &'a CountedRequest| (request.id, request);
    requests.into_iter().map(with_id).collect()
}

/// Whole minutes; a part of one is left away.
fn minutes(from: DateTime<Utc>, until: DateTime<Utc>) -> i64 {
    (until - from).num_minutes()
}

fn count_received(cells: &mut Cells, received: &[CountedRequest]) {
    for request in received {
        let lines = i64::try_from(request.lines.len()).unwrap_or_default();
        cells.count(request.doctor, Some(payer_of(request.payer)), |cell| {
            cell.figures.requests += 1;
            cell.figures.medications += lines;
        });
    }
}

fn count_decided(cells: &mut Cells, decided: &[CountedRequest]) {
    for request in decided {
        let payer = Some(payer_of(request.payer));
        let times = request.pending_at.zip(request.decided_at);
        cells.count(request.doctor, payer, |cell| {
            cell.figures.decided += 1;
            cell.figures.late += i64::from(request.is_late);
            if let Some((from, until)) = times {
                cell.figures.decision.add(minutes(from, until));
            }
        });
        for line in &request.lines {
            cells.count(line.decided_by, payer, |cell| {
                match line.decision {
                    Some(MedicationStatus::Approved) => cell.figures.approved += 1,
                    Some(MedicationStatus::Rejected) => cell.figures.rejected += 1,
                    None => return,
                }
                if let Some(reason) = line.reason {
                    *cell.figures.reasons.entry(reason).or_default() += 1;
                }
            });
        }
    }
}

fn count_money(
    cells: &mut Cells,
    subjects: &HashMap<Uuid, &CountedRequest>,
    moved: &[Moved],
    add: fn(&mut Money, i64),
) {
    for one in moved {
        let request = subjects.get(&one.subject_id);
        let (doctor, payer, fee) = match (one.subject_kind, request) {
            (SubjectKind::Prescription, Some(request)) => (
                request.doctor,
                payer_of(request.payer),
                fee_of(request.payer),
            ),
            // Whoever orders a sleep test pays for it.
            _ => (None, InsightPayer::Private, InsightFee::Sleep),
        };
        cells.count(doctor, Some(payer), |cell| {
            add(cell.figures.money.entry(fee).or_default(), one.amount.0);
        });
    }
}

fn count_faxes(cells: &mut Cells, subjects: &HashMap<Uuid, &CountedRequest>, faxes: &[Ended]) {
    for fax in faxes {
        let request = subjects.get(&fax.subject_id);
        let doctor = request.and_then(|request| request.doctor);
        let payer = request.map(|request| payer_of(request.payer));
        let is_first = fax.is_delivered && fax.attempts == 1;
        cells.count(doctor, payer, |cell| {
            cell.figures.faxes += 1;
            cell.figures.first_try += i64::from(is_first);
            cell.figures.failed += i64::from(!fax.is_delivered);
            let pharmacies = &mut cell.pharmacies.0;
            let own = pharmacies.entry(fax.to_number.clone()).or_default();
            own.name.clone_from(&fax.recipient_name);
            own.faxes += 1;
            own.first_try += i64::from(is_first);
            own.attempts += fax.attempts;
            own.failed += i64::from(!fax.is_delivered);
            if fax.is_delivered {
                own.delivery.add(minutes(fax.queued_at, fax.ended_at));
            }
        });
    }
}

fn count_claims(cells: &mut Cells, events: &[ClaimEvent]) {
    use BillEventKind as Kind;
    // A claim that is paid, or refused with a code, in two lines of a day is one.
    let mut paid: HashSet<Uuid> = HashSet::new();
    let mut refused: HashSet<(Uuid, String)> = HashSet::new();
    let payer = Some(InsightPayer::Card);
    for event in events {
        let (doctor, cents) = (Some(event.doctor), event.amount.0);
        match event.kind {
            Kind::Sent => cells.count(doctor, payer, |cell| cell.figures.claims_sent.add(cents)),
            Kind::Paid | Kind::Explained | Kind::Changed if cents > 0 => {
                let is_new = paid.insert(event.bill);
                cells.count(doctor, payer, |cell| {
                    cell.figures.claims_paid.0 += i64::from(is_new);
                    cell.figures.claims_paid.1 += cents;
                });
            }
            Kind::Rejected | Kind::Refused => {
                let none = [String::new()];
                let codes = if event.codes.is_empty() {
                    none.as_slice()
                } else {
                    event.codes.as_slice()
                };
                for code in codes {
                    if refused.insert((event.bill, code.clone())) {
                        cells.count(doctor, payer, |cell| {
                            let refusals = &mut cell.figures.refusals;
                            refusals.entry(code.clone()).or_default().add(event.asked.0);
                        });
                    }
                }
            }
            Kind::Made
            | Kind::Edited
            | Kind::Resubmitted
            | Kind::Linked
            | Kind::Unsent
            | Kind::Sending
            | Kind::Paid
            | Kind::Explained
            | Kind::Changed
            | Kind::Held
            | Kind::Debited => {}
        }
    }
}

fn count_answers(cells: &mut Cells, answers: &[FirstAnswer]) {
    for answer in answers {
        let waited = minutes(answer.begun_at, answer.at);
        cells.count(Some(answer.by), None, |cell| {
            cell.figures.answers.add(waited);
        });
    }
}
