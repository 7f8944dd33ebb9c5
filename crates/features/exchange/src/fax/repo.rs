// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on faxes and what belongs to them.

pub(super) mod counted;
mod list;

use chrono::{DateTime, Utc};
use salal_db::{Connection, JointRead, StatementBatch};
use salal_domain::fax::{AttemptOutcome, FaxState};
use salal_domain::subjects::SubjectKind;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query, SelectStatement};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, Iterable,
    ModelTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, Set, UpdateMany,
};
use uuid::Uuid;

use super::entity::{document, fax, fax_attempt, fax_clarification, fax_stop};
use crate::api::Scope;
use crate::error::{Error, Result};

pub(super) use list::{Counts, TroublePart, Wanted, clarifications, counts, page, troubled};

/// A fax within scope.
pub(super) async fn within(db: &Connection, scope: &Scope, id: Uuid) -> Result<fax::Model> {
    fax::Entity::find_by_id(id)
        .filter(scope.condition(fax::Column::PersonId))
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// A fax with everything that belongs to it.
pub(super) struct FaxRows {
    pub(super) row: fax::Model,
    /// All copies of its subject, this one included, oldest first.
    pub(super) copies: Vec<fax::Model>,
    pub(super) attempts: Vec<fax_attempt::Model>,
    /// The clarifications of its subject, oldest first.
    pub(super) entries: Vec<fax_clarification::Model>,
    /// The documents of its subject of which nothing is sent any more.
    pub(super) stopped: Vec<Uuid>,
    /// SHA-256 of the signed pages.
    pub(super) document_sha256: String,
}

/// Reads a fax within scope in one statement.
pub(super) async fn read_fax(db: &Connection, scope: &Scope, id: Uuid) -> Result<FaxRows> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct Sha {
        sha256: String,
    }
    let of_fax = |columns: &[fax::Column]| -> SelectStatement {
        Query::select()
            .columns(columns.iter().copied())
            .from(fax::Entity)
            .and_where(fax::Column::Id.eq(id))
            .to_owned()
    };
    let subject = || of_fax(&[fax::Column::SubjectKind, fax::Column::SubjectId]);
    let same_subject =
        || Expr::tuple([fax::Column::SubjectKind, fax::Column::SubjectId].map(Expr::col));
    let copies = fax::Entity::find().filter(same_subject().in_subquery(subject()));
    let documents = Query::select()
        .column(fax::Column::DocumentId)
        .from(fax::Entity)
        .and_where(same_subject().in_subquery(subject()))
        .to_owned();
    let entry_subject = [
        fax_clarification::Column::SubjectKind,
        fax_clarification::Column::SubjectId,
    ];
    let entries = fax_clarification::Entity::find()
        .filter(Expr::tuple(entry_subject.map(Expr::col)).in_subquery(subject()))
        .filter(scope.condition(fax_clarification::Column::PersonId));
    let stops =
        fax_stop::Entity::find().filter(fax_stop::Column::DocumentId.in_subquery(documents));
    let sha = document::Entity::find()
        .select_only()
        .column(document::Column::Sha256)
        .filter(document::Column::Id.in_subquery(of_fax(&[fax::Column::DocumentId])));
    let mut read = JointRead::for_connection(db);
    let row = fax::Entity::find_by_id(id).filter(scope.condition(fax::Column::PersonId));
    let row = read.add(&row);
    let copies = read.add(&oldest_first(copies));
    let attempts = read.add(&attempts_at(&[id]));
    let entries = read.add(&list::oldest_first(entries));
    let stops = read.add(&stops);
    let sha = read.add_as::<Sha>(&sha);
    let mut found = read.run(db).await?;
    let row = found.take(&row)?.pop().ok_or_else(Error::not_found)?;
    let sha = found.take(&sha)?.pop().ok_or_else(Error::not_found)?;
    Ok(FaxRows {
        row,
        copies: found.take(&copies)?,
        attempts: found.take(&attempts)?,
        entries: found.take(&entries)?,
        stopped: found
            .take(&stops)?
            .into_iter()
            .map(|stop| stop.document_id)
            .collect(),
        document_sha256: sha.sha256,
    })
}

/// Locks a fax for the rest of the transaction; its version stays.
pub(super) async fn lock(tx: &Connection, scope: &Scope, id: Uuid) -> Result<()> {
    let done = fax::Entity::update_many()
        .col_expr(fax::Column::Version, Expr::col(fax::Column::Version))
        .filter(fax::Column::Id.eq(id))
        .filter(scope.condition(fax::Column::PersonId))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        return Err(Error::not_found());
    }
    Ok(())
}

