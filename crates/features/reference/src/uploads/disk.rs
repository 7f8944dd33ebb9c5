// SPDX-License-Identifier: AGPL-3.0-or-later

//! Uploaded files in their place, a folder or a bucket (`salal_platform::files`): their paths, and what is told of one
//! that is missing or changed. What has no path yet is `api::spool`'s.

use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use uuid::Uuid;

use crate::api::Spooled;
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Kind, Result};
use crate::files::FileStore;

/// Files younger than this may belong to an uncommitted transaction.
pub const YOUNG: Duration = Duration::from_hours(1);
/// So many files are asked for at a time.
const AT_ONCE: usize = 8;

/// The path of a new file inside the place. The last digits of the id distribute files over 256 folders.
pub(super) fn path_of(id: Uuid, extension: &str) -> String {
    let digits = id.simple().to_string();
    format!("{}/{id}.{extension}", &digits[30..])
}

/// Writes a file completely and durably.
pub(super) async fn write(ctx: &Context, path: &str, content: Spooled) -> Result<()> {
    FileStore::of(ctx).put(path, content).await
}

/// Reads a file. One that is not there, and content that differs from what was stored, are refused with a sentence.
pub(super) async fn read(ctx: &Context, path: &str, sha256: &str) -> Result<Vec<u8>> {
    match FileStore::of(ctx).read(path).await? {
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

/// How many of these files are not in the place of this process.
pub(super) async fn count_missing(ctx: &Context, paths: Vec<String>) -> Result<usize> {
    let store = &FileStore::of(ctx);
    stream::iter(paths)
        .map(|path| async move { store.size(&path).await })
        .buffer_unordered(AT_ONCE)
        .try_fold(0, async |missing, size| {
            Ok(missing + usize::from(size.is_none()))
        })
        .await
}
