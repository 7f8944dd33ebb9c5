// SPDX-License-Identifier: AGPL-3.0-or-later

//! Short notifications between the processes of an installation, through `PostgreSQL`'s LISTEN and NOTIFY. On
//! `SQLite` one process owns the file, so there is no one to notify. Not here: the content, and reconnecting
//! after the connection broke, which only the caller can decide, because only the caller knows what was
//! missed.

use crate::db::Db;
use crate::engine::Engine;
use sea_orm::sqlx::postgres::{PgListener, PgPoolOptions};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, RuntimeErr, Statement, Value, sqlx};

/// Notifications of other processes on a channel, from its creation on.
#[derive(Debug)]
pub struct Notices(PgListener);

impl Notices {
    /// Waits for the next notification. An error means that the connection, and possibly notifications, were
    /// lost.
    pub async fn next(&mut self) -> Result<String, DbErr> {
        match self.0.try_recv().await {
            Ok(Some(notice)) => Ok(notice.payload().to_owned()),
            Ok(None) => Err(DbErr::Custom("the listening connection was lost".into())),
            Err(error) => Err(failure(error)),
        }
    }
}

fn failure(error: sqlx::Error) -> DbErr {
    DbErr::Conn(RuntimeErr::SqlxError(error.into()))
}

impl Db {
    /// Whether other processes may work on this database. A file belongs to one.
    pub fn is_shared(&self) -> bool {
        self.engine() == Engine::Postgres
    }

    /// Listens on a channel, over a separate connection; `None` on `SQLite`.
    pub async fn listen(&self, channel: &str) -> Result<Option<Notices>, DbErr> {
        if !self.is_shared() {
            return Ok(None);
        }
        let options = self
            .write()
            .pool()?
            .get_postgres_connection_pool()
            .connect_options();
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .max_lifetime(None)
            .idle_timeout(None)
            .connect_lazy_with(options.as_ref().clone());
        let mut listener = PgListener::connect_with(&pool).await.map_err(failure)?;
        listener.listen(channel).await.map_err(failure)?;
        Ok(Some(Notices(listener)))
    }

    /// Sends notifications on a channel in one round trip; nothing on `SQLite`. Each must be shorter than
    /// 8000 bytes.
    pub async fn notify(&self, channel: &str, texts: &[String]) -> Result<(), DbErr> {
        if !self.is_shared() || texts.is_empty() {
            return Ok(());
        }
        let places: Vec<String> = (0..texts.len())
            .map(|at| format!("(${}::text)", at + 2))
            .collect();
        let sql = format!(
            "SELECT pg_notify($1, said.word) FROM (VALUES {}) AS said (word)",
            places.join(", ")
        );
        let values: Vec<Value> = std::iter::once(channel.into())
            .chain(texts.iter().map(|text| text.as_str().into()))
            .collect();
        let statement = Statement::from_sql_and_values(DbBackend::Postgres, sql, values);
        let told = self.write().execute_raw(statement).await;
        self.uncount();
        told.map(|_| ())
    }
}
