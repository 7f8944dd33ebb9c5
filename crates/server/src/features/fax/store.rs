//! Every query on faxes and their attempts.

use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set,
};
use uuid::Uuid;

use super::rows::{fax, fax_attempt};
use crate::context::Context;
use crate::error::{Error, Result};

pub(super) async fn get(db: &impl ConnectionTrait, id: Uuid) -> Result<fax::Model> {
    fax::Entity::find_by_id(id)
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// Moves a fax on; false when it moved meanwhile.
pub(super) async fn step(
    tx: &impl ConnectionTrait,
    seen: &fax::Model,
    to: fax::ActiveModel,
) -> Result<bool> {
    let done = fax::Entity::update_many()
        .set(fax::ActiveModel {
            version: Set(seen.version + 1),
            ..to
        })
        .filter(fax::Column::Id.eq(seen.id))
        .filter(fax::Column::Version.eq(seen.version))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Takes a fax back that nothing was tried with; false when something was.
pub(super) async fn take_back(tx: &impl ConnectionTrait, seen: &fax::Model) -> Result<bool> {
    let gone = fax::Entity::delete_many()
        .filter(fax::Column::Id.eq(seen.id))
        .filter(fax::Column::Version.eq(seen.version))
        .filter(fax::Column::State.eq("queued"))
        .exec(tx)
        .await?;
    Ok(gone.rows_affected == 1)
}

/// Faxes of subjects, oldest first.
pub(super) async fn of_subjects(
    db: &impl ConnectionTrait,
    kind: &str,
    ids: &[Uuid],
) -> Result<Vec<fax::Model>> {
    Ok(fax::Entity::find()
        .filter(fax::Column::SubjectKind.eq(kind))
        .filter(fax::Column::SubjectId.is_in(ids.iter().copied()))
        .order_by_asc(fax::Column::QueuedAt)
        .all(db)
        .await?)
}

pub(super) async fn attempts(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<fax_attempt::Model>> {
    Ok(fax_attempt::Entity::find()
        .filter(fax_attempt::Column::FaxId.is_in(ids.iter().copied()))
        .order_by_asc(fax_attempt::Column::Number)
        .all(db)
        .await?)
}

/// Writes an attempt before it is made. The account code is how the provider is asked about it.
pub(super) async fn add_attempt(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    fax: &fax::Model,
    number: i64,
    sha256: String,
) -> Result<fax_attempt::Model> {
    let id = ctx.new_id();
    let code: String = id.simple().to_string().chars().skip(12).take(20).collect();
    Ok(fax_attempt::ActiveModel {
        id: Set(id),
        fax_id: Set(fax.id),
        number: Set(number),
        account_code: Set(code),
        started_at: Set(ctx.now()),
        provider_id: Set(None),
        outcome: Set(None),
        reason: Set(None),
        ended_at: Set(None),
        sha256: Set(sha256),
    }
    .insert(tx)
    .await?)
}

pub(super) async fn update_attempt(
    tx: &impl ConnectionTrait,
    id: Uuid,
    to: fax_attempt::ActiveModel,
) -> Result<()> {
    fax_attempt::Entity::update_many()
        .set(to)
        .filter(fax_attempt::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}
