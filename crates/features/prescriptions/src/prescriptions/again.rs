// SPDX-License-Identifier: AGPL-3.0-or-later

//! Duplicate check: the same drug, whatever its brand (decision 171), is not requested, paid for and faxed
//! twice (decision 161). A line whose drug is in another open request, or whose supply should still last, is
//! held until the patient says why it is needed again. Every way to a new request runs this check inside its
//! transaction, while `repo::count_in` holds the person's accounts, and every charge runs it once more. Not here:
//! the rule itself (`salal_domain::prescriptions::again`).

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection};
use salal_domain::days::vancouver_day;
use salal_domain::faults::Fault;
use salal_domain::prescriptions::again::{
    self, Other, fact, not_charged, please_say, words, words_fault,
};
use salal_domain::prescriptions::limits::{Drug, same_drug};
use salal_domain::prescriptions::status::{MedicationStatus, PrescriptionStatus as Status};
use salal_domain::prescriptions::steps;
use salal_domain::prescriptions::usage::Usage;
use salal_formats::drug_database::Ingredient;
use uuid::Uuid;

use super::dto::{AgainOf, AgainView, HeldLine, RequestedMedication};
use super::entity::medication;
use super::{KIND, repo, view};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_drugs::drugs::{self, DrugFacts};
use salal_exchange::payments;
use salal_orders::orders;

/// The error code.
const CODE: &str = "NEEDED_AGAIN";

/// Not yet with a pharmacy, and may still get there.
const OPEN: [Status; 4] = [
    Status::Created,
    Status::Pending,
    Status::Acknowledged,
    Status::Approved,
];

/// Whether a prescription in this state is not yet with a pharmacy, and may still get there.
pub(super) fn is_open(status: Status) -> bool {
    OPEN.contains(&status)
}

/// The drug of a stored line or history entry, to be compared with others.
pub(super) struct Stored<'a> {
    name: &'a str,
    ingredients: Vec<Ingredient>,
    administrations: Vec<String>,
}

impl<'a> Stored<'a> {
    pub(super) fn read(
        name: &'a str,
        ingredients: &serde_json::Value,
        administrations: &serde_json::Value,
    ) -> Result<Self> {
        Ok(Self {
            name,
            ingredients: view::read(ingredients)?,
            administrations: view::read(administrations)?,
        })
    }

    fn of(line: &'a repo::Standing) -> Result<Self> {
        Self::read(&line.name, &line.ingredients, &line.administrations)
    }

    pub(super) fn drug(&self) -> Drug<'_> {
        Drug {
            name: self.name,
            ingredients: &self.ingredients,
            administrations: &self.administrations,
        }
    }
}

/// What conflicts with one line: the prescriptions, and a description of the first.
#[derive(Clone, Debug, Default)]
struct Against {
    of: Vec<AgainOf>,
    fact: String,
}

/// Checks the lines of a new request and stores the patient's required explanations. Call it after
/// `repo::count_in`, which serializes concurrent requests of a person.
pub(super) async fn hold(
    tx: &Connection,
    ctx: &Context,
    others: &[repo::Standing],
    sent: &[RequestedMedication],
    lines: &[(DrugFacts, Usage)],
    rows: &mut [medication::Model],
) -> Result<()> {
    let asked: Vec<Drug<'_>> = lines.iter().map(|(drug, _)| key(drug)).collect();
    let against = against(tx, ctx, others, &asked).await?;
    let (mut missing, mut wrong) = (Vec::new(), Vec::new());
    for (index, found) in against.into_iter().enumerate() {
        if found.of.is_empty() {
            continue;
        }
        let field = format!("medications[{index}].neededAgain");
        let Some(words) = words(
            sent.get(index)
                .and_then(|line| line.needed_again.as_deref()),
        ) else {
            missing.push(Fault::new(field, please_say(&found.fact)));
            continue;
        };
        if let Some(message) = words_fault(words) {
            wrong.push(Fault::new(field, message));
        } else if let Some(row) = rows.get_mut(index) {
            row.again = Some(serde_json::to_value(AgainView {
                words: words.to_owned(),
                of: found.of,
            })?);
        }
    }
    if !missing.is_empty() {
        missing.extend(wrong);
        let mut error = Error::conflict(
            CODE,
            "You have already requested some of these medications, or should still have some left. Nothing was sent. Please write beside each why you need it again, or take it out.",
        );
        error.faults = missing;
        return Err(error);
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Error::invalid(wrong))
    }
}

/// The lines of an unfinished request that will be held, for the page.
pub(super) async fn foreseen(
    ctx: &Context,
    scope: &Scope,
    person: Uuid,
    lines: &[RequestedMedication],
) -> Result<Vec<HeldLine>> {
    let db = ctx.db.read();
    let ids: Vec<Uuid> = lines.iter().filter_map(|line| line.drug_id).collect();
    let (found, others) = tokio::try_join!(
        drugs::get_many(db, &ids),
        repo::standing_lines(db, scope, person),
    )?;
    let asked: Vec<Drug<'_>> = lines
        .iter()
        .map(|line| match line.drug_id.and_then(|id| found.get(&id)) {
            Some(drug) => key(drug),
            None => typed(line),
        })
        .collect();
    Ok(against(db, ctx, &others, &asked)
        .await?
        .into_iter()
        .enumerate()
        .filter(|(_, found)| !found.of.is_empty())
        .map(|(index, found)| HeldLine {
            index,
            message: please_say(&found.fact),
            of: found.of,
        })
        .collect())
}

