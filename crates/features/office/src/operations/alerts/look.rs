// SPDX-License-Identifier: AGPL-3.0-or-later

//! One look: the installation is examined, what was found is compared with what was found before, and what changed is
//! told, in one transaction. What concerns the whole installation is looked at by one process at a time; what concerns
//! a machine (its disks, its clock, its way to the database) by a process there.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use salal_db::{Connection, Transaction};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, Set,
};

use super::message::{Message, Told};
use super::send;
use crate::context::Context;
use crate::error::Result;
use crate::operations::entity::{alert, alert_look};
use crate::operations::health::{self, Finding, Level};
use crate::settings::Alerts;

/// The place of what concerns the whole installation.
const EVERYWHERE: &str = "";
/// What was found on a machine on which nobody has looked for so long is forgotten.
const FORGOTTEN: TimeDelta = TimeDelta::days(1);

/// Looks, and tells what changed. Of several processes that look at the same time, one does.
pub async fn look(ctx: &Context) -> Result<()> {
    let report = health::examine(ctx).await?;
    let (local, shared): (Vec<_>, Vec<_>) =
        report.findings.into_iter().partition(|one| one.is_local);
    let machine = machine();
    let now = ctx.now();
    let tx = ctx.db.begin().await?;
    let mut message = Message::default();
    let mut is_mine = false;
    for (place, found) in [(EVERYWHERE, shared), (machine.as_str(), local)] {
        if claim(&tx, ctx, place, now).await? {
            is_mine = true;
            compare(&tx, ctx, (place, now), &found, &mut message).await?;
        }
    }
    if !is_mine {
        tx.rollback().await?;
        return Ok(());
    }
    forget(&tx, now).await?;
    let open = count_open(&tx).await?;
    remember_open(ctx, open);
    if !message.is_empty() {
        message.open = Some(open);
        log(&message);
        send::queue(&tx, ctx, &message).await?;
    }
    tx.commit().await?;
    ctx.notify_worker();
    Ok(())
}

/// The name of this machine.
pub(super) fn machine() -> String {
    let name = rustix::system::uname();
    name.nodename().to_string_lossy().into_owned()
}

/// Whether this look at a place is ours; false when somebody looked just now.
async fn claim(tx: &Transaction, ctx: &Context, place: &str, now: DateTime<Utc>) -> Result<bool> {
    let every = i64::try_from(ctx.settings.alerts.every_seconds).unwrap_or(60);
    // A little less than the pause: two processes are never quite in step.
    let before = now - TimeDelta::seconds(every * 3 / 4);
    let moved = alert_look::Entity::update_many()
        .set(alert_look::ActiveModel {
            at: Set(now),
            ..Default::default()
        })
        .filter(alert_look::Column::Place.eq(place))
        .filter(alert_look::Column::At.lte(before))
        .exec(&**tx)
        .await?;
    if moved.rows_affected == 1 {
        return Ok(true);
    }
    let first = alert_look::ActiveModel {
        place: Set(place.to_owned()),
        at: Set(now),
    };
    let is_there = OnConflict::column(alert_look::Column::Place)
        .do_nothing()
        .to_owned();
    let made = alert_look::Entity::insert(first)
        .on_conflict(is_there)
        .exec_without_returning(&**tx)
        .await?;
    Ok(made == 1)
}

/// Findings by their name; those of one name are one.
fn by_code(found: &[Finding]) -> BTreeMap<&str, (Level, &'static str, String)> {
    let mut all: BTreeMap<&str, (Level, &'static str, String)> = BTreeMap::new();
    for one in found {
        let of_code = all.entry(&one.code);
        let (level, _, text) = of_code.or_insert((one.level, one.area.code(), String::new()));
        *level = (*level).min(one.level);
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&one.text);
    }
    all
}

/// Compares what was found at a place with what is stored of it, stores it, and adds what is to be told.
async fn compare(
    tx: &Transaction,
    ctx: &Context,
    (place, now): (&str, DateTime<Utc>),
    found: &[Finding],
    message: &mut Message,
) -> Result<()> {
    let wanted = &ctx.settings.alerts;
    let stored = alert::Entity::find()
        .filter(alert::Column::Place.eq(place))
        .all(&**tx)
        .await?;
    let mut stored: BTreeMap<String, alert::Model> = stored
        .into_iter()
        .map(|row| (row.code.clone(), row))
        .collect();
    for (code, (level, area, text)) in by_code(found) {
        let before = stored.remove(code);
        let is_there = before.is_some();
        let mut row = before.unwrap_or_else(|| alert::Model {
            place: place.to_owned(),
            code: code.to_owned(),
            area: area.to_owned(),
            level: String::new(),
            text: String::new(),
            since: now,
            seen_at: now,
            told_at: None,
        });
        level.word().clone_into(&mut row.level);
        (row.text, row.seen_at) = (text, now);
        match due(&row, level, wanted, now) {
            Due::First => message.new.push(told(&row)),
            Due::Again => message.still.push(told(&row)),
            Due::Not => {}
        }
        if due(&row, level, wanted, now) != Due::Not {
            row.told_at = Some(now);
        }
        let row = row.into_active_model().reset_all();
        if is_there {
            row.update(&**tx).await?;
        } else {
            alert::Entity::insert(row)
                .exec_without_returning(&**tx)
                .await?;
        }
    }
    // What is left was not found any more.
    for row in stored.into_values() {
        if now - row.seen_at < TimeDelta::seconds(wanted.after_seconds) {
            continue;
        }
        if row.told_at.is_some() {
            message.over.push(told(&row));
        }
        alert::Entity::delete_by_id((row.place, row.code))
            .exec(&**tx)
            .await?;
    }
    Ok(())
}

