// SPDX-License-Identifier: AGPL-3.0-or-later

//! Free space on the disks that hold growing data.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::report::Disk;
use crate::settings::Settings;

/// Where data grows, with the word for metrics.
fn growing(settings: &Settings) -> impl Iterator<Item = (&'static str, &'static str, PathBuf)> {
    let database = salal_db::file_of(&settings.database.url);
    let database = database.map(|file| ("database", "Database", file));
    let uploads = PathBuf::from(&settings.database.uploads);
    let backups = PathBuf::from(&settings.backup.folder);
    let folders = [
        ("uploads", "Uploaded files", uploads),
        ("backups", "Backups", backups),
    ];
    database.into_iter().chain(folders)
}

/// Free space for the database's file (if it is one), uploaded files and backups; one entry per disk, with everything
/// that lies on it. What disk a folder lies on is asked of the system: equal sizes make no one disk, and while one disk
/// is asked twice something may be written to it.
pub(super) fn room(settings: &Settings) -> Vec<Disk> {
    let mut found: Vec<(u64, Disk)> = Vec::new();
    for (_, what, path) in growing(settings) {
        let there = nearest(&path);
        let Ok(device) = there.metadata().map(|known| known.dev()) else {
            continue;
        };
        if let Some((_, disk)) = found.iter_mut().find(|(known, _)| *known == device) {
            disk.what.push_str(", ");
            disk.what.push_str(&what.to_lowercase());
        } else if let Some(disk) = of(what, there) {
            found.push((device, disk));
        }
    }
    found.into_iter().map(|(_, disk)| disk).collect()
}

/// The same for each of them by itself, by its word. It blocks.
pub(super) fn places(settings: &Settings) -> Vec<(&'static str, Disk)> {
    let of_place = |(word, what, path): (&'static str, &str, PathBuf)| {
        of(what, nearest(&path)).map(|disk| (word, disk))
    };
    growing(settings).filter_map(of_place).collect()
}

/// The nearest folder that exists: what is not made yet will lie on its disk.
fn nearest(path: &Path) -> &Path {
    let mut there = path.ancestors().filter(|one| !one.as_os_str().is_empty());
    there
        .find(|one| one.exists())
        .unwrap_or_else(|| Path::new("."))
}

fn of(what: &str, there: &Path) -> Option<Disk> {
    let stat = rustix::fs::statvfs(there).ok()?;
    Some(Disk {
        what: what.to_owned(),
        free: stat.f_bavail.saturating_mul(stat.f_frsize),
        total: stat.f_blocks.saturating_mul(stat.f_frsize),
    })
}