/// Writes what changed of a fax; false if it changed since it was seen.
pub(super) async fn step(tx: &Connection, seen: &fax::Model, to: &fax::Model) -> Result<bool> {
    Ok(update(seen, to).exec(tx).await?.rows_affected == 1)
}

/// Like `step`, added to the transaction's pending writes: of a fax that was locked, or whose outcome may have
/// been recorded before.
pub(super) fn step_with(writes: &mut StatementBatch, seen: &fax::Model, to: &fax::Model) {
    writes.add(&update(seen, to).into_query());
}

/// The columns that differ: the attention flag of a superseded copy is cleared beside its version.
fn update(seen: &fax::Model, to: &fax::Model) -> UpdateMany<fax::Entity> {
    let mut changed = to.clone().into_active_model().reset_all();
    for column in fax::Column::iter() {
        if seen.get(column) == to.get(column) {
            changed.not_set(column);
        }
    }
    fax::Entity::update_many()
        .set(changed)
        .filter(fax::Column::Id.eq(seen.id))
        .filter(fax::Column::Version.eq(seen.version))
}

/// Cancels a fax that was not attempted yet; false if it was.
pub(super) async fn take_back(tx: &Connection, seen: &fax::Model) -> Result<bool> {
    let gone = fax::Entity::delete_many()
        .filter(fax::Column::Id.eq(seen.id))
        .filter(fax::Column::Version.eq(seen.version))
        .filter(fax::Column::State.eq(FaxState::Queued.code()))
        .exec(tx)
        .await?;
    Ok(gone.rows_affected == 1)
}

/// Faxes of subjects, oldest first.
pub(super) fn faxes_of(kind: SubjectKind, ids: &[Uuid]) -> Select<fax::Entity> {
    let faxes = fax::Entity::find()
        .filter(fax::Column::SubjectKind.eq(kind.code()))
        .filter(fax::Column::SubjectId.is_in(ids.iter().copied()));
    oldest_first(faxes)
}

fn oldest_first(faxes: Select<fax::Entity>) -> Select<fax::Entity> {
    faxes
        .order_by_asc(fax::Column::QueuedAt)
        .order_by_asc(fax::Column::CopyNumber)
}

/// The attempts at the faxes of subjects, in order.
pub(super) fn attempts_of(kind: SubjectKind, ids: &[Uuid]) -> Select<fax_attempt::Entity> {
    let faxes = fax::Entity::find()
        .select_only()
        .column(fax::Column::Id)
        .filter(fax::Column::SubjectKind.eq(kind.code()))
        .filter(fax::Column::SubjectId.is_in(ids.iter().copied()));
    fax_attempt::Entity::find()
        .filter(fax_attempt::Column::FaxId.in_subquery(faxes.into_query()))
        .order_by_asc(fax_attempt::Column::Number)
}

/// The attempts at faxes, in order.
pub(super) fn attempts_at(faxes: &[Uuid]) -> Select<fax_attempt::Entity> {
    fax_attempt::Entity::find()
        .filter(fax_attempt::Column::FaxId.is_in(faxes.iter().copied()))
        .order_by_asc(fax_attempt::Column::Number)
}

/// Adds an attempt.
pub(super) fn add_attempt(writes: &mut StatementBatch, row: fax_attempt::Model) {
    writes.add(&fax_attempt::Entity::insert(row.into_active_model()).into_query());
}

/// The service has an attempt, under its own id.
pub(super) fn accept_attempt(writes: &mut StatementBatch, attempt: Uuid, provider_id: String) {
    let to = fax_attempt::ActiveModel {
        provider_id: Set(Some(provider_id)),
        outcome: Set(Some(AttemptOutcome::Accepted.into())),
        ..Default::default()
    };
    let accepted = fax_attempt::Entity::update_many()
        .set(to)
        .filter(fax_attempt::Column::Id.eq(attempt));
    writes.add(&accepted.into_query());
}

/// Adds a clarification.
pub(super) fn add_clarification(writes: &mut StatementBatch, row: fax_clarification::Model) {
    writes.add(&fax_clarification::Entity::insert(row.into_active_model()).into_query());
}

