// SPDX-License-Identifier: AGPL-3.0-or-later

//! Receives files: stored piece by piece as they arrive, then queued. They are not parsed here.

use chrono::TimeDelta;
use salal_db::{Connection, ConstraintName, is_unique_violation};
use salal_domain::faults::Fault;
use salal_domain::texts::manage_data::CHOOSE_FILE_AND_RESOURCE;
use salal_formats::tables::ColumnMap;
use uuid::Uuid;

use super::dto::{ImportFile, ImportForm, ImportView};
use super::repo::{self};
use super::resources::Resource;
use super::states::ImportKind;
use super::{build, columns, list, work};
use crate::api::{FormPart, Json, Request, StreamedForm};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs;

/// Bytes per stored piece.
const PIECE: usize = 1 << 20;
/// Files per import.
const MOST_FILES: usize = 50;
/// The maximum number of renamed columns.
const MOST_COLUMNS: usize = 50;
/// The message for a mapping that cannot be parsed.
pub(super) const NOT_A_PAIR: &str =
    "A column is mapped as street=address: the file's name of it, then this service's.";
/// A file that has not arrived by then never will.
const PATIENCE: TimeDelta = TimeDelta::hours(2);
/// A terminal import without progress for this long is considered dead.
const TERMINAL_PATIENCE: TimeDelta = TimeDelta::minutes(3);

/// Stores files as they arrive.
pub(super) struct Keeper<'a> {
    ctx: &'a Context,
    import: Uuid,
    files: Vec<ImportFile>,
    seq: i64,
    open: Vec<u8>,
}

impl<'a> Keeper<'a> {
    pub(super) fn new(ctx: &'a Context, import: Uuid) -> Self {
        Self {
            ctx,
            import,
            files: Vec::new(),
            seq: 0,
            open: Vec::new(),
        }
    }

    /// Begins a file.
    pub(super) async fn begin(&mut self, name: &str) -> Result<()> {
        self.flush().await?;
        if self.files.len() == MOST_FILES {
            return Err(Error::field(
                "file",
                format!("At most {MOST_FILES} files can be imported at once."),
            ));
        }
        let name: String = salal_formats::tables::tidy(salal_formats::tables::base_name(name));
        self.files.push(ImportFile {
            name: name.chars().take(200).collect(),
            bytes: 0,
        });
        self.seq = 0;
        Ok(())
    }

    pub(super) async fn add(&mut self, bytes: &[u8]) -> Result<()> {
        self.open.extend_from_slice(bytes);
        if let Some(file) = self.files.last_mut() {
            file.bytes += bytes.len() as u64;
        }
        if self.open.len() >= PIECE {
            self.flush().await?;
        }
        Ok(())
    }

    async fn flush(&mut self) -> Result<()> {
        if self.open.is_empty() {
            return Ok(());
        }
        let bytes = std::mem::take(&mut self.open);
        let file = i64::try_from(self.files.len()).unwrap_or(i64::MAX) - 1;
        repo::stored_files::add_piece(self.ctx, self.import, file, self.seq, bytes).await?;
        self.seq += 1;
        Ok(())
    }

    /// All files have arrived.
    pub(super) async fn finish(mut self) -> Result<Vec<ImportFile>> {
        self.flush().await?;
        Ok(self.files)
    }
}

/// POST /manage-data/import-data
pub(super) async fn import(
    mut request: Request<StreamedForm<ImportForm>>,
) -> Result<Json<ImportView>> {
    let me = request.me()?.person_id;
    let ctx = request.ctx.clone();
    ready(&ctx).await?;
    let import = repo::new_import(&ctx, ImportKind::Import, "", Some(me));
    let id = import.id;
    repo::add(ctx.db.write(), import).await?;
    let (resource, files, map) = match received(&mut request, id).await {
        Ok(received) => received,
        Err(error) => {
            repo::forget(ctx.db.write(), id).await?;
            return Err(error);
        }
    };
    let tx = request.begin().await?;
    repo::note_mapping(&tx, id, &map).await?;
    let queued = queue(&tx, &ctx, id, resource, &files).await;
    if let Err(error) = queued {
        drop(tx);
        repo::forget(ctx.db.write(), id).await?;
        return Err(error);
    }
    let view = list::view_of(&tx, id).await?;
    request.publish_after_commit(super::EVENT, id, me);
    request.commit(tx, view).await
}

