// SPDX-License-Identifier: AGPL-3.0-or-later

//! Where the body of a request waits until it is whole: its first bytes in memory, the rest in a file without a
//! name in the upload folder, which ends with whoever holds it. Only what is whole is read into memory, within a
//! budget that all requests share. So whoever sends slowly holds room on the disk, and nobody's memory. Not here:
//! how large each kind of body may be, and what the content is.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::ops::Deref;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::time::Duration;

use ring::digest::{self, SHA256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::pace::Pace;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::storage::{UploadFolder, on_disk};

/// The first bytes of a body or of a form's texts: most of them end here, and need neither file nor budget.
const FIRST_OF_BODY: usize = 16 * 1024;
/// The first bytes of a file, which tell its type.
const FIRST_OF_FILE: usize = 64;
/// A longer piece goes to the file at once; shorter ones are gathered.
const GATHERED: usize = 64 * 1024;
/// The longest wait for room; a person who waits longer has pressed again.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// When a caller who found no room should try again.
const BUSY_SECONDS: i64 = 5;
const MEGABYTE: usize = 1024 * 1024;

/// So many bytes for all requests together. Room is given in the order in which it was asked for.
struct Budget {
    free: Arc<Semaphore>,
    whole: usize,
    longest_wait: Duration,
}

impl Budget {
    fn of(bytes: usize, longest_wait: Duration) -> Self {
        let whole = bytes.min(Semaphore::MAX_PERMITS);
        Self {
            free: Arc::new(Semaphore::new(whole)),
            whole,
            longest_wait,
        }
    }

    /// Room for so many bytes, waited for; or the answer that Salal is busy.
    async fn take(&self, bytes: usize) -> Result<OwnedSemaphorePermit> {
        let bytes = u32::try_from(bytes.min(self.whole)).map_err(Error::broken)?;
        let waiting = Arc::clone(&self.free).acquire_many_owned(bytes);
        tokio::time::timeout(self.longest_wait, waiting)
            .await
            .map_err(|_| Error::busy(BUSY_SECONDS))?
            .map_err(Error::broken)
    }

    fn in_use(&self) -> usize {
        self.whole - self.free.available_permits()
    }
}

/// What all requests together hold, bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InFlight {
    pub memory: usize,
    pub disk: usize,
}

/// What the bodies of all requests hold now.
pub fn in_flight(ctx: &Context) -> InFlight {
    let spools = Spools::of(ctx);
    InFlight {
        memory: spools.memory.in_use(),
        disk: spools.disk.in_use(),
    }
}

/// The folder and the budgets of everything that arrives.
pub struct Spools {
    folder: Arc<UploadFolder>,
    memory: Budget,
    disk: Budget,
    /// At which the bodies of strangers are taken.
    pub(super) strangers: Pace,
}

impl Spools {
    /// Those of this process.
    pub fn of(ctx: &Context) -> Arc<Self> {
        let (limits, folder) = (&ctx.settings.limits, UploadFolder::of(ctx));
        ctx.get_or_init(|| {
            Self::within(
                folder,
                limits.form_memory_megabytes,
                limits.form_disk_megabytes,
                LONGEST_WAIT,
            )
        })
    }

    /// This much memory and disk, in megabytes.
    fn within(
        folder: Arc<UploadFolder>,
        memory: usize,
        disk: usize,
        longest_wait: Duration,
    ) -> Self {
        let budget =
            |megabytes: usize| Budget::of(megabytes.saturating_mul(MEGABYTE), longest_wait);
        Self {
            folder,
            memory: budget(memory),
            disk: budget(disk),
            strangers: Pace::default(),
        }
    }

    /// For a body, or for all texts of a form.
    pub(super) fn body(self: &Arc<Self>) -> Spool {
        Spool::new(Arc::clone(self), FIRST_OF_BODY)
    }

    /// For a file.
    pub(super) fn file(self: &Arc<Self>) -> Spool {
        Spool::new(Arc::clone(self), FIRST_OF_FILE)
    }

    /// Content that was made here, put aside until it is stored.
    pub async fn put_aside(self: &Arc<Self>, bytes: &[u8]) -> Result<Spooled> {
        let mut spool = self.file();
        spool.write(bytes).await?;
        spool.done().await
    }
}

