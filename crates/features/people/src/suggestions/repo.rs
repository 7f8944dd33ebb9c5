// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on suggestions.

use salal_db::Connection;
use salal_platform::totals;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Set,
};
use uuid::Uuid;

use super::dto::{ProblemPage, ProblemView};
use super::entity::problem::{ActiveModel, Column, Entity, Model};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::people;
use salal_reference::uploads;

pub(super) async fn create(
    tx: &Connection,
    ctx: &Context,
    person: Uuid,
    message: String,
    upload: Option<Uuid>,
) -> Result<Uuid> {
    let id = ctx.new_id();
    ActiveModel {
        id: Set(id),
        person_id: Set(person),
        message: Set(message),
        upload_id: Set(upload),
        created_at: Set(ctx.now()),
        read_at: Set(None),
        read_by: Set(None),
    }
    .insert(tx)
    .await?;
    Ok(id)
}

/// A page of suggestions, newest first.
pub(super) async fn list_suggestions(
    db: &Connection,
    limit: u64,
    cursor: Option<Uuid>,
) -> Result<ProblemPage> {
    let total = totals::count(db, Entity::find()).await?;
    let mut query = Entity::find()
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .limit(limit + 1);
    if let Some(cursor) = cursor {
        let last = Entity::find_by_id(cursor)
            .one(db)
            .await?
            .ok_or_else(|| Error::malformed("The cursor cannot be read."))?;
        query = query.filter(
            Expr::tuple([Expr::col(Column::CreatedAt), Expr::col(Column::Id)]).lt(Expr::tuple([
                Expr::val(last.created_at),
                Expr::val(last.id),
            ])),
        );
    }
    let mut rows = query.all(db).await?;
    let more = rows.len() as u64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let next_cursor = rows.last().filter(|_| more).map(|row| row.id.to_string());
    Ok(ProblemPage {
        items: views(db, rows).await?,
        next_cursor,
        total,
    })
}

async fn views(db: &Connection, rows: Vec<Model>) -> Result<Vec<ProblemView>> {
    let people: Vec<Uuid> = rows.iter().map(|row| row.person_id).collect();
    let uploads: Vec<Uuid> = rows.iter().filter_map(|row| row.upload_id).collect();
    let names = people::names(db, &people).await?;
    let files = uploads::refs(db, &uploads).await?;
    Ok(rows
        .into_iter()
        .map(|row| ProblemView {
            id: row.id,
            message: row.message,
            person: names.get(&row.person_id).cloned().unwrap_or_default(),
            created_at: row.created_at,
            is_read: row.read_at.is_some(),
            file: row.upload_id.and_then(|id| files.get(&id).cloned()),
        })
        .collect())
}

/// Marks a suggestion as read; the first reader is recorded.
pub(super) async fn acknowledge(
    tx: &Connection,
    ctx: &Context,
    id: Uuid,
    by: Uuid,
) -> Result<ProblemView> {
    Entity::update_many()
        .col_expr(Column::ReadAt, Expr::value(Some(ctx.now())))
        .col_expr(Column::ReadBy, Expr::value(Some(by)))
        .filter(Column::Id.eq(id))
        .filter(Column::ReadAt.is_null())
        .exec(tx)
        .await?;
    let row = Entity::find_by_id(id)
        .one(tx)
        .await?
        .ok_or_else(Error::not_found)?;
    views(tx, vec![row])
        .await?
        .pop()
        .ok_or_else(Error::not_found)
}

pub(super) async fn unread(db: &Connection) -> Result<u64> {
    Ok(Entity::find()
        .filter(Column::ReadAt.is_null())
        .count(db)
        .await?)
}
