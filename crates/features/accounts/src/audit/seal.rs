// SPDX-License-Identifier: AGPL-3.0-or-later

//! Adds lines to the chain in the order in which they were written. A line is written in the transaction of the change
//! itself and sealed here a moment later, by whichever process runs jobs: building the chain inside the transaction
//! would serialize all changes of the clinic. What is signed of the chain follows each pass (`sign`).

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::Connection;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, IntoActiveModel, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, Statement,
};
use tokio_util::sync::CancellationToken;

use super::chain::{BEGINNING, Keys, Writer};
use super::entity::{audit, audit_key, audit_seal, audit_statement};
use super::labels::{KEY_CHANGED, KEYED, SYSTEM};
use super::verify::line_columns;
use super::{able, keys, sign};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_platform::lasting::Lasting;

/// The longest time before an entry is sealed.
const PAUSE: Duration = Duration::from_secs(2);
/// Entries per pass: as many as are written between two passes at most, and as one statement takes on both engines.
const MOST: u64 = 8_000;
/// How far before the head a pass looks for entries that were written at the same time and stored a moment later.
const NEAR: TimeDelta = TimeDelta::seconds(5);
/// A transaction that was at work this long may still add entries with earlier times.
const LATE: TimeDelta = TimeDelta::minutes(15);
/// How often a pass looks for those.
const LATE_EVERY: TimeDelta = TimeDelta::minutes(1);
/// How often a pass looks for entries of all time, if there are more than positions: as after a clock that was wrong.
const ALL_EVERY: TimeDelta = TimeDelta::hours(1);

/// Seals and signs until stopped, and once more at the end.
pub async fn keep_sealed(ctx: Context, stop: CancellationToken) {
    // Before anything is signed the log goes on with the key of this start.
    let mut sealing = Lasting::new("the audit couldn't be sealed");
    loop {
        able::beat(&ctx);
        let sealed = seal(&ctx).await;
        sealing.note(&ctx, &sealed);
        // What was written while nobody sealed may be more than one pass takes.
        if !matches!(sealed, Ok(MOST)) || stop.is_cancelled() {
            break;
        }
    }
    tokio::join!(
        keep_chained(&ctx, &stop, sealing),
        sign::keep_signed(&ctx, &stop)
    );
    Lasting::new(sign::UNSIGNED).note(&ctx, &sign::sign_last(&ctx).await);
}

async fn keep_chained(ctx: &Context, stop: &CancellationToken, mut sealing: Lasting) {
    let (mut looked_for_late, mut looked_for_all) = (None, None);
    loop {
        let stopped = tokio::time::timeout(PAUSE, stop.cancelled()).await.is_ok();
        loop {
            able::beat(ctx);
            let now = ctx.now();
            let is_due = |last: Option<DateTime<Utc>>, every: TimeDelta| {
                last.is_none_or(|last| (now - last).abs() >= every)
            };
            let sealed = if is_due(looked_for_all, ALL_EVERY) {
                let sealed = seal_all(ctx).await;
                if !matches!(sealed, Ok(MOST)) {
                    looked_for_all = Some(now);
                }
                sealed
            } else if stopped || is_due(looked_for_late, LATE_EVERY) {
                looked_for_late = Some(now);
                seal_from(ctx, Some(LATE)).await
            } else {
                seal_from(ctx, Some(NEAR)).await
            };
            sealing.note(ctx, &sealed);
            if !matches!(sealed, Ok(MOST)) {
                break;
            }
        }
        if stopped {
            return;
        }
    }
}

/// Seals the next lines, however late they were stored; returns how many.
pub async fn seal(ctx: &Context) -> Result<u64> {
    seal_from(ctx, Some(LATE)).await
}

/// Seals the next lines, however old they are.
pub(super) async fn seal_all(ctx: &Context) -> Result<u64> {
    let db = ctx.db.read();
    let lines = audit::Entity::find().count(db).await?;
    let is_behind = lines > audit_seal::Entity::find().count(db).await?;
    seal_from(ctx, (!is_behind).then_some(LATE)).await
}

/// Seals the next lines that were written no longer than this before the head, or all.
async fn seal_from(ctx: &Context, back: Option<TimeDelta>) -> Result<u64> {
    let sealed = seal_next(ctx, back).await;
    if sealed.as_ref().is_err_and(|error| error.storage.is_some()) {
        able::lost(ctx);
    }
    sealed
}

