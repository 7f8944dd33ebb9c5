// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on notes; those on drafts are separate. Patients' data is read and written only under a `Scope`.

use chrono::{DateTime, Utc};
use salal_db::Coded;
use salal_domain::notes::{NoteMarkKind, SendingTo};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Set, Statement,
};
use uuid::Uuid;

use super::entity::{note, note_mark, note_version};
use crate::api::{Role, Scope};
use crate::context::Context;
use crate::error::{Error, Result};

/// Re-exported for the steps of this feature.
pub(super) use sea_orm::ConnectionTrait;

/// A note within scope.
pub(super) async fn get_note(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: Uuid,
) -> Result<note::Model> {
    let found = note::Entity::find_by_id(id)
        .filter(scope.condition(note::Column::PersonId))
        .one(db)
        .await?;
    found.ok_or_else(Error::not_found)
}

/// Locks a note for the rest of the transaction and increments its version: a concurrent caller waits, and
/// then sees the committed changes.
pub(super) async fn lock_for_update(
    tx: &impl ConnectionTrait,
    scope: &Scope,
    id: Uuid,
) -> Result<note::Model> {
    let done = note::Entity::update_many()
        .col_expr(
            note::Column::Version,
            Expr::col(note::Column::Version).add(1i64),
        )
        .filter(note::Column::Id.eq(id))
        .filter(scope.condition(note::Column::PersonId))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        return Err(Error::not_found());
    }
    get_note(tx, scope, id).await
}

/// The note of a message.
pub(super) async fn by_message(
    db: &impl ConnectionTrait,
    scope: &Scope,
    message: Uuid,
) -> Result<note::Model> {
    let found = note::Entity::find()
        .filter(note::Column::MessageId.eq(message))
        .filter(scope.condition(note::Column::PersonId))
        .one(db)
        .await?;
    found.ok_or_else(Error::not_found)
}

/// Notes of a person, newest first, after a number; one more than `limit` shows that there are more.
pub(super) async fn newest(
    db: &impl ConnectionTrait,
    scope: &Scope,
    person: Uuid,
    limit: u64,
    after: Option<i64>,
) -> Result<Vec<note::Model>> {
    let mut query = note::Entity::find()
        .filter(note::Column::PersonId.eq(person))
        .filter(scope.condition(note::Column::PersonId));
    if let Some(after) = after {
        query = query.filter(note::Column::Number.lt(after));
    }
    Ok(query
        .order_by_desc(note::Column::Number)
        .limit(limit + 1)
        .all(db)
        .await?)
}

/// How many notes a person has.
pub(super) async fn count(db: &impl ConnectionTrait, scope: &Scope, person: Uuid) -> Result<i64> {
    let n = note::Entity::find()
        .filter(note::Column::PersonId.eq(person))
        .filter(scope.condition(note::Column::PersonId))
        .count(db)
        .await?;
    Ok(i64::try_from(n).unwrap_or(i64::MAX))
}

/// All versions of notes, oldest first.
pub(super) async fn versions(
    db: &impl ConnectionTrait,
    notes: &[Uuid],
) -> Result<Vec<note_version::Model>> {
    if notes.is_empty() {
        return Ok(Vec::new());
    }
    Ok(note_version::Entity::find()
        .filter(note_version::Column::NoteId.is_in(notes.iter().copied()))
        .order_by_asc(note_version::Column::Seq)
        .all(db)
        .await?)
}

/// All marks of notes, oldest first.
pub(super) async fn marks(
    db: &impl ConnectionTrait,
    notes: &[Uuid],
) -> Result<Vec<note_mark::Model>> {
    if notes.is_empty() {
        return Ok(Vec::new());
    }
    Ok(note_mark::Entity::find()
        .filter(note_mark::Column::NoteId.is_in(notes.iter().copied()))
        .order_by_asc(note_mark::Column::At)
        .order_by_asc(note_mark::Column::Id)
        .all(db)
        .await?)
}

/// The newest version of a note.
pub(super) async fn newest_version(
    db: &impl ConnectionTrait,
    note: Uuid,
) -> Result<note_version::Model> {
    let found = note_version::Entity::find()
        .filter(note_version::Column::NoteId.eq(note))
        .order_by_desc(note_version::Column::Seq)
        .one(db)
        .await?;
    found.ok_or_else(|| Error::broken("a note without a version"))
}

/// The next note number; locks the counter until the end of the transaction.
async fn next_number(tx: &impl ConnectionTrait) -> Result<i64> {
    #[derive(FromQueryResult)]
    struct Next {
        value: i64,
    }
    let sql = "INSERT INTO counter (name, value) VALUES ('note', 1001) \
               ON CONFLICT (name) DO UPDATE SET value = counter.value + 1 RETURNING value";
    let statement = Statement::from_string(tx.get_database_backend(), sql);
    let next = Next::find_by_statement(statement).one(tx).await?;
    next.map(|next| next.value)
        .ok_or_else(|| Error::broken("the counter of notes gave no number"))
}

/// The signed text of a person.
pub(super) struct Signed<'a> {
    pub(super) written: &'a str,
    pub(super) signature: String,
    pub(super) by: Uuid,
}

