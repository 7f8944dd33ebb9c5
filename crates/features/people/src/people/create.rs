// SPDX-License-Identifier: AGPL-3.0-or-later

//! Creates a person: identity, health documents and consents.

use chrono::NaiveDate;
use salal_db::Connection;
use salal_domain::search::fold;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use super::documents::{self, DocumentToBe, Pictures};
use super::entity::{consent, person};
use super::same_number;
use crate::context::Context;
use crate::error::Result;

/// A person to be stored.
#[derive(Debug, Default)]
pub struct NewPerson {
    pub first_name: String,
    pub last_name: String,
    pub date_of_birth: Option<NaiveDate>,
    pub cell_phone: String,
    pub best_phone: String,
    pub address: String,
    pub city: String,
    pub province: String,
    pub postal_code: String,
    pub sex: Option<String>,
    pub is_private_pay: bool,
    pub documents: Vec<DocumentToBe>,
    /// Policy and version of each consent given.
    pub consents: Vec<(&'static str, &'static str)>,
}

/// Stores a person with documents (pending, decision 33) and consents; in the caller's transaction.
pub async fn create(tx: &Connection, ctx: &Context, new: NewPerson) -> Result<Uuid> {
    let (id, now) = (ctx.new_id(), ctx.now());
    person::ActiveModel {
        id: Set(id),
        name_folded: Set(fold(&format!("{} {}", new.first_name, new.last_name))),
        first_name: Set(new.first_name),
        last_name: Set(new.last_name),
        date_of_birth: Set(new.date_of_birth),
        cell_phone: Set(new.cell_phone),
        cell_verified_at: Set(None),
        best_phone: Set(new.best_phone),
        address: Set(new.address),
        city: Set(new.city),
        province: Set(new.province),
        postal_code: Set(new.postal_code),
        sex: Set(new.sex),
        is_private_pay: Set(new.is_private_pay),
        eligibility: Set(None),
        eligibility_checked_at: Set(None),
        preferred_pharmacy_id: Set(None),
        demographic_number: Set(None),
        first_login_done: Set(false),
        created_at: Set(now),
        version: Set(1),
    }
    .insert(tx)
    .await?;
    for (position, document) in new.documents.into_iter().enumerate() {
        documents::insert(tx, ctx, id, position, document, Pictures::default()).await?;
    }
    same_number::watch(tx, ctx, id).await?;
    for (policy, version) in new.consents {
        consent::ActiveModel {
            id: Set(ctx.new_id()),
            person_id: Set(id),
            policy: Set(policy.to_owned()),
            version: Set(version.to_owned()),
            given_at: Set(now),
        }
        .insert(tx)
        .await?;
    }
    Ok(id)
}

/// Sets the names of a person who has none; false when there are names already.
pub async fn name_once(tx: &Connection, id: Uuid, first: &str, last: &str) -> Result<bool> {
    use person::Column;
    let done = person::Entity::update_many()
        .col_expr(Column::FirstName, Expr::value(first))
        .col_expr(Column::LastName, Expr::value(last))
        .col_expr(
            Column::NameFolded,
            Expr::value(fold(&format!("{first} {last}"))),
        )
        .col_expr(Column::Version, Expr::col(Column::Version).add(1i64))
        .filter(Column::Id.eq(id))
        .filter(Column::FirstName.eq(""))
        .filter(Column::LastName.eq(""))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}
