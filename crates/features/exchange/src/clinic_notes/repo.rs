// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on notes to the clinic's record system.

use std::collections::HashMap;

use salal_db::{Coded, Connection, JointAnswers, JointRead, Part, StatementBatch};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, QueryTrait, Set,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::clinic_note;
use super::{ClinicNoteState, Job};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs::{self, NewJob};

/// The payload of the job.
#[derive(Serialize, Deserialize)]
pub(super) struct Payload {
    pub(super) note: Uuid,
}

/// A note to be queued.
pub struct NewClinicNote<'a> {
    pub person: Uuid,
    /// Its subject; `None` for an independent note. One note per subject.
    pub subject: Option<(&'static str, Uuid)>,
    /// The text for the clinic's record.
    pub text: &'a str,
}

/// Queues a note with the transaction's pending writes; returns its id. `None`: there is no partner clinic, whose
/// record it could be in.
pub fn queue_with(
    writes: &mut StatementBatch,
    ctx: &Context,
    new: &NewClinicNote<'_>,
) -> Result<Option<Uuid>> {
    if !ctx.settings.services.clinic.is_set() {
        return Ok(None);
    }
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
    let job = NewJob::new(Job::Send, &Payload { note: id })?;
    let job = job.once(id).about(new.person);
    jobs::enqueue_with(writes, ctx, job);
    Ok(Some(id))
}

/// A note to be sent.
pub(super) async fn get_clinic_note(db: &Connection, id: Uuid) -> Result<clinic_note::Model> {
    let found = clinic_note::Entity::find_by_id(id).one(db).await?;
    found.ok_or_else(Error::not_found)
}

/// The states of notes in a joint read.
pub struct StatesPart(Option<Part<State>>);

#[derive(FromQueryResult, Deserialize)]
struct State {
    id: Uuid,
    state: Coded<ClinicNoteState>,
}

impl StatesPart {
    pub fn add(read: &mut JointRead, ids: &[Uuid]) -> Self {
        let states = clinic_note::Entity::find()
            .select_only()
            .columns([clinic_note::Column::Id, clinic_note::Column::State])
            .filter(clinic_note::Column::Id.is_in(ids.iter().copied()));
        Self((!ids.is_empty()).then(|| read.add_as(&states)))
    }

    /// By note.
    pub fn take(&self, found: &mut JointAnswers) -> Result<HashMap<Uuid, ClinicNoteState>> {
        let Some(part) = &self.0 else {
            return Ok(HashMap::new());
        };
        let rows = found.take(part)?.into_iter();
        Ok(rows.map(|row| (row.id, *row.state)).collect())
    }
}

/// Records that a note is in the clinic's record, with the clinic's own number.
pub(super) async fn set_sent(
    db: &Connection,
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
pub(super) async fn set_failed(db: &Connection, id: Uuid) -> Result<()> {
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

async fn update(db: &Connection, id: Uuid, to: clinic_note::ActiveModel) -> Result<()> {
    clinic_note::Entity::update_many()
        .set(to)
        .filter(clinic_note::Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}
