// SPDX-License-Identifier: AGPL-3.0-or-later

//! A batch of writes sent in one round trip. `SQLite` runs them as one text, one after the other;
//! `PostgreSQL` takes a prepared statement at a time, so all but the last become its `WITH` parts, which see
//! the same snapshot. So the writes of a batch must not depend on one another: none changes a row that
//! another wrote. Foreign keys are checked at the end, and a failure takes all of them back. Deliberately not
//! here: transactions; without one, on `SQLite`, the writes before the failed one stay.

use crate::connection::Connection;
use crate::engine::Engine;
use crate::joint_read::push_renumbered;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement, StatementBuilder, Values};

/// Writes sent to the database together.
#[derive(Debug)]
pub struct StatementBatch {
    engine: Engine,
    statements: Vec<Statement>,
}

impl StatementBatch {
    pub(crate) fn new(engine: Engine) -> Self {
        Self {
            engine,
            statements: Vec::new(),
        }
    }

    /// Takes what was added so far, to be run first.
    #[must_use]
    pub fn take(&mut self) -> Self {
        Self {
            engine: self.engine,
            statements: std::mem::take(&mut self.statements),
        }
    }

    /// Adds a built statement. Raw SQL cannot be added: its numbered placeholders (`$1`) would mean something
    /// else in a longer text.
    pub fn add(&mut self, statement: &impl StatementBuilder) {
        let backend = match self.engine {
            Engine::Sqlite => DbBackend::Sqlite,
            Engine::Postgres => DbBackend::Postgres,
        };
        self.statements.push(backend.build(statement));
    }

    /// Runs writes that return nothing.
    pub async fn run(self, db: &Connection) -> Result<(), DbErr> {
        let all = match self.engine {
            Engine::Sqlite => joined(self.statements),
            Engine::Postgres => as_with_parts(self.statements),
        };
        match all {
            Some(all) => db.execute_raw(all).await.map(|_| ()),
            None => Ok(()),
        }
    }
}

/// The statements as one text: `SQLite` binds the values to the placeholders in order.
fn joined(statements: Vec<Statement>) -> Option<Statement> {
    let mut statements = statements.into_iter();
    let mut all = statements.next()?;
    for next in statements {
        all.sql.push_str(";\n");
        all.sql.push_str(&next.sql);
        match (&mut all.values, next.values) {
            (Some(values), Some(more)) => values.0.extend(more.0),
            (none, more) => *none = more,
        }
    }
    Some(all)
}

/// All but the last statement as `WITH` parts of the last.
fn as_with_parts(mut statements: Vec<Statement>) -> Option<Statement> {
    let last = statements.pop()?;
    if statements.is_empty() {
        return Some(last);
    }
    let mut sql = String::from("WITH ");
    let mut values = Vec::new();
    for (at, part) in statements.into_iter().enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        sql.push_str(&format!("{comma}w{at} AS ("));
        push_renumbered(&part.sql, values.len(), &mut sql);
        sql.push(')');
        values.extend(part.values.map(|values| values.0).unwrap_or_default());
    }
    sql.push(' ');
    push_renumbered(&last.sql, values.len(), &mut sql);
    values.extend(last.values.map(|values| values.0).unwrap_or_default());
    Some(Statement {
        sql,
        values: Some(Values(values)),
        db_backend: DbBackend::Postgres,
    })
}
