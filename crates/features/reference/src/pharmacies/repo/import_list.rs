// SPDX-License-Identifier: AGPL-3.0-or-later

//! The whole list of pharmacies: imported from a file, and restored. A pharmacy no longer on the list is not
//! offered; it is kept, because records reference it.

use std::collections::HashMap;

use futures_util::future::BoxFuture;
use salal_db::Connection;
use salal_domain::lists::{ListChanges, ListedPharmacy};
use salal_domain::search::fold;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;
use crate::hooks::Hook;
use crate::pharmacies::entity::pharmacy::{self, Column};
use crate::pharmacies::repo::searched_text;

/// Rows per statement.
const BATCH: usize = 500;

/// Called in the transaction in which pharmacies leave the list, come back, or get other numbers.
pub struct PharmaciesChanged(
    pub for<'a> fn(&'a Connection, &'a Context) -> BoxFuture<'a, Result<()>>,
);

impl Hook for PharmaciesChanged {
    const NAME: &'static str = "who handles requests whose pharmacy left the list";
}

/// The current state of a pharmacy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListEntry {
    #[serde(rename = "_id")]
    id: Uuid,
    #[serde(flatten)]
    listed: ListedPharmacy,
    /// Whether it is offered.
    offered: bool,
}

/// The key of a pharmacy: its name and place.
pub fn list_key(listed: &ListedPharmacy) -> String {
    fold(&format!(
        "{} {} {}",
        listed.name, listed.address, listed.city
    ))
}

/// All pharmacies by name.
pub async fn list_now(db: &Connection) -> Result<Vec<ListEntry>> {
    let rows = pharmacy::Entity::find()
        .order_by_asc(Column::Name)
        .order_by_asc(Column::Id)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(ListEntry::from).collect())
}

/// Imports the list: known pharmacies keep their ids, those not on it are no longer offered. If rows were
/// rejected, the list is incomplete and removes none.
pub async fn take_in_list(
    tx: &Connection,
    ctx: &Context,
    list: Vec<ListedPharmacy>,
    is_whole: bool,
) -> Result<ListChanges> {
    let mut known: HashMap<String, ListEntry> = list_now(tx)
        .await?
        .into_iter()
        .map(|entry| (list_key(&entry.listed), entry))
        .collect();
    let mut done = ListChanges::default();
    let mut changed = Vec::new();
    for listed in list {
        let there = known.remove(&list_key(&listed));
        let is_same = |entry: &ListEntry| entry.offered && entry.listed == listed;
        match &there {
            Some(entry) if is_same(entry) => {
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
    let gone: Vec<Uuid> = known
        .into_values()
        .filter(|entry| is_whole && entry.offered)
        .map(|entry| entry.id)
        .collect();
    done.gone = gone.len();
    for ids in gone.chunks(BATCH) {
        pharmacy::Entity::update_many()
            .col_expr(Column::Active, Expr::value(false))
            .filter(Column::Id.is_in(ids.iter().copied()))
            .exec(tx)
            .await?;
    }
    upsert(tx, changed).await?;
    // A whole list that changes nothing is told too: telling again does no harm.
    if is_whole || done.gone > 0 || done.changed > 0 {
        tell(tx, ctx).await?;
    }
    Ok(done)
}

async fn tell(tx: &Connection, ctx: &Context) -> Result<()> {
    (ctx.hooks.get::<PharmaciesChanged>().0)(tx, ctx).await
}

/// Restores the earlier list: pharmacies added since are no longer offered.
pub async fn put_back_list(tx: &Connection, ctx: &Context, before: Vec<ListEntry>) -> Result<()> {
    pharmacy::Entity::update_many()
        .col_expr(Column::Active, Expr::value(false))
        .filter(Column::Active.eq(true))
        .exec(tx)
        .await?;
    upsert(tx, before).await?;
    tell(tx, ctx).await
}

async fn upsert(tx: &Connection, entries: Vec<ListEntry>) -> Result<()> {
    for entries in entries.chunks(BATCH) {
        let rows = entries.iter().cloned().map(|entry| pharmacy::ActiveModel {
            id: Set(entry.id),
            folded: Set(searched_text(
                &entry.listed.name,
                &entry.listed.address,
                &entry.listed.city,
                &entry.listed.postal_code,
                &entry.listed.phone,
            )),
            name: Set(entry.listed.name),
            address: Set(entry.listed.address),
            city: Set(entry.listed.city),
            province: Set(entry.listed.province),
            postal_code: Set(entry.listed.postal_code),
            phone: Set(entry.listed.phone),
            phone_extension: Set(entry.listed.phone_extension),
            fax: Set(entry.listed.fax),
            active: Set(entry.offered),
        });
        let taken = OnConflict::column(Column::Id)
            .update_columns([
                Column::Name,
                Column::Address,
                Column::City,
                Column::Province,
                Column::PostalCode,
                Column::Phone,
                Column::PhoneExtension,
                Column::Fax,
                Column::Folded,
                Column::Active,
            ])
            .to_owned();
        pharmacy::Entity::insert_many(rows)
            .on_conflict(taken)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

impl From<pharmacy::Model> for ListEntry {
    fn from(row: pharmacy::Model) -> Self {
        Self {
            id: row.id,
            listed: ListedPharmacy {
                name: row.name,
                address: row.address,
                city: row.city,
                province: row.province,
                postal_code: row.postal_code,
                phone: row.phone,
                phone_extension: row.phone_extension,
                fax: row.fax,
            },
            offered: row.active,
        }
    }
}
