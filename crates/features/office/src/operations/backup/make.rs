// SPDX-License-Identifier: AGPL-3.0-or-later

//! Makes a backup: the database as of one moment, then the uploaded files, in pieces that are written only if they are
//! not there yet.

use std::io::{self, ErrorKind, Read};
use std::time::Duration;

use chrono::{DateTime, Utc};
use salal_db::{Snapshot, SnapshotBytes, Stamp};

use super::envelope::pack;
use super::manifest::{Manifest, Parts, Written, name_at, write_files};
use super::names::{Name, Namer, Of, namer_for};
use super::store::{COPY, Kind, Store, Writing, write_names};
use super::uploads::UploadPlace;
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::recipients::Recipients;
use crate::sealing::Keyring;

/// A database is read in pieces of so many bytes, a multiple of every page.
const PIECE: usize = 64 * 1024;
/// A part of an uploaded file.
const UPLOAD: usize = 1024 * 1024;
/// So many names are in a list.
const LIST: usize = 256;
/// A name is free again after so long; the clock may stand still, but not for this many seconds.
const SECOND: Duration = Duration::from_secs(1);
const LONGEST_WAIT: u32 = 3;
/// How often a log is read that is begun anew meanwhile.
const TRIES: usize = 20;

/// What a process remembers of its last backup, so as not to read everything again.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    copy: String,
    namer: Option<String>,
    stamp: Option<Stamp>,
    manifest: Option<Manifest>,
}

/// A backup that was made.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) name: String,
    /// The length of the database.
    pub(super) bytes: u64,
    /// What was written.
    pub(super) written: u64,
    pub(super) files_added: u64,
    /// Nothing had changed: the last one is as good.
    pub(super) is_last: bool,
}

/// What writes a backup.
struct Maker<'a> {
    writing: &'a mut Writing,
    namer: Namer,
    recipients: &'a Recipients,
    written: u64,
    files_added: u64,
}

/// Makes a backup in a folder that exists. The lock is held until it is done.
pub(super) async fn make(
    ctx: &Context,
    store: Store,
    known: &mut Known,
    skip_if_unchanged: bool,
) -> Result<(Made, Writing)> {
    let recipients = recipients(ctx)?;
    let locked = tokio::task::spawn_blocking(move || store.lock());
    let mut writing = locked.await.map_err(Error::broken)??;
    if skip_if_unchanged {
        writing.trust_names();
    }
    // Under the lock: no other run is to take this name.
    let at = free_time(ctx, writing.store()).await?;
    let schema = ctx.db.schema().await?.newest;
    let snapshot = Snapshot::hold(&ctx.settings.database.url)
        .await
        .map_err(Error::broken)?;
    let bytes = snapshot.bytes();
    let uploads = UploadPlace::of(ctx);
    let keys = Keyring::of(ctx);
    let mut remembered = std::mem::take(known);
    let worked = tokio::task::spawn_blocking(move || {
        let mut started = Started {
            maker: Maker::new(&mut writing, &recipients, &keys),
            manifest: Manifest::new(at, schema),
        };
        let database = started.database(&bytes, &mut remembered);
        let database = database.map(|()| started.ended());
        (writing, recipients, keys, remembered, database)
    })
    .await;
    snapshot.end().await;
    let (mut writing, recipients, keys, mut remembered, database) =
        worked.map_err(Error::broken)?;
    let (mut manifest, mut sums) = database.map_err(Error::broken)?;
    crash::point("backup.after_database");
    let worked = tokio::task::spawn_blocking(move || -> io::Result<(Made, Known, Writing)> {
        let mut maker = Maker::new(&mut writing, &recipients, &keys);
        // After the database: every file that its rows name exists by now.
        maker.uploads(&uploads, &mut manifest)?;
        sums.0 += maker.written;
        sums.1 += maker.files_added;
        let is_last = skip_if_unchanged && remembered.is_same(&manifest);
        if !is_last {
            let text = manifest.write(keys.first(), &recipients.names(), &maker.namer)?;
            let sealed = pack(&text, &recipients)?;
            let lists = manifest.lists();
            crash::point("backup.before_name");
            maker.writing.finish(&manifest.name, &lists, &sealed)?;
            crash::point("backup.after_name");
            remembered.copy.clone_from(&manifest.name);
        }
        let made = Made {
            name: remembered.copy.clone(),
            bytes: manifest.database.size,
            written: sums.0,
            files_added: sums.1,
            is_last,
        };
        remembered.manifest = Some(manifest);
        Ok((made, remembered, writing))
    });
    let (made, remembered, writing) = worked
        .await
        .map_err(Error::broken)?
        .map_err(Error::broken)?;
    *known = remembered;
    Ok((made, writing))
}

