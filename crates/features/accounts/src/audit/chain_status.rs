// SPDX-License-Identifier: AGPL-3.0-or-later

//! Status of the chain, for administrators: its length, whether entries are unsealed, and the last signed
//! day. `verify` checks its integrity.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use salal_db::Connection;
use sea_orm::{ConnectionTrait, EntityTrait, FromQueryResult, QueryOrder, Statement};

use super::entity::audit_head;
use super::seal;
use crate::error::Result;

/// The status of the chain.
#[derive(Clone, Debug, Default)]
pub struct ChainStatus {
    /// The position and hash of the last sealed entry.
    pub head: Option<(i64, String)>,
    /// The oldest recent entry that is not in the chain yet.
    pub waits_since: Option<DateTime<Utc>>,
    /// The last signed day.
    pub signed: Option<NaiveDate>,
}

#[derive(FromQueryResult)]
struct Oldest {
    at: DateTime<Utc>,
}

/// How many days back to look for unsealed entries.
const DAYS: i64 = 2;

/// The status of the chain.
pub async fn chain_status(db: &Connection, now: DateTime<Utc>) -> Result<ChainStatus> {
    let head = seal::newest(db).await?;
    let signed = audit_head::Entity::find()
        .order_by_desc(audit_head::Column::Day)
        .one(db)
        .await?;
    let sql = "SELECT a.at FROM audit a LEFT JOIN audit_seal s ON s.audit_id = a.id \
               WHERE s.audit_id IS NULL AND a.at >= $1 ORDER BY a.at LIMIT 1";
    let since = now - TimeDelta::days(DAYS);
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [since.into()]);
    let waits = Oldest::find_by_statement(statement).one(db).await?;
    Ok(ChainStatus {
        head: head.map(|head| (head.seq, head.hash)),
        waits_since: waits.map(|line| line.at),
        signed: signed.map(|head| head.day),
    })
}
