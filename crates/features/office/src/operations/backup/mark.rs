// SPDX-License-Identifier: AGPL-3.0-or-later

//! Records in the database that a backup was made.

use sea_orm::{ActiveModelTrait, Set};

use crate::context::Context;
use crate::error::{Error, Result};
use crate::operations::entity::backup_mark;
use crate::operations::health::BackupMaker;

/// Records a backup made by the operator's own tools.
pub async fn mark(ctx: &Context, name: &str) -> Result<String> {
    let name = name.trim();
    if name.is_empty() {
        return Err(Error::broken(
            "the name is empty. Nothing was recorded. Name the backup, such as --name nightly-pg-dump",
        ));
    }
    let noted = note(ctx, BackupMaker::Operator, name, None).await?;
    Ok(format!("Recorded.{noted}"))
}

/// Records the backup; the schema of another version may have no table for it.
pub(super) async fn note(
    ctx: &Context,
    made_by: BackupMaker,
    name: &str,
    bytes: Option<i64>,
) -> Result<&'static str> {
    let schema = ctx.db.schema().await?;
    if !schema.missing.is_empty() || !schema.unknown.is_empty() {
        return Ok(
            " The backup was not recorded in the database, because its schema is from another version of Salal.",
        );
    }
    backup_mark::ActiveModel {
        id: Set(ctx.new_id()),
        at: Set(ctx.now()),
        made_by: Set(made_by.into()),
        name: Set(name.chars().take(200).collect()),
        bytes: Set(bytes),
    }
    .insert(ctx.db.write())
    .await?;
    Ok("")
}
