// SPDX-License-Identifier: AGPL-3.0-or-later

//! Several selects answered by one statement: a record and everything that belongs to it is read in one
//! round trip, in a transaction too, and each feature keeps its own small query.
//!
//! `PostgreSQL` takes a prepared statement at a time, so the selects become the columns of one, each with its
//! rows as JSON. `SQLite` runs several as one text, with a marker row between the results. Deliberately not
//! here: selects that need the answer of another (that is a second joint read), and columns of bytes.

use std::marker::PhantomData;

use crate::connection::Connection;
use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, EntityTrait, FromQueryResult, QueryResult, QueryTrait,
    Select, Statement, Values,
};
use serde::de::DeserializeOwned;

use crate::read_batcher::{join_sqlite, split_sqlite};

/// Sentinel column between the parts on `SQLite`. Another one than a batcher's: a joint read may be part of a
/// batch.
const MARK: &str = "salal_next_part";

/// The place of a select's rows among the answers.
#[derive(Debug)]
pub struct Part<M> {
    place: usize,
    rows: PhantomData<fn() -> M>,
}

/// Selects to be sent together.
#[derive(Debug)]
pub struct JointRead {
    backend: DbBackend,
    statements: Vec<Statement>,
}

/// The rows of every select.
#[derive(Debug)]
pub struct JointAnswers(Rows);

#[derive(Debug)]
enum Rows {
    Sqlite(Vec<Vec<QueryResult>>),
    Postgres(Vec<serde_json::Value>),
}

impl JointRead {
    /// An empty one for this connection's engine.
    pub fn for_connection(db: &Connection) -> Self {
        Self {
            backend: db.get_database_backend(),
            statements: Vec::new(),
        }
    }

    /// Adds a select of whole rows.
    pub fn add<E: EntityTrait>(&mut self, select: &Select<E>) -> Part<E::Model>
    where
        E::Model: DeserializeOwned,
    {
        self.add_as(select)
    }

    /// Adds a select of some columns, read as `M`: its fields are named like the columns.
    pub fn add_as<M: FromQueryResult + DeserializeOwned>(
        &mut self,
        select: &impl QueryTrait,
    ) -> Part<M> {
        self.add_statement(select.build(self.backend))
    }

    /// Adds a written select, read as `M`.
    pub fn add_statement<M: FromQueryResult + DeserializeOwned>(
        &mut self,
        select: Statement,
    ) -> Part<M> {
        self.statements.push(select);
        Part {
            place: self.statements.len() - 1,
            rows: PhantomData,
        }
    }

    /// Asks them all. Nothing is sent when there is none.
    pub async fn run(self, db: &Connection) -> Result<JointAnswers, DbErr> {
        let rows = if self.statements.is_empty() {
            Rows::Sqlite(Vec::new())
        } else if self.backend == DbBackend::Postgres {
            let count = self.statements.len();
            let row = db.query_one_raw(as_columns(self.statements)).await?;
            let row = row.ok_or_else(|| DbErr::RecordNotFound("a joint read".into()))?;
            let column = |place| row.try_get_by_index::<serde_json::Value>(place);
            Rows::Postgres((0..count).map(column).collect::<Result<_, _>>()?)
        } else {
            let all = db.query_all_raw(join_sqlite(self.statements, MARK)).await?;
            Rows::Sqlite(split_sqlite(all, MARK))
        };
        Ok(JointAnswers(rows))
    }
}

impl JointAnswers {
    /// The rows of one select, in its order.
    pub fn take<M: FromQueryResult + DeserializeOwned>(
        &mut self,
        part: &Part<M>,
    ) -> Result<Vec<M>, DbErr> {
        match &mut self.0 {
            Rows::Sqlite(all) => {
                let rows = all.get_mut(part.place).map(std::mem::take);
                let rows = rows.unwrap_or_default();
                rows.iter()
                    .map(|row| M::from_query_result(row, ""))
                    .collect()
            }
            Rows::Postgres(all) => {
                let rows = all.get_mut(part.place).map(serde_json::Value::take);
                serde_json::from_value(rows.unwrap_or_default())
                    .map_err(|error| DbErr::Json(error.to_string()))
            }
        }
    }
}

/// One select whose columns are the rows of the others, as JSON. Each keeps its own order: an aggregate takes
/// the rows of a sorted subquery as they come.
fn as_columns(statements: Vec<Statement>) -> Statement {
    let mut sql = String::from("SELECT ");
    let mut values = Vec::new();
    for (at, statement) in statements.into_iter().enumerate() {
        if at > 0 {
            sql.push_str(", ");
        }
        sql.push_str("(SELECT COALESCE(json_agg(r), '[]'::json) FROM (");
        push_renumbered(&statement.sql, values.len(), &mut sql);
        sql.push_str(") r)");
        values.extend(statement.values.map(|values| values.0).unwrap_or_default());
    }
    Statement {
        sql,
        values: Some(Values(values)),
        db_backend: DbBackend::Postgres,
    }
}

/// Adds a text whose placeholders (`$1`) follow those of the text before it.
pub(crate) fn push_renumbered(own: &str, before: usize, sql: &mut String) {
    let mut parts = own.split('$');
    sql.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(part.len());
        let (number, rest) = part.split_at(digits);
        sql.push('$');
        match number.parse::<usize>() {
            Ok(number) => sql.push_str(&(number + before).to_string()),
            Err(_) => sql.push_str(number),
        }
        sql.push_str(rest);
    }
}
