// SPDX-License-Identifier: AGPL-3.0-or-later

//! `salal restore`: puts a copy of a `SQLite` database back, or settles a database that other tools restored. The steps
//! belong to `operations::restore`; here they are put together with what the features do after a restore.

use std::path::{Path, PathBuf};

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::{Db, DbError, DbSettings};

use crate::app;
use crate::context::{Clock, Context};
use crate::crash;
use crate::error::{Error, Result};
use crate::features::operations::restore::{
    Copied, Settled, Source, copy_in, find_copy, identities, newest_record, put_files_back,
    put_in_place, settle, verify,
};
use crate::features::{audit, uploads};
use crate::sealing::Keyring;
use crate::settings::Settings;
use crate::{hold, sealing};

/// What to restore, and how.
#[derive(Debug, Default)]
pub struct Wanted {
    /// The newest copy that is not of after this time; or the time of a database that other tools restored.
    pub point: Option<DateTime<Utc>>,
    /// The file of the private key of an encrypted copy.
    pub identity: Option<PathBuf>,
    /// Restore although the copy has faults, for this reason.
    pub despite_faults: Option<String>,
    /// Who restores it.
    pub by: String,
}

/// Puts a copy into the place of the database; returns a summary.
pub async fn restore(
    settings: Settings,
    clock: Clock,
    from: &Path,
    wanted: &Wanted,
) -> Result<String> {
    let Some(target) = salal_db::file_of(&settings.database.url) else {
        return Err(Error::broken(
            "nothing was restored: this database is PostgreSQL. Restore it with its own tools while Salal is stopped, \
             then run salal restore --after-point-in-time",
        ));
    };
    let source = find_copy(from, wanted.point)?;
    if let Source::File(file) = &source {
        refuse_later(file).await?;
    }
    let point = source.made_at();
    let (with, keys) = (
        identities(wanted.identity.as_deref())?,
        Keyring::of_settings(&settings),
    );
    let copied = tokio::task::spawn_blocking(move || copy_in(&source, &target, with, &keys));
    let copied = copied.await.map_err(Error::broken)??;
    crash::point("restore.after_copy");
    let placed = Box::pin(place(settings, clock, point, &copied, wanted)).await;
    let Ok((ready, moved)) = placed else {
        copied.discard();
        return placed.map(|_| String::new());
    };
    ready.settled.put_aside(&ready.ctx).await?;
    let mut told = told(&ready.settled, Some(ready.files));
    if let Some(moved) = moved {
        told = format!("{told}\n{moved}");
    }
    Ok(told)
}

/// A restored database that is closed.
struct Ready {
    /// Its settings; the database is not to be used any more.
    ctx: Context,
    settled: Settled,
    files: i64,
}

/// Makes the copy ready and puts it into its place; returns what was moved aside for it as well.
async fn place(
    settings: Settings,
    clock: Clock,
    point: Option<DateTime<Utc>>,
    copied: &Copied,
    wanted: &Wanted,
) -> Result<(Ready, Option<String>)> {
    let ready = Box::pin(make_ready(settings, clock, point, copied, wanted)).await?;
    refuse_without_hold(copied, &ready.settled).await?;
    let moved = put_in_place(copied, ready.ctx.now())?;
    Ok((ready, moved))
}

/// Looks at the file that is to take its place: it must hold what this restore holds.
async fn refuse_without_hold(copied: &Copied, settled: &Settled) -> Result<()> {
    let few = DbSettings {
        sqlite_readers: 1,
        ..DbSettings::default()
    };
    let db = Db::open(&copied.url(), &few).await?;
    let found = hold::find(db.read()).await;
    db.close().await;
    if found?.is_some_and(|found| found.id == settled.hold.id) {
        return Ok(());
    }
    Err(Error::broken(format!(
        "nothing was restored: {} is not what this restore made ready, and holds nothing. Run this again, and nothing \
         else at the same time",
        copied.part.display()
    )))
}

