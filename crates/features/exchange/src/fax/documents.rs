// SPDX-License-Identifier: AGPL-3.0-or-later

//! Rendered documents, stored unchanged with their SHA-256: print, preview, fax and re-fax serve the same
//! bytes (decision 140).

use salal_db::{Connection, StatementBatch};
use salal_domain::subjects::SubjectKind;
use sea_orm::{EntityTrait, QueryFilter, QueryTrait, Set};
use uuid::Uuid;

use super::entity::document;
use crate::api::Scope;
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};

/// A document to store.
pub struct NewDocument {
    pub subject_kind: SubjectKind,
    pub subject_id: Uuid,
    pub person: Uuid,
    /// prescription, receipt
    pub kind: &'static str,
    pub bytes: Vec<u8>,
}

/// Stores a document; returns its id and SHA-256.
pub async fn store_document(
    tx: &Connection,
    ctx: &Context,
    new: NewDocument,
) -> Result<(Uuid, String)> {
    let mut writes = ctx.db.batch();
    let stored = store_document_with(&mut writes, ctx, new);
    writes.run(tx).await?;
    Ok(stored)
}

/// Like `store_document`, added to the transaction's pending writes.
pub fn store_document_with(
    writes: &mut StatementBatch,
    ctx: &Context,
    new: NewDocument,
) -> (Uuid, String) {
    let (id, sha256) = (ctx.new_id(), sha256_hex(&new.bytes));
    let row = document::ActiveModel {
        id: Set(id),
        subject_kind: Set(new.subject_kind.into()),
        subject_id: Set(new.subject_id),
        person_id: Set(new.person),
        kind: Set(new.kind.into()),
        sha256: Set(sha256.clone()),
        bytes: Set(new.bytes),
        created_at: Set(ctx.now()),
    };
    writes.add(&document::Entity::insert(row).into_query());
    (id, sha256)
}

/// The bytes of a document within scope, checked against their SHA-256.
pub async fn read(db: &Connection, scope: &Scope, id: Uuid) -> Result<Vec<u8>> {
    let row = document::Entity::find_by_id(id)
        .filter(scope.condition(document::Column::PersonId))
        .one(db)
        .await?
        .ok_or_else(Error::not_found)?;
    if sha256_hex(&row.bytes) != row.sha256 {
        return Err(Error::broken("a kept document is not what was signed"));
    }
    Ok(row.bytes)
}

/// The number of pages of a stored document: its PDF page objects.
pub fn pages_of(pdf: &[u8]) -> usize {
    let marker = b"/Type /Page";
    let tight = b"/Type/Page";
    let count = |marker: &[u8]| {
        pdf.windows(marker.len() + 1)
            .filter(|window| window.starts_with(marker) && window.last() != Some(&b's'))
            .count()
    };
    (count(marker) + count(tight)).max(1)
}
