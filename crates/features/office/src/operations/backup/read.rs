// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reads a backup: puts the database together again, puts uploaded files back, or only looks whether all of it is there
//! and as it was written. Everything is checked before it is used: what is missing or was changed is named.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use salal_db::{is_whole_log, play_log};

use super::envelope::{Unreadable, is_encrypted, is_sound, unpack};
use super::make::parts_of;
use super::manifest::{Manifest, Parts, Refused, Written, read_files, time_of};
use super::names::{Name, Namer, Of};
use super::store::{COPY, Kind, Store, make_folder, named, read_whole};
use super::uploads::UploadPlace;
use crate::error::{Error, Result};
use crate::recipients::Identities;
use crate::sealing::Keyring;

/// Where a backup is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyPlace {
    folder: PathBuf,
    name: String,
}

impl CopyPlace {
    /// A file of a folder of backups that makes one.
    pub fn of_file(file: &Path) -> Option<Self> {
        let name = file.file_name()?.to_str()?.strip_suffix(COPY)?;
        let file = std::path::absolute(file).ok()?;
        Some(Self {
            folder: file.parent()?.parent()?.to_path_buf(),
            name: name.to_owned(),
        })
    }

    /// Those in a folder, each with its time.
    pub fn all(folder: &Path) -> io::Result<Vec<(DateTime<Utc>, Self)>> {
        let names = Store::at(folder).copies()?.into_iter();
        let found = names.filter_map(|name| {
            let at = time_of(&name)?;
            let folder = folder.to_path_buf();
            Some((at, Self { folder, name }))
        });
        Ok(found.collect())
    }

    /// When it was made, by its name.
    pub fn made_at(&self) -> Option<DateTime<Utc>> {
        time_of(&self.name)
    }

    /// The file that makes it.
    pub fn file(&self) -> PathBuf {
        Store::at(&self.folder).copy_path(&self.name, COPY)
    }
}

/// A backup that can be read.
pub struct OpenCopy {
    store: Store,
    manifest: Manifest,
    namer: Namer,
    identities: Identities,
    /// Nothing of it is deleted meanwhile.
    _held: Option<File>,
}

/// What is wrong with a backup, as the end of a sentence.
fn fault(why: impl std::fmt::Display) -> Error {
    Error::broken(why)
}

impl OpenCopy {
    /// Opens a backup with these private keys; the master keys say that it is ours.
    pub fn open(place: &CopyPlace, identities: Identities, keys: &Keyring) -> Result<Self> {
        let store = Store::at(&place.folder);
        let held = store.hold().map_err(fault)?;
        let file = place.file();
        let whole = read_whole(&file).map_err(|error| fault(named(&error, &file)))?;
        let text = match unpack(&whole, &identities) {
            Ok(text) => text,
            Err(Unreadable::NoKey) => {
                return Err(fault(
                    "the backup is encrypted. Name the file of the private key with --identity",
                ));
            }
            Err(Unreadable::OtherKey) => {
                return Err(fault(
                    "the private key is another one: the backup was encrypted to other keys. Name the right file with \
                     --identity",
                ));
            }
            Err(Unreadable::Damaged) => {
                return Err(fault(format!(
                    "{} was changed or is damaged. Use another backup",
                    file.display()
                )));
            }
        };
        let (manifest, namer) = Manifest::read(&text, keys).map_err(|refused| {
            fault(match refused {
                Refused::ForeignKey(id) => format!(
                    "the backup was made with the master key {id}, which the settings do not have: put it after the \
                     present one"
                ),
                Refused::Later => {
                    "a later version of the program made this backup. Use that version".to_owned()
                }
                Refused::Strange => format!(
                    "{} was changed, or this installation did not make it. Use another backup",
                    file.display()
                ),
            })
        })?;
        if manifest.name != place.name {
            return Err(fault(format!(
                "{} is the backup {} under another name. Give it its name again",
                file.display(),
                manifest.name
            )));
        }
        Ok(Self {
            store,
            manifest,
            namer,
            identities,
            _held: held,
        })
    }

    /// When it was made.
    pub fn made_at(&self) -> DateTime<Utc> {
        self.manifest.made_at
    }

