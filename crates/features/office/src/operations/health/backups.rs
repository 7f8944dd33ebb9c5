// SPDX-License-Identifier: AGPL-3.0-or-later

//! Backups. A `SQLite` database is copied while the program runs, the copy is checked, and uploaded files
//! missing from the backup are added; the backup gets its final name only when it is complete. On
//! `PostgreSQL` the operator's own backup is recorded. Copies are never deleted here.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use salal_db::{DbError, copy_sqlite};
use sea_orm::{ActiveModelTrait, Set};

use super::labels;
use super::report::BackupMaker;
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::operations::entity::backup_mark;

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
    let (BackupFolder::Configured(folder) | BackupFolder::Named(folder)) = place;
    if !ctx.db.engine().is_file() {
        return Err(Error::broken(
            "this database is PostgreSQL: back it up with its own tools, then run salal backup mark",
        ));
    }
    not_into_itself(Path::new(&ctx.settings.database.uploads), folder)?;
    if matches!(place, BackupFolder::Named(_)) {
        refuse_absent_parent(folder)?;
    }
    make_folder(folder).map_err(Error::broken)?;
    let name = format!("salal-{}.db", ctx.now().format("%Y%m%dT%H%M%SZ"));
    let (whole, part) = (folder.join(&name), folder.join(format!(".{name}.part")));
    if whole.exists() || part.exists() {
        return Err(Error::broken(
            "a backup with this name already exists. Nothing was written. Try again in a second",
        ));
    }
    if let Err(error) = copy(ctx, &part, &whole).await {
        let _ = fs::remove_file(&part);
        return Err(error);
    }
    crash::point("backup.after_database");
    let bytes = fs::metadata(&whole).map_err(Error::broken)?.len();
    // After the database: every file that its rows name exists by now.
    let from = PathBuf::from(&ctx.settings.database.uploads);
    let into = folder.join("uploads");
    let files = tokio::task::spawn_blocking(move || add_files(&from, &into))
        .await
        .map_err(Error::broken)?
        .map_err(Error::broken)?;
    let noted = note(ctx, BackupMaker::Salal, &name, i64::try_from(bytes).ok()).await?;
    Ok(format!(
        "{}: {}, and {} added.{noted}",
        whole.display(),
        labels::bytes(bytes),
        labels::count(files, "uploaded file"),
    ))
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

/// Refuses a folder that is the one being backed up, or is inside it: it would be copied into itself
/// endlessly. Uploaded files go to a subfolder, which is checked too.
fn not_into_itself(uploads: &Path, folder: &Path) -> Result<()> {
    let from = real(uploads).map_err(Error::broken)?;
    for target in [folder.to_path_buf(), folder.join("uploads")] {
        if real(&target).map_err(Error::broken)?.starts_with(&from) {
            return Err(Error::broken(format!(
                "no backup was made: {} is, or is inside, the folder {} that would be backed up. Nothing was \
                 written. Name another folder with --into, ideally on another disk",
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

async fn copy(ctx: &Context, part: &Path, whole: &Path) -> Result<()> {
    copy_sqlite(&ctx.settings.database.url, part)
        .await
        .map_err(|error: DbError| Error::broken(error))?;
    only_ours(part).map_err(Error::broken)?;
    crash::point("backup.after_copy");
    fs::File::open(part)
        .and_then(|file| file.sync_all())
        .and_then(|()| fs::rename(part, whole))
        .map_err(Error::broken)
}

/// Records a backup made by the operator's own tools.
pub async fn mark(ctx: &Context, name: &str) -> Result<String> {
    let name = name.trim();
    if name.is_empty() {
        return Err(Error::broken(
            "the name is empty. Nothing was recorded. Name the backup, such as --name nightly-pg-dump",
        ));
    }
    let noted = note(ctx, BackupMaker::Operator, name, None).await?;
    Ok(format!("Recorded.{noted}"))
}

/// Records the backup; the schema of another version may have no table for it.
async fn note(
    ctx: &Context,
    made_by: BackupMaker,
    name: &str,
    bytes: Option<i64>,
) -> Result<&'static str> {
    let schema = ctx.db.schema().await?;
    if !schema.missing.is_empty() || !schema.unknown.is_empty() {
        return Ok(
            " The backup was not recorded in the database, because its schema is from another version of Salal.",
        );
    }
    backup_mark::ActiveModel {
        id: Set(ctx.new_id()),
        at: Set(ctx.now()),
        made_by: Set(made_by.into()),
        name: Set(name.chars().take(200).collect()),
        bytes: Set(bytes),
    }
    .insert(ctx.db.write())
    .await?;
    Ok("")
}

/// Copies files that do not exist yet; a stored file never changes.
pub(in crate::operations) fn add_files(from: &Path, into: &Path) -> io::Result<i64> {
    let mut added = 0;
    if !from.is_dir() {
        return Ok(added);
    }
    make_folder(into)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, into.join(entry.file_name()));
        if kind.is_dir() {
            added += add_files(&entry.path(), &target)?;
        } else if kind.is_file() && !target.exists() {
            let part = into.join(format!(".{}.part", entry.file_name().display()));
            fs::copy(entry.path(), &part)?;
            only_ours(&part)?;
            fs::rename(part, target)?;
            added += 1;
        }
    }
    Ok(added)
}

/// Creates a folder that only this user can read.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

pub(in crate::operations) fn only_ours(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}
