// SPDX-License-Identifier: AGPL-3.0-or-later

//! Why a server could not be connected to. The pool tries again while nothing listens at the address, and then says only
//! that no connection became free, as it does when the server is busy; so the address is asked.

use std::io;
use std::str::FromStr;
use std::time::Duration;

use sea_orm::DbErr;
use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::{self};
use tokio::net::{TcpStream, UnixStream};

use crate::DbError;
use crate::info::of_sqlx;
use crate::storage::{StorageTrouble, storage_trouble};

/// How long the address may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The error of a pool that got no connection, or that nothing answers at its address.
pub(crate) async fn explained(url: &str, error: DbErr) -> DbError {
    if storage_trouble(&error) != Some(StorageTrouble::Busy) {
        return error.into();
    }
    match knock(url).await {
        Ok(()) => error.into(),
        Err(refused) => of_sqlx(sqlx::Error::Io(refused)),
    }
}

/// Whether something listens at the address.
async fn knock(url: &str) -> io::Result<()> {
    let Ok(options) = PgConnectOptions::from_str(url) else {
        return Ok(());
    };
    let port = options.get_port();
    let knocking = async {
        let host = options.get_host();
        match options.get_socket() {
            Some(folder) => {
                let socket = folder.join(format!(".s.PGSQL.{port}"));
                UnixStream::connect(socket).await.map(drop)
            }
            None => TcpStream::connect((host, port)).await.map(drop),
        }
    };
    tokio::time::timeout(PATIENCE, knocking)
        .await
        .unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}
