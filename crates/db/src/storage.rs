// SPDX-License-Identifier: AGPL-3.0-or-later

//! Tracks whether the database stores writes. A full, read-only or failing disk, or an unreachable database,
//! refuses writes for a while: the caller that gets such an error records it here
//! ([`crate::Db::note_trouble`]), new work is then refused early, and [`crate::Db::try_writing`] detects when
//! writes succeed again. On `SQLite`, a small reserve file beside the database is released when the disk is
//! full, so that started work can be completed. Not here: which requests are refused, and the messages.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::{DbErr, sqlx};
use tokio::sync::watch;

use crate::error::{driver_error, refusal};

/// The number of "input/output error" on every Unix.
const EIO: i32 = 5;

/// Why writes are not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageTrouble {
    /// The disk is full.
    Full,
    /// The disk of the database's file is read-only.
    ReadOnly,
    /// A `PostgreSQL` server answers and takes no changes: it is read-only, or not from this role.
    ReadOnlyServer,
    /// Reading, writing or syncing fails.
    Failing,
    /// Another program has the lock of the database's file.
    Locked,
    /// The database cannot be reached.
    Away,
    /// No connection became free in time. Temporary, so it is never recorded as a state.
    Busy,
}

impl StorageTrouble {
    /// The name for logs, metrics and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "the disk is full",
            Self::ReadOnly => "the disk is read-only",
            Self::ReadOnlyServer => {
                "PostgreSQL is read-only, or the role of this program may not write there"
            }
            Self::Failing => "the disk fails",
            Self::Locked => "another program has locked the database",
            Self::Away => "the database is away",
            Self::Busy => "the database is busy",
        }
    }
}

/// The storage trouble that an error reports; `None` for every other error.
pub fn storage_trouble(error: &DbErr) -> Option<StorageTrouble> {
    if let Some(code) = refusal(error).and_then(sea_orm::sqlx::error::DatabaseError::code) {
        return trouble_of_code(&code);
    }
    if matches!(error, DbErr::ConnectionAcquire(_)) {
        return Some(StorageTrouble::Busy);
    }
    match driver_error(error)? {
        sqlx::Error::PoolTimedOut => Some(StorageTrouble::Busy),
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::BeginFailed => Some(StorageTrouble::Away),
        _ => None,
    }
}

/// The trouble of a disk that an error of a file reports; `None` for every other error.
pub fn disk_trouble(error: &std::io::Error) -> Option<StorageTrouble> {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Some(StorageTrouble::Full),
        ErrorKind::ReadOnlyFilesystem => Some(StorageTrouble::ReadOnly),
        // A folder that is not the one it was, and what a network file system says when its other end is gone.
        ErrorKind::StaleNetworkFileHandle => Some(StorageTrouble::Failing),
        // The kernel's word for a disk that fails has no kind of its own.
        _ if error.raw_os_error() == Some(EIO) => Some(StorageTrouble::Failing),
        _ => None,
    }
}

/// `PostgreSQL`: five characters, of which the class of two often is enough (08 connection, 53 resources,
/// 57P shut down, 58 system). `SQLite`: a number whose low byte is the plain code (5 busy, 8 read-only,
/// 10 I/O error, 13 full, 14 cannot open).
fn trouble_of_code(code: &str) -> Option<StorageTrouble> {
    if code.len() == 5 {
        return match code {
            "53100" => Some(StorageTrouble::Full),
            "25006" => Some(StorageTrouble::ReadOnlyServer),
            "58030" => Some(StorageTrouble::Failing),
            "53300" => Some(StorageTrouble::Busy),
            // The role or the database is gone, or has another password, since this process began.
            "28000" | "28P01" | "3D000" => Some(StorageTrouble::Away),
            _ if code.starts_with("08") || code.starts_with("57P") => Some(StorageTrouble::Away),
            _ => None,
        };
    }
    match code.parse::<u32>().ok()? & 0xff {
        5 => Some(StorageTrouble::Locked),
        8 => Some(StorageTrouble::ReadOnly),
        10 | 14 => Some(StorageTrouble::Failing),
        13 => Some(StorageTrouble::Full),
        _ => None,
    }
}

/// The state, shared by all handles of one database in a process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Storage {
    trouble: Arc<watch::Sender<Option<StorageTrouble>>>,
    /// When the server was last found to take no changes, or to take them again.
    turned: Arc<Mutex<Option<Instant>>>,
    reserve: Option<Reserve>,
}

/// A session of a server that takes no changes is asked again what it may when it is this old.
const TRUSTED: Duration = Duration::from_secs(2);
/// A session this old is replaced: its server keeps plans and more for each.
const OLD: Duration = Duration::from_mins(30);

