// SPDX-License-Identifier: AGPL-3.0-or-later

//! The lock and the update of an order's own row, whatever its table.

use salal_db::{Connection, StatementBatch};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, IntoActiveModel,
    QueryFilter, QueryTrait,
};
use uuid::Uuid;

use crate::api::Scope;
use crate::error::{Error, Result};

/// The columns by which an order is found, and locked.
pub struct LockedBy<C> {
    pub id: C,
    pub person: C,
    pub version: C,
}

/// Locks the order for the rest of the transaction and increments its version: a concurrent caller waits, and
/// then sees the committed changes.
pub async fn lock_row<E: EntityTrait>(
    tx: &Connection,
    scope: &Scope,
    id: Uuid,
    by: LockedBy<E::Column>,
) -> Result<E::Model> {
    update_returning::<E>(tx, scope, id, by, 1).await
}

/// Holds an order until the transaction ends, without changing it.
pub async fn hold_row<E: EntityTrait>(
    tx: &Connection,
    scope: &Scope,
    id: Uuid,
    by: LockedBy<E::Column>,
) -> Result<E::Model> {
    update_returning::<E>(tx, scope, id, by, 0).await
}

async fn update_returning<E: EntityTrait>(
    tx: &Connection,
    scope: &Scope,
    id: Uuid,
    by: LockedBy<E::Column>,
    versions: i64,
) -> Result<E::Model> {
    let mut locked = E::update_many()
        .col_expr(by.version, Expr::col(by.version).add(versions))
        .filter(by.id.eq(id))
        .filter(scope.condition(by.person))
        .into_query();
    locked.returning_all();
    let row = tx.query_one(&locked).await?.ok_or_else(Error::not_found)?;
    Ok(E::Model::from_query_result(&row, "")?)
}

/// Writes an order locked in this transaction, or a part of one.
pub fn save_row<E, A>(writes: &mut StatementBatch, (column, id): (E::Column, Uuid), row: E::Model)
where
    E: EntityTrait,
    E::Model: IntoActiveModel<A>,
    A: ActiveModelTrait<Entity = E>,
{
    let changed = E::update_many()
        .set(row.into_active_model().reset_all())
        .filter(column.eq(id));
    writes.add(&changed.into_query());
}
