// SPDX-License-Identifier: AGPL-3.0-or-later

//! The page's view of imports: the active one, the history, and rejected rows; and cancelling an active
//! import.

use std::collections::HashMap;

use salal_db::Connection;
use uuid::Uuid;

use super::dto::{ById, ImportView, ImportsQuery, ImportsView, ResourceView};
use super::pack::{SkippedRow, unpacked};
use super::repo::{self, Ended, Import, Source};
use super::resources::{Resource, label_of};
use super::states::{ImportKind, ImportState};
use super::{build, falling};
use crate::api::{Cell, Csv, Json, NoBody, Request};
use crate::error::{Error, Result};
use salal_people::people;

/// Imports per response.
const PAGE: u64 = 20;

/// GET /manage-data/imports
pub(super) async fn list_imports(
    request: Request<NoBody, (), ImportsQuery>,
) -> Result<Json<ImportsView>> {
    let db = request.ctx.db.read();
    let unknown = || Error::malformed("The cursor cannot be read.");
    let before = match &request.query.cursor {
        Some(cursor) => {
            let id = cursor.parse().map_err(|_| unknown())?;
            Some(repo::find_import(db, id).await?.ok_or_else(unknown)?)
        }
        None => None,
    };
    let mut items = repo::recent(db, before.as_ref(), PAGE + 1).await?;
    let more = items.len() as u64 > PAGE;
    items.truncate(usize::try_from(PAGE).unwrap_or_default());
    let next_cursor = items.last().filter(|_| more).map(|one| one.id.to_string());
    let active = repo::active(db).await?;
    let built = repo::newest_build(db).await?;
    let views = views(db, items.iter().chain(&active)).await?;
    let (mut active_view, mut listed) = (None, Vec::new());
    for view in views {
        if active.as_ref().is_some_and(|one| one.id == view.id) {
            active_view = Some(view);
        } else {
            listed.push(view);
        }
    }
    let offered = |resource: Resource| ResourceView {
        name: resource.label().into(),
    };
    let ctx = &request.ctx;
    Ok(Json(ImportsView {
        active: active_view,
        items: listed,
        next_cursor,
        built_at: built.and_then(|build| build.ended_at),
        missing: build::missing(db, &build::inputs(db).await?).await?,
        import_resources: Resource::importable()
            .filter(|one| one.is_there(ctx))
            .map(offered)
            .collect(),
        display_resources: Resource::displayable()
            .filter(|one| one.is_there(ctx))
            .map(offered)
            .collect(),
    }))
}

/// One import as shown on the page.
pub(super) async fn view_of(db: &Connection, id: Uuid) -> Result<ImportView> {
    let import = repo::find_import(db, id).await?;
    let views = views(db, import.iter()).await?;
    views.into_iter().next().ok_or_else(Error::not_found)
}

async fn views<'a>(
    db: &Connection,
    imports: impl Iterator<Item = &'a Import>,
) -> Result<Vec<ImportView>> {
    let imports: Vec<&Import> = imports.collect();
    let by: Vec<Uuid> = imports.iter().filter_map(|one| one.created_by).collect();
    let names: HashMap<Uuid, people::PersonRef> = people::names(db, &by).await?;
    let in_force = repo::in_force(db).await?;
    let lost = repo::lost(db).await?;
    let mut views = Vec::with_capacity(imports.len());
    for import in imports {
        let can_undo = can_undo(db, import, &in_force, &lost).await?;
        views.push(ImportView {
            id: import.id,
            kind: *import.kind,
            resource: label_of(&import.resource).into(),
            state: *import.state,
            stage: *import.stage,
            files: serde_json::from_value(import.files.clone())?,
            rows_total: import.rows_total,
            rows_done: import.rows_done,
            rows_skipped: import.rows_skipped,
            reasons: serde_json::from_value(import.reasons.clone())?,
            report: serde_json::from_value(import.report.clone())?,
            by: import
                .created_by
                .and_then(|id| names.get(&id))
                .map(people::PersonRef::name),
            created_at: import.created_at,
            ended_at: import.ended_at,
            can_undo,
            silent: falling::falls_of(import)?,
            reason: import.reason.clone(),
        });
    }
    Ok(views)
}

