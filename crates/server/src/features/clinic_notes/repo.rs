// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on notes to the clinic's record system.

use std::collections::HashMap;

use salal_db::{Coded, StatementBatch};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryTrait, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::clinic_note;
use super::{ClinicNoteState, SEND};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs::{self, NewJob};

/// The payload of the job.
#[derive(Serialize, Deserialize)]
pub(super) struct Payload {
    pub(super) note: Uuid,
}

/// A note to be queued.
pub(crate) struct NewClinicNote<'a> {
    pub(crate) person: Uuid,
    /// Its subject; `None` for an independent note. One note per subject.
    pub(crate) subject: Option<(&'static str, Uuid)>,
    /// The text for the clinic's record.
    pub(crate) text: &'a str,
}

/// Queues a note in the caller's transaction; returns its id.
pub(crate) async fn queue(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    new: NewClinicNote<'_>,
) -> Result<Uuid> {
    let mut writes = ctx.db.batch();
    let id = queue_with(&mut writes, ctx, &new)?;
    writes.run(tx).await?;
    Ok(id)
}

/// Like `queue`, added to the transaction's pending writes.
pub(crate) fn queue_with(
    writes: &mut StatementBatch,
    ctx: &Context,
    new: &NewClinicNote<'_>,
) -> Result<Uuid> {
    let id = ctx.new_id();
    let (kind, subject) = new.subject.unwrap_or(("decision", id));
    let row = clinic_note::ActiveModel {
        id: Set(id),
        person_id: Set(new.person),
        subject_kind: Set(kind.into()),
        subject_id: Set(subject),
        text: Set(new.text.to_owned()),
        state: Set(Coded(ClinicNoteState::Queued)),
        provider_ref: Set(None),
        created_at: Set(ctx.now()),
        sent_at: Set(None),
    };
    writes.add(&clinic_note::Entity::insert(row).into_query());
    let job = NewJob::new(SEND, &Payload { note: id })?;
    let job = job.once(id).about(new.person);
    jobs::enqueue_with(writes, ctx, job);
    Ok(id)
}

/// A note to be sent.
pub(super) async fn get_clinic_note(
    db: &impl ConnectionTrait,
    id: Uuid,
) -> Result<clinic_note::Model> {
    let found = clinic_note::Entity::find_by_id(id).one(db).await?;
    found.ok_or_else(Error::not_found)
}

/// The states of notes.
pub(crate) async fn states(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, ClinicNoteState>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found = clinic_note::Entity::find()
        .filter(clinic_note::Column::Id.is_in(ids.iter().copied()))
        .all(db)
        .await?;
    Ok(found.into_iter().map(|row| (row.id, *row.state)).collect())
}

/// Records that a note is in the clinic's record, with the clinic's own number.
pub(super) async fn set_sent(
    db: &impl ConnectionTrait,
    ctx: &Context,
    id: Uuid,
    reference: String,
) -> Result<()> {
    let to = clinic_note::ActiveModel {
        state: Set(Coded(ClinicNoteState::Sent)),
        provider_ref: Set(Some(reference)),
        sent_at: Set(Some(ctx.now())),
        ..Default::default()
    };
    update(db, id, to).await
}

/// Records that a note failed.
pub(super) async fn set_failed(db: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    clinic_note::Entity::update_many()
        .col_expr(
            clinic_note::Column::State,
            Expr::value(Coded(ClinicNoteState::Failed)),
        )
        .filter(clinic_note::Column::Id.eq(id))
        .filter(clinic_note::Column::State.eq(Coded(ClinicNoteState::Queued)))
        .exec(db)
        .await?;
    Ok(())
}

async fn update(db: &impl ConnectionTrait, id: Uuid, to: clinic_note::ActiveModel) -> Result<()> {
    clinic_note::Entity::update_many()
        .set(to)
        .filter(clinic_note::Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}
