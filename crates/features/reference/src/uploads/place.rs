// SPDX-License-Identifier: AGPL-3.0-or-later

//! Whether the place of uploaded files is this installation's. The place has a small mark with a number, and the database
//! has the same number: a process whose folder is another one than that of the others says so, and removes nothing there.
//! The first process that starts makes both; a place without a mark that has the files gets it. Not here: whether each
//! file is there and unchanged (`salal files verify`).

use chrono::TimeDelta;
use salal_db::{counter_value, hold_counter, set_counter};

use super::repo::look_at_newest;
use crate::api::Spooled;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::files::FileStore;

/// The mark, in the place.
const MARK: &str = ".salal-files";
/// The number, in the database.
const NUMBER: &str = "files";

/// What a place says of itself.
enum Mark {
    None,
    Number(i64),
    Strange,
}

/// Makes the mark where there is none yet; what is wrong with the place, for an operator.
pub async fn settle(ctx: &Context) -> Result<Option<String>> {
    let store = FileStore::of(ctx);
    let found = read_mark(&store).await?;
    let Some(number) = number(ctx).await? else {
        return begin(ctx, &store, found).await;
    };
    if matches!(found, Mark::None) && is_to_be_marked(ctx).await? {
        write_mark(&store, number).await?;
        return Ok(None);
    }
    Ok(fault(&store, &found, number))
}

/// Whether the place has the mark of this installation: only then may what has no row be removed.
pub(super) async fn is_ours(ctx: &Context) -> Result<bool> {
    let Some(number) = number(ctx).await? else {
        return Ok(false);
    };
    let found = read_mark(&FileStore::of(ctx)).await?;
    Ok(matches!(found, Mark::Number(marked) if marked == number))
}

/// What is wrong with the place, for an operator. Nothing is changed.
pub async fn find_fault(ctx: &Context) -> Result<Option<String>> {
    let store = FileStore::of(ctx);
    let found = read_mark(&store).await?;
    let Some(number) = number(ctx).await? else {
        let is_strange = !matches!(found, Mark::None) && !has_the_newest(ctx).await?;
        return Ok(is_strange.then(|| sentence(&store, STRANGE)));
    };
    if matches!(found, Mark::None) && is_to_be_marked(ctx).await? {
        return Ok(None);
    }
    Ok(fault(&store, &found, number))
}

/// Marks a place as this installation's: files were just put there. One that is marked stays as it is.
pub async fn mark(ctx: &Context, store: &FileStore) -> Result<()> {
    if let (Some(number), Mark::None) = (number(ctx).await?, read_mark(store).await?) {
        write_mark(store, number).await?;
    }
    Ok(())
}

/// Gives a database that was restored a number of its own: the installation whose copy it is may go on working, with
/// newer files in the same place that this one would take for nobody's. Who takes its place says so with
/// `salal files adopt`.
pub async fn renew(ctx: &Context) -> Result<()> {
    let tx = ctx.db.begin().await?;
    if hold_counter(&tx, NUMBER).await? != 0 {
        set_counter(&tx, NUMBER, new_number(ctx)?).await?;
    }
    tx.commit().await?;
    Ok(())
}

fn new_number(ctx: &Context) -> Result<i64> {
    let (_, random) = ctx.new_id().as_u64_pair();
    let number = i64::try_from(random >> 2).map_err(Error::broken)?;
    Ok(number.max(1))
}

/// Whether files are on record, and the newest are in the place.
async fn has_the_newest(ctx: &Context) -> Result<bool> {
    let looked = look_at_newest(ctx, TimeDelta::zero()).await?;
    Ok(looked.looked_at > 0 && looked.missing == 0)
}

/// Takes a place that another installation marked, or none did, for this one's from now on.
pub async fn take(ctx: &Context) -> Result<()> {
    let store = FileStore::of(ctx);
    match (number(ctx).await?, read_mark(&store).await?) {
        (Some(number), Mark::Number(marked)) if marked == number => Ok(()),
        (Some(number), _) => write_mark(&store, number).await,
        // Whoever says so knows.
        (None, found) => begin_with(ctx, &store, found).await.map(drop),
    }
}

/// The first process: the number of the database is that of the place, or a new one. Others wait meanwhile.
async fn begin(ctx: &Context, store: &FileStore, found: Mark) -> Result<Option<String>> {
    let looked = look_at_newest(ctx, TimeDelta::zero()).await?;
    if matches!(found, Mark::None) && looked.looked_at > 0 && looked.missing == looked.looked_at {
        // The files are elsewhere, which is told by whoever counts them.
        return Ok(None);
    }
    // A new database beside the files of another one, which it would take for nobody's.
    if !matches!(found, Mark::None) && (looked.looked_at == 0 || looked.missing > 0) {
        let number = number(ctx).await?.unwrap_or_default();
        let found = read_mark(store).await?;
        return Ok(fault(store, &found, number));
    }
    begin_with(ctx, store, found).await
}

async fn begin_with(ctx: &Context, store: &FileStore, found: Mark) -> Result<Option<String>> {
    let tx = ctx.db.begin().await?;
    let held = hold_counter(&tx, NUMBER).await?;
    if held != 0 {
        tx.commit().await?;
        let found = read_mark(store).await?;
        return Ok(fault(store, &found, held));
    }
    let number = match found {
        Mark::Number(number) => number,
        Mark::None | Mark::Strange => {
            let number = new_number(ctx)?;
            write_mark(store, number).await?;
            number
        }
    };
    set_counter(&tx, NUMBER, number).await?;
    tx.commit().await?;
    Ok(None)
}

/// Whether a place without a mark is ours all the same: every one of the newest files is there, as after a copy without
/// hidden files; or nothing was uploaded yet, and no other process could have another place.
async fn is_to_be_marked(ctx: &Context) -> Result<bool> {
    let looked = look_at_newest(ctx, TimeDelta::zero()).await?;
    Ok(if looked.looked_at == 0 {
        ctx.db.engine().is_file()
    } else {
        looked.missing == 0
    })
}

async fn number(ctx: &Context) -> Result<Option<i64>> {
    let found = counter_value(ctx.db.read(), NUMBER).await?;
    Ok(found.filter(|number| *number != 0))
}

async fn read_mark(store: &FileStore) -> Result<Mark> {
    let Some(bytes) = store.read(MARK).await? else {
        return Ok(Mark::None);
    };
    let text = String::from_utf8(bytes).unwrap_or_default();
    let number = text.trim().parse().ok().filter(|number| *number > 0);
    Ok(number.map_or(Mark::Strange, Mark::Number))
}

async fn write_mark(store: &FileStore, number: i64) -> Result<()> {
    let text = format!("{number}\n").into_bytes();
    store.put(MARK, Spooled::in_memory(text)).await
}

fn fault(store: &FileStore, found: &Mark, number: i64) -> Option<String> {
    let what = match found {
        Mark::Number(marked) if *marked == number => return None,
        Mark::None => "has no mark of this installation",
        Mark::Number(_) | Mark::Strange => STRANGE,
    };
    Some(sentence(store, what))
}

const STRANGE: &str = "has the mark of another installation";

fn sentence(store: &FileStore, what: &str) -> String {
    let place = store.name();
    format!(
        "The place of uploaded files of this process, {place}, {what} ({MARK}): it is not the one that the other processes \
         write to, so that files uploaded here are missing there. Nothing is removed from it. Name the right one \
         (database.uploads, files.store, files.s3) or mount its disk. If it is the right one, or this installation was restored and takes the place of the one before, run salal \
         files adopt."
    )
}
