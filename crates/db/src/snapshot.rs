// SPDX-License-Identifier: AGPL-3.0-or-later

//! The bytes of a `SQLite` file while it is in use, as of one moment. A transaction that only reads keeps `SQLite` from
//! writing anything later into the file and from beginning its log anew. So the file together with the log up to any
//! commit that was there since is a whole database: a page of the file that is written meanwhile is also in the log.
//!
//! Closing any descriptor of a file ends all byte range locks that its process has on it. Therefore the descriptors of
//! databases are never closed here: there is one for each file that this process has read.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use sea_orm::sqlx::sqlite::SqliteConnection;
use sea_orm::sqlx::{Connection as _, query};

use crate::DbError;
use crate::address::sqlite_file;
use crate::info::{OURS, connected, of_sqlx, tables};
use crate::log::{LogCut, LogReader, last_commit};

/// Where the header of a file says whether it has a log, and what it says then.
const HAS_LOG: (u64, u8) = (18, 2);
/// A file that was changed later than this ago may be changed again within the same tick of its disk's clock.
const TICK: Duration = Duration::from_secs(3);

/// What tells whether a file was written since. Equal stamps are of equal bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    device: u64,
    number: u64,
    length: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    /// The stamp of a file that has not been written for a while; `None` of one that was written just now.
    fn of(found: &Metadata) -> Option<Self> {
        let modified = found.modified().ok()?;
        let age = SystemTime::now().duration_since(modified).ok()?;
        (age > TICK).then(|| Self {
            device: found.dev(),
            number: found.ino(),
            length: found.len(),
            modified: (found.mtime(), found.mtime_nsec()),
            changed: (found.ctime(), found.ctime_nsec()),
        })
    }
}

/// A database that can be read as bytes until it is dropped.
#[derive(Debug)]
pub struct Snapshot {
    connection: SqliteConnection,
    bytes: SnapshotBytes,
}

/// The files of a snapshot. They may be read only while it is held.
#[derive(Clone, Debug)]
pub struct SnapshotBytes {
    file: &'static File,
    log: Option<PathBuf>,
}

impl Snapshot {
    /// Holds the database at a `SQLite` address as it is now. One without this program's tables is refused: its copy
    /// would be a backup of nothing.
    pub async fn hold(url: &str) -> Result<Self, DbError> {
        let path = sqlite_file(url)?;
        let mut connection = connected(url).await?;
        match tables(&mut connection).await {
            Ok((_, OURS)) => {}
            Ok(_) => {
                let _ = connection.close().await;
                return Err(DbError::NotOurs { file: path });
            }
            Err(error) => {
                let _ = connection.close().await;
                return Err(error);
            }
        }
        // The first read of the transaction is what holds the database.
        for sql in ["BEGIN", "SELECT count(*) FROM sqlite_master"] {
            query(sql).execute(&mut connection).await.map_err(of_sqlx)?;
        }
        match SnapshotBytes::of(&path) {
            Ok(bytes) => Ok(Self { connection, bytes }),
            Err(source) => {
                let _ = connection.close().await;
                Err(DbError::Unreadable { file: path, source })
            }
        }
    }

    /// What can be read.
    pub fn bytes(&self) -> SnapshotBytes {
        self.bytes.clone()
    }

    /// Lets the database go on.
    pub async fn end(self) {
        let _ = self.connection.close().await;
    }
}

impl SnapshotBytes {
    fn of(path: &Path) -> io::Result<Self> {
        let file = kept_open(path)?;
        let mut mark = [0];
        file.read_exact_at(&mut mark, HAS_LOG.0)?;
        // The log of a linked file is beside the file itself.
        let log = std::fs::canonicalize(path)?.into_os_string();
        Ok(Self {
            file,
            log: (mark[0] == HAS_LOG.1).then(|| {
                let mut log = log;
                log.push("-wal");
                log.into()
            }),
        })
    }

    /// The file's stamp, from before it is read; `None` if it was written just now.
    pub fn stamp(&self) -> io::Result<Option<Stamp>> {
        Ok(Stamp::of(&self.file.metadata()?))
    }

    /// Fills a buffer from the file; how much there was.
    pub fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            let at = offset + u64::try_from(filled).map_err(io::Error::other)?;
            match self.file.read_at(rest, at) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    /// Where the log ends: after its last commit. `None` while there is nothing in it.
    pub fn log_cut(&self) -> io::Result<Option<LogCut>> {
        let Some(log) = self.open_log()? else {
            return Ok(None);
        };
        let before = salt_now(&log)?;
        let cut = last_commit(io::BufReader::new(&log))?;
        if before == salt_now(&log)? {
            return Ok(cut);
        }
        // Everything that was in it is in the file, and it was begun anew meanwhile.
        Err(io::Error::from(io::ErrorKind::StaleNetworkFileHandle))
    }

    /// Hands over the log up to a cut, in parts of at most `size` bytes; false if it was begun anew meanwhile, so that
    /// what was handed over is of no use.
    pub fn copy_log(
        &self,
        cut: &LogCut,
        size: usize,
        mut take: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<bool> {
        let Some(log) = self.open_log()? else {
            return Ok(false);
        };
        let mut reader = LogReader::new(io::BufReader::new(&log).take(cut.length()));
        let mut part = Vec::with_capacity(size);
        while let Some(bytes) = reader.next_bytes()? {
            let mut bytes = bytes;
            while !bytes.is_empty() {
                let room = (size - part.len()).min(bytes.len());
                let (now, later) = bytes.split_at(room);
                part.extend_from_slice(now);
                bytes = later;
                if part.len() == size {
                    take(&part)?;
                    part.clear();
                }
            }
        }
        if !part.is_empty() {
            take(&part)?;
        }
        Ok(reader.cut().as_ref() == Some(cut) && salt_now(&log)? == Some(cut.salt()))
    }

    fn open_log(&self) -> io::Result<Option<File>> {
        let Some(log) = &self.log else {
            return Ok(None);
        };
        match File::open(log) {
            Ok(log) => Ok(Some(log)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// What distinguishes the log from that of before and after it; `None` while it has no header.
fn salt_now(log: &File) -> io::Result<Option<[u8; 8]>> {
    let mut salt = [0; 8];
    match log.read_exact_at(&mut salt, 16) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    Ok(Some(salt))
}

/// A descriptor of a database that is never closed.
fn kept_open(path: &Path) -> io::Result<&'static File> {
    static OPEN: Mutex<Vec<(u64, u64, &'static File)>> = Mutex::new(Vec::new());
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let wanted = std::fs::metadata(path)?;
    let known = open
        .iter()
        .find(|(device, number, _)| (*device, *number) == (wanted.dev(), wanted.ino()));
    if let Some((_, _, file)) = known {
        return Ok(file);
    }
    let file: &'static File = Box::leak(Box::new(File::open(path)?));
    let found = file.metadata()?;
    open.push((found.dev(), found.ino(), file));
    Ok(file)
}
