// SPDX-License-Identifier: AGPL-3.0-or-later

//! The files of a restore: finds the copy, refuses to overwrite anything, copies it beside its place and checks it there,
//! and puts it into its place. A step that fails or is killed leaves no database; what it left beside is removed by the
//! next one. The place is held for as long, so that no other restore and no server is at work there. Nothing of the copy
//! is changed, and nothing of a database that was here before is deleted: it is moved aside.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDateTime, Utc};

use salal_db::{DbError, PlaceHold, RESTORING};

use crate::error::{Error, Result};
use crate::operations::health::only_ours;

/// What the name of a copy begins and ends with.
const COPY: (&str, &str) = ("salal-", ".db");
/// The time in the name of a copy.
const TIME: &str = "%Y%m%dT%H%M%SZ";

/// What is wrong with a copy.
#[derive(Debug, Default)]
pub struct Faults(pub Vec<String>);

/// A copy that lies beside its place.
#[derive(Debug)]
pub struct Copied {
    /// Where it is made ready.
    pub part: PathBuf,
    /// Where it is to be.
    pub target: PathBuf,
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
pub fn time_of_name(copy: &Path) -> Option<DateTime<Utc>> {
    let name = copy.file_name()?.to_str()?;
    let time = name.strip_prefix(COPY.0)?.strip_suffix(COPY.1)?;
    let time = NaiveDateTime::parse_from_str(time, TIME).ok()?;
    Some(time.and_utc())
}

/// The copy that is meant: a file, or the newest of a folder that is not of after `point`.
pub fn find_copy(from: &Path, point: Option<DateTime<Utc>>) -> Result<PathBuf> {
    if from.is_file() {
        return Ok(from.to_path_buf());
    }
    let refuse = |why: String| Err(Error::broken(format!("nothing was restored: {why}")));
    let entries = match fs::read_dir(from) {
        Ok(entries) => entries,
        Err(error) => return refuse(format!("{} cannot be read: {error}", from.display())),
    };
    let mut copies: Vec<(DateTime<Utc>, PathBuf)> = entries
        .filter_map(io::Result::ok)
        .filter_map(|entry| Some((time_of_name(&entry.path())?, entry.path())))
        .filter(|(time, _)| point.is_none_or(|point| *time <= point))
        .collect();
    copies.sort();
    match copies.pop() {
        Some((_, copy)) => Ok(copy),
        None if point.is_some() => refuse(format!(
            "the folder {} has no backup from before that time. Name a later --point",
            from.display()
        )),
        None => refuse(format!(
            "the folder {} has no backup (salal-….db). Name the file, or another folder",
            from.display()
        )),
    }
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

/// Holds the place, copies the copy beside it, and removes what an earlier attempt left there.
pub fn copy_in(copy: &Path, target: &Path) -> Result<Copied> {
    let held = hold(target)?;
    if fs::metadata(with_end(copy, "-wal")).is_ok_and(|log| log.len() > 0) {
        return Err(Error::broken(format!(
            "nothing was restored: beside {} there is a write-ahead log, so that it is no finished backup. Make one of \
             it with salal backup first",
            copy.display()
        )));
    }
    let copied = Copied {
        part: with_end(target, RESTORING),
        target: target.to_path_buf(),
        _held: held,
    };
    copied.discard();
    let written = fs::copy(copy, &copied.part)
        .and_then(|_| only_ours(&copied.part))
        .and_then(|()| fs::File::open(&copied.part)?.sync_all());
    if let Err(error) = written {
        copied.discard();
        return Err(Error::broken(format!(
            "nothing was restored: {} couldn’t be copied to {}: {error}",
            copy.display(),
            copied.part.display()
        )));
    }
    Ok(copied)
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
        let found = find_copy(folder.path(), None).unwrap();
        assert!(found.ends_with("salal-20261121T030000Z.db"));
        let point = time_of_name(Path::new("salal-20261120T120000Z.db"));
        let found = find_copy(folder.path(), point).unwrap();
        assert!(found.ends_with("salal-20261120T030000Z.db"));
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
        assert!(copy_in(&copy, &target).is_err());
        assert_eq!(fs::read_to_string(&target).unwrap(), "the clinic");
        fs::remove_file(&target).unwrap();
        fs::write(at("salal.db-wal"), "committed").unwrap();
        fs::write(at("salal.db-journal"), "half").unwrap();
        fs::write(at("salal.db.restoring-wal"), "of a killed attempt").unwrap();
        let copied = copy_in(&copy, &target).unwrap();
        assert!(!target.exists(), "it is made ready beside its place");
        let second = copy_in(&copy, &target).unwrap_err().to_string();
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