/// What is to be done with a pooled session of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Session {
    Keep,
    /// It may be read-only for ever: whether a session is, is settled when it begins.
    Ask,
    /// It is from before the server took no changes, or took them again.
    Replace,
}

impl Storage {
    /// With a reserve file of this size beside the file of `url`; none for 0 bytes.
    pub(crate) fn with_reserve(file: &Path, bytes: u64) -> Self {
        let storage = Self {
            trouble: Arc::default(),
            turned: Arc::default(),
            reserve: Some(Reserve::beside(file, bytes)),
        };
        if let Some(Err(error)) = storage.reserve.as_ref().map(Reserve::make) {
            tracing::warn!(%error, "the reserve of disk space couldn't be set aside");
        }
        storage
    }

    pub(crate) fn trouble(&self) -> Option<StorageTrouble> {
        *self.trouble.borrow()
    }

    /// Waits until the database cannot be reached.
    pub(crate) async fn away(&self) {
        let mut trouble = self.trouble.subscribe();
        // The sender lives as long as this does.
        let _ = trouble
            .wait_for(|trouble| *trouble == Some(StorageTrouble::Away))
            .await;
    }

    /// Records the trouble; when the disk is full, the reserve is released. Temporary trouble is not
    /// recorded.
    pub(crate) fn note(&self, trouble: StorageTrouble) {
        if trouble == StorageTrouble::Busy {
            return;
        }
        let before = self.set(Some(trouble));
        if before != Some(trouble) {
            tracing::error!(
                why = trouble.word(),
                "changes cannot be kept; new ones are refused"
            );
        }
        if trouble == StorageTrouble::Full
            && let Some(reserve) = &self.reserve
        {
            reserve.give_up();
        }
    }

    /// Writes succeed again: recreates the reserve. On a disk that was full, a small change that succeeds proves
    /// little, as the reserve was given up for it; so as much again must be free, or the next large change would
    /// fail and the state would change back and forth.
    pub(crate) fn recovered(&self) -> Option<StorageTrouble> {
        let was_full = self.trouble() == Some(StorageTrouble::Full);
        let made = self.reserve.as_ref().map(|reserve| {
            if was_full {
                reserve.make_with_room()
            } else {
                reserve.make()
            }
        });
        if let Some(Err(_)) = made {
            self.set(Some(StorageTrouble::Full));
            return Some(StorageTrouble::Full);
        }
        if self.set(None).is_some() {
            tracing::info!("changes are kept again");
        }
        None
    }

    fn set(&self, now: Option<StorageTrouble>) -> Option<StorageTrouble> {
        let before = self.trouble.send_replace(now);
        let refuses = Some(StorageTrouble::ReadOnlyServer);
        if (before == refuses) != (now == refuses) {
            *self.turned() = Some(Instant::now());
        }
        before
    }

    fn turned(&self) -> MutexGuard<'_, Option<Instant>> {
        self.turned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to be done with a session of this age: a server that is told to take no changes, or to take them again,
    /// tells new sessions alone.
    pub(crate) fn judge_session(&self, age: Duration) -> Session {
        let turned = *self.turned();
        if age > OLD || turned.is_some_and(|turned| turned.elapsed() < age) {
            Session::Replace
        } else if age < TRUSTED || self.trouble() != Some(StorageTrouble::ReadOnlyServer) {
            Session::Keep
        } else {
            Session::Ask
        }
    }
}

/// A full disk has room again when at least this much can be written, bytes.
const LEAST_ROOM: u64 = 1_000_000;

/// A file that only reserves space.
#[derive(Clone, Debug)]
struct Reserve {
    path: PathBuf,
    bytes: u64,
}

impl Reserve {
    fn beside(file: &Path, bytes: u64) -> Self {
        let mut name = file.file_name().unwrap_or_default().to_owned();
        name.push(".reserve");
        Self {
            path: file.with_file_name(name),
            bytes,
        }
    }

    /// Creates it if it is missing or incomplete. Written in full, because a sparse file reserves no space.
    fn make(&self) -> std::io::Result<()> {
        let has_it = |there: std::fs::Metadata| there.len() == self.bytes;
        if self.bytes == 0 || std::fs::metadata(&self.path).is_ok_and(has_it) {
            return Ok(());
        }
        self.write_or_give_up(0)
    }

    /// Creates it only if there is as much room again, and at least [`LEAST_ROOM`].
    fn make_with_room(&self) -> std::io::Result<()> {
        self.write_or_give_up(self.bytes.max(LEAST_ROOM))
    }

