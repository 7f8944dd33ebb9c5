// SPDX-License-Identifier: AGPL-3.0-or-later

//! The audit of a database that was restored from a copy. What was signed after the copy is in the folder outside and not
//! in the database: it is put aside, in a folder of its own beside the rest, so that the log goes on and whoever
//! verifies it sees what is missing. Nothing outside is deleted. Not here: the line that says it was restored.

use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, Utc};
use salal_db::Connection;
use sea_orm::QueryOrder;

use super::entity::audit_statement;
use super::keys::Known;
use super::outside::{self, Outside, Site};
use super::statement::Signed;
use super::verify::{Report, verify_with};
use super::{bucket, folder, seal};
use crate::context::Context;
use crate::error::{Error, Result};

/// How long a start waits for the bucket: it asks for one answer, however much is there.
const BUCKET_WITHIN: Duration = Duration::from_secs(1);

/// What was signed outside after the copy was made.
#[derive(Debug, Default)]
pub struct SignedLater {
    statements: Vec<Signed>,
    /// The last number of the copy.
    newest: i64,
    /// The last line of the copy's chain.
    lines: i64,
}

impl SignedLater {
    /// How many heads and anchors.
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// How many lines of the log are proved to be missing.
    pub fn missing_lines(&self) -> i64 {
        let last = self.statements.iter().map(|one| one.seq).max();
        (last.unwrap_or(self.lines) - self.lines).max(0)
    }

    /// The folder into which [`put_aside`] puts it, inside the folder for anchors; `None` if there is nothing.
    pub fn aside(&self, ctx: &Context, at: DateTime<Utc>) -> Option<PathBuf> {
        let folder = Path::new(&ctx.settings.audit.publish_folder);
        let has_any = !self.is_empty() && !folder.as_os_str().is_empty();
        has_any.then(|| folder.join(format!("before-restore-{}", at.format("%Y%m%dT%H%M%SZ"))))
    }
}

/// Verifies the log of a copy, which nothing else uses yet, with what was signed outside up to it; what was signed later is returned beside.
pub async fn verify_copy(ctx: &Context) -> Result<(Report, SignedLater)> {
    let db = ctx.db.read();
    let outside = outside::read_for_copy(ctx, db).await?;
    if let Some(why) = outside.unreadable().next() {
        return Err(Error::broken(format!(
            "what is outside the database cannot be read, in {why}. Nothing was restored"
        )));
    }
    // What waited for its position when the copy was made gets it now, unless the whole chain was taken away.
    let is_chained = seal::newest(db).await?.is_some();
    if is_chained || (outside.statements.is_empty() && !seal::is_signed(db).await?) {
        while seal::seal_all(ctx).await? > 0 {}
    }
    let newest = newest_number(db).await?;
    let lines = seal::newest(db).await?.map_or(0, |last| last.seq);
    let is_later = |one: &Signed| match one.number {
        Some(number) => number > newest,
        None => one.seq > lines,
    };
    for place in &outside.places {
        if place.site == Site::Bucket && place.last() > newest {
            return Err(Error::broken(
                "nothing was restored: the bucket of audit.s3 has anchors that were signed after the backup, and none of \
                 them can be moved out of it. Set audit.s3.prefix to another one, such as today’s date, and restore again; \
                 what is under the earlier prefix stays as proof of what was there",
            ));
        }
    }
    let (later, statements): (Vec<_>, Vec<_>) = outside.statements.into_iter().partition(is_later);
    let known = Outside {
        statements,
        faults: outside.faults,
        ..Outside::default()
    };
    let report = verify_with(ctx, db, &known, &[]).await?;
    let later = SignedLater {
        statements: later,
        newest,
        lines,
    };
    Ok((report, later))
}

