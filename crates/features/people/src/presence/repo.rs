// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on presence.

use chrono::TimeDelta;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, Set, Statement,
};
use uuid::Uuid;

use super::dto::PresenceView;
use super::entity::presence::{ActiveModel, Column, Entity};
use crate::context::Context;
use crate::error::Result;
use crate::people::PersonRef;

/// A page that was silent for this many seconds is considered closed.
pub(super) const SILENCE_SECONDS: i64 = 90;

#[derive(FromQueryResult)]
struct There {
    id: Uuid,
    first_name: String,
    last_name: String,
    since: chrono::DateTime<chrono::Utc>,
}

/// Who else has the patient open, earliest first.
pub async fn others(
    db: &impl ConnectionTrait,
    ctx: &Context,
    patient: Uuid,
    me: Uuid,
) -> Result<Vec<PresenceView>> {
    let statement = Statement::from_sql_and_values(
        db.get_database_backend(),
        "SELECT person.id, person.first_name, person.last_name, presence.since FROM presence \
         JOIN person ON person.id = presence.staff_id \
         WHERE presence.patient_id = $1 AND presence.staff_id <> $2 AND presence.seen_at > $3 \
         ORDER BY presence.since, person.id",
        [patient.into(), me.into(), oldest(ctx).into()],
    );
    let there = There::find_by_statement(statement).all(db).await?;
    Ok(there
        .into_iter()
        .map(|one| PresenceView {
            person: PersonRef {
                id: one.id,
                first_name: one.first_name,
                last_name: one.last_name,
            },
            since: one.since,
        })
        .collect())
}

fn oldest(ctx: &Context) -> chrono::DateTime<chrono::Utc> {
    ctx.now() - TimeDelta::seconds(SILENCE_SECONDS)
}

/// Records that `staff` has the patient open; true when this is new.
pub(super) async fn arrive(
    tx: &impl ConnectionTrait,
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
pub(super) async fn leave(tx: &impl ConnectionTrait, patient: Uuid, staff: Uuid) -> Result<bool> {
    let gone = Entity::delete_by_id((patient, staff)).exec(tx).await?;
    Ok(gone.rows_affected > 0)
}
