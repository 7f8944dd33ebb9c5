// SPDX-License-Identifier: AGPL-3.0-or-later

//! The view of one line of a prescription.

use std::collections::HashMap;

use salal_domain::filters::FilterHit;
use salal_domain::prescriptions::dispensing::MonthLength;
use salal_domain::prescriptions::prescribing::{By, Step, Verdict};
use salal_domain::prescriptions::status::{ChangeKind, ShownChange};
use salal_domain::prescriptions::wording::{label_line, on_label};
use salal_domain::search::fold;
use salal_formats::drug_database::Ingredient;
use uuid::Uuid;

use super::earlier::{Earlier, marks as marks_of};
use super::read;
use super::reason::reason;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::prescriptions::directions::Now;
use crate::prescriptions::dto::{
    ChangeView, DispenseView, ExceptionView, FilterMark, MedicationView,
};
use crate::prescriptions::entity::medication_change;
use crate::prescriptions::judge;
use crate::prescriptions::repo::Line;
use salal_drugs::drugs::{self, DrugFacts};
use salal_people::people::PersonRef;

pub(super) fn line_view(
    ctx: &Context,
    (line, rows): &Line,
    directions: &Now<'_>,
    names: &HashMap<Uuid, PersonRef>,
    allergies: &[String],
    earlier: &[Earlier],
    for_staff: bool,
) -> Result<MedicationView> {
    let name = |id: Uuid| names.get(&id).cloned().unwrap_or_default();
    let changes: Vec<ChangeView> = rows
        .iter()
        .zip(std::iter::once(None).chain(rows.iter().map(Some)))
        .map(|(row, before)| {
            Ok(ChangeView {
                at: row.at,
                by: name(row.by_person),
                kind: kind_of(row, before),
                name: row.name.clone(),
                administrations: read(&row.administrations)?,
                formulations: read(&row.formulations)?,
                ingredients: on_label(&row.name, &read::<Vec<Ingredient>>(&row.ingredients)?),
                usage: read(&row.usage)?,
                supply_reason: row.supply_reason.clone().filter(|_| for_staff),
                total_removed: row.total_removed.clone(),
                exception: exception(row, for_staff),
                taken_from: row.taken_from.filter(|_| for_staff).map(name),
            })
        })
        .collect::<Result<_>>()?;
    let now = changes
        .last()
        .ok_or_else(|| Error::broken("a medication without a request"))?
        .clone();
    let drug = judge::stored_drug_facts(
        line,
        rows.last()
            .ok_or_else(|| Error::broken("a medication without a request"))?,
    )?;
    let (never_prescribed, needs_reason) = if for_staff {
        standing(ctx, &drug, judge::act_in_force(rows).is_some())
    } else {
        (None, None)
    };
    Ok(MedicationView {
        id: line.id,
        version: line.version,
        drug_id: rows.last().map_or(line.drug_id, |row| row.drug_id),
        text_line: label_line(
            &now.name,
            &now.ingredients,
            &now.formulations,
            &now.administrations,
            &now.usage,
        ),
        to_dispense: DispenseView {
            removed: now
                .total_removed
                .clone()
                .filter(|_| line.dispense_typed.is_none()),
            ..directions.to_dispense.clone()
        },
        cannot_sign: directions.faults.clone(),
        already_prescribed: marks_of(earlier, line.prescription_id, &now.ingredients),
        allergy_match: matches(allergies, &now.name, &now.ingredients),
        filter: marks(ctx, &drug),
        never_prescribed,
        needs_reason,
        tc_ahfs_numbers: drug.tc_ahfs_numbers,
        name: now.name,
        administrations: now.administrations,
        formulations: now.formulations,
        container: rows.last().and_then(|row| row.container.clone()),
        ingredients: now.ingredients,
        usages: changes.iter().map(|change| change.usage.clone()).collect(),
        changes,
        again: line.again.as_ref().map(read).transpose()?,
        status: line.decision(),
        decided_by: line.decided_by.map(name),
        decided_at: line.decided_at,
        marks: Vec::new(),
        decisions: Vec::new(),
        reason: reason(line, for_staff),
    })
}

fn marks(ctx: &Context, drug: &DrugFacts) -> Vec<FilterMark> {
    drugs::marks(ctx, drug)
        .into_iter()
        .map(|FilterHit { status, reason }| FilterMark { status, reason })
        .collect()
}

/// The rule's verdict on a doctor's approval, as far as it is known without a query: why never, or why a
/// reason is needed first.
fn standing(ctx: &Context, drug: &DrugFacts, has_act: bool) -> (Option<String>, Option<String>) {
    let verdict = drugs::with_rules_at_hand(ctx, |rules| {
        judge::fresh(rules, std::slice::from_ref(drug), Step::Approve, By::Doctor)
    });
    match verdict.into_iter().next() {
        Some(Verdict::Never(refusal)) => (Some(refusal.message), None),
        Some(Verdict::NeedsAct(refusal)) if !has_act => (None, Some(refusal.message)),
        _ => (None, None),
    }
}

/// The kind of a history entry: one that changed neither drug nor usage is an exception or a take-over.
fn kind_of(
    row: &medication_change::Model,
    before: Option<&medication_change::Model>,
) -> ShownChange {
    let is_same = before.is_some_and(|before| before.usage == row.usage);
    match *row.kind {
        ChangeKind::Requested => ShownChange::Requested,
        ChangeKind::Drug => ShownChange::Drug,
        ChangeKind::Usage if row.taken_from.is_some() => ShownChange::TakeOver,
        ChangeKind::Usage if row.reason_code.is_some() && is_same => ShownChange::Exception,
        ChangeKind::Usage => ShownChange::Usage,
    }
}

/// The doctor's exception as shown to staff; the comment is not shown to the patient (decision 165).
fn exception(row: &medication_change::Model, for_staff: bool) -> Option<ExceptionView> {
    let code = row.reason_code.filter(|_| for_staff)?;
    Some(ExceptionView {
        code: *code,
        reason: code.label().to_owned(),
        text: row.reason_text.clone(),
    })
}

/// Allergies whose name occurs in the drug's or an ingredient's name.
fn matches(allergies: &[String], name: &str, ingredients: &[Ingredient]) -> Vec<String> {
    let drug = ingredients.iter().fold(fold(name), |all, one| {
        format!("{all} {}", fold(&one.ingredient_name))
    });
    allergies
        .iter()
        .filter(|allergy| fold(allergy).len() > 2 && drug.contains(&fold(allergy)))
        .cloned()
        .collect()
}

/// The clinic's setting for the length of a month.
pub(in crate::prescriptions) fn month(ctx: &Context) -> MonthLength {
    if ctx.settings.prescriptions.month_days == 28 {
        MonthLength::TwentyEight
    } else {
        MonthLength::Thirty
    }
}