/// When a backup is made: its name says the second, so one that follows another within it waits for the next.
async fn free_time(ctx: &Context, store: &Store) -> Result<DateTime<Utc>> {
    for _ in 0..LONGEST_WAIT {
        let at = ctx.now();
        if !store.copy_path(&name_at(at), COPY).exists() {
            return Ok(at);
        }
        tokio::time::sleep(SECOND).await;
    }
    Err(Error::broken(
        "a backup with this name already exists. Nothing was written. Is this machine's clock right?",
    ))
}

/// Those whom backups are encrypted to.
pub(super) fn recipients(ctx: &Context) -> Result<Recipients> {
    Recipients::read(&ctx.settings.backup.recipients).map_err(|_| {
        Error::broken("backup.recipients must be public keys of age. Run salal config check")
    })
}

/// A backup whose database is being read.
struct Started<'a> {
    maker: Maker<'a>,
    manifest: Manifest,
}

impl Started<'_> {
    /// Reads the log and the file of the database.
    fn database(&mut self, bytes: &SnapshotBytes, known: &mut Known) -> io::Result<()> {
        let maker = &mut self.maker;
        self.manifest.log = maker.log(bytes)?;
        let stamp = bytes.stamp()?;
        let namer = maker.namer.sign(b"the keys of a process");
        let copies = maker.writing.store();
        // What another process deleted meanwhile is not taken for there.
        let is_there = copies.copy_path(&known.copy, COPY).exists();
        let is_known = is_there
            && stamp.is_some()
            && known.stamp == stamp
            && known.namer.as_deref() == Some(namer.as_str());
        self.manifest.database = match &known.manifest {
            Some(last) if is_known => last.database.clone(),
            _ => maker.file(bytes)?,
        };
        if !is_there || known.namer.as_deref() != Some(namer.as_str()) {
            known.manifest = None;
        }
        known.stamp = stamp;
        known.namer = Some(namer);
        maker.writing.settle()?;
        crash::point("backup.after_copy");
        Ok(())
    }

    fn ended(self) -> (Manifest, (u64, u64)) {
        let sums = (self.maker.written, self.maker.files_added);
        (self.manifest, sums)
    }
}

impl Known {
    /// Whether a backup is as the last one, but for its time.
    fn is_same(&self, now: &Manifest) -> bool {
        self.manifest.as_ref().is_some_and(|last| {
            last.database == now.database
                && last.log == now.log
                && last.uploads == now.uploads
                && last.schema == now.schema
        })
    }
}

impl<'a> Maker<'a> {
    fn new(writing: &'a mut Writing, recipients: &'a Recipients, keys: &Keyring) -> Self {
        Self {
            writing,
            namer: namer_for(keys.first(), recipients),
            recipients,
            written: 0,
            files_added: 0,
        }
    }

    fn put(&mut self, kind: Kind, name: Name, bytes: &[u8]) -> io::Result<()> {
        self.written += u64::try_from(bytes.len()).map_err(io::Error::other)?;
        self.writing.put(kind, name, bytes)
    }

    /// A piece by its content.
    fn piece(&mut self, content: &[u8]) -> io::Result<Name> {
        let name = self.namer.name(Of::Content(content));
        if !self.writing.has(Kind::Piece, name) {
            let packed = pack(content, self.recipients)?;
            self.put(Kind::Piece, name, &packed)?;
        }
        Ok(name)
    }

