// SPDX-License-Identifier: AGPL-3.0-or-later

//! The demo's diagnoses; the plan's own lists are imported through manage_data.

use salal_formats::teleplan::lists::{diagnosis, read_all};

use super::repo;
use crate::context::Context;
use crate::error::{Error, Result};

/// The demo's list: common diagnoses in our own wording.
const SAMPLE: &str = include_str!("diagnoses.csv");
/// Its name; any imported list replaces it.
pub(super) const DEMO: &str = "demo";

/// Stores the demo's diagnoses unless there are some.
pub async fn sample(ctx: &Context) -> Result<()> {
    let db = ctx.db.read();
    if repo::has_diagnoses(db).await? {
        return Ok(());
    }
    let (rows, _) = read_all(SAMPLE.as_bytes(), diagnosis).map_err(Error::broken)?;
    let tx = ctx.db.begin().await?;
    repo::replace_diagnoses(&tx, ctx, DEMO, DEMO, &rows).await?;
    tx.commit().await?;
    Ok(())
}
