// SPDX-License-Identifier: AGPL-3.0-or-later

//! What was sent in is checked and put into the place of files before a transaction begins: a store that hangs holds up
//! the sender alone, and no lock. The transaction then writes the row, which makes the file somebody's. One that no
//! transaction takes has no row, and the daily cleanup removes it. `crates/tidy/tests/habits.rs` refuses a put after
//! `begin`.

use salal_db::{Coded, Connection, StatementBatch};
use uuid::Uuid;

use super::dto::FileRef;
use super::entity::upload;
use super::examine::{Clean, Kinds, examine};
use super::{Category, MediaType, disk, jobs, repo};
use crate::api::RawFile;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs::enqueue_with;

/// A checked file that is in its place, and nobody's yet.
#[derive(Debug)]
pub struct Kept {
    id: Uuid,
    path: String,
    name: String,
    media: MediaType,
    size: i64,
    sha256: String,
}

/// Checks a file and puts it into its place; before the transaction that takes it. Errors name the form's field.
pub async fn receive(ctx: &Context, file: RawFile, kinds: Kinds) -> Result<Kept> {
    let clean = examine(ctx, file, kinds).await?;
    put(ctx, clean).await
}

/// Checks all files for one purpose in turn, and puts them into their place if none is refused.
pub async fn receive_all(ctx: &Context, files: Vec<RawFile>, kinds: Kinds) -> Result<Vec<Kept>> {
    let mut all = Vec::with_capacity(files.len());
    for file in files {
        all.push(examine(ctx, file, kinds).await?);
    }
    let mut kept = Vec::with_capacity(all.len());
    for clean in all {
        kept.push(put(ctx, clean).await?);
    }
    Ok(kept)
}

/// As `receive_all`, for the places of a form, which may be empty.
pub async fn receive_each<const N: usize>(
    ctx: &Context,
    files: [(Option<RawFile>, Kinds); N],
) -> Result<[Option<Kept>; N]> {
    let mut all = [const { None }; N];
    for (place, (file, kinds)) in all.iter_mut().zip(files) {
        if let Some(file) = file {
            *place = Some(examine(ctx, file, kinds).await?);
        }
    }
    let mut kept = [const { None }; N];
    for (place, clean) in kept.iter_mut().zip(all) {
        if let Some(clean) = clean {
            *place = Some(put(ctx, clean).await?);
        }
    }
    Ok(kept)
}

/// Puts a file completely and durably, under a path that is new.
async fn put(ctx: &Context, clean: Clean) -> Result<Kept> {
    let id = ctx.new_id();
    let path = disk::path_of(id, clean.extension());
    let Clean {
        name,
        media,
        content,
    } = clean;
    let size = i64::try_from(content.length()).map_err(Error::broken)?;
    let sha256 = content.sha256().to_owned();
    disk::write(ctx, &path, content).await?;
    Ok(Kept {
        id,
        path,
        name,
        media,
        size,
        sha256,
    })
}

/// Gives a file its row in the caller's transaction. `person` is whose record it belongs to (the patient's), `by` the
/// uploader.
pub async fn take(
    tx: &Connection,
    ctx: &Context,
    kept: Kept,
    category: Category,
    person: Uuid,
    by: impl Into<Option<Uuid>>,
) -> Result<Uuid> {
    let mut writes = ctx.db.batch();
    let stored = take_with(&mut writes, ctx, kept, category, person, by.into())?;
    writes.run(tx).await?;
    Ok(stored.id)
}

/// Like `take`, the row added to the transaction's pending writes.
pub fn take_with(
    writes: &mut StatementBatch,
    ctx: &Context,
    kept: Kept,
    category: Category,
    person: Uuid,
    by: Option<Uuid>,
) -> Result<FileRef> {
    let row = upload::Model {
        id: kept.id,
        category: Coded(category),
        person_id: person,
        name: kept.name,
        r#type: Coded(kept.media),
        size: kept.size,
        sha256: kept.sha256,
        path: kept.path,
        created_at: ctx.now(),
        by_person: by,
    };
    repo::insert_with(writes, row.clone());
    enqueue_with(writes, ctx, jobs::daily_cleanup(ctx)?);
    Ok(FileRef::of(row))
}