/// Reads the form; returns the resource and the stored files.
async fn received(
    request: &mut Request<StreamedForm<ImportForm>>,
    id: Uuid,
) -> Result<(Resource, Vec<ImportFile>, ColumnMap)> {
    let ctx = request.ctx.clone();
    let mut keeper = Keeper::new(&ctx, id);
    let (mut collection, mut map) = (None, ColumnMap::default());
    while let Some(piece) = request.body.next().await? {
        match piece {
            FormPart::Text { field, text } if field == "collection" => collection = Some(text),
            FormPart::Text { field, text } if field == "map" => {
                let lines = text.lines().filter(|line| !line.trim().is_empty());
                for line in lines {
                    match ColumnMap::pair(line) {
                        Some(pair) if map.0.len() < MOST_COLUMNS => map.0.push(pair),
                        _ => return Err(Error::field("map", NOT_A_PAIR)),
                    }
                }
            }
            FormPart::Text { .. } => {
                return Err(Error::malformed("The form has a field that is not known."));
            }
            FormPart::File { name } => keeper.begin(&name).await?,
            FormPart::Bytes(bytes) => keeper.add(&bytes).await?,
        }
    }
    let files = keeper.finish().await?;
    let resource = collection
        .as_deref()
        .and_then(Resource::from_name)
        .filter(|resource| Resource::importable().any(|one| one == *resource))
        .filter(|resource| resource.is_there(&ctx));
    let mut faults = Vec::new();
    if resource.is_none() {
        faults.push(Fault::new("collection", CHOOSE_FILE_AND_RESOURCE));
    }
    if files.is_empty() {
        faults.push(Fault::new("file", CHOOSE_FILE_AND_RESOURCE));
    }
    if let Some(resource) = resource
        && let Some(fault) = columns::fault(resource, &map)
    {
        faults.push(Fault::new("map", fault));
    }
    match resource {
        Some(resource) if faults.is_empty() => Ok((resource, files, map)),
        _ => Err(Error::invalid(faults)),
    }
}

/// Refuses while another import is active, and removes dead ones.
pub(super) async fn ready(ctx: &Context) -> Result<()> {
    let now = ctx.now();
    repo::forget_unfinished(ctx.db.write(), now - PATIENCE).await?;
    let Some(active) = repo::active(ctx.db.read()).await? else {
        return Ok(());
    };
    if active.created_by.is_none() && active.touched_at < now - TERMINAL_PATIENCE {
        let told = "The terminal ended before the import did; nothing was changed.";
        return work::fail(ctx, active.id, vec![told.into()]).await;
    }
    Err(running())
}

fn running() -> Error {
    Error::conflict(
        "IMPORT_RUNNING",
        "Wait for the running import to finish first.",
    )
}

/// Queues a complete import for the worker.
pub(super) async fn queue(
    tx: &Connection,
    ctx: &Context,
    id: Uuid,
    resource: Resource,
    files: &[ImportFile],
) -> Result<()> {
    activate(tx, id, resource, files).await?;
    jobs::enqueue(tx, ctx, work::job(id)?).await
}

/// Makes an import the active one.
pub(super) async fn activate(
    tx: &Connection,
    id: Uuid,
    resource: Resource,
    files: &[ImportFile],
) -> Result<()> {
    let files = serde_json::to_value(files)?;
    repo::queue(tx, id, resource.code(), files)
        .await
        .map_err(|error| match is_unique_violation(&error) {
            Some(ConstraintName::DataImportActive) => running(),
            _ => error.into(),
        })
}

/// GET /manage-data/build-drugs
pub(super) async fn build(request: Request) -> Result<Json<ImportView>> {
    let me = request.me()?.person_id;
    ready(&request.ctx).await?;
    let db = request.ctx.db.read();
    let missing = build::missing(db, &build::inputs(db).await?).await?;
    if !missing.is_empty() {
        return Err(Error::conflict(
            "RESOURCES_MISSING",
            format!(
                "Import these first, or the drugs would lose what they say: {}.",
                missing.join(", ")
            ),
        ));
    }
    let tx = request.begin().await?;
    let import = repo::new_import(
        &request.ctx,
        ImportKind::Build,
        Resource::Drugs.code(),
        Some(me),
    );
    let id = import.id;
    repo::add(&tx, import).await?;
    queue(&tx, &request.ctx, id, Resource::Drugs, &[]).await?;
    let view = list::view_of(&tx, id).await?;
    request.publish_after_commit(super::EVENT, id, me);
    request.commit(tx, view).await
}
