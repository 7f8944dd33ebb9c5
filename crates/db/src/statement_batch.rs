// SPDX-License-Identifier: AGPL-3.0-or-later

//! A batch of statements sent in one round trip. `SQLite` runs them as one text, so that a caller waits
//! once instead of once per statement; `PostgreSQL` takes them one after the other. Either way they are
//! separate statements, run in the order in which they were added, and the first failure ends the batch.
//! Deliberately not here: transactions; without one, the statements before the failed one stay.

use crate::engine::Engine;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement, StatementBuilder};

/// Statements sent to the database together.
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

    /// Adds a built statement. Raw SQL cannot be added: its numbered placeholders (`$1`) would mean something
    /// else in a longer text.
    pub fn add(&mut self, statement: &impl StatementBuilder) {
        let backend = match self.engine {
            Engine::Sqlite => DbBackend::Sqlite,
            Engine::Postgres => DbBackend::Postgres,
        };
        self.statements.push(backend.build(statement));
    }

    /// Runs statements that return nothing.
    pub async fn run(self, db: &impl ConnectionTrait) -> Result<(), DbErr> {
        for statement in self.trips() {
            db.execute_raw(statement).await?;
        }
        Ok(())
    }

    /// Runs statements that return exactly one row each; returns the rows in the order of the statements.
    pub async fn rows(self, db: &impl ConnectionTrait) -> Result<Vec<QueryResult>, DbErr> {
        let wanted = self.statements.len();
        let mut rows = Vec::with_capacity(wanted);
        for statement in self.trips() {
            rows.extend(db.query_all_raw(statement).await?);
        }
        if rows.len() == wanted {
            Ok(rows)
        } else {
            Err(DbErr::RecordNotFound(format!(
                "{wanted} statements answered {} rows instead of one each",
                rows.len()
            )))
        }
    }

    /// What is sent, one element per round trip.
    fn trips(self) -> Vec<Statement> {
        match self.engine {
            Engine::Postgres => self.statements,
            Engine::Sqlite => joined(self.statements).into_iter().collect(),
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
