// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on staff accounts. Names and numbers are in tables of people, an earlier feature: lists that
//! search and sort by them join both in one statement.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, Engine};
use salal_domain::search::fold;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter,
    QueryOrder, QuerySelect, Set, Statement, Value,
};
use uuid::Uuid;

use super::dto::{Changed, StaffFilter, StaffQuery};
use crate::accounts::entity::{account, account_change};
use crate::api::Role;
use crate::context::Context;
use crate::error::Result;

/// An account with its person, as one row.
#[derive(Clone, Debug, FromQueryResult)]
pub(super) struct Found {
    pub(super) id: Uuid,
    pub(super) version: i64,
    pub(super) person_id: Uuid,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) name_folded: String,
    pub(super) email: String,
    pub(super) email_folded: String,
    pub(super) role: Coded<Role>,
    pub(super) is_admin: bool,
    pub(super) activated_at: Option<DateTime<Utc>>,
    pub(super) disabled_at: Option<DateTime<Utc>>,
    pub(super) totp_confirmed_at: Option<DateTime<Utc>>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) last_sign_in: Option<DateTime<Utc>>,
    pub(super) college_number: Option<String>,
    pub(super) billing_number: Option<String>,
    pub(super) phone: Option<String>,
    pub(super) fax: Option<String>,
}

const FOUND: &str = "SELECT a.id, a.version, a.person_id, p.first_name, p.last_name, p.name_folded, \
    a.email, a.email_folded, a.role, a.is_admin, a.activated_at, a.disabled_at, a.totp_confirmed_at, \
    a.created_at, (SELECT max(s.at) FROM sign_in_record s WHERE s.account_id = a.id) AS last_sign_in, \
    c.college_number, c.billing_number, c.phone, c.fax \
    FROM account a JOIN person p ON p.id = a.person_id \
    LEFT JOIN practitioner c ON c.person_id = a.person_id WHERE a.role <> 'ROLE_PATIENT'";

/// A search, and the state it asks for.
type Wanted<'a> = (&'a StaffQuery, Option<StaffFilter>);

/// The conditions of a search, each with its values, after `FOUND`.
struct Conditions {
    sql: String,
    values: Vec<Value>,
}

impl Conditions {
    fn of((query, state): Wanted<'_>) -> Self {
        let mut all = Self {
            sql: String::new(),
            values: Vec::new(),
        };
        if let Some(text) = query.search.as_deref().map(str::trim)
            && !text.is_empty()
        {
            let part = |text: &str| format!("%{}%", escaped(text));
            let name = all.next(part(&fold(text)));
            let email = all.next(part(&text.to_lowercase()));
            all.sql += &format!(
                " AND (p.name_folded LIKE {name} ESCAPE '!' OR lower(a.email) LIKE {email} ESCAPE '!')"
            );
        }
        all.sql += match state {
            Some(StaffFilter::Active) => {
                " AND a.disabled_at IS NULL AND a.activated_at IS NOT NULL"
            }
            Some(StaffFilter::Disabled) => " AND a.disabled_at IS NOT NULL",
            Some(StaffFilter::Unconfirmed) => {
                " AND a.disabled_at IS NULL AND a.activated_at IS NULL"
            }
            None => "",
        };
        if let Some(role) = query.role {
            let role = all.next(role.code().to_owned());
            all.sql += &format!(" AND a.role = {role}");
        }
        all
    }

    fn next(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }
}

/// Escapes the wildcards of `LIKE`.
fn escaped(text: &str) -> String {
    text.replace('!', "!!")
        .replace('%', "!%")
        .replace('_', "!_")
}

