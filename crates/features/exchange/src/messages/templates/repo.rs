// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on the clinic's reply templates.

use salal_db::{Connection, ConstraintName, is_unique_violation};
use salal_domain::search::fold;
use salal_domain::texts::messages::TEMPLATE_NAME_TAKEN;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, Set,
};
use uuid::Uuid;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::messages::dto::TemplateView;
use crate::messages::entity::message_template::{ActiveModel, Column, Entity, Model};
use salal_people::people;

async fn views(db: &Connection, rows: Vec<Model>) -> Result<Vec<TemplateView>> {
    let by: Vec<Uuid> = rows.iter().map(|row| row.updated_by).collect();
    let names = people::names(db, &by).await?;
    let view = |row: Model| TemplateView {
        id: row.id,
        name: row.name,
        body: row.body,
        version: row.version,
        updated_at: row.updated_at,
        updated_by: names.get(&row.updated_by).cloned().unwrap_or_default(),
    };
    Ok(rows.into_iter().map(view).collect())
}

/// Templates with the same name could not be told apart.
fn taken(error: DbErr) -> Error {
    if is_unique_violation(&error) == Some(ConstraintName::MessageTemplateName) {
        Error::field("name", TEMPLATE_NAME_TAKEN)
    } else {
        error.into()
    }
}

/// All of them, by name.
pub(super) async fn list_templates(db: &Connection) -> Result<Vec<TemplateView>> {
    let rows = Entity::find()
        .order_by_asc(Column::NameFolded)
        .all(db)
        .await?;
    views(db, rows).await
}

pub(super) async fn count(db: &Connection) -> Result<u64> {
    Ok(Entity::find().count(db).await?)
}

pub(super) async fn get_template(db: &Connection, id: Uuid) -> Result<TemplateView> {
    let row = Entity::find_by_id(id).one(db).await?;
    let mut views = views(db, row.into_iter().collect()).await?;
    views.pop().ok_or_else(Error::not_found)
}

pub(super) async fn add(
    tx: &Connection,
    ctx: &Context,
    by: Uuid,
    name: String,
    body: String,
) -> Result<Uuid> {
    let (id, now) = (ctx.new_id(), ctx.now());
    ActiveModel {
        id: Set(id),
        name_folded: Set(fold(&name)),
        name: Set(name),
        body: Set(body),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        updated_by: Set(by),
    }
    .insert(tx)
    .await
    .map_err(taken)?;
    Ok(id)
}

/// Updates the version that was read; false if it is outdated or deleted.
pub(super) async fn change(
    tx: &Connection,
    ctx: &Context,
    id: Uuid,
    version: i64,
    by: Uuid,
    name: String,
    body: String,
) -> Result<bool> {
    let done = Entity::update_many()
        .set(ActiveModel {
            name_folded: Set(fold(&name)),
            name: Set(name),
            body: Set(body),
            version: Set(version.saturating_add(1)),
            updated_at: Set(ctx.now()),
            updated_by: Set(by),
            ..Default::default()
        })
        .filter(Column::Id.eq(id).and(Column::Version.eq(version)))
        .exec(tx)
        .await
        .map_err(taken)?;
    Ok(done.rows_affected == 1)
}

pub(super) async fn remove(tx: &Connection, id: Uuid, version: i64) -> Result<bool> {
    let done = Entity::delete_many()
        .filter(Column::Id.eq(id).and(Column::Version.eq(version)))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}
