// SPDX-License-Identifier: AGPL-3.0-or-later

//! Pending chart requests at the partner clinic, for people without a health number to look them up by.

use chrono::{DateTime, Utc};
use salal_db::Connection;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use super::entity::chart_request;
use crate::error::Result;

/// Records that a chart was requested; returns the earlier time if it already was.
pub(super) async fn begin(
    tx: &Connection,
    person: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<chart_request::Model>> {
    let first = chart_request::Entity::insert(chart_request::ActiveModel {
        person_id: Set(person),
        asked_at: Set(now),
        unknown: Set(false),
    })
    .on_conflict(
        OnConflict::column(chart_request::Column::PersonId)
            .do_nothing()
            .to_owned(),
    )
    .exec_without_returning(tx)
    .await?;
    if first == 1 {
        return Ok(None);
    }
    Ok(chart_request::Entity::find_by_id(person).one(tx).await?)
}

/// The response was lost: a person must check whether there is a chart.
pub(super) async fn lost(tx: &Connection, person: Uuid) -> Result<()> {
    chart_request::Entity::update_many()
        .col_expr(chart_request::Column::Unknown, Expr::value(true))
        .filter(chart_request::Column::PersonId.eq(person))
        .exec(tx)
        .await?;
    Ok(())
}

/// Nothing is pending: there is a number, or certainly no chart.
pub(super) async fn forget(tx: &Connection, person: Uuid) -> Result<()> {
    chart_request::Entity::delete_by_id(person).exec(tx).await?;
    Ok(())
}