    fn list(&mut self, names: &[Name]) -> io::Result<Written> {
        let text = write_names(names);
        let name = self.namer.name(Of::List(&text));
        if !self.writing.has(Kind::List, name) {
            self.put(Kind::List, name, text.as_bytes())?;
        }
        Ok(Written(name))
    }

    fn lists(&mut self, names: &[Name]) -> io::Result<Vec<Written>> {
        names.chunks(LIST).map(|names| self.list(names)).collect()
    }

    fn file(&mut self, bytes: &SnapshotBytes) -> io::Result<Parts> {
        let (mut names, mut size) = (Vec::new(), 0);
        let mut buffer = vec![0; PIECE];
        loop {
            let read = bytes.read_at(size, &mut buffer)?;
            if read == 0 {
                break;
            }
            names.push(self.piece(buffer.get(..read).unwrap_or_default())?);
            size += u64::try_from(read).map_err(io::Error::other)?;
            if read < PIECE {
                break;
            }
        }
        let lists = self.lists(&names)?;
        Ok(Parts { size, lists })
    }

    fn log(&mut self, bytes: &SnapshotBytes) -> io::Result<Option<Parts>> {
        for _ in 0..TRIES {
            let cut = match bytes.log_cut() {
                Ok(Some(cut)) => cut,
                Ok(None) => return Ok(None),
                Err(error) if error.kind() == ErrorKind::StaleNetworkFileHandle => continue,
                Err(error) => return Err(error),
            };
            let mut names = Vec::new();
            let is_copied = bytes.copy_log(&cut, PIECE, |part| {
                names.push(self.piece(part)?);
                Ok(())
            })?;
            if is_copied {
                let size = cut.length();
                let lists = self.lists(&names)?;
                return Ok(Some(Parts { size, lists }));
            }
        }
        Err(io::Error::other(
            "the database was written faster than it could be read",
        ))
    }

    /// Uploaded files, in a list for each folder.
    fn uploads(&mut self, place: &UploadPlace, manifest: &mut Manifest) -> io::Result<()> {
        place.each_list(|files| self.files(place, files, manifest))
    }

    fn files(
        &mut self,
        place: &UploadPlace,
        mut files: Vec<(String, u64)>,
        manifest: &mut Manifest,
    ) -> io::Result<()> {
        files.sort();
        let mut there = Vec::with_capacity(files.len());
        let mut pieces = Vec::new();
        for (path, size) in files {
            // One that was deleted since is not in the database either, or is missing there as well.
            if let Some(parts) = self.upload(place, &path, size)? {
                pieces.extend(parts);
                there.push((path, size));
            }
        }
        if there.is_empty() {
            return Ok(());
        }
        manifest.files += u64::try_from(there.len()).map_err(io::Error::other)?;
        let mut names = vec![self.piece(write_files(&there).as_bytes())?];
        names.extend(pieces);
        manifest.uploads.push(self.list(&names)?);
        Ok(())
    }

    fn upload(
        &mut self,
        place: &UploadPlace,
        path: &str,
        size: u64,
    ) -> io::Result<Option<Vec<Name>>> {
        let parts = parts_of(size)?;
        let names: Vec<Name> = (0..parts)
            .map(|part| self.namer.name(Of::Upload(path, size, part)))
            .collect();
        if names
            .iter()
            .all(|name| self.writing.has(Kind::Piece, *name))
        {
            return Ok(Some(names));
        }
        let Some(mut from) = place.open(path)? else {
            return Ok(None);
        };
        let mut buffer = Vec::with_capacity(UPLOAD);
        for name in &names {
            buffer.clear();
            let most = u64::try_from(UPLOAD).map_err(io::Error::other)?;
            (&mut from).take(most).read_to_end(&mut buffer)?;
            if !self.writing.has(Kind::Piece, *name) {
                let packed = pack(&buffer, self.recipients)?;
                self.put(Kind::Piece, *name, &packed)?;
            }
        }
        self.files_added += 1;
        Ok(Some(names))
    }
}

/// In how many parts an uploaded file of a size is kept.
pub(super) fn parts_of(size: u64) -> io::Result<u64> {
    let part = u64::try_from(UPLOAD).map_err(io::Error::other)?;
    Ok(size.div_ceil(part))
}
