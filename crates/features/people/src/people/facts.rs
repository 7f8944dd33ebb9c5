// SPDX-License-Identifier: AGPL-3.0-or-later

//! Summary of a person for other features and for lists.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use salal_db::{Connection, JointAnswers, JointRead, Part};
use salal_domain::eligibility::{DocumentKind, DocumentStatus};
use salal_domain::fees::{Payer, payer};
use sea_orm::{ColumnTrait, QueryFilter, Select};
use uuid::Uuid;

use super::documents::{select_living, status_of};
use super::dto::PersonRef;
use super::entity::person;
use super::repo::{Account, select_account};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};

/// Summary of a person for other features.
#[derive(Clone, Debug)]
pub struct PersonFacts {
    pub id: Uuid,
    pub first_name: String,
    pub last_name: String,
    pub date_of_birth: Option<NaiveDate>,
    pub cell_phone: String,
    pub cell_verified: bool,
    pub best_phone: String,
    pub address: String,
    pub city: String,
    pub province: String,
    pub postal_code: String,
    pub email: String,
    /// The BC number, ten digits.
    pub health_number: Option<String>,
    pub sex: Option<String>,
    pub is_private_pay: bool,
    pub payer: Payer,
    /// When the plan last gave a final response for the current card; a pending one does not count.
    pub plan_answered_at: Option<DateTime<Utc>>,
    pub demographic_number: Option<String>,
}

impl PersonFacts {
    /// The same in the form shown by lists.
    pub fn card(&self) -> PersonCard {
        PersonCard {
            person: PersonRef {
                id: self.id,
                first_name: self.first_name.clone(),
                last_name: self.last_name.clone(),
            },
            date_of_birth: self.date_of_birth,
            sex: self.sex.clone(),
            address: self.address.clone(),
            city: self.city.clone(),
            province: self.province.clone(),
            postal_code: self.postal_code.clone(),
            best_phone: self.best_phone.clone(),
        }
    }

    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
            .trim()
            .to_owned()
    }
}

/// The summary of a person within scope.
pub async fn load_facts(
    ctx: &Context,
    db: &Connection,
    scope: &Scope,
    id: Uuid,
) -> Result<PersonFacts> {
    let mut read = JointRead::for_connection(db);
    let row = read.add(&select_persons(scope, &[id]));
    let documents = read.add(&select_living(scope, id));
    let account = read.add_statement(select_account(&ctx.hooks, db, id));
    let mut found = read.run(db).await?;
    let row = found.take(&row)?.pop().ok_or_else(Error::not_found)?;
    let documents = found.take(&documents)?;
    let account: Account = found.take(&account)?.pop().unwrap_or_default();
    let card = documents.iter().find(|d| *d.r#type == DocumentKind::BcCard);
    let document_status = card.map(status_of);
    Ok(PersonFacts {
        id,
        plan_answered_at: card
            .filter(|card| *card.status != DocumentStatus::Pending)
            .and_then(|card| card.checked_at),
        email: account.email,
        health_number: card
            .map(|d| d.number_digits.clone())
            .filter(|digits| digits.len() == 10),
        payer: payer(
            row.is_private_pay,
            row.eligibility.as_deref(),
            document_status,
        ),
        first_name: row.first_name,
        last_name: row.last_name,
        date_of_birth: row.date_of_birth,
        cell_phone: row.cell_phone,
        cell_verified: row.cell_verified_at.is_some(),
        best_phone: row.best_phone,
        address: row.address,
        city: row.city,
        province: row.province,
        postal_code: row.postal_code,
        sex: row.sex,
        is_private_pay: row.is_private_pay,
        demographic_number: row.demographic_number,
    })
}

/// A person's address and contact details, for lists.
#[derive(Clone, Debug)]
pub struct PersonCard {
    pub person: PersonRef,
    pub date_of_birth: Option<NaiveDate>,
    pub sex: Option<String>,
    pub address: String,
    pub city: String,
    pub province: String,
    pub postal_code: String,
    pub best_phone: String,
}

/// Cards by id, in one read.
pub async fn cards(
    db: &Connection,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, PersonCard>> {
    Ok(cards_of(
        JointRead::all(db, &select_persons(scope, ids)).await?,
    ))
}

/// Cards in a joint read.
pub struct CardsPart(Part<person::Model>);

impl CardsPart {
    pub fn add(read: &mut JointRead, scope: &Scope, ids: &[Uuid]) -> Self {
        // A scope of one person has a value of its own.
        Self(if scope.is_any() {
            read.add_by_ids(ids, |ids| select_persons(scope, ids))
        } else {
            read.add(&select_persons(scope, ids))
        })
    }

    /// By person.
    pub fn take(&self, found: &mut JointAnswers) -> Result<HashMap<Uuid, PersonCard>> {
        Ok(cards_of(found.take(&self.0)?))
    }
}

fn select_persons(scope: &Scope, ids: &[Uuid]) -> Select<person::Entity> {
    person::Entity::find()
        .filter(person::Column::Id.is_in(ids.iter().copied()))
        .filter(scope.condition(person::Column::Id))
}

fn cards_of(rows: Vec<person::Model>) -> HashMap<Uuid, PersonCard> {
    let card = |row: person::Model| {
        let person = PersonRef {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
        };
        let card = PersonCard {
            person,
            date_of_birth: row.date_of_birth,
            sex: row.sex,
            address: row.address,
            city: row.city,
            province: row.province,
            postal_code: row.postal_code,
            best_phone: row.best_phone,
        };
        (row.id, card)
    };
    rows.into_iter().map(card).collect()
}
