//! Going back to what was in force before: at once for a resource or a list, and by a build of the
//! earlier resources for the drugs, with the edits by hand of today.

use super::build::UNDOES;
use super::desk::{can_undo, view_of};
use super::lists;
use super::receive::{queue, ready};
use super::resources::Resource;
use super::store::{self, ConnectionTrait, Import, Source};
use super::wire::{ById, ImportView};
use super::work::{rows_of, told_of};
use crate::door::{Call, Json, NoBody};
use crate::error::{Error, Result};
use crate::features::drugs;

/// PUT /manage-data/undo/{id}
pub(super) async fn undo(call: Call<NoBody, ById>) -> Result<Json<ImportView>> {
    let me = call.me()?.person_id;
    ready(&call.ctx).await?;
    let tx = call.begin().await?;
    let import = store::get(&tx, call.path.id)
        .await?
        .ok_or_else(Error::not_found)?;
    let (in_force, lost) = (store::in_force(&tx).await?, store::lost(&tx).await?);
    if !can_undo(&tx, &import, &in_force, &lost).await? {
        return Err(Error::conflict(
            "NOT_IN_FORCE",
            "This import cannot be undone: it is not the one in force, or nothing is kept of what was before it.",
        ));
    }
    let replaced: Vec<Source> = serde_json::from_value(import.replaced.clone())?;
    let told = import.id;
    let shown = if import.kind == "build" {
        let id = build_earlier(&call, &tx, &import, &replaced, me).await?;
        view_of(&tx, id).await?
    } else {
        if let Some(Resource::List(list)) = Resource::of(&import.resource) {
            let before = rows_of(&tx, import.id, &import.resource, "before").await?;
            lists::put_back(&tx, &call.ctx, list, before, me).await?;
        }
        store::put_in_force(&tx, &call.ctx, &replaced).await?;
        store::mark_undone(&tx, import.id).await?;
        view_of(&tx, import.id).await?
    };
    let answer = call.commit(tx, shown).await?;
    drugs::look_again(&call.ctx);
    told_of(&call.ctx, told);
    Ok(answer)
}

/// Queues the build of what the earlier build was made of.
async fn build_earlier(
    call: &Call<NoBody, ById>,
    tx: &impl ConnectionTrait,
    import: &Import,
    replaced: &[Source],
    me: uuid::Uuid,
) -> Result<uuid::Uuid> {
    let earlier = replaced.iter().find(|one| one.import.is_some());
    let earlier = earlier.ok_or_else(|| Error::broken("a build that replaced none"))?;
    let made_of = match earlier.import {
        Some(id) => store::get(tx, id).await?,
        None => None,
    };
    let made_of = made_of.ok_or_else(|| Error::broken("an earlier build without its row"))?;
    let code = Resource::Drugs.code();
    let mut undoing = store::new_import(&call.ctx, "undo", code, Some(me));
    undoing.inputs = made_of.inputs;
    let undone = Source {
        part: UNDOES.into(),
        import: Some(import.id),
        ..earlier.clone()
    };
    undoing.replaced = serde_json::to_value([earlier.clone(), undone])?;
    let id = undoing.id;
    store::add(tx, undoing).await?;
    queue(tx, &call.ctx, id, Resource::Drugs, &[]).await?;
    Ok(id)
}
