// SPDX-License-Identifier: AGPL-3.0-or-later

//! The data of released versions: what a clinic that worked with one left in each kind of database, made once by
//! `scripts/tag-data.sh` and kept in `tests/data/tags`. `before-0.1.0` is of the last program before the first release.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use salal_db::testing::Rows;
use salal_db::{Db, DbSettings, Engine, file_of};
use sea_orm::ConnectionTrait;

use crate::support::Database;

/// A copy of a version's data in a database of its own, as that version left it.
pub(crate) struct Left {
    pub(crate) database: Database,
    pub(crate) uploads: PathBuf,
}

/// Tables in which a start or a job changes rows by itself: what is asked of them is that none is gone.
const ON_THE_MOVE: &[&str] = &[
    "job",
    "key_holder",
    "master_key",
    "alert_look",
    "audit_watch",
];

/// Tables in which a migration since the first release changed rows on purpose.
const CHANGED: &[&str] = &[];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tags")
}

/// The folder of a version's data for an engine.
pub(crate) fn folder_of(version: &str, engine: Engine) -> PathBuf {
    let engine = match engine {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
    };
    folder().join(version).join(engine)
}

/// What is lost of the rows of before: the first row that is not there as it was.
pub(crate) fn lost(
    before: &BTreeMap<String, Rows>,
    after: &BTreeMap<String, Rows>,
) -> Option<String> {
    before.iter().find_map(|(table, was)| {
        let is = &after[table].rows;
        if is.len() < was.rows.len() {
            return Some(format!("rows of {table} are gone"));
        }
        if [ON_THE_MOVE, CHANGED].concat().contains(&table.as_str()) {
            return None;
        }
        let row = was.rows.iter().find(|row| is.binary_search(row).is_err())?;
        Some(format!("a row of {table} is not there as it was: {row}"))
    })
}

/// The versions whose data is kept.
pub(crate) fn versions() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the data of released versions");
    let mut all: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    all.sort();
    assert!(!all.is_empty(), "there is no data of any version");
    all
}

/// A connection that migrates nothing.
pub(crate) async fn as_it_is(url: &str) -> Db {
    Db::open(url, &DbSettings::default())
        .await
        .expect("the database opens")
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder of files") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).expect("a file can be copied");
        }
    }
}

impl Left {
    /// Puts the data of a version into a new database.
    pub(crate) async fn by(version: &str, engine: Engine) -> Self {
        let from = folder_of(version, engine);
        let packed = std::fs::File::open(from.join("database.gz")).expect("the version's data");
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(packed)
            .read_to_end(&mut bytes)
            .expect("whole data");
        let database = Database::empty(engine).await;
        match file_of(&database.url) {
            Some(file) => std::fs::write(file, &bytes).expect("a file"),
            None => {
                let db = as_it_is(&database.url).await;
                let sql = String::from_utf8(bytes).expect("statements");
                let done = db.write().execute_unprepared(&sql).await;
                done.expect("the server takes the data");
                // Its session has settings of the dump.
                db.close().await;
            }
        }
        let uploads = format!("salal-uploads-{}", uuid::Uuid::new_v4().simple());
        let uploads = std::env::temp_dir().join(uploads);
        copy(&from.join("uploads"), &uploads);
        Self { database, uploads }
    }
}
