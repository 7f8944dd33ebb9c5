// SPDX-License-Identifier: AGPL-3.0-or-later

//! What other features ask about people: small questions, and conditions that they put into searches of their own, so
//! that the tables of people are named here alone. Not here: names and facts, which are in `repo` and `facts`.

use std::collections::HashMap;

use chrono::NaiveDate;
use salal_db::{Coded, Connection, JointAnswers, JointRead, Part};
use salal_domain::eligibility::{DocumentKind, DocumentOther, DocumentStatus};
use salal_domain::search::fold;
use sea_orm::sea_query::{Expr, ExprTrait, LikeExpr, Query, SelectStatement};
use sea_orm::{ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QuerySelect, Select};
use uuid::Uuid;

use super::entity::{health_document, location_statement, person, practitioner};
use crate::error::Result;

/// Health numbers per query.
const AT_ONCE: usize = 500;

/// Whether the welcome dialog has not been shown yet.
pub async fn first_login(db: &Connection, person: Uuid) -> Result<bool> {
    let found: Option<Uuid> = person::Entity::find_by_id(person)
        .select_only()
        .column(person::Column::Id)
        .filter(person::Column::FirstLoginDone.eq(false))
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// Whether there is such a person whom the condition does not exclude. Another feature gives the condition, so that
/// both are asked at once.
pub async fn exists_unless(db: &Connection, person: Uuid, excluded: Expr) -> Result<bool> {
    let found: Option<Uuid> = person::Entity::find_by_id(person)
        .select_only()
        .column(person::Column::Id)
        .filter(excluded.not())
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// Whether the location was confirmed in this session (decision 102).
pub async fn location_confirmed(db: &Connection, session_id: Uuid) -> Result<bool> {
    let found: Option<Uuid> = location_statement::Entity::find()
        .select_only()
        .column(location_statement::Column::Id)
        .filter(location_statement::Column::SessionId.eq(session_id))
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// Whether another practitioner has this MSP number.
pub async fn billing_number_taken(db: &Connection, person: Uuid, number: &str) -> Result<bool> {
    let found: Option<Uuid> = practitioner::Entity::find()
        .select_only()
        .column(practitioner::Column::PersonId)
        .filter(practitioner::Column::BillingNumber.eq(number))
        .filter(practitioner::Column::PersonId.ne(person))
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// The condition that a person has this date of birth, and this card number when one is on file; `whose` is the
/// column of the caller's query that names the person. A condition, so that every mismatch costs the caller the same.
pub fn is_described(whose: Expr, birth: NaiveDate, number: &str) -> Expr {
    use health_document::Column;
    let owner = (person::Entity, person::Column::Id);
    let cards = Query::select()
        .column((health_document::Entity, Column::Id))
        .from(health_document::Entity)
        .and_where(Expr::col((health_document::Entity, Column::PersonId)).equals(owner))
        .and_where(Column::RetiredAt.is_null())
        .and_where(Column::Type.ne(Coded(DocumentKind::Passport)))
        .to_owned();
    let mut same = cards.clone();
    same.and_where(Column::Number.eq(number));
    let described = Query::select()
        .column(owner)
        .from(person::Entity)
        .and_where(Expr::col(owner).eq(whose))
        .and_where(person::Column::DateOfBirth.eq(birth))
        .and_where(Expr::not_exists(cards).or(Expr::exists(same)))
        .to_owned();
    Expr::exists(described)
}

/// The people whose professional record has a College number, as `person_id`.
pub fn select_with_college_number() -> SelectStatement {
    Query::select()
        .column(practitioner::Column::PersonId)
        .from(practitioner::Entity)
        .and_where(practitioner::Column::CollegeNumber.is_not_null())
        .to_owned()
}

/// The people whose names have every word of a text; `None` when the text has no words.
pub fn select_named(text: &str) -> Option<SelectStatement> {
    let folded = fold(text);
    let mut named = Query::select()
        .column(person::Column::Id)
        .from(person::Entity)
        .to_owned();
    for word in folded.split_whitespace() {
        let escaped = word
            .replace('\\', "\\\\")
            .replace('%', "\\%")
            .replace('_', "\\_");
        let like = LikeExpr::new(format!("%{escaped}%")).escape('\\');
        named.and_where(Expr::col((person::Entity, person::Column::NameFolded)).like(like));
    }
    (!folded.trim().is_empty()).then_some(named)
}

/// A person with one of the health numbers that were asked for.
#[derive(Debug, FromQueryResult)]
pub struct Holder {
    pub number_digits: String,
    pub id: Uuid,
    pub date_of_birth: Option<NaiveDate>,
    pub first_name: String,
    pub last_name: String,
}

/// The people with these Canadian health numbers, each once for a number.
pub async fn holders(db: &Connection, numbers: &[String]) -> Result<Vec<Holder>> {
    use health_document::Column;
    let mut holders = Vec::new();
    let document = (health_document::Entity, Column::PersonId);
    let owner = (person::Entity, person::Column::Id);
    for some in numbers.chunks(AT_ONCE) {
        let query = Query::select()
            .distinct()
            .column((health_document::Entity, Column::NumberDigits))
            .column(owner)
            .column((person::Entity, person::Column::DateOfBirth))
            .column((person::Entity, person::Column::FirstName))
            .column((person::Entity, person::Column::LastName))
            .from(health_document::Entity)
            .inner_join(person::Entity, Expr::col(owner).equals(document))
            .and_where(Column::RetiredAt.is_null())
            .and_where(Column::CountryCode.is_null())
            .and_where(Column::NumberDigits.is_in(some.iter().map(String::as_str)))
            .to_owned();
        for row in db.query_all(&query).await? {
            holders.push(Holder::from_query_result(&row, "")?);
        }
    }
    Ok(holders)
}

/// The plan's response for a card: status and mismatch.
pub type PlanAnswer = (DocumentStatus, Option<DocumentOther>);

/// The plan's responses for people's first cards, in a joint read.
pub struct PlanAnswersPart(Part<Answered>);

#[derive(FromQueryResult, serde::Deserialize)]
struct Answered {
    person_id: Uuid,
    status: Coded<DocumentStatus>,
    other: Option<Coded<DocumentOther>>,
}

impl PlanAnswersPart {
    /// For the people whom a select gives.
    pub fn of_persons(read: &mut JointRead, persons: SelectStatement) -> Self {
        use health_document::Column;
        Self::add(read, Column::PersonId.in_subquery(persons))
    }

    /// For one person.
    pub fn of_person(read: &mut JointRead, id: Uuid) -> Self {
        use health_document::Column;
        Self::add(read, Column::PersonId.eq(id))
    }

    fn add(read: &mut JointRead, whose: Expr) -> Self {
        Self(read.add_as(&select_answers(whose)))
    }

    /// By person.
    pub fn take(&self, found: &mut JointAnswers) -> Result<HashMap<Uuid, PlanAnswer>> {
        let answer = |row: Answered| {
            let answer = (*row.status, row.other.map(|other| other.0));
            (row.person_id, answer)
        };
        Ok(found.take(&self.0)?.into_iter().map(answer).collect())
    }
}

fn select_answers(whose: Expr) -> Select<health_document::Entity> {
    use health_document::Column;
    health_document::Entity::find()
        .select_only()
        .columns([Column::PersonId, Column::Status, Column::Other])
        .filter(Column::Position.eq(0i64))
        .filter(Column::RetiredAt.is_null())
        .filter(Column::Type.ne(Coded(DocumentKind::HealthCard)))
        .filter(whose)
}
