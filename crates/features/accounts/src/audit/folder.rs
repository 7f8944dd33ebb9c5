// SPDX-License-Identifier: AGPL-3.0-or-later

//! The folder outside the database that has every statement: one file a day with a line for each, besides the files of
//! the heads. A line is on the disk before the next one is written. Not here: what is written when.

use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use salal_domain::days::vancouver_day;

use super::statement::Signed;
use crate::error::{Error, Result};
use crate::plain_file;

const HEAD: (&str, &str) = ("audit-head-", ".json");
const ANCHORS: (&str, &str) = ("audit-anchors-", ".jsonl");

/// A day has a few hundred statements of less than a kilobyte.
const LONGEST: u64 = 32 * 1024 * 1024;

/// What the folder has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) statements: Vec<Signed>,
    /// What has the name of a file of ours and is none, each as a sentence.
    pub(super) faults: Vec<String>,
}

/// Work on the folder, off the async threads: what went wrong is a text for the operator.
async fn on_folder<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<std::result::Result<T, String>> {
    let done = tokio::task::spawn_blocking(work).await;
    Ok(done
        .map_err(Error::broken)?
        .map_err(|error| error.to_string()))
}

/// Everything in the folder that can be read as a statement: a line that a failure tore is none. A folder that is not
/// there has none; without a folder there is none.
pub(super) async fn read(folder: &str) -> Result<std::result::Result<Found, String>> {
    if folder.is_empty() {
        return Ok(Ok(Found::default()));
    }
    let folder = PathBuf::from(folder);
    on_folder(move || read_now(&folder)).await
}

/// The files of the folder, each with whether it has a line for each statement. A folder that is not there has none.
fn files(folder: &Path) -> std::io::Result<Vec<(PathBuf, bool)>> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is = |(start, end): (&str, &str)| name.starts_with(start) && name.ends_with(end);
        if is(HEAD) || is(ANCHORS) {
            found.push((entry.path(), is(ANCHORS)));
        }
    }
    Ok(found)
}

fn read_now(folder: &Path) -> std::io::Result<Found> {
    let mut found = Found::default();
    for (path, has_lines) in files(folder)? {
        let text = match plain_file::read(&path, LONGEST) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if is_no_file_of_ours(&error) => {
                found.faults.push(format!(
                    "In the folder audit.publish_folder, {} was not read: {error}. Something else than the program put it \
                     there: take it away.",
                    path.display()
                ));
                continue;
            }
            Err(error) => return Err(error),
        };
        if has_lines {
            let lines = text.lines();
            let read = lines.filter_map(|line| serde_json::from_str(line).ok());
            found.statements.extend(read);
        } else {
            let read = serde_json::from_str::<Signed>(&text);
            found.statements.extend(read.ok());
        }
    }
    Ok(found)
}

/// Whether what is there is no file, or too large for one of ours; a link that leads nowhere is none either.
fn is_no_file_of_ours(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::InvalidInput | ErrorKind::FileTooLarge | ErrorKind::NotFound
    )
}

/// Each file that has statements of which `is_moved` says so: its path, what stays of it, and what goes.
pub(super) fn split(
    folder: &Path,
    is_moved: impl Fn(&Signed) -> bool,
) -> std::io::Result<Vec<(PathBuf, String, String)>> {
    let mut parts = Vec::new();
    for (path, has_lines) in files(folder)? {
        let text = String::from_utf8_lossy(&plain_file::read(&path, LONGEST)?).into_owned();
        let texts: Vec<&str> = if has_lines {
            text.split_inclusive('\n').collect()
        } else {
            vec![text.as_str()]
        };
        let goes = |text: &&str| {
            serde_json::from_str::<Signed>(text).is_ok_and(|statement| is_moved(&statement))
        };
        let (moved, kept): (Vec<&str>, Vec<&str>) = texts.into_iter().partition(goes);
        if !moved.is_empty() {
            parts.push((path.clone(), kept.concat(), moved.concat()));
        }
    }
    Ok(parts)
}

/// Adds statements to the files of their days.
pub(super) async fn append(
    folder: &str,
    statements: Vec<Signed>,
) -> Result<std::result::Result<(), String>> {
    let folder = PathBuf::from(folder);
    on_folder(move || append_now(&folder, &statements)).await
}

