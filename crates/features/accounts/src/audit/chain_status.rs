// SPDX-License-Identifier: AGPL-3.0-or-later

//! Status of the chain, for administrators: its length, whether lines wait for their position or for an anchor, the last
//! signed day, and what the signer has to tell. `verify` checks its integrity.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use salal_db::{Connection, Engine, changed_guards};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Statement,
};

use super::entity::audit_watch::{self, Watched};
use super::entity::{TABLES, audit_head, audit_statement};
use super::{seal, watch};
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
    /// The oldest line that no anchor covers yet.
    pub unanchored_since: Option<DateTime<Utc>>,
    /// When the newest statement that is outside was signed.
    pub outside_at: Option<DateTime<Utc>>,
    /// Since when nothing is signed, and what is wrong.
    pub refused: Option<(DateTime<Utc>, String)>,
    /// What is wrong with the triggers of the log, each as a sentence.
    pub guards: Vec<String>,
    /// Since when the folder cannot be written, and why.
    pub unwritten: Option<(DateTime<Utc>, String)>,
}

#[derive(FromQueryResult)]
struct Oldest {
    /// `None` for a time that is none, such as infinity.
    at: Option<DateTime<Utc>>,
}

impl Oldest {
    async fn read(db: &Connection, statement: Statement) -> Result<Option<DateTime<Utc>>> {
        let line = Self::find_by_statement(statement).one(db).await?;
        Ok(line.and_then(|line| line.at))
    }
}

/// How many days back to look for unsealed entries.
const DAYS: i64 = 2;

/// The status of the chain.
pub async fn chain_status(db: &Connection, now: DateTime<Utc>) -> Result<ChainStatus> {
    let head = seal::newest(db).await?;
    let engine = Engine::from_connection(db);
    let day = Expr::cust(engine.readable_time("day"));
    let earlier: Option<Option<NaiveDate>> = audit_head::Entity::find()
        .select_only()
        .expr_as(day.clone(), "day")
        .order_by_desc(audit_head::Column::Day)
        .into_tuple()
        .one(db)
        .await?;
    let signed: Option<Option<NaiveDate>> = audit_statement::Entity::find()
        .select_only()
        .expr_as(day, "day")
        .filter(audit_statement::Column::Day.is_not_null())
        .order_by_desc(audit_statement::Column::Number)
        .into_tuple()
        .one(db)
        .await?;
    let readable = engine.readable_time("a.at");
    let sql = format!(
        "SELECT {readable} AS at FROM audit a LEFT JOIN audit_seal s ON s.audit_id = a.id \
         WHERE s.audit_id IS NULL AND a.at >= $1 ORDER BY a.at LIMIT 1"
    );
    let since = now - TimeDelta::days(DAYS);
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [since.into()]);
    let waits = Oldest::read(db, statement).await?;
    let told = |row: audit_watch::Model| (row.at, row.told);
    Ok(ChainStatus {
        head: head.map(|head| (head.seq, head.hash)),
        waits_since: waits,
        signed: signed.flatten().or(earlier.flatten()),
        unanchored_since: unanchored_since(db).await?,
        outside_at: watch::outside_at(db).await?,
        refused: watch::find(db, Watched::Refused).await?.map(told),
        guards: changed_guards(db, TABLES).await?,
        unwritten: watch::find(db, Watched::Unwritten).await?.map(told),
    })
}

/// The time of the line after the newest statement.
async fn unanchored_since(db: &Connection) -> Result<Option<DateTime<Utc>>> {
    let at = Engine::from_connection(db).readable_time("a.at");
    let sql = format!(
        "SELECT {at} AS at FROM audit_seal s JOIN audit a ON a.id = s.audit_id WHERE s.seq = 1 + \
         COALESCE((SELECT seq FROM audit_statement ORDER BY number DESC LIMIT 1), 0)"
    );
    let statement = Statement::from_string(db.get_database_backend(), sql);
    Oldest::read(db, statement).await
}

/// How far sealing and anchoring are behind.
#[derive(Clone, Debug, Default)]
pub struct ChainLag {
    pub sealed: i64,
    pub unsealed: i64,
    pub unsealed_since: Option<DateTime<Utc>>,
    pub unanchored_since: Option<DateTime<Utc>>,
    /// When the newest statement that is outside was signed.
    pub outside_at: Option<DateTime<Utc>>,
    /// Whether nothing is signed because something is wrong with the log.
    pub is_refused: bool,
    /// Whether the folder cannot be written.
    pub is_unwritten: bool,
}

#[derive(FromQueryResult)]
struct Unsealed {
    lines: i64,
    oldest: Option<DateTime<Utc>>,
}

/// A transaction may store a line later than one that was written after it.
const LATE: TimeDelta = TimeDelta::minutes(15);

/// How far sealing and anchoring are behind: less than the status, and cheap enough to be asked often. Looks back no
/// further than a while before the last line that is sealed.
pub async fn chain_lag(db: &Connection) -> Result<ChainLag> {
    let head = seal::newest(db).await?;
    let on = db.get_database_backend();
    let engine = Engine::from_connection(db);
    let at = engine.readable_time("at");
    let sql = format!("SELECT {at} AS at FROM audit WHERE id = $1");
    let newest = match &head {
        Some(head) => {
            let statement = Statement::from_sql_and_values(on, sql, [head.audit_id.into()]);
            Oldest::read(db, statement).await?
        }
        None => None,
    };
    let from = newest.map_or(DateTime::UNIX_EPOCH, |at| at - LATE);
    let at = engine.readable_time("a.at");
    let sql = format!(
        "SELECT count(*) AS lines, min({at}) AS oldest FROM audit a \
         LEFT JOIN audit_seal s ON s.audit_id = a.id WHERE s.audit_id IS NULL AND a.at >= $1"
    );
    let statement = Statement::from_sql_and_values(on, sql, [from.into()]);
    let unsealed = Unsealed::find_by_statement(statement).one(db).await?;
    let (unsealed, unsealed_since) =
        unsealed.map_or((0, None), |found| (found.lines, found.oldest));
    Ok(ChainLag {
        sealed: head.map_or(0, |head| head.seq),
        unsealed,
        unsealed_since,
        unanchored_since: unanchored_since(db).await?,
        outside_at: watch::outside_at(db).await?,
        is_refused: watch::find(db, Watched::Refused).await?.is_some(),
        is_unwritten: watch::find(db, Watched::Unwritten).await?.is_some(),
    })
}
