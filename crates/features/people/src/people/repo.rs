// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on people. A patient's data is read and written only under a `Scope`.

use std::collections::HashMap;

use chrono::NaiveDate;
use salal_db::{Connection, JointAnswers, JointRead, Part};
use salal_domain::search::fold;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, SelectStatement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, Select,
    Set, Statement,
};
use uuid::Uuid;

use super::dto::PersonRef;
use super::entity::{person, practitioner};
use crate::api::{Role, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::hooks::{Hook, Hooks};

/// A doctor's professional record (decision 154).
#[derive(Clone, Debug)]
pub struct Practitioner {
    pub name: String,
    pub college_number: Option<String>,
    pub billing_number: Option<String>,
    pub phone: String,
    pub fax: String,
}

/// The row of a person within scope.
pub(super) async fn get_person(db: &Connection, scope: &Scope, id: Uuid) -> Result<person::Model> {
    select_person(scope, id)
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// The same as a select.
pub(super) fn select_person(scope: &Scope, id: Uuid) -> Select<person::Entity> {
    person::Entity::find_by_id(id).filter(scope.condition(person::Column::Id))
}

/// The rows of many people within scope.
pub(super) async fn many(
    db: &Connection,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<Vec<person::Model>> {
    let people = person::Entity::find()
        .filter(person::Column::Id.is_in(ids.iter().copied()))
        .filter(scope.condition(person::Column::Id));
    Ok(JointRead::all(db, &people).await?)
}

/// The select of a person's account, as `email` and `role`.
pub struct AccountOf(pub fn(Uuid) -> SelectStatement);

impl Hook for AccountOf {
    const NAME: &'static str = "who knows the accounts of people";
}

/// The details of a person's account needed here.
#[derive(Debug, Default, FromQueryResult, serde::Deserialize)]
pub(super) struct Account {
    pub(super) email: String,
    role: String,
}

impl Account {
    pub(super) fn is_patients(&self) -> bool {
        Role::from_code(&self.role).is_none_or(|role| !role.is_staff())
    }
}

pub(super) async fn account(hooks: &Hooks, db: &Connection, id: Uuid) -> Result<Account> {
    Ok(Account::find_by_statement(select_account(hooks, db, id))
        .one(db)
        .await?
        .unwrap_or_default())
}

/// The same as a select.
pub(super) fn select_account(hooks: &Hooks, db: &Connection, id: Uuid) -> Statement {
    let account = (hooks.get::<AccountOf>().0)(id);
    db.get_database_backend().build(&account)
}

/// What is known of people's prescriptions.
pub struct Prescribed {
    /// The `id` of one prescription of a person, if there is any.
    pub select_one: fn(Uuid) -> SelectStatement,
    /// How many requests of a person wait for the clinic: a sub-select in SQL, for the column that names the person.
    pub count_pending: fn(&str) -> String,
}

impl Hook for Prescribed {
    const NAME: &'static str = "who knows the prescriptions of people";
}

/// Whether a prescription of the person exists: it carries the name.
pub(super) async fn has_prescription(hooks: &Hooks, db: &Connection, id: Uuid) -> Result<bool> {
    let one = (hooks.get::<Prescribed>().select_one)(id);
    Ok(db.query_one(&one).await?.is_some())
}

/// One prescription of a person, in a joint read.
pub(super) struct PrescriptionPart(Part<OnePrescription>);

#[derive(FromQueryResult, serde::Deserialize)]
struct OnePrescription {
    id: Uuid,
}

impl PrescriptionPart {
    pub(super) fn add(read: &mut JointRead, hooks: &Hooks, db: &Connection, id: Uuid) -> Self {
        let one = (hooks.get::<Prescribed>().select_one)(id);
        Self(read.add_statement(db.get_database_backend().build(&one)))
    }

    /// Its id, if there is any.
    pub(super) fn take(&self, found: &mut JointAnswers) -> Result<Option<Uuid>> {
        Ok(found.take(&self.0)?.pop().map(|one| one.id))
    }
}

/// A person's new personal information.
#[derive(Debug)]
pub(super) struct Particulars {
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) date_of_birth: Option<NaiveDate>,
    pub(super) cell_phone: String,
    pub(super) best_phone: String,
    pub(super) address: String,
    pub(super) city: String,
    pub(super) province: String,
    pub(super) postal_code: String,
    pub(super) is_private_pay: bool,
}

impl Particulars {
    /// The current values.
    pub(super) fn from_row(row: &person::Model) -> Self {
        Self {
            first_name: row.first_name.clone(),
            last_name: row.last_name.clone(),
            date_of_birth: row.date_of_birth,
            cell_phone: row.cell_phone.clone(),
            best_phone: row.best_phone.clone(),
            address: row.address.clone(),
            city: row.city.clone(),
            province: row.province.clone(),
            postal_code: row.postal_code.clone(),
            is_private_pay: row.is_private_pay,
        }
    }

    /// Whether the plan knows this person by another name or birth date.
    pub(super) fn is_somebody_else(&self, row: &person::Model) -> bool {
        self.first_name != row.first_name
            || self.last_name != row.last_name
            || self.date_of_birth != row.date_of_birth
    }
}

/// Stores personal information if the version is unchanged; otherwise false. A new cell phone must be
/// verified again (decision 14).
pub(super) async fn set_particulars(
    tx: &Connection,
    scope: &Scope,
    seen: &person::Model,
    new: Particulars,
) -> Result<bool> {
    use person::Column;
    let verified = seen
        .cell_verified_at
        .filter(|_| seen.cell_phone == new.cell_phone);
    let name_folded = fold(&format!("{} {}", new.first_name, new.last_name));
    let done = person::Entity::update_many()
        .col_expr(Column::FirstName, Expr::value(new.first_name))
        .col_expr(Column::LastName, Expr::value(new.last_name))
        .col_expr(Column::NameFolded, Expr::value(name_folded))
        .col_expr(Column::DateOfBirth, Expr::value(new.date_of_birth))
        .col_expr(Column::CellPhone, Expr::value(new.cell_phone))
        .col_expr(Column::CellVerifiedAt, Expr::value(verified))
        .col_expr(Column::BestPhone, Expr::value(new.best_phone))
        .col_expr(Column::Address, Expr::value(new.address))
        .col_expr(Column::City, Expr::value(new.city))
        .col_expr(Column::Province, Expr::value(new.province))
        .col_expr(Column::PostalCode, Expr::value(new.postal_code))
        .col_expr(Column::IsPrivatePay, Expr::value(new.is_private_pay))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1i64))
        .filter(Column::Id.eq(seen.id))
        .filter(Column::Version.eq(seen.version))
        .filter(scope.condition(Column::Id))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Names by id, in one query.
pub async fn names(db: &Connection, ids: &[Uuid]) -> Result<HashMap<Uuid, PersonRef>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut read = JointRead::for_connection(db);
    let names = NamesPart::add(&mut read, ids);
    names.take(&mut read.run(db).await?)
}

