// SPDX-License-Identifier: AGPL-3.0-or-later

//! Who agreed to request the sleep studies. At most one row is in force; the others are kept.

use chrono::{DateTime, Utc};
use salal_db::{Connection, ConstraintName, is_unique_violation};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, PaginatorTrait, QueryFilter,
    QuerySelect, Select,
};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use salal_accounts::accounts;
use salal_people::people;

use crate::api::Role;
use crate::error::{Error, Result};
use crate::sleep_studies::entity::sleep_requester::{Column, Entity, Model};

/// The row in force; whether its doctor may still sign is asked elsewhere.
pub(in crate::sleep_studies) async fn in_force(db: &Connection) -> Result<Option<Model>> {
    Ok(Entity::find()
        .filter(Column::InForce.eq(true))
        .one(db)
        .await?)
}

/// How many are in force: one or none.
#[derive(Debug, FromQueryResult, Deserialize)]
pub(in crate::sleep_studies) struct Signing {
    pub(in crate::sleep_studies) doctors: i64,
}

/// How many are in force and may sign, as a select to be read as [`Signing`]: the drawing is large, and no list of
/// orders needs it. A doctor whose account is disabled, or who has no College number, is none.
pub(in crate::sleep_studies) fn select_signing() -> Select<Entity> {
    Entity::find()
        .select_only()
        .column_as(Column::Id.count(), "doctors")
        .filter(Column::InForce.eq(true))
        .filter(Column::PersonId.in_subquery(accounts::select_open(Role::Doctor)))
        .filter(Column::PersonId.in_subquery(people::select_with_college_number()))
}

/// Whether nobody has ever agreed.
pub(in crate::sleep_studies) async fn is_empty(db: &Connection) -> Result<bool> {
    Ok(Entity::find().count(db).await? == 0)
}

/// The drawings of all rows.
pub(in crate::sleep_studies) async fn drawings(db: &Connection) -> Result<Vec<Value>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::Strokes)
        .into_tuple()
        .all(db)
        .await?)
}

/// Adds a row in force. Whoever is in force was ended before.
pub(in crate::sleep_studies) async fn add(tx: &Connection, new: Model) -> Result<()> {
    match Entity::insert(new.into_active_model())
        .exec_without_returning(tx)
        .await
    {
        Ok(_) => Ok(()),
        // Concurrent calls do not see each other: a constraint ensures that one doctor is in force.
        Err(error)
            if is_unique_violation(&error) == Some(ConstraintName::SleepRequesterInForce) =>
        {
            Err(Error::conflict(
                "AGREED_MEANWHILE",
                "Another doctor agreed at the same time. Nothing was changed. Please look again.",
            ))
        }
        Err(error) => Err(error.into()),
    }
}

/// Ends a row that is in force.
pub(in crate::sleep_studies) async fn end(
    tx: &Connection,
    id: Uuid,
    by: Uuid,
    at: DateTime<Utc>,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::InForce, Expr::value(None::<bool>))
        .col_expr(Column::EndedAt, Expr::value(Some(at)))
        .col_expr(Column::EndedBy, Expr::value(Some(by)))
        .filter(Column::Id.eq(id))
        .filter(Column::InForce.eq(true))
        .exec(tx)
        .await?;
    Ok(())
}
