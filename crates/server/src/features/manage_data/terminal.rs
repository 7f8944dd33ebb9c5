//! The same road from the terminal: files are kept, checked, packed and switched to as the page's are,
//! and stand in the same history. A folder of the register is the whole of it, and the drugs are built of
//! it at once.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::receive::{Keeper, activate, ready};
use super::resources::{List, Resource};
use super::store::{self, Import};
use super::work;
use crate::context::Context;
use crate::error::{Error, Result};

/// What the terminal imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminal {
    /// A folder of the register's files, a zip of them, or one file; the drugs are built of it.
    Register,
    Diagnoses,
    /// Fee items and codes of remittances: a file, or the CSV files of a folder.
    Plan,
    Pharmacies,
    SleepClinics,
    LabDefinitions,
}

/// Imports what stands there; says what became of it.
pub async fn import_path(
    ctx: &Context,
    what: Terminal,
    path: &Path,
    mut progress: impl FnMut(String),
) -> Result<String> {
    let list = match what {
        Terminal::Register => {
            progress(format!("Reading {}", path.display()));
            let taken = carried_out(ctx, Resource::WholeRegister, &files(path)?).await?;
            for line in skipped(&taken)? {
                progress(line);
            }
            progress(format!("Building drugs out of {} rows", taken.rows_done));
            let build = store::new_import(ctx, "build", Resource::Drugs.code(), None);
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
                    let taken =
                        carried_out(ctx, Resource::List(list), std::slice::from_ref(&file)).await?;
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
    let taken = carried_out(ctx, Resource::List(list), &[path.to_owned()]).await?;
    for line in skipped(&taken)? {
        progress(line);
    }
    report(&taken)
}

async fn carried_out(ctx: &Context, resource: Resource, paths: &[PathBuf]) -> Result<Import> {
    if !resource.is_there(ctx) {
        return Err(problem("Billing is switched off here.".into()));
    }
    let import = store::new_import(ctx, "import", resource.code(), None);
    finished(ctx, import, resource, paths).await
}

/// Keeps the files, carries the import out, and gives its row; a refusal is an error with its reasons.
async fn finished(
    ctx: &Context,
    import: Import,
    resource: Resource,
    paths: &[PathBuf],
) -> Result<Import> {
    ready(ctx).await?;
    let id = import.id;
    store::add(ctx.db.write(), import).await?;
    let kept = kept(ctx, id, paths).await;
    let files = match kept {
        Ok(files) => files,
        Err(error) => {
            store::forget(ctx.db.write(), id).await?;
            return Err(error);
        }
    };
    let begun = activate(ctx.db.write(), id, resource, &files).await;
    if let Err(error) = begun {
        store::forget(ctx.db.write(), id).await?;
        return Err(error);
    }
    if let Err(error) = work::carry_out(ctx, id).await {
        work::fail(ctx, id, vec!["A fault of the program.".into()]).await?;
        return Err(error);
    }
    let ended = store::get(ctx.db.read(), id).await?;
    let ended = ended.ok_or_else(|| Error::broken("an import without its row"))?;
    if ended.state == "done" {
        Ok(ended)
    } else {
        Err(problem(report(&ended)?))
    }
}

async fn kept(ctx: &Context, id: Uuid, paths: &[PathBuf]) -> Result<Vec<super::wire::ImportFile>> {
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

/// Which list of the plan a file is: its columns say, and of two lists of codes, its name.
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

/// The files of a folder in the order of their names, or the file itself; folders inside are not entered.
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

/// One line for each file and reason, not one for each row.
fn skipped(import: &Import) -> Result<Vec<String>> {
    let reasons: Vec<super::wire::SkipReason> = serde_json::from_value(import.reasons.clone())?;
    let told = |one: super::wire::SkipReason| {
        format!(
            "{}: {} rows left out, the first in line {}: {}",
            one.file, one.rows, one.first_line, one.reason
        )
    };
    Ok(reasons.into_iter().map(told).collect())
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    problem(format!("{} cannot be read: {error}", path.display()))
}

/// An error whose words are for the terminal as well.
fn problem(text: String) -> Error {
    let mut error = Error::field("files", text.clone());
    error.cause = Some(text);
    error
}
