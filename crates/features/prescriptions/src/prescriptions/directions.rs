// SPDX-License-Identifier: AGPL-3.0-or-later

//! Validates the directions of a line while they are edited and before they are signed, with one rule
//! (`signable`), used by the view, the edit, the approval and, through the view, by every step before the
//! sheet is sent. The screen calls it too, so that errors appear while typing.

use salal_domain::faults::Fault;
use salal_domain::prescriptions::dispensing::{
    self, TotalAfter, TypedFor, total_after_edit, typed_total, voids_total,
};
use salal_domain::prescriptions::packs::{Pack, pack_of};
use salal_domain::prescriptions::signable::{self, Directed, unsignable};
use salal_domain::prescriptions::usage::Usage;
use salal_domain::prescriptions::wording::{directions_in_packs, drug_with_strengths, refill_text};
use salal_formats::drug_database::Ingredient;

use super::dto::{CheckDirections, DirectionsView, DispenseView, UpdateUsage};
use super::entity::{medication, medication_change};
use super::repo::Line;
use super::view;
use crate::api::{Json, Request, Role};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_drugs::drugs::{self, DrugFacts};

/// The extra audit action when a doctor confirms a supply beyond twelve months.
const CONFIRMED: &str = "CONFIRM /prescription/long-supply";

/// The directions of a line as they are now: read once, for its view and for the rules.
pub(super) struct Now<'a> {
    change: &'a medication_change::Model,
    ingredients: Vec<Ingredient>,
    pub(super) to_dispense: DispenseView,
    /// What prevents the line from being signed.
    pub(super) faults: Vec<Fault>,
}

impl<'a> Now<'a> {
    pub(super) fn of(ctx: &Context, (line, changes): &'a Line) -> Result<Self> {
        let change = changes
            .last()
            .ok_or_else(|| Error::broken("a medication without a request"))?;
        let (usage, formulations): (Usage, Vec<String>) = (
            view::read(&change.usage)?,
            view::read(&change.formulations)?,
        );
        let routes: Vec<String> = view::read(&change.administrations)?;
        let ingredients: Vec<Ingredient> = view::read(&change.ingredients)?;
        let pack = pack_of(&change.name, &ingredients, &formulations);
        let typed = line.dispense_typed.as_deref();
        let directed = Directed {
            usage: &usage,
            formulations: &formulations,
            routes: &routes,
            name: &change.name,
            ingredients: &ingredients,
            container: change.container.as_deref().unwrap_or_default(),
            pack,
            typed,
            supply_reason: change.supply_reason.as_deref(),
        };
        Ok(Self {
            change,
            faults: unsignable(&directed, view::month(ctx)),
            to_dispense: dispense(ctx, typed, &usage, &formulations, pack),
            ingredients,
        })
    }

    /// The first of what prevents the line from being signed, with the drug's name.
    pub(super) fn unsignable(&self) -> Option<String> {
        let fault = self.faults.first()?;
        Some(about(&self.change.name, &self.ingredients, &fault.message))
    }
}

/// Refuses to approve a line that could not be signed, with the message shown on the line.
pub(super) fn refuse_unsignable(ctx: &Context, line: &Line) -> Result<()> {
    match Now::of(ctx, line)?.unsignable() {
        None => Ok(()),
        Some(message) => Err(Error::conflict(
            salal_domain::prescriptions::steps::DIRECTIONS,
            message,
        )),
    }
}

/// A message about one of several drugs: `Metformin 500 mg: Refills need …`.
pub(super) fn about(name: &str, ingredients: &[Ingredient], sentence: &str) -> String {
    format!("{}: {sentence}", drug_with_strengths(name, ingredients))
}

/// What an edit preserves of the typed total and the doctor's reason (decisions 158 and 159).
pub(super) struct Kept {
    pub(super) total: TotalAfter,
    pub(super) supply_reason: Option<String>,
}