/// Whether an import is completely in force, and its predecessor is still stored.
pub(super) async fn can_undo(
    db: &Connection,
    import: &Import,
    in_force: &[Source],
    lost: &[Uuid],
) -> Result<bool> {
    let replaced: Vec<Source> = serde_json::from_value(import.replaced.clone())?;
    if *import.state != ImportState::Done || *import.kind == ImportKind::Undo {
        return Ok(false);
    }
    let of_build = *import.kind == ImportKind::Build;
    let counts = |one: &Source| {
        in_force.iter().any(|now| {
            now.resource == one.resource && now.part == one.part && now.import == Some(import.id)
        })
    };
    if of_build {
        let is_in_force = in_force.iter().any(|now| now.import == Some(import.id));
        let Some(earlier) = replaced.iter().find_map(|one| one.import) else {
            return Ok(false);
        };
        let Some(earlier) = repo::find_import(db, earlier)
            .await?
            .filter(|_| is_in_force)
        else {
            return Ok(false);
        };
        let inputs: Vec<Source> = serde_json::from_value(earlier.inputs)?;
        return Ok(inputs
            .iter()
            .filter_map(|one| one.import)
            .all(|one| !lost.contains(&one)));
    }
    // A part removed by this import has no replacement.
    let is_gone = |one: &Source| {
        !in_force
            .iter()
            .any(|now| now.resource == one.resource && now.part == one.part)
    };
    let is_list = matches!(
        Resource::from_name(&import.resource),
        Some(Resource::List(_))
    );
    Ok(replaced.iter().any(counts)
        && replaced.iter().all(|one| counts(one) || is_gone(one))
        && (is_list
            || replaced
                .iter()
                .filter_map(|one| one.import)
                .all(|one| !lost.contains(&one))))
}

/// PUT /manage-data/cancel/{id}
pub(super) async fn cancel(request: Request<NoBody, ById>) -> Result<Json<ImportView>> {
    let me = request.me()?.person_id;
    let id = request.path.id;
    let tx = request.begin().await?;
    let Some(import) = repo::find_import(&tx, id).await? else {
        return Err(Error::not_found());
    };
    let told = if *import.kind == ImportKind::Build {
        "Cancelled; the catalogue in use was not changed."
    } else {
        "Cancelled; nothing was changed."
    };
    let mut report = vec![told.to_owned()];
    let put_back = build::put_back_at_terminal(&tx, &request.ctx, &import).await?;
    report.extend(put_back.map(str::to_owned));
    let ended = Ended {
        state: ImportState::Cancelled,
        report,
        replaced: Vec::new(),
        inputs: Vec::new(),
    };
    if !repo::end(&tx, request.now(), id, ended).await? {
        return Err(Error::conflict(
            "NOT_RUNNING",
            "This import has ended already.",
        ));
    }
    repo::stored_files::drop_pieces(&tx, id).await?;
    repo::stored_files::drop_chunks(&tx, id).await?;
    let view = view_of(&tx, id).await?;
    request.publish_after_commit(super::EVENT, id, me);
    request.commit(tx, view).await
}

/// GET /manage-data/skipped/{id}
pub(super) async fn skipped(request: Request<NoBody, ById>) -> Result<Csv> {
    let db = request.ctx.db.read();
    let import = repo::find_import(db, request.path.id)
        .await?
        .ok_or_else(Error::not_found)?;
    let mut rows = Vec::new();
    let mut from = 0;
    while let Some(chunk) = repo::stored_files::chunk_at(db, import.id, "skipped", "", from).await?
    {
        from = chunk.first_row + chunk.row_count;
        rows.extend(unpacked::<Vec<SkippedRow>>(&chunk.bytes)?);
    }
    let cells = |row: SkippedRow| {
        let line = Cell::Number(row.line.into());
        [row.file.into(), line, row.reason.into()]
    };
    Csv::of(
        "skipped-rows.csv",
        ["file", "line", "reason"],
        rows.into_iter().map(cells),
    )
}
