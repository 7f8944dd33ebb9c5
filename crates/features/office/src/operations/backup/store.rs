// SPDX-License-Identifier: AGPL-3.0-or-later

//! The folder of backups. `pieces/` has the content, `lists/` the names of pieces in order, `copies/` what makes a backup
//! of them: its last file says that it is whole. Everything is written under `new/` first, and gets its name once it is
//! on the disk; so what has a name is complete, and what a killed run left is in `new/`, or belongs to no backup.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ring::digest::{SHA256, digest};

use super::envelope::is_sound;
use super::manifest::time_of;
use super::names::Name;
use crate::error::{Error, Result};

/// The end of the file that makes a backup.
pub(super) const COPY: &str = ".copy";
/// The end of the file with the lists of a backup.
pub(super) const LISTS: &str = ".lists";
const PIECES: &str = "pieces";
const LISTS_OF: &str = "lists";
const COPIES: &str = "copies";
const NEW: &str = "new";
const LOCK: &str = "salal.lock";
/// How many files are written before they get their names.
const BATCH: usize = 4096;
/// How long a backup waits for another one in the same folder.
const PATIENCE: Duration = Duration::from_mins(1);
const LOOK: Duration = Duration::from_millis(100);

/// What a file of the folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Piece,
    List,
}

impl Kind {
    fn folder(self) -> &'static str {
        match self {
            Self::Piece => PIECES,
            Self::List => LISTS_OF,
        }
    }
}

/// A folder of backups.
#[derive(Clone, Debug)]
pub(super) struct Store {
    folder: PathBuf,
}

