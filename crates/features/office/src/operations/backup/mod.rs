// SPDX-License-Identifier: AGPL-3.0-or-later

//! Backups of a `SQLite` database in use, with the uploaded files. Each one is whole by itself, and shares with the others
//! what has not changed: content is kept in pieces that are named by it, compressed, and encrypted to public keys of `age`
//! whose private keys are elsewhere. `make` reads the database as of one moment, `store` keeps the pieces, `prune` deletes
//! what has served its time, `read` puts a backup together again. On `PostgreSQL` the operator's own backup is recorded.
//! Not here: what is done with a restored database, which is in `restore`.

mod envelope;
mod every;
mod make;
mod manifest;
mod mark;
mod names;
mod prune;
mod read;
mod state;
mod store;
mod uploads;
mod verify;

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

pub use every::{Rounds, keep_backed_up};
pub use mark::mark;
pub use read::{CopyPlace, OpenCopy};
pub(super) use state::newest;
pub use uploads::UploadPlace;
pub use verify::verify_backup;

use make::Known;
use prune::{Keep, Pruned};
use store::{Store, Writing, make_folder};

use crate::context::Context;
use crate::error::{Error, Result};
use crate::files::FileStore;
use crate::operations::health::{BackupMaker, bytes, count};
use salal_reference::uploads as files_of_people;

/// Where a backup goes.
#[derive(Clone, Copy, Debug)]
pub enum BackupFolder<'a> {
    /// The folder of the settings; it is created, with the folders above it.
    Configured(&'a Path),
    /// A folder named for this backup; what is above it must exist, so that a slip of the pen makes no folders.
    Named(&'a Path),
}

/// Makes a backup in a folder; returns a summary.
pub async fn back_up(ctx: &Context, place: BackupFolder<'_>) -> Result<String> {
    let store = open(ctx, place)?;
    let until = ctx.now();
    let mut known = Known::default();
    let (made, writing) = Box::pin(make::make(ctx, store.clone(), &mut known, false)).await?;
    state::note(&store, until, &made).map_err(Error::broken)?;
    let (writing, pruned) = pruned(ctx, writing).await?;
    drop(writing);
    let size = i64::try_from(made.bytes).unwrap_or(i64::MAX);
    let noted = mark::note(ctx, BackupMaker::Salal, &made.name, Some(size)).await?;
    let pruned = match pruned {
        Ok(Pruned { copies: 0, .. }) => String::new(),
        Ok(Pruned { copies, .. }) => {
            let copies = i64::try_from(copies).unwrap_or(i64::MAX);
            format!(
                " {} had served their time and were deleted.",
                count(copies, "older backup")
            )
        }
        Err(error) => format!(" Older backups were not deleted: {error}. Run salal backup verify."),
    };
    let files = i64::try_from(made.files_added).unwrap_or(i64::MAX);
    // A database of an earlier version is backed up all the same.
    let missing = match files_of_people::find_missing(ctx).await {
        Ok(Some(missing)) => {
            let lacks = missing.sentence(&FileStore::of(ctx));
            format!(" Not everything is in this backup: {lacks}")
        }
        Ok(None) | Err(_) => String::new(),
    };
    Ok(format!(
        "{}: {}, {} written, and {} added.{noted}{pruned}{missing}",
        store.copy_path(&made.name, store::COPY).display(),
        bytes(made.bytes),
        bytes(made.written),
        count(files, "uploaded file"),
    ))
}

/// Opens the folder that a backup is to go to.
fn open(ctx: &Context, place: BackupFolder<'_>) -> Result<Store> {
    let (BackupFolder::Configured(folder) | BackupFolder::Named(folder)) = place;
    if !ctx.db.engine().is_file() {
        return Err(Error::broken(
            "this database is PostgreSQL: back it up with its own tools, then run salal backup mark",
        ));
    }
    let store = Store::at(folder);
    not_into_itself(Path::new(&ctx.settings.database.uploads), &store)?;
    if matches!(place, BackupFolder::Named(_)) {
        refuse_absent_parent(folder)?;
    }
    make_folder(folder).map_err(Error::broken)?;
    Ok(store)
}

/// Deletes what has served its time.
async fn pruned(ctx: &Context, writing: Writing) -> Result<(Writing, io::Result<Pruned>)> {
    let own = &ctx.settings.backup;
    let keep = Keep {
        hours: own.keep_hours,
        days: own.keep_days,
        months: own.keep_months,
    };
    let now = ctx.now();
    tokio::task::spawn_blocking(move || {
        let done = prune::prune(&writing, keep, now);
        (writing, done)
    })
    .await
    .map_err(Error::broken)
}

/// Refuses a folder whose parent does not exist.
fn refuse_absent_parent(folder: &Path) -> Result<()> {
    let folder = std::path::absolute(folder).map_err(Error::broken)?;
    match folder.parent().filter(|parent| !parent.is_dir()) {
        Some(parent) => Err(Error::broken(format!(
            "no backup was made: the folder {} does not exist. Nothing was written. Create it first, or name \
             another folder with --into",
            parent.display()
        ))),
        None => Ok(()),
    }
}

/// Refuses a folder that is the one being backed up, or is inside it, which would be copied into itself endlessly; and
/// uploaded files in one of its own folders.
fn not_into_itself(uploads: &Path, store: &Store) -> Result<()> {
    let folder = store.folder();
    let from = real(uploads).map_err(Error::broken)?;
    for target in store.folders().chain([folder.to_path_buf()]) {
        let place = real(&target).map_err(Error::broken)?;
        if place.starts_with(&from) || (target != folder && from.starts_with(&place)) {
            return Err(Error::broken(format!(
                "no backup was made: {} is, or is inside, the folder {} that would be backed up, or has it inside. \
                 Nothing was written. Name another folder with --into, ideally on another disk",
                target.display(),
                uploads.display()
            )));
        }
    }
    Ok(())
}

/// Resolves a path: links are followed as far as the path exists; the rest is taken as written.
fn real(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let there = path.ancestors().find(|one| one.exists());
    let there = there.unwrap_or(&path);
    let mut real = fs::canonicalize(there).unwrap_or_else(|_| there.to_path_buf());
    for part in path
        .strip_prefix(there)
        .unwrap_or(Path::new(""))
        .components()
    {
        match part {
            Component::ParentDir => {
                real.pop();
            }
            part => real.push(part),
        }
    }
    Ok(real)
}
