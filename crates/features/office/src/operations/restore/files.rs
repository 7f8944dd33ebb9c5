// SPDX-License-Identifier: AGPL-3.0-or-later

//! Files beside a database: copied, and kept from everybody else.

use std::fs;
use std::io;
use std::path::Path;

/// Copies files that do not exist yet; a stored file never changes.
pub(super) fn add_files(from: &Path, into: &Path) -> io::Result<i64> {
    let mut added = 0;
    if !from.is_dir() {
        return Ok(added);
    }
    make_folder(into)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, into.join(entry.file_name()));
        if kind.is_dir() {
            added += add_files(&entry.path(), &target)?;
        } else if kind.is_file() && !target.exists() {
            let part = into.join(format!(".{}.part", entry.file_name().display()));
            fs::copy(entry.path(), &part)?;
            only_ours(&part)?;
            fs::rename(part, target)?;
            added += 1;
        }
    }
    Ok(added)
}

/// Creates a folder that only this user can read.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

pub(super) fn only_ours(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}
