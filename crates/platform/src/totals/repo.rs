// SPDX-License-Identifier: AGPL-3.0-or-later

//! Counts the rows of a list, which its own repository selects.

use salal_db::Connection;
use sea_orm::sea_query::{Alias, Expr, Query};
use sea_orm::{ConnectionTrait, EntityTrait, QuerySelect, QueryTrait, Select};

use super::{COUNTED, Total};
use crate::error::Result;

/// Counts what a list shows, without its order and its page.
pub async fn count<E: EntityTrait>(db: &Connection, rows: Select<E>) -> Result<Total> {
    let some = rows
        .select_only()
        .expr_as(Expr::val(1), "one")
        .limit(COUNTED + 1)
        .into_query();
    let query = Query::select()
        .expr_as(Expr::cust("COUNT(*)"), Alias::new("n"))
        .from_subquery(some, Alias::new("counted"))
        .to_owned();
    let counted: i64 = match db.query_one(&query).await? {
        Some(row) => row.try_get("", "n")?,
        None => 0,
    };
    Ok(Total::of(counted.unsigned_abs()))
}