    /// Puts the database together in a new file.
    pub fn assemble(&self, into: &Path) -> Result<()> {
        let written = || -> io::Result<()> {
            let mut options = fs::OpenOptions::new();
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file = options
                .read(true)
                .write(true)
                .create_new(true)
                .open(into)
                .map_err(|error| named(&error, into))?;
            let mut pieces = Pieces::of(self, &self.manifest.database)?;
            let copied = io::copy(&mut pieces, &mut &file)?;
            if copied != self.manifest.database.size {
                return Err(damaged("the database is shorter than it was"));
            }
            if let Some(log) = &self.manifest.log {
                let played = play_log(Pieces::of(self, log)?, log.size, &file);
                played.map_err(|error| match error.kind() {
                    ErrorKind::InvalidData if error.get_ref().is_none() => {
                        damaged("the log of the database is not whole")
                    }
                    _ => error,
                })?;
            }
            file.sync_all()
        };
        written().map_err(fault)
    }

    /// Puts the uploaded files back that are missing in their place; returns how many.
    pub fn put_files_back(&self, into: &UploadPlace) -> Result<i64> {
        let mut added = 0;
        let mut put = || -> io::Result<()> {
            for list in &self.manifest.uploads {
                self.each_file(list, |path, size, pieces| {
                    if into.has(path)? {
                        return Ok(());
                    }
                    match into.folder() {
                        Some(folder) => self.put_file_back(&folder.join(path), size, pieces)?,
                        None => into.put(path, self.whole_file(size, pieces)?)?,
                    }
                    added += 1;
                    Ok(())
                })?;
            }
            Ok(())
        };
        put().map_err(fault)?;
        Ok(added)
    }

    fn whole_file(&self, size: u64, pieces: &[Name]) -> io::Result<Vec<u8>> {
        let mut whole = Vec::new();
        for piece in pieces {
            whole.extend(self.content(*piece)?);
        }
        if u64::try_from(whole.len()).ok() == Some(size) {
            Ok(whole)
        } else {
            Err(damaged("an uploaded file is shorter than it was"))
        }
    }

    fn put_file_back(&self, target: &Path, size: u64, pieces: &[Name]) -> io::Result<()> {
        let folder = target.parent().unwrap_or(Path::new("."));
        make_folder(folder)?;
        let mut name = target.as_os_str().to_owned();
        name.push(".restoring");
        let part = PathBuf::from(name);
        let _ = fs::remove_file(&part);
        let mut options = fs::OpenOptions::new();
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.write(true).create_new(true).open(&part)?;
        let mut length = 0;
        for piece in pieces {
            let bytes = self.content(*piece)?;
            length += u64::try_from(bytes.len()).map_err(io::Error::other)?;
            file.write_all(&bytes)?;
        }
        if length != size {
            fs::remove_file(&part)?;
            return Err(damaged("an uploaded file is shorter than it was"));
        }
        file.sync_all()?;
        fs::rename(&part, target)
    }

    /// Reads every piece; returns how many there are.
    pub fn check(&self) -> Result<usize> {
        let mut count = 0;
        let mut checked = || -> io::Result<()> {
            for parts in [Some(&self.manifest.database), self.manifest.log.as_ref()] {
                let Some(parts) = parts else { continue };
                let mut pieces = Pieces::of(self, parts)?;
                count += pieces.names.len();
                let is_whole = if parts == &self.manifest.database {
                    io::copy(&mut pieces, &mut io::sink())? == parts.size
                } else {
                    is_whole_log(pieces, parts.size)?
                };
                if !is_whole {
                    return Err(damaged("the database is not whole"));
                }
            }
            for list in &self.manifest.uploads {
                self.each_file(list, |_, size, pieces| {
                    let mut length = 0;
                    for piece in pieces {
                        count += 1;
                        let bytes = self.content(*piece)?;
                        length += u64::try_from(bytes.len()).map_err(io::Error::other)?;
                    }
                    if length == size {
                        Ok(())
                    } else {
                        Err(damaged("an uploaded file is shorter than it was"))
                    }
                })?;
            }
            Ok(())
        };
        checked().map_err(fault)?;
        Ok(count)
    }

