// SPDX-License-Identifier: AGPL-3.0-or-later

//! What an address of a database means: the file that one of `SQLite` names, and whether the way to it is sure. The driver reads the address (it decodes `%20`), so it is asked here and
//! nowhere else: a second reading would lock, look for or back up another file than the one that is opened.

use sea_orm::sqlx::postgres::{PgConnectOptions, PgSslMode};
use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use std::net::IpAddr;
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

/// Whether what is asked of the database and answered would cross a network that others could read, or with a server
/// that nobody made sure of. A file, a socket and this machine itself are no network.
pub fn is_unsure_on_a_network(url: &str) -> bool {
    if is_sqlite(url) {
        return false;
    }
    // What the driver cannot read is refused when it is opened.
    let Ok(options) = PgConnectOptions::from_str(url) else {
        return false;
    };
    let host = options.get_host();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    let is_here = options.get_socket().is_some()
        || host.starts_with('/')
        || host == "localhost"
        || address.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    let is_sure = matches!(
        options.get_ssl_mode(),
        PgSslMode::VerifyFull | PgSslMode::VerifyCa
    );
    !is_here && !is_sure
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
    fn a_database_on_a_network_is_sure_with_a_verified_certificate_alone() {
        for (url, is_unsure) in [
            ("sqlite://data/salal.db", false),
            ("postgres://salal:x@127.0.0.1/salal", false),
            ("postgres://salal:x@[::1]:5433/salal", false),
            (
                "postgres://salal@localhost/salal?host=/run/postgresql",
                false,
            ),
            ("postgres://salal@%2Frun%2Fpostgresql/salal", false),
            (
                "postgres://salal:x@db.clinic.test/salal?sslmode=verify-full",
                false,
            ),
            ("postgres://salal:x@10.0.0.4/salal?sslmode=verify-ca", false),
            ("postgres://salal:x@db.clinic.test/salal", true),
            (
                "postgres://salal:x@db.clinic.test/salal?sslmode=require",
                true,
            ),
            ("postgres://salal:x@localhost/salal?host=10.0.0.4", true),
            ("postgresql://salal:x@10.0.0.4/salal?sslmode=disable", true),
        ] {
            assert_eq!(is_unsure_on_a_network(url), is_unsure, "{url}");
        }
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
