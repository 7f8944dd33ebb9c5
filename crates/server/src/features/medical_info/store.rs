//! Every query on medical information. Records are added, never changed.

use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};
use uuid::Uuid;

use super::rows::medical_info;
use super::wire::MedicalInfo;
use crate::context::Context;
use crate::door::Reach;
use crate::error::{Error, Result};

fn view(row: medical_info::Model) -> Result<MedicalInfo> {
    let mut info: MedicalInfo = serde_json::from_value(row.content)?;
    info.id = Some(row.id);
    info.person = Some(row.person_id);
    info.created_at = Some(row.created_at);
    Ok(info)
}

/// All records of a person, newest first.
pub(super) async fn list(db: &impl ConnectionTrait, reach: &Reach, person: Uuid) -> Result<Vec<MedicalInfo>> {
    medical_info::Entity::find()
        .filter(medical_info::Column::PersonId.eq(person))
        .filter(reach.over(medical_info::Column::PersonId))
        .order_by_desc(medical_info::Column::CreatedAt)
        .order_by_desc(medical_info::Column::Id)
        .all(db)
        .await?
        .into_iter()
        .map(view)
        .collect()
}

/// One record.
pub(super) async fn get(db: &impl ConnectionTrait, reach: &Reach, id: Uuid) -> Result<MedicalInfo> {
    let row = medical_info::Entity::find_by_id(id)
        .filter(reach.over(medical_info::Column::PersonId))
        .one(db)
        .await?
        .ok_or_else(Error::not_found)?;
    view(row)
}

/// The newest record, if there is one.
async fn newest(db: &impl ConnectionTrait, reach: &Reach, person: Uuid) -> Result<Option<MedicalInfo>> {
    medical_info::Entity::find()
        .filter(medical_info::Column::PersonId.eq(person))
        .filter(reach.over(medical_info::Column::PersonId))
        .order_by_desc(medical_info::Column::CreatedAt)
        .order_by_desc(medical_info::Column::Id)
        .one(db)
        .await?
        .map(view)
        .transpose()
}

/// The recorded allergies, listed and typed ones.
pub async fn allergies(db: &impl ConnectionTrait, reach: &Reach, person: Uuid) -> Result<Vec<String>> {
    let Some(info) = newest(db, reach, person).await? else { return Ok(Vec::new()) };
    let typed = info.other_allergy.unwrap_or_default().into_iter().map(|entry| entry.name);
    Ok(info.allergy_to_medication.into_iter().chain(typed).collect())
}

/// Adds a record in the caller's transaction.
pub(crate) async fn add(tx: &impl ConnectionTrait, ctx: &Context, person: Uuid, by: Uuid, mut info: MedicalInfo) -> Result<MedicalInfo> {
    info.id = None;
    info.person = None;
    info.created_at = None;
    let row = medical_info::ActiveModel {
        id: Set(ctx.new_id()),
        person_id: Set(person),
        created_by: Set(by),
        created_at: Set(ctx.now()),
        content: Set(serde_json::to_value(&info)?),
    };
    view(row.insert(tx).await?)
}
