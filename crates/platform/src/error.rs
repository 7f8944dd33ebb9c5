// SPDX-License-Identifier: AGPL-3.0-or-later

//! The server's error type: what the user is told and what is logged, joined in one place (the API layer).
//! Not here: the texts themselves, which are in `salal_domain::texts`.

use salal_db::StorageTrouble;
use salal_domain::faults::Fault;
use serde_json::Value;

/// The kind of error, which determines the HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 400: the request cannot be parsed.
    Malformed,
    /// 401
    NotSignedIn,
    /// 403
    NotAllowed,
    /// 404: absent or out of scope; both give the same response.
    NotFound,
    /// 409
    Conflict,
    /// 413
    TooLarge,
    /// 415
    WrongType,
    /// 422, with errors by field.
    Invalid,
    /// 429, with the wait in seconds.
    TooMany,
    /// 502, naming the service.
    OutsideDown,
    /// 503: changes cannot be stored at the moment, or too much is asked for at once; recovers by itself.
    Unavailable,
    /// 500: our fault; the cause is in the log only.
    Broken,
}

impl Kind {
    /// The HTTP status of this kind (decision 147).
    pub fn status(self) -> u16 {
        match self {
            Self::Malformed => 400,
            Self::NotSignedIn => 401,
            Self::NotAllowed => 403,
            Self::NotFound => 404,
            Self::Conflict => 409,
            Self::TooLarge => 413,
            Self::WrongType => 415,
            Self::Invalid => 422,
            Self::TooMany => 429,
            Self::Broken => 500,
            Self::OutsideDown => 502,
            Self::Unavailable => 503,
        }
    }
}

/// The error type. Small to pass along: its content is boxed.
#[derive(Debug)]
pub struct Error(Box<ErrorBody>);

/// The content of an error, for the user and for the log.
#[derive(Debug)]
pub struct ErrorBody {
    pub kind: Kind,
    /// Stable, for programs: `STALE_VERSION`, `PHONE_NOT_VERIFIED`.
    pub code: &'static str,
    /// For the user: what happened, what was saved, what to do.
    pub message: String,
    /// Errors by field, shown beside the field.
    pub faults: Vec<Fault>,
    /// Logged once, by the API layer. Never contains health information.
    pub cause: Option<String>,
    /// The current version of the record, when the caller's version was stale.
    pub current: Option<Value>,
    /// Seconds to wait before trying again.
    pub retry_after_seconds: Option<i64>,
    /// Why the database could not store or read something, if that is the reason.
    pub storage: Option<StorageTrouble>,
}

impl std::ops::Deref for Error {
    type Target = ErrorBody;

    fn deref(&self) -> &ErrorBody {
        &self.0
    }
}

impl std::ops::DerefMut for Error {
    fn deref_mut(&mut self) -> &mut ErrorBody {
        &mut self.0
    }
}

/// When to retry while changes cannot be stored: the server checks every second.
const NOT_KEPT_SECONDS: i64 = 5;

