//! The sleep clinics as a whole: taken in from a file, and put back as they were. One that is not in the
//! list any more is not offered; orders still name it, so it stays. The company that orders are tried with
//! is no part of the list.

use std::collections::HashMap;

use salal_domain::lists::{ListChanges, ListedSleepClinic};
use salal_domain::sleep::TEST_COMPANY;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::super::entity::sleep_clinic::{self, Column};
use crate::context::Context;
use crate::error::Result;

/// A branch as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ListEntry {
    #[serde(rename = "_id")]
    id: Uuid,
    #[serde(flatten)]
    listed: ListedSleepClinic,
    /// Whether it is offered.
    offered: bool,
}

/// All branches by company and name.
pub(crate) async fn list_now(db: &impl ConnectionTrait) -> Result<Vec<ListEntry>> {
    let rows = sleep_clinic::Entity::find()
        .filter(Column::Company.ne(TEST_COMPANY))
        .order_by_asc(Column::Company)
        .order_by_asc(Column::Name)
        .all(db)
        .await?;
    let entry = |row: sleep_clinic::Model| ListEntry {
        id: row.id,
        listed: ListedSleepClinic {
            company: row.company,
            name: row.name,
            address: row.address,
            phone: row.phone,
            fax: row.fax,
        },
        offered: row.active,
    };
    Ok(rows.into_iter().map(entry).collect())
}

/// Makes this the list: known branches keep their ids, those not in it are not offered any more. A list of
/// which rows were left out is not whole and takes none away.
pub(crate) async fn take_in_list(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    list: Vec<ListedSleepClinic>,
    is_whole: bool,
) -> Result<ListChanges> {
    let key = |listed: &ListedSleepClinic| (listed.company.clone(), listed.name.clone());
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

/// Makes the list what it was: what came in since is not offered any more.
pub(crate) async fn put_back_list(tx: &impl ConnectionTrait, before: Vec<ListEntry>) -> Result<()> {
    sleep_clinic::Entity::update_many()
        .col_expr(Column::Active, Expr::value(false))
        .filter(Column::Company.ne(TEST_COMPANY))
        .exec(tx)
        .await?;
    upsert(tx, before).await
}

async fn upsert(tx: &impl ConnectionTrait, entries: Vec<ListEntry>) -> Result<()> {
    for entries in entries.chunks(500) {
        let rows = entries
            .iter()
            .cloned()
            .map(|entry| sleep_clinic::ActiveModel {
                id: Set(entry.id),
                company: Set(entry.listed.company),
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
