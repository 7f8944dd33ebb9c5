// SPDX-License-Identifier: AGPL-3.0-or-later

//! The whole list of sleep clinics: imported from a file, and restored. A clinic no longer on the list is not
//! offered; it is kept, because orders reference it. The test company is not part of the list.

use std::collections::HashMap;

use salal_db::Connection;
use salal_domain::lists::{ListChanges, ListedSleepClinic};
use salal_domain::sleep::SleepCompany;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;
use crate::sleep_studies::entity::sleep_clinic::{self, Column};

/// The current state of a branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListEntry {
    #[serde(rename = "_id")]
    id: Uuid,
    #[serde(flatten)]
    listed: ListedSleepClinic,
    /// Whether it is offered.
    offered: bool,
}

/// All branches by company and name.
pub async fn list_now(db: &Connection) -> Result<Vec<ListEntry>> {
    let rows = sleep_clinic::Entity::find()
        .filter(Column::Company.ne(SleepCompany::Test.code()))
        .order_by_asc(Column::Company)
        .order_by_asc(Column::Name)
        .all(db)
        .await?;
    let entry = |row: sleep_clinic::Model| ListEntry {
        id: row.id,
        listed: ListedSleepClinic {
            company: *row.company,
            name: row.name,
            address: row.address,
            phone: row.phone,
            fax: row.fax,
        },
        offered: row.active,
    };
    Ok(rows.into_iter().map(entry).collect())
}

/// Imports the list: known branches keep their ids, those not on it are no longer offered. If rows were
/// rejected, the list is incomplete and removes none.
pub async fn take_in_list(
    tx: &Connection,
    ctx: &Context,
    list: Vec<ListedSleepClinic>,
    is_whole: bool,
) -> Result<ListChanges> {
    let key = |listed: &ListedSleepClinic| (listed.company, listed.name.clone());
    let mut known: HashMap<_, ListEntry> = list_now(tx)
        .await?
        .into_iter()
        .map(|entry| (key(&entry.listed), entry))
        .collect();
    let mut done = ListChanges::default();
    let mut changed = Vec::new();
    for listed in list {
        let there = known.remove(&key(&listed));
        match &there {
            Some(entry) if entry.offered && entry.listed == listed => {
                done.unchanged += 1;
                continue;
            }
            Some(_) => done.changed += 1,
            None => done.new += 1,
        }
        changed.push(ListEntry {
            id: there.map_or_else(|| ctx.new_id(), |entry| entry.id),
            listed,
            offered: true,
        });
    }
    let gone: Vec<ListEntry> = known
        .into_values()
        .filter(|entry| is_whole && entry.offered)
        .collect();
    done.gone = gone.len();
    changed.extend(gone.into_iter().map(|entry| ListEntry {
        offered: false,
        ..entry
    }));
    upsert(tx, changed).await?;
    Ok(done)
}

/// Restores the earlier list: branches added since are no longer offered.
pub async fn put_back_list(tx: &Connection, before: Vec<ListEntry>) -> Result<()> {
    sleep_clinic::Entity::update_many()
        .col_expr(Column::Active, Expr::value(false))
        .filter(Column::Company.ne(SleepCompany::Test.code()))
        .exec(tx)
        .await?;
    upsert(tx, before).await
}

async fn upsert(tx: &Connection, entries: Vec<ListEntry>) -> Result<()> {
    for entries in entries.chunks(500) {
        let rows = entries
            .iter()
            .cloned()
            .map(|entry| sleep_clinic::ActiveModel {
                id: Set(entry.id),
                company: Set(entry.listed.company.into()),
                name: Set(entry.listed.name),
                address: Set(entry.listed.address),
                phone: Set(entry.listed.phone),
                fax: Set(entry.listed.fax),
                active: Set(entry.offered),
            });
        let taken = OnConflict::column(Column::Id)
            .update_columns([Column::Address, Column::Phone, Column::Fax, Column::Active])
            .to_owned();
        sleep_clinic::Entity::insert_many(rows)
            .on_conflict(taken)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}