impl Store {
    pub(super) fn at(folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
        }
    }

    /// The folders that it has.
    pub(super) fn folders(&self) -> impl Iterator<Item = PathBuf> {
        [NEW, COPIES, PIECES, LISTS_OF]
            .map(|own| self.folder.join(own))
            .into_iter()
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of a piece or a list.
    pub(super) fn path(&self, kind: Kind, name: Name) -> PathBuf {
        let name = name.to_string();
        let room = name.get(..2).unwrap_or_default();
        self.folder.join(kind.folder()).join(room).join(&name)
    }

    /// The path of a file in the folder of copies.
    pub(super) fn copy_path(&self, name: &str, end: &str) -> PathBuf {
        self.folder.join(COPIES).join(format!("{name}{end}"))
    }

    /// The names of all whole backups, the oldest first.
    pub(super) fn copies(&self) -> io::Result<Vec<String>> {
        let mut found = self.names_of(COPIES, COPY)?;
        found.sort();
        Ok(found)
    }

    /// The names of files in a folder, without this end.
    pub(super) fn names_of(&self, folder: &str, end: &str) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(self.folder.join(folder)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut found = Vec::new();
        for entry in entries {
            let name = entry?.file_name();
            found.extend(
                name.to_str()
                    .and_then(|name| name.strip_suffix(end))
                    .map(str::to_owned),
            );
        }
        Ok(found)
    }

    /// The lists of a backup.
    pub(super) fn lists_of(&self, copy: &str) -> io::Result<Vec<Name>> {
        read_names(&read_text(&self.copy_path(copy, LISTS))?)
    }

    /// The names in a list.
    pub(super) fn list(&self, name: Name) -> io::Result<Vec<Name>> {
        read_names(&read_text(&self.path(Kind::List, name))?)
    }

    /// Keeps others from writing or deleting here; waits for those who do.
    pub(super) fn lock(&self) -> Result<Writing> {
        let file = self.folder.join(LOCK);
        let mut options = fs::OpenOptions::new();
        let opened = options.write(true).create(true).truncate(false).open(file);
        let lock = opened.map_err(Error::broken)?;
        let until = Instant::now() + PATIENCE;
        loop {
            match lock.try_lock() {
                Ok(()) => break,
                Err(fs::TryLockError::WouldBlock) if Instant::now() < until => {
                    std::thread::sleep(LOOK);
                }
                Err(fs::TryLockError::WouldBlock) => {
                    return Err(Error::broken(format!(
                        "no backup was made: another one, or a restore, is at work in {}. Nothing was written. Try \
                         again when it is done",
                        self.folder.display()
                    )));
                }
                Err(fs::TryLockError::Error(error)) => {
                    return Err(Error::broken(format!(
                        "no backup was made: the file system of {} knows no locks, so that two backups could be in \
                         each other’s way ({error}). Nothing was written. Use another folder",
                        self.folder.display()
                    )));
                }
            }
        }
        let writing = Writing {
            store: self.clone(),
            staged: Vec::new(),
            known: HashSet::new(),
            looks_inside: true,
            _lock: lock,
        };
        writing.clean().map_err(Error::broken)?;
        Ok(writing)
    }

    /// Keeps others from deleting what is read; `None` where the folder cannot be written and has no lock.
    pub(super) fn hold(&self) -> io::Result<Option<File>> {
        let lock = match File::open(self.folder.join(LOCK)) {
            Ok(lock) => lock,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        Ok(lock.lock_shared().is_ok().then_some(lock))
    }

    /// Every piece, or every list.
    pub(super) fn all(&self, kind: Kind) -> io::Result<Vec<Name>> {
        let rooms = match fs::read_dir(self.folder.join(kind.folder())) {
            Ok(rooms) => rooms,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut found = Vec::new();
        for room in rooms {
            for entry in fs::read_dir(room?.path())? {
                let name = entry?.file_name();
                found.extend(name.to_str().and_then(Name::read));
            }
        }
        Ok(found)
    }
}

/// A folder of backups that this run alone writes to.
#[derive(Debug)]
pub(super) struct Writing {
    store: Store,
    /// What is written and has no name yet.
    staged: Vec<(Kind, Name)>,
    known: HashSet<(Kind, Name)>,
    /// Whether a piece that is there is read before it is used again.
    looks_inside: bool,
    _lock: File,
}

impl Writing {
    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// Removes what a killed run left.
    fn clean(&self) -> io::Result<()> {
        for folder in [NEW, COPIES, PIECES, LISTS_OF] {
            make_folder(&self.store.folder.join(folder))?;
        }
        // Only what has a name of ours: the folder may be somebody's.
        let new = self.store.folder.join(NEW);
        for left in self.store.names_of(NEW, "")? {
            let staged = [PIECES, LISTS_OF].into_iter().any(|kind| {
                let name = left
                    .strip_prefix(kind)
                    .and_then(|rest| rest.strip_prefix('-'));
                name.and_then(Name::read).is_some()
            });
            let is_copy = [COPY, LISTS]
                .into_iter()
                .any(|end| left.strip_suffix(end).and_then(time_of).is_some());
            if staged || is_copy {
                fs::remove_file(new.join(left))?;
            }
        }
        let whole: HashSet<String> = self.store.copies()?.into_iter().collect();
        for left in self.store.names_of(COPIES, LISTS)? {
            if time_of(&left).is_some() && !whole.contains(&left) {
                fs::remove_file(self.store.copy_path(&left, LISTS))?;
            }
        }
        Ok(())
    }

    /// From now on what is there is used again without reading it: for backups every few seconds.
    pub(super) fn trust_names(&mut self) {
        self.looks_inside = false;
    }

    /// Whether it is there already. What is damaged is not, so that it is written anew.
    pub(super) fn has(&mut self, kind: Kind, name: Name) -> bool {
        if self.known.contains(&(kind, name)) {
            return true;
        }
        let path = self.store.path(kind, name);
        let is_there = match kind {
            Kind::Piece if self.looks_inside => read_whole(&path).is_ok_and(|it| is_sound(&it)),
            Kind::List => self.store.list(name).is_ok(),
            Kind::Piece => fs::symlink_metadata(&path).is_ok_and(|it| it.is_file() && it.len() > 0),
        };
        if is_there {
            self.known.insert((kind, name));
        }
        is_there
    }

    /// Writes a piece or a list.
    pub(super) fn put(&mut self, kind: Kind, name: Name, bytes: &[u8]) -> io::Result<()> {
        let part = self.staged_path(kind, name);
        let written = create(&part).and_then(|mut file| file.write_all(bytes));
        written.map_err(|error| named(&error, &part))?;
        self.staged.push((kind, name));
        self.known.insert((kind, name));
        if self.staged.len() >= BATCH {
            self.settle()?;
        }
        Ok(())
    }

    /// Puts what was written on the disk, and then gives it its names.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        if self.staged.is_empty() {
            return Ok(());
        }
        self.sync(|own| {
            let paths = own.staged.iter();
            paths
                .map(|(kind, name)| own.staged_path(*kind, *name))
                .collect()
        })?;
        for (kind, name) in std::mem::take(&mut self.staged) {
            let target = self.store.path(kind, name);
            if let Some(room) = target.parent() {
                make_folder(room)?;
            }
            fs::rename(self.staged_path(kind, name), target)?;
        }
        Ok(())
    }

    /// Makes a backup of what was put here.
    pub(super) fn finish(&mut self, copy: &str, lists: &[Name], sealed: &[u8]) -> io::Result<()> {
        self.settle()?;
        let new = self.store.folder.join(NEW);
        let parts = [
            (LISTS, write_names(lists).into_bytes()),
            (COPY, sealed.to_vec()),
        ];
        for (end, bytes) in &parts {
            create(&new.join(format!("{copy}{end}")))?.write_all(bytes)?;
        }
        // The names of before as well.
        self.sync(|own| {
            let rooms = [Kind::Piece, Kind::List].map(|kind| own.store.folder.join(kind.folder()));
            let ends = [LISTS, COPY].map(|end| new.join(format!("{copy}{end}")));
            ends.into_iter().chain(rooms).collect()
        })?;
        for (end, _) in &parts {
            let target = self.store.copy_path(copy, end);
            fs::rename(new.join(format!("{copy}{end}")), target)?;
        }
        File::open(self.store.folder.join(COPIES))?.sync_all()
    }

    /// Deletes a backup; what only it needed is left to be swept.
    pub(super) fn delete_copy(&self, copy: &str) -> io::Result<()> {
        for end in [COPY, LISTS] {
            fs::remove_file(self.store.copy_path(copy, end))?;
        }
        Ok(())
    }

    /// Makes sure that deleted backups stay deleted before anything of them is.
    pub(super) fn sync_copies(&self) -> io::Result<()> {
        File::open(self.store.folder.join(COPIES))?.sync_all()
    }

    fn staged_path(&self, kind: Kind, name: Name) -> PathBuf {
        let name = format!("{}-{name}", kind.folder());
        self.store.folder.join(NEW).join(name)
    }

    /// Puts files on the disk: with everything else of its file system at once, where the system can.
    #[cfg(target_os = "linux")]
    fn sync(&self, _: impl FnOnce(&Self) -> Vec<PathBuf>) -> io::Result<()> {
        let folder = File::open(&self.store.folder)?;
        rustix::fs::syncfs(&folder).map_err(io::Error::from)
    }

    #[cfg(not(target_os = "linux"))]
    fn sync(&self, paths: impl FnOnce(&Self) -> Vec<PathBuf>) -> io::Result<()> {
        for path in paths(self).iter().filter(|path| path.exists()) {
            File::open(path)?.sync_all()?;
        }
        Ok(())
    }
}

