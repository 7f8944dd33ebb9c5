// SPDX-License-Identifier: AGPL-3.0-or-later

//! What other features ask about accounts and sessions: small questions, and conditions that they put into searches
//! of their own, so that the tables of accounts are named here alone.

use salal_db::{Coded, Connection};
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::entity::{account, session};
use crate::api::Role;
use crate::error::Result;

/// The maximum number of people in an answer.
const MOST: u64 = 100;

/// The role of a person's account that can sign in.
pub async fn role_of(db: &Connection, person: Uuid) -> Result<Option<Role>> {
    let found: Option<Coded<Role>> = account::Entity::find()
        .select_only()
        .column(account::Column::Role)
        .filter(account::Column::PersonId.eq(person))
        .filter(account::Column::DisabledAt.is_null())
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.map(|role| role.0))
}

/// The addresses of everyone who can sign in with one of these roles, oldest account first.
pub async fn addresses(db: &Connection, roles: &[Role]) -> Result<Vec<String>> {
    let codes = roles.iter().map(|role| role.code());
    let mut wanted = account::Column::Role.is_in(codes);
    // An administrator may have another role as well (decision 9).
    if roles.contains(&Role::Admin) {
        wanted = wanted.or(account::Column::IsAdmin.eq(true));
    }
    Ok(account::Entity::find()
        .select_only()
        .column(account::Column::Email)
        .filter(wanted)
        .filter(account::Column::DisabledAt.is_null())
        .filter(account::Column::ActivatedAt.is_not_null())
        .order_by_asc(account::Column::CreatedAt)
        .order_by_asc(account::Column::PersonId)
        .limit(MOST)
        .into_tuple()
        .all(db)
        .await?)
}

/// Everyone whose account has this role and is not disabled, oldest account first.
pub async fn with_role(db: &Connection, role: Role) -> Result<Vec<Uuid>> {
    Ok(account::Entity::find()
        .select_only()
        .column(account::Column::PersonId)
        .filter(account::Column::Role.eq(role.code()))
        .filter(account::Column::DisabledAt.is_null())
        .order_by_asc(account::Column::CreatedAt)
        .order_by_asc(account::Column::PersonId)
        .limit(MOST)
        .into_tuple()
        .all(db)
        .await?)
}

/// A person's account, as `email` and `role`.
pub fn select_account(person: Uuid) -> SelectStatement {
    Query::select()
        .columns([account::Column::Email, account::Column::Role])
        .from(account::Entity)
        .and_where(account::Column::PersonId.eq(person))
        .to_owned()
}

/// The people who have a staff account, as `person_id`.
pub fn select_staff() -> SelectStatement {
    Query::select()
        .column(account::Column::PersonId)
        .from(account::Entity)
        .and_where(account::Column::Role.ne(Role::Patient.code()))
        .to_owned()
}

/// The people who can sign in with this role, as `person_id`.
pub fn select_open(role: Role) -> SelectStatement {
    Query::select()
        .column(account::Column::PersonId)
        .from(account::Entity)
        .and_where(account::Column::Role.eq(role.code()))
        .and_where(account::Column::DisabledAt.is_null())
        .to_owned()
}

/// The condition that a person has a staff account; `whose` is the person's id, or the column that names the person.
pub fn is_staff(whose: Expr) -> Expr {
    let mut accounts = select_staff();
    accounts.and_where(Expr::col((account::Entity, account::Column::PersonId)).eq(whose));
    Expr::exists(accounts)
}

/// The condition that a session is there and has not ended; `which` is the column of the caller's query that names it.
pub fn is_open(which: Expr) -> Expr {
    let open = Query::select()
        .column((session::Entity, session::Column::Id))
        .from(session::Entity)
        .and_where(Expr::col((session::Entity, session::Column::Id)).eq(which))
        .and_where(session::Column::EndedAt.is_null())
        .to_owned();
    Expr::exists(open)
}
