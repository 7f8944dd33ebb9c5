// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on drafts, which only their author can read and write.

use salal_db::{Connection, JointRead};
use salal_domain::notes::DRAFT;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::notes::dto::NoteDraft;
use crate::notes::entity::note_draft;

/// A draft as a response.
pub(super) fn draft_view(row: note_draft::Model) -> NoteDraft {
    NoteDraft {
        id: row.id,
        person_id: row.person_id,
        changed: !row.text.trim().is_empty(),
        text: row.text,
        marker: DRAFT,
        edit: row.edit,
        updated_at: row.updated_at,
        version: row.version,
    }
}

/// The caller's own drafts about a patient.
pub async fn drafts(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
    me: Uuid,
) -> Result<Vec<NoteDraft>> {
    Ok(list_drafts(db, scope, person, me)
        .await?
        .map(draft_view)
        .into_iter()
        .collect())
}

/// One's own draft on a patient.
pub(super) async fn list_drafts(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
    me: Uuid,
) -> Result<Option<note_draft::Model>> {
    let own = note_draft::Entity::find()
        .filter(note_draft::Column::PersonId.eq(person))
        .filter(note_draft::Column::FromPerson.eq(me))
        .filter(scope.condition(note_draft::Column::PersonId));
    Ok(JointRead::all(db, &own).await?.pop())
}

/// One's own draft by its id.
pub(super) async fn find_draft(
    db: &Connection,
    scope: &Scope,
    id: Uuid,
    me: Uuid,
) -> Result<Option<note_draft::Model>> {
    Ok(note_draft::Entity::find_by_id(id)
        .filter(note_draft::Column::FromPerson.eq(me))
        .filter(scope.condition(note_draft::Column::PersonId))
        .one(db)
        .await?)
}

/// One's own draft, which must exist.
pub(super) async fn get_draft(
    db: &Connection,
    scope: &Scope,
    id: Uuid,
    me: Uuid,
) -> Result<note_draft::Model> {
    find_draft(db, scope, id, me)
        .await?
        .ok_or_else(Error::not_found)
}

/// One's draft on a patient, and whether it was created now.
pub(super) async fn open(
    tx: &Connection,
    ctx: &Context,
    scope: &Scope,
    person: Uuid,
    me: Uuid,
) -> Result<(note_draft::Model, bool)> {
    let row = note_draft::ActiveModel {
        id: Set(ctx.new_id()),
        person_id: Set(person),
        from_person: Set(me),
        text: Set(String::new()),
        edit: Set(true),
        created_at: Set(ctx.now()),
        updated_at: Set(ctx.now()),
        version: Set(0),
    };
    let there = OnConflict::columns([note_draft::Column::PersonId, note_draft::Column::FromPerson])
        .do_nothing()
        .to_owned();
    let made = note_draft::Entity::insert(row)
        .on_conflict(there)
        .exec_without_returning(tx)
        .await?;
    let found = list_drafts(tx, scope, person, me).await?;
    Ok((found.ok_or_else(Error::not_found)?, made == 1))
}

/// Updates a draft if its version is unchanged; otherwise `None`.
pub(super) async fn write(
    tx: &Connection,
    ctx: &Context,
    seen: &note_draft::Model,
    text: &str,
    edit: bool,
) -> Result<Option<NoteDraft>> {
    let next = note_draft::Model {
        text: text.to_owned(),
        edit,
        updated_at: ctx.now(),
        version: seen.version + 1,
        ..seen.clone()
    };
    let done = note_draft::Entity::update_many()
        .set(note_draft::ActiveModel {
            text: Set(next.text.clone()),
            edit: Set(edit),
            updated_at: Set(next.updated_at),
            version: Set(next.version),
            ..Default::default()
        })
        .filter(note_draft::Column::Id.eq(seen.id))
        .filter(note_draft::Column::Version.eq(seen.version))
        .exec(tx)
        .await?;
    Ok((done.rows_affected == 1).then(|| draft_view(next)))
}