    fn write_or_give_up(&self, more: u64) -> std::io::Result<()> {
        let written = self.write(more);
        if written.is_err() || self.bytes == 0 {
            self.give_up();
        }
        written
    }

    /// Writes so many bytes more than it keeps.
    fn write(&self, more: u64) -> std::io::Result<()> {
        let mut file = std::fs::File::create(&self.path)?;
        // Not zeros: a compressing file system would store next to nothing of them.
        let mut piece = vec![0_u8; 65_536];
        let mut state: u32 = 0x9e37_79b9;
        for byte in &mut piece {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = state.to_be_bytes()[0];
        }
        let mut left = self.bytes + more;
        while left > 0 {
            let now = usize::try_from(left).map_or(piece.len(), |left| left.min(piece.len()));
            file.write_all(piece.get(..now).unwrap_or_default())?;
            left -= now as u64;
        }
        file.sync_all()?;
        file.set_len(self.bytes)
    }

    fn give_up(&self) {
        // A missing file is as good as removed, and a failure here cannot be reported.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind, Write};

    use super::{
        Duration, Session, Storage, StorageTrouble as Trouble, disk_trouble, trouble_of_code,
    };

    #[test]
    fn an_old_session_is_replaced() {
        let storage = Storage::default();
        let judged = |minutes| storage.judge_session(Duration::from_mins(minutes));
        assert_eq!((judged(29), judged(31)), (Session::Keep, Session::Replace));
    }

    #[test]
    fn a_disk_that_takes_nothing_is_told_from_a_file_that_is_not_there() {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let full = full.unwrap().write_all(b"x").unwrap_err();
        for (error, expected) in [
            (full, Some(Trouble::Full)),
            (ErrorKind::QuotaExceeded.into(), Some(Trouble::Full)),
            (
                ErrorKind::ReadOnlyFilesystem.into(),
                Some(Trouble::ReadOnly),
            ),
            (
                ErrorKind::StaleNetworkFileHandle.into(),
                Some(Trouble::Failing),
            ),
            (Error::from_raw_os_error(5), Some(Trouble::Failing)),
            (ErrorKind::NotFound.into(), None),
            (ErrorKind::PermissionDenied.into(), None),
        ] {
            assert_eq!(disk_trouble(&error), expected, "{error}");
        }
    }

    #[test]
    fn refusals_to_keep_are_told_from_other_refusals() {
        for (code, expected) in [
            ("13", Some(Trouble::Full)),
            ("10", Some(Trouble::Failing)),
            // fsync, write, short read, truncate
            ("1034", Some(Trouble::Failing)),
            ("778", Some(Trouble::Failing)),
            ("522", Some(Trouble::Failing)),
            ("1546", Some(Trouble::Failing)),
            ("8", Some(Trouble::ReadOnly)),
            ("1032", Some(Trouble::ReadOnly)),
            ("14", Some(Trouble::Failing)),
            ("53100", Some(Trouble::Full)),
            ("25006", Some(Trouble::ReadOnlyServer)),
            ("08006", Some(Trouble::Away)),
            ("57P01", Some(Trouble::Away)),
            ("28P01", Some(Trouble::Away)),
            ("3D000", Some(Trouble::Away)),
            ("58030", Some(Trouble::Failing)),
            ("1", None),
            ("5", Some(Trouble::Locked)),
            ("517", Some(Trouble::Locked)),
            ("2067", None),
            ("23505", None),
            ("40001", None),
            ("", None),
        ] {
            assert_eq!(trouble_of_code(code), expected, "{code}");
        }
    }

    /// Room for the reserve alone is what the reserve gave up: the disk is still full. `/dev/full`
    /// takes nothing.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_has_room_again_when_more_than_the_reserve_fits() {
        let folder = std::env::temp_dir().join(format!("salal-full-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let reserve = folder.join("salal.db.reserve");
        for bytes in [0, 200_000] {
            let storage = Storage::with_reserve(&folder.join("salal.db"), bytes);
            storage.note(Trouble::Full);
            assert!(!reserve.exists(), "it is given up");
            for _ in 0..3 {
                std::os::unix::fs::symlink("/dev/full", &reserve).unwrap();
                assert_eq!(storage.recovered(), Some(Trouble::Full));
                assert_eq!(storage.trouble(), Some(Trouble::Full));
            }
            assert_eq!(storage.recovered(), None);
            let kept = std::fs::metadata(&reserve).map_or(0, |file| file.len());
            assert_eq!(kept, bytes, "what was written to try is given back");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
