// SPDX-License-Identifier: AGPL-3.0-or-later

//! Failures of the database itself, and which of them are worth a retry. Not here: unique violations, which
//! are results rather than failures (see `constraint`), and texts for users.

use sea_orm::{DbErr, RuntimeErr, sqlx};
use std::path::PathBuf;

/// A failure to open, prepare or reach the database.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The address names neither engine. The address itself is left out: it may hold a password.
    #[error("the database address must start with sqlite:// or postgres://")]
    UnknownAddress,
    /// A `SQLite` address that names no plain file.
    #[error(
        "the database address must name a file, as sqlite:///srv/salal/salal.db?mode=rwc does. Nothing was changed"
    )]
    NoFile,
    /// The folder for the database file could not be created.
    #[error(
        "the folder {folder} cannot be created or written to: {source}. Nothing was changed. Give the user who runs \
         this write access there, or name another folder in database.url"
    )]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why it could not be created.
        source: std::io::Error,
    },
    /// A server takes connections and says nothing.
    #[error(
        "the database accepts connections and does not answer: it is stopped, or overloaded. Nothing was changed. Look at \
         its process and its log, then run this again"
    )]
    Silent,
    /// A server that was reached lets nobody in.
    #[error("{why}")]
    Refused {
        /// What to do.
        why: &'static str,
    },
    /// The server and this program could not agree on TLS.
    #[error(
        "no encrypted connection to PostgreSQL could be made: it offers no TLS and database.url demands it (sslmode), or its \
         certificate is not one that database.url trusts (sslrootcert) or is of another host. Nothing was changed"
    )]
    NoTls,
    /// The name of the server has no address.
    #[error(
        "the host {host} of database.url is not known here. Nothing was changed. Correct its name, or see that this machine \
         can look it up"
    )]
    UnknownHost {
        /// The name.
        host: String,
    },
    /// The database's file has no content.
    #[error(
        "{file} is empty: there is no database in it. Nothing was changed. Restore the backup in its place, or \
         remove the file to start over"
    )]
    Empty {
        /// The file of the address.
        file: PathBuf,
    },
    /// There is no database, but what a restore left that did not finish.
    #[error(
        "there is no database at {file}, but a salal restore that did not finish left {part}. Nothing was changed. Run \
         salal restore again, which begins anew. To start with an empty database instead, remove {part} first"
    )]
    HalfRestored {
        /// The file of the address.
        file: PathBuf,
        /// What was left.
        part: PathBuf,
    },
    /// The database's file is of another kind.
    #[error(
        "{file} is not a database, or is damaged at its beginning. Nothing was changed. Check that \
         database.url names the right file, or restore a backup in its place"
    )]
    NoDatabase {
        /// The file of the address.
        file: PathBuf,
    },
    /// The database's file has lost its end.
    #[error(
        "{file} is damaged: the end of the file is missing. Nothing was changed. Keep a copy of it as it is, then \
         restore the newest backup in its place"
    )]
    CutShort {
        /// The file of the address.
        file: PathBuf,
    },
    /// Another server or worker works on the database's file, or it is being restored.
    #[error(
        "another salal serve or salal work is using {file}, or a salal restore is under way there. Nothing was changed. \
         Stop that one first, or wait for the restore; a SQLite database can have one, and salal serve runs the \
         background jobs as well. For several, use PostgreSQL"
    )]
    Held {
        /// The file of the address.
        file: PathBuf,
    },
    /// The database's file cannot be read.
    #[error("{file} cannot be read by the user who runs this: {source}")]
    Unreadable {
        /// The file of the address.
        file: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The database's file is read-only.
    #[error(
        "{file} is read-only: {source}. Nothing was changed. Give the user who runs this write access to the file \
         and its folder"
    )]
    Unwritable {
        /// The file of the address.
        file: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A database of another program, or one that was never filled.
    #[error(
        "{file} is a database without this program's tables. Nothing was changed. Check that database.url \
         names the right file"
    )]
    NotOurs {
        /// The file of the address.
        file: PathBuf,
    },
    /// Its schema is of a version that this program cannot work with.
    #[error("{why}")]
    OtherVersion {
        /// What to do.
        why: String,
    },
    /// A copy failed its integrity check.
    #[error(
        "the copy failed its integrity check and was removed. The database may be damaged: run salal doctor"
    )]
    Unsound,
    /// The database refused, or could not be reached.
    #[error("the database did not answer as expected: {}", plain(.0))]
    Database(#[from] DbErr),
    /// A server that answers takes no changes.
    #[error(
        "PostgreSQL takes no changes: it or this database is read-only (default_transaction_read_only, or a standby), or the \
         role in database.url may not write. Nothing was changed. Make it writable, or give the role the right (GRANT), or \
         name the primary"
    )]
    TakesNoChanges,
}

