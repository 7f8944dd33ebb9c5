//! Taking in the plan's lists: diagnosis codes, fee items, and the codes of remittances. A list comes in
//! whole in one transaction, or not at all; importing the same file again changes nothing.

use std::path::{Path, PathBuf};

use salal_rules::tables::FileFault;
use salal_rules::teleplan::lists::{code_text, diagnosis, fee_item, read_all};

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
    let (rows, _) = read_all(SAMPLE.as_bytes(), diagnosis).map_err(Error::broken)?;
    let tx = ctx.db.begin().await?;
    store::replace_diagnoses(&tx, ctx, DEMO, DEMO, &rows).await?;
    tx.commit().await?;
    Ok(())
}

/// Imports diagnosis codes from a CSV file with the columns `code` and `description` (or
/// `long_description`). The file's name is the list's: importing it again replaces that list.
pub async fn import_diagnoses(ctx: &Context, path: &Path) -> Result<String> {
    on(ctx)?;
    let bytes = bytes(path)?;
    let (rows, left_out) = read_all(&bytes, diagnosis).map_err(|fault| refused(path, &fault))?;
    let name = path
        .file_stem()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let tx = ctx.db.begin().await?;
    let kept = store::replace_diagnoses(&tx, ctx, &name, DEMO, &rows).await?;
    tx.commit().await?;
    Ok(format!(
        "{kept} diagnosis codes in the list {name}.{}",
        told(left_out)
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
    let (fees, left_out) = read_all(&bytes, fee_item).map_err(|fault| refused(path, &fault))?;
    if !fees.is_empty() {
        let tx = ctx.db.begin().await?;
        store::save_fees(&tx, ctx, &fees).await?;
        tx.commit().await?;
        let (count, rest) = (fees.len(), told(left_out));
        return Ok(Some(format!("{name}: {count} fee items.{rest}")));
    }
    let kind = ["explanatory", "adjustment"]
        .into_iter()
        .find(|kind| name.contains(kind));
    let Some(kind) = kind else { return Ok(None) };
    let (codes, left_out) = read_all(&bytes, code_text).map_err(|fault| refused(path, &fault))?;
    let tx = ctx.db.begin().await?;
    store::replace_codes(&tx, ctx, kind, &codes).await?;
    tx.commit().await?;
    let (count, rest) = (codes.len(), told(left_out));
    Ok(Some(format!("{name}: {count} {kind} codes.{rest}")))
}

fn told(left_out: usize) -> String {
    if left_out == 0 {
        return String::new();
    }
    format!(" {left_out} rows left out.")
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
    std::fs::read(path).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    problem(format!("{} cannot be read: {error}", path.display()))
}

fn refused(path: &Path, fault: &FileFault) -> Error {
    problem(format!("{}: {fault}", path.display()))
}

/// An error whose words are for the terminal as well.
fn problem(text: String) -> Error {
    let mut error = Error::field("files", text.clone());
    error.cause = Some(text);
    error
}
