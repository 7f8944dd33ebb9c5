// SPDX-License-Identifier: AGPL-3.0-or-later

//! Checks a file before anything of it is stored: its type is detected from its content, and the result is
//! either a re-encoded picture or a document that contains nothing but pages. It is opened in another process
//! (`pdf_worker`).

use std::time::Duration;

use image::ImageFormat;
use salal_domain::uploads::{FileType, wrong_type};

use super::pdf_worker::Subject;
use super::turns::OwnTurns;
use super::{MediaType, images, names, pdf_worker};
use crate::api::{RawFile, Spooled, Spools};
use crate::context::Context;
use crate::error::{Error, Kind, Result};

/// How long a file waits for an earlier one of its sender.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

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
pub(super) struct Clean {
    pub(super) name: String,
    pub(super) media: MediaType,
    pub(super) content: Spooled,
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
    /// How many telephones store their pictures.
    Heic,
    Empty,
    /// Starts like a picture but is none, or is truncated.
    BrokenImage,
    TooManyPixels,
    /// Decompresses to far more than a picture needs.
    HeavyImage,
    BrokenPdf,
    /// Password-protected.
    Locked,
    /// Contains scripts, other files, or actions that start programs.
    Active,
    /// Has form fields or notes that nothing draws, so that the pages alone would lose them.
    Form,
    TooManyPages,
    /// Has a page that readers don't promise to open.
    LargePage,
    /// Decompresses to far more than its size.
    Bomb,
}

impl Refused {
    fn text(self) -> &'static str {
        match self {
            Self::NotOurs => "",
            Self::Heic => {
                "This picture is in the HEIC format, which Salal cannot open. Send it as a JPEG: share it from your phone \
                 by email, or take a screenshot of it. On an iPhone, Settings > Camera > Formats > Most Compatible takes \
                 new pictures as JPEG."
            }
            Self::Empty => "This file is empty. Please choose another one.",
            Self::BrokenImage => {
                "This picture cannot be read. Please take it again or choose another one."
            }
            Self::TooManyPixels => {
                "This picture is too large. It can have up to 40 million pixels."
            }
            Self::HeavyImage => {
                "This picture is too large to open. Please take another one or choose a different file."
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
            Self::LargePage => {
                "A page of this PDF is too large. Its sides can have up to 5 metres. Please print it to a new PDF or send a picture."
            }
            Self::Bomb => "This PDF is too large when it is opened. Please send a picture.",
        }
    }
}

/// Checks a file; errors name the form's field. A sender's files are looked at one after the other, and while one
/// waits for its turn it takes no memory.
pub(super) async fn examine(ctx: &Context, file: RawFile, kinds: Kinds) -> Result<Clean> {
    let RawFile {
        field,
        name,
        content,
        sender,
    } = file;
    let senders = ctx.get_or_init(|| OwnTurns::new(LONGEST_WAIT));
    let own = senders.take(&sender).await?;
    let looked = match subject_of(content.first(), kinds) {
        Ok(subject) => pdf_worker::check(ctx, &sender, &content, subject).await?,
        Err(why) => Err(why),
    };
    drop((own, content));
    let looked = looked.and_then(|bytes| Ok((media_of(&bytes)?, bytes)));
    let (media, bytes) = looked.map_err(|why| refusal(field, kinds, why))?;
    Ok(Clean {
        name: names::clean(&name, extension(media)),
        media,
        content: Spools::of(ctx).put_aside(&bytes).await?,
    })
}

/// What a file is looked at as, by its first bytes.
fn subject_of(first: &[u8], kinds: Kinds) -> Result<Subject, Refused> {
    if kinds.pdf && first.starts_with(b"%PDF-") {
        return Ok(Subject::Pdf);
    }
    match images::format_of(first) {
        _ if first.is_empty() => Err(Refused::Empty),
        Some(_) if kinds.images => Ok(Subject::Picture),
        None if kinds.images && images::is_heic(first) => Err(Refused::Heic),
        _ => Err(Refused::NotOurs),
    }
}

/// The type of what is stored: it was made in another process, so it is looked at again.
fn media_of(kept: &[u8]) -> Result<MediaType, Refused> {
    match images::format_of(kept) {
        Some(ImageFormat::Jpeg) => Ok(MediaType::Jpeg),
        Some(ImageFormat::Png) => Ok(MediaType::Png),
        None if kept.starts_with(b"%PDF-") => Ok(MediaType::Pdf),
        _ => Err(Refused::BrokenImage),
    }
}

fn refusal(field: String, kinds: Kinds, why: Refused) -> Error {
    let field = if field.is_empty() {
        "files".to_owned()
    } else {
        field
    };
    if matches!(why, Refused::NotOurs | Refused::Heic) {
        let text = match why {
            Refused::Heic => why.text().to_owned(),
            _ => kinds.refusal(),
        };
        let mut error = Error::field(field, text.clone());
        error.kind = Kind::WrongType;
        error.code = "WRONG_FILE_TYPE";
        error.message = text;
        return error;
    }
    Error::field(field, why.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_a_telephone_is_refused_with_what_to_do() {
        for brand in [b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif"] {
            let file = [b"\0\0\0\x18ftyp" as &[u8], brand, b"\0\0\0\0mif1heic"].concat();
            assert_eq!(subject_of(&file, Kinds::IMAGES).unwrap_err(), Refused::Heic);
            let error = refusal("images".into(), Kinds::IMAGES, Refused::Heic);
            assert_eq!(
                (error.kind, error.code),
                (Kind::WrongType, "WRONG_FILE_TYPE")
            );
            assert!(error.message.contains("JPEG"), "{}", error.message);
        }
        for other in [
            b"\0\0\0\x18ftypisom\0\0\0\0" as &[u8],
            b"ftypheic",
            b"\0\0\0\x18ftyp",
        ] {
            assert_eq!(
                subject_of(other, Kinds::IMAGES).unwrap_err(),
                Refused::NotOurs
            );
        }
        let pdf_only = Kinds {
            images: false,
            pdf: true,
        };
        let file = b"\0\0\0\x18ftypheic";
        assert_eq!(subject_of(file, pdf_only).unwrap_err(), Refused::NotOurs);
    }
}
