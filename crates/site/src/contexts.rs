// SPDX-License-Identifier: AGPL-3.0-or-later

//! Makes the context of a process from its settings and the parts of the program: opens the database, checks that it
//! is ours and of this version, and does what the features want done before the first call. Not here: which process
//! needs which of them.

use std::time::Duration;

use salal_db::{Db, DbError, DbSettings};
use salal_integrations::Integrations;

use crate::context::{Clock, Context};
use crate::error::{Error, Result};
use crate::hold;
use crate::machine_clock;
use crate::parts::Parts;
use crate::settings::Settings;
use crate::storage::UploadFolder;

/// How long to wait for an empty file that was only just created.
const SECOND_LOOK: Duration = Duration::from_millis(500);

/// How long a server waits for a lock that another program has on its `SQLite` file, before it answers that nothing
/// can be saved at the moment.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);

/// Whether the database exists already; for a database that is not a file, this is unknown until it is
/// queried.
pub fn has_database(settings: &Settings) -> bool {
    !salal_db::is_absent(&settings.database.url)
}

/// Refuses a file that is not our database before anything in it is changed. An empty file is refused too:
/// replacing a clinic's missing data with a new, empty database would hide the loss.
async fn refuse_others(url: &str) -> Result<()> {
    let mut found = salal_db::refuse_foreign(url).await;
    if matches!(found, Err(DbError::Empty { .. })) {
        // A database being created by another process is empty for an instant.
        tokio::time::sleep(SECOND_LOOK).await;
        found = salal_db::refuse_foreign(url).await;
    }
    match found {
        Err(DbError::Database(error)) => Err(DbError::Database(error).into()),
        other => other.map_err(Error::broken),
    }
}

/// Opens the database, migrates it, and creates the shared context of a server.
pub async fn context(parts: Parts, settings: Settings, clock: Clock) -> Result<Context> {
    let pools = DbSettings {
        sqlite_lock_timeout: LOCK_TIMEOUT,
        ..DbSettings::default()
    };
    context_with(parts, settings, clock, pools).await
}

/// Like [`context`], for a command that can wait for the changes of a server on the same file.
pub async fn patient_context(parts: Parts, settings: Settings, clock: Clock) -> Result<Context> {
    context_with(parts, settings, clock, DbSettings::default()).await
}

async fn context_with(
    parts: Parts,
    settings: Settings,
    clock: Clock,
    pools: DbSettings,
) -> Result<Context> {
    let pools = DbSettings {
        sqlite_reserve: settings.database.reserve_megabytes * 1_000_000,
        ..pools
    };
    refuse_others(&settings.database.url).await?;
    let db = Db::open(&settings.database.url, &pools).await?;
    // A database of a later version cannot be migrated back.
    if let Some(why) = db.schema().await?.refusal() {
        return Err(Error::broken(why));
    }
    db.migrate().await?;
    for step in &parts.on_database {
        step(db.clone()).await?;
    }
    let services = Integrations::new(&settings.services)?;
    let on_start = parts.on_start.clone();
    let ctx = Context::new(settings, db, services, clock, parts.into_hooks()?);
    if let Err(error) = UploadFolder::of(&ctx).path() {
        tracing::error!(%error, "the upload folder cannot be used; no file can be sent or opened");
    }
    machine_clock::measure(&ctx).await?;
    hold::refresh(&ctx).await?;
    for step in on_start {
        step(ctx.clone()).await?;
    }
    Ok(ctx)
}

/// How long a server that answered may take to open a database: longer than a busy one takes.
const LONGEST_OPENING: Duration = Duration::from_secs(10);

/// Read-only context: no migration, no file creation.
pub async fn read_only_context(parts: Parts, settings: Settings, clock: Clock) -> Result<Context> {
    refuse_others(&settings.database.url).await?;
    if salal_db::is_absent(&settings.database.url) {
        return Err(Error::broken(
            "there is no database yet: run salal migrate to create it",
        ));
    }
    // A person waits for this: what does not answer is told at once.
    salal_db::enter(&settings.database.url).await?;
    let usual = DbSettings::default();
    let opening = Db::open(&settings.database.url, &usual);
    let db = if salal_db::file_of(&settings.database.url).is_some() {
        opening.await?
    } else {
        let opened = tokio::time::timeout(LONGEST_OPENING, opening).await;
        opened.map_err(|_| DbError::Silent)??
    };
    let services = Integrations::new(&settings.services)?;
    let ctx = Context::new(settings, db, services, clock, parts.into_hooks()?);
    machine_clock::measure(&ctx).await?;
    Ok(ctx)
}

/// The context of a command that works with existing data: like [`read_only_context`], and only on a database
/// of exactly this version. Migration is left to server start and `salal migrate`: the user of another
/// command may not have made a backup yet.
pub async fn current_schema_context(
    parts: Parts,
    settings: Settings,
    clock: Clock,
) -> Result<Context> {
    let ctx = read_only_context(parts, settings, clock).await?;
    let schema = ctx.db.schema().await?;
    if let Some(why) = schema.refusal() {
        return Err(Error::broken(why));
    }
    if !schema.missing.is_empty() {
        return Err(Error::broken(
            "this database is from an earlier version of the program: back it up (salal backup), bring it up to \
             date with salal migrate, and run this again",
        ));
    }
    Ok(ctx)
}

/// The context of a command that fills a new database: created when it is missing or has no tables, otherwise
/// used unchanged.
pub async fn new_or_current_context(
    parts: Parts,
    settings: Settings,
    clock: Clock,
) -> Result<Context> {
    refuse_others(&settings.database.url).await?;
    let is_new = if has_database(&settings) {
        let db = Db::open(&settings.database.url, &DbSettings::default()).await?;
        let schema = db.schema().await?;
        db.close().await;
        schema.newest.is_none() && schema.unknown.is_empty()
    } else {
        true
    };
    if is_new {
        Box::pin(context(parts, settings, clock)).await
    } else {
        Box::pin(current_schema_context(parts, settings, clock)).await
    }
}
