// SPDX-License-Identifier: AGPL-3.0-or-later

//! The files of a restore: finds the copy, refuses to overwrite anything, copies it beside its place and checks it there,
//! and puts it into its place. A step that fails or is killed leaves no database; what it left beside is removed by the
//! next one. Nothing of the copy is changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDateTime, Utc};

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

/// Refuses to overwrite a database, copies the copy beside its place, and removes what an earlier attempt left there.
pub fn copy_in(copy: &Path, target: &Path) -> Result<Copied> {
    let exists = fs::metadata(target).is_ok();
    if exists {
        return Err(Error::broken(format!(
            "nothing was restored: there is a database at {} already, and it is not overwritten. Stop Salal, move the \
             file and what is beside it (-wal, -shm) away, and run this again",
            target.display()
        )));
    }
    if fs::metadata(with_end(copy, "-wal")).is_ok_and(|log| log.len() > 0) {
        return Err(Error::broken(format!(
            "nothing was restored: beside {} there is a write-ahead log, so that it is no finished backup. Make one of \
             it with salal backup first",
            copy.display()
        )));
    }
    let copied = Copied {
        part: with_end(target, ".restoring"),
        target: target.to_path_buf(),
    };
    copied.discard();
    if let Some(folder) = target.parent().filter(|one| !one.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(Error::broken)?;
    }
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

/// Puts the copy into its place, in one step. It must be closed.
pub fn put_in_place(copied: &Copied) -> Result<()> {
    let Copied { part, target } = copied;
    let placed = || -> io::Result<()> {
        fs::File::open(part)?.sync_all()?;
        for end in ["-wal", "-shm"] {
            let left = with_end(part, end);
            if fs::metadata(&left).is_ok_and(|left| end == "-wal" && left.len() > 0) {
                return Err(io::Error::other("its write-ahead log was not written back"));
            }
            remove(&left)?;
            // Of the database that was here before: SQLite would play it into this one.
            remove(&with_end(target, end))?;
        }
        remove(&with_end(part, ".reserve"))?;
        fs::hard_link(part, target)?;
        fs::remove_file(part)?;
        let folder = target.parent().filter(|one| !one.as_os_str().is_empty());
        fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
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
    fn nothing_is_overwritten_and_stale_logs_go() {
        let folder = tempfile::tempdir().unwrap();
        let (copy, target) = (
            folder.path().join("copy.db"),
            folder.path().join("salal.db"),
        );
        fs::write(&copy, "the copy").unwrap();
        fs::write(&target, "the clinic").unwrap();
        assert!(copy_in(&copy, &target).is_err());
        assert_eq!(fs::read_to_string(&target).unwrap(), "the clinic");
        fs::remove_file(&target).unwrap();
        fs::write(with_end(&target, "-wal"), "stale").unwrap();
        fs::write(with_end(&target, ".restoring-wal"), "of a killed attempt").unwrap();
        let copied = copy_in(&copy, &target).unwrap();
        assert!(!target.exists(), "it is made ready beside its place");
        put_in_place(&copied).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "the copy");
        let names = fs::read_dir(folder.path()).unwrap();
        assert_eq!(names.count(), 2, "the copy and the database, and no log");
    }
}