/// Reads a file of ours: a link, a pipe or a device in its place would never end.
pub(super) fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    if fs::symlink_metadata(path)?.is_file() {
        return fs::read(path);
    }
    Err(io::Error::from(ErrorKind::InvalidData))
}

fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_whole(path)?).map_err(|_| io::Error::from(ErrorKind::InvalidData))
}

/// Names, one a line, and a sum of them: a list that lost its end would let pruning delete what is needed.
pub(super) fn write_names(names: &[Name]) -> String {
    let mut text = String::with_capacity(names.len() * 65 + 80);
    for name in names {
        text.push_str(&name.to_string());
        text.push('\n');
    }
    let sum = hex::encode(digest(&SHA256, text.as_bytes()));
    format!("{text}sha256 {sum}\n")
}

fn read_names(text: &str) -> io::Result<Vec<Name>> {
    let damaged = || io::Error::from(ErrorKind::InvalidData);
    let (names, sum) = text
        .strip_suffix('\n')
        .and_then(|text| text.rsplit_once("sha256 "))
        .ok_or_else(damaged)?;
    if hex::encode(digest(&SHA256, names.as_bytes())) != sum {
        return Err(damaged());
    }
    let names = names
        .lines()
        .map(|line| Name::read(line).ok_or_else(damaged));
    names.collect()
}

/// Creates a folder that only this user can read.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates a file that only this user can read.
fn create(path: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create(true).truncate(true).open(path)
}

/// An error with the file that it is about.
pub(super) fn named(error: &io::Error, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_lost_a_line_is_no_list() {
        let names = [Name::of_bytes([1; 32]), Name::of_bytes([2; 32])];
        let text = write_names(&names);
        assert_eq!(read_names(&text).unwrap(), names);
        let (_, later) = text.split_once('\n').unwrap();
        assert!(read_names(later).is_err());
        assert!(read_names(&text[..text.len() - 1]).is_err());
        assert!(read_names("").is_err());
        assert!(read_names(&write_names(&[])).unwrap().is_empty());
    }

    #[test]
    fn what_a_killed_run_left_is_removed_and_what_is_whole_stays() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path());
        let name = Name::of_bytes([7; 32]);
        {
            let mut writing = store.lock().unwrap();
            writing.put(Kind::Piece, name, b"whole").unwrap();
            writing.finish("salal-1", &[], b"sealed").unwrap();
            let other = Name::of_bytes([8; 32]);
            writing.put(Kind::Piece, other, b"half").unwrap();
        }
        let killed = store.copy_path("salal-20261125T030000Z", LISTS);
        fs::write(&killed, "of a killed run").unwrap();
        let other = folder.path().join(NEW).join("letter.txt");
        fs::write(&other, "somebody else’s").unwrap();
        let mut writing = store.lock().unwrap();
        assert!(!writing.has(Kind::Piece, name), "it is no piece");
        writing.trust_names();
        assert!(writing.has(Kind::Piece, name));
        assert_eq!(store.copies().unwrap(), ["salal-1"]);
        assert!(!killed.exists() && other.exists());
        assert_eq!(fs::read_dir(folder.path().join(NEW)).unwrap().count(), 1);
    }
}
