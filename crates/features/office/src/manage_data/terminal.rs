// SPDX-License-Identifier: AGPL-3.0-or-later

//! CLI entry point of the same import pipeline: files are kept, checked, packed and activated like those
//! of the page, and appear in the same history. A folder of the register is taken as the whole register,
//! and the drugs are built from it right away.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use salal_domain::falls::{FallKind, fault_of_reason};
use salal_formats::tables::ColumnMap;
use uuid::Uuid;

use super::receive::{Keeper, NOT_A_PAIR, activate, ready};
use super::repo::{self, Import};
use super::resources::{List, Resource};
use super::states::{ImportKind, ImportState};
use super::{columns, falling, work};
use crate::context::Context;
use crate::error::{Error, Result};

/// The kinds of terminal imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminal {
    /// A folder of the register's files, a zip of them, or one file; the drugs are built from it.
    Register,
    Diagnoses,
    /// Fee items and remittance codes: a file, or the CSV files of a folder.
    Plan,
    Pharmacies,
    SleepClinics,
    LabDefinitions,
}

/// Options besides the path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Renamed columns: `street=address`.
    pub map: Vec<String>,
    /// Why to continue although rules would match far fewer drugs, or many entries of a list would be
    /// removed.
    pub despite: Option<String>,
    /// Why to continue although many fax numbers of a list would change.
    pub despite_numbers: Option<String>,
    /// The caller; stored with the reason.
    pub by: Option<String>,
}

