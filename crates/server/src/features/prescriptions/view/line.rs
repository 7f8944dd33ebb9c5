//! One line of a prescription as it is shown.

use std::collections::HashMap;

use salal_rules::drug_database::Ingredient;
use salal_rules::prescriptions::dispensing::{self, MonthLength, Total, typed_total};
use salal_rules::prescriptions::usage::Usage;
use salal_rules::prescriptions::wording::label_line;
use salal_rules::search::fold;
use uuid::Uuid;

use super::earlier::{Earlier, marks as marks_of};
use super::{Line, read};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::drugs;
use crate::features::people::PersonRef;
use crate::features::prescriptions::rows::medication;
use crate::features::prescriptions::wire::{ChangeView, DispenseView, FilterMark, MedicationView};

pub(super) fn line_view(
    ctx: &Context,
    (line, rows): &Line,
    names: &HashMap<Uuid, PersonRef>,
    allergies: &[String],
    earlier: &[Earlier],
) -> Result<MedicationView> {
    let name = |id: Uuid| names.get(&id).cloned().unwrap_or_default();
    let changes: Vec<ChangeView> = rows
        .iter()
        .map(|row| {
            Ok(ChangeView {
                at: row.at,
                by: name(row.by_person),
                kind: row.kind.clone(),
                name: row.name.clone(),
                administrations: read(&row.administrations)?,
                formulations: read(&row.formulations)?,
                ingredients: read(&row.ingredients)?,
                usage: read(&row.usage)?,
            })
        })
        .collect::<Result<_>>()?;
    let now = changes
        .last()
        .ok_or_else(|| Error::broken("a medication without a request"))?
        .clone();
    let ahfs: Vec<String> = read(&line.ahfs_numbers)?;
    let schedules: Vec<String> = read(&line.schedules)?;
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
        to_dispense: dispense(ctx, line, &now.usage, &now.formulations),
        already_prescribed: marks_of(earlier, line.prescription_id, &now.ingredients),
        allergy_match: matches(allergies, &now.name, &now.ingredients),
        filter: marks(ctx, &now, &ahfs, &schedules),
        tc_ahfs_numbers: ahfs,
        name: now.name,
        administrations: now.administrations,
        formulations: now.formulations,
        ingredients: now.ingredients,
        usages: changes.iter().map(|change| change.usage.clone()).collect(),
        changes,
        status: line.status.clone(),
        decided_by: line.decided_by.map(name),
        decided_at: line.decided_at,
    })
}

fn marks(
    ctx: &Context,
    now: &ChangeView,
    ahfs: &[String],
    schedules: &[String],
) -> Vec<FilterMark> {
    drugs::marks(ctx, &now.name, &now.ingredients, ahfs, schedules)
        .into_iter()
        .map(|(status, reason)| FilterMark { status, reason })
        .collect()
}

/// Allergies whose name stands in the drug's or an ingredient's name.
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

/// The clinic's choice of month.
pub(in crate::features::prescriptions) fn month(ctx: &Context) -> MonthLength {
    if ctx.settings.prescriptions.month_days == 28 {
        MonthLength::TwentyEight
    } else {
        MonthLength::Thirty
    }
}

fn dispense(
    ctx: &Context,
    line: &medication::Model,
    usage: &Usage,
    formulations: &[String],
) -> DispenseView {
    let computed = dispensing::to_dispense(usage, formulations, month(ctx));
    let typed: Option<Total> = line
        .dispense_typed
        .as_deref()
        .and_then(|text| typed_total(text, computed.unit).ok());
    let is_typed = typed.is_some();
    let total = typed.or_else(|| computed.total());
    DispenseView {
        computed: computed.computed.map(|number| number.to_string()),
        unit: total
            .as_ref()
            .map_or_else(|| computed.unit.to_owned(), |total| total.unit.clone()),
        figures: total.as_ref().map(|total| total.figures.clone()),
        words: total.map(|total| total.words),
        typed: is_typed,
        needs_typing: computed.needs_typing && !is_typed,
        note: computed.note,
    }
}