/// Names in a joint read.
pub struct NamesPart(Part<Named>);

impl NamesPart {
    pub fn add(read: &mut JointRead, ids: &[Uuid]) -> Self {
        Self(read.add_by_ids(ids, select_names))
    }

    /// Of the people whose ids a select gives.
    pub fn of_select(read: &mut JointRead, ids: SelectStatement) -> Self {
        let names = select_any_names().filter(person::Column::Id.in_subquery(ids));
        Self(read.add_as(&names))
    }

    /// By person.
    pub fn take(&self, found: &mut JointAnswers) -> Result<HashMap<Uuid, PersonRef>> {
        Ok(names_of(found.take(&self.0)?))
    }
}

/// A person's name.
#[derive(FromQueryResult, serde::Deserialize)]
struct Named {
    id: Uuid,
    first_name: String,
    last_name: String,
}

fn select_names(ids: &[Uuid]) -> Select<person::Entity> {
    select_any_names().filter(person::Column::Id.is_in(ids.iter().copied()))
}

fn select_any_names() -> Select<person::Entity> {
    person::Entity::find().select_only().columns([
        person::Column::Id,
        person::Column::FirstName,
        person::Column::LastName,
    ])
}

fn names_of(found: Vec<Named>) -> HashMap<Uuid, PersonRef> {
    found
        .into_iter()
        .map(|one| {
            let name = PersonRef {
                id: one.id,
                first_name: one.first_name,
                last_name: one.last_name,
            };
            (one.id, name)
        })
        .collect()
}