impl Said {
    /// The reason as recorded, and what it approves.
    fn reason(&self, what: Terminal) -> Result<Option<Reason>> {
        let first = match what {
            Terminal::Register => FallKind::Drugs,
            _ => FallKind::Entries,
        };
        let said = [
            (first, self.despite.as_deref()),
            (FallKind::Numbers, self.despite_numbers.as_deref()),
        ];
        let (mut texts, mut accepts): (Vec<&str>, Vec<FallKind>) = (Vec::new(), Vec::new());
        for (kind, text) in said {
            let Some(text) = text.map(str::trim) else {
                continue;
            };
            if let Some(fault) = fault_of_reason(text) {
                return Err(problem(format!("{}: {fault}", falling::option(kind))));
            }
            accepts.push(kind);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        if accepts.is_empty() {
            return Ok(None);
        }
        let by = self.by.as_deref().map(|by| format!(" (by {by})"));
        let text = texts.join(" ") + &by.unwrap_or_default();
        Ok(Some(Reason { text, accepts }))
    }
}

/// Why a person continues, and with what.
struct Reason {
    text: String,
    accepts: Vec<FallKind>,
}

impl Reason {
    fn note(this: Option<&Self>, import: &mut Import) -> Result<()> {
        if let Some(reason) = this {
            import.reason = Some(reason.text.clone());
            import.accepts = Some(serde_json::to_value(&reason.accepts)?);
        }
        Ok(())
    }
}

/// Checks without a database: whether the path is readable, the mapping is valid and the reason is long
/// enough. Done before a database is created or migrated for an import.
pub fn check(what: Terminal, path: &Path, said: &Said) -> Result<()> {
    column_map(what, said)?;
    said.reason(what)?;
    readable(path)
}

/// Whether a file, or every file of a folder, exists and is readable.
pub fn readable(path: &Path) -> Result<()> {
    let files = files(path)?;
    if files.is_empty() {
        return Err(problem(format!(
            "{} is a folder without a file. Nothing was imported.",
            path.display()
        )));
    }
    let mut is_empty = true;
    for file in files {
        let read = File::open(&file)
            .and_then(|mut file| file.read(&mut [0; 1]))
            .map_err(|error| unreadable(&file, &error))?;
        is_empty &= read == 0;
    }
    if is_empty {
        return Err(problem(format!(
            "{} is empty. Nothing was imported.",
            path.display()
        )));
    }
    Ok(())
}

/// The number of reasons shown for a refused file.
const REASONS: usize = 5;

/// Imports a path; returns a summary.
pub async fn import_path(
    ctx: &Context,
    what: Terminal,
    path: &Path,
    progress: impl FnMut(String),
) -> Result<String> {
    Box::pin(import_as_said(ctx, what, path, &Said::default(), progress)).await
}

/// Like [`import_path`], with options.
pub async fn import_as_said(
    ctx: &Context,
    what: Terminal,
    path: &Path,
    said: &Said,
    mut progress: impl FnMut(String),
) -> Result<String> {
    let map = column_map(what, said)?;
    let reason = said.reason(what)?;
    let list = match what {
        Terminal::Register => {
            progress(format!("Reading {}", path.display()));
            let taken = carried_out(ctx, Resource::WholeRegister, &files(path)?, None).await?;
            for line in skipped(&taken)? {
                progress(line);
            }
            progress(format!("Building drugs from {} rows", taken.rows_done));
            let mut build = repo::new_import(ctx, ImportKind::Build, Resource::Drugs.code(), None);
            Reason::note(reason.as_ref(), &mut build)?;
            let built = finished(ctx, build, Resource::Drugs, &[]).await?;
            for line in skipped(&built)? {
                progress(line);
            }
            return report(&built);
        }
        Terminal::Plan => {
            let mut reports = Vec::new();
            for file in files(path)? {
                if let Some(list) = list_of(&file)? {
                    let of = std::slice::from_ref(&file);
                    let taken = carried_out(ctx, Resource::List(list), of, reason.as_ref()).await?;
                    for line in skipped(&taken)? {
                        progress(line);
                    }
                    reports.push(format!("{}: {}", name_of(&file), report(&taken)?));
                }
            }
            if reports.is_empty() {
                return Err(problem(format!(
                    "{} has no list of fees or codes: columns service_code and fee, or code and text",
                    path.display()
                )));
            }
            return Ok(reports.join("\n"));
        }
        Terminal::Diagnoses => List::Diagnoses,
        Terminal::Pharmacies => List::Pharmacies,
        Terminal::SleepClinics => List::SleepClinics,
        Terminal::LabDefinitions => List::LabDefinitions,
    };
    let mut import = repo::new_import(ctx, ImportKind::Import, Resource::List(list).code(), None);
    Reason::note(reason.as_ref(), &mut import)?;
    if !map.0.is_empty() {
        import.mapping = Some(serde_json::to_value(&map)?);
    }
    let taken = finished(
        ctx,
        there(ctx, import)?,
        Resource::List(list),
        &[path.to_owned()],
    )
    .await?;
    for line in skipped(&taken)? {
        progress(line);
    }
    report(&taken)
}

/// The mapping of columns, for a list that takes one.
fn column_map(what: Terminal, said: &Said) -> Result<ColumnMap> {
    let mut map = ColumnMap::default();
    for text in &said.map {
        map.0
            .push(ColumnMap::pair(text).ok_or_else(|| problem(NOT_A_PAIR.into()))?);
    }
    let of = match what {
        Terminal::Pharmacies => Resource::List(List::Pharmacies),
        Terminal::SleepClinics => Resource::List(List::SleepClinics),
        Terminal::LabDefinitions => Resource::List(List::LabDefinitions),
        Terminal::Diagnoses => Resource::List(List::Diagnoses),
        Terminal::Plan => Resource::List(List::Fees),
        Terminal::Register => Resource::WholeRegister,
    };
    match columns::fault(of, &map) {
        Some(fault) => Err(problem(fault)),
        None => Ok(map),
    }
}

fn there(ctx: &Context, import: Import) -> Result<Import> {
    match Resource::from_name(&import.resource) {
        Some(resource) if resource.is_there(ctx) => Ok(import),
        _ => Err(problem("Billing is turned off in these settings.".into())),
    }
}

async fn carried_out(
    ctx: &Context,
    resource: Resource,
    paths: &[PathBuf],
    reason: Option<&Reason>,
) -> Result<Import> {
    let mut import = repo::new_import(ctx, ImportKind::Import, resource.code(), None);
    Reason::note(reason, &mut import)?;
    finished(ctx, there(ctx, import)?, resource, paths).await
}

/// Stores the files, runs the import, and returns its row; a refusal is an error with its reasons.
async fn finished(
    ctx: &Context,
    import: Import,
    resource: Resource,
    paths: &[PathBuf],
) -> Result<Import> {
    ready(ctx).await?;
    let id = import.id;
    repo::add(ctx.db.write(), import).await?;
    let kept = kept(ctx, id, paths).await;
    let files = match kept {
        Ok(files) => files,
        Err(error) => {
            repo::forget(ctx.db.write(), id).await?;
            return Err(error);
        }
    };
    let begun = activate(ctx.db.write(), id, resource, &files).await;
    if let Err(error) = begun {
        repo::forget(ctx.db.write(), id).await?;
        return Err(error);
    }
    if let Err(error) = work::carry_out(ctx, id).await {
        work::fail(ctx, id, vec!["A fault of the program.".into()]).await?;
        return Err(error);
    }
    let ended = repo::find_import(ctx.db.read(), id).await?;
    let ended = ended.ok_or_else(|| Error::broken("an import without its row"))?;
    if *ended.state == ImportState::Done {
        Ok(ended)
    } else {
        let mut told = report(&ended)?;
        if falling::has_stopped(&ended)? {
            let options = falling::options(&ended)?;
            told.push_str(&format!(" At the terminal: {options}."));
        }
        // For a refused file, show which rows are wrong, and why.
        for line in skipped(&ended)?.into_iter().take(REASONS) {
            told.push('\n');
            told.push_str(&line);
        }
        let has_map = ended.mapping.is_some();
        if let (false, [path]) = (has_map, paths)
            && let Some(proposed) = columns::proposed(resource, path)
        {
            told.push('\n');
            told.push_str(&proposed);
        }
        Err(problem(told))
    }
}

async fn kept(ctx: &Context, id: Uuid, paths: &[PathBuf]) -> Result<Vec<super::dto::ImportFile>> {
    let mut keeper = Keeper::new(ctx, id);
    for path in paths {
        keeper.begin(&name_of(path)).await?;
        let mut file = File::open(path).map_err(|error| unreadable(path, &error))?;
        let mut block = vec![0; 256 * 1024];
        loop {
            let read = file
                .read(&mut block)
                .map_err(|error| unreadable(path, &error))?;
            if read == 0 {
                break;
            }
            keeper.add(&block[..read]).await?;
        }
    }
    keeper.finish().await
}

/// Which list of the plan a file is: by its columns, and for the two lists of codes, by its name.
fn list_of(path: &Path) -> Result<Option<List>> {
    let name = name_of(path).to_lowercase();
    let mut start = Vec::new();
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    file.take(4096)
        .read_to_end(&mut start)
        .map_err(|error| unreadable(path, &error))?;
    let start = String::from_utf8_lossy(&start).to_lowercase();
    let header = start.lines().next().unwrap_or_default();
    Ok(
        if header.contains("service_code") && header.contains("fee") {
            Some(List::Fees)
        } else if !header.contains("code") || !header.contains("text") {
            None
        } else if name.contains("explanatory") {
            Some(List::ExplanatoryCodes)
        } else if name.contains("adjustment") {
            Some(List::AdjustmentCodes)
        } else {
            None
        },
    )
}

/// The files of a folder in order of name, or the file itself; subfolders are ignored.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).map_err(|error| unreadable(path, &error))? {
        let place = entry.map_err(|error| unreadable(path, &error))?.path();
        if place.is_file() {
            found.push(place);
        }
    }
    found.sort();
    Ok(found)
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn report(import: &Import) -> Result<String> {
    let lines: Vec<String> = serde_json::from_value(import.report.clone())?;
    Ok(lines.join(" "))
}

/// One line for each file and reason, not for each row.
fn skipped(import: &Import) -> Result<Vec<String>> {
    let reasons: Vec<super::dto::SkipReason> = serde_json::from_value(import.reasons.clone())?;
    let told = |one: super::dto::SkipReason| {
        let (file, line, reason) = (one.file, one.first_line, one.reason);
        match one.rows {
            1 => format!("{file}: line {line} left out: {reason}"),
            rows => format!("{file}: {rows} rows left out, the first in line {line}: {reason}"),
        }
    };
    Ok(reasons.into_iter().map(told).collect())
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    problem(format!(
        "{} cannot be read: {}. Nothing was imported; please check the path.",
        path.display(),
        plain(error)
    ))
}

/// The system's message without its number.
fn plain(error: &std::io::Error) -> String {
    let told = error.to_string();
    let end = told.find(" (os error").unwrap_or(told.len());
    told[..end].to_lowercase()
}

/// An error whose message is also for the terminal.
fn problem(text: String) -> Error {
    let mut error = Error::field("files", text.clone());
    error.cause = Some(text);
    error
}
