// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on faxes and their attempts.

mod list;

use chrono::{DateTime, Utc};
use salal_db::StatementBatch;
use salal_domain::fax::{AttemptOutcome, FaxState};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select, Set,
};
use uuid::Uuid;

use super::entity::{fax, fax_attempt, fax_stop};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};

pub(super) use list::{
    Wanted, clarifications, count_attempts, count_clarifications, count_copies, count_trouble, page,
};

/// A fax within scope.
pub(super) async fn within(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: Uuid,
) -> Result<fax::Model> {
    fax::Entity::find_by_id(id)
        .filter(scope.condition(fax::Column::PersonId))
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

pub(super) async fn get_fax(db: &impl ConnectionTrait, id: Uuid) -> Result<fax::Model> {
    fax::Entity::find_by_id(id)
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// Updates a fax; false if it changed in between.
pub(super) async fn step(
    tx: &impl ConnectionTrait,
    seen: &fax::Model,
    to: fax::ActiveModel,
) -> Result<bool> {
    let done = fax::Entity::update_many()
        .set(fax::ActiveModel {
            version: Set(seen.version + 1),
            ..to
        })
        .filter(fax::Column::Id.eq(seen.id))
        .filter(fax::Column::Version.eq(seen.version))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Cancels a fax that was not attempted yet; false if it was.
pub(super) async fn take_back(tx: &impl ConnectionTrait, seen: &fax::Model) -> Result<bool> {
    let gone = fax::Entity::delete_many()
        .filter(fax::Column::Id.eq(seen.id))
        .filter(fax::Column::Version.eq(seen.version))
        .filter(fax::Column::State.eq(FaxState::Queued.code()))
        .exec(tx)
        .await?;
    Ok(gone.rows_affected == 1)
}

/// Faxes of subjects, oldest first.
pub(super) fn faxes_of(kind: &str, ids: &[Uuid]) -> Select<fax::Entity> {
    fax::Entity::find()
        .filter(fax::Column::SubjectKind.eq(kind))
        .filter(fax::Column::SubjectId.is_in(ids.iter().copied()))
        .order_by_asc(fax::Column::QueuedAt)
        .order_by_asc(fax::Column::CopyNumber)
}

/// The attempts at the faxes of subjects, in order.
pub(super) fn attempts_of(kind: &str, ids: &[Uuid]) -> Select<fax_attempt::Entity> {
    let faxes = fax::Entity::find()
        .select_only()
        .column(fax::Column::Id)
        .filter(fax::Column::SubjectKind.eq(kind))
        .filter(fax::Column::SubjectId.is_in(ids.iter().copied()));
    fax_attempt::Entity::find()
        .filter(fax_attempt::Column::FaxId.in_subquery(faxes.into_query()))
        .order_by_asc(fax_attempt::Column::Number)
}

pub(super) async fn attempts(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<fax_attempt::Model>> {
    Ok(fax_attempt::Entity::find()
        .filter(fax_attempt::Column::FaxId.is_in(ids.iter().copied()))
        .order_by_asc(fax_attempt::Column::Number)
        .all(db)
        .await?)
}

/// Records an attempt before it is made. The account code is used to ask the provider about it.
pub(super) async fn add_attempt(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    fax: &fax::Model,
    number: i64,
    sha256: String,
    cover: Option<Uuid>,
) -> Result<fax_attempt::Model> {
    let id = ctx.new_id();
    let code: String = id.simple().to_string().chars().skip(12).take(20).collect();
    Ok(fax_attempt::ActiveModel {
        id: Set(id),
        fax_id: Set(fax.id),
        number: Set(number),
        account_code: Set(code),
        started_at: Set(ctx.now()),
        provider_id: Set(None),
        outcome: Set(None),
        reason: Set(None),
        ended_at: Set(None),
        sha256: Set(sha256),
        cover_id: Set(cover),
    }
    .insert(tx)
    .await?)
}

pub(super) async fn update_attempt(
    tx: &impl ConnectionTrait,
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
pub(super) async fn end_attempt(
    tx: &impl ConnectionTrait,
    fax: Uuid,
    outcome: AttemptOutcome,
    reason: Option<&str>,
    at: DateTime<Utc>,
) -> Result<()> {
    let to = fax_attempt::ActiveModel {
        outcome: Set(Some(outcome.into())),
        reason: Set(reason.map(str::to_owned)),
        ended_at: Set(Some(at)),
        ..Default::default()
    };
    fax_attempt::Entity::update_many()
        .set(to)
        .filter(fax_attempt::Column::FaxId.eq(fax))
        .filter(fax_attempt::Column::Outcome.eq(AttemptOutcome::Accepted.code()))
        .exec(tx)
        .await?;
    Ok(())
}

/// Whether no newer copy of the subject has been queued.
pub(super) async fn is_newest(tx: &impl ConnectionTrait, fax: &fax::Model) -> Result<bool> {
    let newer = fax::Entity::find()
        .filter(fax::Column::SubjectKind.eq(fax.subject_kind.as_str()))
        .filter(fax::Column::SubjectId.eq(fax.subject_id))
        .filter(fax::Column::CopyNumber.gt(fax.copy_number))
        .one(tx)
        .await?;
    Ok(newer.is_none())
}

/// Clears the attention flag of all faxes of the subject.
pub(super) fn untroubled(writes: &mut StatementBatch, kind: &str, id: Uuid) {
    let superseded = fax::Entity::update_many()
        .col_expr(fax::Column::Trouble, Expr::value(false))
        .filter(fax::Column::SubjectKind.eq(kind))
        .filter(fax::Column::SubjectId.eq(id))
        .filter(fax::Column::Trouble.eq(true));
    writes.add(&superseded.into_query());
}

/// Restores the attention flag of the subject's newest copy if it failed, because its replacement was
/// cancelled.
pub(super) async fn troubled_again(tx: &impl ConnectionTrait, kind: &str, id: Uuid) -> Result<()> {
    let all = faxes_of(kind, &[id]).all(tx).await?;
    let newest = all.into_iter().max_by_key(|fax| fax.copy_number);
    let Some(fax) = newest.filter(|fax| match *fax.state {
        FaxState::Failed | FaxState::Unknown => true,
        FaxState::Queued | FaxState::Sending | FaxState::Sent | FaxState::Delivered => false,
    }) else {
        return Ok(());
    };
    if is_stopped(tx, fax.document_id).await? {
        return Ok(());
    }
    fax::Entity::update_many()
        .col_expr(fax::Column::Trouble, Expr::value(true))
        .filter(fax::Column::Id.eq(fax.id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Stops everything of this document from being sent.
pub(super) async fn stop(
    tx: &impl ConnectionTrait,
    document: Uuid,
    at: DateTime<Utc>,
) -> Result<()> {
    let row = fax_stop::ActiveModel {
        document_id: Set(document),
        stopped_at: Set(at),
    };
    fax_stop::Entity::insert(row)
        .on_conflict(
            OnConflict::column(fax_stop::Column::DocumentId)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Whether a document was stopped.
pub(super) async fn is_stopped(db: &impl ConnectionTrait, document: Uuid) -> Result<bool> {
    let row = fax_stop::Entity::find_by_id(document).one(db).await?;
    Ok(row.is_some())
}
