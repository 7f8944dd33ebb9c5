// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on medical information, always under a `Scope`.

use salal_db::{Connection, JointAnswers, JointRead, Part};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Select,
    Set,
};
use uuid::Uuid;

use super::dto::MedicalInfo;
use super::entity::medical_info::{ActiveModel, Column, Entity, Model};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};

/// The maximum number of versions in a response.
const VERSIONS: u64 = 200;

fn read(row: Model) -> Result<MedicalInfo> {
    Ok(serde_json::from_value(row.content)?)
}

fn unsorted(scope: &Scope, person: Uuid) -> Select<Entity> {
    Entity::find()
        .filter(Column::PersonId.eq(person))
        .filter(scope.condition(Column::PersonId))
}

fn of_person(scope: &Scope, person: Uuid) -> Select<Entity> {
    unsorted(scope, person)
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
}

/// The record in force, and the total number of records.
pub async fn newest_of_all(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
) -> Result<(Option<MedicalInfo>, u64)> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct Count {
        n: i64,
    }
    let mut read = JointRead::for_connection(db);
    let newest = NewestPart::add(&mut read, scope, person);
    let count = unsorted(scope, person)
        .select_only()
        .column_as(Column::Id.count(), "n");
    let count = read.add_as::<Count>(&count);
    let mut found = read.run(db).await?;
    let count = found.take(&count)?.pop().map_or(0, |count| count.n);
    Ok((newest.take(&mut found)?, u64::try_from(count).unwrap_or(0)))
}

/// The record in force.
pub(super) async fn newest(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
) -> Result<Option<MedicalInfo>> {
    of_person(scope, person)
        .one(db)
        .await?
        .map(read)
        .transpose()
}

/// Whether there is any record; tells nothing of what it says.
pub async fn has_any(db: &Connection, person: Uuid) -> Result<bool> {
    let found: Option<Uuid> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::PersonId.eq(person))
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// The record in force, in a joint read.
pub struct NewestPart(Part<Model>);

impl NewestPart {
    pub fn add(joint: &mut JointRead, scope: &Scope, person: Uuid) -> Self {
        Self(joint.add(&of_person(scope, person).limit(1)))
    }

    pub fn take(&self, found: &mut JointAnswers) -> Result<Option<MedicalInfo>> {
        found.take(&self.0)?.pop().map(read).transpose()
    }
}

/// Refuses a change based on a record other than the newest; a change that names no record is accepted.
pub(super) async fn is_still(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
    made_from: Option<Uuid>,
) -> Result<()> {
    let Some(made_from) = made_from else {
        return Ok(());
    };
    match newest(db, scope, person).await? {
        Some(record) if record.id != made_from => Err(Error::stale(&record)),
        _ => Ok(()),
    }
}

/// All records, the newest first.
pub(super) async fn versions(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
) -> Result<Vec<MedicalInfo>> {
    of_person(scope, person)
        .limit(VERSIONS)
        .all(db)
        .await?
        .into_iter()
        .map(read)
        .collect()
}

/// One record.
pub(super) async fn get_medical_info(
    db: &Connection,
    scope: &Scope,
    id: Uuid,
) -> Result<MedicalInfo> {
    let row = Entity::find_by_id(id)
        .filter(scope.condition(Column::PersonId))
        .one(db)
        .await?;
    row.map(read).transpose()?.ok_or_else(Error::not_found)
}

/// The names of the recorded allergies, including typed ones, for the doctor.
pub async fn allergies(db: &Connection, scope: &Scope, person: Uuid) -> Result<Vec<String>> {
    let Some(record) = newest(db, scope, person).await? else {
        return Ok(Vec::new());
    };
    let typed = record
        .other_allergies
        .unwrap_or_default()
        .into_iter()
        .map(|entry| entry.name);
    Ok(record.allergies.into_iter().chain(typed).collect())
}

/// Stores a record; its id, person and time are already set.
pub async fn create(tx: &Connection, ctx: &Context, by: Uuid, record: &MedicalInfo) -> Result<()> {
    ActiveModel {
        id: Set(record.id),
        person_id: Set(record.person),
        created_by: Set(by),
        created_at: Set(ctx.now()),
        content: Set(serde_json::to_value(record)?),
    }
    .insert(tx)
    .await?;
    Ok(())
}
