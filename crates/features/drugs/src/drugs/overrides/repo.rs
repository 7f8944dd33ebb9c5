// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on overrides, and on the catalogue for administrators: everything in the current build, offered to
//! patients or not.

use std::collections::HashMap;

use salal_db::{Connection, ConstraintName, is_unique_violation};
use salal_domain::search::fold;
use salal_formats::drug_database::DrugRecord;
use salal_platform::totals::{self, Total};
use sea_orm::sea_query::{Expr, ExprTrait, LikeExpr, Query, SimpleExpr};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, EntityTrait, NotSet, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Set,
};
use uuid::Uuid;

use crate::drugs::entity::{drug, drug_edit};
use crate::drugs::repo::{parse_list, row};
use crate::error::Result;

/// Codes for manually added drugs without one: above the register's, below the demo's.
const OWN_CODES: std::ops::RangeInclusive<i64> = 9_000_001..=9_899_999;

/// A drug of the current build.
pub(super) async fn find_drug(db: &Connection, id: Uuid) -> Result<Option<drug::Model>> {
    Ok(drug::Entity::find_by_id(id)
        .filter(drug::Column::Present.eq(true))
        .one(db)
        .await?)
}

/// Whether a drug of the current build has this code.
pub(super) async fn is_taken(db: &Connection, code: i64) -> Result<bool> {
    let found = drug::Entity::find()
        .filter(drug::Column::Code.eq(code))
        .filter(drug::Column::Present.eq(true))
        .limit(1)
        .count(db)
        .await?;
    Ok(found > 0)
}

/// The next code of our own.
pub(super) async fn free_code(db: &Connection) -> Result<i64> {
    let last = drug::Entity::find()
        .filter(drug::Column::Code.between(*OWN_CODES.start(), *OWN_CODES.end()))
        .order_by_desc(drug::Column::Code)
        .one(db)
        .await?;
    Ok(last.map_or(*OWN_CODES.start(), |drug| drug.code + 1))
}

/// The row as a record.
pub(in crate::drugs) fn record_of(row: &drug::Model) -> Result<DrugRecord> {
    Ok(DrugRecord {
        drug_code: row.code,
        drug_identification_number: row.din.clone(),
        name: row.name.clone(),
        class_name: row.class_name.clone(),
        descriptor: row.descriptor.clone(),
        status: row.status.clone(),
        history_date: row.history_date.clone(),
        number_of_ais: row.number_of_ais.clone(),
        ai_group_no: row.ai_group_no.clone(),
        company_name: row.company_name.clone(),
        administrations: parse_list(&row.administrations)?,
        formulations: parse_list(&row.formulations)?,
        tc_ahfs_numbers: parse_list(&row.ahfs_numbers)?,
        atc_numbers: parse_list(&row.atc_numbers)?,
        schedules: parse_list(&row.schedules)?,
        ingredients: parse_list(&row.ingredients)?,
    })
}

