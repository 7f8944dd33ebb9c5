// SPDX-License-Identifier: AGPL-3.0-or-later

//! Batches concurrent reads into one round trip. A screen made of many features' parts would otherwise wait
//! once per query; this way each feature keeps its own small queries, and the number of round trips is the
//! depth of the dependencies between queries, not their number.
//!
//! The futures are polled here: once all of them are waiting for answers, their queries are sent as one text.
//! Deliberately not here: anything that changes data, and transactions.

use std::future::{Future, poll_fn};
use std::ops::Deref;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use crate::connection::Connection;
use crate::engine::Engine;
use futures_util::TryStreamExt;
use sea_orm::sqlx::{AssertSqlSafe, Either, raw_sql};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement, Value, Values};
use tokio::sync::oneshot;

/// Sentinel column that separates result sets on `SQLite`; no table has it.
const MARK: &str = "salal_next_answer";

type Rows = Vec<QueryResult>;

/// A query and the receiver of its result.
type Question = (Statement, oneshot::Sender<Result<Rows, DbErr>>);

/// The queries that wait to be sent.
#[derive(Debug)]
pub(crate) struct Questions {
    backend: DbBackend,
    asked: Mutex<Vec<Question>>,
}

impl Questions {
    pub(crate) fn backend(&self) -> DbBackend {
        self.backend
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, Vec<Question>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rows, once they have come.
    pub(crate) async fn ask(&self, statement: Statement) -> Result<Rows, DbErr> {
        let (sender, answer) = oneshot::channel();
        self.waiting().push((statement, sender));
        answer
            .await
            .map_err(|_| DbErr::Custom("the question was not sent".into()))?
    }
}

/// A reading connection whose queries are batched.
#[derive(Debug)]
pub struct ReadBatcher {
    connection: Connection,
    questions: Arc<Questions>,
    reader: Arc<Connection>,
    engine: Engine,
    sent: Arc<AtomicU64>,
}

impl Deref for ReadBatcher {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl ReadBatcher {
    pub(crate) fn new(reader: Arc<Connection>, engine: Engine, sent: Arc<AtomicU64>) -> Self {
        let questions = Arc::new(Questions {
            backend: reader.get_database_backend(),
            asked: Mutex::default(),
        });
        Self {
            connection: Connection::of_batch(Arc::clone(&questions)),
            questions,
            reader,
            engine,
            sent,
        }
    }

    /// Runs a future to completion. Queries made concurrently within it are batched. Waiting for anything
    /// other than the database works as usual.
    pub async fn run<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            let done = poll_fn(|task| match work.as_mut().poll(task) {
                Poll::Ready(done) => Poll::Ready(Some(done)),
                Poll::Pending if self.questions.waiting().is_empty() => Poll::Pending,
                Poll::Pending => Poll::Ready(None),
            })
            .await;
            if let Some(done) = done {
                return done;
            }
            self.send().await;
        }
    }

    async fn send(&self) {
        let (statements, waiting): (Vec<_>, Vec<_>) =
            std::mem::take(&mut *self.questions.waiting())
                .into_iter()
                .unzip();
        let answers = match self.engine {
            Engine::Sqlite => self.ask_sqlite(statements).await,
            Engine::Postgres => self.ask_postgres(statements).await,
        };
        match answers {
            // A dropped receiver no longer needs the result.
            Ok(answers) => {
                for (one, rows) in waiting.into_iter().zip(answers) {
                    let _ = one.send(Ok(rows));
                }
            }
            Err(error) => {
                for one in waiting {
                    let _ = one.send(Err(DbErr::Custom(error.to_string())));
                }
            }
        }
    }

    async fn ask_sqlite(&self, statements: Vec<Statement>) -> Result<Vec<Rows>, DbErr> {
        let rows = self
            .reader
            .query_all_raw(join_sqlite(statements, MARK))
            .await?;
        Ok(split_sqlite(rows, MARK))
    }

    /// The simple protocol takes several statements at once, with their values written out.
    async fn ask_postgres(&self, statements: Vec<Statement>) -> Result<Vec<Rows>, DbErr> {
        let count = statements.len();
        let sql = statements
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(";\n");
        self.sent.fetch_add(1, Ordering::Relaxed);
        let pool = self.reader.pool()?.get_postgres_connection_pool();
        let mut stream = raw_sql(AssertSqlSafe(sql)).fetch_many(pool);
        let (mut answers, mut rows) = (Vec::with_capacity(count), Vec::new());
        while let Some(part) = stream
            .try_next()
            .await
            .map_err(|error| DbErr::Custom(error.to_string()))?
        {
            match part {
                Either::Right(row) => rows.push(QueryResult::from(row)),
                Either::Left(_) => answers.push(std::mem::take(&mut rows)),
            }
        }
        if answers.len() == count {
            Ok(answers)
        } else {
            Err(DbErr::Custom(format!(
                "{count} questions got {} answers",
                answers.len()
            )))
        }
    }
}

/// Several selects as one text with a marker row between the results; the values are bound in order.
pub(crate) fn join_sqlite(statements: Vec<Statement>, mark: &str) -> Statement {
    let mut sql = String::new();
    let mut values = Vec::new();
    for (at, statement) in statements.into_iter().enumerate() {
        if at > 0 {
            sql.push_str(";\nSELECT 1 AS ");
            sql.push_str(mark);
            sql.push_str(";\n");
        }
        add_in_order(statement, &mut sql, &mut values);
    }
    Statement {
        sql,
        values: Some(Values(values)),
        db_backend: DbBackend::Sqlite,
    }
}

/// The rows of each select of such a text.
pub(crate) fn split_sqlite(all: Rows, mark: &str) -> Vec<Rows> {
    let mut answers = vec![Vec::new()];
    for row in all {
        if row.column_names().iter().any(|name| name == mark) {
            answers.push(Vec::new());
        } else if let Some(rows) = answers.last_mut() {
            rows.push(row);
        }
    }
    answers
}

/// Adds a statement to a longer text. Numbered placeholders (`$2`) would refer to the values of the whole
/// text, so each is renumbered, and its value is repeated per placeholder.
fn add_in_order(statement: Statement, sql: &mut String, values: &mut Vec<Value>) {
    let own = statement.values.map(|values| values.0).unwrap_or_default();
    if !statement.sql.contains('$') {
        sql.push_str(&statement.sql);
        values.extend(own);
        return;
    }
    let mut parts = statement.sql.split('$');
    sql.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(part.len());
        let (number, rest) = part.split_at(digits);
        match number
            .parse::<usize>()
            .ok()
            .and_then(|at| own.get(at.wrapping_sub(1)))
        {
            Some(value) => {
                sql.push('?');
                values.push(value.clone());
            }
            None => {
                sql.push('$');
                sql.push_str(number);
            }
        }
        sql.push_str(rest);
    }
}