/// Content that is arriving.
pub(super) struct Spool {
    spools: Arc<Spools>,
    most_in_memory: usize,
    first: Vec<u8>,
    gathered: Vec<u8>,
    rest: Option<Rest>,
    length: usize,
    digest: digest::Context,
}

/// What does not stay in memory.
#[derive(Debug)]
struct Rest {
    file: File,
    // Given back after the file is closed.
    room: OwnedSemaphorePermit,
}

impl Spool {
    fn new(spools: Arc<Spools>, most_in_memory: usize) -> Self {
        Self {
            spools,
            most_in_memory,
            first: Vec::new(),
            gathered: Vec::new(),
            rest: None,
            length: 0,
            digest: digest::Context::new(&SHA256),
        }
    }

    /// How many bytes arrived.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Takes what arrived; waits for room on the disk.
    pub(super) async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.digest.update(bytes);
        self.length += bytes.len();
        let here = bytes.len().min(self.most_in_memory - self.first.len());
        let (here, rest) = bytes.split_at(here);
        self.first.extend_from_slice(here);
        self.gathered.extend_from_slice(rest);
        if self.gathered.len() >= GATHERED {
            self.flush().await?;
        }
        Ok(())
    }

    /// Writes what was gathered to the file.
    async fn flush(&mut self) -> Result<()> {
        if self.gathered.is_empty() {
            return Ok(());
        }
        let bytes = std::mem::take(&mut self.gathered);
        let room = self.spools.disk.take(bytes.len()).await?;
        let mut rest = if let Some(mut rest) = self.rest.take() {
            rest.room.merge(room);
            rest
        } else {
            let folder = Arc::clone(&self.spools.folder);
            let file = beside(move || tempfile::tempfile_in(folder.path()?));
            let file = file.await?;
            Rest { file, room }
        };
        self.rest = Some(
            beside(move || {
                rest.file.write_all(&bytes)?;
                Ok(rest)
            })
            .await?,
        );
        Ok(())
    }

    /// The whole content.
    pub(super) async fn done(mut self) -> Result<Spooled> {
        self.flush().await?;
        Ok(Spooled {
            first: self.first,
            rest: self.rest,
            length: self.length,
            sha256: hex::encode(self.digest.finish()),
            spools: Some(self.spools),
        })
    }
}

/// Content that arrived whole. Whoever wants it in memory waits for room.
pub struct Spooled {
    first: Vec<u8>,
    rest: Option<Rest>,
    length: usize,
    sha256: String,
    /// None where the content was in memory already.
    spools: Option<Arc<Spools>>,
}

impl std::fmt::Debug for Spooled {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Never the content: it is a person's.
        out.debug_struct("Spooled")
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}

impl Spooled {
    /// Content that is in memory already, and stays there.
    pub fn in_memory(bytes: Vec<u8>) -> Self {
        Self {
            length: bytes.len(),
            sha256: crate::context::sha256_hex(&bytes),
            first: bytes,
            rest: None,
            spools: None,
        }
    }

    /// Bytes.
    pub fn length(&self) -> usize {
        self.length
    }

    /// SHA-256 of the content, hexadecimal.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The first bytes, at least 64 where there are so many: they tell the type of a file.
    pub fn first(&self) -> &[u8] {
        &self.first
    }

    /// The content in memory; waits for room, up to ten seconds.
    pub async fn read(&self) -> Result<Content> {
        let mut bytes = Vec::new();
        let mut room = None;
        if let Some(rest) = &self.rest {
            if let Some(spools) = &self.spools {
                room = Some(spools.memory.take(self.length).await?);
            }
            let (file, from) = (
                (rest.file.try_clone()).map_err(|error| Error::disk("a body put aside", &error))?,
                self.first.len(),
            );
            bytes.reserve_exact(self.length);
            bytes.extend_from_slice(&self.first);
            bytes.resize(self.length, 0);
            bytes = beside(move || {
                file.read_exact_at(&mut bytes[from..], 0)?;
                Ok(bytes)
            })
            .await?;
        } else {
            bytes.extend_from_slice(&self.first);
        }
        Ok(Content { bytes, room })
    }