pub(super) fn after_edit(
    request: &Request<Json<UpdateUsage>>,
    line: &medication::Model,
    now: &medication_change::Model,
    drug: &DrugFacts,
) -> Result<Kept> {
    let sent = &request.body.0;
    let is_doctor = request.me()?.role == Role::Doctor;
    let invalid = |fault: Fault| Error::invalid(vec![fault]);
    let before: Usage = view::read(&now.usage)?;
    let (ingredients, formulations): (Vec<Ingredient>, Vec<String>) = (
        view::read(&now.ingredients)?,
        view::read(&now.formulations)?,
    );
    let voided = voids_total(
        &TypedFor {
            drug_name: &now.name,
            ingredients: &ingredients,
            formulations: &formulations,
            usage: &before,
        },
        &TypedFor {
            drug_name: &drug.name,
            ingredients: &drug.ingredients,
            formulations: &drug.formulations,
            usage: &sent.usage,
        },
    )
    .or_else(|| (drug.id != now.drug_id).then(|| "drug".to_owned()));
    let pack = pack_of(&drug.name, &drug.ingredients, &drug.formulations);
    let month = view::month(&request.ctx);
    let total = total_after_edit(
        line.dispense_typed.as_deref(),
        sent.to_dispense.as_deref(),
        voided.as_deref(),
        dispensing::to_dispense_of(&sent.usage, &drug.formulations, pack, month).unit,
        is_doctor,
    )
    .map_err(invalid)?;
    let reason = match sent.supply_reason.as_deref().map(str::trim) {
        // Nothing was sent: a reason applies only to the exact usage and drug it was given for.
        None if voided.is_none() && before == sent.usage => now.supply_reason.clone(),
        None | Some("") => None,
        Some(_) if !is_doctor => {
            return Err(Error::field(
                "supplyReason",
                "Only a doctor may confirm more than 12 months.",
            ));
        }
        Some(text) => Some(signable::supply_reason(text).map_err(invalid)?.to_owned()),
    };
    let container = drugs::container(drug).unwrap_or_default();
    let directed = Directed {
        usage: &sent.usage,
        formulations: &drug.formulations,
        routes: &drug.administrations,
        name: &drug.name,
        ingredients: &drug.ingredients,
        container: &container,
        pack,
        typed: total.typed.as_deref(),
        supply_reason: None,
    };
    // A reason that is not needed is not stored: it would record a decision that no one made.
    let supply_reason = reason.filter(|_| signable::asks_for_reason(&directed, month).is_some());
    if supply_reason.is_some() && supply_reason != now.supply_reason {
        request.audit_act(CONFIRMED);
    }
    Ok(Kept {
        total,
        supply_reason,
    })
}

/// The quantity of one fill, computed or typed.
pub(super) fn dispense(
    ctx: &Context,
    typed: Option<&str>,
    usage: &Usage,
    formulations: &[String],
    pack: Option<Pack>,
) -> DispenseView {
    let computed = dispensing::to_dispense_of(usage, formulations, pack, view::month(ctx));
    let typed = typed.and_then(|text| typed_total(text, computed.unit).ok());
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
        removed: None,
    }
}

/// POST /prescription/medication/directions: the directions and errors of a line as if it were saved as sent.
pub(super) async fn check(request: Request<Json<CheckDirections>>) -> Result<Json<DirectionsView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let faults_of_input = sent.usage.shape_faults();
    if !faults_of_input.is_empty() {
        return Err(Error::invalid(faults_of_input));
    }
    let typed = sent
        .to_dispense
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty());
    let pack = pack_of(&sent.name, &sent.ingredients, &sent.formulations);
    let directed = Directed {
        usage: &sent.usage,
        formulations: &sent.formulations,
        routes: &sent.administrations,
        name: &sent.name,
        ingredients: &sent.ingredients,
        container: sent.container.as_deref().unwrap_or_default(),
        pack,
        typed,
        supply_reason: sent.supply_reason.as_deref(),
    };
    let month = view::month(ctx);
    let cannot_sign = unsignable(&directed, month);
    let total_removed = match &sent.before {
        None => None,
        Some(before) => {
            let voided = voids_total(
                &TypedFor {
                    drug_name: &before.name,
                    ingredients: &before.ingredients,
                    formulations: &before.formulations,
                    usage: &before.usage,
                },
                &TypedFor {
                    drug_name: &sent.name,
                    ingredients: &sent.ingredients,
                    formulations: &sent.formulations,
                    usage: &sent.usage,
                },
            );
            total_after_edit(Some(&before.to_dispense), None, voided.as_deref(), "", true)
                .map_err(|fault| Error::invalid(vec![fault]))?
                .removed
        }
    };
    Ok(Json(DirectionsView {
        total_removed,
        sentence: directions_in_packs(&sent.usage, &sent.formulations, &sent.administrations, pack),
        refills: refill_text(&sent.usage),
        computed: dispense(ctx, None, &sent.usage, &sent.formulations, pack),
        asks_for_reason: signable::asks_for_reason(&directed, month),
        cannot_sign,
    }))
}
