// SPDX-License-Identifier: AGPL-3.0-or-later

//! Drug details for other features: by id, and whether a drug can be renewed.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use salal_db::{Connection, JointAnswers, JointRead, Part};
use salal_domain::filters::{FilterHit, FilterRule, Filters, JudgedDrug, Judgement};
use salal_domain::prescriptions::wording::{container_text, on_label, strengths_text};
use salal_formats::drug_database::Ingredient;
use uuid::Uuid;

use super::entity::{drug, medication_filter};
use super::{catalogue_cache, repo};
use crate::context::Context;
use crate::error::{Error, Result};

/// A drug of the current build of the catalogue.
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
    /// `Human` and others; empty if unknown to the caller.
    pub class_name: String,
    /// Empty if unknown to the caller.
    pub din: String,
    /// What the register adds to the name, as published: `CARTRIDGE`. Often empty.
    pub descriptor: String,
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
            din: row.din,
            descriptor: row.descriptor,
        })
    }
}

/// What tells a drug apart from others of its name and strength, as printed: `Cartridge`.
pub fn container(drug: &DrugFacts) -> Option<String> {
    container_text(&drug.descriptor)
}

/// The DIN of a drug, where it is one product: of several that read the same the pharmacy chooses.
pub fn chosen_din(ctx: &Context, drug: &DrugFacts) -> Option<String> {
    let is_din = drug.din.len() == 8 && drug.din.bytes().all(|byte| byte.is_ascii_digit());
    let (strengths, forms) = (
        strengths_text(&on_label(&drug.name, &drug.ingredients)),
        drug.formulations.join(", "),
    );
    let container = container(drug).unwrap_or_default();
    let reads_the_same = |loaded: &catalogue_cache::Loaded| {
        loaded
            .index
            .named(&drug.name)
            .into_iter()
            .map(|key| loaded.drug(key))
            .filter(|one| {
                *one.strengths == *strengths && *one.forms == *forms && *one.container == *container
            })
            .count()
    };
    let count = catalogue_cache::at_hand(ctx).map_or(1, |loaded| reads_the_same(&loaded));
    (is_din && count <= 1).then(|| drug.din.clone())
}

/// Drugs by id; those removed from the register are omitted.
pub async fn get_many(db: &Connection, ids: &[Uuid]) -> Result<HashMap<Uuid, DrugFacts>> {
    by_id(repo::get_many(db, ids).await?)
}

fn by_id(rows: Vec<drug::Model>) -> Result<HashMap<Uuid, DrugFacts>> {
    rows.into_iter()
        .map(|row| Ok((row.id, DrugFacts::try_from(row)?)))
        .collect()
}

/// Drugs in a joint read.
pub struct DrugsPart(Option<Part<drug::Model>>);

impl DrugsPart {
    pub fn add(read: &mut JointRead, ids: &[Uuid]) -> Self {
        let values = ids.iter().map(|id| (*id).into());
        let values = values.chain([true.into()]).collect();
        let add = || read.add_again(values, || repo::select_drugs(ids));
        Self((!ids.is_empty()).then(add))
    }

    /// By id; those removed from the register are omitted.
    pub fn take(&self, found: &mut JointAnswers) -> Result<HashMap<Uuid, DrugFacts>> {
        match &self.0 {
            Some(part) => by_id(found.take(part)?),
            None => Ok(HashMap::new()),
        }
    }
}

/// The class rules in force, in a joint read.
pub struct RulesPart(Part<medication_filter::Model>);

impl RulesPart {
    pub fn add(read: &mut JointRead) -> Self {
        Self(read.add(&repo::select_filters()))
    }

    pub fn take(&self, found: &mut JointAnswers) -> Result<Arc<Filters>> {
        Ok(prepared(repo::rules_of(found.take(&self.0)?)?))
    }
}

/// The ingredients of those names that the catalogue knows, such as a typed brand, in a joint read.
pub struct IngredientsPart(Option<Part<drug::Model>>);

impl IngredientsPart {
    pub fn add(read: &mut JointRead, names: &[String]) -> Self {
        Self((!names.is_empty()).then(|| read.add(&repo::by_folded_names(names))))
    }

    /// By normalized name.
    pub fn take(&self, found: &mut JointAnswers) -> Result<HashMap<String, Vec<String>>> {
        let mut all = HashMap::new();
        let Some(part) = &self.0 else {
            return Ok(all);
        };
        for row in found.take(part)? {
            let ingredients: Vec<Ingredient> = repo::parse_list(&row.ingredients)?;
            all.entry(row.name_folded).or_insert_with(|| {
                ingredients
                    .into_iter()
                    .map(|one| one.ingredient_name)
                    .collect()
            });
        }
        Ok(all)
    }
}

/// The class rules in force, read in the caller's transaction.
pub async fn rules_in_force(db: &Connection) -> Result<Arc<Filters>> {
    Ok(prepared(repo::filters(db).await?))
}

/// The rules made ready to judge with. They are changed a few times a year and were read a moment ago: the last ones
/// are kept ready, because to read their words anew for each request takes longer than to judge with them.
fn prepared(rules: Vec<FilterRule>) -> Arc<Filters> {
    static LAST: RwLock<Option<(Vec<FilterRule>, Arc<Filters>)>> = RwLock::new(None);
    if let Some((known, filters)) = &*LAST.read().unwrap_or_else(PoisonError::into_inner)
        && *known == rules
    {
        return Arc::clone(filters);
    }
    let filters = Arc::new(Filters::new(&rules));
    *LAST.write().unwrap_or_else(PoisonError::into_inner) = Some((rules, Arc::clone(&filters)));
    filters
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
pub fn marks(ctx: &Context, drug: &DrugFacts) -> Vec<FilterHit> {
    with_rules_at_hand(ctx, |rules| judgement(rules, drug).hits)
}

/// Those that no administrator changes.
fn built_in() -> &'static Filters {
    static BUILT_IN: LazyLock<Filters> = LazyLock::new(|| Filters::new(&[]));
    &BUILT_IN
}

/// The class rules as last cached, without waiting; before the first use only the built-in ones are known.
/// For display only; actions use [`rules_in_force`].
pub fn with_rules_at_hand<T>(ctx: &Context, look: impl FnOnce(&Filters) -> T) -> T {
    match catalogue_cache::at_hand(ctx) {
        Some(loaded) => look(&loaded.filters),
        None => look(built_in()),
    }
}