/// Accounts by name, after a cursor.
pub(super) async fn list_staff_accounts(
    db: &Connection,
    wanted: Wanted<'_>,
    after: Option<(String, Uuid)>,
    limit: i64,
) -> Result<Vec<Found>> {
    let mut wanted = Conditions::of(wanted);
    if let Some((name, id)) = after {
        let (name, id) = (wanted.next(name), wanted.next(id));
        wanted.sql += &format!(" AND (p.name_folded, a.id) > ({name}, {id})");
    }
    let limit = wanted.next(limit);
    let sql = format!(
        "{FOUND}{} ORDER BY p.name_folded, a.id LIMIT {limit}",
        wanted.sql
    );
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, wanted.values);
    Ok(Found::find_by_statement(statement).all(db).await?)
}

/// The number of accounts found by a search.
pub(super) async fn count(db: &Connection, wanted: Wanted<'_>) -> Result<u64> {
    #[derive(FromQueryResult)]
    struct Count {
        n: i64,
    }
    let wanted = Conditions::of(wanted);
    let sql = format!(
        "SELECT count(*) AS n FROM account a JOIN person p ON p.id = a.person_id \
         WHERE a.role <> 'ROLE_PATIENT'{}",
        wanted.sql
    );
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, wanted.values);
    let found = Count::find_by_statement(statement).one(db).await?;
    Ok(found.map_or(0, |count| count.n.unsigned_abs()))
}

/// One account of the staff.
pub(super) async fn find_staff_account(db: &Connection, id: Uuid) -> Result<Option<Found>> {
    let sql = format!("{FOUND} AND a.id = $1");
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [id.into()]);
    Ok(Found::find_by_statement(statement).one(db).await?)
}

/// The current administrators. Their rows are locked until the transaction ends: if two of them demote each
/// other concurrently, the second is no longer an administrator.
pub(in crate::accounts) async fn hold_administrators(tx: &Connection) -> Result<Vec<Uuid>> {
    let mut found = account::Entity::find()
        .select_only()
        .column(account::Column::Id)
        .filter(
            account::Column::Role
                .eq(Role::Admin.code())
                .or(account::Column::IsAdmin.eq(true)),
        )
        .filter(account::Column::DisabledAt.is_null())
        .filter(account::Column::ActivatedAt.is_not_null())
        .order_by_asc(account::Column::Id);
    if Engine::from_connection(tx).locks_rows() {
        found = found.lock_exclusive();
    }
    Ok(found.into_tuple().all(tx).await?)
}

/// Whether no administrator would be left.
pub(in crate::accounts) async fn is_last_administrator(
    tx: &Connection,
    account: Uuid,
) -> Result<bool> {
    let all = hold_administrators(tx).await?;
    Ok(all == [account])
}

/// Updates the account if its version is unchanged; otherwise false.
pub(super) async fn change(
    tx: &Connection,
    id: Uuid,
    version: i64,
    new: account::ActiveModel,
) -> Result<bool> {
    let done = account::Entity::update_many()
        .set(new)
        .col_expr(
            account::Column::Version,
            Expr::col(account::Column::Version).add(1i64),
        )
        .filter(account::Column::Id.eq(id))
        .filter(account::Column::Version.eq(version))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Adds a change to the account's history.
pub(super) async fn note(
    tx: &Connection,
    ctx: &Context,
    account: Uuid,
    by: Uuid,
    (what, was, became): (Changed, String, String),
) -> Result<()> {
    account_change::ActiveModel {
        id: Set(ctx.new_id()),
        account_id: Set(account),
        at: Set(ctx.now()),
        by_person: Set(by),
        what: Set(what.into()),
        was: Set(was),
        became: Set(became),
    }
    .insert(tx)
    .await?;
    Ok(())
}

/// The newest changes of an account.
pub(super) async fn history(
    db: &Connection,
    account: Uuid,
    limit: u64,
) -> Result<Vec<account_change::Model>> {
    Ok(account_change::Entity::find()
        .filter(account_change::Column::AccountId.eq(account))
        .order_by_desc(account_change::Column::At)
        .order_by_desc(account_change::Column::Id)
        .limit(limit)
        .all(db)
        .await?)
}
