// SPDX-License-Identifier: AGPL-3.0-or-later

//! The file that a `SQLite` address names. The driver reads the address (it decodes `%20`), so it is asked here and
//! nowhere else: a second reading would lock, look for or back up another file than the one that is opened.

use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use std::path::PathBuf;
use std::str::FromStr;

use crate::DbError;

/// Whether the address is one of `SQLite`.
pub(crate) fn is_sqlite(url: &str) -> bool {
    url.starts_with("sqlite:")
}

/// The file of a `SQLite` address; `None` for another address, and for one that [`sqlite_file`] refuses.
pub fn file_of(url: &str) -> Option<PathBuf> {
    is_sqlite(url).then(|| sqlite_file(url).ok()).flatten()
}

/// The file of a `SQLite` address. A database in memory, and a name that `SQLite` itself would take for an address
/// (`file:`), have none that could be held, kept closed to others and backed up: they are refused.
pub(crate) fn sqlite_file(url: &str) -> Result<PathBuf, DbError> {
    let options = SqliteConnectOptions::from_str(url).map_err(|_| DbError::NoFile)?;
    let file = options.get_filename();
    let in_memory = parameters(url).any(|(name, value)| name == "mode" && value == "memory");
    let is_name = file.to_str().is_none_or(|name| {
        let name = name.to_ascii_lowercase();
        !name.is_empty() && !name.starts_with("file:") && !name.starts_with(':')
    });
    if in_memory || !is_name {
        return Err(DbError::NoFile);
    }
    Ok(file.to_path_buf())
}

/// Whether a missing file is to be created.
pub(crate) fn creates_file(url: &str) -> bool {
    parameters(url).any(|(name, value)| name == "mode" && value == "rwc")
}

fn parameters(url: &str) -> impl Iterator<Item = (&str, &str)> {
    let all = url.split_once('?').map_or("", |(_, parameters)| parameters);
    all.split('&').filter_map(|one| one.split_once('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_the_one_that_the_driver_opens() {
        for (url, file) in [
            ("sqlite:///srv/salal.db?mode=rwc", "/srv/salal.db"),
            ("sqlite://data/salal.db", "data/salal.db"),
            (
                "sqlite:data/salal.db?mode=rw&cache=private",
                "data/salal.db",
            ),
            (
                "sqlite:///srv/my%20data/%73alal.db?mode=rwc",
                "/srv/my data/salal.db",
            ),
            ("sqlite:///srv/what%3F.db?mode=rwc", "/srv/what?.db"),
        ] {
            assert_eq!(file_of(url), Some(file.into()), "{url}");
        }
        assert_eq!(file_of("postgres://127.0.0.1/salal"), None);
    }

    #[test]
    fn what_is_no_plain_file_is_refused() {
        for url in [
            "sqlite::memory:",
            "sqlite://:memory:",
            "sqlite:///srv/salal.db?mode=memory",
            "sqlite:file:/srv/salal.db?mode=rwc",
            "sqlite://FILE:/srv/salal.db",
            "sqlite://",
            "sqlite:///srv/salal.db?mode=x",
            "sqlite:///srv/salal.db?unknown=1",
        ] {
            assert!(matches!(sqlite_file(url), Err(DbError::NoFile)), "{url}");
            assert_eq!(file_of(url), None, "{url}");
        }
    }
}
