// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on notes; those on drafts are separate. Patients' data is read and written only under a `Scope`.

use salal_db::{Connection, JointRead, StatementBatch};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, IntoActiveModel,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};
use uuid::Uuid;

use super::entity::{note, note_mark, note_version};
use crate::api::Scope;
use crate::error::{Error, Result};
use salal_accounts::accounts;
use salal_people::people;

/// Locks a note for the rest of the transaction and increments its version: a concurrent caller waits, and
/// then sees the committed changes.
pub(super) async fn lock_for_update(
    tx: &Connection,
    scope: &Scope,
    id: Uuid,
) -> Result<note::Model> {
    lock(tx, scope, note::Column::Id.eq(id)).await
}

/// Like `lock_for_update`, the note of a message.
pub(super) async fn lock_by_message(
    tx: &Connection,
    scope: &Scope,
    message: Uuid,
) -> Result<note::Model> {
    lock(tx, scope, note::Column::MessageId.eq(message)).await
}

async fn lock(tx: &Connection, scope: &Scope, which: Expr) -> Result<note::Model> {
    let mut locked = note::Entity::update_many()
        .col_expr(
            note::Column::Version,
            Expr::col(note::Column::Version).add(1i64),
        )
        .filter(which)
        .filter(scope.condition(note::Column::PersonId))
        .into_query();
    locked.returning_all();
    let row = tx.query_one(&locked).await?.ok_or_else(Error::not_found)?;
    Ok(note::Model::from_query_result(&row, "")?)
}

/// Notes of a person, newest first, after a number, one more than `limit` to show that there are more; and how
/// many the person has.
pub(super) async fn newest(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
    limit: u64,
    after: Option<i64>,
) -> Result<(Vec<note::Model>, i64)> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct Count {
        n: i64,
    }
    let all = note::Entity::find()
        .filter(note::Column::PersonId.eq(person))
        .filter(scope.condition(note::Column::PersonId));
    let count = all
        .clone()
        .select_only()
        .column_as(note::Column::Id.count(), "n");
    let mut page = all;
    if let Some(after) = after {
        page = page.filter(note::Column::Number.lt(after));
    }
    let page = page.order_by_desc(note::Column::Number).limit(limit + 1);
    let mut read = JointRead::for_connection(db);
    let page = read.add(&page);
    let count = read.add_as::<Count>(&count);
    let mut found = read.run(db).await?;
    let count = found.take(&count)?.pop().map_or(0, |count| count.n);
    Ok((found.take(&page)?, count))
}

/// All versions of notes, oldest first.
pub(super) fn versions(notes: &[Uuid]) -> Select<note_version::Entity> {
    note_version::Entity::find()
        .filter(note_version::Column::NoteId.is_in(notes.iter().copied()))
        .order_by_asc(note_version::Column::Seq)
}

/// All marks of notes, oldest first.
pub(super) fn marks(notes: &[Uuid]) -> Select<note_mark::Entity> {
    note_mark::Entity::find()
        .filter(note_mark::Column::NoteId.is_in(notes.iter().copied()))
        .order_by_asc(note_mark::Column::At)
        .order_by_asc(note_mark::Column::Id)
}

/// The next note number; locks the counter until the end of the transaction.
pub(super) async fn next_number(tx: &Connection) -> Result<i64> {
    Ok(salal_db::count(tx, salal_db::Series::NOTE).await?)
}

/// Adds a note.
pub(super) fn insert(writes: &mut StatementBatch, row: note::Model) {
    writes.add(&note::Entity::insert(row.into_active_model()).into_query());
}

/// Writes a note locked in this transaction.
pub(super) fn save_row(writes: &mut StatementBatch, row: note::Model) {
    let id = row.id;
    let changed = note::Entity::update_many()
        .set(row.into_active_model().reset_all())
        .filter(note::Column::Id.eq(id));
    writes.add(&changed.into_query());
}

/// Adds a version.
pub(super) fn add_version(writes: &mut StatementBatch, row: note_version::Model) {
    writes.add(&note_version::Entity::insert(row.into_active_model()).into_query());
}

/// Adds a mark of what was done with a note.
pub(super) fn add_mark(writes: &mut StatementBatch, row: note_mark::Model) {
    writes.add(&note_mark::Entity::insert(row.into_active_model()).into_query());
}

/// Fails unless the id is an accessible patient; staff are not patients.
pub(super) async fn is_patient(db: &Connection, scope: &Scope, person: Uuid) -> Result<()> {
    let is_staff = accounts::is_staff(Expr::val(person));
    if !people::exists_unless(db, person, is_staff).await? || !scope.allows(person) {
        return Err(Error::not_found());
    }
    Ok(())
}
