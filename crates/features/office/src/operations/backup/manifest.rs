// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a backup is made of: the lists of the database, of its log and of the uploaded files, and what they are for.
//! Signed with the master key, because anybody can encrypt to a public key.

use chrono::{DateTime, NaiveDateTime, Utc};
use serde::{Deserialize, Serialize};

use super::names::{Name, Namer};
use super::store::COPY;
use crate::sealing::{Keyring, MasterKey};

/// What the name of a backup begins with.
const START: &str = "salal-";
/// The time in the name of a backup.
const TIME: &str = "%Y%m%dT%H%M%SZ";
/// The form of this version.
const FORM: u32 = 1;

/// The name of a backup that is made at a time.
pub(super) fn name_at(at: DateTime<Utc>) -> String {
    format!("{START}{}", at.format(TIME))
}

/// The time in the name of a backup, with or without its end.
pub(super) fn time_of(name: &str) -> Option<DateTime<Utc>> {
    let time = name.strip_suffix(COPY).unwrap_or(name);
    let time = time.strip_prefix(START)?;
    let time = NaiveDateTime::parse_from_str(time, TIME).ok()?;
    Some(time.and_utc())
}

/// A name as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Written(pub(super) Name);

impl From<Written> for String {
    fn from(name: Written) -> Self {
        name.0.to_string()
    }
}

impl TryFrom<String> for Written {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Name::read(&text).map(Self).ok_or("this is no name")
    }
}

/// A file in pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Parts {
    pub(super) size: u64,
    pub(super) lists: Vec<Written>,
}

/// A backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    form: u32,
    pub(super) name: String,
    pub(super) made_at: DateTime<Utc>,
    /// The version that made it, and the newest migration of the schema.
    pub(super) program: String,
    pub(super) schema: Option<String>,
    pub(super) database: Parts,
    /// The log is played into the database when it is restored.
    pub(super) log: Option<Parts>,
    /// The uploaded files: each list has their names first, then their pieces.
    pub(super) uploads: Vec<Written>,
    pub(super) files: u64,
}

impl Manifest {
    pub(super) fn new(made_at: DateTime<Utc>, schema: Option<String>) -> Self {
        Self {
            form: FORM,
            name: name_at(made_at),
            made_at,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            schema,
            database: Parts::default(),
            log: None,
            uploads: Vec::new(),
            files: 0,
        }
    }

    /// Every list that it needs.
    pub(super) fn lists(&self) -> Vec<Name> {
        let of_log = self.log.iter().flat_map(|log| &log.lists);
        let all = self.database.lists.iter().chain(of_log);
        let mut all: Vec<Name> = all.chain(&self.uploads).map(|list| list.0).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The signed text: the name of the master key, those whom it is encrypted to, the signature, and what is signed.
    pub(super) fn write(
        &self,
        key: &MasterKey,
        recipients: &[String],
        namer: &Namer,
    ) -> serde_json::Result<Vec<u8>> {
        let text = serde_json::to_string(self)?;
        let signature = namer.sign(text.as_bytes());
        let key = key.id();
        let to = recipients.join(" ");
        Ok(format!("{key}\n{to}\n{signature}\n{text}").into_bytes())
    }

    /// Reads what [`Self::write`] wrote, if one of these keys signed it.
    pub(super) fn read(bytes: &[u8], keys: &Keyring) -> Result<(Self, Namer), Refused> {
        let text = std::str::from_utf8(bytes).map_err(|_| Refused::Strange)?;
        let mut lines = text.splitn(4, '\n');
        let mut next = || lines.next().ok_or(Refused::Strange);
        let (key, to, signature, text) = (next()?, next()?, next()?, next()?);
        let found = keys.all().iter().find(|one| one.id() == key);
        let found = found.ok_or_else(|| Refused::ForeignKey(key.to_owned()))?;
        let recipients: Vec<String> = to.split_whitespace().map(str::to_owned).collect();
        let namer = Namer::new(found, &recipients);
        if !namer.is_signed(text.as_bytes(), signature) {
            return Err(Refused::Strange);
        }
        let form: Form = serde_json::from_str(text).map_err(|_| Refused::Strange)?;
        if form.form > FORM {
            return Err(Refused::Later);
        }
        let read: Self = serde_json::from_str(text).map_err(|_| Refused::Strange)?;
        Ok((read, namer))
    }
}

#[derive(Deserialize)]
struct Form {
    form: u32,
}

/// Why a manifest is not believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It was made with a master key that the settings do not have.
    ForeignKey(String),
    /// A later version made it.
    Later,
    /// It was changed, or something else made it.
    Strange,
}

/// The names of uploaded files with their sizes, one a line.
pub(super) fn write_files(files: &[(String, u64)]) -> String {
    let mut text = String::new();
    for (path, size) in files {
        text.push_str(&format!("{size} {path}\n"));
    }
    text
}

/// Reads what [`write_files`] wrote; nothing in it leads out of the folder.
pub(super) fn read_files(bytes: &[u8]) -> Option<Vec<(String, u64)>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let mut files = Vec::new();
    for line in text.lines() {
        let (size, path) = line.split_once(' ')?;
        let is_inside = std::path::Path::new(path)
            .components()
            .all(|part| matches!(part, std::path::Component::Normal(_)));
        if !is_inside || path.is_empty() {
            return None;
        }
        files.push((path.to_owned(), size.parse().ok()?));
    }
    Some(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_time() {
        let at = time_of("salal-20261125T030000Z").unwrap();
        assert_eq!(name_at(at), "salal-20261125T030000Z");
        assert_eq!(time_of("salal-20261125T030000Z.copy"), Some(at));
        assert_eq!(time_of("salal-later"), None);
    }

    #[test]
    fn names_of_files_stay_in_their_folder() {
        let files = vec![("ab/one file.pdf".to_owned(), 7), ("two".to_owned(), 0)];
        let text = write_files(&files);
        assert_eq!(read_files(text.as_bytes()).unwrap(), files);
        for path in ["../x", "/etc/passwd", "ab/../../x", "./x", ""] {
            let text = format!("1 {path}\n");
            assert!(read_files(text.as_bytes()).is_none(), "{path}");
        }
    }
}
