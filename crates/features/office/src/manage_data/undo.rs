// SPDX-License-Identifier: AGPL-3.0-or-later

//! Restores the previous data: at once for a resource or a list; for the drugs, by a build of the earlier
//! resources with today's overrides. Also continues a stopped import or build, with a reason.

use salal_db::Connection;
use salal_domain::falls::fault_of_reason;
use uuid::Uuid;

use super::build::{self, UNDOES, undone_by};
use super::dto::{ById, GoOn, ImportFile, ImportView};
use super::falling::has_stopped;
use super::list::{can_undo, view_of};
use super::lists;
use super::receive::{queue, ready};
use super::repo::{self, Import, Source};
use super::resources::Resource;
use super::states::ImportKind;
use super::work::{rows_of, told_of};
use crate::api::{Json, NoBody, Request};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_drugs::drugs;

/// PUT /manage-data/undo/{id}
pub(super) async fn undo(request: Request<NoBody, ById>) -> Result<Json<ImportView>> {
    let me = request.me()?.person_id;
    ready(&request.ctx).await?;
    let tx = request.begin().await?;
    let import = repo::find_import(&tx, request.path.id)
        .await?
        .ok_or_else(Error::not_found)?;
    let (in_force, lost) = (repo::in_force(&tx).await?, repo::lost(&tx).await?);
    if !can_undo(&tx, &import, &in_force, &lost).await? {
        return Err(Error::conflict(
            "NOT_IN_FORCE",
            "This import cannot be undone: it is not the one in force, or nothing is kept of what was before it.",
        ));
    }
    let replaced: Vec<Source> = serde_json::from_value(import.replaced.clone())?;
    let told = import.id;
    let shown = if *import.kind == ImportKind::Build {
        let id = build_earlier(&request.ctx, &tx, &import, &replaced, me, None).await?;
        view_of(&tx, id).await?
    } else {
        if let Some(Resource::List(list)) = Resource::from_name(&import.resource) {
            let before = rows_of(&tx, import.id, &import.resource, "before").await?;
            lists::put_back(&tx, &request.ctx, list, before, me).await?;
        }
        repo::put_in_force(&tx, &request.ctx, &replaced).await?;
        repo::mark_undone(&tx, import.id).await?;
        view_of(&tx, import.id).await?
    };
    let answer = request.commit(tx, shown).await?;
    drugs::look_again(&request.ctx);
    told_of(&request.ctx, told);
    Ok(answer)
}

/// Queues a build of the earlier build's sources.
async fn build_earlier(
    ctx: &Context,
    tx: &Connection,
    import: &Import,
    replaced: &[Source],
    me: Uuid,
    despite: Option<(&Import, &str)>,
) -> Result<Uuid> {
    let earlier = replaced.iter().find(|one| one.import.is_some());
    let earlier = earlier.ok_or_else(|| Error::broken("a build that replaced none"))?;
    let made_of = match earlier.import {
        Some(id) => repo::find_import(tx, id).await?,
        None => None,
    };
    let made_of = made_of.ok_or_else(|| Error::broken("an earlier build without its row"))?;
    let code = Resource::Drugs.code();
    let mut undoing = repo::new_import(ctx, ImportKind::Undo, code, Some(me));
    if let Some((stopped, reason)) = despite {
        undoing.silent.clone_from(&stopped.silent);
        undoing.reason = Some(reason.to_owned());
    }
    undoing.inputs = made_of.inputs;
    let undone = Source {
        part: UNDOES.into(),
        import: Some(import.id),
        ..earlier.clone()
    };
    undoing.replaced = serde_json::to_value([earlier.clone(), undone])?;
    let id = undoing.id;
    repo::add(tx, undoing).await?;
    queue(tx, ctx, id, Resource::Drugs, &[]).await?;
    Ok(id)
}

/// PUT /manage-data/go-on/{id}: repeats the stopped build or import, and approves the losses that were shown.
/// Further losses stop it again.
pub(super) async fn go_on(request: Request<Json<GoOn>, ById>) -> Result<Json<ImportView>> {
    let me = request.me()?.person_id;
    let reason = salal_formats::tables::tidy(&request.body.0.reason)
        .trim()
        .to_owned();
    if let Some(fault) = fault_of_reason(&reason) {
        return Err(Error::field("reason", fault));
    }
    ready(&request.ctx).await?;
    let tx = request.begin().await?;
    let stopped = repo::find_import(&tx, request.path.id)
        .await?
        .ok_or_else(Error::not_found)?;
    if !has_stopped(&stopped)? {
        return Err(Error::conflict(
            "NOT_STOPPED",
            "This import did not stop because of what it would take away.",
        ));
    }
    let id = if *stopped.kind == ImportKind::Import {
        import_again(&request.ctx, &tx, &stopped, me, reason).await?
    } else if *stopped.kind == ImportKind::Undo {
        let of = undone_by(&stopped)?.ok_or_else(|| Error::broken("an undoing of nothing"))?;
        let later = repo::find_import(&tx, of)
            .await?
            .ok_or_else(Error::not_found)?;
        let (in_force, lost) = (repo::in_force(&tx).await?, repo::lost(&tx).await?);
        if !can_undo(&tx, &later, &in_force, &lost).await? {
            return Err(Error::conflict(
                "NOT_IN_FORCE",
                "This import is no longer in effect and can't be undone.",
            ));
        }
        let replaced: Vec<Source> = serde_json::from_value(later.replaced.clone())?;
        let despite = Some((&stopped, reason.as_str()));
        build_earlier(&request.ctx, &tx, &later, &replaced, me, despite).await?
    } else {
        let sources = build::to_go_on_with(&tx, &stopped).await?;
        let lost = repo::lost(&tx).await?;
        if sources
            .iter()
            .any(|one| one.import.is_some_and(|id| lost.contains(&id)))
        {
            return Err(not_kept());
        }
        let code = Resource::Drugs.code();
        let mut import = repo::new_import(&request.ctx, ImportKind::Build, code, Some(me));
        import.inputs = serde_json::to_value(sources)?;
        import.silent.clone_from(&stopped.silent);
        import.reason = Some(reason);
        let id = import.id;
        repo::add(&tx, import).await?;
        queue(&tx, &request.ctx, id, Resource::Drugs, &[]).await?;
        id
    };
    let view = view_of(&tx, id).await?;
    request.publish_after_commit(super::EVENT, id, me);
    request.commit(tx, view).await
}

fn not_kept() -> Error {
    Error::conflict(
        "NOT_KEPT",
        "The file of this import is not kept any more: another came after it. Please import it again.",
    )
}

/// Queues the same files again, with the reason.
async fn import_again(
    ctx: &Context,
    tx: &Connection,
    stopped: &Import,
    me: Uuid,
    reason: String,
) -> Result<Uuid> {
    let resource = Resource::from_name(&stopped.resource);
    let resource = resource.ok_or_else(|| Error::broken("an import of an unknown resource"))?;
    let mut import = repo::new_import(ctx, ImportKind::Import, resource.code(), Some(me));
    import.silent.clone_from(&stopped.silent);
    import.mapping.clone_from(&stopped.mapping);
    import.reason = Some(reason);
    let id = import.id;
    repo::add(tx, import).await?;
    if repo::stored_files::hand_pieces_over(tx, stopped.id, id).await? == 0 {
        return Err(not_kept());
    }
    let files: Vec<ImportFile> = serde_json::from_value(stopped.files.clone())?;
    queue(tx, ctx, id, resource, &files).await?;
    Ok(id)
}
