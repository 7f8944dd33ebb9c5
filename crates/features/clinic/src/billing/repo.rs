// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on the plan's lists and on the defaults of classes. They are no patient's record, so there is no
//! scope.

pub(super) mod counted;
pub(super) mod unconfirmed;

pub(super) mod reference_lists;

use std::collections::HashMap;

use chrono::NaiveDate;
use salal_db::{Connection, JointAnswers, JointRead, Part};
use salal_domain::billing::services;
use salal_domain::fees::Cents;
use salal_domain::search::fold;
use salal_formats::teleplan::lists::{CodeText, Diagnosis, FeeItem};
use sea_orm::sea_query::{Expr, LikeExpr, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, EntityTrait, IntoActiveModel, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, Select, Set,
};
use uuid::Uuid;

use super::CodeKind;
use super::dto::{CodeView, DiagnosisView};
use super::entity::{icd, medication_bill, msp_code, msp_fee};
use crate::context::Context;
use crate::error::Result;

/// Rows per statement.
const BATCH: usize = 500;
/// Rows per statement for a table with many columns: the number of values per statement is limited.
const WIDE_BATCH: usize = 300;
/// The number of rows that a search examines before sorting.
const LOOKED_AT: u64 = 400;

/// Inserts any number of rows into a table.
pub(super) async fn insert_all<M, A>(tx: &Connection, rows: Vec<M>) -> Result<()>
where
    M: IntoActiveModel<A>,
    A: ActiveModelTrait,
{
    let mut rows = rows.into_iter().map(IntoActiveModel::into_active_model);
    loop {
        let part: Vec<A> = rows.by_ref().take(WIDE_BATCH).collect();
        if part.is_empty() {
            return Ok(());
        }
        A::Entity::insert_many(part)
            .exec_without_returning(tx)
            .await?;
    }
}

/// A pattern in which `%` and `_` of the text are literal.
pub(super) fn like(text: &str, before: &str) -> LikeExpr {
    let literal = text
        .replace('!', "!!")
        .replace('%', "!%")
        .replace('_', "!_");
    LikeExpr::new(format!("{before}{literal}%")).escape('!')
}

/// Diagnoses with the code prefix `code`, or with words that have each of the prefixes `words`, best match
/// first.
pub(super) async fn diagnoses(
    db: &Connection,
    words: &str,
    code: &str,
    limit: u64,
) -> Result<Vec<DiagnosisView>> {
    let mut all_words = Condition::all();
    for word in words.split(' ') {
        // The normalized text begins with a space, so that every word does.
        all_words = all_words.add(icd::Column::Folded.like(like(&format!(" {word}"), "%")));
    }
    let mut wanted = Condition::any().add(all_words);
    if !code.is_empty() {
        wanted = wanted.add(icd::Column::Code.like(like(code, "")));
    }
    let mut rows = icd::Entity::find()
        .filter(wanted)
        .order_by_asc(icd::Column::Code)
        .order_by_asc(icd::Column::Description)
        .limit(LOOKED_AT)
        .all(db)
        .await?;
    let first = format!(" {words}");
    rows.sort_by_key(|row| {
        (
            row.code != code,
            !row.code.starts_with(code) || code.is_empty(),
            !row.folded.starts_with(&first),
            row.code.len(),
            row.code.clone(),
        )
    });
    let mut found: Vec<DiagnosisView> = Vec::new();
    for row in rows {
        let same = |one: &DiagnosisView| {
            one.code == row.code && fold(&one.description) == row.folded.trim_start()
        };
        if found.len() as u64 == limit {
            break;
        }
        if !found.iter().any(same) {
            found.push(DiagnosisView {
                code: row.code,
                description: row.description,
            });
        }
    }
    Ok(found)
}

/// The texts of diagnosis codes, in one query.
pub(super) async fn diagnosis_words(
    db: &Connection,
    codes: &[&str],
) -> Result<HashMap<String, String>> {
    if codes.is_empty() {
        return Ok(HashMap::new());
    }
    Ok(texts_of(select_diagnoses(codes).all(db).await?))
}

fn select_diagnoses(codes: &[&str]) -> Select<icd::Entity> {
    icd::Entity::find()
        .filter(icd::Column::Code.is_in(codes.iter().copied()))
        .order_by_desc(icd::Column::Source)
        .order_by_desc(icd::Column::Description)
}

fn texts_of(rows: Vec<icd::Model>) -> HashMap<String, String> {
    rows.into_iter()
        .map(|row| (row.code, row.description))
        .collect()
}

