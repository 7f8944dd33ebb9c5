//! Charts that were asked for at the partner clinic and have no number yet, of people without a health
//! number to look them up by.

use chrono::{DateTime, Utc};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use super::entity::chart_request;
use crate::error::Result;

/// Writes down that a chart is asked for; the earlier time when it was already.
pub(super) async fn begin(
    tx: &impl ConnectionTrait,
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

/// The answer was lost: whether there is a chart, a person finds out.
pub(super) async fn lost(tx: &impl ConnectionTrait, person: Uuid) -> Result<()> {
    chart_request::Entity::update_many()
        .col_expr(chart_request::Column::Unknown, Expr::value(true))
        .filter(chart_request::Column::PersonId.eq(person))
        .exec(tx)
        .await?;
    Ok(())
}

/// Nothing is under way: there is a number, or surely no chart.
pub(super) async fn forget(tx: &impl ConnectionTrait, person: Uuid) -> Result<()> {
    chart_request::Entity::delete_by_id(person).exec(tx).await?;
    Ok(())
}
