//! Takes away the rows of imports that neither count nor can be gone back to or on with.

use uuid::Uuid;

use super::build;
use super::repo::{self, Source};
use crate::context::Context;
use crate::error::Result;

/// Drops rows that nothing can go back to: kept is what counts, what counted before it, and what the newest
/// build that stopped would have been built of.
pub(super) async fn tidy_up(ctx: &Context) -> Result<()> {
    let db = ctx.db.read();
    // Asked for first: what ends after this and comes into force meanwhile is not among them.
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
        if import.kind == "build" {
            builds.extend(replaced.iter().filter_map(|one| one.import));
            builds.push(import.id);
        }
    }
    // A person may go on with the newest one that stopped.
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
