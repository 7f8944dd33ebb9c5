// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on imports. They are no patient's record, so there is no scope.

pub(super) mod stored_files;

use chrono::{DateTime, Utc};
use salal_db::Connection;
use salal_domain::falls::{Fall, Lost};
use salal_formats::tables::ColumnMap;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect, Set,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::dto::SkipReason;
use super::entity::{data_chunk, data_import, data_in_force};
use super::repo::stored_files::drop_pieces;
use super::states::{ImportKind, ImportStage, ImportState};
use crate::context::Context;
use crate::error::Result;

pub(super) use data_import::Model as Import;

/// A part of a resource and the import it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Source {
    pub(super) resource: String,
    pub(super) part: String,
    pub(super) import: Option<Uuid>,
    pub(super) rows: i64,
}

/// A new import; not active yet.
pub(super) fn new_import(
    ctx: &Context,
    kind: ImportKind,
    resource: &str,
    by: Option<Uuid>,
) -> Import {
    let none = serde_json::json!([]);
    Import {
        id: ctx.new_id(),
        kind: kind.into(),
        resource: resource.into(),
        state: ImportState::Receiving.into(),
        stage: ImportStage::Received.into(),
        active: None,
        files: none.clone(),
        rows_total: 0,
        rows_done: 0,
        rows_skipped: 0,
        reasons: none.clone(),
        report: none.clone(),
        inputs: none.clone(),
        replaced: none,
        silent: None,
        reason: None,
        mapping: None,
        lost: None,
        accepts: None,
        kept: true,
        created_by: by,
        created_at: ctx.now(),
        touched_at: ctx.now(),
        ended_at: None,
    }
}

pub(super) async fn add(db: &Connection, import: Import) -> Result<()> {
    data_import::Entity::insert(import.into_active_model())
        .exec_without_returning(db)
        .await?;
    Ok(())
}

pub(super) async fn find_import(db: &Connection, id: Uuid) -> Result<Option<Import>> {
    Ok(data_import::Entity::find_by_id(id).one(db).await?)
}

/// The import that is waiting or running.
pub(super) async fn active(db: &Connection) -> Result<Option<Import>> {
    Ok(data_import::Entity::find()
        .filter(data_import::Column::Active.eq(true))
        .one(db)
        .await?)
}

/// Completely received imports, newest first.
pub(super) async fn recent(
    db: &Connection,
    before: Option<&Import>,
    limit: u64,
) -> Result<Vec<Import>> {
    let mut query = data_import::Entity::find()
        .filter(data_import::Column::State.ne(ImportState::Receiving.code()))
        .order_by_desc(data_import::Column::CreatedAt)
        .order_by_desc(data_import::Column::Id)
        .limit(limit);
    if let Some(before) = before {
        let place = Expr::tuple([
            Expr::col(data_import::Column::CreatedAt),
            Expr::col(data_import::Column::Id),
        ]);
        let of = Expr::tuple([Expr::val(before.created_at), Expr::val(before.id)]);
        query = query.filter(sea_orm::ExprTrait::lt(place, of));
    }
    Ok(query.all(db).await?)
}

/// The newest of a kind that took effect.
pub(super) async fn newest_build(db: &Connection) -> Result<Option<Import>> {
    let in_force = in_force(db).await?;
    let drugs = in_force.iter().find(|one| one.resource == "drugs");
    match drugs.and_then(|one| one.import) {
        Some(id) => find_import(db, id).await,
        None => Ok(None),
    }
}

/// Queues a complete import. If another one is active, this violates a unique index.
pub(super) async fn queue(
    tx: &Connection,
    id: Uuid,
    resource: &str,
    files: serde_json::Value,
) -> Result<(), sea_orm::DbErr> {
    data_import::ActiveModel {
        id: Set(id),
        resource: Set(resource.into()),
        files: Set(files),
        state: Set(ImportState::Queued.into()),
        active: Set(Some(true)),
        ..Default::default()
    }
    .update(tx)
    .await?;
    Ok(())
}

/// The newest build or undo, if it stopped because of its losses.
pub(super) async fn newest_stopped(db: &Connection) -> Result<Option<Uuid>> {
    use data_import::Column as C;
    let newest = data_import::Entity::find()
        .filter(C::Kind.is_in([ImportKind::Build, ImportKind::Undo].map(ImportKind::code)))
        .filter(C::State.ne(ImportState::Receiving.code()))
        .order_by_desc(C::CreatedAt)
        .order_by_desc(C::Id)
        .one(db)
        .await?;
    Ok(newest
        .filter(|one| *one.state == ImportState::Failed && one.silent.is_some())
        .map(|one| one.id))
}