fn append_now(folder: &Path, statements: &[Signed]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for one in statements {
        let Some(at) = one.signed_at else { continue };
        let (start, end) = ANCHORS;
        let path = folder.join(format!("{start}{}{end}", vancouver_day(at)));
        let mut options = std::fs::OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = plain_file::open(&path, &mut options)?;
        let mut text = serde_json::to_string(one)?;
        text.push('\n');
        if is_torn(&mut file)? {
            text.insert(0, '\n');
        }
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
    }
    // The names of new files are the folder's own.
    std::fs::File::open(folder)?.sync_all()
}

/// Whether the last line has no end.
fn is_torn(file: &mut std::fs::File) -> std::io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0_u8];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

/// Puts the head of a day into a file of its own. Atomic: a reader never sees a part of it.
pub(super) async fn write_head(
    folder: &str,
    head: Signed,
) -> Result<std::result::Result<(), String>> {
    let folder = PathBuf::from(folder);
    on_folder(move || {
        std::fs::create_dir_all(&folder)?;
        let text = serde_json::to_string_pretty(&head)? + "\n";
        let (start, end) = HEAD;
        let day = head.day.map_or(String::new(), |day| day.to_string());
        let name = format!("{start}{day}{end}");
        let beside = folder.join(format!(".{name}"));
        let mut options = std::fs::OpenOptions::new();
        options.write(true).truncate(true).create(true);
        plain_file::open(&beside, &mut options)?.write_all(text.as_bytes())?;
        std::fs::rename(beside, folder.join(name))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anchor(number: i64) -> Signed {
        Signed {
            number: Some(number),
            day: None,
            seq: number,
            hash: "ab".into(),
            signed_at: Some(chrono::DateTime::UNIX_EPOCH),
            key_id: None,
            follows: None,
            signature: "cd".into(),
            public_key: "ef".into(),
        }
    }

    #[test]
    fn what_was_signed_later_is_split_off() {
        let folder = std::env::temp_dir().join(format!("salal-audit-{}", uuid::Uuid::new_v4()));
        append_now(&folder, &[anchor(1), anchor(2), anchor(3)]).unwrap();
        let split = split(&folder, |one| one.number > Some(1)).unwrap();
        let [(_, kept, moved)] = split.as_slice() else {
            panic!("one file");
        };
        assert_eq!((kept.lines().count(), moved.lines().count()), (1, 2));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn what_is_no_file_of_ours_is_told_and_holds_nothing_up() {
        let folder = std::env::temp_dir().join(format!("salal-audit-{}", uuid::Uuid::new_v4()));
        let place = folder.display().to_string();
        append(&place, vec![anchor(1)]).await.unwrap().unwrap();
        let at = |day: &str| folder.join(format!("audit-anchors-2020-01-{day}.jsonl"));
        let pipe = std::process::Command::new("mkfifo").arg(at("01")).status();
        assert!(pipe.unwrap().success());
        std::os::unix::fs::symlink("/dev/zero", at("02")).unwrap();
        let sparse = std::fs::File::create(at("03")).unwrap();
        sparse.set_len(1 << 40).unwrap();
        std::fs::create_dir(folder.join("audit-head-2020-01-04.json")).unwrap();
        let found = read(&place).await.unwrap().unwrap();
        assert_eq!(found.statements, [anchor(1)]);
        assert_eq!(found.faults.len(), 4, "{:?}", found.faults);
        for fault in &found.faults {
            assert!(fault.contains("was not read: it is "), "{fault}");
        }
        std::fs::remove_file(folder.join("audit-anchors-1969-12-31.jsonl")).unwrap();
        let pipe = std::process::Command::new("mkfifo")
            .arg(folder.join("audit-anchors-1969-12-31.jsonl"))
            .status();
        assert!(pipe.unwrap().success());
        assert!(append(&place, vec![anchor(2)]).await.unwrap().is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn a_torn_line_takes_no_other_with_it() {
        let folder = std::env::temp_dir().join(format!("salal-audit-{}", uuid::Uuid::new_v4()));
        let place = folder.display().to_string();
        assert_eq!(read(&place).await.unwrap(), Ok(Found::default()));
        append(&place, vec![anchor(1)]).await.unwrap().unwrap();
        let file = folder.join("audit-anchors-1969-12-31.jsonl");
        let mut text = std::fs::read_to_string(&file).unwrap();
        text.push_str("{\"number\":2,\"se");
        std::fs::write(&file, text).unwrap();
        append(&place, vec![anchor(2)]).await.unwrap().unwrap();
        let found = read(&place).await.unwrap().unwrap();
        assert_eq!(found.statements, [anchor(1), anchor(2)]);
        assert_eq!(found.faults, [] as [&str; 0]);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