/// Replaces the version that was seen; false when it was changed concurrently.
pub(super) async fn replace(
    tx: &Connection,
    seen: &drug::Model,
    record: &DrugRecord,
    print: String,
) -> Result<bool> {
    let mut new = row(seen.id, record, print)?;
    new.id = NotSet;
    let done = drug::Entity::update_many()
        .set(new)
        .filter(drug::Column::Id.eq(seen.id))
        .filter(drug::Column::ContentHash.eq(seen.content_hash.as_str()))
        .filter(drug::Column::Present.eq(true))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// All hand edits by code.
pub(super) async fn edits(db: &Connection) -> Result<HashMap<i64, drug_edit::Model>> {
    let rows = drug_edit::Entity::find().all(db).await?;
    Ok(rows.into_iter().map(|row| (row.code, row)).collect())
}

/// The overrides of these drugs, by drug.
pub(super) async fn edits_of(
    db: &Connection,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, drug_edit::Model>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = drug_edit::Entity::find()
        .filter(drug_edit::Column::DrugId.is_in(ids.iter().copied()))
        .all(db)
        .await?;
    Ok(rows.into_iter().map(|row| (row.drug_id, row)).collect())
}

/// Adds the first override of a drug; false on a concurrent change, after which `tx` cannot be used.
pub(super) async fn add_edit(tx: &Connection, edit: drug_edit::Model) -> Result<bool> {
    let row = drug_edit::ActiveModel {
        drug_id: Set(edit.drug_id),
        code: Set(edit.code),
        fields: Set(edit.fields),
        register: Set(edit.register),
        edited_by: Set(edit.edited_by),
        edited_at: Set(edit.edited_at),
    };
    match row.insert(tx).await {
        Ok(_) => Ok(true),
        Err(error) if is_unique_violation(&error) == Some(ConstraintName::DrugEditDrug) => {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

/// Updates the override of a drug.
pub(super) async fn change_edit(tx: &Connection, edit: drug_edit::Model) -> Result<()> {
    drug_edit::Entity::update_many()
        .col_expr(drug_edit::Column::Fields, Expr::value(edit.fields))
        .col_expr(drug_edit::Column::EditedBy, Expr::value(edit.edited_by))
        .col_expr(drug_edit::Column::EditedAt, Expr::value(edit.edited_at))
        .filter(drug_edit::Column::DrugId.eq(edit.drug_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Stores the register's current values of an edited drug.
pub(super) async fn note_register(
    tx: &Connection,
    drug: Uuid,
    says: serde_json::Value,
) -> Result<()> {
    drug_edit::Entity::update_many()
        .col_expr(drug_edit::Column::Register, Expr::value(Some(says)))
        .filter(drug_edit::Column::DrugId.eq(drug))
        .exec(tx)
        .await?;
    Ok(())
}

/// Deletes the override of a drug; false when there is none.
pub(super) async fn forget_edit(tx: &Connection, drug: Uuid) -> Result<bool> {
    let done = drug_edit::Entity::delete_by_id(drug).exec(tx).await?;
    Ok(done.rows_affected == 1)
}

/// Deletes the override of a drug that was removed from the catalogue.
pub(super) async fn forget_edit_of_absent(tx: &Connection, drug: Uuid) -> Result<()> {
    let absent = Query::select()
        .column(drug::Column::Id)
        .from(drug::Entity)
        .and_where(drug::Column::Id.eq(drug))
        .and_where(drug::Column::Present.eq(false))
        .to_owned();
    drug_edit::Entity::delete_many()
        .filter(drug_edit::Column::DrugId.in_subquery(absent))
        .exec(tx)
        .await?;
    Ok(())
}

/// The parameters of a catalogue search.
pub(super) struct Asked<'a> {
    /// Words, a DIN or a code; empty for everything.
    pub text: &'a str,
    /// Drugs found by the ingredient search.
    pub also: &'a [Uuid],
    pub edited: bool,
    pub after: Option<Uuid>,
    pub limit: u64,
}

/// Drugs by name, and their total number.
pub(super) async fn search(db: &Connection, asked: Asked<'_>) -> Result<(Vec<drug::Model>, Total)> {
    let mut wanted = drug::Entity::find().filter(drug::Column::Present.eq(true));
    let folded = fold(asked.text);
    if !folded.is_empty() {
        let mut words = Condition::all();
        for word in folded.split(' ') {
            words = words.add(drug::Column::NameFolded.like(containing(word)));
        }
        let mut any = Condition::any().add(words);
        let typed = asked.text.trim();
        if typed.bytes().all(|byte| byte.is_ascii_digit()) {
            any = any.add(drug::Column::Din.eq(format!("{typed:0>8}")));
            if let Ok(code) = typed.parse::<i64>() {
                any = any.add(drug::Column::Code.eq(code));
            }
        }
        if !asked.also.is_empty() {
            any = any.add(drug::Column::Id.is_in(asked.also.iter().copied()));
        }
        wanted = wanted.filter(any);
    }
    if asked.edited {
        let edited = Query::select()
            .column(drug_edit::Column::DrugId)
            .from(drug_edit::Entity)
            .to_owned();
        wanted = wanted.filter(drug::Column::Id.in_subquery(edited));
    }
    let total = totals::count(db, wanted.clone()).await?;
    if let Some(after) = asked.after
        && let Some(last) = drug::Entity::find_by_id(after).one(db).await?
    {
        let place: SimpleExpr = Expr::tuple([
            Expr::col(drug::Column::NameFolded),
            Expr::col(drug::Column::Code),
        ]);
        wanted = wanted.filter(place.gt(Expr::tuple([
            Expr::val(last.name_folded),
            Expr::val(last.code),
        ])));
    }
    let rows = wanted
        .order_by_asc(drug::Column::NameFolded)
        .order_by_asc(drug::Column::Code)
        .limit(asked.limit)
        .all(db)
        .await?;
    Ok((rows, total))
}

/// A pattern in which `%` and `_` of the text are literal.
fn containing(word: &str) -> LikeExpr {
    let literal = word
        .replace('!', "!!")
        .replace('%', "!%")
        .replace('_', "!_");
    LikeExpr::new(format!("%{literal}%")).escape('!')
}
