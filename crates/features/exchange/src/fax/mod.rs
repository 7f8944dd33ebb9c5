// SPDX-License-Identifier: AGPL-3.0-or-later

//! Fax: queued in the transaction of the click and sent once by the worker. Every attempt is recorded before
//! it is made, and the outcome is polled until it is known. Fax does not know what was sent: it stores a
//! subject and the bytes, and notifies the subject's hooks of the outcome.

mod again;
mod aggregate;
mod clarifications;
mod copies;
mod covers;
mod documents;
mod dto;
pub mod entity;
mod jobs;
mod list;
mod numbers;
mod repo;
mod restored;
mod routes;
mod send;
mod stop;
mod subjects;
mod unconfirmed;
mod undo;
mod view;

use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

pub use copies::{Newest, newest};
pub use covers::{Cover, Paper, cover_pdf};
pub use documents::{
    NewDocument, pages_of, read as document, store_document as keep_document,
    store_document_with as keep_document_with,
};
pub use jobs::{Job, jobs};
pub use numbers::{By as NumberBy, Verified, VerifiedPart, verify as verify_number};
pub use repo::counted::{Ended, ended, select_ended};
pub use repo::{in_trouble, settle_by_hand};
pub use restored::{UnknownFax, unknown_faxes};
pub use routes::routes;
pub use send::{NewFax, queue, queue_with, refuse_stopped};
pub use stop::{stop, transmissions};
pub use subjects::{FaxSubject, MayLeave, Question, TakenBack, nothing_kept};
pub use unconfirmed::{Trouble, failed, list_trouble, unconfirmed};
pub use view::LatestPart;
pub use view::{FaxView, latest, say_held};

/// The outcome of a fax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The provider has not accepted it for a while; retries continue.
    Waiting,
    /// The provider accepted it.
    Sent,
    Delivered,
    Failed {
        reason: String,
    },
    /// The outcome is still unknown after the time limit of the settings.
    Unknown,
}

/// A change of a fax, for the subject's hooks.
#[derive(Clone, Debug)]
pub struct Change {
    pub subject_kind: SubjectKind,
    pub subject_id: Uuid,
    pub person: Uuid,
    pub fax: Uuid,
    /// The document that was sent.
    pub document: Uuid,
    /// 1 for the first copy.
    pub copy: i64,
    pub state: State,
    /// Why a delivered fax must be checked by a person: a different machine answered.
    pub doubt: Option<String>,
}
