//! Fax: queued in the transaction of the click, sent once by the worker, every attempt written before
//! it is made, the outcome asked for until it is known. Fax does not know what was sent: it keeps a
//! subject and the bytes, and tells its listener what became of them.

mod again;
mod clarifications;
mod copies;
mod covers;
mod documents;
mod dto;
pub(crate) mod entity;
mod jobs;
mod list;
mod numbers;
mod repo;
mod routes;
mod send;
mod stop;
mod subjects;
mod unconfirmed;
mod undo;
mod view;

use uuid::Uuid;

pub use copies::{Newest, newest};
pub use covers::{Cover, Paper, cover_pdf};
pub use documents::{NewDocument, pages_of, read as document, store_document as keep_document};
pub use jobs::jobs;
pub(crate) use numbers::{By as NumberBy, Verified, verified, verify as verify_number};
pub use routes::routes;
pub use send::{NewFax, queue};
pub(crate) use stop::{stop, transmissions};
pub use subjects::{FaxSubject, FaxSubjects, Question, TakenBack, nothing_kept};
pub(crate) use unconfirmed::unconfirmed;
pub use view::{FaxView, latest};

/// What became of a fax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The provider did not take it for long; it is tried on.
    Waiting,
    /// The provider took it.
    Sent,
    Delivered,
    Failed {
        reason: String,
    },
    /// Nobody could say within the time of the settings.
    Unknown,
}

/// A change of a fax, for its listener.
#[derive(Clone, Debug)]
pub struct Change {
    pub subject_kind: String,
    pub subject_id: Uuid,
    pub person: Uuid,
    pub fax: Uuid,
    /// What was sent.
    pub document: Uuid,
    /// 1 for the first copy.
    pub copy: i64,
    pub state: State,
    /// Why a person has to look at a fax that was delivered: another machine answered.
    pub doubt: Option<String>,
}