/// Refuses to charge a request with a line that has no explanation and is meanwhile in another request that
/// is paid or being paid, or was supplied. Inside the transaction of the payment intent.
pub(super) async fn before_charge(tx: &Connection, ctx: &Context, id: Uuid) -> Result<()> {
    let scope = Scope::for_job();
    let row = repo::get_prescription(tx, &scope, id).await?;
    if !repo::hold_unpaid(tx, row.person_id).await?.contains(&id) {
        // Cancelled or paid since the amount was computed. What was cancelled must not be charged: nobody
        // would work on it, and nobody could refund it.
        let now = repo::get_prescription(tx, &scope, id).await?;
        return steps::can_pay(*now.status).map_err(orders::refused);
    }
    let unsaid: Vec<Uuid> = repo::medications(tx, &[id])
        .await?
        .into_iter()
        .filter(|line| line.again.is_none())
        .map(|line| line.id)
        .collect();
    let (own, mut others): (Vec<_>, Vec<_>) = repo::standing_lines(tx, &scope, row.person_id)
        .await?
        .into_iter()
        .partition(|line| line.prescription_id == id);
    // Of two unpaid requests, the one that is paid first goes ahead.
    let unpaid: Vec<Uuid> = others
        .iter()
        .filter(|line| *line.state == Status::Created)
        .map(|line| line.prescription_id)
        .collect();
    let standings = payments::payment_summaries(tx, KIND, &unpaid).await?;
    others.retain(|line| {
        *line.state != Status::Created
            || standings
                .get(&line.prescription_id)
                .is_some_and(is_being_paid)
    });
    let own: Vec<Stored<'_>> = own
        .iter()
        .filter(|line| unsaid.contains(&line.medication_id))
        .map(Stored::of)
        .collect::<Result<_>>()?;
    let asked: Vec<Drug<'_>> = own.iter().map(Stored::drug).collect();
    let against = against(tx, ctx, &others, &asked).await?;
    match against.iter().find(|found| !found.of.is_empty()) {
        Some(found) => Err(Error::conflict(CODE, not_charged(&found.fact))),
        None => Ok(()),
    }
}

fn is_being_paid(standing: &payments::PaymentSummary) -> bool {
    standing.is_charged()
        || standing
            .payment
            .as_ref()
            .is_some_and(|payment| payment.state.is_open())
}

/// A drug of the catalogue, to be compared with others.
pub(super) fn key(drug: &DrugFacts) -> Drug<'_> {
    Drug {
        name: &drug.name,
        ingredients: &drug.ingredients,
        administrations: &drug.administrations,
    }
}

/// A line as sent by the page, to be compared with others.
pub(super) fn typed(line: &RequestedMedication) -> Drug<'_> {
    Drug {
        name: &line.name,
        ingredients: &line.ingredients,
        administrations: &line.administrations,
    }
}

/// What conflicts with each of the drugs.
async fn against(
    db: &Connection,
    ctx: &Context,
    others: &[repo::Standing],
    asked: &[Drug<'_>],
) -> Result<Vec<Against>> {
    let others: Vec<(&repo::Standing, Stored<'_>)> = others
        .iter()
        .map(|other| Ok((other, Stored::of(other)?)))
        .collect::<Result<_>>()?;
    let mut same: Vec<(usize, &repo::Standing, Drug<'_>)> = Vec::new();
    for (other, stored) in &others {
        let theirs = stored.drug();
        for (place, drug) in asked.iter().enumerate() {
            if same_drug(drug, &theirs) {
                same.push((place, *other, theirs));
            }
        }
    }
    let mut found = vec![Against::default(); asked.len()];
    if same.is_empty() {
        return Ok(found);
    }
    let ids: Vec<Uuid> = same.iter().map(|(_, one, _)| one.prescription_id).collect();
    // The oldest fax comes last and is kept.
    let faxed: HashMap<Uuid, DateTime<Utc>> = repo::faxed_at(db, &ids).await?.into_iter().collect();
    let today = vancouver_day(ctx.now());
    for (place, other, theirs) in same {
        let usage: Usage = view::read(&other.usage)?;
        let since = faxed
            .get(&other.prescription_id)
            .copied()
            .or(other.printed_at)
            .or(other.decided_at)
            .unwrap_or(other.created_at);
        let line = Other {
            drug: theirs,
            usage: &usage,
            // A prescription handed over on paper is with the patient, whatever its state.
            is_open: is_open(*other.state) && other.printed_at.is_none(),
            is_approved: other.decision == Some(Coded(MedicationStatus::Approved)),
            since: vancouver_day(since),
        };
        let drug = &asked[place];
        let Some(held) = again::held(drug, &line, today, view::month(ctx)) else {
            continue;
        };
        let label = view::label(other.number);
        let mine = &mut found[place];
        if mine.of.is_empty() {
            mine.fact = fact(drug, &theirs, &label, held);
        }
        mine.of.push(AgainOf {
            prescription: other.prescription_id,
            label,
            open: held.is_open,
            runs_out_on: held.runs_out_on,
        });
    }
    Ok(found)
}
