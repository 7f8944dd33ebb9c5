// SPDX-License-Identifier: AGPL-3.0-or-later

//! Adds entries to the chain in the order in which they were written, and signs the head of each day. An
//! entry is written in the transaction of the change itself and sealed here a moment later, by whichever
//! process runs jobs: building the chain inside the transaction would serialize all changes of the clinic.

use std::time::Duration;

use chrono::{DateTime, Days, TimeDelta, Utc};
use salal_db::Connection;
use salal_domain::days::{vancouver_day, vancouver_day_bounds};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter,
    QueryOrder, Statement,
};
use tokio_util::sync::CancellationToken;

use super::chain::{self, BEGINNING, Signer};
use super::entity::{audit, audit_head, audit_seal};
use super::publish;
use crate::context::Context;
use crate::error::Result;

/// The longest time before an entry is sealed.
const PAUSE: Duration = Duration::from_secs(2);
/// Entries per pass: as many as are written between two passes at most, and as one statement takes on both engines.
const MOST: u64 = 10_000;
/// How far before the head a pass looks for entries that were written at the same time and stored a moment later.
const NEAR: TimeDelta = TimeDelta::seconds(5);
/// A transaction that was at work this long may still add entries with earlier times.
const LATE: TimeDelta = TimeDelta::minutes(15);
/// How often a pass looks for those.
const LATE_EVERY: TimeDelta = TimeDelta::minutes(1);

/// Seals until stopped, and once more at the end.
pub async fn keep_sealed(ctx: Context, stop: CancellationToken) {
    let mut looked_for_late = None;
    loop {
        let stopped = tokio::time::timeout(PAUSE, stop.cancelled()).await.is_ok();
        loop {
            let now = ctx.now();
            let is_due = |last: DateTime<Utc>| (now - last).abs() >= LATE_EVERY;
            let back = if stopped || looked_for_late.is_none_or(is_due) {
                looked_for_late = Some(now);
                LATE
            } else {
                NEAR
            };
            match seal_from(&ctx, back).await {
                Ok(sealed) if sealed == MOST => {}
                Ok(_) => break,
                Err(error) => {
                    tracing::error!(cause = %error, "the audit couldn't be sealed");
                    break;
                }
            }
        }
        if stopped {
            return;
        }
    }
}

/// Seals the next entries, however late they were stored; returns how many.
pub async fn seal(ctx: &Context) -> Result<u64> {
    seal_from(ctx, LATE).await
}

/// Seals the next entries that were written no longer than this before the head. A concurrent process wins or loses
/// as a whole: each position of the chain exists once.
async fn seal_from(ctx: &Context, back: TimeDelta) -> Result<u64> {
    let head = newest(ctx.db.read()).await?;
    let lines = unsealed(ctx, head.as_ref(), back).await?;
    sign_yesterday(ctx).await?;
    if lines.is_empty() {
        return Ok(0);
    }
    let (mut seq, mut before) =
        head.map_or((0, BEGINNING.to_owned()), |head| (head.seq, head.hash));
    let mut seals = Vec::with_capacity(lines.len());
    for line in &lines {
        seq += 1;
        before = chain::hash(&before, seq, line)?;
        let seal = audit_seal::Model {
            seq,
            audit_id: line.id,
            hash: before.clone(),
        };
        seals.push(seal.into_active_model());
    }
    let count = u64::try_from(seals.len()).unwrap_or(MOST);
    let tx = ctx.db.begin().await?;
    match audit_seal::Entity::insert_many(seals)
        .exec_without_returning(&tx)
        .await
    {
        Ok(_) => {
            tx.commit().await?;
            Ok(count)
        }
        Err(error) if salal_db::is_unique_violation(&error).is_some() => Ok(0),
        Err(error) => Err(error.into()),
    }
}

/// The head of the chain.
pub(super) async fn newest(db: &Connection) -> Result<Option<audit_seal::Model>> {
    Ok(audit_seal::Entity::find()
        .order_by_desc(audit_seal::Column::Seq)
        .one(db)
        .await?)
}

/// The last position of an entry written before a time.
async fn last_before(db: &Connection, moment: DateTime<Utc>) -> Result<Option<audit_seal::Model>> {
    let sql = "SELECT s.* FROM audit_seal s JOIN audit a ON a.id = s.audit_id \
               WHERE a.at < $1 ORDER BY s.seq DESC LIMIT 1";
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [moment.into()]);
    let row = db.query_one_raw(statement).await?;
    Ok(row
        .map(|row| audit_seal::Model::from_query_result(&row, ""))
        .transpose()?)
}

/// Unsealed entries, in order of time. What stands in the chain already is read to be left out, so each pass looks
/// back no further than it must.
async fn unsealed(
    ctx: &Context,
    head: Option<&audit_seal::Model>,
    back: TimeDelta,
) -> Result<Vec<audit::Model>> {
    let db = ctx.db.read();
    let last = match head {
        Some(head) => audit::Entity::find_by_id(head.audit_id).one(db).await?,
        None => None,
    };
    let sql = "SELECT a.* FROM audit a LEFT JOIN audit_seal s ON s.audit_id = a.id \
               WHERE s.audit_id IS NULL AND a.at >= $1 ORDER BY a.at, a.id LIMIT $2";
    let from = last.map_or(chrono::DateTime::UNIX_EPOCH, |line| line.at - back);
    let most = i64::try_from(MOST).unwrap_or(i64::MAX);
    let values = [from.into(), most.into()];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let rows = db.query_all_raw(statement).await?;
    Ok(rows
        .iter()
        .map(|row| audit::Model::from_query_result(row, ""))
        .collect::<std::result::Result<_, _>>()?)
}

/// The first pass of a day signs the head of the previous day.
async fn sign_yesterday(ctx: &Context) -> Result<()> {
    let now = ctx.now();
    let yesterday = vancouver_day(now) - Days::new(1);
    let newest = audit_head::Entity::find()
        .filter(audit_head::Column::Day.gte(yesterday))
        .one(ctx.db.read())
        .await?;
    if newest.is_some() {
        return Ok(());
    }
    let Some(head) = last_before(ctx.db.read(), vancouver_day_bounds(yesterday).1).await? else {
        return Ok(());
    };
    let signer = Signer::new(ctx.settings.secrets.sealing_key.reveal())?;
    let statement = chain::statement(yesterday, head.seq, &head.hash);
    let row = audit_head::Model {
        day: yesterday,
        seq: head.seq,
        hash: head.hash.clone(),
        signed_at: now,
        signature: signer.sign(&statement),
        public_key: signer.public_key(),
    };
    let tx = ctx.db.begin().await?;
    publish::queue(&tx, ctx, &row).await?;
    match audit_head::Entity::insert(row.into_active_model())
        .exec_without_returning(&tx)
        .await
    {
        Ok(_) => {
            tx.commit().await?;
            ctx.notify_worker();
            Ok(())
        }
        Err(error) if salal_db::is_unique_violation(&error).is_some() => Ok(()),
        Err(error) => Err(error.into()),
    }
}
