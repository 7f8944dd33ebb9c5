// SPDX-License-Identifier: AGPL-3.0-or-later

//! Details of people needed for claims to the plan, for many at once.

use std::collections::HashMap;

use chrono::NaiveDate;
use salal_db::Connection;
use salal_domain::eligibility::{DocumentKind, DocumentStatus};
use salal_domain::fees::{Payer, payer};
use sea_orm::{ColumnTrait, QueryFilter};
use uuid::Uuid;

use super::documents::{living_of, status_of};
use super::entity::person;
use crate::api::Scope;
use crate::error::Result;

/// A person as known to the plan.
#[derive(Clone, Debug)]
pub struct Insured {
    pub first_name: String,
    pub last_name: String,
    pub born: Option<NaiveDate>,
    /// The digits of the BC card.
    pub health_number: Option<String>,
    pub payer: Payer,
    /// Whether the plan has not confirmed the card.
    pub is_pending: bool,
}

/// People by id, in two queries.
pub async fn insured(
    db: &Connection,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, Insured>> {
    let rows = person::Entity::find()
        .filter(person::Column::Id.is_in(ids.iter().copied()))
        .filter(scope.condition(person::Column::Id))
        .all(db)
        .await?;
    let documents = living_of(db, scope, ids).await?;
    let insured = |row: person::Model| {
        let card = documents
            .iter()
            .find(|one| one.person_id == row.id && *one.r#type == DocumentKind::BcCard);
        let status = card.map(status_of);
        let one = Insured {
            payer: payer(row.is_private_pay, row.eligibility.as_deref(), status),
            is_pending: status == Some(DocumentStatus::Pending),
            health_number: card.map(|card| card.number_digits.clone()),
            first_name: row.first_name,
            last_name: row.last_name,
            born: row.date_of_birth,
        };
        (row.id, one)
    };
    Ok(rows.into_iter().map(insured).collect())
}
