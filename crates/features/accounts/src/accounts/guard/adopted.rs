// SPDX-License-Identifier: AGPL-3.0-or-later

//! Counts that were begun under another master key go on under the present one: a rotation gives nobody new attempts.
//! Where there is one key nothing is asked.

use salal_db::Connection;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};

use super::{ActiveModel, Column, Entity, GuardKey, Model};
use crate::error::Result;

/// Moves what is counted under other master keys to the rows of the present one. Rows are locked in one order whichever
/// key a process has first, so that no two wait for one another.
pub(super) async fn adopt(
    tx: &Connection,
    keys: impl Iterator<Item = &GuardKey> + Clone,
) -> Result<()> {
    if keys.clone().all(|key| key.others.is_empty()) {
        return Ok(());
    }
    let rows = Entity::find()
        .filter(Column::Key.is_in(keys.clone().flat_map(GuardKey::all)))
        .order_by_asc(Column::Key)
        .lock_exclusive()
        .all(tx)
        .await?;
    for key in keys {
        let found = |name: &str| rows.iter().find(|row| row.key == name).cloned();
        let mut own = found(&key.own);
        for other in key.others.iter().filter_map(|name| found(name)) {
            own = Some(match own {
                None => {
                    rename(tx, &other.key, &key.own).await?;
                    Model {
                        key: key.own.clone(),
                        ..other
                    }
                }
                Some(own) => join(tx, own, other).await?,
            });
        }
    }
    Ok(())
}

async fn rename(tx: &Connection, from: &str, to: &str) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Key, Expr::value(to))
        .filter(Column::Key.eq(from))
        .exec(tx)
        .await?;
    Ok(())
}

/// Two counts of one thing, which two processes with different keys made: as many as both together, and the longer
/// lock.
async fn join(tx: &Connection, own: Model, other: Model) -> Result<Model> {
    Entity::delete_by_id(other.key).exec(tx).await?;
    let joined = Model {
        failures: own.failures + other.failures,
        last_failure_at: own.last_failure_at.max(other.last_failure_at),
        locked_until: own.locked_until.max(other.locked_until),
        locks: own.locks.max(other.locks),
        key: own.key,
    };
    let changed = ActiveModel {
        key: Set(joined.key.clone()),
        failures: Set(joined.failures),
        last_failure_at: Set(joined.last_failure_at),
        locked_until: Set(joined.locked_until),
        locks: Set(joined.locks),
    };
    changed.update(tx).await?;
    Ok(joined)
}
