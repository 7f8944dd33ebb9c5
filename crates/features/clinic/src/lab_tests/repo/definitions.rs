// SPDX-License-Identifier: AGPL-3.0-or-later

//! The laboratories' tests by code, as a list that is imported from a file and restored.

use std::collections::HashMap;

use salal_db::Connection;
use salal_domain::lists::{LabDefinition, ListChanges};
use sea_orm::{EntityTrait, QueryOrder, Set};

use crate::context::Context;
use crate::error::Result;
use crate::lab_tests::entity::lab_definition::{self, Column};

/// All tests by code.
pub async fn definitions_now(db: &Connection) -> Result<Vec<LabDefinition>> {
    let rows = lab_definition::Entity::find()
        .order_by_asc(Column::Code)
        .all(db)
        .await?;
    let entry = |row: lab_definition::Model| LabDefinition {
        code: row.code,
        name: row.name,
        group: row.panel,
        unit: row.unit,
    };
    Ok(rows.into_iter().map(entry).collect())
}

/// Imports the list. If rows were rejected, it is incomplete and removes no test.
pub async fn take_in_definitions(
    tx: &Connection,
    ctx: &Context,
    mut list: Vec<LabDefinition>,
    is_whole: bool,
) -> Result<ListChanges> {
    let mut known: HashMap<String, LabDefinition> = definitions_now(tx)
        .await?
        .into_iter()
        .map(|one| (one.code.clone(), one))
        .collect();
    let mut done = ListChanges::default();
    for one in &list {
        match known.remove(&one.code) {
            Some(before) if before == *one => done.unchanged += 1,
            Some(_) => done.changed += 1,
            None => done.new += 1,
        }
    }
    if is_whole {
        done.gone = known.len();
    } else {
        list.extend(known.into_values());
    }
    put_back_definitions(tx, ctx, list).await?;
    Ok(done)
}

/// Restores an earlier list.
pub async fn put_back_definitions(
    tx: &Connection,
    ctx: &Context,
    list: Vec<LabDefinition>,
) -> Result<()> {
    lab_definition::Entity::delete_many().exec(tx).await?;
    for part in list.chunks(500) {
        let rows = part.iter().cloned().map(|one| lab_definition::ActiveModel {
            id: Set(ctx.new_id()),
            code: Set(one.code),
            name: Set(one.name),
            panel: Set(one.group),
            unit: Set(one.unit),
        });
        lab_definition::Entity::insert_many(rows)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}