fn told(row: &alert::Model) -> Told {
    Told {
        code: row.code.clone(),
        area: row.area.clone(),
        text: row.text.clone(),
        since: row.since,
        place: row.place.clone(),
    }
}

/// Whether something is to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    First,
    Again,
    Not,
}

fn due(row: &alert::Model, level: Level, wanted: &Alerts, now: DateTime<Utc>) -> Due {
    if level != Level::Wrong {
        return Due::Not;
    }
    match row.told_at {
        None if now - row.since >= TimeDelta::seconds(wanted.after_seconds) => Due::First,
        Some(at)
            if wanted.repeat_hours > 0 && now - at >= TimeDelta::hours(wanted.repeat_hours) =>
        {
            Due::Again
        }
        _ => Due::Not,
    }
}

/// Forgets machines on which nobody looks any more.
async fn forget(tx: &Transaction, now: DateTime<Utc>) -> Result<()> {
    let before = now - FORGOTTEN;
    let gone = alert_look::Entity::find()
        .filter(alert_look::Column::At.lt(before))
        .all(&**tx)
        .await?;
    for look in gone {
        alert::Entity::delete_many()
            .filter(alert::Column::Place.eq(&look.place))
            .exec(&**tx)
            .await?;
        alert_look::Entity::delete_by_id(look.place)
            .exec(&**tx)
            .await?;
    }
    Ok(())
}

/// Forgets what was found before the copy of a restored database was made. What is wrong with it now is told as new. That
/// the rest is over may have been told since the copy was made, and would be told once more.
pub(crate) fn forget_found<'a>(
    tx: &'a Transaction,
    _: &'a Context,
) -> BoxFuture<'a, Result<Option<String>>> {
    Box::pin(async move {
        let open = alert::Entity::find()
            .filter(alert::Column::ToldAt.is_not_null())
            .count(&**tx)
            .await?;
        alert::Entity::delete_many().exec(&**tx).await?;
        alert_look::Entity::delete_many().exec(&**tx).await?;
        let word = if open == 1 {
            "alert was"
        } else {
            "alerts were"
        };
        Ok((open > 0).then(|| {
            format!(
                "{open} {word} open in the backup. What is still wrong is sent again as new; for the rest no end is sent: \
                 close those where alerts arrive."
            )
        }))
    })
}

/// How many things are wrong: what was told and is not over, and what the last look at its place found.
pub(super) async fn count_open(db: &Connection) -> Result<usize> {
    let looks = alert_look::Entity::find().all(db).await?;
    let wrong = alert::Entity::find()
        .filter(alert::Column::Level.eq(Level::Wrong.word()))
        .all(db)
        .await?;
    let is_open = |row: &&alert::Model| {
        let mut looks = looks.iter();
        let look = looks.find(|look| look.place == row.place);
        row.told_at.is_some() || look.is_some_and(|look| look.at == row.seen_at)
    };
    Ok(wrong.iter().filter(is_open).count())
}

/// How many things were wrong when this process looked last, for a message that cannot count them.
#[derive(Default)]
struct LastOpen(AtomicUsize);

fn remember_open(ctx: &Context, open: usize) {
    let last = ctx.get_or_init(LastOpen::default);
    last.0.store(open, Ordering::Relaxed);
}

pub(super) fn last_open(ctx: &Context) -> usize {
    ctx.get_or_init(LastOpen::default).0.load(Ordering::Relaxed)
}

/// The log gets a line for each as well.
fn log(message: &Message) {
    for one in &message.new {
        tracing::warn!(code = %one.code, text = %one.text, "something is wrong");
    }
    for one in &message.over {
        tracing::info!(code = %one.code, since = %one.since, "what was wrong is over");
    }
}

/// How many findings are stored, by area and level, and when the installation was last looked at.
#[derive(Debug, Default)]
pub(in crate::operations) struct Counted {
    pub(in crate::operations) found: BTreeMap<(String, String), u64>,
    pub(in crate::operations) at: Option<DateTime<Utc>>,
}

/// Counts what the last looks found.
pub(in crate::operations) async fn count_found(db: &Connection) -> Result<Counted> {
    let mut counted = Counted::default();
    let looks = alert_look::Entity::find().all(db).await?;
    for row in alert::Entity::find().all(db).await? {
        let look = looks.iter().find(|look| look.place == row.place);
        // Only what was found by the last look; what is kept beyond that is to be told as over.
        if look.is_some_and(|look| look.at == row.seen_at) {
            *counted.found.entry((row.area, row.level)).or_default() += 1;
        }
    }
    let shared = looks.iter().find(|look| look.place == EVERYWHERE);
    counted.at = shared.map(|look| look.at);
    Ok(counted)
}
