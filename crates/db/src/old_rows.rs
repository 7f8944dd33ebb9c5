// SPDX-License-Identifier: AGPL-3.0-or-later

//! Deletes rows that have served their time, a few at a time, so that nobody waits long for the database in
//! between. Not here: which rows those are.

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbErr, Statement};

use crate::db::Db;

/// Rows deleted per statement.
const AT_ONCE: i64 = 500;

impl Db {
    /// Repeats a DELETE until nothing is left for it; returns how many rows are gone. In the statement `$1` is the
    /// time before which rows are old, and `$2` how many to delete at once.
    pub async fn delete_old(&self, sql: &str, before: DateTime<Utc>) -> Result<u64, DbErr> {
        let on = self.write();
        let mut gone = 0;
        loop {
            let values = [before.into(), AT_ONCE.into()];
            let statement = Statement::from_sql_and_values(on.get_database_backend(), sql, values);
            let taken = on.execute_raw(statement).await?.rows_affected();
            gone += taken;
            if taken < AT_ONCE.unsigned_abs() {
                return Ok(gone);
            }
        }
    }
}
