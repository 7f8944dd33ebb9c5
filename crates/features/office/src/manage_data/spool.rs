// SPDX-License-Identifier: AGPL-3.0-or-later

//! Copies the files of an import to unlinked temporary files, so that an archive can be read without
//! holding it in memory; they are deleted when they are closed.

use std::fs::File;

use tokio::io::AsyncWriteExt;

use super::dto::ImportFile;
use super::repo;
use super::repo::Import;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::storage::on_disk;

/// For the log.
const FILES: &str = "the files of an import";

/// Writes all files of the import to disk; returns their names and contents.
pub(super) async fn files(ctx: &Context, import: &Import) -> Result<Vec<(String, File)>> {
    let listed: Vec<ImportFile> = serde_json::from_value(import.files.clone())?;
    let mut files = Vec::with_capacity(listed.len());
    for (number, file) in (0_i64..).zip(listed) {
        let unnamed = on_disk(FILES, tempfile::tempfile).await?;
        let mut written = tokio::fs::File::from_std(unnamed);
        let mut seq = 0;
        while let Some(bytes) =
            repo::stored_files::piece(ctx.db.read(), import.id, number, seq).await?
        {
            (written.write_all(&bytes).await).map_err(|error| Error::disk(FILES, &error))?;
            seq += 1;
        }
        (written.flush().await).map_err(|error| Error::disk(FILES, &error))?;
        files.push((file.name, written.into_std().await));
    }
    Ok(files)
}
