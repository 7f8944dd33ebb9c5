// SPDX-License-Identifier: AGPL-3.0-or-later

//! Who may read the files of the installation. The program makes every file and folder for its own user alone;
//! this finds those that were made by an earlier version or copied by hand. Only their own permissions are looked
//! at: a closed folder above them may keep others out as well, but can be opened for another reason.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::report::{Area, Finding, Level, Report};
use crate::settings::{Environment, Settings};

/// Adds a finding for the files and folders that other users of the machine may use.
pub fn check_access(settings: &Settings, report: &mut Report) {
    // On a development machine the data is invented.
    let level = match settings.environment {
        Environment::Prod | Environment::Test => Level::Wrong,
        Environment::Dev | Environment::Auto => Level::Notice,
    };
    for path in open_to_others(&places(settings)) {
        let path = path.display();
        let text = format!("Other users of this machine may read {path}. Run: chmod -R go= {path}");
        let found = Finding::local(Area::Database, "database.open_files", text);
        report.findings.push(Finding { level, ..found });
    }
    report.findings.sort_by_key(|finding| finding.level);
}

/// The database with the files beside it, and the folders of uploads and backups. What is in a folder that is
/// closed is closed.
fn places(settings: &Settings) -> Vec<PathBuf> {
    let mut places = Vec::new();
    if let Some(file) = salal_db::file_of(&settings.database.url) {
        for ending in ["", "-wal", "-shm", ".reserve"] {
            let mut name = file.as_os_str().to_owned();
            name.push(ending);
            places.push(name.into());
        }
    }
    places.extend([&settings.database.uploads, &settings.backup.folder].map(PathBuf::from));
    places
}

/// Those that exist and give the group or others any right.
fn open_to_others(places: &[PathBuf]) -> impl Iterator<Item = &Path> {
    let is_open = |place: &&Path| {
        std::fs::metadata(place).is_ok_and(|found| found.permissions().mode() & 0o077 != 0)
    };
    places.iter().map(PathBuf::as_path).filter(is_open)
}
