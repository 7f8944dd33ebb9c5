// SPDX-License-Identifier: AGPL-3.0-or-later

//! Where the whole published files are, for the proofs of several crates, which include this file by its path.

use std::path::PathBuf;

/// The folder in `SALAL_DATA`, laid out like `crates/formats/tests/published`.
///
/// # Panics
/// When it is not there: a proof without its data proves nothing.
pub(crate) fn whole_data() -> PathBuf {
    let named = std::env::var_os("SALAL_DATA").unwrap_or_default();
    let folder = PathBuf::from(named);
    assert!(
        folder.is_absolute() && folder.is_dir(),
        "SALAL_DATA must name the folder of the published files, from the root: use `make proof`"
    );
    folder
}
