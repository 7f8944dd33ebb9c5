// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reads a backup without restoring it. Without the private key it is known whether everything is there and no bit has
//! changed; with it, whether it can be put together.

use std::path::Path;

use chrono::{DateTime, Utc};

use super::read::{CopyPlace, OpenCopy, check_without_key};
use crate::error::{Error, Result};
use crate::operations::health::count;
use crate::operations::restore::{Source, find_copy, identities};
use crate::sealing::Keyring;
use crate::settings::Settings;

/// Reads a backup; returns what was found, as sentences.
pub fn verify_backup(
    settings: &Settings,
    from: &Path,
    point: Option<DateTime<Utc>>,
    identity: Option<&Path>,
) -> Result<String> {
    let place = match find_copy(from, point).map_err(|error| not_verified(&error))? {
        Source::Copy(place) => place,
        Source::File(file) => {
            return Err(Error::broken(format!(
                "{} is a backup of an earlier version, in one file. It is checked when it is restored",
                file.display()
            )));
        }
    };
    verified(settings, &place, identity).map_err(|error| not_verified(&error))
}

fn verified(settings: &Settings, place: &CopyPlace, identity: Option<&Path>) -> Result<String> {
    let name = place.file().display().to_string();
    let pieces = |n: usize| count(i64::try_from(n).unwrap_or(i64::MAX), "piece");
    let (n, is_encrypted) = check_without_key(place)?;
    if is_encrypted && identity.is_none() {
        return Ok(format!(
            "{name}: all of it is there, {}, each without damage. Whether they belong together and open is known only \
             with the private key (--identity FILE).",
            pieces(n)
        ));
    }
    let copy = OpenCopy::open(
        place,
        identities(identity)?,
        &Keyring::of_settings(settings),
    )?;
    let n = copy.check()?;
    Ok(format!("{name}: whole, {}.", pieces(n)))
}

/// The sentence of a refused restore, as that of a check.
fn not_verified(error: &Error) -> Error {
    let why = error.cause.clone().unwrap_or_default();
    let why = why.strip_prefix("nothing was restored: ").unwrap_or(&why);
    Error::broken(format!("the backup was not verified: {why}"))
}
