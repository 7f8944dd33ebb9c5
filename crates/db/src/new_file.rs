// SPDX-License-Identifier: AGPL-3.0-or-later

//! Makes the file of a database that is not there yet. `SQLite` makes an empty file first and a database of it later; a
//! program that is killed in between leaves what looks as if the records were lost, and is refused at every start. So
//! the file is made beside its place, and put there when it is a database. Not here: what is in it.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sea_orm::sqlx::{ConnectOptions as _, Connection as _};

use crate::error::DbError;
use crate::info::of_sqlx;

/// Beside the file, under a name of this process: two that make the same file do not disturb one another.
fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".making-{}", std::process::id()));
    name.into()
}

/// Makes an empty database with a write-ahead log at a place where nothing is. Another process may be faster, and its
/// file stays.
pub(crate) async fn make(file: &Path) -> Result<(), DbError> {
    let making = beside(file);
    // Of a process that was killed, and had the same number.
    let _ = std::fs::remove_file(&making);
    let options = SqliteConnectOptions::new()
        .filename(&making)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal);
    let made = options.connect().await.map_err(of_sqlx)?;
    made.close().await.map_err(of_sqlx)?;
    let put = put(&making, file);
    let _ = std::fs::remove_file(&making);
    put.map_err(|source| DbError::Unwritable {
        file: file.to_owned(),
        source,
    })
}

/// Overwrites nothing.
fn put(making: &Path, file: &Path) -> std::io::Result<()> {
    match std::fs::hard_link(making, file) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(()),
        // A file system without links.
        Err(_) if !file.exists() => std::fs::rename(making, file)?,
        Err(error) => return Err(error),
    }
    match file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        Some(folder) => std::fs::File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}