/// Refuses a database that is older than what it signed outside itself: a backup that somebody put into its place by
/// hand, of which nobody holds what it would send again. A place that cannot be read, or a bucket that does not answer at
/// once, holds up no start: the signer looks at everything beside it.
pub async fn refuse_older(ctx: &Context) -> Result<()> {
    let db = ctx.db.read();
    // A new database sends nothing again.
    if Site::all(&ctx.settings).next().is_none() || seal::newest(db).await?.is_none() {
        return Ok(());
    }
    let newest = newest_number(db).await?;
    let known = Known::read(ctx, db).await?;
    let is_later =
        |one: &Signed| one.number.is_some_and(|number| number > newest) && known.judge(one).is_ok();
    let mut later = None;
    for site in Site::all(&ctx.settings) {
        let found = match site {
            Site::Folder => later_in_folder(ctx, is_later).await?,
            Site::Bucket => later_in_bucket(ctx, newest, is_later).await,
        };
        later = later.or(found);
    }
    let Some(later) = later else {
        return Ok(());
    };
    Err(Error::broken(format!(
        "nothing was started: this database is older than what it signed outside ({}). It would send again \
         what it had sent after that backup. Run salal restore --after-point-in-time, which holds every effect until you \
         release it, and start again",
        later.name()
    )))
}

/// The last of these in the folder.
async fn later_in_folder(
    ctx: &Context,
    is_later: impl Fn(&Signed) -> bool,
) -> Result<Option<Signed>> {
    let found = folder::read(&ctx.settings.audit.publish_folder).await?;
    let found = found.unwrap_or_default().statements.into_iter();
    Ok(found.filter(is_later).max_by_key(|one| one.number))
}

/// One of these in the bucket, if it says so soon.
async fn later_in_bucket(
    ctx: &Context,
    newest: i64,
    is_later: impl Fn(&Signed) -> bool,
) -> Option<Signed> {
    let asked = bucket::one_after(ctx, newest, is_later);
    let found = tokio::time::timeout(BUCKET_WITHIN, asked).await;
    found.ok()?.ok()?
}

/// The number of the newest statement that the database has; zero without any.
async fn newest_number(db: &Connection) -> Result<i64> {
    let newest = audit_statement::Entity::find()
        .order_by_desc(audit_statement::Column::Number)
        .one(db)
        .await?;
    Ok(newest.map_or(0, |last| last.number))
}

/// Puts what was signed after the copy into a folder of its own inside the folder for anchors. The restored database has
/// taken its place before: after a failure here the signer signs nothing, and says that an older database took its place.
pub async fn put_aside(ctx: &Context, later: &SignedLater, at: DateTime<Utc>) -> Result<()> {
    let Some(aside) = later.aside(ctx, at) else {
        return Ok(());
    };
    let folder = PathBuf::from(&ctx.settings.audit.publish_folder);
    let (newest, lines) = (later.newest, later.lines);
    let is_later = move |one: &Signed| match one.number {
        Some(number) => number > newest,
        None => one.seq > lines,
    };
    tokio::task::spawn_blocking(move || move_later(&folder, &aside, is_later))
        .await
        .map_err(Error::broken)?
        .map_err(|error| {
            Error::broken(format!(
                "the database is restored and everything is held, but what was signed after the backup couldn’t be put \
                 aside in audit.publish_folder: {error}. Do not start Salal yet. Make the folder writable, and run \
                 salal restore --after-point-in-time"
            ))
        })
}

/// First everything is copied aside, then taken out of its place: after a failure between, it is done again.
fn move_later(
    folder: &Path,
    aside: &Path,
    is_later: impl Fn(&Signed) -> bool,
) -> std::io::Result<()> {
    std::fs::create_dir_all(aside)?;
    for (path, kept, moved) in folder::split(folder, is_later)? {
        let Some(name) = path.file_name() else {
            continue;
        };
        let copy = aside.join(name);
        std::fs::write(&copy, moved)?;
        std::fs::File::open(&copy)?.sync_all()?;
        std::fs::File::open(aside)?.sync_all()?;
        if kept.is_empty() {
            std::fs::remove_file(&path)?;
        } else {
            let part = path.with_extension("part");
            std::fs::write(&part, kept)?;
            std::fs::File::open(&part)?.sync_all()?;
            std::fs::rename(&part, &path)?;
        }
    }
    std::fs::File::open(folder)?.sync_all()
}
