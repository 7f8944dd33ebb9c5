// SPDX-License-Identifier: AGPL-3.0-or-later

//! Makes a restored database one that can be worked with: checks its audit, puts uploaded files back, and in one
//! transaction ends what must end, moves numbers on and holds every effect outside.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use super::files::add_files;
use super::place::{Copied, Faults, Origin};
use crate::context::{Clock, Context};
use crate::error::{Error, Result};
use crate::files::FileStore;
use crate::hold::{self, restore_hold};
use crate::operations::backup::UploadPlace;
use crate::operations::health::count;
use crate::settings::StoreKind;
use salal_accounts::audit::{self, SignedLater};
use salal_platform::parts::OnRestore;
use salal_reference::uploads;

/// A restored database.
#[derive(Debug)]
pub struct Settled {
    pub hold: restore_hold::Model,
    later: SignedLater,
    at: DateTime<Utc>,
}

impl Settled {
    /// Puts the signed heads and anchors aside that the database does not have any more. Only once it is in its place:
    /// until then the folder may be that of another one.
    pub async fn put_aside(&self, ctx: &Context) -> Result<()> {
        audit::put_aside(ctx, &self.later, self.at).await
    }
}

/// The time of the newest record: no copy is older than what is in it.
pub async fn newest_record(ctx: &Context) -> Result<Option<DateTime<Utc>>> {
    audit::newest_line_at(ctx.db.read()).await
}

/// Verifies the audit of a copy, as of the time at which it was made.
pub async fn verify(ctx: &Context, point: DateTime<Utc>) -> Result<(Faults, SignedLater)> {
    let mut then = ctx.clone();
    then.clock = Clock::Set(std::sync::Arc::new(std::sync::Mutex::new(point)));
    let (report, later) = audit::verify_copy(&then).await?;
    Ok((Faults(report.faults), later))
}

/// Puts the uploaded files of a copy back, where they are missing; returns how many.
pub async fn put_files_back(ctx: &Context, copied: &Copied) -> Result<i64> {
    let place = UploadPlace::of(ctx);
    let work: Box<dyn FnOnce() -> Result<i64> + Send> = match copied.from.clone() {
        Origin::File(file) => {
            let from = file.parent().unwrap_or(Path::new(".")).join("uploads");
            let into = PathBuf::from(&ctx.settings.database.uploads);
            if FileStore::of(ctx).kind() == StoreKind::S3 && from.is_dir() {
                return Err(Error::broken(
                    "nothing was restored: the uploaded files of a backup of an earlier version are restored into a \
                     folder. Set files.store = \"folder\", restore, and move them with salal files move --to s3",
                ));
            }
            Box::new(move || add_files(&from, &into).map_err(Error::broken))
        }
        Origin::Copy(copy) => Box::new(move || copy.put_files_back(&place)),
    };
    let added = tokio::task::spawn_blocking(work)
        .await
        .map_err(Error::broken)??;
    // The files and the database are those of one installation from now on.
    uploads::place::mark(ctx, &FileStore::of(ctx)).await?;
    Ok(added)
}

/// Settles the database in one transaction. `by` is who restores it, and `accepted` the faults of the copy that were
/// accepted, with the reason.
pub async fn settle(
    ctx: &Context,
    steps: &[OnRestore],
    point: DateTime<Utc>,
    later: SignedLater,
    by: &str,
    accepted: Option<&str>,
) -> Result<Settled> {
    let at = ctx.now();
    let tx = ctx.db.begin().await?;
    let mut told = Vec::new();
    for step in steps {
        told.extend(step(&tx, ctx).await?);
    }
    if let Some(aside) = later.aside(ctx, at) {
        let records = count(
            i64::try_from(later.len()).unwrap_or(i64::MAX),
            "signed record",
        );
        let proved = match later.missing_lines() {
            0 => "are of the same lines of the audit".to_owned(),
            lines => format!(
                "prove that at least {} of the audit are missing",
                count(lines, "line")
            ),
        };
        told.push(format!(
            "{records} of after the backup {proved}. Their place is now {}.",
            aside.display()
        ));
    }
    let hold = hold::begin(&tx, ctx, point, told).await?;
    let mut text = format!(
        "from a backup of {}, by {by}",
        point.format("%Y-%m-%d %H:%M:%S UTC")
    );
    if let Some(accepted) = accepted {
        text.push_str("; accepted: ");
        text.push_str(accepted);
    }
    let mut last = ctx.db.batch();
    audit::write_of_house(
        ctx,
        None,
        audit::TERMINAL,
        audit::RESTORED,
        "database",
        text,
        &mut last,
    );
    last.run(&tx).await?;
    tx.commit().await?;
    hold::refresh(ctx).await?;
    Ok(Settled { hold, later, at })
}
