//! Taking in the plan's lists: diagnosis codes, fee items, and the codes of remittances. A list comes in
//! whole in one transaction, or not at all; importing the same file again changes nothing.

use std::path::{Path, PathBuf};

use salal_rules::teleplan::lists::{
    self, Diagnosis, LARGEST_FILE, LeftOut, ListFault, Read, code_texts, diagnoses, fee_items,
};

use super::{on, store};
use crate::context::Context;
use crate::error::{Error, Result};

/// The list of the demo: common diagnoses in our own words.
const SAMPLE: &str = include_str!("diagnoses.csv");
/// Its name; any imported list takes its place.
const DEMO: &str = "demo";

/// Stores the demo's diagnoses unless there are any.
pub(crate) async fn sample(ctx: &Context) -> Result<()> {
    let db = ctx.db.read();
    if store::has_diagnoses(db).await? {
        return Ok(());
    }
    let read = diagnoses(SAMPLE.as_bytes()).map_err(Error::broken)?;
    let tx = ctx.db.begin().await?;
    store::replace_diagnoses(&tx, ctx, DEMO, DEMO, &read.rows).await?;
    tx.commit().await?;
    Ok(())
}

/// Imports diagnosis codes from a CSV file with the columns `code` and `description` (or
/// `long_description`). The file's name is the list's: importing it again replaces that list.
pub async fn import_diagnoses(ctx: &Context, path: &Path) -> Result<String> {
    on(ctx)?;
    let bytes = bytes(path)?;
    let read: Read<Diagnosis> = diagnoses(&bytes).map_err(|fault| refused(path, fault))?;
    let name = path
        .file_stem()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let tx = ctx.db.begin().await?;
    let kept = store::replace_diagnoses(&tx, ctx, &name, DEMO, &read.rows).await?;
    tx.commit().await?;
    Ok(format!(
        "{kept} diagnosis codes in the list {name}.{}",
        told(&read.left_out)
    ))
}

/// Imports fee items and codes of remittances: a file, or every CSV file of a folder whose columns are
/// known. What a file is, its columns say; of two lists of codes, its name.
pub async fn import_lists(ctx: &Context, path: &Path) -> Result<String> {
    on(ctx)?;
    let mut reports = Vec::new();
    for file in files(path)? {
        if let Some(report) = import_list(ctx, &file).await? {
            reports.push(report);
        }
    }
    if reports.is_empty() {
        return Err(problem(format!(
            "{} has no list of fees or codes: columns service_code and fee, or code and text",
            path.display()
        )));
    }
    Ok(reports.join("\n"))
}

async fn import_list(ctx: &Context, path: &Path) -> Result<Option<String>> {
    let bytes = bytes(path)?;
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    match fee_items(&bytes) {
        Ok(read) => {
            let tx = ctx.db.begin().await?;
            store::save_fees(&tx, ctx, &read.rows).await?;
            tx.commit().await?;
            let (count, rest) = (read.rows.len(), told(&read.left_out));
            return Ok(Some(format!("{name}: {count} fee items.{rest}")));
        }
        Err(ListFault::NoColumn(_)) => {}
        Err(fault) => return Err(refused(path, fault)),
    }
    let kind = ["explanatory", "adjustment"]
        .into_iter()
        .find(|kind| name.contains(kind));
    let Some(kind) = kind else { return Ok(None) };
    match code_texts(&bytes) {
        Ok(read) => {
            let tx = ctx.db.begin().await?;
            store::replace_codes(&tx, ctx, kind, &read.rows).await?;
            tx.commit().await?;
            let (count, rest) = (read.rows.len(), told(&read.left_out));
            Ok(Some(format!("{name}: {count} {kind} codes.{rest}")))
        }
        Err(lists::ListFault::NoColumn(_)) => Ok(None),
        Err(fault) => Err(refused(path, fault)),
    }
}

fn told(left_out: &[LeftOut]) -> String {
    let Some(first) = left_out.first() else {
        return String::new();
    };
    format!(
        " {} rows left out, the first in line {}: {}.",
        left_out.len(),
        first.line,
        first.reason
    )
}

/// The CSV files of a folder in the order of their names, or the file itself.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).map_err(|error| unreadable(path, &error))? {
        let place = entry.map_err(|error| unreadable(path, &error))?.path();
        if place
            .extension()
            .is_some_and(|kind| kind.eq_ignore_ascii_case("csv"))
        {
            found.push(place);
        }
    }
    found.sort();
    Ok(found)
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    let size = std::fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if size.len() > LARGEST_FILE as u64 {
        return Err(refused(path, ListFault::TooLarge));
    }
    std::fs::read(path).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    problem(format!("{} cannot be read: {error}", path.display()))
}

fn refused(path: &Path, fault: ListFault) -> Error {
    problem(format!("{}: {fault}", path.display()))
}

/// An error whose words are for the terminal as well.
fn problem(text: String) -> Error {
    let mut error = Error::field("files", text.clone());
    error.cause = Some(text);
    error
}
