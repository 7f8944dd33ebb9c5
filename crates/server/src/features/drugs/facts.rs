//! What other features may know of drugs: their facts by id, and whether they may be refilled.

use std::collections::HashMap;

use salal_rules::drug_database::Ingredient;
use salal_rules::filters::{FilterHit, Filters, JudgedDrug, Judgement};
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::rows::drug;
use super::{shelf, store};
use crate::context::Context;
use crate::error::{Error, Result};

/// A drug of the present build of the catalogue.
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
    /// `Human` and others; empty where the caller does not know.
    pub(crate) class_name: String,
}

/// Whether a drug may be refilled.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    pub(crate) selectable: bool,
}

impl TryFrom<drug::Model> for DrugFacts {
    type Error = Error;

    fn try_from(row: drug::Model) -> Result<Self> {
        Ok(Self {
            id: row.id,
            administrations: store::list(&row.administrations)?,
            formulations: store::list(&row.formulations)?,
            ingredients: store::list(&row.ingredients)?,
            tc_ahfs_numbers: store::list(&row.ahfs_numbers)?,
            atc_numbers: store::list(&row.atc_numbers)?,
            schedules: store::list(&row.schedules)?,
            name: row.name,
            class_name: row.class_name,
        })
    }
}

/// Drugs by id; one that has left the register is not among them.
pub(crate) async fn get_many(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, DrugFacts>> {
    let rows = store::get_many(db, ids).await?;
    rows.into_iter()
        .map(|row| Ok((row.id, DrugFacts::try_from(row)?)))
        .collect()
}

/// Judges drugs by the filters in force, in their order.
pub(crate) async fn judge(ctx: &Context, drugs: &[DrugFacts]) -> Result<Vec<Judged>> {
    let loaded = shelf::loaded(ctx).await?;
    Ok(drugs
        .iter()
        .map(|drug| {
            let of_people =
                drug.class_name.is_empty() || drug.class_name.eq_ignore_ascii_case("human");
            Judged {
                selectable: of_people && judgement(&loaded.filters, drug).is_selectable(),
            }
        })
        .collect())
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

/// What speaks against a line of a prescription: status and reason, the strictest first. Before the
/// catalogue's first use only the built-in rules are known.
pub(crate) fn marks(
    ctx: &Context,
    name: &str,
    ingredients: &[Ingredient],
    ahfs_numbers: &[String],
    schedules: &[String],
) -> Vec<(String, String)> {
    let names: Vec<&str> = ingredients
        .iter()
        .map(|one| one.ingredient_name.as_str())
        .collect();
    let drug = JudgedDrug {
        name,
        ahfs_numbers,
        atc_numbers: &[],
        schedules,
        ingredients: &names,
    };
    let hits = match shelf::at_hand(ctx) {
        Some(loaded) => loaded.filters.judge(&drug).hits,
        None => Filters::new(&[]).judge(&drug).hits,
    };
    hits.into_iter()
        .map(|FilterHit { status, reason }| (status.code().to_owned(), reason))
        .collect()
}
