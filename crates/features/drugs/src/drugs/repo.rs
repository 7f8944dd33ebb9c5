// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on the catalogue and the clinic's filters. Drugs are not patient data, so there is no scope.

pub(super) mod ahfs_numbers;

use std::collections::HashMap;

use salal_db::{Coded, Connection};
use salal_domain::filters::{FilterRule, MatchedBy};
use salal_domain::search::fold;
use salal_formats::drug_database::DrugRecord;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, ExprTrait, FromQueryResult, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, Select, Set,
};
use serde::de::{Deserialize, DeserializeOwned};
use uuid::Uuid;

use super::entity::{catalogue, drug, medication_filter};
use super::filters::accepted;
use crate::context::Context;
use crate::error::Result;

/// The single row of the catalogue.
const ONE: i64 = 1;
/// Rows per statement: 20 columns each, far below the limits of both databases.
pub(super) const BATCH: usize = 200;
/// Rows per page when the whole catalogue is read.
const PAGE: u64 = 1000;

/// The revision of the catalogue in force; incremented by each import that changed something.
pub(super) async fn revision(db: &Connection) -> Result<i64> {
    Ok(catalogue::Entity::find_by_id(ONE)
        .one(db)
        .await?
        .map_or(0, |row| row.revision))
}

/// Activates a new build.
pub(super) async fn bump(tx: &Connection, ctx: &Context, source: &str) -> Result<()> {
    let done = catalogue::Entity::update_many()
        .col_expr(
            catalogue::Column::Revision,
            Expr::col(catalogue::Column::Revision).add(1i64),
        )
        .col_expr(catalogue::Column::BuiltAt, Expr::value(Some(ctx.now())))
        .col_expr(
            catalogue::Column::Source,
            Expr::value(Some(source.to_owned())),
        )
        .filter(catalogue::Column::Id.eq(ONE))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        catalogue::ActiveModel {
            id: Set(ONE),
            revision: Set(1),
            built_at: Set(Some(ctx.now())),
            source: Set(Some(source.to_owned())),
        }
        .insert(tx)
        .await?;
    }
    Ok(())
}

/// Detects whether a drug changed.
#[derive(FromQueryResult)]
pub(super) struct Print {
    pub(super) code: i64,
    pub(super) content_hash: String,
    pub(super) present: bool,
}

/// The fingerprints of all drugs by code.
pub(super) async fn prints(db: &Connection) -> Result<HashMap<i64, Print>> {
    let prints = drug::Entity::find()
        .select_only()
        .columns([
            drug::Column::Code,
            drug::Column::ContentHash,
            drug::Column::Present,
        ])
        .into_model::<Print>()
        .all(db)
        .await?;
    Ok(prints
        .into_iter()
        .map(|print| (print.code, print))
        .collect())
}

