// SPDX-License-Identifier: AGPL-3.0-or-later

//! The plan's lists as a whole: diagnosis codes, fee items, and remittance codes, replaced in the caller's
//! transaction. The files are parsed by `salal_formats::teleplan::lists` and manage_data.

use salal_db::Connection;
use salal_formats::teleplan::lists::{CodeText, Diagnosis, FeeItem};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde::{Deserialize, Serialize};

use super::{self as repo};
use crate::billing::entity::{icd, msp_code, msp_fee};
use crate::billing::import::DEMO;
use crate::context::Context;
use crate::error::Result;

/// A diagnosis of one of the lists.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ListedDiagnosis {
    list: String,
    #[serde(flatten)]
    diagnosis: Diagnosis,
}

salal_domain::codes! {
    /// A list of the plan.
    pub enum CodeKind {
        Explanatory = "explanatory",
        Adjustment = "adjustment",
    }
}

pub async fn diagnoses_now(db: &Connection) -> Result<Vec<ListedDiagnosis>> {
    let rows = icd::Entity::find()
        .order_by_asc(icd::Column::Source)
        .order_by_asc(icd::Column::Code)
        .order_by_asc(icd::Column::Description)
        .all(db)
        .await?;
    let listed = |row: icd::Model| ListedDiagnosis {
        list: row.source,
        diagnosis: Diagnosis {
            code: row.code,
            description: row.description,
        },
    };
    Ok(rows.into_iter().map(listed).collect())
}

/// Replaces a list of diagnoses of the same name, and the demo's.
pub async fn take_in_diagnoses(
    tx: &Connection,
    ctx: &Context,
    name: &str,
    rows: &[Diagnosis],
) -> Result<usize> {
    repo::replace_diagnoses(tx, ctx, name, DEMO, rows).await
}

pub async fn put_back_diagnoses(
    tx: &Connection,
    ctx: &Context,
    before: Vec<ListedDiagnosis>,
) -> Result<()> {
    icd::Entity::delete_many().exec(tx).await?;
    let mut lists = std::collections::BTreeMap::<String, Vec<Diagnosis>>::new();
    for one in before {
        lists.entry(one.list).or_default().push(one.diagnosis);
    }
    for (name, rows) in lists {
        repo::replace_diagnoses(tx, ctx, &name, &name, &rows).await?;
    }
    Ok(())
}

pub async fn fees_now(db: &Connection) -> Result<Vec<FeeItem>> {
    let rows = msp_fee::Entity::find()
        .order_by_asc(msp_fee::Column::Code)
        .order_by_asc(msp_fee::Column::Effective)
        .all(db)
        .await?;
    let item = |row: msp_fee::Model| FeeItem {
        code: row.code,
        description: row.description,
        amount: salal_domain::fees::Cents(row.amount_cents),
        effective: Some(row.effective),
    };
    Ok(rows.into_iter().map(item).collect())
}

/// Adds fee items; those not in the file are kept, since a visit is paid by the fees of its day.
pub async fn take_in_fees(tx: &Connection, ctx: &Context, rows: &[FeeItem]) -> Result<()> {
    repo::save_fees(tx, ctx, rows).await
}

pub async fn put_back_fees(tx: &Connection, ctx: &Context, before: &[FeeItem]) -> Result<()> {
    msp_fee::Entity::delete_many().exec(tx).await?;
    repo::save_fees(tx, ctx, before).await
}

pub async fn codes_now(db: &Connection, kind: CodeKind) -> Result<Vec<CodeText>> {
    let rows = msp_code::Entity::find()
        .filter(msp_code::Column::Kind.eq(kind.code()))
        .order_by_asc(msp_code::Column::Code)
        .all(db)
        .await?;
    let text = |row: msp_code::Model| CodeText {
        code: row.code,
        text: row.words,
    };
    Ok(rows.into_iter().map(text).collect())
}

/// Replaces the texts of a kind of codes.
pub async fn take_in_codes(
    tx: &Connection,
    ctx: &Context,
    kind: CodeKind,
    rows: &[CodeText],
) -> Result<()> {
    repo::replace_codes(tx, ctx, kind, rows).await
}
