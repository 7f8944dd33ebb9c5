// SPDX-License-Identifier: AGPL-3.0-or-later

//! Uploads: files sent in by users, checked before they are stored. The type is detected from the content,
//! not the name; pictures are re-encoded without camera data; other features reference a file by its id. Not
//! here: documents rendered by the product (fax), and who wrote the message a file is attached to (messages).

mod access;
mod disk;
mod dto;
pub mod entity;
mod examine;
mod images;
mod jobs;
mod names;
mod pdf_worker;
mod pdfs;
pub mod place;
mod redraw;
mod repo;
mod routes;
mod turns;

use salal_domain::codes;

use crate::api::RawFile;
use crate::context::Context;
use crate::error::Result;

pub use access::InVisibleThread;
pub use disk::YOUNG;
pub use dto::FileRef;
pub use examine::{Clean, Kinds, examine};
pub use jobs::{Job, jobs};
#[cfg(debug_assertions)]
pub use pdf_worker::check_files_here;
pub use pdf_worker::{check_files_with, confinement, work as pdf_worker};
pub use repo::{
    Missing, NewestPart, OnRecord, RefsPart, find_missing, list_known_paths, list_on_record, read,
    refs, store_upload, store_upload_with,
};
pub use routes::routes;

codes! {
    /// The purpose of a file.
    pub enum Category {
        ProfileImage = "profile-image",
        HealthDocumentFront = "health-document",
        HealthDocumentBack = "health-document-back",
        /// Attached to a message or a reply.
        Attachment = "messaging",
        /// Attached to a suggestion; only administrators can open it (decision 29).
        Screenshot = "problem",
        SleepDocument = "sleep-study",
        SignatureImage = "signature-image",
    }

    /// The types of the files that are stored.
    pub enum MediaType {
        Jpeg = "image/jpeg",
        Png = "image/png",
        Pdf = "application/pdf",
    }
}

/// Checks all files for one purpose in turn; the first refusal ends it.
pub async fn examine_all(ctx: &Context, files: Vec<RawFile>, kinds: Kinds) -> Result<Vec<Clean>> {
    let mut all = Vec::with_capacity(files.len());
    for file in files {
        all.push(examine(ctx, file, kinds).await?);
    }
    Ok(all)
}
