// SPDX-License-Identifier: AGPL-3.0-or-later

//! Where uploaded files are: a folder, or a bucket of an S3-compatible store. A file is put whole under a new path and
//! never changes; what has a path is complete and durable. In the folder it is written under a temporary name, flushed,
//! and then renamed; a bucket promises the same. Neither is encrypted here. Not here: which files there are, which their
//! rows say, and what has no path yet (`api::spool`).

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use salal_integrations::{Bucket, Integrations};

use crate::api::Spooled;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::settings::{Settings, StoreKind};
use crate::storage::{UploadFolder, on_disk};

/// The extension of an incomplete file of the folder.
const UNFINISHED: &str = "part";

/// A place where files are kept.
#[derive(Debug)]
pub struct FileStore {
    place: Place,
    name: String,
}

#[derive(Debug)]
enum Place {
    Folder(Arc<UploadFolder>),
    Bucket(Bucket),
}

/// A file of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    pub path: String,
    pub size: u64,
    /// By the clock of the place.
    pub age: Duration,
}

/// A part of the list.
#[derive(Debug, Default)]
pub struct FilePage {
    pub files: Vec<StoredFile>,
    /// What to ask the next page with; `None` after the last one.
    pub next: Option<String>,
}

impl FileStore {
    /// The place of the settings.
    pub fn of(ctx: &Context) -> Arc<Self> {
        // Made outside: what is kept in a context is asked for one at a time.
        let made = Self::of_kind(ctx, ctx.settings.files.store);
        let made = made.unwrap_or_else(|_| Self::folder(ctx));
        ctx.get_or_init(|| made)
    }

    /// The folder, or the bucket if one is named: also the one that is not in use.
    pub fn of_kind(ctx: &Context, kind: StoreKind) -> Result<Self> {
        if kind == StoreKind::Folder {
            return Ok(Self::folder(ctx));
        }
        let bucket = ctx.services.bucket.clone().ok_or_else(|| {
            Error::broken(
                "no bucket is named: set files.s3.endpoint, bucket, access_key and secret_key. Run salal config check",
            )
        })?;
        let s3 = &ctx.settings.files.s3;
        let within = match s3.prefix.trim_matches('/') {
            "" => String::new(),
            prefix => format!(", {prefix}/"),
        };
        Ok(Self {
            place: Place::Bucket(bucket),
            name: format!("the bucket {}{within} at {}", s3.bucket, s3.endpoint),
        })
    }

    fn folder(ctx: &Context) -> Self {
        Self {
            place: Place::Folder(UploadFolder::of(ctx)),
            name: format!("the folder {}", ctx.settings.database.uploads),
        }
    }

    /// For an operator: `the folder data/uploads`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Which kind it is.
    pub fn kind(&self) -> StoreKind {
        match self.place {
            Place::Folder(_) => StoreKind::Folder,
            Place::Bucket(_) => StoreKind::S3,
        }
    }

    /// Puts a file, completely and durably.
    pub async fn put(&self, path: &str, content: Spooled) -> Result<()> {
        match &self.place {
            Place::Folder(folder) => {
                let (folder, path) = (Arc::clone(folder), path.to_owned());
                beside(move || write(folder.path()?, &path, content)).await
            }
            Place::Bucket(bucket) => {
                let (bytes, _room) = content.read().await?.into_parts();
                let put = bucket.put(path, bytes).await;
                put.map_err(|error| Error::of_files(&error))
            }
        }
    }

