//! A health number that stands on more than one account (decision 170): nobody is refused or told, because
//! that would tell a stranger that the number is known; the office is, and limits count over all of them.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::documents::PASSPORT;
use super::entity::health_document;
use crate::context::Context;
use crate::error::Result;
use crate::jobs::{self, NewJob};

/// The job that tells the office; the feature that can write to them runs it.
pub(crate) const JOB: &str = "people.same_number";
/// What the patient page says.
pub(super) const FLAG: &str = "Health number on another account";

/// Whose number is to be looked at.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SameNumber {
    pub(crate) person: Uuid,
}

/// All accounts with a health number of this person, the person first. It names ids only, and no scope: whose
/// they are is nobody's to know but the staff's.
pub(crate) async fn same_number(db: &impl ConnectionTrait, person: Uuid) -> Result<Vec<Uuid>> {
    let living = || {
        health_document::Entity::find()
            .select_only()
            .filter(health_document::Column::RetiredAt.is_null())
            .filter(health_document::Column::Type.ne(PASSPORT))
    };
    let own = |column: health_document::Column| {
        living()
            .column(column)
            .filter(health_document::Column::PersonId.eq(person))
            .filter(health_document::Column::NumberDigits.ne(""))
            .into_query()
    };
    // By the digits, for which there is an index; then by the whole number with its letters.
    let digits = own(health_document::Column::NumberDigits);
    let numbers = own(health_document::Column::Number);
    let others: Vec<Uuid> = living()
        .distinct()
        .column(health_document::Column::PersonId)
        .filter(health_document::Column::PersonId.ne(person))
        .filter(health_document::Column::NumberDigits.in_subquery(digits))
        .filter(health_document::Column::Number.in_subquery(numbers))
        .into_tuple()
        .all(db)
        .await?;
    Ok(std::iter::once(person).chain(others).collect())
}

/// Has the office told when the number that was just stored stands on another account too.
pub(super) async fn watch(tx: &impl ConnectionTrait, ctx: &Context, person: Uuid) -> Result<()> {
    if same_number(tx, person).await?.len() > 1 {
        jobs::enqueue(tx, ctx, NewJob::new(JOB, &SameNumber { person })?).await?;
    }
    Ok(())
}