/// The copy must be whole, ours and of a version that this program can work with.
async fn refuse_later(copy: &Path) -> Result<()> {
    let path = copy.to_string_lossy().replace('%', "%25");
    let url = format!(
        "sqlite://{}?mode=ro&immutable=true",
        path.replace('?', "%3F")
    );
    salal_db::refuse_foreign(&url)
        .await
        .map_err(Error::broken)?;
    let schema = salal_db::schema_at(&url, app::PATIENCE).await?;
    let schema = schema.ok_or_else(|| Error::broken("the copy is not there any more"))?;
    if let Some(why) = schema.refusal().filter(|_| schema.is_halfway) {
        return Err(Error::broken(format!("nothing was restored: {why}")));
    }
    if !schema.unknown.is_empty() {
        return Err(Error::broken(
            "nothing was restored: a later version of the program made this backup. Use that version",
        ));
    }
    Ok(())
}

async fn make_ready(
    settings: Settings,
    clock: Clock,
    point: Option<DateTime<Utc>>,
    copied: &Copied,
    wanted: &Wanted,
) -> Result<Ready> {
    // Of one in pieces it is known now.
    refuse_later(&copied.part).await?;
    let mut faults = match salal_db::check_integrity(&copied.part).await {
        Ok(()) => Vec::new(),
        Err(DbError::Unsound) => {
            vec!["The database engine finds the file damaged.".to_owned()]
        }
        Err(error) => return Err(error.into()),
    };
    refuse_faults(&faults, wanted)?;
    let mut own = settings;
    own.database.url = copied.url();
    own.database.reserve_megabytes = 0;
    let ctx = Box::pin(app::patient_context(own, clock)).await?;
    let done = Box::pin(ready(&ctx, copied, point, &mut faults, wanted)).await;
    ctx.db.close().await;
    crash::point("restore.before_place");
    let (settled, files) = done?;
    Ok(Ready {
        ctx,
        settled,
        files,
    })
}

async fn ready(
    ctx: &Context,
    copied: &Copied,
    named: Option<DateTime<Utc>>,
    faults: &mut Vec<String>,
    wanted: &Wanted,
) -> Result<(Settled, i64)> {
    refuse_other_keys(ctx).await?;
    let point = point_of(ctx, named).await?;
    let (found, later) = verify(ctx, point).await?;
    faults.extend(found.0);
    refuse_faults(faults, wanted)?;
    uploads::place::renew(ctx).await?;
    let files = put_files_back(ctx, copied).await?;
    crash::point("restore.after_files");
    let steps = app::parts().on_restore;
    let accepted = accepted(faults, wanted);
    let settled = settle(ctx, &steps, point, later, &wanted.by, accepted.as_deref()).await?;
    audit::seal(ctx).await?;
    Ok((settled, files))
}

/// Settles a database that other tools restored; returns a summary.
pub async fn after_point_in_time(settings: Settings, wanted: &Wanted) -> Result<String> {
    let url = settings.database.url.clone();
    // Held until this process ends.
    let _held = salal_db::hold_file(&url).map_err(Error::broken)?;
    if salal_db::count_others(&url).await? > 0 {
        return Err(Error::broken(
            "nothing was changed: another salal is connected to this database. Stop all of them first, or they may \
             send what this is to hold",
        ));
    }
    if !app::has_database(&settings) {
        return Err(Error::broken(
            "nothing was changed: there is no database. Restore it first, or name a backup: salal restore FILE",
        ));
    }
    let ctx = Box::pin(app::patient_context(settings, Clock::System)).await?;
    let told = Box::pin(settle_here(&ctx, wanted)).await;
    ctx.db.close().await;
    told
}

/// Settles an open database that was restored; returns a summary.
pub async fn settle_here(ctx: &Context, wanted: &Wanted) -> Result<String> {
    refuse_other_keys(ctx).await?;
    refuse_what_was_not_brought_back(ctx, wanted.point).await?;
    let point = point_of(ctx, wanted.point).await?;
    let (found, later) = verify(ctx, point).await?;
    refuse_faults(&found.0, wanted)?;
    uploads::place::renew(ctx).await?;
    let steps = app::parts().on_restore;
    let accepted = accepted(&found.0, wanted);
    let settled = settle(ctx, &steps, point, later, &wanted.by, accepted.as_deref()).await?;
    settled.put_aside(ctx).await?;
    audit::seal(ctx).await?;
    Ok(told(&settled, None))
}

