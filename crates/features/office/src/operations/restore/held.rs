// SPDX-License-Identifier: AGPL-3.0-or-later

//! What is held after a restore, and its release: shared by the page and the terminal. At the terminal the reason is a
//! text of the operator's, on the page one of a list.

use chrono::{DateTime, Utc};
use salal_db::{Connection, Transaction};
use uuid::Uuid;

use crate::context::Context;
use crate::error::{Error, Kind, Result};
use crate::hold::{self, restore_hold};
use crate::jobs::JobKinds;
use crate::jobs::held::{self, HeldJob};
use crate::operations::health;
use salal_accounts::audit;

/// The held effects of a page at the terminal.
const LISTED: u64 = 200;

/// How a restore stands.
#[derive(Clone, Debug)]
pub struct Held {
    pub hold: restore_hold::Model,
    pub jobs: u64,
}

/// The open restore, with how many jobs it holds; `None` while nothing is held.
pub async fn count_of(db: &Connection, ctx: &Context) -> Result<Option<Held>> {
    let Some(hold) = hold::find(db).await? else {
        return Ok(None);
    };
    let jobs = held::count_held(db, ctx.hooks.get::<JobKinds>()).await?;
    Ok(Some(Held { hold, jobs }))
}

pub(super) fn nothing_held() -> Error {
    Error::new(
        Kind::Conflict,
        "NOTHING_HELD",
        "Nothing is held: this installation was not restored, or everything was released.",
    )
}

/// The error for a job that is not held any more.
fn gone() -> Error {
    Error::conflict(
        "MOVED_ON",
        "This is not held any more: it was released, taken over or cancelled.",
    )
}

/// One held job within an open restore.
pub(super) async fn find(db: &Connection, ctx: &Context, id: Uuid) -> Result<HeldJob> {
    if hold::find(db).await?.is_none() {
        return Err(nothing_held());
    }
    let found = held::find_held(db, ctx.hooks.get::<JobKinds>(), id).await?;
    found.ok_or_else(gone)
}

/// Releases one job in the caller's transaction.
pub(super) async fn release(tx: &Transaction, ctx: &Context, id: Uuid) -> Result<HeldJob> {
    let job = find(tx, ctx, id).await?;
    if !held::release(tx, id, ctx.now()).await? {
        return Err(gone());
    }
    Ok(job)
}

/// Releases everything in the caller's transaction; returns how many jobs waited.
pub(super) async fn release_all(
    tx: &Transaction,
    ctx: &Context,
    by: Option<Uuid>,
    reason: &str,
) -> Result<u64> {
    let released = hold::end(tx, ctx, by, reason).await?;
    released.ok_or_else(nothing_held)
}

/// Ends a job that was taken over, in the caller's transaction.
pub(super) async fn end(tx: &Transaction, ctx: &Context, id: Uuid, reason: &str) -> Result<()> {
    if held::end_held(tx, id, reason, ctx.now()).await? {
        Ok(())
    } else {
        Err(gone())
    }
}

/// What is held and what the services have besides, as text for the terminal.
pub async fn status(ctx: &Context) -> Result<String> {
    let db = ctx.db.read();
    let Some(Held { hold, jobs }) = count_of(db, ctx).await? else {
        return Ok("Nothing is held.".to_owned());
    };
    let time = |at: DateTime<Utc>| at.format("%Y-%m-%d %H:%M UTC").to_string();
    let mut lines = vec![
        format!(
            "Restored on {} from a backup of {}. {} held.",
            time(hold.restored_at),
            time(hold.point_at),
            health::count(i64::try_from(jobs).unwrap_or(i64::MAX), "effect"),
        ),
        hold.told.clone(),
    ];
    let rows = held::list_held(db, ctx.hooks.get::<JobKinds>(), None, LISTED).await?;
    for job in &rows {
        let doubt = if job.created_at <= hold.point_at {
            "may have been sent since"
        } else {
            "queued after the restore"
        };
        lines.push(format!(
            "{}  {:<20} {}  {} ({doubt})",
            job.id,
            job.kind,
            time(job.created_at),
            health::what(&job.kind)
        ));
    }
    let listed = u64::try_from(rows.len()).unwrap_or(u64::MAX);
    if listed < jobs {
        lines.push(format!("And {} more.", jobs - listed));
    }
    lines.extend(super::books::lines(ctx, hold.point_at).await?);
    Ok(lines.join("\n"))
}

/// Adds the audit line of a decision at the terminal.
pub(super) async fn write_line(
    tx: &Transaction,
    ctx: &Context,
    action: &str,
    text: String,
) -> Result<()> {
    let mut last = ctx.db.batch();
    audit::write_of_house(
        ctx,
        None,
        audit::TERMINAL,
        action,
        "held job",
        text,
        &mut last,
    );
    Ok(last.run(tx).await?)
}

/// Releases one job from the terminal.
pub async fn release_here(ctx: &Context, id: Uuid, by: &str, reason: &str) -> Result<String> {
    let tx = ctx.db.begin().await?;
    let job = release(&tx, ctx, id).await?;
    let text = format!("{} {id}, by {by}: {reason}", job.kind);
    write_line(&tx, ctx, "salal restore release", text).await?;
    tx.commit().await?;
    Ok(format!("Released: {}.", health::what(&job.kind)))
}

/// Releases everything from the terminal.
pub async fn release_all_here(ctx: &Context, by: &str, reason: &str) -> Result<String> {
    let tx = ctx.db.begin().await?;
    let released = release_all(&tx, ctx, None, reason).await?;
    let text = format!("all {released}, by {by}: {reason}");
    write_line(&tx, ctx, "salal restore release", text).await?;
    tx.commit().await?;
    let jobs = health::count(i64::try_from(released).unwrap_or(i64::MAX), "effect");
    Ok(format!("Released: {jobs}. Nothing is held any more."))
}

/// Records from the terminal that a held effect had happened already.
pub async fn take_over_here(ctx: &Context, id: Uuid, by: &str, reason: &str) -> Result<String> {
    find(ctx.db.read(), ctx, id).await?;
    let job = held::take_over(ctx, id).await?;
    let tx = ctx.db.begin().await?;
    end(&tx, ctx, id, reason).await?;
    let text = format!("{} {id}, by {by}: {reason}", job.kind);
    write_line(&tx, ctx, "salal restore take-over", text).await?;
    tx.commit().await?;
    Ok(format!("Taken over: {}.", health::what(&job.kind)))
}
