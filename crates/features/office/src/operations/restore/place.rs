// SPDX-License-Identifier: AGPL-3.0-or-later

//! The files of a restore: finds the copy, refuses to overwrite anything, copies it beside its place and checks it there,
//! and puts it into its place. A step that fails or is killed leaves no database; what it left beside is removed by the
//! next one. The place is held for as long, so that no other restore and no server is at work there. Nothing of the copy
//! is changed, and nothing of a database that was here before is deleted: it is moved aside.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, NaiveDateTime, Utc};

use salal_db::{DbError, PlaceHold, RESTORING};

use super::files::only_ours;
use crate::error::{Error, Result};
use crate::operations::backup::{CopyPlace, OpenCopy};
use crate::recipients::Identities;
use crate::sealing::Keyring;

/// What the name of a copy begins and ends with.
const COPY: (&str, &str) = ("salal-", ".db");
/// The time in the name of a copy.
const TIME: &str = "%Y%m%dT%H%M%SZ";

/// What is restored: a backup in pieces, or one of earlier versions in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    File(PathBuf),
    Copy(CopyPlace),
}

impl Source {
    /// When it was made, by its name.
    pub fn made_at(&self) -> Option<DateTime<Utc>> {
        match self {
            Self::File(file) => time_of_name(file),
            Self::Copy(place) => place.made_at(),
        }
    }
}

/// Where the uploaded files of what was copied are.
#[derive(Clone)]
pub(super) enum Origin {
    File(PathBuf),
    Copy(Arc<OpenCopy>),
}

/// What is wrong with a copy.
#[derive(Debug, Default)]
pub struct Faults(pub Vec<String>);

/// A copy that lies beside its place.
pub struct Copied {
    /// Where it is made ready.
    pub part: PathBuf,
    /// Where it is to be.
    pub target: PathBuf,
    pub(super) from: Origin,
    /// Until it is there, or was given up.
    _held: PlaceHold,
}

impl Copied {
    /// The address of the copy that is made ready.
    pub fn url(&self) -> String {
        let path = self.part.to_string_lossy().replace('%', "%25");
        format!("sqlite://{}?mode=rw", path.replace('?', "%3F"))
    }

    /// Removes what is beside the place.
    pub fn discard(&self) {
        for end in ["", "-wal", "-shm", ".reserve"] {
            let _ = fs::remove_file(with_end(&self.part, end));
        }
    }
}

/// The time at which a copy was made, by its name.
fn time_of_name(copy: &Path) -> Option<DateTime<Utc>> {
    let name = copy.file_name()?.to_str()?;
    let time = name.strip_prefix(COPY.0)?.strip_suffix(COPY.1)?;
    let time = NaiveDateTime::parse_from_str(time, TIME).ok()?;
    Some(time.and_utc())
}

/// The copy that is meant: a file, or the newest of a folder that is not of after `point`.
pub fn find_copy(from: &Path, point: Option<DateTime<Utc>>) -> Result<Source> {
    if from.is_file() {
        let place = CopyPlace::of_file(from).map(Source::Copy);
        return Ok(place.unwrap_or_else(|| Source::File(from.to_path_buf())));
    }
    let refuse = |why: String| Err(Error::broken(format!("nothing was restored: {why}")));
    let cannot = |error: io::Error| refuse(format!("{} cannot be read: {error}", from.display()));
    let entries = match fs::read_dir(from) {
        Ok(entries) => entries,
        Err(error) => return cannot(error),
    };
    let places = match CopyPlace::all(from) {
        Ok(places) => places,
        Err(error) => return cannot(error),
    };
    let files = entries
        .filter_map(io::Result::ok)
        .filter_map(|entry| Some((time_of_name(&entry.path())?, Source::File(entry.path()))));
    let places = places
        .into_iter()
        .map(|(time, place)| (time, Source::Copy(place)));
    let found = files
        .chain(places)
        .filter(|(time, _)| point.is_none_or(|point| *time <= point))
        .max_by_key(|(time, _)| *time);
    match found {
        Some((_, copy)) => Ok(copy),
        None if point.is_some() => refuse(format!(
            "the folder {} has no backup from before that time. Name a later --point",
            from.display()
        )),
        None => refuse(format!(
            "the folder {} has no backup (copies/salal-….copy, or salal-….db). Name the file, or another folder",
            from.display()
        )),
    }
}

