// SPDX-License-Identifier: AGPL-3.0-or-later

//! A health number used by more than one account (decision 170): no one is refused or told, because that
//! would reveal to a stranger that the number is known. The office is notified, and limits count across all
//! of the accounts.

use salal_db::{Coded, Connection, JointAnswers, JointRead, Part};
use salal_domain::eligibility::DocumentKind;
use sea_orm::sea_query::SelectStatement;
use sea_orm::{
    ColumnTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Job;
use super::entity::{health_document, person};
use crate::context::Context;
use crate::error::Result;
use crate::jobs::{self, NewJob};

/// The person whose number is checked.
#[derive(Debug, Serialize, Deserialize)]
pub struct SameNumber {
    pub person: Uuid,
}

/// All accounts with a health number of this person, the person first. Returns ids only, without a scope:
/// only staff may know whose they are.
pub async fn same_number(db: &Connection, person: Uuid) -> Result<Vec<Uuid>> {
    let mut read = JointRead::for_connection(db);
    let others = OthersPart::add(&mut read, person);
    let others = others.take(&mut read.run(db).await?)?;
    Ok(std::iter::once(person).chain(others).collect())
}

/// These accounts in the order in which they are held (`salal_db::next_number`): always the same, so that two
/// transactions never wait for one another.
pub fn accounts_in_order(ids: &[Uuid]) -> SelectStatement {
    person::Entity::find()
        .select_only()
        .column(person::Column::Id)
        .filter(person::Column::Id.is_in(ids.iter().copied()))
        .order_by_asc(person::Column::Id)
        .into_query()
}

/// The other accounts with a health number of a person, in a joint read.
pub(super) struct OthersPart(Part<Other>);

#[derive(FromQueryResult, Deserialize)]
struct Other {
    person_id: Uuid,
}

impl OthersPart {
    pub(super) fn add(read: &mut JointRead, person: Uuid) -> Self {
        Self(read.add_as(&select_others(person)))
    }

    pub(super) fn take(&self, found: &mut JointAnswers) -> Result<Vec<Uuid>> {
        let others = found.take(&self.0)?.into_iter();
        Ok(others.map(|other| other.person_id).collect())
    }
}

fn select_others(person: Uuid) -> Select<health_document::Entity> {
    let living = || {
        health_document::Entity::find()
            .select_only()
            .filter(health_document::Column::RetiredAt.is_null())
            .filter(health_document::Column::Type.ne(Coded(DocumentKind::Passport)))
    };
    let own = |column: health_document::Column| {
        living()
            .column(column)
            .filter(health_document::Column::PersonId.eq(person))
            .filter(health_document::Column::NumberDigits.ne(""))
            .into_query()
    };
    // By the digits, which are indexed; then by the full number with its letters.
    let digits = own(health_document::Column::NumberDigits);
    let numbers = own(health_document::Column::Number);
    living()
        .distinct()
        .column(health_document::Column::PersonId)
        .filter(health_document::Column::PersonId.ne(person))
        .filter(health_document::Column::NumberDigits.in_subquery(digits))
        .filter(health_document::Column::Number.in_subquery(numbers))
}

/// Notifies the office if the number just stored is used by another account too.
pub(super) async fn watch(tx: &Connection, ctx: &Context, person: Uuid) -> Result<()> {
    if same_number(tx, person).await?.len() > 1 {
        let job = NewJob::new(Job::SameNumber, &SameNumber { person })?;
        jobs::enqueue(tx, ctx, job).await?;
    }
    Ok(())
}
