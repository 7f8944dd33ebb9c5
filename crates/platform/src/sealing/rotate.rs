// SPDX-License-Identifier: AGPL-3.0-or-later

//! Seals everything anew with the first key, beside running processes: row by row, each only if it is still what was
//! read. A run that was killed is simply run again, and two at once are harmless. Not here: the audit, whose own table
//! keeps what an earlier key is needed for.

use std::collections::HashSet;

use super::Keyring;
use super::repo::{SealedColumn, SealedColumns};
use crate::context::Context;
use crate::crash;
use crate::error::Result;

/// Values read at once; a file can have megabytes.
const PAGE: u64 = 20;
/// How often all of a column is looked at again, because a process with another key goes on sealing.
const MOST_PASSES: usize = 10;

/// What came of a column.
#[derive(Clone, Copy, Debug)]
pub struct Resealed {
    pub column: SealedColumn,
    pub resealed: usize,
    /// Those that none of the keys opens; they are left as they are.
    pub unopened: usize,
}

/// Seals everything anew with the first key, and in the present form.
pub async fn reseal(ctx: &Context) -> Result<Vec<Resealed>> {
    let mut done = Vec::new();
    for column in &ctx.hooks.get::<SealedColumns>().0 {
        done.push(reseal_column(ctx, *column).await?);
    }
    Ok(done)
}

async fn reseal_column(ctx: &Context, column: SealedColumn) -> Result<Resealed> {
    let mut done = Resealed {
        column,
        resealed: 0,
        unopened: 0,
    };
    for _ in 0..MOST_PASSES {
        let (resealed, unopened) = pass(ctx, column).await?;
        done.resealed += resealed;
        done.unopened = unopened;
        // What another process sealed meanwhile may stand before the place this one came to.
        if resealed == 0 {
            break;
        }
    }
    Ok(done)
}

/// Goes through a column once: how many were sealed anew, and how many did not open.
async fn pass(ctx: &Context, column: SealedColumn) -> Result<(usize, usize)> {
    let keys = Keyring::of(ctx);
    let (mut resealed, mut unopened, mut after) = (0, HashSet::new(), None);
    loop {
        let first = keys.first().id();
        let rows = column
            .others(ctx.db.read(), first, after.clone(), PAGE)
            .await?;
        let Some(last) = rows.last() else {
            return Ok((resealed, unopened.len()));
        };
        after = Some(last.key.clone());
        for row in &rows {
            match column.anew(&keys, row) {
                Ok(new) => {
                    if column.replace(ctx.db.write(), row, &new).await? {
                        resealed += 1;
                        crash::point("rotate.after_row");
                    }
                }
                Err(_) => {
                    unopened.insert(format!("{:?}", row.key));
                }
            }
        }
    }
}