/// The private keys of a file; none without a file.
pub fn identities(file: Option<&Path>) -> Result<Identities> {
    let Some(file) = file else {
        return Ok(Identities::default());
    };
    Identities::read(file).map_err(|error| {
        Error::broken(format!(
            "nothing was restored: {} cannot be used: {error}. Name the file of the private key with --identity",
            file.display()
        ))
    })
}

/// Refuses to overwrite a database, or to take the place of one that is in use.
fn hold(target: &Path) -> Result<PlaceHold> {
    let refuse_existing = || {
        if fs::symlink_metadata(target).is_err() {
            return Ok(());
        }
        Err(Error::broken(format!(
            "nothing was restored: there is a database at {} already, and it is not overwritten. Stop Salal, move the \
             file and what is beside it (-wal, -shm) away, and run this again",
            target.display()
        )))
    };
    refuse_existing()?;
    if let Some(folder) = target.parent().filter(|one| !one.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(Error::broken)?;
    }
    let held = match salal_db::hold_place(target) {
        Ok(Some(held)) => held,
        Ok(None) => {
            return Err(Error::broken(format!(
                "nothing was restored: the file system of {} knows no locks, so that a second restore or a server \
                 could be at work there. Use a local disk",
                target.display()
            )));
        }
        Err(DbError::Held { .. }) => {
            return Err(Error::broken(format!(
                "nothing was restored: a salal serve or salal work that was started with {} is still running, even if \
                 the file was moved away, or another salal restore is under way there. Stop it, or wait for it, and \
                 run this again",
                target.display()
            )));
        }
        Err(error) => return Err(Error::broken(format!("nothing was restored: {error}"))),
    };
    // A restore that had it before has put its database there.
    refuse_existing()?;
    Ok(held)
}

/// Holds the place, puts the copy beside it, and removes what an earlier attempt left there.
pub fn copy_in(
    source: &Source,
    target: &Path,
    identities: Identities,
    keys: &Keyring,
) -> Result<Copied> {
    let held = hold(target)?;
    let from = match source {
        Source::File(file) => Origin::File(finished(file)?.to_path_buf()),
        Source::Copy(place) => {
            let copy = OpenCopy::open(place, identities, keys).map_err(|error| refused(&error))?;
            Origin::Copy(Arc::new(copy))
        }
    };
    let copied = Copied {
        part: with_end(target, RESTORING),
        target: target.to_path_buf(),
        from,
        _held: held,
    };
    copied.discard();
    let written = match &copied.from {
        Origin::File(file) => copy_file(file, &copied.part),
        Origin::Copy(copy) => copy.assemble(&copied.part).map_err(|error| refused(&error)),
    };
    if let Err(error) = written {
        copied.discard();
        return Err(error);
    }
    Ok(copied)
}

fn refused(error: &Error) -> Error {
    let why = error.cause.as_deref().unwrap_or(&error.message);
    Error::broken(format!("nothing was restored: {why}"))
}

/// A file that nobody writes.
fn finished(file: &Path) -> Result<&Path> {
    if fs::metadata(with_end(file, "-wal")).is_ok_and(|log| log.len() > 0) {
        return Err(Error::broken(format!(
            "nothing was restored: beside {} there is a write-ahead log, so that it is no finished backup. Make one of \
             it with salal backup first",
            file.display()
        )));
    }
    Ok(file)
}

fn copy_file(file: &Path, part: &Path) -> Result<()> {
    let written = fs::copy(file, part)
        .and_then(|_| only_ours(part))
        .and_then(|()| fs::File::open(part)?.sync_all());
    written.map_err(|error| {
        Error::broken(format!(
            "nothing was restored: {} couldn’t be copied to {}: {error}",
            file.display(),
            part.display()
        ))
    })
}

/// What belongs to a database that is in use, or was killed: changes that are committed may be in it alone.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Moves aside what lies beside the place of a database that was here before: `SQLite` would play it into this one.
/// Returns what was moved where, as a sentence; `None` if nothing lies there.
fn move_aside(target: &Path, now: DateTime<Utc>) -> io::Result<Option<String>> {
    let aside = with_end(target, &format!(".before-restore-{}", now.format(TIME)));
    let mut moved = Vec::new();
    for end in BESIDE {
        let (left, place) = (with_end(target, end), with_end(&aside, end));
        if fs::symlink_metadata(&left).is_err() {
            continue;
        }
        // Linked first: nothing that has this name is replaced.
        fs::hard_link(&left, &place)?;
        fs::remove_file(&left)?;
        moved.push(place.display().to_string());
    }
    if moved.is_empty() {
        return Ok(None);
    }
    Ok(Some(format!(
        "Beside the place there was what belongs to the database that was here before, and may have changes that are \
         nowhere else. It was moved to {}. To open that database with it, name its file {}.",
        moved.join(" and "),
        aside.display()
    )))
}

