// SPDX-License-Identifier: AGPL-3.0-or-later

//! Why a server could not be connected to. The pool tries again while nothing listens at the address, and then says only
//! that no connection became free, as it does when the server is busy; so the address is asked. A server that lives
//! answers the first question of its protocol at once, however many connections it has; the kernel takes connections for
//! one that is stopped.

use std::io;
use std::str::FromStr;
use std::time::Duration;

use sea_orm::DbErr;
use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::{self};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};

use crate::DbError;
use crate::address::is_sqlite;
use crate::info::of_sqlx;
use crate::storage::{StorageTrouble, storage_trouble};

/// How long the address may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// The question whether TLS is spoken: its length and its number. It is answered with one letter.
const QUESTION: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// The error of a pool that got no connection, or that nothing answers at its address.
pub(crate) async fn explained(url: &str, error: DbErr) -> DbError {
    if storage_trouble(&error) != Some(StorageTrouble::Busy) {
        return error.into();
    }
    match look(url).await {
        Ok(()) => error.into(),
        Err(why) => why,
    }
}

/// Whether a server answers at the address, within seconds. Nothing is asked of a file.
pub async fn look(url: &str) -> Result<(), DbError> {
    if is_sqlite(url) {
        return Ok(());
    }
    let Ok(options) = PgConnectOptions::from_str(url) else {
        return Ok(());
    };
    let (host, port) = (options.get_host(), options.get_port());
    let knocking = async {
        match options.get_socket() {
            Some(folder) => {
                let socket = folder.join(format!(".s.PGSQL.{port}"));
                Ok::<_, io::Error>(Box::new(UnixStream::connect(socket).await?) as Box<dyn Stream>)
            }
            None => Ok(Box::new(TcpStream::connect((host, port)).await?) as Box<dyn Stream>),
        }
    };
    let away = |error| of_sqlx(sqlx::Error::Io(error));
    let mut stream = match tokio::time::timeout(PATIENCE, knocking).await {
        Ok(reached) => reached.map_err(away)?,
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

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

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
}
