// SPDX-License-Identifier: AGPL-3.0-or-later

//! The clinic's rules on classes as a list that manage_data imports and restores. As on the rules' own page,
//! a file adds and replaces; no rule is removed.

use salal_db::Connection;
use salal_domain::lists::ListChanges;
use salal_formats::tables::Named;
use serde_json::Value;
use uuid::Uuid;

use crate::context::Context;
use crate::drugs::filters::dto::FilterRow;
use crate::drugs::filters::{faults_of, parts, repo, typed, with_codes};
use crate::drugs::repo::bump;
use crate::error::Result;

/// Parses a rule by column names; `Err` describes the fault.
pub fn filter_of(row: &Named<'_>) -> Result<Value, String> {
    let rule = FilterRow {
        tc_ahfs_number: row.get("tc_ahfs_number"),
        status: row.get("status"),
        active_ingredients: names(&row.first(&["activeIngredients", "activeList"])),
        atc_numbers: row.has("atcNumbers").then(|| names(&row.get("atcNumbers"))),
        matched_ingredients: names(&row.get("matchedIngredients")),
        schedules: names(&row.get("schedules")),
    };
    match faults_of(&rule, "").into_iter().next() {
        Some(fault) => Err(fault.message),
        None => serde_json::to_value(rule).map_err(|error| error.to_string()),
    }
}

fn names(cell: &str) -> Vec<String> {
    parts(typed(cell))
}

/// The rules in force.
pub async fn filters_now(db: &Connection) -> Result<Vec<Value>> {
    let views = repo::list_filters(db).await?;
    let rows = views.into_iter().map(FilterRow::from);
    Ok(rows.map(serde_json::to_value).collect::<Result<_, _>>()?)
}

/// Imports rules: others of the same class are replaced.
pub async fn take_in_filters(
    tx: &Connection,
    ctx: &Context,
    rows: Vec<Value>,
    by: Uuid,
) -> Result<ListChanges> {
    let known = repo::list_filters(tx).await?;
    let mut done = ListChanges::default();
    let rows: Vec<FilterRow> = rows
        .into_iter()
        .map(serde_json::from_value)
        .collect::<std::result::Result<_, _>>()?;
    for row in with_codes(tx, rows).await? {
        let there = known
            .iter()
            .find(|view| view.tc_ahfs_number == row.tc_ahfs_number);
        match there {
            Some(view) if FilterRow::from(view.clone()).same(&row) => {
                done.unchanged += 1;
                continue;
            }
            Some(view) => {
                repo::withdraw(tx, ctx, view.id).await?;
                done.changed += 1;
            }
            None => done.new += 1,
        }
        repo::create(tx, ctx, row, by).await?;
    }
    bump(tx, ctx, "medication filters").await?;
    Ok(done)
}

/// Restores the earlier rules.
pub async fn put_back_filters(
    tx: &Connection,
    ctx: &Context,
    before: Vec<Value>,
    by: Uuid,
) -> Result<()> {
    let classes: Vec<&Value> = before.iter().map(|row| &row["tc_ahfs_number"]).collect();
    for view in repo::list_filters(tx).await? {
        if !classes.contains(&&Value::from(view.tc_ahfs_number.as_str())) {
            repo::withdraw(tx, ctx, view.id).await?;
        }
    }
    take_in_filters(tx, ctx, before, by).await.map(|_| ())
}