/// The words of a bill's codes.
pub(super) struct Words {
    /// The text of a diagnosis, by its code.
    pub(super) diagnoses: HashMap<String, String>,
    /// Explanatory codes, by code.
    pub(super) codes: HashMap<String, CodeView>,
}

/// The words of codes in a joint read.
pub(super) struct WordsPart {
    diagnoses: Part<icd::Model>,
    codes: Part<msp_code::Model>,
    wanted: Vec<String>,
}

impl WordsPart {
    pub(super) fn add(read: &mut JointRead, diagnoses: &[&str], codes: &[String]) -> Self {
        Self {
            diagnoses: read.add(&select_diagnoses(diagnoses)),
            codes: read.add(&select_codes(codes)),
            wanted: codes.to_vec(),
        }
    }

    pub(super) fn take(&self, found: &mut JointAnswers) -> Result<Words> {
        Ok(Words {
            diagnoses: texts_of(found.take(&self.diagnoses)?),
            codes: explained(found.take(&self.codes)?, &self.wanted),
        })
    }
}

/// Whether a code may be billed: it is in a list, or there is no list.
pub(super) async fn is_listed(db: &Connection, code: &str) -> Result<bool> {
    let found = icd::Entity::find()
        .filter(icd::Column::Code.eq(code))
        .limit(1)
        .one(db)
        .await?;
    if found.is_some() {
        return Ok(true);
    }
    Ok(icd::Entity::find().limit(1).one(db).await?.is_none())
}