/// Puts the copy into its place, in one step. It must be closed. Returns what was moved aside, as a sentence.
pub fn put_in_place(copied: &Copied, now: DateTime<Utc>) -> Result<Option<String>> {
    let Copied { part, target, .. } = copied;
    let placed = || -> io::Result<Option<String>> {
        fs::File::open(part)?.sync_all()?;
        let log = fs::metadata(with_end(part, "-wal"));
        if log.is_ok_and(|log| log.len() > 0) {
            return Err(io::Error::other("its write-ahead log was not written back"));
        }
        for end in ["-wal", "-shm", ".reserve"] {
            remove(&with_end(part, end))?;
        }
        let moved = move_aside(target, now)?;
        fs::hard_link(part, target)?;
        fs::remove_file(part)?;
        let folder = target.parent().filter(|one| !one.as_os_str().is_empty());
        fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(moved)
    };
    placed().map_err(|error| {
        Error::broken(format!(
            "nothing was restored: the restored database couldn’t be put at {}: {error}",
            target.display()
        ))
    })
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_copy_of_a_folder_or_the_one_before_a_time_is_meant() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "salal-20261120T030000Z.db",
            "salal-20261121T030000Z.db",
            "salal-later.db",
        ] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        let file = |found: Source| match found {
            Source::File(file) => file,
            Source::Copy(place) => place.file(),
        };
        let found = file(find_copy(folder.path(), None).unwrap());
        assert!(found.ends_with("salal-20261121T030000Z.db"));
        let point = time_of_name(Path::new("salal-20261120T120000Z.db"));
        let found = file(find_copy(folder.path(), point).unwrap());
        assert!(found.ends_with("salal-20261120T030000Z.db"));
        fs::create_dir(folder.path().join("copies")).unwrap();
        let place = folder.path().join("copies/salal-20261120T040000Z.copy");
        fs::write(&place, "x").unwrap();
        assert_eq!(file(find_copy(folder.path(), point).unwrap()), place);
        assert_eq!(file(find_copy(&place, None).unwrap()), place);
        let point = time_of_name(Path::new("salal-20261119T120000Z.db"));
        assert!(find_copy(folder.path(), point).is_err());
    }

    #[test]
    fn nothing_is_overwritten_and_logs_are_moved_aside() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (copy, target) = (at("copy.db"), at("salal.db"));
        let now = time_of_name(Path::new("salal-20261120T120000Z.db")).unwrap();
        fs::write(&copy, "the copy").unwrap();
        fs::write(&target, "the clinic").unwrap();
        let copy_in = || {
            let keys = Keyring::of_settings(&crate::settings::Settings::read(None).unwrap());
            let source = Source::File(copy.clone());
            super::copy_in(&source, &target, Identities::default(), &keys)
        };
        assert!(copy_in().is_err());
        assert_eq!(fs::read_to_string(&target).unwrap(), "the clinic");
        fs::remove_file(&target).unwrap();
        fs::write(at("salal.db-wal"), "committed").unwrap();
        fs::write(at("salal.db-journal"), "half").unwrap();
        fs::write(at("salal.db.restoring-wal"), "of a killed attempt").unwrap();
        let copied = copy_in().unwrap();
        assert!(!target.exists(), "it is made ready beside its place");
        let second = copy_in().err().unwrap().to_string();
        assert!(
            second.contains("another salal restore is under way"),
            "{second}"
        );
        let told = put_in_place(&copied, now).unwrap().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "the copy");
        for (end, content) in [("-wal", "committed"), ("-journal", "half")] {
            let name = format!("salal.db.before-restore-20261120T120000Z{end}");
            assert_eq!(fs::read_to_string(at(&name)).unwrap(), content);
            assert!(told.contains(&name), "{told}");
        }
        let names = fs::read_dir(folder.path()).unwrap();
        assert_eq!(
            names.count(),
            5,
            "the copy, the database and its lock, two logs"
        );
    }
}
