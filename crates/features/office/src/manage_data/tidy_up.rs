// SPDX-License-Identifier: AGPL-3.0-or-later

//! Deletes the rows of imports that are not in force and cannot be restored or continued.

use uuid::Uuid;

use super::build;
use super::repo::{self, Source};
use super::states::ImportKind;
use crate::context::Context;
use crate::error::Result;

/// Deletes rows that can no longer be used: kept are the imports in force, their predecessors, and the
/// sources of the newest stopped build.
pub(super) async fn tidy_up(ctx: &Context) -> Result<()> {
    let db = ctx.db.read();
    // Read first: an import that ends later and comes into force meanwhile is not among them.
    let ended = repo::ended_with_rows(db).await?;
    let mut wanted: Vec<Uuid> = Vec::new();
    let mut builds = Vec::new();
    for one in repo::in_force(db)
        .await?
        .iter()
        .filter_map(|one| one.import)
    {
        if wanted.contains(&one) {
            continue;
        }
        wanted.push(one);
        let Some(import) = repo::find_import(db, one).await? else {
            continue;
        };
        let replaced: Vec<Source> = serde_json::from_value(import.replaced.clone())?;
        wanted.extend(replaced.iter().filter_map(|one| one.import));
        if *import.kind == ImportKind::Build {
            builds.extend(replaced.iter().filter_map(|one| one.import));
            builds.push(import.id);
        }
    }
    // The newest stopped one may be continued.
    builds.extend(repo::newest_stopped(db).await?);
    for id in builds {
        if let Some(build) = repo::find_import(db, id).await? {
            let inputs = build::inputs_of(&build)?;
            wanted.extend(inputs.iter().filter_map(|one| one.import));
        }
    }
    let unwanted = ended.into_iter().filter(|id| !wanted.contains(id));
    repo::drop_rows(ctx, unwanted).await
}