/// Replaces a list of the same name, and the demo's; returns its size.
pub(super) async fn replace_diagnoses(
    tx: &Connection,
    ctx: &Context,
    source: &str,
    demo: &str,
    rows: &[Diagnosis],
) -> Result<usize> {
    icd::Entity::delete_many()
        .filter(icd::Column::Source.is_in([source, demo]))
        .exec(tx)
        .await?;
    let mut seen = std::collections::HashSet::new();
    let distinct: Vec<&Diagnosis> = rows
        .iter()
        .filter(|row| seen.insert((row.code.as_str(), row.description.as_str())))
        .collect();
    for part in distinct.chunks(BATCH) {
        let rows = part.iter().map(|row| icd::ActiveModel {
            id: Set(ctx.new_id()),
            source: Set(source.to_owned()),
            code: Set(row.code.clone()),
            description: Set(row.description.clone()),
            folded: Set(format!(" {}", fold(&row.description))),
        });
        icd::Entity::insert_many(rows)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(distinct.len())
}

/// Whether there is any list of diagnoses.
pub(super) async fn has_diagnoses(db: &Connection) -> Result<bool> {
    Ok(icd::Entity::find().limit(1).one(db).await?.is_some())
}

/// Adds fee items; an existing item and day gets the new amount.
pub(super) async fn save_fees(tx: &Connection, ctx: &Context, rows: &[FeeItem]) -> Result<()> {
    let always = NaiveDate::from_ymd_opt(1900, 1, 1).unwrap_or_default();
    let mut distinct: HashMap<(&str, NaiveDate), &FeeItem> = HashMap::new();
    for row in rows {
        distinct.insert((&row.code, row.effective.unwrap_or(always)), row);
    }
    let rows: Vec<msp_fee::ActiveModel> = distinct
        .into_iter()
        .map(|((code, effective), row)| msp_fee::ActiveModel {
            id: Set(ctx.new_id()),
            code: Set(code.to_owned()),
            effective: Set(effective),
            amount_cents: Set(row.amount.0),
            description: Set(row.description.clone()),
        })
        .collect();
    for part in rows.chunks(BATCH) {
        let taken = OnConflict::columns([msp_fee::Column::Code, msp_fee::Column::Effective])
            .update_columns([msp_fee::Column::AmountCents, msp_fee::Column::Description])
            .to_owned();
        msp_fee::Entity::insert_many(part.to_vec())
            .on_conflict(taken)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// The amount of an item on a day: the newest listed amount, or the built-in one.
pub(super) async fn fee_on(db: &Connection, code: &str, day: NaiveDate) -> Result<Option<Cents>> {
    let listed = msp_fee::Entity::find()
        .filter(msp_fee::Column::Code.eq(code))
        .filter(msp_fee::Column::Effective.lte(day))
        .order_by_desc(msp_fee::Column::Effective)
        .limit(1)
        .one(db)
        .await?;
    Ok(listed
        .map(|row| Cents(row.amount_cents))
        .or_else(|| services::by_code(code).map(|service| service.amount)))
}

/// Replaces the texts of a kind of codes.
pub(super) async fn replace_codes(
    tx: &Connection,
    ctx: &Context,
    kind: CodeKind,
    rows: &[CodeText],
) -> Result<()> {
    msp_code::Entity::delete_many()
        .filter(msp_code::Column::Kind.eq(kind.code()))
        .exec(tx)
        .await?;
    let distinct: HashMap<&str, &CodeText> =
        rows.iter().map(|row| (row.code.as_str(), row)).collect();
    let rows: Vec<msp_code::ActiveModel> = distinct
        .into_values()
        .map(|row| msp_code::ActiveModel {
            id: Set(ctx.new_id()),
            kind: Set(kind.into()),
            code: Set(row.code.clone()),
            words: Set(row.text.clone()),
        })
        .collect();
    for part in rows.chunks(BATCH) {
        msp_code::Entity::insert_many(part.to_vec())
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// Explanatory codes with their texts, by code: the listed ones, then the built-in ones.
pub(super) async fn code_views(
    db: &Connection,
    codes: &[String],
) -> Result<HashMap<String, CodeView>> {
    if codes.is_empty() {
        return Ok(HashMap::new());
    }
    Ok(explained(select_codes(codes).all(db).await?, codes))
}

fn select_codes(codes: &[String]) -> Select<msp_code::Entity> {
    msp_code::Entity::find()
        .filter(msp_code::Column::Kind.eq(CodeKind::Explanatory.code()))
        .filter(msp_code::Column::Code.is_in(codes))
}

fn explained(rows: Vec<msp_code::Model>, codes: &[String]) -> HashMap<String, CodeView> {
    let listed: HashMap<String, String> =
        rows.into_iter().map(|row| (row.code, row.words)).collect();
    let view = |code: &String| CodeView {
        code: code.clone(),
        text: listed
            .get(code)
            .cloned()
            .or_else(|| salal_formats::teleplan::codes::explanation(code).map(str::to_owned)),
    };
    codes
        .iter()
        .map(|code| (code.clone(), view(code)))
        .collect()
}

/// The defaults of a class.
pub(super) async fn class(db: &Connection, number: &str) -> Result<Option<medication_bill::Model>> {
    Ok(medication_bill::Entity::find()
        .filter(medication_bill::Column::TcAhfsNumber.eq(number))
        .one(db)
        .await?)
}

/// A page of defaults, by class number after `cursor`, and their number.
pub(super) async fn classes(
    db: &Connection,
    begins: &str,
    cursor: Option<&str>,
    limit: u64,
) -> Result<(Vec<medication_bill::Model>, u64)> {
    let mut wanted = medication_bill::Entity::find();
    if !begins.is_empty() {
        wanted = wanted.filter(medication_bill::Column::TcAhfsNumber.like(like(begins, "")));
    }
    let total = wanted.clone().count(db).await?;
    if let Some(cursor) = cursor {
        wanted = wanted.filter(medication_bill::Column::TcAhfsNumber.gt(cursor));
    }
    let rows = wanted
        .order_by_asc(medication_bill::Column::TcAhfsNumber)
        .limit(limit)
        .all(db)
        .await?;
    Ok((rows, total))
}

/// Stores the defaults of a new class.
pub(super) async fn add_class(
    tx: &Connection,
    row: medication_bill::Model,
) -> Result<Option<medication_bill::Model>, sea_orm::DbErr> {
    row.into_active_model().insert(tx).await.map(Some)
}

/// Updates the defaults if the version is unchanged.
pub(super) async fn change_class(
    tx: &Connection,
    ctx: &Context,
    seen: &medication_bill::Model,
    code: Option<String>,
    question: Option<String>,
    by: Uuid,
) -> Result<bool> {
    use sea_orm::sea_query::ExprTrait;
    let done = medication_bill::Entity::update_many()
        .col_expr(medication_bill::Column::DiagnosisCode, Expr::value(code))
        .col_expr(medication_bill::Column::Question, Expr::value(question))
        .col_expr(medication_bill::Column::UpdatedAt, Expr::value(ctx.now()))
        .col_expr(medication_bill::Column::UpdatedBy, Expr::value(Some(by)))
        .col_expr(
            medication_bill::Column::Version,
            Expr::col(medication_bill::Column::Version).add(1i64),
        )
        .filter(medication_bill::Column::Id.eq(seen.id))
        .filter(medication_bill::Column::Version.eq(seen.version))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Deletes the defaults of a class; false when there are none.
pub(super) async fn forget_class(tx: &Connection, id: Uuid) -> Result<bool> {
    let done = medication_bill::Entity::delete_by_id(id).exec(tx).await?;
    Ok(done.rows_affected == 1)
}
