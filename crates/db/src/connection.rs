// SPDX-License-Identifier: AGPL-3.0-or-later

//! The one type of connection that queries take: a pool, a transaction, or reads that run side by side. One type, so
//! that a query is compiled where it is written and not again for each caller. Not here: opening and beginning (`db`),
//! and how joint reads that run side by side are sent (`side_by_side`).

use std::ops::Deref;
use std::sync::Arc;

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    QueryResult, Statement,
};

use crate::side_by_side::Questions;

/// A connection for queries.
#[derive(Debug)]
pub struct Connection(Kind);

#[derive(Debug)]
enum Kind {
    Pool(DatabaseConnection),
    Transaction(DatabaseTransaction),
    SideBySide(Arc<Questions>),
}

impl Connection {
    pub(crate) fn of_pool(pool: DatabaseConnection) -> Self {
        Self(Kind::Pool(pool))
    }

    pub(crate) fn side_by_side(questions: Arc<Questions>) -> Self {
        Self(Kind::SideBySide(questions))
    }

    /// Where a joint read waits for those beside it.
    pub(crate) fn questions(&self) -> Option<&Questions> {
        match &self.0 {
            Kind::SideBySide(questions) => Some(questions),
            Kind::Pool(_) | Kind::Transaction(_) => None,
        }
    }

    /// The pool, to begin a transaction or to close it.
    pub(crate) fn pool(&self) -> Result<&DatabaseConnection, DbErr> {
        match &self.0 {
            Kind::Pool(pool) => Ok(pool),
            Kind::Transaction(_) | Kind::SideBySide(_) => Err(other_kind("a pool")),
        }
    }
}

#[sea_orm_migration::async_trait::async_trait]
impl ConnectionTrait for Connection {
    fn get_database_backend(&self) -> DbBackend {
        match &self.0 {
            Kind::Pool(pool) => pool.get_database_backend(),
            Kind::Transaction(transaction) => transaction.get_database_backend(),
            Kind::SideBySide(questions) => questions.reader().get_database_backend(),
        }
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        match &self.0 {
            Kind::Pool(pool) => pool.execute_raw(statement).await,
            Kind::Transaction(transaction) => transaction.execute_raw(statement).await,
            Kind::SideBySide(_) => Err(reads_only()),
        }
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        match &self.0 {
            Kind::Pool(pool) => pool.execute_unprepared(sql).await,
            Kind::Transaction(transaction) => transaction.execute_unprepared(sql).await,
            Kind::SideBySide(_) => Err(reads_only()),
        }
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        match &self.0 {
            Kind::Pool(pool) => pool.query_one_raw(statement).await,
            Kind::Transaction(transaction) => transaction.query_one_raw(statement).await,
            Kind::SideBySide(questions) => questions.reader().query_one_raw(statement).await,
        }
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        match &self.0 {
            Kind::Pool(pool) => pool.query_all_raw(statement).await,
            Kind::Transaction(transaction) => transaction.query_all_raw(statement).await,
            Kind::SideBySide(questions) => questions.reader().query_all_raw(statement).await,
        }
    }
}

fn reads_only() -> DbErr {
    DbErr::Custom("this connection is for reading".into())
}

fn other_kind(wanted: &str) -> DbErr {
    DbErr::Custom(format!("this connection is not {wanted}"))
}

/// An open transaction. Dropped without a commit, it is rolled back.
#[derive(Debug)]
pub struct Transaction(Connection);

impl Transaction {
    pub(crate) fn of(transaction: DatabaseTransaction) -> Self {
        Self(Connection(Kind::Transaction(transaction)))
    }

    /// As the migrations take it.
    pub(crate) fn inner(&self) -> Result<&DatabaseTransaction, DbErr> {
        match &self.0.0 {
            Kind::Transaction(transaction) => Ok(transaction),
            Kind::Pool(_) | Kind::SideBySide(_) => Err(other_kind("a transaction")),
        }
    }

    fn open(self) -> Result<DatabaseTransaction, DbErr> {
        match self.0.0 {
            Kind::Transaction(transaction) => Ok(transaction),
            Kind::Pool(_) | Kind::SideBySide(_) => Err(other_kind("a transaction")),
        }
    }

    /// Ends it and keeps its changes.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.open()?.commit().await
    }

    /// Ends it and undoes its changes.
    pub async fn rollback(self) -> Result<(), DbErr> {
        self.open()?.rollback().await
    }
}

impl Deref for Transaction {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.0
    }
}

// For the library's own functions, which take any connection and look no further.
#[sea_orm_migration::async_trait::async_trait]
impl ConnectionTrait for Transaction {
    fn get_database_backend(&self) -> DbBackend {
        self.0.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.0.execute_raw(statement).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.0.execute_unprepared(sql).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.0.query_one_raw(statement).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.0.query_all_raw(statement).await
    }
}
