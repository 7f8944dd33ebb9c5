// SPDX-License-Identifier: AGPL-3.0-or-later

//! Checks whether a database can be reached, before anything is started. The check creates nothing: a missing
//! file stays missing.

use crate::address::{creates_file, file_of, is_sqlite, sqlite_file};
use crate::{Db, DbError, DbSettings, StorageTrouble, refuse_foreign};
use std::io::{Error, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Opens the database at `url`, runs a query, and closes it again; an empty or foreign database is not
/// opened, because that would change it. For a missing file, checks whether its folder can be created.
pub async fn ping(url: &str, patience: Duration) -> Result<(), DbError> {
    if is_sqlite(url) {
        sqlite_file(url)?;
    }
    if let Some(folder) = folder_of_absent_file(url) {
        return can_be_made(&folder);
    }
    can_be_written(url)?;
    refuse_foreign(url).await?;
    if file_of(url).is_some_and(|file| file.is_file()) {
        // It has answered. Opening it for work would turn on its write-ahead log, which is a change.
        return Ok(());
    }
    let few = DbSettings {
        sqlite_readers: 1,
        postgres_connections: 1,
        acquire_timeout: patience,
        ..DbSettings::default()
    };
    let db = Db::open(url, &few).await?;
    let answer = db.ping().await;
    let found = db.ask_server().await;
    db.close().await;
    match found {
        Some(StorageTrouble::ReadOnlyServer) => answer.and(Err(DbError::TakesNoChanges)),
        _ => answer,
    }
}

/// Whether the address names a missing file. Opening it would create an empty one.
pub fn is_absent(url: &str) -> bool {
    file_of(url).is_some_and(|file| !file.exists())
}

/// The header of every `SQLite` database.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Checks the file of a `SQLite` address without opening it as a database, which would turn an empty file
/// into one. An address of another kind and a missing file pass, unless a restore began and did not finish.
pub fn look_at_file(url: &str) -> Result<(), DbError> {
    let Some(file) = file_of(url) else {
        return Ok(());
    };
    refuse_half_restored(&file)?;
    if !file.exists() {
        return Ok(());
    }
    let unreadable = |source| DbError::Unreadable {
        file: file.clone(),
        source,
    };
    let mut start = Vec::new();
    let opened = std::fs::File::open(&file).map_err(unreadable)?;
    let wanted = opened.take(MAGIC.len() as u64).read_to_end(&mut start);
    wanted.map_err(unreadable)?;
    if start.is_empty() {
        return Err(DbError::Empty { file });
    }
    if start != MAGIC {
        return Err(DbError::NoDatabase { file });
    }
    match is_cut_short(&file) {
        Ok(false) => Ok(()),
        Ok(true) => Err(DbError::CutShort { file }),
        Err(source) => Err(DbError::Unreadable { file, source }),
    }
}

/// The length of the header of a `SQLite` file, bytes.
const HEADER: usize = 100;

/// Whether a file is smaller than its header says (<https://www.sqlite.org/fileformat2.html>, 1.3). A file with
/// a write-ahead log may be: what is missing is in the log.
fn is_cut_short(file: &Path) -> std::io::Result<bool> {
    if std::fs::metadata(with_end(file, "-wal")).is_ok_and(|log| log.len() > 0) {
        return Ok(false);
    }
    let mut header = Vec::new();
    let opened = std::fs::File::open(file)?;
    let length = opened.metadata()?.len();
    opened.take(HEADER as u64).read_to_end(&mut header)?;
    if header.len() < HEADER {
        return Ok(true);
    }
    let number = |from: usize, bytes: usize| {
        let bytes = header.get(from..from + bytes).unwrap_or_default();
        bytes
            .iter()
            .fold(0_u64, |sum, byte| sum * 256 + u64::from(*byte))
    };
    let page = match number(16, 2) {
        1 => 65_536,
        size => size,
    };
    // The number of pages counts only if the version that wrote it also made the last change.
    let is_known = number(24, 4) == number(92, 4);
    Ok(is_known && length < page * number(28, 4))
}

/// Says that this process alone works on its database file, until it ends in whatever way.
#[derive(Debug)]
pub struct FileHold(());

/// Says that nobody else serves, works on or restores the file of a name, whether or not there is one. It ends when it is
/// dropped.
#[derive(Debug)]
pub struct PlaceHold {
    locks: Vec<std::fs::File>,
}

/// Holds the file of a `SQLite` address for one server or worker: two would each publish the changes of their own
/// only, and run the other's jobs. `None` for an address of another kind, and where the file does not exist yet or
/// its file system knows no locks: then hold it again once the database is open.
///
/// The name is locked by a file beside it, so that nobody restores under it while a server has the file open that was
/// moved away, and the other way round. On Linux the file itself is locked besides: a hard link is the same file, and
/// whoever deletes the lock file changes nothing. That is a lock of the open file (`flock`), which Linux keeps apart from
/// the byte ranges that `SQLite` locks (`fcntl`): other commands read and write as ever. Only, closing any descriptor of
/// a file ends all byte range locks that its process has on it. Therefore the descriptor is never closed, whether or not
/// the file was free: the kernel closes it with the process, in whatever order the program lets go of the rest. (A
/// network file system makes byte ranges of both; a `SQLite` database cannot be kept on one in any case.)
pub fn hold_file(url: &str) -> Result<Option<FileHold>, DbError> {
    let Some(file) = file_of(url) else {
        return Ok(None);
    };
    let place = match hold_place(&file) {
        Ok(Some(place)) => place,
        Err(DbError::Unreadable { source, .. }) if source.kind() == ErrorKind::NotFound => {
            return Ok(None);
        }
        other => return other.map(|_| None),
    };
    if !(file.exists() && lock_itself(&file)?) {
        return Ok(None);
    }
    place.locks.into_iter().for_each(std::mem::forget);
    Ok(Some(FileHold(())))
}

/// Holds the name of a database's file in an existing folder; `None` where the file system knows no locks.
pub fn hold_place(file: &Path) -> Result<Option<PlaceHold>, DbError> {
    let mut locks = Vec::new();
    for name in names_of(file) {
        let lock = with_end(&name, ".lock");
        let mut options = std::fs::OpenOptions::new();
        let opened = options.write(true).create(true).truncate(false).open(&lock);
        let opened = opened.map_err(|source| DbError::Unreadable { file: lock, source })?;
        match opened.try_lock() {
            Ok(()) => locks.push(opened),
            Err(std::fs::TryLockError::WouldBlock) => return Err(DbError::Held { file: name }),
            Err(std::fs::TryLockError::Error(_)) => return Ok(None),
        }
    }
    Ok(Some(PlaceHold { locks }))
}

/// The names under which a file is held: its own in its folder, and the one that a link leads to.
fn names_of(file: &Path) -> Vec<PathBuf> {
    let folder = file.parent().filter(|one| !one.as_os_str().is_empty());
    let folder = std::fs::canonicalize(folder.unwrap_or(Path::new(".")));
    let own = match (folder, file.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => file.to_path_buf(),
    };
    let linked = std::fs::canonicalize(file).ok();
    let linked = linked.filter(|linked| *linked != own);
    std::iter::once(own).chain(linked).collect()
}

/// Locks the file itself until the process ends; false where its file system knows no locks.
#[cfg(target_os = "linux")]
fn lock_itself(file: &Path) -> Result<bool, DbError> {
    let named = || std::fs::canonicalize(file).unwrap_or(file.to_path_buf());
    let lock = std::fs::File::open(file).map_err(|source| DbError::Unreadable {
        file: named(),
        source,
    })?;
    let answer = lock.try_lock();
    std::mem::forget(lock);
    match answer {
        Ok(()) => Ok(true),
        Err(std::fs::TryLockError::WouldBlock) => Err(DbError::Held { file: named() }),
        Err(std::fs::TryLockError::Error(_)) => Ok(false),
    }
}

/// Other systems let the two kinds of locks exclude one another: the file beside it has to do.
#[cfg(not(target_os = "linux"))]
fn lock_itself(_: &Path) -> Result<bool, DbError> {
    Ok(true)
}

/// The end of the name under which a restore makes a database ready, beside its place.
pub const RESTORING: &str = ".restoring";

/// Refuses where there is no database, but what a restore did not finish: an empty one in its place would hide the loss.
fn refuse_half_restored(file: &Path) -> Result<(), DbError> {
    let part = with_end(file, RESTORING);
    if file.exists() || !part.exists() {
        return Ok(());
    }
    Err(DbError::HalfRestored {
        file: file.to_path_buf(),
        part,
    })
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn folder_of_absent_file(url: &str) -> Option<PathBuf> {
    let path = file_of(url)?;
    if !creates_file(url) || path.exists() {
        return None;
    }
    let folder = path.parent()?;
    Some(if folder.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        folder.to_path_buf()
    })
}

/// An existing file must be writable; the check writes nothing.
fn can_be_written(url: &str) -> Result<(), DbError> {
    let Some(file) = file_of(url).filter(|file| file.is_file()) else {
        return Ok(());
    };
    match std::fs::OpenOptions::new().append(true).open(&file) {
        Ok(_) => Ok(()),
        Err(source) => Err(DbError::Unwritable { file, source }),
    }
}

/// The nearest existing folder must be writable.
fn can_be_made(folder: &Path) -> Result<(), DbError> {
    let refuse = |source: Error| {
        Err(DbError::Folder {
            folder: folder.to_path_buf(),
            source,
        })
    };
    let there = folder.ancestors().find(|one| one.exists());
    match there.map_or_else(|| std::fs::metadata("."), std::fs::metadata) {
        Ok(found) if !found.is_dir() => refuse(Error::from(ErrorKind::NotADirectory)),
        Ok(found) if found.permissions().readonly() => {
            refuse(Error::from(ErrorKind::PermissionDenied))
        }
        Ok(_) => Ok(()),
        Err(error) => refuse(error),
    }
}

#[cfg(test)]
mod tests {
    use super::{hold_file, hold_place, look_at_file, ping};
    use crate::DbError;
    use std::time::Duration;

    const PATIENCE: Duration = Duration::from_millis(300);

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = format!("salal-place-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_place_is_held_once_and_also_without_a_file() {
        let folder = folder("held");
        let file = folder.join("salal.db");
        let url = format!("sqlite://{}?mode=rwc", file.display());
        let held = hold_place(&file).unwrap();
        assert!(matches!(hold_place(&file), Err(DbError::Held { .. })));
        assert!(matches!(hold_file(&url), Err(DbError::Held { .. })));
        drop(held);
        assert!(hold_file(&url).unwrap().is_none(), "there is no file yet");
        std::fs::write(&file, "x").unwrap();
        assert!(hold_file(&url).unwrap().is_some());
        // The server has it open, wherever it is now.
        std::fs::rename(&file, folder.join("old.db")).unwrap();
        assert!(matches!(hold_place(&file), Err(DbError::Held { .. })));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_a_restore_left_is_no_new_database() {
        let folder = folder("half");
        let file = folder.join("salal.db");
        let url = format!("sqlite://{}?mode=rwc", file.display());
        look_at_file(&url).unwrap();
        std::fs::write(folder.join("salal.db.restoring"), "x").unwrap();
        let refused = look_at_file(&url).unwrap_err().to_string();
        assert!(refused.contains("salal.db.restoring"), "{refused}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn asking_makes_nothing() {
        let folder = std::env::temp_dir().join(format!("salal-reach-{}", std::process::id()));
        let url = format!("sqlite://{}/inside/salal.db?mode=rwc", folder.display());
        ping(&url, PATIENCE).await.unwrap();
        assert!(!folder.exists());
        std::fs::write(&folder, "a file where a folder is wanted").unwrap();
        let refused = ping(&url, PATIENCE).await.unwrap_err().to_string();
        std::fs::remove_file(&folder).unwrap();
        assert!(
            refused.contains("folder") && refused.contains("not a directory"),
            "{refused}"
        );
    }

    #[tokio::test]
    async fn what_does_not_answer_is_told_without_the_password() {
        // Nothing listens on the discard port.
        let url = "postgres://salal:marked-password@127.0.0.1:9/salal";
        let refused = ping(url, PATIENCE).await.unwrap_err().to_string();
        assert!(!refused.contains("marked-password"), "{refused}");
        let refused = ping(url, PATIENCE).await.unwrap_err();
        let DbError::Database(refused) = refused else {
            panic!("{refused}");
        };
        assert_eq!(
            crate::storage_trouble(&refused),
            Some(crate::StorageTrouble::Away),
            "a port at which nothing listens is not a busy database"
        );
        assert!(ping("mysql://127.0.0.1/salal", PATIENCE).await.is_err());
    }
}
