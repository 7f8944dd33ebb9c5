// SPDX-License-Identifier: AGPL-3.0-or-later

//! Medications that a patient may renew: each one that reached a pharmacy, as last prescribed, with the day
//! its supply ends (duration and repeats) and whether it is already requested. `create` submits the request.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use salal_db::Connection;
use salal_domain::days::vancouver_day;
use salal_domain::prescriptions::limits::{Drug, same_drug};
use salal_domain::prescriptions::prescribing::{By, Step, Verdict};
use salal_domain::prescriptions::run_out::{is_ready, last_day, refills_left, runs_out};
use salal_domain::prescriptions::status::{MedicationStatus, PrescriptionStatus as Status};
use salal_domain::prescriptions::usage::Usage;
use salal_formats::drug_database::Ingredient;
use schemars::JsonSchema;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::{medication_change, prescription, prescription_status};
use super::{again, judge, repo, view};
use crate::api::{Json, NoBody, Request, Scope};
use crate::error::{Error, Result};
use salal_drugs::drugs;

/// The number of newest prescriptions that are considered.
const LOOKED_AT: u64 = 100;

/// The patient in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Whose {
    /// The patient's id.
    #[serde(rename = "personId")]
    person_id: Uuid,
}

/// A medication as last prescribed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Renewable {
    /// The prescription that contains it.
    pub prescription: Uuid,
    pub label: String,
    /// When the pharmacy received it.
    #[serde(rename = "suppliedAt")]
    pub supplied_at: DateTime<Utc>,
    #[serde(rename = "drugId")]
    pub drug_id: Uuid,
    pub name: String,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub ingredients: Vec<Ingredient>,
    pub usage: Usage,
    /// Estimated refills left at the pharmacy; null if unknown.
    #[serde(rename = "refillsLeft")]
    pub refills_left: Option<u32>,
    /// The estimated first day without it; null when taken as needed.
    #[serde(rename = "runsOutOn")]
    pub runs_out_on: Option<NaiveDate>,
    /// Due for renewal: it ends within two weeks, has ended, or the end is unknown.
    pub ready: bool,
    /// It may still be refilled here.
    pub selectable: bool,
    /// An open request for it that no pharmacy has received yet.
    #[serde(rename = "underWay")]
    pub under_way: Option<Uuid>,
}

/// GET /prescription/renewable/{personId}
pub(super) async fn renewable(request: Request<NoBody, Whose>) -> Result<Json<Vec<Renewable>>> {
    let person = request.path.person_id;
    if !request.scope.allows(person) {
        return Err(Error::not_found());
    }
    request.audit_access(person);
    let db = request.ctx.db.read();
    let prescriptions = newest(db, &request.scope, person).await?;
    let ids: Vec<Uuid> = prescriptions.iter().map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(Json(Vec::new()));
    }
    let supplied = supplied(db, &prescriptions).await?;
    let lines = repo::grouped(repo::medications(db, &ids).await?, |line| {
        line.prescription_id
    });
    let every: Vec<Uuid> = lines.values().flatten().map(|line| line.id).collect();
    let mut latest: HashMap<Uuid, medication_change::Model> = repo::changes(db, &every)
        .await?
        .into_iter()
        .map(|change| (change.medication_id, change))
        .collect();

    let today = vancouver_day(request.now());
    let mut under_way: Vec<(medication_change::Model, Uuid)> = Vec::new();
    let mut found: Vec<Renewable> = Vec::new();
    let mut seen: HashSet<Uuid> = HashSet::new();
    for row in &prescriptions {
        for line in lines.get(&row.id).into_iter().flatten() {
            let Some(change) = latest.remove(&line.id) else {
                continue;
            };
            // Only what a pharmacy received can run out; the newest prescription of a drug counts.
            if let Some(at) = supplied.get(&row.id) {
                let is_approved = line.is_approved();
                if is_approved && seen.insert(change.drug_id) {
                    found.push(of(row, &change, *at, today, view::month(&request.ctx))?);
                }
            } else if again::is_open(*row.status)
                && line.decision() != Some(MedicationStatus::Rejected)
            {
                under_way.push((change, row.id));
            }
        }
    }
    let ids: Vec<Uuid> = seen.into_iter().collect();
    let (drugs, rules) = tokio::try_join!(drugs::get_many(db, &ids), drugs::rules_in_force(db))?;
    let facts: Vec<_> = drugs.into_values().collect();
    // Judged as the resulting request will be.
    let selectable: HashSet<Uuid> = judge::fresh(&rules, &facts, Step::Request, By::Patient)
        .into_iter()
        .zip(&facts)
        .filter(|(verdict, _)| *verdict == Verdict::Allowed)
        .map(|(_, drug)| drug.id)
        .collect();
    let under_way: Vec<(again::Stored<'_>, Uuid)> = under_way
        .iter()
        .map(|(change, request)| {
            let stored =
                again::Stored::read(&change.name, &change.ingredients, &change.administrations)?;
            Ok((stored, *request))
        })
        .collect::<Result<_>>()?;
    for one in &mut found {
        // By the rule by which a line is held (decisions 86 and 171): a drug with another number, or of another
        // brand, may be the same.
        let drug = Drug {
            name: &one.name,
            ingredients: &one.ingredients,
            administrations: &one.administrations,
        };
        one.under_way = under_way
            .iter()
            .find(|(stored, _)| same_drug(&drug, &stored.drug()))
            .map(|(_, request)| *request);
        one.selectable = selectable.contains(&one.drug_id);
    }
    // Sorted by end of supply; unknown ends come last.
    found.sort_by_key(|one| (one.runs_out_on.is_none(), one.runs_out_on));
    Ok(Json(found))
}