/// Refuses keys that open nothing of what is there, as a start would. No reason accepts that: what these keys would seal,
/// the right one could not open.
async fn refuse_other_keys(ctx: &Context) -> Result<()> {
    let others = audit::foreign_keys(ctx).await?;
    sealing::refuse_foreign(ctx, others)
        .await
        .map_err(|error| Error::broken(format!("nothing was restored: {error}")))
}

/// The clocks of the database and of Salal may differ by so much.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::minutes(1);

/// Refuses a database with records from after the point: whatever was to bring it back did not. To go on would end
/// every session of the clinic that works, and hold what it sends.
async fn refuse_what_was_not_brought_back(
    ctx: &Context,
    named: Option<DateTime<Utc>>,
) -> Result<()> {
    let Some(named) = named else { return Ok(()) };
    if named > ctx.now() + CLOCKS_DIFFER {
        return Err(Error::broken(
            "nothing was changed: the point is still to come. Name the one to which the database was brought back",
        ));
    }
    match newest_record(ctx).await? {
        Some(newest) if newest > named + CLOCKS_DIFFER => Err(Error::broken(format!(
            "nothing was changed: the database has records until {}, and was to be of {}, so it was not brought back to that \
             point. Read what the tool that restores it said (pgbackrest ends with 0 when it is done), and run this again \
             after it. If this database is the right one, name a later point",
            newest.format("%Y-%m-%d %H:%M:%S UTC"),
            named.format("%Y-%m-%d %H:%M:%S UTC"),
        ))),
        _ => Ok(()),
    }
}

/// The time of the copy: as named, and never before what is in it.
async fn point_of(ctx: &Context, named: Option<DateTime<Utc>>) -> Result<DateTime<Utc>> {
    let newest = newest_record(ctx).await?;
    let point = named.into_iter().chain(newest).max();
    Ok(point.unwrap_or_else(|| ctx.now()).min(ctx.now()))
}

fn refuse_faults(faults: &[String], wanted: &Wanted) -> Result<()> {
    if faults.is_empty() || wanted.despite_faults.is_some() {
        return Ok(());
    }
    Err(Error::broken(format!(
        "nothing was restored, because the backup has faults:\n{}\nUse another backup. If there is none, restore this \
         one with --despite-faults and the reason, which is recorded",
        faults.join("\n")
    )))
}

fn accepted(faults: &[String], wanted: &Wanted) -> Option<String> {
    let reason = wanted.despite_faults.as_ref()?;
    (!faults.is_empty()).then(|| format!("{} ({reason})", faults.join(" ")))
}

fn told(settled: &Settled, files: Option<i64>) -> String {
    let hold = &settled.hold;
    let mut lines = vec![format!(
        "Restored: the database is of {}.",
        hold.point_at.format("%Y-%m-%d %H:%M:%S UTC")
    )];
    if let Some(files) = files {
        lines.push(format!("{files} uploaded files were put back."));
    }
    lines.push(hold.told.clone());
    lines.push(
        "No uploaded file is removed from a place with the mark of the installation before until salal files adopt says \
         that this one has taken it over."
            .to_owned(),
    );
    lines.push(
        "Nothing is sent or charged until it is released. Start Salal, and see what is held: salal restore status, or \
         Operations."
            .to_owned(),
    );
    lines.join("\n")
}

/// A time as given at the terminal: with its zone.
pub fn read_point(text: &str) -> Result<DateTime<Utc>, String> {
    DateTime::parse_from_rfc3339(text)
        .map_err(|_| {
            "a time is written as 2026-11-25T03:00:00Z, or 2026-11-25T03:00:00-08:00".to_owned()
        })
        .map(|time| time.to_utc())
}

/// The folder or file to restore from: as named, or the configured folder.
pub fn source(settings: &Settings, from: Option<PathBuf>) -> PathBuf {
    from.unwrap_or_else(|| PathBuf::from(&settings.backup.folder))
}
