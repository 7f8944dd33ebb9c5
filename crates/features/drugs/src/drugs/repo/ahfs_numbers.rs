// SPDX-License-Identifier: AGPL-3.0-or-later

//! The last known AHFS numbers of each drug code. Health Canada removed them from the register in July 2022;
//! filters, diagnosis codes and billing use them. A build from an extract without them carries the last known
//! ones forward (decision 156), whatever file they came from. They are stored separately from the catalogue,
//! so that neither overrides nor drugs that disappear and return affect them.

use std::collections::HashMap;

use salal_db::Connection;
use salal_formats::drug_database::DrugRecord;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use super::parse_list;
use crate::drugs::entity::drug_ahfs::{self, Column};
use crate::error::Result;

/// Rows per statement.
const BATCH: usize = 500;

/// Which build's numbers are learned, and which are deleted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Learning {
    /// The current build; `None` learns nothing.
    pub build: Option<Uuid>,
    /// The build being undone.
    pub undone: Option<Uuid>,
}

/// Gives every drug without AHFS numbers the last known ones of its code, and stores those of the others.
/// Returns how many drugs carry earlier numbers.
pub(in crate::drugs) async fn carry_forward(
    tx: &Connection,
    records: &mut [DrugRecord],
    of: Learning,
) -> Result<usize> {
    if let Some(undone) = of.undone {
        drug_ahfs::Entity::delete_many()
            .filter(Column::BuildId.eq(undone))
            .exec(tx)
            .await?;
    }
    let known = last_known(tx).await?;
    let (mut carried, mut told) = (0, Vec::new());
    for record in records {
        let before = known.get(&record.drug_code);
        if !record.tc_ahfs_numbers.is_empty() {
            if before != Some(&record.tc_ahfs_numbers) {
                told.push((record.drug_code, record.tc_ahfs_numbers.clone()));
            }
        } else if let Some(numbers) = before {
            record.tc_ahfs_numbers.clone_from(numbers);
            carried += 1;
        }
    }
    if let Some(build) = of.build {
        learn(tx, build, told).await?;
    }
    Ok(carried)
}

async fn last_known(db: &Connection) -> Result<HashMap<i64, Vec<String>>> {
    let rows = drug_ahfs::Entity::find()
        .order_by_asc(Column::Code)
        .order_by_asc(Column::Learned)
        .all(db)
        .await?;
    // The later entry of a code replaces the earlier.
    rows.into_iter()
        .map(|row| Ok((row.code, parse_list(&row.numbers)?)))
        .collect()
}

async fn learn(tx: &Connection, build: Uuid, told: Vec<(i64, Vec<String>)>) -> Result<()> {
    let last: Option<Option<i64>> = drug_ahfs::Entity::find()
        .select_only()
        .column_as(Column::Learned.max(), "learned")
        .into_tuple()
        .one(tx)
        .await?;
    let learned = last.flatten().unwrap_or_default() + 1;
    for part in told.chunks(BATCH) {
        let mut rows = Vec::with_capacity(part.len());
        for (code, numbers) in part {
            rows.push(drug_ahfs::ActiveModel {
                code: Set(*code),
                learned: Set(learned),
                build_id: Set(Some(build)),
                numbers: Set(serde_json::to_value(numbers)?),
            });
        }
        drug_ahfs::Entity::insert_many(rows)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}
