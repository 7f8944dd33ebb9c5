// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of the safety marks: those shipped with the program until others are imported; stored in the
//! database, and cached in memory. Parsing and evaluation are in `salal_domain::safety`.

use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use salal_db::Connection;
use salal_domain::falls::{Fall, fault_of_reason};
use salal_domain::safety::{FILES, LONGEST_FILE, TableFile, Tables, built_in_files, losses};
use salal_formats::tables::{Limits, Upload};
use uuid::Uuid;

use super::entity::safety_table;
use super::repo;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_accounts::audit;

/// The beginning of every refusal.
const UNTOUCHED: &str = "Nothing was imported; the tables in force are unchanged.";
/// The option that accepts the tables anyway.
const OPTION: &str = "--despite-removals";

/// The cached tables, and the import they belong to.
#[derive(Default)]
struct TablesCache(Mutex<Option<(Uuid, Arc<Tables>)>>);

/// The tables in force: one small query each time, so that an import takes effect everywhere at once.
pub(super) async fn in_force(db: &Connection, ctx: &Context) -> Result<Arc<Tables>> {
    let id = repo::tables_in_force(db).await?;
    tables_of(db, ctx, id).await
}

/// The tables of the newest import; those shipped with the program if there is none. Read once per process.
pub(super) async fn tables_of(
    db: &Connection,
    ctx: &Context,
    newest: Option<Uuid>,
) -> Result<Arc<Tables>> {
    let Some(id) = newest else {
        return Ok(Tables::built_in());
    };
    let cache = ctx.get_or_init(TablesCache::default);
    let known = cache
        .0
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    if let Some((_, tables)) = known.filter(|(known, _)| *known == id) {
        return Ok(tables);
    }
    let row = repo::tables(db, id)
        .await?
        .ok_or_else(|| Error::broken("safety tables without their row"))?;
    let files: Vec<TableFile> = serde_json::from_value(row.content)?;
    let tables = match Tables::read(&files) {
        Ok(tables) => Arc::new(tables),
        // They were valid when imported, but a later program may require more.
        Err(faults) => {
            tracing::error!(
                faults = faults.len(),
                "the imported safety tables cannot be read"
            );
            Tables::built_in()
        }
    };
    *cache.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((id, Arc::clone(&tables)));
    Ok(tables)
}

/// Options for tables that would remove many rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SafetySaid {
    /// Why they are accepted anyway.
    pub despite: Option<String>,
    /// The caller; stored in the audit log.
    pub by: Option<String>,
}

