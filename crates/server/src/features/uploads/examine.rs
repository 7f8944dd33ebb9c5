// SPDX-License-Identifier: AGPL-3.0-or-later

//! Checks a file before anything of it is stored: its type is detected from its content, and the result is
//! either a re-encoded picture or a document that contains nothing but pages.

use tokio::sync::Semaphore;

use salal_domain::uploads::{FileType, wrong_type};

use super::{MediaType, images, names, pdf_worker};
use crate::api::RawFile;
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Kind, Result};

/// Pictures decoded at the same time; each may need 160 MB.
const SIDE_BY_SIDE: usize = 2;

/// The file types that a form accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds {
    pub images: bool,
    pub pdf: bool,
}

impl Kinds {
    pub const IMAGES: Self = Self {
        images: true,
        pdf: false,
    };
    pub const IMAGES_AND_PDF: Self = Self {
        images: true,
        pdf: true,
    };

    /// The message for a refused file type.
    fn refusal(self) -> String {
        let taken: Vec<FileType> = [(FileType::Pdf, self.pdf), (FileType::Image, self.images)]
            .into_iter()
            .filter_map(|(one, is_taken)| is_taken.then_some(one))
            .collect();
        wrong_type(&taken)
    }
}

/// A checked file that may be stored.
#[derive(Debug)]
pub struct Clean {
    pub(super) name: String,
    pub(super) media: MediaType,
    pub(super) bytes: Vec<u8>,
    pub(super) sha256: String,
}

impl Clean {
    pub(super) fn extension(&self) -> &'static str {
        extension(self.media)
    }
}

fn extension(media: MediaType) -> &'static str {
    match media {
        MediaType::Jpeg => "jpg",
        MediaType::Png => "png",
        MediaType::Pdf => "pdf",
    }
}

/// Why a file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// A type that no form accepts.
    NotOurs,
    Empty,
    /// Starts like a picture but is none, or is truncated.
    BrokenImage,
    TooManyPixels,
    BrokenPdf,
    /// Password-protected.
    Locked,
    /// Contains scripts, other files, or actions that start programs.
    Active,
    /// Has form fields or notes that nothing draws, so that the pages alone would lose them.
    Form,
    TooManyPages,
    /// Decompresses to far more than its size.
    Bomb,
}

impl Refused {
    fn text(self) -> &'static str {
        match self {
            Self::NotOurs => "",
            Self::Empty => "This file is empty. Please choose another one.",
            Self::BrokenImage => {
                "This picture cannot be read. Please take it again or choose another one."
            }
            Self::TooManyPixels => {
                "This picture is too large. It can have up to 40 million pixels."
            }
            Self::BrokenPdf => "This PDF cannot be read. Please save it again or send a picture.",
            Self::Locked => "This PDF is protected with a password. Please send it without one.",
            Self::Active => {
                "This PDF contains scripts or embedded files. Please print it to a new PDF or send a picture."
            }
            Self::Form => {
                "This PDF has form fields or notes that are not part of its pages. Please print it to a new PDF or send a picture."
            }
            Self::TooManyPages => "This PDF is too long. It can have up to 50 pages.",
            Self::Bomb => "This PDF is too large when it is opened. Please send a picture.",
        }
    }
}

/// Checks a file; errors name the form's field.
pub async fn examine(ctx: &Context, file: RawFile, kinds: Kinds) -> Result<Clean> {
    let (field, name) = (file.field, file.name);
    let looked = if kinds.pdf && file.bytes.starts_with(b"%PDF-") {
        let checked = pdf_worker::check(ctx, &file.bytes).await?;
        checked.map(|bytes| (MediaType::Pdf, bytes))
    } else {
        let gate = ctx.get_or_init(|| Gate(Semaphore::new(SIDE_BY_SIDE)));
        let _turn = gate.0.acquire().await.map_err(Error::broken)?;
        tokio::task::spawn_blocking(move || look(&file.bytes, kinds))
            .await
            // The decoder panicked on hostile content: the file is refused.
            .unwrap_or(Err(Refused::BrokenImage))
    };
    let (media, bytes) = looked.map_err(|why| refusal(field, kinds, why))?;
    Ok(Clean {
        name: names::clean(&name, extension(media)),
        media,
        sha256: sha256_hex(&bytes),
        bytes,
    })
}

struct Gate(Semaphore);

fn look(bytes: &[u8], kinds: Kinds) -> Result<(MediaType, Vec<u8>), Refused> {
    if bytes.is_empty() {
        return Err(Refused::Empty);
    }
    match images::format_of(bytes) {
        Some(format) if kinds.images => images::remake(bytes, format),
        _ => Err(Refused::NotOurs),
    }
}

fn refusal(field: String, kinds: Kinds, why: Refused) -> Error {
    let field = if field.is_empty() {
        "files".to_owned()
    } else {
        field
    };
    if why == Refused::NotOurs {
        let text = kinds.refusal();
        let mut error = Error::field(field, text.clone());
        error.kind = Kind::WrongType;
        error.code = "WRONG_FILE_TYPE";
        error.message = text;
        return error;
    }
    Error::field(field, why.text())
}