/// The error of the driver or its pool inside an error.
pub(crate) fn driver_error(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Exec(RuntimeErr::SqlxError(inner))
        | DbErr::Query(RuntimeErr::SqlxError(inner))
        | DbErr::Conn(RuntimeErr::SqlxError(inner)) => Some(inner),
        _ => None,
    }
}

/// The driver's own report inside an error, when the database (not the pool) refused.
pub(crate) fn refusal(error: &DbErr) -> Option<&dyn sqlx::error::DatabaseError> {
    match driver_error(error)? {
        sqlx::Error::Database(refusal) => Some(refusal.as_ref()),
        _ => None,
    }
}

/// The code of `PostgreSQL` for something that a role may not do.
const NOT_ALLOWED: &str = "42501";

/// Whether a server refused something that its role may not do.
pub(crate) fn may_not(error: &DbErr) -> bool {
    let code = refusal(error).and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| code == NOT_ALLOWED)
}

/// An error for a person: what a server said, with its code, and not where in the server's source, nor the driver's own
/// words.
pub fn plain(error: &DbErr) -> String {
    let Some(refusal) = refusal(error) else {
        return error.to_string();
    };
    // Five characters are a code of `PostgreSQL`.
    match refusal.code().filter(|code| code.len() == 5) {
        Some(code) if code == NOT_ALLOWED => format!(
            "the role in database.url may not do this on PostgreSQL ({}). Give it the right: it must own the database's \
             tables, or be granted them, and may make tables in the first schema of its search path (GRANT CREATE ON \
             SCHEMA … TO …)",
            refusal.message()
        ),
        Some(code) => format!("PostgreSQL refused it ({code}): {}", refusal.message()),
        None => error.to_string(),
    }
}

/// Whether an error says that the database's file is damaged. `SQLite`: 11 corrupt and 26 not a database, with
/// their extended forms, which carry the plain code in the low byte.
pub fn is_damaged(error: &DbErr) -> bool {
    let code = refusal(error).and_then(sqlx::error::DatabaseError::code);
    // Five characters are a code of `PostgreSQL`.
    code.filter(|code| code.len() < 5)
        .and_then(|code| code.parse::<u32>().ok())
        .is_some_and(|code| matches!(code & 0xff, 11 | 26))
}

/// Whether the same transaction may succeed when retried from its start: a serialization failure, a deadlock,
/// or a busy file.
pub fn is_transient(error: &DbErr) -> bool {
    refusal(error)
        .and_then(|refusal| refusal.code().map(|code| is_transient_code(&code)))
        .unwrap_or(false)
}

/// `PostgreSQL`: 40001 serialization failure, 40P01 deadlock, 55P03 lock not available.
/// `SQLite`: 5 busy and 6 locked, with their extended forms (recovery, snapshot, timeout, shared
/// cache), which carry the plain code in the low byte.
fn is_transient_code(code: &str) -> bool {
    matches!(
        code,
        "40001" | "40P01" | "55P03" | "5" | "6" | "261" | "262" | "517" | "773"
    )
}

#[cfg(test)]
mod tests {
    use super::is_transient_code;

    #[test]
    fn only_contention_is_worth_another_try() {
        for code in ["40001", "40P01", "5", "517"] {
            assert!(is_transient_code(code), "{code}");
        }
        for code in ["23505", "2067", "42601", ""] {
            assert!(!is_transient_code(code), "{code}");
        }
    }
}
