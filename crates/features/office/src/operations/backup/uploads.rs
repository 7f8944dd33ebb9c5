// SPDX-License-Identifier: AGPL-3.0-or-later

//! The uploaded files as a backup reads and writes them, in a thread that may block: in their folder, or in a bucket.

use std::fs::{self, File};
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio::runtime::Handle;

use super::store::named;
use crate::api::Spooled;
use crate::context::Context;
use crate::error::Error;
use crate::files::FileStore;
use crate::settings::StoreKind;

/// The names of files with their sizes.
type Files = Vec<(String, u64)>;

/// Where the uploaded files are.
#[derive(Clone)]
pub struct UploadPlace(Place);

#[derive(Clone)]
enum Place {
    Folder(PathBuf),
    Bucket {
        store: Arc<FileStore>,
        runtime: Handle,
        now: DateTime<Utc>,
    },
}

impl UploadPlace {
    /// The place of the settings.
    pub fn of(ctx: &Context) -> Self {
        let store = FileStore::of(ctx);
        Self(match store.kind() {
            StoreKind::Folder => Place::Folder(PathBuf::from(&ctx.settings.database.uploads)),
            StoreKind::S3 => Place::Bucket {
                store,
                runtime: Handle::current(),
                now: ctx.now(),
            },
        })
    }

    /// A folder.
    pub fn in_folder(folder: &Path) -> Self {
        Self(Place::Folder(folder.to_owned()))
    }

    /// The folder, where it is one.
    pub(super) fn folder(&self) -> Option<&Path> {
        match &self.0 {
            Place::Folder(folder) => Some(folder),
            Place::Bucket { .. } => None,
        }
    }

    /// Gives all files, those of each folder inside together.
    pub(super) fn each_list(
        &self,
        mut each: impl FnMut(Files) -> io::Result<()>,
    ) -> io::Result<()> {
        match &self.0 {
            Place::Folder(folder) => list_folder(folder, each),
            Place::Bucket {
                store,
                runtime,
                now,
            } => {
                let mut list = Files::new();
                let mut from = None;
                loop {
                    let page = runtime.block_on(store.page(*now, from));
                    let page = page.map_err(|error| away(&error))?;
                    for file in page.files {
                        if list
                            .last()
                            .is_some_and(|(last, _)| room(last) != room(&file.path))
                        {
                            each(std::mem::take(&mut list))?;
                        }
                        list.push((file.path, file.size));
                    }
                    from = page.next;
                    if from.is_none() {
                        break;
                    }
                }
                each(list)
            }
        }
    }

    /// Opens a file; `None` for one that is not there.
    pub(super) fn open(&self, path: &str) -> io::Result<Option<Box<dyn Read>>> {
        match &self.0 {
            Place::Folder(folder) => {
                let file = folder.join(path);
                match File::open(&file) {
                    Ok(from) => Ok(Some(Box::new(from))),
                    Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                    Err(error) => Err(named(&error, &file)),
                }
            }
            Place::Bucket { store, runtime, .. } => {
                let read = runtime.block_on(store.read(path));
                let bytes = read.map_err(|error| away(&error))?;
                Ok(bytes.map(|bytes| Box::new(Cursor::new(bytes)) as Box<dyn Read>))
            }
        }
    }

    /// Whether a file is there.
    pub(super) fn has(&self, path: &str) -> io::Result<bool> {
        match &self.0 {
            Place::Folder(folder) => Ok(folder.join(path).exists()),
            Place::Bucket { store, runtime, .. } => {
                let size = runtime.block_on(store.size(path));
                Ok(size.map_err(|error| away(&error))?.is_some())
            }
        }
    }

    /// Puts a file into a bucket.
    pub(super) fn put(&self, path: &str, content: Vec<u8>) -> io::Result<()> {
        match &self.0 {
            Place::Folder(_) => Err(io::Error::other("a folder gets its files piece by piece")),
            Place::Bucket { store, runtime, .. } => runtime
                .block_on(store.put(path, Spooled::in_memory(content)))
                .map_err(|error| away(&error)),
        }
    }
}

fn away(error: &Error) -> io::Error {
    let why = error.cause.as_deref().unwrap_or(&error.message);
    io::Error::other(format!("the store of uploaded files: {why}"))
}

fn room(path: &str) -> &str {
    path.split_once('/').map_or("", |(room, _)| room)
}

fn list_folder(folder: &Path, mut each: impl FnMut(Files) -> io::Result<()>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    let mut loose = Vec::new();
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let kind = entry.file_type()?;
        let mut files = Vec::new();
        if kind.is_dir() {
            find_files(&entry.path(), folder, &mut files)?;
        } else if kind.is_file() {
            find_file(&entry, folder, &mut loose)?;
        }
        each(files)?;
    }
    // The mark of the place is of the place, not of what is in it.
    loose.retain(|(path, _)| !path.starts_with('.'));
    each(loose)
}

fn find_files(folder: &Path, above: &Path, files: &mut Vec<(String, u64)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            find_files(&entry.path(), above, files)?;
        } else if kind.is_file() {
            find_file(&entry, above, files)?;
        }
    }
    Ok(())
}

fn find_file(entry: &fs::DirEntry, above: &Path, files: &mut Vec<(String, u64)>) -> io::Result<()> {
    let path = entry.path();
    // Written a moment ago under another name, or to be.
    let is_unfinished = path.extension().is_some_and(|end| end == "part");
    let name = path.strip_prefix(above).ok().and_then(Path::to_str);
    if let Some(name) = name.filter(|name| !is_unfinished && !name.contains('\n')) {
        match entry.metadata() {
            Ok(found) => files.push((name.to_owned(), found.len())),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