    /// The uploaded files of a list, each with its path, its size and its pieces.
    fn each_file(
        &self,
        list: &Written,
        mut each: impl FnMut(&str, u64, &[Name]) -> io::Result<()>,
    ) -> io::Result<()> {
        let names = self.list(list)?;
        let (first, mut rest) = names
            .split_first()
            .ok_or_else(|| damaged("a list is empty"))?;
        let files = read_files(&self.named_content(*first)?)
            .ok_or_else(|| damaged("the names of uploaded files are not whole"))?;
        for (path, size) in files {
            let parts = usize::try_from(parts_of(size)?).map_err(io::Error::other)?;
            let (own, later) = rest
                .split_at_checked(parts)
                .ok_or_else(|| damaged("a list of uploaded files is not whole"))?;
            let is_own = own
                .iter()
                .zip(0..)
                .all(|(name, part)| self.namer.name(Of::Upload(&path, size, part)) == *name);
            if !is_own {
                return Err(damaged("a list names pieces of another file"));
            }
            each(&path, size, own)?;
            rest = later;
        }
        Ok(())
    }

    fn list(&self, list: &Written) -> io::Result<Vec<Name>> {
        let path = self.store.path(Kind::List, list.0);
        let text = read_whole(&path).map_err(|error| named(&error, &path))?;
        let text = String::from_utf8(text).map_err(|_| changed(&path))?;
        if self.namer.name(Of::List(&text)) != list.0 {
            return Err(changed(&path));
        }
        self.store.list(list.0).map_err(|_| changed(&path))
    }

    /// The content of a piece, whatever its name is of.
    fn content(&self, name: Name) -> io::Result<Vec<u8>> {
        let path = self.store.path(Kind::Piece, name);
        let whole = read_whole(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => damaged(&format!("{} is missing", path.display())),
            _ => named(&error, &path),
        })?;
        unpack(&whole, &self.identities).map_err(|_| changed(&path))
    }

    /// The content of a piece that is named by it.
    fn named_content(&self, name: Name) -> io::Result<Vec<u8>> {
        let content = self.content(name)?;
        if self.namer.name(Of::Content(&content)) == name {
            Ok(content)
        } else {
            Err(changed(&self.store.path(Kind::Piece, name)))
        }
    }
}

/// Looks at a backup without a private key: whether all of it is there and no bit has changed. What is missing or
/// damaged is named; returns how many pieces there are, and whether they are encrypted.
pub(super) fn check_without_key(place: &CopyPlace) -> Result<(usize, bool)> {
    let store = Store::at(&place.folder);
    let _held = store.hold().map_err(fault)?;
    let looked = || -> io::Result<(usize, bool)> {
        let file = place.file();
        let whole = read_whole(&file).map_err(|error| named(&error, &file))?;
        if !is_sound(&whole) {
            return Err(changed(&file));
        }
        let mut count = 0;
        for list in store.lists_of(&place.name)? {
            let path = store.path(Kind::List, list);
            let names = store.list(list).map_err(|_| changed(&path))?;
            for name in names {
                let path = store.path(Kind::Piece, name);
                let piece = read_whole(&path).map_err(|error| named(&error, &path))?;
                if !is_sound(&piece) {
                    return Err(changed(&path));
                }
                count += 1;
            }
        }
        Ok((count, is_encrypted(&whole)))
    };
    looked().map_err(fault)
}

/// A file, piece by piece.
struct Pieces<'a> {
    copy: &'a OpenCopy,
    names: Vec<Name>,
    next: usize,
    content: io::Cursor<Vec<u8>>,
}

impl<'a> Pieces<'a> {
    fn of(copy: &'a OpenCopy, parts: &Parts) -> io::Result<Self> {
        let mut names = Vec::new();
        for list in &parts.lists {
            names.extend(copy.list(list)?);
        }
        Ok(Self {
            copy,
            names,
            next: 0,
            content: io::Cursor::default(),
        })
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.content.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(name) = self.names.get(self.next) else {
                return Ok(0);
            };
            self.content = io::Cursor::new(self.copy.named_content(*name)?);
            self.next += 1;
        }
    }
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(
        ErrorKind::InvalidData,
        format!("the backup is not whole: {what}. Use another backup"),
    )
}

fn changed(path: &Path) -> io::Error {
    damaged(&format!("{} was changed or is damaged", path.display()))
}
