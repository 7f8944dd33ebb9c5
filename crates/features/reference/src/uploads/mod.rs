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
mod kept;
mod names;
mod pdf_worker;
mod pdfs;
pub mod place;
mod redraw;
mod repo;
mod routes;
mod turns;

use salal_domain::codes;

pub use access::InVisibleThread;
pub use disk::YOUNG;
pub use dto::FileRef;
pub use examine::Kinds;
pub use jobs::{Job, jobs, queue_daily_cleanup};
pub use kept::{Kept, receive, receive_all, receive_each, take, take_with};
#[cfg(debug_assertions)]
pub use pdf_worker::check_files_here;
pub use pdf_worker::{check_files_with, confinement, work as pdf_worker};
pub use repo::{
    Missing, NewestPart, OnRecord, RefsPart, find_missing, list_known_paths, list_on_record, read,
    refs,
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
