//! Drugs: Health Canada's catalogue, its import, and the search in it. What may be refilled is
//! decided by `salal_rules::filters`; changing filters and drugs by hand comes with the
//! administrators' screens.

mod calls;
mod import;
pub(crate) mod rows;
mod shelf;
mod store;
mod wire;

use std::collections::HashMap;

use salal_rules::drug_database::Ingredient;
use salal_rules::filters::JudgedDrug;
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;

pub use calls::calls;
pub use import::{import_folder, import_records};

/// A drug as the other features need it.
#[derive(Clone, Debug)]
pub struct DrugFacts {
    pub id: Uuid,
    pub name: String,
    pub administrations: Vec<String>,
    pub formulations: Vec<String>,
    pub ingredients: Vec<Ingredient>,
    pub tc_ahfs_numbers: Vec<String>,
    pub atc_numbers: Vec<String>,
    pub schedules: Vec<String>,
    pub class_name: String,
}

/// Whether a drug may be refilled.
pub struct Judged {
    pub selectable: bool,
}

/// Drugs by id, in one query.
pub async fn get_many(db: &impl ConnectionTrait, ids: &[Uuid]) -> Result<HashMap<Uuid, DrugFacts>> {
    store::get_many(db, ids).await
}

/// Judges drugs by the filters in force.
pub async fn judge(ctx: &Context, drugs: &[DrugFacts]) -> Result<Vec<Judged>> {
    let shelf = shelf::loaded(ctx).await?;
    Ok(drugs
        .iter()
        .map(|drug| {
            let ingredients: Vec<&str> = drug.ingredients.iter().map(|one| one.ingredient_name.as_str()).collect();
            let judged = JudgedDrug {
                name: &drug.name,
                ahfs_numbers: &drug.tc_ahfs_numbers,
                atc_numbers: &drug.atc_numbers,
                schedules: &drug.schedules,
                ingredients: &ingredients,
            };
            Judged { selectable: shelf.filters.judge(&judged).is_selectable() }
        })
        .collect())
}

/// What speaks against refilling a line, by the filters at hand: status and reason. Empty while the
/// catalogue is not in memory yet.
pub fn marks(ctx: &Context, name: &str, ingredients: &[Ingredient], ahfs: &[String], schedules: &[String]) -> Vec<(String, String)> {
    let Some(shelf) = shelf::at_hand(ctx) else { return Vec::new() };
    let ingredients: Vec<&str> = ingredients.iter().map(|one| one.ingredient_name.as_str()).collect();
    let drug = JudgedDrug { name, ahfs_numbers: ahfs, atc_numbers: &[], schedules, ingredients: &ingredients };
    shelf.filters.judge(&drug).hits.into_iter().map(|hit| (hit.status.code().to_owned(), hit.reason)).collect()
}