/// Imports the tables of a folder, or of a zip; all of them or none. Tables that would remove many of the
/// rows in force are refused unless a reason is given, and changed tables need a new version. Returns a
/// summary.
pub async fn import_safety(ctx: &Context, path: &Path, said: &SafetySaid) -> Result<String> {
    let reason = said.despite.as_deref().map(str::trim);
    if let Some(fault) = reason.and_then(fault_of_reason) {
        return Err(problem(format!("{OPTION}: {fault}")));
    }
    let files = if path.is_dir() {
        folder(path)?
    } else {
        zipped(path)?
    };
    let tables = Tables::read(&files).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        problem(format!("{UNTOUCHED}\n{}", lines.join("\n")))
    })?;
    let tx = ctx.db.begin().await?;
    let before = match repo::tables_in_force(&tx).await? {
        Some(id) => repo::tables(&tx, id).await?,
        None => None,
    };
    let (was, version) = match before {
        Some(row) => (serde_json::from_value(row.content)?, row.version),
        None => (built_in_files(), Tables::built_in().version().to_owned()),
    };
    if version == tables.version() && !is_same(&was, &files) {
        return Err(problem(format!(
            "{UNTOUCHED} These tables differ from those in force but have the same version, {version}. Every \
             mark names its version: put a new one in version.csv."
        )));
    }
    let falls = losses(&was, &files);
    if reason.is_none() && !falls.is_empty() {
        return Err(problem(format!(
            "{UNTOUCHED} Marks would be lost: {} A file may be incomplete. To continue, give a reason, which is \
             recorded: {OPTION} \"the reason\".",
            in_words(&falls)
        )));
    }
    repo::add_tables(
        &tx,
        safety_table::Model {
            id: ctx.new_id(),
            version: tables.version().to_owned(),
            row_count: i64::try_from(tables.rows()).unwrap_or(i64::MAX),
            content: serde_json::to_value(&files)?,
            imported_at: ctx.now(),
        },
    )
    .await?;
    let by = said.by.as_deref().unwrap_or_default();
    let noted = [tables.version(), reason.unwrap_or_default(), by];
    let noted: Vec<&str> = noted.into_iter().filter(|one| !one.is_empty()).collect();
    let mut last = ctx.db.batch();
    audit::write_of_house(
        ctx,
        None,
        audit::TERMINAL,
        "salal import safety",
        "version",
        noted.join("; "),
        &mut last,
    );
    last.run(&tx).await?;
    tx.commit().await?;
    let mut told = format!(
        "Safety tables {} are in force: {} rows.",
        tables.version(),
        tables.rows()
    );
    if let Some(reason) = reason {
        told.push_str(&match falls.as_slice() {
            [] => " Nothing would have been lost, so the reason was not needed.".to_owned(),
            falls => format!(" {} Continued because: {reason}", in_words(falls)),
        });
    }
    Ok(told)
}

/// Whether two sets have the same content, in any file order.
fn is_same(one: &[TableFile], other: &[TableFile]) -> bool {
    one.len() == other.len() && one.iter().all(|file| other.contains(file))
}

/// What would be lost, one sentence per file.
fn in_words(falls: &[Fall]) -> String {
    let one = |fall: &Fall| {
        format!(
            "{} has {} of its {} rows; for example, {} would be lost.",
            fall.rule,
            fall.now,
            fall.matched,
            fall.examples.join(", ")
        )
    };
    falls.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn folder(path: &Path) -> Result<Vec<TableFile>> {
    let mut files = Vec::new();
    for name in FILES {
        let place = path.join(name);
        // A missing file is reported with the other errors.
        if place.is_file() {
            let file = std::fs::File::open(&place).map_err(|error| unreadable(&place, &error))?;
            files.push((name.to_owned(), text(name, file)?));
        }
    }
    Ok(files)
}

fn zipped(path: &Path) -> Result<Vec<TableFile>> {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let file = std::fs::File::open(path).map_err(|error| unreadable(path, &error))?;
    let broken = |fault: salal_formats::tables::FileFault| problem(fault.to_string());
    let mut upload = Upload::open(&name, file, Limits::default()).map_err(broken)?;
    let entries = upload.entries().to_vec();
    let mut files = Vec::new();
    for entry in entries {
        if FILES.contains(&entry.file.as_str()) {
            let read = text(&entry.file, upload.read(&entry).map_err(broken)?)?;
            files.push((entry.file.clone(), read));
        }
    }
    if files.is_empty() {
        return Err(problem(format!(
            "{name} contains none of the tables: name the folder, or a zip of it, with {}.",
            FILES.join(", ")
        )));
    }
    Ok(files)
}

/// The content of a file within the size limit of a table.
fn text(name: &str, file: impl Read) -> Result<String> {
    let mut text = String::new();
    let most = u64::try_from(LONGEST_FILE).unwrap_or(u64::MAX) + 1;
    file.take(most)
        .read_to_string(&mut text)
        .map_err(|_| problem(format!("{name} is not UTF-8 text.")))?;
    Ok(text)
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    problem(format!("{} cannot be read: {error}", path.display()))
}

/// An error whose message is also for the terminal.
fn problem(text: String) -> Error {
    let mut error = Error::field("files", text.clone());
    error.cause = Some(text);
    error
}
