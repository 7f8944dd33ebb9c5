// SPDX-License-Identifier: AGPL-3.0-or-later

//! Recovery from storage failure: while the database refuses changes (a full disk, a read-only disk, an
//! unreachable database, a file that another program has locked), a small write is tried again and again until it
//! succeeds. No restart is needed. A database that does not answer or is locked is noticed here too, before anyone
//! has waited for it long. And the work on files beside the database. Not here: how the database is asked and the
//! write is tried, which is in `salal_db`.

use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::hold;
use crate::machine_clock;
use crate::telemetry;

/// How often the database is asked, and a write is tried while none succeeds.
const EVERY: Duration = Duration::from_millis(500);
/// How often this machine's clock is compared with the database's.
const LOOK_AT_CLOCK: Duration = Duration::from_secs(30);

/// Runs work on files, which blocks, off the async threads; `what` names the files in the log.
pub async fn on_disk<T: Send + 'static>(
    what: &'static str,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::broken(format!("{what}: {error}")))?
        .map_err(|error| Error::disk(what, &error))
}

/// The folder of uploaded files. It is made when it is asked for first, which is when the program starts; from then
/// on it must stay the same folder: where a volume falls off, what lies beneath it must not take health documents,
/// and the files are away and not lost.
#[derive(Debug)]
pub struct UploadFolder {
    path: PathBuf,
    /// The device and the number of the folder.
    identity: OnceLock<(u64, u64)>,
}

impl UploadFolder {
    /// The folder of this process.
    pub fn of(ctx: &Context) -> Arc<Self> {
        ctx.get_or_init(|| Self::at(PathBuf::from(&ctx.settings.database.uploads)))
    }

    pub(crate) fn at(path: PathBuf) -> Self {
        Self {
            path,
            identity: OnceLock::new(),
        }
    }

    /// Whether it was there in this process and is not any more. It blocks.
    pub fn is_lost(&self) -> bool {
        self.identity.get().is_some() && self.path().is_err()
    }

    /// Its path, if it is still the same folder. It blocks.
    pub fn path(&self) -> io::Result<&Path> {
        let identity = if let Some(identity) = self.identity.get() {
            *identity
        } else {
            std::fs::create_dir_all(&self.path)?;
            let found = identity_of(&self.path)?;
            *self.identity.get_or_init(|| found)
        };
        match identity_of(&self.path) {
            Ok(found) if found == identity => Ok(&self.path),
            _ => Err(io::Error::new(
                ErrorKind::StaleNetworkFileHandle,
                "it is not the folder that was there when the program started",
            )),
        }
    }
}

fn identity_of(folder: &Path) -> io::Result<(u64, u64)> {
    let found = std::fs::metadata(folder)?;
    Ok((found.dev(), found.ino()))
}

/// Runs until stopped.
pub async fn watch(ctx: Context, stop: CancellationToken) {
    let mut next_look_at_clock = Instant::now() + LOOK_AT_CLOCK;
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            () = tokio::time::sleep(EVERY) => {}
        }
        let mut trouble = ctx.db.trouble();
        if let Some(found) = ctx.db.ask().await {
            trouble = Some(found);
        } else if trouble.is_some() {
            trouble = ctx.db.try_writing().await;
            if trouble.is_none() {
                ctx.notify_worker();
            }
        }
        if trouble.is_none()
            && let Err(error) = hold::refresh(&ctx).await
        {
            ctx.note_storage(&error);
        }
        if trouble.is_none() && next_look_at_clock <= Instant::now() {
            next_look_at_clock = Instant::now() + LOOK_AT_CLOCK;
            if let Err(error) = machine_clock::measure(&ctx).await {
                tracing::warn!(cause = %error, "the database's clock couldn't be asked");
            }
        }
        telemetry::STORAGE_REFUSING.set([], trouble.is_some());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_folder_of_the_same_name_is_not_the_upload_folder() {
        let around = tempfile::tempdir().unwrap();
        let path = around.path().join("uploads");
        let folder = UploadFolder::at(path.clone());
        assert_eq!(folder.path().unwrap(), path, "it is made at first");
        let away = around.path().join("away");
        std::fs::rename(&path, &away).unwrap();
        let gone = Error::disk("a file", &folder.path().unwrap_err());
        assert_eq!((gone.code, gone.kind.status()), ("NOT_KEPT", 503));
        assert!(folder.is_lost() && !path.exists(), "and not made again");
        std::fs::create_dir(&path).unwrap();
        assert!(folder.path().is_err());
        std::fs::remove_dir(&path).unwrap();
        std::fs::rename(&away, &path).unwrap();
        assert!(folder.path().is_ok());
    }
}
