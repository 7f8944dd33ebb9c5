// SPDX-License-Identifier: AGPL-3.0-or-later

//! Several selects answered by one statement: a record and everything that belongs to it is read in one
//! round trip, in a transaction too, and each feature keeps its own small query.
//!
//! `PostgreSQL` takes a prepared statement at a time, so the selects become the columns of one, each with its
//! rows as JSON. `SQLite` runs several as one text, with a marker row between the results. Deliberately not
//! here: selects that need the answer of another (that is a second joint read), and columns of bytes.

use std::marker::PhantomData;
use std::panic::Location;

use sea_orm::sqlx::{Column as _, Row as _};
use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, EntityTrait, FromQueryResult, QueryResult, QueryTrait,
    Select, Statement, Value, Values,
};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::connection::Connection;
use crate::limits::with_limits;
use crate::texts::again;

/// Sentinel column that separates the selects on `SQLite`; no table has it.
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
pub struct JointAnswers(Vec<Option<Rows>>);

/// The rows of one select.
#[derive(Debug)]
pub(crate) enum Rows {
    Sqlite(Vec<QueryResult>),
    /// JSON, as it was sent: it is read into the rows at once, and not into values first.
    Postgres(String),
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

    /// Adds a select whose text depends on nothing but where it is written and how many values it has: it is put
    /// together once, and later stands with the values of its time. `values` are all of its values, in their order.
    /// A function that adds two for its own caller (`#[track_caller]`) would give both one place.
    #[track_caller]
    pub fn add_again<M: FromQueryResult + DeserializeOwned, Q: QueryTrait>(
        &mut self,
        values: Vec<Value>,
        select: impl FnOnce() -> Q,
    ) -> Part<M> {
        let backend = self.backend;
        let build = || select().build(backend);
        self.add_statement(again(Location::caller(), backend, values, build))
    }

    /// The same of a select that asks for some ids, and has no other values.
    #[track_caller]
    pub fn add_by_ids<M: FromQueryResult + DeserializeOwned, Q: QueryTrait>(
        &mut self,
        ids: &[Uuid],
        select: impl FnOnce(&[Uuid]) -> Q,
    ) -> Part<M> {
        // None of no ids has a text of its own.
        if ids.is_empty() {
            return self.add_as(&select(ids));
        }
        let values = ids.iter().map(|id| Value::from(*id)).collect();
        self.add_again(values, || select(ids))
    }

    /// Adds a written select, read as `M`.
    pub fn add_statement<M: FromQueryResult + DeserializeOwned>(
        &mut self,
        select: Statement,
    ) -> Part<M> {
        // Here, because a short text is looked through faster than all of them together.
        self.statements.push(with_limits(select));
        Part {
            place: self.statements.len() - 1,
            rows: PhantomData,
        }
    }

    /// Asks them all. Nothing is sent when there is none.
    pub async fn run(self, db: &Connection) -> Result<JointAnswers, DbErr> {
        let rows = if self.statements.is_empty() {
            Vec::new()
        } else if let Some(questions) = db.questions() {
            questions.ask(self.statements).await?
        } else {
            ask(self.statements, db).await?
        };
        Ok(JointAnswers(rows.into_iter().map(Some).collect()))
    }

    /// The rows of one select alone: side by side with others (`SideBySide`), it travels with theirs.
    pub async fn all<E: EntityTrait>(
        db: &Connection,
        select: &Select<E>,
    ) -> Result<Vec<E::Model>, DbErr>
    where
        E::Model: DeserializeOwned,
    {
        let mut read = Self::for_connection(db);
        let rows = read.add(select);
        read.run(db).await?.take(&rows)
    }
}

/// The rows of each of these selects, in one round trip.
pub(crate) async fn ask(statements: Vec<Statement>, db: &Connection) -> Result<Vec<Rows>, DbErr> {
    if db.get_database_backend() == DbBackend::Postgres {
        let count = statements.len();
        let row = db.query_one_raw(as_columns(statements)).await?;
        let row = row.ok_or_else(|| DbErr::RecordNotFound("a joint read".into()))?;
        let column = |place| row.try_get_by_index(place).map(Rows::Postgres);
        (0..count).map(column).collect()
    } else {
        let all = db.query_all_raw(as_one_text(statements)).await?;
        Ok(split(all))
    }
}

impl JointAnswers {
    /// The rows of one select, in its order.
    pub fn take<M: FromQueryResult + DeserializeOwned>(
        &mut self,
        part: &Part<M>,
    ) -> Result<Vec<M>, DbErr> {
        match self.0.get_mut(part.place).and_then(Option::take) {
            Some(Rows::Sqlite(rows)) => rows
                .iter()
                .map(|row| M::from_query_result(row, ""))
                .collect(),
            Some(Rows::Postgres(rows)) => {
                serde_json::from_str(&rows).map_err(|error| DbErr::Json(error.to_string()))
            }
            None => Ok(Vec::new()),
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
        sql.push_str("(SELECT COALESCE(json_agg(r)::text, '[]') FROM (");
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

/// Several selects as one text with a marker row between the results; the values are bound in order.
fn as_one_text(statements: Vec<Statement>) -> Statement {
    let mut sql = String::new();
    let mut values = Vec::new();
    for (at, statement) in statements.into_iter().enumerate() {
        if at > 0 {
            sql.push_str(";\nSELECT 1 AS ");
            sql.push_str(MARK);
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
fn split(all: Vec<QueryResult>) -> Vec<Rows> {
    let mut answers = vec![Vec::new()];
    for row in all {
        if is_mark(&row) {
            answers.push(Vec::new());
        } else if let Some(rows) = answers.last_mut() {
            rows.push(row);
        }
    }
    answers.into_iter().map(Rows::Sqlite).collect()
}

/// Whether this row separates two results. Its one column says so: a list of names made for each row of a patient page
/// took longer than reading them.
fn is_mark(row: &QueryResult) -> bool {
    let first = row
        .try_as_sqlite_row()
        .and_then(|row| row.columns().first());
    first.is_some_and(|column| column.name() == MARK)
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
