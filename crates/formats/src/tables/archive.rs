// SPDX-License-Identifier: AGPL-3.0-or-later

//! The files of an upload: one file, a gzipped file, or the files of a zip archive. Nothing is written to
//! disk; names inside an archive are not used as paths, and sizes are counted rather than trusted.

use std::io::{self, BufReader, Read, Seek};

use super::faults::{carried, fault_of};
use super::{FileFault, base_name};

/// Decompression limits of an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes per decompressed file.
    pub file_bytes: u64,
    /// Bytes of all decompressed files together.
    pub total_bytes: u64,
    /// Files in an archive.
    pub files: usize,
}

impl Default for Limits {
    /// Many times the size of the drug register's full extract.
    fn default() -> Self {
        Self {
            file_bytes: 512 << 20,
            total_bytes: 1 << 30,
            files: 200,
        }
    }
}

/// One file of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name without folders.
    pub file: String,
    index: usize,
    is_gzip: bool,
}

enum Place<R> {
    One(R),
    Zip(Box<zip::ZipArchive<R>>),
}

/// An upload whose files can be read repeatedly.
pub struct Upload<R> {
    place: Place<R>,
    entries: Vec<Entry>,
    limits: Limits,
}

impl<R: Read + Seek> Upload<R> {
    /// Lists the content. Nested archives, spreadsheets and paths outside the archive are refused.
    pub fn open(file: &str, mut input: R, limits: Limits) -> Result<Self, FileFault> {
        let broken = |error: io::Error| fault_of(&error, file);
        // Wherever the reader was left.
        input.rewind().map_err(broken)?;
        let start = start_of(&mut input).map_err(broken)?;
        input.rewind().map_err(broken)?;
        if !is_zip(&start) {
            let entry = Entry {
                file: base_name(file).to_owned(),
                index: 0,
                is_gzip: is_gzip(&start),
            };
            return Ok(Self {
                place: Place::One(input),
                entries: vec![entry],
                limits,
            });
        }
        let mut archive = zip::ZipArchive::new(input).map_err(|_| FileFault::Broken {
            file: file.to_owned(),
        })?;
        let entries = entries_of(file, &mut archive, &limits)?;
        Ok(Self {
            place: Place::Zip(Box::new(archive)),
            entries,
            limits,
        })
    }

    /// The files, in the archive's order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The decompressed content of a file.
    pub fn read<'a>(&'a mut self, entry: &Entry) -> Result<Box<dyn Read + 'a>, FileFault> {
        let broken = || FileFault::Broken {
            file: entry.file.clone(),
        };
        let packed: Box<dyn Read + 'a> = match &mut self.place {
            Place::One(input) => {
                input.rewind().map_err(|_| broken())?;
                Box::new(input)
            }
            Place::Zip(archive) => Box::new(archive.by_index(entry.index).map_err(|_| broken())?),
        };
        let plain: Box<dyn Read + 'a> = if entry.is_gzip {
            Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(packed)))
        } else {
            packed
        };
        Ok(Box::new(Capped {
            inner: plain,
            left: self.limits.file_bytes,
            file: entry.file.clone(),
        }))
    }
}

fn entries_of<R: Read + Seek>(
    file: &str,
    archive: &mut zip::ZipArchive<R>,
    limits: &Limits,
) -> Result<Vec<Entry>, FileFault> {
    let broken = || FileFault::Broken {
        file: file.to_owned(),
    };
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|_| broken())?;
        if !entry.is_file() {
            continue;
        }
        let name = entry.name().map_err(|_| broken())?.into_owned();
        let is_safe = !name.starts_with(['/', '\\'])
            && !name.contains(':')
            && !name.split(['/', '\\']).any(|part| part == "..");
        if !is_safe {
            return Err(FileFault::UnsafePath {
                file: file.to_owned(),
            });
        }
        if name == "[Content_Types].xml" || name == "mimetype" {
            return Err(FileFault::Document {
                file: file.to_owned(),
            });
        }
        if entries.len() == limits.files {
            return Err(FileFault::TooLarge {
                file: file.to_owned(),
            });
        }
        let start = start_of(&mut entry).map_err(|error| fault_of(&error, &name))?;
        let name = base_name(&name).to_owned();
        if is_zip(&start) {
            return Err(FileFault::Nested { file: name });
        }
        entries.push(Entry {
            file: name,
            index,
            is_gzip: is_gzip(&start),
        });
    }
    Ok(entries)
}

/// Stops when the limit is exceeded, whatever size was stated.
struct Capped<R> {
    inner: R,
    left: u64,
    file: String,
}

impl<R: Read> Read for Capped<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => {
                return Err(carried(FileFault::TooLarge {
                    file: self.file.clone(),
                }));
            }
        }
        Ok(read)
    }
}

/// The first four bytes, or fewer.
fn start_of(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::with_capacity(4);
    input.take(4).read_to_end(&mut start)?;
    Ok(start)
}

pub(super) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

pub(super) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1f\x8b")
}
