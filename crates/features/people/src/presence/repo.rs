// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on presence.

use chrono::TimeDelta;
use salal_db::{Connection, JointRead};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    Set,
};
use uuid::Uuid;

use super::dto::PresenceView;
use super::entity::presence::{ActiveModel, Column, Entity};
use crate::context::Context;
use crate::error::Result;
use crate::people::NamesPart;

/// A page that was silent for this many seconds is considered closed.
pub(super) const SILENCE_SECONDS: i64 = 90;

#[derive(FromQueryResult, serde::Deserialize)]
struct There {
    staff_id: Uuid,
    since: chrono::DateTime<chrono::Utc>,
}

/// Who else has the patient open, earliest first.
pub async fn others(
    db: &Connection,
    ctx: &Context,
    patient: Uuid,
    me: Uuid,
) -> Result<Vec<PresenceView>> {
    let there = Entity::find()
        .select_only()
        .column(Column::StaffId)
        .filter(Column::PatientId.eq(patient))
        .filter(Column::StaffId.ne(me))
        .filter(Column::SeenAt.gt(oldest(ctx)));
    let mut read = JointRead::for_connection(db);
    let names = NamesPart::of_select(&mut read, there.clone().into_query());
    let there = there
        .column(Column::Since)
        .order_by_asc(Column::Since)
        .order_by_asc(Column::StaffId);
    let there = read.add_as::<There>(&there);
    let mut found = read.run(db).await?;
    let mut names = names.take(&mut found)?;
    let view = |one: There| {
        Some(PresenceView {
            person: names.remove(&one.staff_id)?,
            since: one.since,
        })
    };
    Ok(found.take(&there)?.into_iter().filter_map(view).collect())
}

fn oldest(ctx: &Context) -> chrono::DateTime<chrono::Utc> {
    ctx.now() - TimeDelta::seconds(SILENCE_SECONDS)
}

/// Records that `staff` has the patient open; true when this is new.
pub(super) async fn arrive(
    tx: &Connection,
    ctx: &Context,
    patient: Uuid,
    staff: Uuid,
) -> Result<bool> {
    // Old entries are deleted here, so that the table stays small.
    Entity::delete_many()
        .filter(Column::SeenAt.lte(oldest(ctx)))
        .exec(tx)
        .await?;
    let known = Entity::find_by_id((patient, staff)).one(tx).await?;
    let now = ctx.now();
    Entity::insert(ActiveModel {
        patient_id: Set(patient),
        staff_id: Set(staff),
        since: Set(now),
        seen_at: Set(now),
    })
    .on_conflict(
        OnConflict::columns([Column::PatientId, Column::StaffId])
            .update_column(Column::SeenAt)
            .to_owned(),
    )
    .exec_without_returning(tx)
    .await?;
    Ok(known.is_none())
}

/// Records that `staff` left; true when this is new.
pub(super) async fn leave(tx: &Connection, patient: Uuid, staff: Uuid) -> Result<bool> {
    let gone = Entity::delete_by_id((patient, staff)).exec(tx).await?;
    Ok(gone.rows_affected > 0)
}