    /// Copies the content into a file, without taking memory; for threads that may block.
    pub fn copy_to(self, target: &mut File) -> std::io::Result<()> {
        target.write_all(&self.first)?;
        if let Some(mut rest) = self.rest {
            rest.file.seek(SeekFrom::Start(0))?;
            let copied = std::io::copy(&mut rest.file, target)?;
            if usize::try_from(copied) != Ok(self.length - self.first.len()) {
                return Err(std::io::Error::other("the content put aside is not whole"));
            }
        }
        Ok(())
    }
}

/// Content in memory, with the room that it takes.
#[derive(Debug)]
pub struct Content {
    bytes: Vec<u8>,
    room: Option<OwnedSemaphorePermit>,
}

impl Content {
    /// The bytes, and the room to be held as long as they are in use.
    pub(crate) fn into_parts(self) -> (Vec<u8>, Room) {
        (self.bytes, Room(self.room))
    }
}

impl Deref for Content {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// A part of the memory that all bodies share, held until it is dropped.
#[derive(Debug, Default)]
pub(crate) struct Room(#[expect(dead_code, reason = "it is held")] Option<OwnedSemaphorePermit>);

/// Work on the files of this module.
async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T> {
    on_disk("a body put aside", work).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spools(longest_wait: Duration) -> (tempfile::TempDir, Arc<Spools>) {
        let folder = tempfile::tempdir().unwrap();
        let uploads = Arc::new(UploadFolder::at(folder.path().join("uploads")));
        let spools = Spools::within(uploads, 1, 2, longest_wait);
        (folder, Arc::new(spools))
    }

    fn bytes(length: usize) -> Vec<u8> {
        (0..=250).cycle().take(length).collect()
    }

    #[tokio::test]
    async fn what_arrives_in_pieces_is_read_and_copied_whole() {
        let (folder, spools) = spools(LONGEST_WAIT);
        for length in [0, 1, FIRST_OF_FILE, 5000, 300_000] {
            let sent = bytes(length);
            for mut spool in [spools.file(), spools.body()] {
                for piece in sent.chunks(1021) {
                    spool.write(piece).await.unwrap();
                }
                assert_eq!(spool.length(), length);
                let whole = spool.done().await.unwrap();
                assert_eq!(
                    (whole.length(), whole.sha256()),
                    (length, &*crate::context::sha256_hex(&sent))
                );
                assert!(whole.first().starts_with(&sent[..length.min(8)]));
                assert_eq!(&*whole.read().await.unwrap(), &sent[..]);
                // Twice: reading does not move on.
                assert_eq!(&*whole.read().await.unwrap(), &sent[..]);
                let target = folder.path().join("copy");
                whole.copy_to(&mut File::create(&target).unwrap()).unwrap();
                assert_eq!(std::fs::read(target).unwrap(), sent);
            }
        }
        assert_eq!((spools.memory.in_use(), spools.disk.in_use()), (0, 0));
        let left = std::fs::read_dir(folder.path().join("uploads")).unwrap();
        assert_eq!(left.count(), 0, "the files have no names");
    }

    #[tokio::test]
    async fn whoever_finds_no_room_is_asked_to_come_again_and_room_comes_back() {
        let (_folder, spools) = spools(Duration::ZERO);
        let mut large = spools.file();
        large.write(&bytes(900_000)).await.unwrap();
        let large = large.done().await.unwrap();
        assert!(spools.disk.in_use() > 800_000);
        assert_eq!(spools.memory.in_use(), 0, "nothing waits in memory");
        let first = large.read().await.unwrap();
        let refused = large.read().await.unwrap_err();
        assert_eq!((refused.kind.status(), refused.code), (503, "BUSY"));
        assert!(refused.retry_after_seconds.is_some());
        drop(first);
        large.read().await.unwrap();
        // The disk has a limit as well, and what was refused gives back what it had.
        let mut second = spools.file();
        second.write(&bytes(900_000)).await.unwrap();
        assert_eq!(
            second.write(&bytes(900_000)).await.unwrap_err().code,
            "BUSY"
        );
        drop((large, second));
        assert_eq!((spools.memory.in_use(), spools.disk.in_use()), (0, 0));
        // More than the whole budget is read alone.
        let mut largest = spools.file();
        largest.write(&bytes(1_500_000)).await.unwrap();
        let largest = largest.done().await.unwrap();
        assert_eq!(largest.read().await.unwrap().len(), 1_500_000);
    }
}