/// The progress of an import.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    pub(super) stage: ImportStage,
    pub(super) total: u64,
    pub(super) done: u64,
    pub(super) skipped: u64,
    pub(super) reasons: Option<Vec<SkipReason>>,
}

/// Stores progress; false when the import was cancelled in the meantime.
pub(super) async fn progress(ctx: &Context, id: Uuid, at: Progress) -> Result<bool> {
    use data_import::Column as C;
    let whole = |rows: u64| i64::try_from(rows).unwrap_or(i64::MAX);
    let mut update = data_import::Entity::update_many()
        .col_expr(C::State, Expr::value(ImportState::Running.code()))
        .col_expr(C::Stage, Expr::value(at.stage.code()))
        .col_expr(C::RowsTotal, Expr::value(whole(at.total)))
        .col_expr(C::RowsDone, Expr::value(whole(at.done)))
        .col_expr(C::RowsSkipped, Expr::value(whole(at.skipped)))
        .col_expr(C::TouchedAt, Expr::value(ctx.now()));
    if let Some(reasons) = at.reasons {
        update = update.col_expr(C::Reasons, Expr::value(serde_json::to_value(reasons)?));
    }
    let done = update
        .filter(C::Id.eq(id))
        .filter(C::Active.eq(true))
        .exec(ctx.db.write())
        .await?;
    Ok(done.rows_affected == 1)
}

/// The end of an import.
pub(super) struct Ended {
    pub(super) state: ImportState,
    pub(super) report: Vec<String>,
    /// What was in force before it, and its sources.
    pub(super) replaced: Vec<Source>,
    pub(super) inputs: Vec<Source>,
}

