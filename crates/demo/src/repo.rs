// SPDX-License-Identifier: AGPL-3.0-or-later

//! Statements of the demo that no feature offers: finding its own accounts, and states that otherwise only a
//! response of the provincial plan can set.

use salal_db::Connection;
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;

/// The person with an email address, in lower case.
pub async fn person_of(db: &Connection, email: &str) -> Result<Option<Uuid>> {
    #[derive(FromQueryResult)]
    struct Found {
        person_id: Uuid,
    }
    let statement = Statement::from_sql_and_values(
        db.get_database_backend(),
        "SELECT person_id FROM account WHERE email_folded = $1",
        [email.into()],
    );
    Ok(Found::find_by_statement(statement)
        .one(db)
        .await?
        .map(|found| found.person_id))
}

/// The account with an email address, in lower case, and its person.
pub async fn account_of(db: &Connection, email: &str) -> Result<Option<(Uuid, Uuid)>> {
    #[derive(FromQueryResult)]
    struct Found {
        id: Uuid,
        person_id: Uuid,
    }
    let statement = Statement::from_sql_and_values(
        db.get_database_backend(),
        "SELECT id, person_id FROM account WHERE email_folded = $1",
        [email.into()],
    );
    Ok(Found::find_by_statement(statement)
        .one(db)
        .await?
        .map(|found| (found.id, found.person_id)))
}

/// Sets the plan's response for a person's card.
pub(super) async fn set_card(
    tx: &Connection,
    ctx: &Context,
    person: Uuid,
    status: &str,
    other: Option<&str>,
) -> Result<()> {
    tx.execute_raw(Statement::from_sql_and_values(
        tx.get_database_backend(),
        "UPDATE health_document SET status = $1, other = $2, checked_at = $3 WHERE person_id = $4",
        [status.into(), other.into(), ctx.now().into(), person.into()],
    ))
    .await?;
    Ok(())
}

/// Marks the welcome dialog as seen.
pub(super) async fn set_welcomed(tx: &Connection, person: Uuid) -> Result<()> {
    tx.execute_raw(Statement::from_sql_and_values(
        tx.get_database_backend(),
        "UPDATE person SET first_login_done = $1 WHERE id = $2",
        [true.into(), person.into()],
    ))
    .await?;
    Ok(())
}
