// SPDX-License-Identifier: AGPL-3.0-or-later

//! The upload folder. A file is written under a temporary name, flushed, and then renamed, so that a name in
//! the folder always means a complete file. What has no name yet is `api::spool`'s.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use uuid::Uuid;

use crate::api::Spooled;
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};
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

/// Reads a file; content that differs from what was stored is an internal error, never shown.
pub(super) async fn read(ctx: &Context, path: &str, sha256: &str) -> Result<Vec<u8>> {
    let (folder, path) = (UploadFolder::of(ctx), path.to_owned());
    let bytes = beside(move || fs::read(folder.path()?.join(path))).await;
    let bytes = bytes.map_err(Error::of_a_read)?;
    if sha256_hex(&bytes) == sha256 {
        Ok(bytes)
    } else {
        Err(Error::broken("an uploaded file is not what was kept"))
    }
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
