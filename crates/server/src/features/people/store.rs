//! Every query on people. A patient's data is read and written under a `Reach` only.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use salal_rules::eligibility::DocumentStatus;
use salal_rules::fees::{Payer, payer};
use salal_rules::search::fold;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter,
    QueryOrder, QuerySelect, Set, Statement,
};
use uuid::Uuid;

use super::rows::{consent, health_document, person, practitioner};
use super::wire::PersonRef;
use crate::context::Context;
use crate::door::Reach;
use crate::error::{Error, Result};

pub(crate) const BC_CARD: &str = "BC Card";
pub(crate) const PASSPORT: &str = "Passport";

/// A person about to be stored.
#[derive(Debug, Default)]
pub(crate) struct NewPerson {
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) date_of_birth: Option<NaiveDate>,
    pub(crate) cell_phone: String,
    pub(crate) best_phone: String,
    pub(crate) address: String,
    pub(crate) city: String,
    pub(crate) province: String,
    pub(crate) postal_code: String,
    pub(crate) sex: Option<String>,
    pub(crate) is_private_pay: bool,
    pub(crate) documents: Vec<DocumentToBe>,
    /// Policy and version of each consent given.
    pub(crate) consents: Vec<(&'static str, &'static str)>,
}

#[derive(Clone, Debug)]
pub(crate) struct DocumentToBe {
    pub(crate) kind: &'static str,
    pub(crate) number: String,
    pub(crate) province: String,
    pub(crate) country: Option<String>,
}

/// What other features need to know of a person.
#[derive(Clone, Debug)]
pub(crate) struct PersonFacts {
    pub(crate) id: Uuid,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) date_of_birth: Option<NaiveDate>,
    pub(crate) cell_phone: String,
    pub(crate) cell_verified: bool,
    pub(crate) best_phone: String,
    pub(crate) address: String,
    pub(crate) city: String,
    pub(crate) province: String,
    pub(crate) postal_code: String,
    pub(crate) email: String,
    /// The BC number, ten digits.
    pub(crate) health_number: Option<String>,
    pub(crate) sex: Option<String>,
    pub(crate) is_private_pay: bool,
    pub(crate) payer: Payer,
    /// When the plan last gave an answer on the card that stands; a pending one does not.
    pub(crate) plan_answered_at: Option<DateTime<Utc>>,
    pub(crate) demographic_number: Option<String>,
}

impl PersonFacts {
    /// The same as lists show it.
    pub(crate) fn card(&self) -> PersonCard {
        PersonCard {
            person: PersonRef {
                id: self.id,
                first_name: self.first_name.clone(),
                last_name: self.last_name.clone(),
            },
            date_of_birth: self.date_of_birth,
            address: self.address.clone(),
            city: self.city.clone(),
            province: self.province.clone(),
            postal_code: self.postal_code.clone(),
            best_phone: self.best_phone.clone(),
        }
    }

    pub(crate) fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
            .trim()
            .to_owned()
    }
}

/// A doctor's professional record (decision 154).
#[derive(Clone, Debug)]
pub(crate) struct Practitioner {
    pub(crate) name: String,
    pub(crate) college_number: Option<String>,
    pub(crate) billing_number: Option<String>,
    pub(crate) phone: String,
    pub(crate) fax: String,
}

/// Stores a person with documents (pending, decision 33) and consents; in the caller's transaction.
pub(crate) async fn create(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    new: NewPerson,
) -> Result<Uuid> {
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
        let digits: String = document
            .number
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        health_document::ActiveModel {
            id: Set(ctx.new_id()),
            person_id: Set(id),
            position: Set(i64::try_from(position).unwrap_or_default()),
            r#type: Set(document.kind.to_owned()),
            number: Set(document.number),
            number_digits: Set(digits),
            province: Set(document.province),
            country_code: Set(document.country),
            status: Set("pending".into()),
            other: Set(None),
            upload_id: Set(None),
            checked_at: Set(None),
            created_at: Set(now),
            retired_at: Set(None),
        }
        .insert(tx)
        .await?;
    }
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

