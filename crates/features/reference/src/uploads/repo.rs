// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on uploaded files.

use std::collections::HashMap;

use chrono::TimeDelta;
use salal_db::{Coded, Connection, JointAnswers, JointRead, Part, StatementBatch};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};
use uuid::Uuid;

use super::dto::FileRef;
use super::entity::upload;
use super::{Category, disk};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::files::FileStore;
use crate::settings::StoreKind;

/// Adds the row of a file that is in its place to the transaction's pending writes.
pub(super) fn insert_with(writes: &mut StatementBatch, row: upload::Model) {
    writes.add(&upload::Entity::insert(row.into_active_model()).into_query());
}

/// A file of any person: the caller checks the scope.
pub(super) async fn find_upload(db: &Connection, id: Uuid) -> Result<Option<upload::Model>> {
    Ok(upload::Entity::find_by_id(id).one(db).await?)
}

/// Files by id, in one query.
pub async fn refs(db: &Connection, ids: &[Uuid]) -> Result<HashMap<Uuid, FileRef>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = upload::Entity::find()
        .filter(upload::Column::Id.is_in(ids.iter().copied()))
        .all(db)
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.id, FileRef::of(row)))
        .collect())
}

/// Files by id, in a joint read.
pub struct RefsPart(Option<Part<upload::Model>>);

impl RefsPart {
    pub fn add(read: &mut JointRead, ids: &[Uuid]) -> Self {
        let files = upload::Entity::find().filter(upload::Column::Id.is_in(ids.iter().copied()));
        Self((!ids.is_empty()).then(|| read.add(&files)))
    }

    /// By file.
    pub fn take(&self, found: &mut JointAnswers) -> Result<HashMap<Uuid, FileRef>> {
        let Some(part) = &self.0 else {
            return Ok(HashMap::new());
        };
        let rows = found.take(part)?.into_iter();
        Ok(rows.map(|row| (row.id, FileRef::of(row))).collect())
    }
}

/// A person's newest file of each category, in a joint read.
pub struct NewestPart<const N: usize> {
    files: Part<Filed>,
    categories: [Category; N],
}

/// A file and its category.
#[derive(FromQueryResult, serde::Deserialize)]
struct Filed {
    id: Uuid,
    category: Coded<Category>,
}

impl<const N: usize> NewestPart<N> {
    pub fn add(read: &mut JointRead, person: Uuid, categories: [Category; N]) -> Self {
        let files = upload::Entity::find()
            .select_only()
            .columns([upload::Column::Id, upload::Column::Category])
            .filter(upload::Column::PersonId.eq(person))
            .filter(upload::Column::Category.is_in(categories.map(Coded)))
            .order_by_desc(upload::Column::CreatedAt)
            .order_by_desc(upload::Column::Id);
        let files = read.add_as(&files);
        Self { files, categories }
    }

    /// In the order of the categories.
    pub fn take(&self, found: &mut JointAnswers) -> Result<[Option<Uuid>; N]> {
        let files = found.take(&self.files)?;
        let newest = |category: Category| {
            let mut files = files.iter();
            files
                .find(|file| *file.category == category)
                .map(|file| file.id)
        };
        Ok(self.categories.map(newest))
    }
}

/// A file with its bytes. The caller has checked the permission.
pub async fn read(ctx: &Context, db: &Connection, id: Uuid) -> Result<(FileRef, Vec<u8>)> {
    let row = find_upload(db, id).await?.ok_or_else(Error::not_found)?;
    let bytes = disk::read(ctx, &row.path, &row.sha256).await?;
    Ok((FileRef::of(row), bytes))
}

/// The newest files that no transaction of this moment still writes.
const LOOKED_AT: u64 = 20;

/// Of the newest files, how many are not in the place of this process, if any is not: another process writes elsewhere,
/// or a disk is not mounted.
pub async fn find_missing(ctx: &Context) -> Result<Option<Missing>> {
    let found = look_at_newest(ctx, TimeDelta::minutes(1)).await?;
    Ok((found.missing > 0).then_some(found))
}

/// How many of the newest files that are at least so old are not in the place of this process.
pub(super) async fn look_at_newest(ctx: &Context, age: TimeDelta) -> Result<Missing> {
    let newest = upload::Entity::find()
        .select_only()
        .column(upload::Column::Path)
        .filter(upload::Column::CreatedAt.lte(ctx.now() - age))
        .order_by_desc(upload::Column::CreatedAt)
        .limit(LOOKED_AT);
    let paths: Vec<String> = newest.into_tuple().all(ctx.db.read()).await?;
    let looked_at = paths.len();
    let missing = disk::count_missing(ctx, paths).await?;
    Ok(Missing { missing, looked_at })
}

/// Files that are on record and not in their place.
#[derive(Clone, Copy, Debug)]
pub struct Missing {
    pub missing: usize,
    pub looked_at: usize,
}

impl Missing {
    /// For an operator.
    pub fn sentence(&self, store: &FileStore) -> String {
        let Self { missing, looked_at } = self;
        let place = store.name();
        let cure = match store.kind() {
            StoreKind::Folder => {
                "If several servers run, database.uploads must be one folder for all of them; otherwise mount its disk, \
                 or bring the files back from a backup."
            }
            StoreKind::S3 => {
                "files.s3 must name the bucket that the files are in; after a change of files.store, salal files move \
                 brings the rest."
            }
        };
        format!(
            "{missing} of the newest {looked_at} uploaded files are not where this server looks for them ({place}). {cure} \
             salal files verify lists all that are missing."
        )
    }
}

/// What is on record of a file in its place.
#[derive(Clone, Debug, FromQueryResult)]
pub struct OnRecord {
    pub id: Uuid,
    pub path: String,
    pub size: i64,
    pub sha256: String,
}

/// All files on record by their ids, from the one after this.
pub async fn list_on_record(
    db: &Connection,
    after: Option<Uuid>,
    limit: u64,
) -> Result<Vec<OnRecord>> {
    let mut files = upload::Entity::find()
        .select_only()
        .columns([
            upload::Column::Id,
            upload::Column::Path,
            upload::Column::Size,
            upload::Column::Sha256,
        ])
        .order_by_asc(upload::Column::Id)
        .limit(limit);
    if let Some(after) = after {
        files = files.filter(upload::Column::Id.gt(after));
    }
    Ok(files.into_model().all(db).await?)
}

/// Which of these paths have a row.
pub async fn list_known_paths(db: &Connection, paths: &[String]) -> Result<Vec<String>> {
    let rows = upload::Entity::find()
        .filter(upload::Column::Path.is_in(paths))
        .all(db)
        .await?;
    Ok(rows.into_iter().map(|row| row.path).collect())
}
