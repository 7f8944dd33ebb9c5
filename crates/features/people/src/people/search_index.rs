// SPDX-License-Identifier: AGPL-3.0-or-later

//! Maintains the tables of the patient search: code that changes a name, an address or a health number, or
//! closes an account, calls this in the same transaction. Not here: searching.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use salal_db::{Connection, Db};
use salal_domain::search::patients::{Searched, sort_keys};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter,
    QueryOrder, QuerySelect, Set, Statement,
};
use uuid::Uuid;

use super::entity::{health_document, patient_entry, patient_gram};
use crate::error::Result;

/// The version of the index format. When it changes, the tables are rebuilt at the next start.
const VERSION: i64 = 2;
/// The counter that stores the version.
const COUNTER: &str = "people.search";
/// The number of people indexed at once.
const AT_ONCE: u64 = 500;
/// Grams per statement: three values each, below the engines' limits.
const ROWS: usize = 5_000;

/// A patient as listed. Closed accounts are excluded.
const LIVING: &str = "SELECT p.id, a.id AS account_id, p.first_name, p.last_name, p.date_of_birth, p.created_at, a.email \
    FROM account a JOIN person p ON p.id = a.person_id \
    WHERE a.role = 'ROLE_PATIENT' AND a.disabled_at IS NULL";

#[derive(FromQueryResult)]
struct Living {
    id: Uuid,
    account_id: Uuid,
    first_name: String,
    last_name: String,
    date_of_birth: Option<NaiveDate>,
    created_at: DateTime<Utc>,
    email: String,
}

/// Updates a person's entry, in the caller's transaction.
pub async fn index_for_search(tx: &Connection, person: Uuid) -> Result<()> {
    use patient_entry::{Column, Entity};
    // Locked until the transaction ends, so that concurrent changes of one person are serialized.
    Entity::update_many()
        .col_expr(Column::JoinedAt, Expr::col(Column::JoinedAt))
        .filter(Column::PersonId.eq(person))
        .exec(tx)
        .await?;
    let there = Entity::find_by_id(person).one(tx).await?;
    let sql = format!("{LIVING} AND p.id = $1");
    let backend = tx.get_database_backend();
    let found = Statement::from_sql_and_values(backend, sql, [person.into()]);
    let living = Living::find_by_statement(found).all(tx).await?;
    let mut entries = entries(tx, living).await?;
    let new = entries.pop();
    if there == new {
        return Ok(());
    }
    if let Some(there) = &there {
        forget(tx, there, new.as_ref()).await?;
    }
    if let Some(new) = new {
        let known = there.filter(|there| there.last_key == new.last_key);
        write(tx, vec![new], known.as_ref()).await?;
    }
    Ok(())
}

/// Deletes the search keys that the new entry does not have.
async fn forget(
    tx: &Connection,
    there: &patient_entry::Model,
    new: Option<&patient_entry::Model>,
) -> Result<()> {
    let kept = new
        .filter(|new| new.last_key == there.last_key)
        .map(grams)
        .unwrap_or_default();
    let gone: Vec<String> = grams(there).difference(&kept).cloned().collect();
    patient_gram::Entity::delete_many()
        .filter(patient_gram::Column::Gram.is_in(gone))
        .filter(patient_gram::Column::LastKey.eq(there.last_key.as_str()))
        .filter(patient_gram::Column::PersonId.eq(there.person_id))
        .exec(tx)
        .await?;
    patient_entry::Entity::delete_by_id(there.person_id)
        .exec(tx)
        .await?;
    Ok(())
}

fn grams(entry: &patient_entry::Model) -> BTreeSet<String> {
    Searched {
        names: entry.names.clone(),
        mailbox: entry.mailbox.clone(),
        numbers: entry.numbers.clone(),
    }
    .grams()
}

