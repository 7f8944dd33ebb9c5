// SPDX-License-Identifier: AGPL-3.0-or-later

//! Why a server could not be connected to. The pool tries again while nothing listens at the address, and then says only
//! that no connection became free, as it does when the server is busy; so the address is asked. A server that lives
//! answers the first question of its protocol at once, however many connections it has; the kernel takes connections for
//! one that is stopped.

use std::io;
use std::str::FromStr;
use std::time::Duration;

use sea_orm::DbErr;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection};
use sea_orm::sqlx::{self, Connection as _};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};

use crate::DbError;
use crate::address::is_sqlite;
use crate::error::driver_error;
use crate::info::of_sqlx;
use crate::storage::{StorageTrouble, storage_trouble};

/// How long the address may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// The question whether TLS is spoken: its length and its number. It is answered with one letter.
const QUESTION: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// How long a server that answers may take to let somebody in.
const ENTRY: Duration = Duration::from_secs(10);

/// What an operator can do about a server that lets nobody in, by the code of its refusal.
const REFUSALS: &[(&str, &str)] = &[
    (
        "28P01",
        "PostgreSQL refused the password. Nothing was changed. Check the user and the password in database.url; \
         ALTER ROLE … PASSWORD sets another one",
    ),
    (
        "28000",
        "PostgreSQL does not let this user in: the role in database.url does not exist or may not sign in, or \
         pg_hba.conf has no line for this user, database and address, or only one with TLS. Nothing was changed. Make the \
         role (CREATE ROLE … LOGIN), or add the line; the log of PostgreSQL says which it is",
    ),
    (
        "3D000",
        "the database in database.url does not exist on this PostgreSQL. Nothing was changed. Create it (createdb), or \
         correct the name",
    ),
    (
        "42501",
        "PostgreSQL does not let this user into the database. Nothing was changed. Give it the right: GRANT CONNECT ON \
         DATABASE … TO …",
    ),
    (
        "53300",
        "PostgreSQL has no connection left for this user. Nothing was changed. End those that are not needed, or raise its \
         max_connections or the limit of the role or database, then run this again",
    ),
    (
        "55000",
        "the database in database.url takes no connections. Nothing was changed. Allow them: ALTER DATABASE … WITH \
         ALLOW_CONNECTIONS true",
    ),
    (
        "57P01",
        "PostgreSQL is shutting down. Nothing was changed. Start it, then run this again",
    ),
    (
        "57P03",
        "PostgreSQL is starting up, shutting down or recovering. Nothing was changed. Wait until its log says that it is \
         ready, then run this again",
    ),
];

/// The error of a server that was reached and lets nobody in; `None` for every other one.
fn refused(error: &sqlx::Error) -> Option<DbError> {
    if matches!(error, sqlx::Error::Tls(_)) {
        return Some(DbError::NoTls);
    }
    let code = error.as_database_error()?.code()?;
    let (_, why) = REFUSALS.iter().find(|(known, _)| *known == code)?;
    Some(DbError::Refused { why })
}

/// The error of a pool that got no connection: what the server says, or that nothing answers at its address.
pub(crate) async fn explained(url: &str, error: DbErr) -> DbError {
    if let Some(why) = driver_error(&error).and_then(refused) {
        return why;
    }
    let asked = match storage_trouble(&error) {
        // The pool has tried again and again, and does not say what it was told.
        Some(StorageTrouble::Busy) => enter(url).await,
        Some(StorageTrouble::Away) => look(url).await,
        _ => Ok(()),
    };
    match asked {
        Ok(()) => error.into(),
        Err(why) => why,
    }
}

/// Whether a server answers at the address and lets this user in, within seconds. Nothing is asked of a file.
pub async fn enter(url: &str) -> Result<(), DbError> {
    look(url).await?;
    let Some(options) = options_of(url) else {
        return Ok(());
    };
    let options = options.application_name("salal");
    match tokio::time::timeout(ENTRY, PgConnection::connect_with(&options)).await {
        Ok(Ok(entered)) => {
            // The answer is known, however it ends.
            let _ = entered.close().await;
            Ok(())
        }
        Ok(Err(error)) => Err(refused(&error).unwrap_or_else(|| of_sqlx(error))),
        Err(_) => Err(DbError::Silent),
    }
}

fn options_of(url: &str) -> Option<PgConnectOptions> {
    if is_sqlite(url) {
        return None;
    }
    PgConnectOptions::from_str(url).ok()
}

