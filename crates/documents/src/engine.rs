//! Sets a template and its data as a PDF with typst.
//!
//! The typesetter sees this crate's templates, one virtual `data.json` and our fonts: no other file, no
//! package, no clock. Data is read as values and is never parsed as markup.

use std::sync::LazyLock;

use chrono::{DateTime, Datelike, Timelike, Utc};
use serde::Serialize;
use sha2::{Digest, Sha256};
use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World, WorldExt};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, Timestamp};

use crate::{fonts, plain};

/// Renders after which typst's memory of earlier layouts is dropped.
const REMEMBERED_RENDERS: usize = 10;

/// A finished document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pdf {
    /// The file.
    pub bytes: Vec<u8>,
    /// SHA-256 of the file, lower-case hexadecimal.
    pub sha256: String,
    /// Its own pages.
    pub pages: usize,
}

/// Why a document could not be made. Carries nothing of the data, so that it can be logged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// A fault of ours in a template.
    #[error("the {template} template failed at line {line}")]
    Template {
        /// File name of the template.
        template: &'static str,
        /// Its line, 0 when unknown.
        line: usize,
    },
    /// A prescription without any approved line.
    #[error("a prescription needs at least one approved line")]
    NoLines,
    /// A drawn signature without ink, with coordinates that are not numbers, or far too large.
    #[error("the drawn signature cannot be read")]
    Signature,
}

/// The papers of this crate.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Template {
    Prescription,
    Cover,
    Receipt,
}

impl Template {
    const fn file(self) -> (&'static str, &'static str) {
        match self {
            Self::Prescription => (
                "prescription.typ",
                include_str!("../templates/prescription.typ"),
            ),
            Self::Cover => ("cover.typ", include_str!("../templates/cover.typ")),
            Self::Receipt => ("receipt.typ", include_str!("../templates/receipt.typ")),
        }
    }
}

const SHEET: (&str, &str) = ("sheet.typ", include_str!("../templates/sheet.typ"));

static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| LazyHash::new(Library::default()));

/// Sets `data` with `template`. `at` is the document's creation time, from the data.
pub(crate) fn render(
    template: Template,
    data: &impl Serialize,
    at: DateTime<Utc>,
) -> Result<Pdf, DocumentError> {
    let (name, text) = template.file();
    let broken = |line| DocumentError::Template {
        template: name,
        line,
    };
    let mut data = serde_json::to_value(data).map_err(|_| broken(0))?;
    plain::clean_all(&mut data);
    let desk = Desk::new(name, text, data.to_string());
    let document = typst::compile::<PagedDocument>(&desk).output;
    let bytes = document.and_then(|document| {
        let options = PdfOptions {
            ident: Smart::Custom(format!("{name} {}", desk.data)),
            creator: Smart::Custom(Some("Salal".to_owned())),
            timestamp: timestamp(at),
            ..PdfOptions::default()
        };
        typst_pdf::pdf(&document, &options).map(|bytes| (bytes, document.pages().len()))
    });
    typst::comemo::evict(REMEMBERED_RENDERS);
    let (bytes, pages) = bytes.map_err(|faults| broken(desk.line_of(faults.first())))?;
    let sha256 = Sha256::digest(&bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(Pdf {
        bytes,
        sha256,
        pages,
    })
}

fn timestamp(at: DateTime<Utc>) -> Option<Timestamp> {
    let part = |number: u32| u8::try_from(number).ok();
    Datetime::from_ymd_hms(
        at.year(),
        part(at.month())?,
        part(at.day())?,
        part(at.hour())?,
        part(at.minute())?,
        part(at.second())?,
    )
    .map(Timestamp::new_utc)
}

/// All that typst may read for one document.
struct Desk {
    main: Source,
    sheet: Source,
    data_id: FileId,
    data: String,
}

impl Desk {
    fn new(name: &str, text: &str, data: String) -> Self {
        Self {
            main: Source::new(file_id(name), text.to_owned()),
            sheet: Source::new(file_id(SHEET.0), SHEET.1.to_owned()),
            data_id: file_id("data.json"),
            data,
        }
    }

    fn line_of(&self, fault: Option<&SourceDiagnostic>) -> usize {
        fault
            .and_then(|fault| self.range(fault.span))
            .and_then(|range| self.main.text().get(..range.start))
            .map_or(0, |before| before.lines().count())
    }
}

fn file_id(name: &str) -> FileId {
    let path = VirtualPath::new(name).expect("our file names are plain");
    FileId::new(RootedPath::new(VirtualRoot::Project, path))
}

impl World for Desk {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &fonts::BOOK
    }

    fn main(&self) -> FileId {
        self.main.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        [&self.main, &self.sheet]
            .into_iter()
            .find(|source| source.id() == id)
            .cloned()
            .ok_or(FileError::AccessDenied)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == self.data_id {
            Ok(Bytes::from_string(self.data.clone()))
        } else {
            Err(FileError::AccessDenied)
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        fonts::FONTS.get(index).cloned()
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}
