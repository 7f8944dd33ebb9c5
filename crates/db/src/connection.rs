// SPDX-License-Identifier: AGPL-3.0-or-later

//! The one type of connection that queries take: a pool, a transaction, or reads that run side by side. One type, so
//! that a query is compiled where it is written and not again for each caller. Not here: opening and beginning (`db`),
//! and how joint reads that run side by side are sent (`side_by_side`).

use std::ops::Deref;
use std::sync::Arc;

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    QueryResult, Statement, TransactionTrait,
};

use crate::limits::with_limits;
use crate::load::{Load, Wanting};
use crate::side_by_side::Questions;
use crate::writer::{Fault, Turn, may_undo_all};

/// A connection for queries.
#[derive(Debug)]
pub struct Connection(Kind);

#[derive(Debug)]
enum Kind {
    Pool(DatabaseConnection, Arc<Load>),
    Transaction(DatabaseTransaction, Option<Fault>),
    SideBySide(Arc<Questions>),
}

impl Connection {
    pub(crate) fn of_pool(pool: DatabaseConnection, load: Arc<Load>) -> Self {
        Self(Kind::Pool(pool, load))
    }

    pub(crate) fn side_by_side(questions: Arc<Questions>) -> Self {
        Self(Kind::SideBySide(questions))
    }

    /// Where a joint read waits for those beside it.
    pub(crate) fn questions(&self) -> Option<&Questions> {
        match &self.0 {
            Kind::SideBySide(questions) => Some(questions),
            Kind::Pool(..) | Kind::Transaction(..) => None,
        }
    }

    /// The counts of the pool.
    pub(crate) fn load(&self) -> Result<&Arc<Load>, DbErr> {
        match &self.0 {
            Kind::Pool(_, load) => Ok(load),
            Kind::Transaction(..) | Kind::SideBySide(_) => Err(other_kind("a pool")),
        }
    }

    /// The pool, to begin a transaction or to close it.
    pub(crate) fn pool(&self) -> Result<&DatabaseConnection, DbErr> {
        match &self.0 {
            Kind::Pool(pool, _) => Ok(pool),
            Kind::Transaction(..) | Kind::SideBySide(_) => Err(other_kind("a pool")),
        }
    }
}

#[sea_orm_migration::async_trait::async_trait]
impl ConnectionTrait for Connection {
    fn get_database_backend(&self) -> DbBackend {
        match &self.0 {
            Kind::Pool(pool, _) => pool.get_database_backend(),
            Kind::Transaction(transaction, _) => transaction.get_database_backend(),
            Kind::SideBySide(questions) => questions.reader().get_database_backend(),
        }
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        match &self.0 {
            Kind::Pool(pool, load) => {
                let _wanting = load.want();
                pool.execute_raw(statement).await
            }
            Kind::Transaction(transaction, fault) => {
                noting(fault.as_ref(), transaction.execute_raw(statement).await)
            }
            Kind::SideBySide(_) => Err(reads_only()),
        }
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        match &self.0 {
            Kind::Pool(pool, load) => {
                let _wanting = load.want();
                pool.execute_unprepared(sql).await
            }
            Kind::Transaction(transaction, fault) => {
                noting(fault.as_ref(), transaction.execute_unprepared(sql).await)
            }
            Kind::SideBySide(_) => Err(reads_only()),
        }
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let statement = with_limits(statement);
        match &self.0 {
            Kind::Pool(pool, load) => {
                let _wanting = load.want();
                pool.query_one_raw(statement).await
            }
            Kind::Transaction(transaction, fault) => {
                noting(fault.as_ref(), transaction.query_one_raw(statement).await)
            }
            Kind::SideBySide(questions) => questions.reader().query_one_raw(statement).await,
        }
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let statement = with_limits(statement);
        match &self.0 {
            Kind::Pool(pool, load) => {
                let _wanting = load.want();
                pool.query_all_raw(statement).await
            }
            Kind::Transaction(transaction, fault) => {
                noting(fault.as_ref(), transaction.query_all_raw(statement).await)
            }
            Kind::SideBySide(questions) => questions.reader().query_all_raw(statement).await,
        }
    }
}

/// Passes on a result; an error that may have undone the whole transaction is noted.
fn noting<T>(fault: Option<&Fault>, result: Result<T, DbErr>) -> Result<T, DbErr> {
    if let (Some(fault), Err(error)) = (fault, &result)
        && may_undo_all(error)
    {
        // Only the first is of interest.
        let _ = fault.set(error.clone());
    }
    result
}

fn reads_only() -> DbErr {
    DbErr::Custom("this connection is for reading".into())
}

fn other_kind(wanted: &str) -> DbErr {
    DbErr::Custom(format!("this connection is not {wanted}"))
}

/// An open transaction. Dropped without a commit, it is rolled back.
#[derive(Debug)]
pub struct Transaction {
    // In this order: its changes are undone before the next one gets its turn.
    connection: Connection,
    turn: Option<Turn>,
    load: Arc<Load>,
    /// Of a pool whose transactions have a connection each.
    _wanting: Option<Wanting>,
}

impl Transaction {
    pub(crate) async fn begin(pool: &Connection) -> Result<Self, DbErr> {
        let load = Arc::clone(pool.load()?);
        let wanting = load.want();
        let transaction = pool.pool()?.begin().await?;
        Ok(Self {
            connection: Connection(Kind::Transaction(transaction, None)),
            turn: None,
            load,
            _wanting: Some(wanting),
        })
    }

    pub(crate) fn in_turn(
        transaction: DatabaseTransaction,
        fault: Fault,
        turn: Turn,
        load: Arc<Load>,
    ) -> Self {
        Self {
            connection: Connection(Kind::Transaction(transaction, Some(fault))),
            turn: Some(turn),
            load,
            _wanting: None,
        }
    }

    /// As the migrations take it.
    pub(crate) fn inner(&self) -> Result<&DatabaseTransaction, DbErr> {
        match &self.connection.0 {
            Kind::Transaction(transaction, _) => Ok(transaction),
            Kind::Pool(..) | Kind::SideBySide(_) => Err(other_kind("a transaction")),
        }
    }

    fn open(self) -> Result<(DatabaseTransaction, Option<Turn>), DbErr> {
        match self.connection.0 {
            Kind::Transaction(transaction, _) => Ok((transaction, self.turn)),
            Kind::Pool(..) | Kind::SideBySide(_) => Err(other_kind("a transaction")),
        }
    }

    /// Ends it and keeps its changes: they are on the disk when this returns.
    pub async fn commit(self) -> Result<(), DbErr> {
        let load = Arc::clone(&self.load);
        let ended = match self.open()? {
            (transaction, Some(turn)) => turn.commit(transaction).await,
            (transaction, None) => transaction.commit().await,
        };
        if ended.is_err() {
            load.commit_failed();
        }
        ended
    }

    /// Ends it and undoes its changes.
    pub async fn rollback(self) -> Result<(), DbErr> {
        match self.open()? {
            (transaction, Some(turn)) => turn.rollback(transaction).await,
            (transaction, None) => transaction.rollback().await,
        }
    }
}

impl Deref for Transaction {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

// For the library's own functions, which take any connection and look no further.
#[sea_orm_migration::async_trait::async_trait]
impl ConnectionTrait for Transaction {
    fn get_database_backend(&self) -> DbBackend {
        self.connection.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.connection.execute_raw(statement).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.connection.execute_unprepared(sql).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.connection.query_one_raw(statement).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.connection.query_all_raw(statement).await
    }
}
