//! Takes away the rows of imports that neither count nor can be gone back to.

use uuid::Uuid;

use super::store::{self, Source};
use crate::context::Context;
use crate::error::Result;

/// Drops rows that nothing can go back to: kept is what counts, and what counted before it.
pub(super) async fn tidy_up(ctx: &Context) -> Result<()> {
    let db = ctx.db.read();
    // Asked for first: what ends after this and comes into force meanwhile is not among them.
    let ended = store::ended_with_rows(db).await?;
    let mut wanted: Vec<Uuid> = Vec::new();
    let mut builds = Vec::new();
    for one in store::in_force(db)
        .await?
        .iter()
        .filter_map(|one| one.import)
    {
        if wanted.contains(&one) {
            continue;
        }
        wanted.push(one);
        let Some(import) = store::get(db, one).await? else {
            continue;
        };
        let replaced: Vec<Source> = serde_json::from_value(import.replaced.clone())?;
        wanted.extend(replaced.iter().filter_map(|one| one.import));
        if import.kind == "build" {
            builds.extend(replaced.iter().filter_map(|one| one.import));
            builds.push(import.id);
        }
    }
    for id in builds {
        if let Some(build) = store::get(db, id).await? {
            let inputs: Vec<Source> = serde_json::from_value(build.inputs)?;
            wanted.extend(inputs.iter().filter_map(|one| one.import));
        }
    }
    let unwanted = ended.into_iter().filter(|id| !wanted.contains(id));
    store::drop_rows(ctx, unwanted).await
}
