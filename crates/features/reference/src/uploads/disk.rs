// SPDX-License-Identifier: AGPL-3.0-or-later

//! The upload folder. A file is written under a temporary name, flushed, and then renamed, so that a name in
//! the folder always means a complete file. What has no name yet is `api::spool`'s.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;

use uuid::Uuid;

use crate::api::Spooled;
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Kind, Result};
use crate::storage::{UploadFolder, on_disk};

/// The extension of an incomplete file.
const UNFINISHED: &str = "part";
/// Files younger than this may belong to an uncommitted transaction.
const YOUNG: Duration = Duration::from_hours(1);

/// The path of a new file inside the folder. The last digits of the id distribute files over 256 folders.
pub(super) fn path_of(id: Uuid, extension: &str) -> String {
    let digits = id.simple().to_string();
    format!("{}/{id}.{extension}", &digits[30..])
}

/// Work on the files of this module.
async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T> {
    on_disk("the upload folder", work).await
}

/// Writes a file completely and durably.
pub(super) async fn write(ctx: &Context, path: &str, content: Spooled) -> Result<()> {
    let (folder, path) = (UploadFolder::of(ctx), path.to_owned());
    beside(move || {
        let target = folder.path()?.join(path);
        let parent = target.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(parent)?;
        let unfinished = target.with_extension(UNFINISHED);
        let mut file = File::create(&unfinished)?;
        content.copy_to(&mut file)?;
        file.sync_all()?;
        fs::rename(&unfinished, &target)?;
        // The new name is durable only after its folder is synced.
        File::open(parent)?.sync_all()
    })
    .await
}

/// Reads a file. One that is not there, and content that differs from what was stored, are refused with a sentence.
pub(super) async fn read(ctx: &Context, path: &str, sha256: &str) -> Result<Vec<u8>> {
    let (folder, inside) = (UploadFolder::of(ctx), path.to_owned());
    let bytes = beside(move || found(fs::read(folder.path()?.join(inside)))).await;
    match bytes.map_err(Error::of_a_read)? {
        Some(bytes) if sha256_hex(&bytes) == sha256 => Ok(bytes),
        Some(_) => Err(away("FILE_CHANGED", CHANGED, path)),
        None => Err(away("FILE_MISSING", MISSING, path)),
    }
}

const MISSING: &str = "This file can’t be opened at the moment: it is on record, but not where this server keeps its files. \
                       Nothing of it was deleted by you. Please try again later, and tell the clinic if it stays so.";
const CHANGED: &str = "This file can’t be opened: it is no longer what was stored, so it is not shown. Please tell the \
                       clinic, which can bring it back from a backup.";

fn away(code: &'static str, message: &str, path: &str) -> Error {
    tracing::error!(file = path, code, "an uploaded file cannot be opened");
    Error::new(Kind::Unavailable, code, message)
}

/// `None` for what is not there.
fn found<T>(answer: io::Result<T>) -> io::Result<Option<T>> {
    match answer {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        answer => answer.map(Some),
    }
}

/// How many of these files are not in the folder of this process.
pub(super) async fn count_missing(ctx: &Context, paths: Vec<String>) -> Result<usize> {
    let folder = UploadFolder::of(ctx);
    beside(move || {
        let mut missing = 0;
        for path in paths {
            let there = found(fs::metadata(folder.path()?.join(path)))?;
            missing += usize::from(there.is_none());
        }
        Ok(missing)
    })
    .await
}

/// The paths of all files old enough to have a row.
pub(super) async fn settled(ctx: &Context) -> Result<Vec<String>> {
    let folder = UploadFolder::of(ctx);
    beside(move || {
        let mut paths = Vec::new();
        for room in fs::read_dir(folder.path()?)? {
            let room = room?;
            if !room.file_type()?.is_dir() {
                continue;
            }
            for file in fs::read_dir(room.path())? {
                let file = file?;
                // The age by the file system's own clock.
                let age = file.metadata()?.modified()?.elapsed().unwrap_or_default();
                if age >= YOUNG {
                    let (room, file) = (room.file_name(), file.file_name());
                    paths.push(format!("{}/{}", room.display(), file.display()));
                }
            }
        }
        Ok(paths)
    })
    .await
}

/// Deletes an unreferenced file.
pub(super) async fn remove(ctx: &Context, path: &str) -> Result<()> {
    let (folder, path) = (UploadFolder::of(ctx), path.to_owned());
    beside(move || fs::remove_file(folder.path()?.join(path))).await
}