fn of(
    row: &prescription::Model,
    change: &medication_change::Model,
    supplied_at: DateTime<Utc>,
    today: NaiveDate,
    month: salal_domain::prescriptions::dispensing::MonthLength,
) -> Result<Renewable> {
    let usage: Usage = view::read(&change.usage)?;
    let supplied_on = vancouver_day(supplied_at);
    let runs_out_on = runs_out(supplied_on, &usage, month);
    Ok(Renewable {
        prescription: row.id,
        label: view::label(row.number),
        supplied_at,
        drug_id: change.drug_id,
        name: change.name.clone(),
        administrations: view::read(&change.administrations)?,
        formulations: view::read(&change.formulations)?,
        ingredients: view::read(&change.ingredients)?,
        refills_left: refills_left(supplied_on, &usage, month, today),
        runs_out_on,
        // Medications taken as needed are also prescribed for a period; the same day is used to hold a line.
        ready: is_ready(last_day(supplied_on, &usage, month), today),
        usage,
        selectable: false,
        under_way: None,
    })
}

/// The newest prescriptions of a patient, without cancelled ones.
async fn newest(db: &Connection, scope: &Scope, person: Uuid) -> Result<Vec<prescription::Model>> {
    Ok(prescription::Entity::find()
        .filter(prescription::Column::PersonId.eq(person))
        .filter(scope.condition(prescription::Column::PersonId))
        .filter(prescription::Column::Status.ne(Status::Canceled.code()))
        .order_by_desc(prescription::Column::CreatedAt)
        .order_by_desc(prescription::Column::Id)
        .limit(LOOKED_AT)
        .all(db)
        .await?)
}

/// When each prescription first reached a pharmacy, by fax or on paper.
async fn supplied(
    db: &Connection,
    rows: &[prescription::Model],
) -> Result<HashMap<Uuid, DateTime<Utc>>> {
    let faxed = prescription_status::Entity::find()
        .filter(prescription_status::Column::PrescriptionId.is_in(rows.iter().map(|row| row.id)))
        .filter(prescription_status::Column::Status.eq(Status::Faxed.code()))
        .order_by_desc(prescription_status::Column::Seq)
        .all(db)
        .await?;
    let printed = rows
        .iter()
        .filter_map(|row| Some((row.id, row.printed_at?)));
    let faxed = faxed.into_iter().map(|row| (row.prescription_id, row.at));
    // The oldest fax comes last and is kept.
    Ok(printed.chain(faxed).collect())
}