/// Stores a note with its first version.
pub(super) async fn add(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    person: Uuid,
    signed: Signed<'_>,
) -> Result<Uuid> {
    let id = ctx.new_id();
    note::ActiveModel {
        id: Set(id),
        number: Set(next_number(tx).await?),
        person_id: Set(person),
        from_person: Set(signed.by),
        created_at: Set(ctx.now()),
        revision: Set(1),
        version: Set(1),
        message_id: Set(None),
        clinic_note_id: Set(None),
        prescription_id: Set(None),
        sending_id: Set(None),
        sending_to: Set(None),
        sending_by: Set(None),
        sending_at: Set(None),
    }
    .insert(tx)
    .await?;
    add_version(tx, ctx, id, 1, signed).await?;
    Ok(id)
}

async fn add_version(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    note: Uuid,
    seq: i64,
    signed: Signed<'_>,
) -> Result<()> {
    note_version::ActiveModel {
        id: Set(ctx.new_id()),
        note_id: Set(note),
        seq: Set(seq),
        written: Set(signed.written.to_owned()),
        signature: Set(signed.signature),
        from_person: Set(signed.by),
        created_at: Set(ctx.now()),
    }
    .insert(tx)
    .await?;
    Ok(())
}

/// Adds a version to a note locked in this transaction.
pub(super) async fn revise(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &note::Model,
    signed: Signed<'_>,
) -> Result<()> {
    let seq = row.revision + 1;
    add_version(tx, ctx, row.id, seq, signed).await?;
    let to = note::ActiveModel {
        revision: Set(seq),
        ..Default::default()
    };
    update(tx, row.id, to).await
}

/// Updates a note locked in this transaction.
pub(super) async fn update(
    tx: &impl ConnectionTrait,
    id: Uuid,
    to: note::ActiveModel,
) -> Result<()> {
    note::Entity::update_many()
        .set(to)
        .filter(note::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// A mark to be added.
pub(super) struct NewMark<'a> {
    pub(super) note: Uuid,
    pub(super) kind: NoteMarkKind,
    pub(super) subject: Uuid,
    pub(super) marker: &'a str,
    pub(super) by: Uuid,
}

/// Adds a mark of what was done with a note; false when it exists already.
pub(super) async fn mark(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    new: NewMark<'_>,
) -> Result<bool> {
    let row = note_mark::ActiveModel {
        id: Set(ctx.new_id()),
        note_id: Set(new.note),
        kind: Set(Coded(new.kind)),
        subject_id: Set(new.subject),
        marker: Set(new.marker.to_owned()),
        by_person: Set(new.by),
        at: Set(ctx.now()),
    };
    let there = OnConflict::columns([note_mark::Column::Kind, note_mark::Column::SubjectId])
        .do_nothing()
        .to_owned();
    let added = note_mark::Entity::insert(row)
        .on_conflict(there)
        .exec_without_returning(tx)
        .await?;
    Ok(added == 1)
}

/// How a note is about to be sent.
pub(super) struct Way {
    pub(super) id: Uuid,
    pub(super) to: SendingTo,
    pub(super) by: Uuid,
    pub(super) at: DateTime<Utc>,
    pub(super) prescription: Option<Uuid>,
}

/// Marks a note as being sent, in the transaction that locked it.
pub(super) async fn set_leaving(tx: &impl ConnectionTrait, note: Uuid, way: &Way) -> Result<()> {
    let to = note::ActiveModel {
        sending_id: Set(Some(way.id)),
        sending_to: Set(Some(Coded(way.to))),
        sending_by: Set(Some(way.by)),
        sending_at: Set(Some(way.at)),
        prescription_id: Set(way.prescription),
        ..Default::default()
    };
    update(tx, note, to).await
}

/// Clears the mark, after the note was sent or cancelled.
pub(super) fn no_longer_leaving() -> note::ActiveModel {
    note::ActiveModel {
        sending_id: Set(None),
        sending_to: Set(None),
        sending_by: Set(None),
        sending_at: Set(None),
        ..Default::default()
    }
}

/// Stores where a note was sent.
pub(super) fn left(message: Option<Uuid>, clinic_note: Uuid) -> note::ActiveModel {
    note::ActiveModel {
        message_id: Set(message),
        clinic_note_id: Set(Some(clinic_note)),
        ..no_longer_leaving()
    }
}

/// Removes the request it was to be sent with.
pub(super) fn held_back() -> note::ActiveModel {
    note::ActiveModel {
        prescription_id: Set(None),
        ..no_longer_leaving()
    }
}

/// Whether a request belongs to this patient. Prescriptions are an earlier feature and only read here.
pub(super) async fn is_request_of(
    db: &impl ConnectionTrait,
    prescription: Uuid,
    person: Uuid,
) -> Result<bool> {
    let statement = Statement::from_sql_and_values(
        db.get_database_backend(),
        "SELECT 1 AS n FROM prescription WHERE id = $1 AND person_id = $2",
        [prescription.into(), person.into()],
    );
    Ok(db.query_one_raw(statement).await?.is_some())
}

/// Fails unless the id is an accessible patient; staff are not patients. Accounts belong to another
/// feature; only the role is read.
pub(super) async fn is_patient(
    db: &impl ConnectionTrait,
    scope: &Scope,
    person: Uuid,
) -> Result<()> {
    let statement = Statement::from_sql_and_values(
        db.get_database_backend(),
        "SELECT 1 AS n FROM person p WHERE p.id = $1 \
         AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person_id = p.id AND a.role <> $2)",
        [person.into(), Role::Patient.code().into()],
    );
    let found = db.query_one_raw(statement).await?;
    if found.is_none() || !scope.allows(person) {
        return Err(Error::not_found());
    }
    Ok(())
}