/// The row of a person within reach.
pub(super) async fn get(
    db: &impl ConnectionTrait,
    reach: &Reach,
    id: Uuid,
) -> Result<person::Model> {
    person::Entity::find_by_id(id)
        .filter(reach.over(person::Column::Id))
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// The living documents of a person, in their order.
pub(super) async fn documents(
    db: &impl ConnectionTrait,
    reach: &Reach,
    id: Uuid,
) -> Result<Vec<health_document::Model>> {
    Ok(health_document::Entity::find()
        .filter(health_document::Column::PersonId.eq(id))
        .filter(reach.over(health_document::Column::PersonId))
        .filter(health_document::Column::RetiredAt.is_null())
        .order_by_asc(health_document::Column::Position)
        .all(db)
        .await?)
}

/// The e-mail lives with the account, which this feature may not use; one read-only look.
pub(super) async fn email(db: &impl ConnectionTrait, id: Uuid) -> Result<String> {
    #[derive(FromQueryResult)]
    struct Found {
        email: String,
    }
    let statement = Statement::from_sql_and_values(
        db.get_database_backend(),
        "SELECT email FROM account WHERE person_id = $1",
        [id.into()],
    );
    Ok(Found::find_by_statement(statement)
        .one(db)
        .await?
        .map(|found| found.email)
        .unwrap_or_default())
}

/// Status of the document that counts: a missing one means valid (decision 33, old records).
pub(super) fn status_of(document: &health_document::Model) -> DocumentStatus {
    match document.status.as_str() {
        "invalid" => DocumentStatus::Invalid,
        "pending" => DocumentStatus::Pending,
        _ => DocumentStatus::Valid,
    }
}

/// What other features need to know of a person within reach.
pub(crate) async fn facts(
    db: &impl ConnectionTrait,
    reach: &Reach,
    id: Uuid,
) -> Result<PersonFacts> {
    let row = get(db, reach, id).await?;
    let documents = documents(db, reach, id).await?;
    let card = documents.iter().find(|d| d.r#type == BC_CARD);
    let document_status = card.map(status_of);
    Ok(PersonFacts {
        id,
        plan_answered_at: card
            .filter(|card| card.status != "pending")
            .and_then(|card| card.checked_at),
        email: email(db, id).await?,
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

/// Names by id, in one query.
pub(crate) async fn names(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, PersonRef>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<(Uuid, String, String)> = person::Entity::find()
        .select_only()
        .columns([
            person::Column::Id,
            person::Column::FirstName,
            person::Column::LastName,
        ])
        .filter(person::Column::Id.is_in(ids.iter().copied()))
        .into_tuple()
        .all(db)
        .await?;
    Ok(found
        .into_iter()
        .map(|(id, first_name, last_name)| {
            (
                id,
                PersonRef {
                    id,
                    first_name,
                    last_name,
                },
            )
        })
        .collect())
}

/// The professional record of a doctor.
pub(crate) async fn practitioner(
    db: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<Practitioner>> {
    let Some(row) = practitioner::Entity::find_by_id(id).one(db).await? else {
        return Ok(None);
    };
    let name = names(db, &[id])
        .await?
        .remove(&id)
        .unwrap_or_default()
        .name();
    Ok(Some(Practitioner {
        name,
        college_number: row.college_number,
        billing_number: row.billing_number,
        phone: row.phone,
        fax: row.fax,
    }))
}

pub(crate) async fn save_practitioner(
    tx: &impl ConnectionTrait,
    id: Uuid,
    new: Practitioner,
) -> Result<()> {
    practitioner::ActiveModel {
        person_id: Set(id),
        college_number: Set(new.college_number),
        billing_number: Set(new.billing_number),
        phone: Set(new.phone),
        fax: Set(new.fax),
    }
    .insert(tx)
    .await?;
    Ok(())
}

async fn set(
    tx: &impl ConnectionTrait,
    reach: &Reach,
    id: Uuid,
    column: person::Column,
    value: Expr,
) -> Result<()> {
    let done = person::Entity::update_many()
        .col_expr(column, value)
        .col_expr(
            person::Column::Version,
            Expr::col(person::Column::Version).add(1i64),
        )
        .filter(person::Column::Id.eq(id))
        .filter(reach.over(person::Column::Id))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        Err(Error::not_found())
    } else {
        Ok(())
    }
}

/// The cell phone was proved with a code (decision 74: once per number).
pub(crate) async fn set_cell_verified(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    id: Uuid,
) -> Result<()> {
    set(
        tx,
        &Reach::of_proved(id),
        id,
        person::Column::CellVerifiedAt,
        Expr::value(Some(ctx.now())),
    )
    .await
}

pub(crate) async fn set_preferred_pharmacy(
    tx: &impl ConnectionTrait,
    reach: &Reach,
    id: Uuid,
    pharmacy: Uuid,
) -> Result<()> {
    set(
        tx,
        reach,
        id,
        person::Column::PreferredPharmacyId,
        Expr::value(Some(pharmacy)),
    )
    .await
}

pub(super) async fn set_demographic(
    tx: &impl ConnectionTrait,
    reach: &Reach,
    id: Uuid,
    number: &str,
) -> Result<()> {
    set(
        tx,
        reach,
        id,
        person::Column::DemographicNumber,
        Expr::value(Some(number.to_owned())),
    )
    .await
}

pub(super) async fn set_first_login_done(
    tx: &impl ConnectionTrait,
    reach: &Reach,
    id: Uuid,
) -> Result<()> {
    set(
        tx,
        reach,
        id,
        person::Column::FirstLoginDone,
        Expr::value(true),
    )
    .await
}

/// What the province's plan answered for a card.
pub(super) async fn set_checked(
    tx: &impl ConnectionTrait,
    reach: &Reach,
    document: &health_document::Model,
    status: &str,
    other: Option<&str>,
    at: DateTime<Utc>,
) -> Result<()> {
    health_document::Entity::update_many()
        .col_expr(health_document::Column::Status, Expr::value(status))
        .col_expr(
            health_document::Column::Other,
            Expr::value(other.map(ToOwned::to_owned)),
        )
        .col_expr(health_document::Column::CheckedAt, Expr::value(Some(at)))
        .filter(health_document::Column::Id.eq(document.id))
        .filter(reach.over(health_document::Column::PersonId))
        .exec(tx)
        .await?;
    set(
        tx,
        reach,
        document.person_id,
        person::Column::EligibilityCheckedAt,
        Expr::value(Some(at)),
    )
    .await
}

/// Where a person lives and how to reach them, for lists.
#[derive(Clone, Debug)]
pub(crate) struct PersonCard {
    pub(crate) person: PersonRef,
    pub(crate) date_of_birth: Option<NaiveDate>,
    pub(crate) address: String,
    pub(crate) city: String,
    pub(crate) province: String,
    pub(crate) postal_code: String,
    pub(crate) best_phone: String,
}

/// Cards by id, in one query.
pub(crate) async fn cards(
    db: &impl ConnectionTrait,
    reach: &Reach,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, PersonCard>> {
    let rows = person::Entity::find()
        .filter(person::Column::Id.is_in(ids.iter().copied()))
        .filter(reach.over(person::Column::Id))
        .all(db)
        .await?;
    let card = |row: person::Model| {
        let person = PersonRef {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
        };
        let card = PersonCard {
            person,
            date_of_birth: row.date_of_birth,
            address: row.address,
            city: row.city,
            province: row.province,
            postal_code: row.postal_code,
            best_phone: row.best_phone,
        };
        (row.id, card)
    };
    Ok(rows.into_iter().map(card).collect())
}
