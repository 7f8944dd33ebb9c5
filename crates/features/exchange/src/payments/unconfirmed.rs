// SPDX-License-Identifier: AGPL-3.0-or-later

//! Payments and refunds with an unknown outcome, for administrators.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, JointRead};
use salal_domain::subjects::SubjectKind;
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use uuid::Uuid;

use crate::error::Result;

salal_domain::codes! {
    /// What is without an outcome.
    pub enum UnconfirmedKind {
        Payment = "payment",
        Refund = "refund",
    }
}

/// A charge or a refund without an outcome.
#[derive(Clone, Debug, FromQueryResult, serde::Deserialize)]
pub struct Unconfirmed {
    pub kind: Coded<UnconfirmedKind>,
    pub subject_kind: Coded<SubjectKind>,
    pub subject_id: Uuid,
    pub person_id: Uuid,
    pub amount_cents: i64,
    pub since: DateTime<Utc>,
}

const SQL: &str = "SELECT 'payment' AS kind, subject_kind, subject_id, person_id, amount_cents, created_at AS since \
    FROM payment WHERE state IN ('intended', 'capturing', 'unknown') AND created_at < $1 \
    UNION ALL SELECT 'refund' AS kind, r.subject_kind, r.subject_id, p.person_id, r.amount_cents, r.created_at AS since \
    FROM refund r JOIN payment p ON p.id = r.payment_id \
    WHERE r.state IN ('intended', 'unknown') AND r.created_at < $1 ORDER BY since LIMIT $2";

/// The oldest of those that began before a time: later ones are still in progress.
pub async fn unconfirmed(
    db: &Connection,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Unconfirmed>> {
    let values = [before.into(), limit.into()];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), SQL, values);
    let mut read = JointRead::for_connection(db);
    let unconfirmed = read.add_statement(statement);
    Ok(read.run(db).await?.take(&unconfirmed)?)
}