/// Whether a server answers at the address, within seconds. Nothing is asked of a file.
pub async fn look(url: &str) -> Result<(), DbError> {
    let Some(options) = options_of(url) else {
        return Ok(());
    };
    let (host, port) = (options.get_host(), options.get_port());
    let knocking = async {
        match options.get_socket() {
            Some(folder) => {
                let socket = folder.join(format!(".s.PGSQL.{port}"));
                Ok::<_, Unreached>(Box::new(UnixStream::connect(socket).await?) as Box<dyn Stream>)
            }
            None => {
                let found: Vec<_> = match tokio::net::lookup_host((host, port)).await {
                    Ok(found) => found.collect(),
                    Err(_) => return Err(Unreached::Unknown),
                };
                Ok(Box::new(TcpStream::connect(&*found).await?) as Box<dyn Stream>)
            }
        }
    };
    let away = |error| of_sqlx(sqlx::Error::Io(error));
    let mut stream = match tokio::time::timeout(PATIENCE, knocking).await {
        Ok(Ok(reached)) => reached,
        Ok(Err(Unreached::Away(error))) => return Err(away(error)),
        Ok(Err(Unreached::Unknown)) => {
            let host = host.to_owned();
            return Err(DbError::UnknownHost { host });
        }
        Err(_) => return Err(away(io::ErrorKind::TimedOut.into())),
    };
    let asking = async {
        stream.write_all(&QUESTION).await?;
        stream.read_u8().await
    };
    match tokio::time::timeout(PATIENCE, asking).await {
        Ok(answered) => answered.map(drop).map_err(away),
        Err(_) => Err(DbError::Silent),
    }
}

/// Why no connection was made.
enum Unreached {
    /// The name has no address.
    Unknown,
    Away(io::Error),
}

impl From<io::Error> for Unreached {
    fn from(error: io::Error) -> Self {
        Self::Away(error)
    }
}

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;
    use crate::{Db, DbSettings};

    async fn listener() -> (TcpListener, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound port");
        (listener, format!("postgres://salal@{address}/salal"))
    }

    #[tokio::test]
    async fn a_server_that_says_nothing_is_not_one_that_is_away() {
        let (silent, url) = listener().await;
        assert!(matches!(look(&url).await, Err(DbError::Silent)));
        drop(silent);
        let Err(DbError::Database(refused)) = look(&url).await else {
            panic!("nothing listens there any more");
        };
        assert_eq!(storage_trouble(&refused), Some(StorageTrouble::Away));
        let (living, url) = listener().await;
        let answering = async {
            let (mut stream, _) = living.accept().await.expect("somebody asks");
            let mut question = [0; 8];
            stream.read_exact(&mut question).await.expect("a question");
            stream.write_all(b"N").await.expect("it is heard");
        };
        let ((), looked) = tokio::join!(answering, look(&url));
        looked.expect("it answers");
    }

    /// A server that refuses everybody with this code, as `PostgreSQL` words it.
    async fn refusing(code: &'static str) -> String {
        let (listener, url) = listener().await;
        // Fields of a letter and a text each: severity twice, code, message, and where in its source.
        let fields = [
            ("S", "FATAL"),
            ("V", "FATAL"),
            ("C", code),
            ("M", "not \"salal\""),
            ("F", "source.c"),
            ("L", "948"),
        ];
        let fields = fields.map(|(letter, text)| format!("{letter}{text}\0"));
        let refusal = fields.concat() + "\0";
        let length = u32::try_from(refusal.len() + 4).expect("a short text");
        let answer = [b"E", &length.to_be_bytes()[..], refusal.as_bytes()].concat();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut first = [0; 8];
                if stream.read_exact(&mut first).await.is_err() {
                    continue;
                }
                if first == QUESTION && stream.write_all(b"N").await.is_err() {
                    continue;
                }
                let mut rest = [0; 1024];
                if stream.read(&mut rest).await.is_ok_and(|n| n > 0) {
                    let _ = stream.write_all(&answer).await;
                }
            }
        });
        url
    }

    #[tokio::test]
    async fn who_is_not_let_in_is_told_what_to_do_without_the_driver_s_words() {
        let few = DbSettings {
            postgres_connections: 1,
            acquire_timeout: Duration::from_millis(200),
            ..DbSettings::default()
        };
        for (code, why) in REFUSALS {
            let url = refusing(code).await;
            let opened = Db::open(&url, &few).await.expect_err("refused");
            let entered = enter(&url).await.expect_err("refused");
            for told in [opened, entered] {
                assert_eq!(told.to_string(), *why, "{code}");
            }
        }
        let url = refusing("28P01").await + "?sslmode=require";
        let opened = Db::open(&url, &few).await.expect_err("there is no TLS");
        assert!(matches!(opened, DbError::NoTls), "{opened}");
        let url = "postgres://salal:marked-password@no-such-host.invalid/salal";
        for told in [
            Db::open(url, &few).await.expect_err("it is not known"),
            enter(url).await.expect_err("it is not known"),
        ] {
            assert!(matches!(told, DbError::UnknownHost { .. }), "{told}");
        }
    }
}