/// The result type of the server.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of `kind` with a code for programs and a message for people.
    pub fn new(kind: Kind, code: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(ErrorBody {
            kind,
            code,
            message: message.into(),
            faults: Vec::new(),
            cause: None,
            current: None,
            retry_after_seconds: None,
            storage: None,
        }))
    }

    pub fn malformed(message: impl Into<String>) -> Self {
        Self::new(Kind::Malformed, "MALFORMED", message)
    }

    pub fn not_signed_in(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Kind::NotSignedIn, code, message)
    }

    pub fn not_allowed(message: impl Into<String>) -> Self {
        Self::new(Kind::NotAllowed, "NOT_ALLOWED", message)
    }

    /// Absent or out of scope: the same response for both, so that an id reveals nothing.
    pub fn not_found() -> Self {
        Self::new(
            Kind::NotFound,
            "NOT_FOUND",
            "This record doesn’t exist or you don’t have access to it.",
        )
    }

    pub fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Kind::Conflict, code, message)
    }

    /// Someone else changed the record first; `current` is its current version.
    pub fn stale(current: &impl serde::Serialize) -> Self {
        let mut error = Self::conflict(
            "STALE_VERSION",
            "Someone else changed this in the meantime. Nothing was overwritten. Check what has changed, then try again.",
        );
        error.current = serde_json::to_value(current).ok();
        error
    }

    /// Invalid values, one error per field. The message is the title of the list.
    pub fn invalid(faults: Vec<Fault>) -> Self {
        let mut error = Self::new(
            Kind::Invalid,
            "PLEASE_CORRECT_ERRORS_BELOW",
            salal_domain::texts::general::CORRECT_ERRORS_BELOW,
        );
        error.faults = faults;
        error
    }

    /// One invalid value.
    pub fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::invalid(vec![Fault {
            field: field.into(),
            message: message.into(),
        }])
    }

    pub fn too_many(message: impl Into<String>, retry_after_seconds: i64) -> Self {
        let mut error = Self::new(Kind::TooMany, "TOO_MANY", message);
        error.retry_after_seconds = Some(retry_after_seconds);
        error
    }

    /// An internal error; the cause is only logged.
    pub fn broken(cause: impl std::fmt::Display) -> Self {
        let mut error = Self::new(
            Kind::Broken,
            "BROKEN",
            salal_domain::texts::general::SOME_ERROR,
        );
        error.cause = Some(cause.to_string());
        error
    }

    /// The database cannot store (or read) anything at the moment. If the disk failed during the commit, it
    /// is not known whether this change was stored, so the message does not claim that it was not: repeating
    /// the click, with its key, returns the same response.
    pub fn not_kept(why: StorageTrouble, cause: impl std::fmt::Display) -> Self {
        let mut error = Self::new(
            Kind::Unavailable,
            "NOT_KEPT",
            "Salal cannot save changes at the moment. What you entered is still on this page. Please try again in a minute; nothing is done twice.",
        );
        error.retry_after_seconds = Some(NOT_KEPT_SECONDS);
        error.cause = Some(format!("{}: {cause}", why.word()));
        error.storage = Some(why);
        error
    }

    /// A file beside the database could not be written or read; `what` is for the log. A disk that takes nothing
    /// is refused like a database that keeps nothing, but says nothing about the database: that may lie elsewhere.
    pub fn disk(what: &str, error: &std::io::Error) -> Self {
        let cause = format!("{what}: {error}");
        match salal_db::disk_trouble(error) {
            Some(why) => {
                let mut error = Self::not_kept(why, cause);
                error.storage = None;
                error
            }
            None => Self::broken(cause),
        }
    }

    /// The store of uploaded files did not take or give one. It is refused like a database that keeps nothing, but says
    /// nothing about the database. After an unknown outcome a file may be there that no row names, which is removed later.
    pub fn of_files(error: &salal_integrations::ServiceError) -> Self {
        let mut refused = Self::not_kept(StorageTrouble::Away, "");
        refused.cause = Some(error.to_string());
        refused.storage = None;
        refused
    }

    /// The same trouble, told to somebody who only reads: nothing of theirs is to be kept.
    #[must_use]
    pub fn of_a_read(self) -> Self {
        if self.code != "NOT_KEPT" {
            return self;
        }
        let mut error = Self::away();
        error.cause.clone_from(&self.cause);
        error
    }

    /// The database does not answer, to a call that reads or one that had begun.
    pub fn away() -> Self {
        let mut error = Self::new(
            Kind::Unavailable,
            "AWAY",
            "Salal cannot reach its records at the moment. Please try again in a minute; nothing is done twice.",
        );
        error.retry_after_seconds = Some(NOT_KEPT_SECONDS);
        error.cause = Some(StorageTrouble::Away.word().to_owned());
        error
    }

    /// Too many ask for the same at once; nothing was begun.
    pub fn busy(seconds: i64) -> Self {
        let mut error = Self::new(
            Kind::Unavailable,
            "BUSY",
            "Salal is very busy. Nothing was changed, and what you entered is still on this page. Please try again in a moment.",
        );
        error.retry_after_seconds = Some(seconds);
        error
    }

    /// An external service failed.
    pub fn service_unavailable(service: &str, cause: impl std::fmt::Display) -> Self {
        let mut error = Self::new(
            Kind::OutsideDown,
            "OUTSIDE_DOWN",
            format!(
                "The {service} service does not answer at the moment. What you entered is kept. Please try again in a few minutes."
            ),
        );
        error.cause = Some(format!("{service}: {cause}"));
        error
    }
}

/// The cause of an error that a damaged database file gives; for the log and the terminal.
pub const DAMAGED: &str = "the database file is damaged: a part of it cannot be read. Nothing was changed. Keep a \
                           copy of the file as it is, then restore the newest backup in its place";

impl From<sea_orm::DbErr> for Error {
    fn from(error: sea_orm::DbErr) -> Self {
        match salal_db::storage_trouble(&error) {
            Some(why) => Self::not_kept(why, salal_db::plain(&error)),
            None if salal_db::is_damaged(&error) => Self::broken(DAMAGED),
            None => Self::broken(format!("database: {}", salal_db::plain(&error))),
        }
    }
}

impl From<salal_db::DbError> for Error {
    fn from(error: salal_db::DbError) -> Self {
        match error {
            salal_db::DbError::Database(error) => error.into(),
            salal_db::DbError::Silent
            | salal_db::DbError::Refused { .. }
            | salal_db::DbError::NoTls
            | salal_db::DbError::TakesNoChanges
            | salal_db::DbError::UnknownHost { .. } => Self::broken(error),
            other => Self::broken(format!("database: {other}")),
        }
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::broken(format!("json: {error}"))
    }
}

impl From<salal_integrations::ServiceError> for Error {
    fn from(error: salal_integrations::ServiceError) -> Self {
        if error.is_held() {
            return crate::hold::held();
        }
        let service = error.service.name().to_owned();
        Self::service_unavailable(&service, error)
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}: {}",
            self.code,
            self.cause.as_deref().unwrap_or("refused")
        )
    }
}
