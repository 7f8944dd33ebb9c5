// SPDX-License-Identifier: AGPL-3.0-or-later

//! Renders a template with its data as a PDF with typst.
//!
//! The typesetter can read this crate's templates, one virtual `data.json` and our fonts: no other file, no
//! package, no clock. Data is read as values and is never parsed as markup.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

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

/// What no render used for so many, up to twice as many, is taken out of typst's cache of earlier layouts. To look
/// through it takes a tenth of a render, so that is done once for all of them.
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

/// Why rendering failed. Contains no data, so that it can be logged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// A bug in a template.
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

/// The documents of this crate.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Template {
    Prescription,
    Cover,
    Receipt,
    Sleep,
    SleepCover,
    Cancellation,
    Void,
    Report,
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
            Self::Sleep => ("sleep.typ", include_str!("../templates/sleep.typ")),
            Self::SleepCover => (
                "sleep_cover.typ",
                include_str!("../templates/sleep_cover.typ"),
            ),
            Self::Cancellation => (
                "cancellation.typ",
                include_str!("../templates/cancellation.typ"),
            ),
            Self::Void => ("void.typ", include_str!("../templates/void.typ")),
            Self::Report => ("report.typ", include_str!("../templates/report.typ")),
        }
    }
}

impl Template {
    /// Its text, parsed once for all documents.
    fn source(self) -> Source {
        static PARSED: [OnceLock<Source>; Template::Report as usize + 1] =
            [const { OnceLock::new() }; Template::Report as usize + 1];
        let (name, text) = self.file();
        let parse = || Source::new(file_id(name), text.to_owned());
        PARSED[self as usize].get_or_init(parse).clone()
    }
}

const PAGE_TEMPLATE: (&str, &str) = ("page.typ", include_str!("../templates/page.typ"));

static SHEET: LazyLock<Source> =
    LazyLock::new(|| Source::new(file_id(PAGE_TEMPLATE.0), PAGE_TEMPLATE.1.to_owned()));

static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| LazyHash::new(Library::default()));

/// Renders `data` with `template`. `at` is the document's creation time, from the data.
pub(crate) fn render(
    template: Template,
    data: &impl Serialize,
    at: DateTime<Utc>,
) -> Result<Pdf, DocumentError> {
    set(template, Sources::of(template, data), at)
}

/// Renders over the pages of a finished document, which the template calls `under.pdf`.
pub(crate) fn render_over(
    template: Template,
    data: &impl Serialize,
    under: Vec<u8>,
    at: DateTime<Utc>,
) -> Result<Pdf, DocumentError> {
    let sources = Sources::of(template, data).map(|sources| Sources {
        under: Some(Bytes::new(under)),
        ..sources
    });
    set(template, sources, at)
}

fn set(
    template: Template,
    sources: Option<Sources>,
    at: DateTime<Utc>,
) -> Result<Pdf, DocumentError> {
    let name = template.file().0;
    let broken = |line| DocumentError::Template {
        template: name,
        line,
    };
    let sources = sources.ok_or(broken(0))?;
    let document = typst::compile::<PagedDocument>(&sources).output;
    let bytes = document.and_then(|document| {
        let options = PdfOptions {
            ident: Smart::Custom(format!("{name} {}", sources.data)),
            creator: Smart::Custom(Some("Salal".to_owned())),
            timestamp: timestamp(at),
            ..PdfOptions::default()
        };
        typst_pdf::pdf(&document, &options).map(|bytes| (bytes, document.pages().len()))
    });
    forget_some();
    let (bytes, pages) = bytes.map_err(|faults| broken(sources.line_of(faults.first())))?;
    let sha256 = hex::encode(Sha256::digest(&bytes));
    Ok(Pdf {
        bytes,
        sha256,
        pages,
    })
}