/// The professional record of a doctor.
pub async fn practitioner(db: &Connection, id: Uuid) -> Result<Option<Practitioner>> {
    let mut read = JointRead::for_connection(db);
    let row = read.add(&practitioner::Entity::find_by_id(id));
    let names = NamesPart::add(&mut read, &[id]);
    let mut found = read.run(db).await?;
    let Some(row) = found.take(&row)?.pop() else {
        return Ok(None);
    };
    let name = names.take(&mut found)?.remove(&id).unwrap_or_default();
    Ok(Some(Practitioner {
        name: name.name(),
        college_number: row.college_number,
        billing_number: row.billing_number,
        phone: row.phone,
        fax: row.fax,
    }))
}

/// Stores the professional record of a person, replacing an earlier one.
pub async fn save_practitioner(tx: &Connection, id: Uuid, new: Practitioner) -> Result<()> {
    use practitioner::Column;
    let row = practitioner::ActiveModel {
        person_id: Set(id),
        college_number: Set(new.college_number),
        billing_number: Set(new.billing_number),
        phone: Set(new.phone),
        fax: Set(new.fax),
    };
    let newer = [
        Column::CollegeNumber,
        Column::BillingNumber,
        Column::Phone,
        Column::Fax,
    ];
    let newer = OnConflict::column(Column::PersonId)
        .update_columns(newer)
        .to_owned();
    practitioner::Entity::insert(row)
        .on_conflict(newer)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

pub(super) async fn set(
    tx: &Connection,
    scope: &Scope,
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
        .filter(scope.condition(person::Column::Id))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        Err(Error::not_found())
    } else {
        Ok(())
    }
}

/// Marks the cell phone as verified by a code (decision 74: once per number).
pub async fn set_cell_verified(tx: &Connection, ctx: &Context, id: Uuid) -> Result<()> {
    set(
        tx,
        &Scope::for_proved_person(id),
        id,
        person::Column::CellVerifiedAt,
        Expr::value(Some(ctx.now())),
    )
    .await
}

pub(super) async fn set_pharmacy(
    tx: &Connection,
    scope: &Scope,
    id: Uuid,
    pharmacy: Uuid,
) -> Result<()> {
    let column = person::Column::PreferredPharmacyId;
    set(tx, scope, id, column, Expr::value(Some(pharmacy))).await
}

/// Stores the number in the clinic's records, once; false when there is one.
pub(super) async fn set_demographic(
    tx: &Connection,
    scope: &Scope,
    id: Uuid,
    number: &str,
) -> Result<bool> {
    use person::Column;
    let done = person::Entity::update_many()
        .col_expr(
            Column::DemographicNumber,
            Expr::value(Some(number.to_owned())),
        )
        .col_expr(Column::Version, Expr::col(Column::Version).add(1i64))
        .filter(Column::Id.eq(id))
        .filter(Column::DemographicNumber.is_null())
        .filter(scope.condition(Column::Id))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Whether the clinic has a chart of the person.
pub(super) async fn has_demographic(db: &Connection, id: Uuid) -> Result<bool> {
    let found: Option<Uuid> = person::Entity::find_by_id(id)
        .select_only()
        .column(person::Column::Id)
        .filter(person::Column::DemographicNumber.is_not_null())
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.is_some())
}

pub(super) async fn set_first_login_done(tx: &Connection, scope: &Scope, id: Uuid) -> Result<()> {
    set(
        tx,
        scope,
        id,
        person::Column::FirstLoginDone,
        Expr::value(true),
    )
    .await
}

/// Changes telephone numbers; `None` leaves one unchanged. A new cell phone must be verified again (decision
/// 74).
pub async fn set_phones(
    tx: &Connection,
    scope: &Scope,
    id: Uuid,
    cell: Option<String>,
    best: Option<String>,
) -> Result<()> {
    if let Some(cell) = cell {
        set(tx, scope, id, person::Column::CellPhone, Expr::value(cell)).await?;
        let unproved: Option<chrono::DateTime<chrono::Utc>> = None;
        let proved = person::Column::CellVerifiedAt;
        set(tx, scope, id, proved, Expr::value(unproved)).await?;
    }
    if let Some(best) = best {
        set(tx, scope, id, person::Column::BestPhone, Expr::value(best)).await?;
    }
    Ok(())
}
