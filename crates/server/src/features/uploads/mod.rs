//! Uploads: files that people send in, looked at before they are kept. What a file is, its content
//! says and its name does not; pictures are made anew, without what a camera wrote into them; other
//! features name a file by its id. Deliberately not here: documents of our own making (fax), and who
//! wrote the message that a file hangs on (messages).

mod access;
mod disk;
mod dto;
pub(crate) mod entity;
mod examine;
mod images;
mod jobs;
mod names;
mod pdfs;
mod repo;
mod routes;

use crate::api::RawFile;
use crate::context::Context;
use crate::error::Result;

pub use dto::FileRef;
pub use examine::{Clean, Kinds, examine};
pub use jobs::jobs;
pub(crate) use repo::{newest, read, refs, store_upload};
pub use routes::routes;

/// What a file was sent in for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    ProfileImage,
    HealthDocumentFront,
    HealthDocumentBack,
    /// Of a message or a reply.
    Attachment,
    /// Of a suggestion; only administrators open it (decision 29).
    Screenshot,
    SleepDocument,
    SignatureImage,
}

impl Category {
    /// As it stands in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::ProfileImage => "profile-image",
            Self::HealthDocumentFront => "health-document",
            Self::HealthDocumentBack => "health-document-back",
            Self::Attachment => "messaging",
            Self::Screenshot => "problem",
            Self::SleepDocument => "sleep-study",
            Self::SignatureImage => "signature-image",
        }
    }
}

/// Examines all files of one kind of use, one after the other; the first that is refused ends it.
pub async fn examine_all(ctx: &Context, files: Vec<RawFile>, kinds: Kinds) -> Result<Vec<Clean>> {
    let mut all = Vec::with_capacity(files.len());
    for file in files {
        all.push(examine(ctx, file, kinds).await?);
    }
    Ok(all)
}
