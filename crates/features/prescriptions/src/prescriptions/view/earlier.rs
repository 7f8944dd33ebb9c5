// SPDX-License-Identifier: AGPL-3.0-or-later

//! The mark "approved before and still running" beside a line: the same ingredient in another prescription of
//! the patient whose estimated supply has not ended. It is based on our own records only; it does not say
//! what the patient has or may take.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use salal_db::{Connection, JointRead};
use salal_domain::days::vancouver_day;
use salal_domain::prescriptions::run_out::runs_out;
use salal_domain::prescriptions::usage::Usage;
use salal_domain::search::fold;
use salal_formats::drug_database::Ingredient;
use uuid::Uuid;

use super::{label, month, read};
use crate::api::Scope;
use crate::context::Context;
use crate::error::Result;
use crate::prescriptions::dto::EarlierView;
use crate::prescriptions::repo::{EarlierPart, Line, Signed};

/// How far back to look: the longest prescription is three months and a year of repeats.
const LOOKED_BACK: TimeDelta = TimeDelta::days(460);

/// A line approved within that period, and signed.
pub(in crate::prescriptions) struct Earlier {
    pub(in crate::prescriptions) prescription: Uuid,
    pub(in crate::prescriptions) label: String,
    pub(in crate::prescriptions) approved_at: DateTime<Utc>,
    /// When it left the doctor's hands: until then it was no supply.
    pub(in crate::prescriptions) signed_at: DateTime<Utc>,
    /// The first day without it; `None` if unknown.
    pub(in crate::prescriptions) runs_out_on: Option<NaiveDate>,
    /// Whether the estimated supply has not ended.
    is_running: bool,
    pub(in crate::prescriptions) drug_id: Uuid,
    pub(in crate::prescriptions) name: String,
    pub(in crate::prescriptions) administrations: Vec<String>,
    pub(in crate::prescriptions) formulations: Vec<String>,
    pub(in crate::prescriptions) usage: Usage,
    pub(in crate::prescriptions) plain_ingredients: Vec<Ingredient>,
    /// Normalized and as written.
    ingredients: Vec<(String, String)>,
}

/// Everything approved and signed for a patient, used up or not, oldest approval first, in one query.
pub(in crate::prescriptions) async fn earlier(
    db: &Connection,
    ctx: &Context,
    scope: &Scope,
    person: Uuid,
) -> Result<Vec<Earlier>> {
    let mut read = JointRead::for_connection(db);
    let earlier = EarlierPart::add(&mut read, scope, person, since(ctx));
    earlier_of(ctx, earlier.take(&mut read.run(db).await?)?)
}

/// From when approvals are looked at.
pub(super) fn since(ctx: &Context) -> DateTime<Utc> {
    ctx.now() - LOOKED_BACK
}

/// Approved lines of signed requests, without those of requests that were cancelled.
pub(super) fn earlier_of(
    ctx: &Context,
    (lines, signed): (Vec<Line>, HashMap<Uuid, Signed>),
) -> Result<Vec<Earlier>> {
    let today = vancouver_day(ctx.now());
    let mut found: Vec<Earlier> = Vec::new();
    for (line, mut changes) in lines {
        // The last change of a line is in force.
        let (Some(change), Some(signed), Some(approved_at)) = (
            changes.pop(),
            signed.get(&line.prescription_id),
            line.decided_at,
        ) else {
            continue;
        };
        let usage: Usage = read(&change.usage)?;
        let end = runs_out(vancouver_day(approved_at), &usage, month(ctx));
        let ingredients: Vec<Ingredient> = read(&change.ingredients)?;
        found.push(Earlier {
            prescription: line.prescription_id,
            label: label(signed.number),
            approved_at,
            signed_at: signed.first_at,
            runs_out_on: end,
            is_running: end.is_some_and(|end| end > today),
            drug_id: change.drug_id,
            administrations: read(&change.administrations)?,
            formulations: read(&change.formulations)?,
            name: change.name,
            usage,
            ingredients: ingredients
                .iter()
                .map(|one| (fold(&one.ingredient_name), one.ingredient_name.clone()))
                .collect(),
            plain_ingredients: ingredients,
        });
    }
    Ok(found)
}

/// The marks of one line: other approvals with one of its ingredients.
pub(super) fn marks(
    earlier: &[Earlier],
    own: Uuid,
    ingredients: &[Ingredient],
) -> Vec<EarlierView> {
    let wanted: Vec<String> = ingredients
        .iter()
        .map(|one| fold(&one.ingredient_name))
        .collect();
    earlier
        .iter()
        .filter(|one| one.prescription != own && one.is_running)
        .filter_map(|one| {
            let (_, ingredient) = one
                .ingredients
                .iter()
                .find(|(folded, _)| wanted.contains(folded))?;
            Some(EarlierView {
                prescription: one.prescription,
                label: one.label.clone(),
                ingredient: ingredient.clone(),
                approved_at: one.approved_at,
                runs_out_on: one.runs_out_on?,
            })
        })
        .collect()
}