/// The entries of people, with their health numbers.
async fn entries(db: &Connection, people: Vec<Living>) -> Result<Vec<patient_entry::Model>> {
    use health_document::{Column, Entity};
    let papers: Vec<(Uuid, String)> = Entity::find()
        .select_only()
        .columns([Column::PersonId, Column::Number])
        .filter(Column::PersonId.is_in(people.iter().map(|one| one.id)))
        .filter(Column::RetiredAt.is_null())
        .order_by_asc(Column::Position)
        .order_by_asc(Column::Id)
        .into_tuple()
        .all(db)
        .await?;
    let mut numbers: BTreeMap<Uuid, Vec<String>> = BTreeMap::new();
    for (person, number) in papers {
        numbers.entry(person).or_default().push(number);
    }
    let entry = |one: Living| {
        let own = numbers.remove(&one.id).unwrap_or_default();
        let texts = own.iter().map(String::as_str);
        let searched = Searched::new(&one.first_name, &one.last_name, &one.email, texts);
        let (last_key, first_key) = sort_keys(&one.first_name, &one.last_name);
        patient_entry::Model {
            person_id: one.id,
            account_id: one.account_id,
            last_key,
            first_key,
            joined_at: one.created_at,
            first_name: one.first_name,
            last_name: one.last_name,
            email: one.email,
            date_of_birth: one.date_of_birth,
            number: own.into_iter().next(),
            names: searched.names,
            mailbox: searched.mailbox,
            numbers: searched.numbers,
        }
    };
    Ok(people.into_iter().map(entry).collect())
}

/// Inserts entries and their grams, except those that a known entry already has.
async fn write(
    tx: &Connection,
    entries: Vec<patient_entry::Model>,
    known: Option<&patient_entry::Model>,
) -> Result<()> {
    let known = known.map(grams).unwrap_or_default();
    let mut rows = Vec::new();
    for entry in &entries {
        let new = grams(entry)
            .into_iter()
            .filter(|gram| !known.contains(gram));
        rows.extend(new.map(|gram| patient_gram::ActiveModel {
            gram: Set(gram),
            last_key: Set(entry.last_key.clone()),
            person_id: Set(entry.person_id),
        }));
    }
    // In primary-key order, the order of the table.
    rows.sort_by(|a, b| a.gram.as_ref().cmp(b.gram.as_ref()));
    let entries = entries
        .into_iter()
        .map(|entry| patient_entry::ActiveModel::from(entry).reset_all());
    let twice = OnConflict::column(patient_entry::Column::PersonId)
        .do_nothing()
        .to_owned();
    patient_entry::Entity::insert_many(entries)
        .on_conflict(twice)
        .exec_without_returning(tx)
        .await?;
    while !rows.is_empty() {
        let some: Vec<_> = rows.drain(..rows.len().min(ROWS)).collect();
        let twice = OnConflict::columns([
            patient_gram::Column::Gram,
            patient_gram::Column::LastKey,
            patient_gram::Column::PersonId,
        ])
        .do_nothing()
        .to_owned();
        patient_gram::Entity::insert_many(some)
            .on_conflict(twice)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// Rebuilds the tables if they were never filled, or have another version: completely or not at all.
pub async fn complete_search(db: &Db) -> Result<()> {
    let backend = db.read().get_database_backend();
    if salal_db::counter_value(db.read(), COUNTER).await? == Some(VERSION) {
        return Ok(());
    }
    let tx = db.begin().await?;
    // If two servers start at once, the second waits here and finds the work done.
    if salal_db::hold_counter(&tx, COUNTER).await? == VERSION {
        return Ok(());
    }
    patient_gram::Entity::delete_many().exec(&tx).await?;
    patient_entry::Entity::delete_many().exec(&tx).await?;
    let sql = format!("{LIVING} AND a.person_id > $1 ORDER BY a.person_id LIMIT {AT_ONCE}");
    let (mut after, mut done) = (Uuid::nil(), 0);
    loop {
        let next = Statement::from_sql_and_values(backend, &sql, [after.into()]);
        let people = Living::find_by_statement(next).all(&tx).await?;
        let Some(last) = people.last() else { break };
        (after, done) = (last.id, done + people.len());
        write(&tx, entries(&tx, people).await?, None).await?;
    }
    salal_db::set_counter(&tx, COUNTER, VERSION).await?;
    tx.commit().await?;
    tracing::info!(patients = done, "the patient search index was rebuilt");
    Ok(())
}