fn forget_some() {
    static RENDERS: AtomicUsize = AtomicUsize::new(1);
    if RENDERS
        .fetch_add(1, Ordering::Relaxed)
        .is_multiple_of(REMEMBERED_RENDERS)
    {
        // Not what was used since the last time.
        typst::comemo::evict(1);
    }
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

/// The files that typst can read for one document.
struct Sources {
    main: Source,
    sheet: Source,
    data_id: FileId,
    data: String,
    /// A finished document to render over.
    under: Option<Bytes>,
}

impl Sources {
    fn of(template: Template, data: &impl Serialize) -> Option<Self> {
        let mut data = serde_json::to_value(data).ok()?;
        plain::clean_all(&mut data);
        Some(Self {
            main: template.source(),
            sheet: SHEET.clone(),
            data_id: file_id("data.json"),
            data: data.to_string(),
            under: None,
        })
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

impl World for Sources {
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
            return Ok(Bytes::from_string(self.data.clone()));
        }
        match &self.under {
            Some(under) if id == file_id("under.pdf") => Ok(under.clone()),
            _ => Err(FileError::AccessDenied),
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        fonts::FONTS.get(index).cloned()
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

/// The text of each page in reading order, without line breaks and break marks.
#[cfg(test)]
pub(crate) fn page_texts(template: Template, data: &impl Serialize) -> Vec<String> {
    use typst::layout::{Frame, FrameItem};

    fn read(frame: &Frame, words: &mut String) {
        for (_, item) in frame.items() {
            match item {
                FrameItem::Group(group) => read(&group.frame, words),
                FrameItem::Text(text) => words.push_str(&text.text),
                _ => {}
            }
        }
    }
    let sources = Sources::of(template, data).unwrap();
    let warned = typst::compile::<PagedDocument>(&sources);
    assert!(warned.warnings.is_empty(), "{:?}", warned.warnings);
    let document = warned.output.unwrap();
    let page_text = |page: &typst_layout::Page| {
        let mut words = String::new();
        read(&page.frame, &mut words);
        words.replace('\u{200B}', "")
    };
    document.pages().iter().map(page_text).collect()
}

/// Each page as read: the words of a line side by side, lines from top to bottom.
#[cfg(test)]
pub(crate) fn page_lines(template: Template, data: &impl Serialize) -> Vec<String> {
    use typst::layout::{Frame, FrameItem, Point};

    fn read(frame: &Frame, at: Point, words: &mut Vec<(i64, f64, String)>) {
        for (offset, item) in frame.items() {
            let place = at + *offset;
            match item {
                FrameItem::Group(group) => {
                    let moved = Point::new(group.transform.tx, group.transform.ty);
                    read(&group.frame, place + moved, words);
                }
                FrameItem::Text(text) => {
                    // Half points: items on one line differ by less.
                    #[expect(
                        clippy::cast_possible_truncation,
                        reason = "a page is 792 points high"
                    )]
                    let y = (place.y.to_pt() * 2.0).round() as i64;
                    words.push((y, place.x.to_pt(), text.text.to_string()));
                }
                _ => {}
            }
        }
    }
    let sources = Sources::of(template, data).unwrap();
    let document = typst::compile::<PagedDocument>(&sources).output.unwrap();
    let page_text = |page: &typst_layout::Page| {
        let mut words = Vec::new();
        read(&page.frame, Point::zero(), &mut words);
        words.sort_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap());
        let mut text = String::new();
        let mut line = i64::MIN / 2;
        for (y, _, word) in words {
            // Smaller type on the same line has a slightly different baseline.
            if y - line > 3 {
                text.push('\n');
                line = y;
            } else {
                text.push('\t');
            }
            text.push_str(&word);
        }
        text.replace('\u{200B}', "").trim_start().to_owned()
    };
    document.pages().iter().map(page_text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_template_begins_a_content_with_a_sign_that_makes_a_list() {
        for template in [
            include_str!("../templates/prescription.typ"),
            include_str!("../templates/receipt.typ"),
            include_str!("../templates/sleep_cover.typ"),
            include_str!("../templates/page.typ"),
            include_str!("../templates/cover.typ"),
            include_str!("../templates/sleep.typ"),
        ] {
            // `[ + ]` is an item of a list, and prints `1.` on a line of its own.
            for (at, _) in template.match_indices('[') {
                let content = template[at + 1..].trim_start();
                assert!(
                    !["+ ", "- ", "= ", "/ "]
                        .iter()
                        .any(|sign| content.starts_with(sign)),
                    "{}",
                    &template[at..(at + 40).min(template.len())]
                );
            }
        }
    }

    #[test]
    fn a_template_can_read_nothing_but_its_own_files() {
        let sources = Sources::of(Template::Cover, &()).unwrap();
        assert!(sources.source(file_id("prescription.typ")).is_err());
        assert!(sources.source(file_id("data.json")).is_err());
        assert!(
            sources.file(file_id("Cargo.toml")).is_err()
                && sources.file(file_id("other.json")).is_err()
        );
        assert!(
            sources.file(file_id("data.json")).is_ok()
                && sources.source(file_id("page.typ")).is_ok()
        );
        assert!(sources.today(None).is_none());
    }

    #[test]
    fn a_fault_names_the_template_and_nothing_of_the_data() {
        let fault = render(Template::Cover, &["secret"], DateTime::UNIX_EPOCH).unwrap_err();
        let text = fault.to_string();
        assert!(
            text.starts_with("the cover.typ template failed at line ") && !text.contains("secret"),
            "{text}"
        );
    }
}
