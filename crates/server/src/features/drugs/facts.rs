// SPDX-License-Identifier: AGPL-3.0-or-later

//! Drug details for other features: by id, and whether a drug can be renewed.

use std::collections::HashMap;

use salal_domain::filters::{FilterHit, Filters, JudgedDrug, Judgement};
use salal_formats::drug_database::Ingredient;
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::entity::drug;
use super::{catalogue_cache, repo};
use crate::context::Context;
use crate::error::{Error, Result};

/// A drug of the current build of the catalogue.
#[derive(Clone, Debug)]
pub(crate) struct DrugFacts {
    pub(crate) id: Uuid,
    pub(crate) name: String,
    pub(crate) administrations: Vec<String>,
    pub(crate) formulations: Vec<String>,
    pub(crate) ingredients: Vec<Ingredient>,
    pub(crate) tc_ahfs_numbers: Vec<String>,
    pub(crate) atc_numbers: Vec<String>,
    pub(crate) schedules: Vec<String>,
    /// `Human` and others; empty if unknown to the caller.
    pub(crate) class_name: String,
}

impl TryFrom<drug::Model> for DrugFacts {
    type Error = Error;

    fn try_from(row: drug::Model) -> Result<Self> {
        Ok(Self {
            id: row.id,
            administrations: repo::parse_list(&row.administrations)?,
            formulations: repo::parse_list(&row.formulations)?,
            ingredients: repo::parse_list(&row.ingredients)?,
            tc_ahfs_numbers: repo::parse_list(&row.ahfs_numbers)?,
            atc_numbers: repo::parse_list(&row.atc_numbers)?,
            schedules: repo::parse_list(&row.schedules)?,
            name: row.name,
            class_name: row.class_name,
        })
    }
}

/// Drugs by id; those removed from the register are omitted.
pub(crate) async fn get_many(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, DrugFacts>> {
    let rows = repo::get_many(db, ids).await?;
    rows.into_iter()
        .map(|row| Ok((row.id, DrugFacts::try_from(row)?)))
        .collect()
}

/// The ingredients of those `names` that the catalogue knows, by normalized name: such as a typed brand.
pub(crate) async fn ingredients_of_names(
    db: &impl ConnectionTrait,
    names: &[String],
) -> Result<HashMap<String, Vec<String>>> {
    let mut found = HashMap::new();
    for row in repo::by_folded_names(db, names).await? {
        let ingredients: Vec<Ingredient> = repo::parse_list(&row.ingredients)?;
        found.entry(row.name_folded).or_insert_with(|| {
            ingredients
                .into_iter()
                .map(|one| one.ingredient_name)
                .collect()
        });
    }
    Ok(found)
}

/// The class rules in force, read in the caller's transaction.
pub(crate) async fn rules_in_force(db: &impl ConnectionTrait) -> Result<Filters> {
    Ok(Filters::new(&repo::filters(db).await?))
}

pub(super) fn judgement(filters: &Filters, drug: &DrugFacts) -> Judgement {
    let names: Vec<&str> = drug
        .ingredients
        .iter()
        .map(|one| one.ingredient_name.as_str())
        .collect();
    filters.judge(&JudgedDrug {
        name: &drug.name,
        ahfs_numbers: &drug.tc_ahfs_numbers,
        atc_numbers: &drug.atc_numbers,
        schedules: &drug.schedules,
        ingredients: &names,
    })
}

/// The filters that apply to a line of a prescription: status and reason, the strictest first.
pub(crate) fn marks(ctx: &Context, drug: &DrugFacts) -> Vec<(String, String)> {
    with_rules_at_hand(ctx, |rules| judgement(rules, drug).hits)
        .into_iter()
        .map(|FilterHit { status, reason }| (status.code().to_owned(), reason))
        .collect()
}

/// The class rules as last cached, without waiting; before the first use only the built-in ones are known.
/// For display only; actions use [`rules_in_force`].
pub(crate) fn with_rules_at_hand<T>(ctx: &Context, look: impl FnOnce(&Filters) -> T) -> T {
    match catalogue_cache::at_hand(ctx) {
        Some(loaded) => look(&loaded.filters),
        None => look(&Filters::new(&[])),
    }
}