/// A concurrent process wins or loses as a whole: each position of the chain exists once.
async fn seal_next(ctx: &Context, back: Option<TimeDelta>) -> Result<u64> {
    let head = newest(ctx.db.read()).await?;
    let next = keys::next(ctx, head.as_ref()).await?;
    if next.waits {
        // It would go on with a key that was replaced by one that this process does not have.
        sign::look_again(ctx);
        return Ok(0);
    }
    let mut keys = next.keys;
    let is_first = head.as_ref().is_none_or(|head| head.key_id.is_none());
    if head.is_none() && is_signed(ctx.db.read()).await? {
        // The chain was taken away: a new one would hide it.
        sign::look_again(ctx);
        return Ok(0);
    }
    let mut lines = unsealed(ctx, head.as_ref(), back).await?;
    let is_last = u64::try_from(lines.len()).is_ok_and(|number| number < MOST);
    if is_first {
        // What was written before there was a chain may be of an earlier key: the chain begins with that one.
        let own = keys::own(ctx);
        let wrote = |one: &&Arc<Keys>| lines.iter().any(|line| one.writer(line) == Writer::Us);
        keys = own.iter().rev().find(wrote).map_or(keys, Arc::clone);
    }
    leave_others_out(ctx, &mut lines);
    let first = match &next.replaces {
        Some(_) => Some(keys.written(line_of_program(ctx, KEY_CHANGED))),
        None => (is_first && is_last).then(|| keys.written(line_of_program(ctx, KEYED))),
    };
    lines.extend(first.clone());
    let kept = match (&next.replaces, &head) {
        (Some(before), Some(head)) => keys::kept_rows(ctx, Some((before, head))).await?,
        _ => Vec::new(),
    };
    if lines.is_empty() {
        return Ok(0);
    }
    let (mut seq, mut before) =
        head.map_or((0, BEGINNING.to_owned()), |head| (head.seq, head.hash));
    let mut seals = Vec::with_capacity(lines.len());
    for line in &lines {
        seq += 1;
        let seal = keys.seal(&before, seq, line);
        before.clone_from(&seal.hash);
        seals.push(seal.into_active_model());
    }
    let count = u64::try_from(seals.len()).unwrap_or(MOST);
    let tx = ctx.db.begin().await?;
    if let Some(line) = first {
        audit::Entity::insert(line.into_active_model())
            .exec_without_returning(&tx)
            .await?;
    }
    for row in kept {
        let kept = audit_key::Entity::insert(row).exec_without_returning(&tx);
        match kept.await {
            // Another process was first.
            Err(error) if salal_db::is_unique_violation(&error).is_some() => return Ok(0),
            done => done?,
        };
    }
    match audit_seal::Entity::insert_many(seals)
        .exec_without_returning(&tx)
        .await
    {
        Ok(stored) if stored == count => {
            tx.commit().await?;
            Ok(count)
        }
        Ok(stored) => {
            sign::look_again(ctx);
            Err(Error::broken(format!(
                "the database took {stored} of {count} positions of the audit: a trigger swallows them"
            )))
        }
        Err(error) if salal_db::is_unique_violation(&error).is_some() => Ok(0),
        Err(error) => Err(error.into()),
    }
}

/// What the chain ends its first pass with, or goes on with after another key: its end is sealed with the key from here
/// on.
fn line_of_program(ctx: &Context, action: &str) -> audit::Model {
    audit::Model {
        id: ctx.new_id(),
        at: ctx.now(),
        actor: None,
        actor_role: SYSTEM.to_owned(),
        patient: None,
        action: action.to_owned(),
        object_kind: None,
        object_id: None,
        ip: String::new(),
        request_id: String::new(),
        mac: None,
    }
}

/// A line that somebody else put into the database gets no position: the verification says which it is. Of the master
/// keys that the settings have each may have written one: a process goes on with an earlier one until it is told.
fn leave_others_out(ctx: &Context, lines: &mut Vec<audit::Model>) {
    let (before, own) = (lines.len(), keys::own(ctx));
    lines.retain(|line| own.iter().any(|keys| keys.writer(line) == Writer::Us));
    if lines.len() < before {
        sign::look_again(ctx);
    }
}

/// Whether anything was signed of a chain.
pub(super) async fn is_signed(db: &Connection) -> Result<bool> {
    let all = audit_statement::Entity::find().limit(1).into_query();
    Ok(db.query_one(&all).await?.is_some())
}

/// The head of the chain.
pub(super) async fn newest(db: &Connection) -> Result<Option<audit_seal::Model>> {
    Ok(audit_seal::Entity::find()
        // A position that is no number, which somebody put there, is greater than every number.
        .filter(audit_seal::Column::Seq.lte(i64::MAX))
        .order_by_desc(audit_seal::Column::Seq)
        .one(db)
        .await?)
}

/// Unsealed entries, in order of time. What stands in the chain already is read to be left out, so each pass looks
/// back no further than it must.
async fn unsealed(
    ctx: &Context,
    head: Option<&audit_seal::Model>,
    back: Option<TimeDelta>,
) -> Result<Vec<audit::Model>> {
    let db = ctx.db.read();
    let from = match (head, back) {
        (Some(head), Some(back)) => {
            let (written, now) = (written_at(db, head).await?, ctx.now());
            // The clock may have run ahead when the head was written.
            Some(written.unwrap_or(now).min(now) - back)
        }
        _ => None,
    };
    let bound = from.map_or("", |_| "AND a.at >= $2");
    let sql = format!(
        "SELECT {} FROM audit a LEFT JOIN audit_seal s ON s.audit_id = a.id WHERE s.audit_id IS NULL {bound} ORDER BY \
         a.at, a.id LIMIT $1",
        line_columns(db)
    );
    let mut values = vec![i64::try_from(MOST).unwrap_or(i64::MAX).into()];
    values.extend(from.map(Into::into));
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let rows = db.query_all_raw(statement).await?;
    let lines: Vec<_> = rows
        .iter()
        .filter_map(|row| audit::Model::from_query_result(row, "").ok())
        .collect();
    if lines.len() < rows.len() {
        sign::look_again(ctx);
    }
    Ok(lines)
}

/// When the line of a position was written; `None` if that cannot be read.
async fn written_at(db: &Connection, seal: &audit_seal::Model) -> Result<Option<DateTime<Utc>>> {
    let sql = format!("SELECT {} FROM audit a WHERE a.id = $1", line_columns(db));
    let on = db.get_database_backend();
    let statement = Statement::from_sql_and_values(on, sql, [seal.audit_id.into()]);
    let line = db.query_one_raw(statement).await?;
    Ok(line.and_then(|row| row.try_get("", "at").ok()))
}