/// Inserts or updates drugs; ids are kept.
pub(super) async fn upsert(tx: &Connection, drugs: &[(Uuid, &DrugRecord, String)]) -> Result<()> {
    use drug::Column as C;
    let mut rows = Vec::with_capacity(drugs.len());
    for (id, record, print) in drugs {
        rows.push(row(*id, record, print.clone())?);
    }
    let replaced = [
        C::Din,
        C::Name,
        C::NameFolded,
        C::ClassName,
        C::Status,
        C::HistoryDate,
        C::NumberOfAis,
        C::AiGroupNo,
        C::CompanyName,
        C::Descriptor,
        C::Administrations,
        C::Formulations,
        C::AhfsNumbers,
        C::AtcNumbers,
        C::Schedules,
        C::Ingredients,
        C::ContentHash,
        C::Present,
    ];
    drug::Entity::insert_many(rows)
        .on_conflict(
            OnConflict::column(C::Code)
                .update_columns(replaced)
                .to_owned(),
        )
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// The row of a drug.
pub(super) fn row(id: Uuid, record: &DrugRecord, print: String) -> Result<drug::ActiveModel> {
    Ok(drug::ActiveModel {
        id: Set(id),
        code: Set(record.drug_code),
        din: Set(record.drug_identification_number.clone()),
        name: Set(record.name.clone()),
        name_folded: Set(fold(&record.name)),
        class_name: Set(record.class_name.clone()),
        status: Set(record.status.clone()),
        history_date: Set(record.history_date.clone()),
        number_of_ais: Set(record.number_of_ais.clone()),
        ai_group_no: Set(record.ai_group_no.clone()),
        company_name: Set(record.company_name.clone()),
        descriptor: Set(record.descriptor.clone()),
        administrations: Set(serde_json::to_value(&record.administrations)?),
        formulations: Set(serde_json::to_value(&record.formulations)?),
        ahfs_numbers: Set(serde_json::to_value(&record.tc_ahfs_numbers)?),
        atc_numbers: Set(serde_json::to_value(&record.atc_numbers)?),
        schedules: Set(serde_json::to_value(&record.schedules)?),
        ingredients: Set(serde_json::to_value(&record.ingredients)?),
        content_hash: Set(print),
        present: Set(true),
    })
}

/// Marks drugs that were removed from the register.
pub(super) async fn mark_absent(tx: &Connection, codes: &[i64]) -> Result<()> {
    for codes in codes.chunks(BATCH) {
        drug::Entity::update_many()
            .col_expr(drug::Column::Present, Expr::value(false))
            .filter(drug::Column::Code.is_in(codes.iter().copied()))
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// Drugs of the current build by id.
pub(super) async fn get_many(db: &Connection, ids: &[Uuid]) -> Result<Vec<drug::Model>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(select_drugs(ids).all(db).await?)
}

/// Present drugs by id.
pub(super) fn select_drugs(ids: &[Uuid]) -> Select<drug::Entity> {
    drug::Entity::find()
        .filter(drug::Column::Id.is_in(ids.iter().copied()))
        .filter(drug::Column::Present.eq(true))
        .order_by_asc(drug::Column::NameFolded)
        .order_by_asc(drug::Column::Code)
}

/// One page of the drugs for people of the current build, after `code`; empty at the end.
pub(super) async fn list_drugs_after(db: &Connection, after: i64) -> Result<Vec<drug::Model>> {
    Ok(drug::Entity::find()
        .filter(drug::Column::Present.eq(true))
        .filter(drug::Column::Code.gt(after))
        .order_by_asc(drug::Column::Code)
        .limit(PAGE)
        .all(db)
        .await?)
}

/// A list stored in a JSON column.
pub(super) fn parse_list<T: DeserializeOwned>(json: &serde_json::Value) -> Result<Vec<T>> {
    Ok(<Vec<T> as Deserialize>::deserialize(json)?)
}

/// The filters in force.
pub(super) async fn filters(db: &Connection) -> Result<Vec<FilterRule>> {
    rules_of(select_filters().all(db).await?)
}

pub(super) fn select_filters() -> Select<medication_filter::Entity> {
    medication_filter::Entity::find()
        .filter(medication_filter::Column::DeletedAt.is_null())
        .order_by_asc(medication_filter::Column::CreatedAt)
}

/// Filters from their rows.
pub(super) fn rules_of(rows: Vec<medication_filter::Model>) -> Result<Vec<FilterRule>> {
    let mut rules = Vec::with_capacity(rows.len());
    for row in rows {
        rules.push(FilterRule {
            exceptions: parse_list(&row.exceptions)?,
            also: also(row.also)?,
            tc_ahfs_number: row.tc_ahfs_number,
            status: *row.status,
        });
    }
    Ok(rules)
}

/// What a filter matches besides its number.
pub(super) fn also(kept: Option<serde_json::Value>) -> Result<MatchedBy> {
    match kept {
        Some(kept) => Ok(serde_json::from_value(kept)?),
        None => Ok(MatchedBy::default()),
    }
}

/// Gives a new installation its filters, and an installation with the default set those added to the set
/// since; one with its own filters, or none, is unchanged. Returns the added ones, by class.
pub(super) async fn seed_filters(
    tx: &Connection,
    ctx: &Context,
    rules: Vec<FilterRule>,
) -> Result<Vec<String>> {
    let ever = medication_filter::Entity::find().all(tx).await?;
    let answer = accepted(tx).await?;
    let keeps_the_set = ever
        .iter()
        .any(|row| row.created_by.is_none() && row.deleted_at.is_none());
    let wants = match answer {
        Some(accepted) => accepted,
        None => ever.is_empty() || keeps_the_set,
    };
    if !wants || (answer.is_some() && ever.is_empty()) {
        return Ok(Vec::new());
    }
    let mut rows = Vec::new();
    let mut added = Vec::new();
    for rule in rules {
        // One that a person removed is not added again.
        if ever
            .iter()
            .any(|row| row.tc_ahfs_number == rule.tc_ahfs_number)
        {
            continue;
        }
        added.push(rule.tc_ahfs_number.clone());
        rows.push(medication_filter::ActiveModel {
            id: Set(ctx.new_id()),
            tc_ahfs_number: Set(rule.tc_ahfs_number),
            status: Set(Coded(rule.status)),
            exceptions: Set(serde_json::to_value(rule.exceptions)?),
            also: Set(None),
            created_by: Set(None),
            created_at: Set(ctx.now()),
            deleted_at: Set(None),
        });
    }
    if !rows.is_empty() {
        medication_filter::Entity::insert_many(rows)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(added)
}

/// The number of drugs in the current build.
pub async fn count_present(db: &Connection) -> Result<u64> {
    Ok(drug::Entity::find()
        .filter(drug::Column::Present.eq(true))
        .count(db)
        .await?)
}

/// Some drugs of the current build by code, as records.
pub async fn page_of(db: &Connection, from: u64, limit: u64) -> Result<Vec<DrugRecord>> {
    let rows = drug::Entity::find()
        .filter(drug::Column::Present.eq(true))
        .order_by_asc(drug::Column::Code)
        .offset(from)
        .limit(limit)
        .all(db)
        .await?;
    rows.iter().map(super::overrides::record_of).collect()
}

/// Medications for people with one of these normalized names; several packages of one name are several rows.
pub(super) fn by_folded_names(names: &[String]) -> Select<drug::Entity> {
    drug::Entity::find()
        .filter(drug::Column::NameFolded.is_in(names.iter().map(String::as_str)))
        .filter(drug::Column::ClassName.eq("Human"))
        .order_by_asc(drug::Column::Code)
        .limit(500)
}
