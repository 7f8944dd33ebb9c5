// SPDX-License-Identifier: AGPL-3.0-or-later

//! Who asks for renewals when a day is played at the sandbox's page: patients of the history that `salal demo` made, kept
//! in a file beside the sandbox's state. Not here: the published accounts, which are left to whoever tries them.

use std::path::{Path, PathBuf};

use salal_demo::Invented;
use salal_sandbox::DayPatient;

use crate::error::{Error, Result};
use crate::settings::Settings;

/// How many are kept, at most. Beyond 240 phones are shared, and a code would be somebody else's.
pub const DAY_PATIENTS: usize = 200;

fn file(settings: &Settings) -> Option<PathBuf> {
    let folder = Path::new(&settings.database.uploads).parent();
    folder.map(|folder| folder.join("sandbox-patients.json"))
}

/// Keeps who may be asked, for the sandbox that is started later.
pub fn keep(settings: &Settings, patients: &[Invented]) -> Result<()> {
    let Some(file) = file(settings) else {
        return Ok(());
    };
    let kept: Vec<DayPatient> = patients
        .iter()
        .map(|one| DayPatient {
            name: format!("{} {}", one.first_name, one.last_name),
            email: one.email.clone(),
            phone: one.phone.clone(),
            password: salal_demo::PASSWORD.to_owned(),
            takes: one
                .medications
                .iter()
                .map(|taken| taken.drug.to_owned())
                .collect(),
        })
        .collect();
    let text = serde_json::to_vec(&kept).map_err(Error::broken)?;
    std::fs::write(file, text).map_err(Error::broken)
}

/// Those that were kept. A demo without a history has none, and nor has one of an earlier version.
pub(super) fn kept(settings: &Settings) -> Vec<DayPatient> {
    let text = file(settings).and_then(|file| std::fs::read(file).ok());
    text.and_then(|text| serde_json::from_slice(&text).ok())
        .unwrap_or_default()
}