/// Ends an active import; false when it was no longer active.
pub(super) async fn end(
    tx: &Connection,
    now: DateTime<Utc>,
    id: Uuid,
    ended: Ended,
) -> Result<bool> {
    use data_import::Column as C;
    let done = data_import::Entity::update_many()
        .col_expr(C::State, Expr::value(ended.state.code()))
        .col_expr(C::Stage, Expr::value(ImportStage::Ended.code()))
        .col_expr(C::Active, Expr::value(None::<bool>))
        .col_expr(C::Report, Expr::value(serde_json::to_value(ended.report)?))
        .col_expr(
            C::Replaced,
            Expr::value(serde_json::to_value(ended.replaced)?),
        )
        .col_expr(C::Inputs, Expr::value(serde_json::to_value(ended.inputs)?))
        .col_expr(C::EndedAt, Expr::value(Some(now)))
        .col_expr(C::TouchedAt, Expr::value(now))
        .filter(C::Id.eq(id))
        .filter(C::Active.eq(true))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Stores what an import would remove, or removed with approval.
pub(super) async fn note_falls(tx: &Connection, id: Uuid, falls: &[Fall]) -> Result<()> {
    data_import::Entity::update_many()
        .col_expr(
            data_import::Column::Silent,
            Expr::value(Some(serde_json::to_value(falls)?)),
        )
        .filter(data_import::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Stores what an import removed, in the transaction in which it takes effect.
pub(super) async fn note_lost(tx: &Connection, id: Uuid, lost: &[Lost]) -> Result<()> {
    if lost.is_empty() {
        return Ok(());
    }
    data_import::Entity::update_many()
        .col_expr(
            data_import::Column::Lost,
            Expr::value(Some(serde_json::to_value(lost)?)),
        )
        .filter(data_import::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// The imports of a resource that took effect since a time and were not undone, oldest first.
pub(super) async fn done_since(
    db: &Connection,
    resource: &str,
    since: DateTime<Utc>,
) -> Result<Vec<Import>> {
    use data_import::Column as C;
    Ok(data_import::Entity::find()
        .filter(C::Resource.eq(resource))
        .filter(C::State.eq(ImportState::Done.code()))
        .filter(C::EndedAt.gte(since))
        .order_by_asc(C::EndedAt)
        .order_by_asc(C::Id)
        .all(db)
        .await?)
}

/// Stores the column mapping of an import.
pub(super) async fn note_mapping(db: &Connection, id: Uuid, mapping: &ColumnMap) -> Result<()> {
    data_import::Entity::update_many()
        .col_expr(
            data_import::Column::Mapping,
            Expr::value(Some(serde_json::to_value(mapping)?)),
        )
        .filter(data_import::Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}

/// Marks a finished import as undone; false when its state has changed.
pub(super) async fn mark_undone(tx: &Connection, id: Uuid) -> Result<bool> {
    let done = data_import::Entity::update_many()
        .col_expr(
            data_import::Column::State,
            Expr::value(ImportState::Undone.code()),
        )
        .filter(data_import::Column::Id.eq(id))
        .filter(data_import::Column::State.eq(ImportState::Done.code()))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Deletes imports that were never received completely.
pub(super) async fn forget_unfinished(db: &Connection, since: DateTime<Utc>) -> Result<()> {
    let stale: Vec<Uuid> = data_import::Entity::find()
        .select_only()
        .column(data_import::Column::Id)
        .filter(data_import::Column::State.eq(ImportState::Receiving.code()))
        .filter(data_import::Column::CreatedAt.lt(since))
        .into_tuple()
        .all(db)
        .await?;
    for id in stale {
        forget(db, id).await?;
    }
    Ok(())
}

/// Deletes an import that was never received completely.
pub(super) async fn forget(db: &Connection, id: Uuid) -> Result<()> {
    drop_pieces(db, id).await?;
    data_import::Entity::delete_many()
        .filter(data_import::Column::Id.eq(id))
        .filter(data_import::Column::State.eq(ImportState::Receiving.code()))
        .exec(db)
        .await?;
    Ok(())
}

/// The imports in force, of every resource.
pub(super) async fn in_force(db: &Connection) -> Result<Vec<Source>> {
    let rows = data_in_force::Entity::find()
        .order_by_asc(data_in_force::Column::Resource)
        .order_by_asc(data_in_force::Column::Part)
        .all(db)
        .await?;
    let source = |row: data_in_force::Model| Source {
        resource: row.resource,
        part: row.part,
        import: Some(row.import_id),
        rows: row.row_count,
    };
    Ok(rows.into_iter().map(source).collect())
}

/// Puts these in force, effective with the commit.
pub(super) async fn put_in_force(tx: &Connection, ctx: &Context, sources: &[Source]) -> Result<()> {
    for source in sources {
        data_in_force::Entity::delete_many()
            .filter(data_in_force::Column::Resource.eq(source.resource.as_str()))
            .filter(data_in_force::Column::Part.eq(source.part.as_str()))
            .exec(tx)
            .await?;
        let Some(import) = source.import else {
            continue;
        };
        let row = data_in_force::ActiveModel {
            id: Set(ctx.new_id()),
            resource: Set(source.resource.clone()),
            part: Set(source.part.clone()),
            import_id: Set(import),
            row_count: Set(source.rows),
        };
        data_in_force::Entity::insert(row)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// Finished imports whose rows are still stored.
pub(super) async fn ended_with_rows(db: &Connection) -> Result<Vec<Uuid>> {
    use data_import::Column as C;
    Ok(data_import::Entity::find()
        .select_only()
        .column(C::Id)
        .filter(C::Kept.eq(true))
        .filter(C::Active.is_null())
        .filter(C::State.ne(ImportState::Receiving.code()))
        .into_tuple()
        .all(db)
        .await?)
}

/// Deletes the rows of imports that can no longer be restored; their history is kept.
pub(super) async fn drop_rows(ctx: &Context, of: impl IntoIterator<Item = Uuid>) -> Result<()> {
    use data_import::Column as C;
    for id in of {
        let db = ctx.db.write();
        data_chunk::Entity::delete_many()
            .filter(data_chunk::Column::ImportId.eq(id))
            .filter(data_chunk::Column::Resource.ne("skipped"))
            .exec(db)
            .await?;
        data_import::Entity::update_many()
            .col_expr(C::Kept, Expr::value(false))
            .filter(C::Id.eq(id))
            .exec(db)
            .await?;
    }
    Ok(())
}

/// The imports whose rows were deleted.
pub(super) async fn lost(db: &Connection) -> Result<Vec<Uuid>> {
    Ok(data_import::Entity::find()
        .select_only()
        .column(data_import::Column::Id)
        .filter(data_import::Column::Kept.eq(false))
        .into_tuple()
        .all(db)
        .await?)
}