    /// Reads a file; `None` for one that is not there.
    pub async fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        match &self.place {
            Place::Folder(folder) => {
                let (folder, path) = (Arc::clone(folder), path.to_owned());
                let read = beside(move || found(fs::read(folder.path()?.join(path))));
                read.await.map_err(Error::of_a_read)
            }
            Place::Bucket(bucket) => {
                let read = bucket.read(path).await;
                read.map_err(|error| Error::of_files(&error).of_a_read())
            }
        }
    }

    /// The length of a file; `None` for one that is not there.
    pub async fn size(&self, path: &str) -> Result<Option<u64>> {
        match &self.place {
            Place::Folder(folder) => {
                let (folder, path) = (Arc::clone(folder), path.to_owned());
                let asked = beside(move || found(fs::metadata(folder.path()?.join(path))));
                Ok(asked.await?.map(|found| found.len()))
            }
            Place::Bucket(bucket) => {
                let asked = bucket.size(path).await;
                asked.map_err(|error| Error::of_files(&error).of_a_read())
            }
        }
    }

    /// A page of all files, the first one without `from`. Files that were not put by [`Self::put`] under a path of two
    /// parts are none of ours and not among them; half of one that was left by a killed process is.
    pub async fn page(&self, now: DateTime<Utc>, from: Option<String>) -> Result<FilePage> {
        match &self.place {
            Place::Folder(folder) => {
                let folder = Arc::clone(folder);
                beside(move || next_room(folder.path()?, from.as_deref())).await
            }
            Place::Bucket(bucket) => {
                let page = bucket.page(from).await;
                let page = page.map_err(|error| Error::of_files(&error).of_a_read())?;
                let files = page.files.into_iter().filter(|one| one.path.contains('/'));
                Ok(FilePage {
                    files: files
                        .map(|one| StoredFile {
                            age: (now - one.modified).to_std().unwrap_or_default(),
                            path: one.path,
                            size: one.size,
                        })
                        .collect(),
                    next: page.next,
                })
            }
        }
    }

    /// Removes a file; one that is not there is removed.
    pub async fn remove(&self, path: &str) -> Result<()> {
        match &self.place {
            Place::Folder(folder) => {
                let (folder, path) = (Arc::clone(folder), path.to_owned());
                let removed = beside(move || found(fs::remove_file(folder.path()?.join(path))));
                removed.await.map(drop)
            }
            Place::Bucket(bucket) => {
                let removed = bucket.remove(path).await;
                removed.map_err(|error| Error::of_files(&error))
            }
        }
    }

    /// Asks whether the place can be used now; the refusal is for an operator.
    pub async fn check(&self) -> Result<(), String> {
        let asked = match &self.place {
            Place::Folder(folder) => {
                let folder = Arc::clone(folder);
                beside(move || folder.path().map(drop)).await
            }
            Place::Bucket(bucket) => {
                let checked = bucket.check().await;
                checked.map_err(|error| Error::of_files(&error))
            }
        };
        asked.map_err(|error| self.unusable(&error))
    }

    /// That the place cannot be used, for an operator.
    pub fn unusable(&self, error: &Error) -> String {
        let why = error.cause.as_deref().unwrap_or(&error.message);
        let cure = match self.place {
            Place::Folder(_) => "Mount its disk again, or give this user its rights.",
            Place::Bucket(_) => {
                "Check files.s3 (endpoint, region, bucket and keys), and that the store answers this machine."
            }
        };
        format!(
            "{} cannot be used ({why}). Uploaded files cannot be opened or saved until it can; everything else works. {cure}",
            capitalized(&self.name)
        )
    }
}

/// What is wrong with the bucket of these settings, asked of the store; nothing where none is named.
pub async fn bucket_fault(settings: &Settings) -> Option<String> {
    settings.services.bucket.as_ref()?;
    let services = Integrations::new(&settings.services).ok()?;
    let checked = services.bucket.as_ref()?.check().await;
    let error = checked.err()?.kind;
    Some(format!("files.s3: the bucket cannot be used: {error}"))
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Work on the files of this module.
async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T> {
    on_disk("the upload folder", work).await
}

fn write(folder: &Path, path: &str, content: Spooled) -> io::Result<()> {
    let target = folder.join(path);
    let parent = target.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent)?;
    // Two that write the same file, as two moves do, write apart: the last one to be renamed stays.
    let mark = format!("{:x}.{UNFINISHED}", rand::random::<u64>());
    let unfinished = target.with_extension(mark);
    let mut file = File::create(&unfinished)?;
    content.copy_to(&mut file)?;
    file.sync_all()?;
    fs::rename(&unfinished, &target)?;
    // The new name is durable only after its folder is synced.
    File::open(parent)?.sync_all()
}

/// `None` for what is not there.
fn found<T>(answer: io::Result<T>) -> io::Result<Option<T>> {
    match answer {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        answer => answer.map(Some),
    }
}

/// The files of the first folder inside after this one.
fn next_room(folder: &Path, from: Option<&str>) -> io::Result<FilePage> {
    let mut rooms = Vec::new();
    for room in fs::read_dir(folder)? {
        let room = room?;
        if let (true, Ok(name)) = (room.file_type()?.is_dir(), room.file_name().into_string()) {
            rooms.push(name);
        }
    }
    rooms.sort_unstable();
    let next = rooms
        .into_iter()
        .find(|name| from.is_none_or(|from| name.as_str() > from));
    let Some(room) = next else {
        return Ok(FilePage::default());
    };
    let mut files = Vec::new();
    for file in fs::read_dir(folder.join(&room))? {
        let file = file?;
        let Some(known) = found(file.metadata())?.filter(fs::Metadata::is_file) else {
            continue;
        };
        files.push(StoredFile {
            path: format!("{room}/{}", file.file_name().display()),
            size: known.len(),
            age: known.modified()?.elapsed().unwrap_or_default(),
        });
    }
    Ok(FilePage {
        files,
        next: Some(room),
    })
}