pub(super) async fn update_attempt(
    tx: &Connection,
    id: Uuid,
    to: fax_attempt::ActiveModel,
) -> Result<()> {
    fax_attempt::Entity::update_many()
        .set(to)
        .filter(fax_attempt::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Ends the attempt that the service accepted.
pub(super) fn end_attempt(
    writes: &mut StatementBatch,
    fax: Uuid,
    outcome: AttemptOutcome,
    reason: Option<&str>,
    at: DateTime<Utc>,
) {
    let to = fax_attempt::ActiveModel {
        outcome: Set(Some(outcome.into())),
        reason: Set(reason.map(str::to_owned)),
        ended_at: Set(Some(at)),
        ..Default::default()
    };
    let ended = fax_attempt::Entity::update_many()
        .set(to)
        .filter(fax_attempt::Column::FaxId.eq(fax))
        .filter(fax_attempt::Column::Outcome.eq(AttemptOutcome::Accepted.code()));
    writes.add(&ended.into_query());
}

/// The subjects of a kind with a fax that needs attention, for a search of their own feature.
pub fn in_trouble(kind: SubjectKind) -> SelectStatement {
    fax::Entity::find()
        .select_only()
        .column(fax::Column::SubjectId)
        .filter(fax::Column::SubjectKind.eq(kind.code()))
        .filter(fax::Column::Trouble.eq(true))
        .into_query()
}

/// Clears the attention flag of all faxes of the subject.
pub(super) fn untroubled(writes: &mut StatementBatch, kind: SubjectKind, id: Uuid) {
    let superseded = fax::Entity::update_many()
        .col_expr(fax::Column::Trouble, Expr::value(false))
        .filter(fax::Column::SubjectKind.eq(kind.code()))
        .filter(fax::Column::SubjectId.eq(id))
        .filter(fax::Column::Trouble.eq(true));
    writes.add(&superseded.into_query());
}

/// Clears the attention flag of all faxes of the subject, and why they had it: people brought the document there another
/// way, or heard that it arrived. What became of each attempt remains recorded with it.
pub fn settle_by_hand(writes: &mut StatementBatch, kind: SubjectKind, id: Uuid) {
    let settled = fax::ActiveModel {
        trouble: Set(false),
        reason: Set(None),
        ..Default::default()
    };
    let settled = fax::Entity::update_many()
        .set(settled)
        .filter(fax::Column::SubjectKind.eq(kind.code()))
        .filter(fax::Column::SubjectId.eq(id))
        .filter(fax::Column::Trouble.eq(true));
    writes.add(&settled.into_query());
}

/// Sets the attention flag of a fax.
pub(super) fn trouble(writes: &mut StatementBatch, id: Uuid) {
    let troubled = fax::Entity::update_many()
        .col_expr(fax::Column::Trouble, Expr::value(true))
        .filter(fax::Column::Id.eq(id));
    writes.add(&troubled.into_query());
}

/// Stops everything of this document from being sent.
pub(super) fn stop(writes: &mut StatementBatch, document: Uuid, at: DateTime<Utc>) {
    let row = fax_stop::ActiveModel {
        document_id: Set(document),
        stopped_at: Set(at),
    };
    let once = OnConflict::column(fax_stop::Column::DocumentId)
        .do_nothing()
        .to_owned();
    writes.add(&fax_stop::Entity::insert(row).on_conflict(once).into_query());
}

/// Whether a document was stopped.
pub(super) async fn is_stopped(db: &Connection, document: Uuid) -> Result<bool> {
    let row = fax_stop::Entity::find_by_id(document).one(db).await?;
    Ok(row.is_some())
}

/// Which of these codes attempts have.
pub(super) async fn known_codes(db: &Connection, codes: &[String]) -> Result<Vec<String>> {
    let found = fax_attempt::Entity::find()
        .select_only()
        .column(fax_attempt::Column::AccountCode)
        .filter(fax_attempt::Column::AccountCode.is_in(codes.iter().cloned()));
    Ok(found.into_tuple().all(db).await?)
}

/// The faxes that were not accepted yet.
pub(super) async fn waiting(db: &Connection) -> Result<Vec<Uuid>> {
    let states = [FaxState::Queued, FaxState::Sending].map(FaxState::code);
    let found = fax::Entity::find()
        .select_only()
        .column(fax::Column::Id)
        .filter(fax::Column::State.is_in(states));
    Ok(found.into_tuple().all(db).await?)
}
