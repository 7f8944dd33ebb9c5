//! Import of Health Canada's Drug Product Database: the files are read and built in memory, then
//! written in one transaction, so that nothing half imported is ever visible. Importing the same files
//! again changes nothing.

use std::path::{Path, PathBuf};

use salal_rules::drug_database::{self, Build, DrugRecord, Limits, Source};

use super::store::{self, Written};
use crate::context::Context;
use crate::error::{Error, Result};

/// Reads a folder, a zip or single files, builds, writes, and says what changed.
pub async fn import_folder(ctx: &Context, path: &Path, mut progress: impl FnMut(String)) -> Result<String> {
    progress(format!("Reading {}", path.display()));
    let path = path.to_path_buf();
    let from = path.clone();
    let build = tokio::task::spawn_blocking(move || read_and_build(&from)).await.map_err(Error::broken)??;
    let counts = &build.counts;
    progress(format!(
        "Built {} drugs: {} with an AHFS number, {} Human of which {} with AHFS, {} distinct AHFS numbers; {} rows read, {} skipped",
        counts.drugs, counts.drugs_with_ahfs, counts.human, counts.human_with_ahfs, counts.ahfs_numbers, counts.rows, build.skipped.len()
    ));
    for skipped in build.skipped.iter().take(20) {
        progress(format!("  skipped {} line {}: {}", skipped.file, skipped.line, skipped.reason));
    }
    let source = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let written = write(ctx, &build.drugs, &source, &mut progress).await?;
    Ok(said(&written))
}

/// Writes records that were built elsewhere: the demo's own sample.
pub async fn import_records(ctx: &Context, records: &[DrugRecord], source: &str) -> Result<String> {
    let written = write(ctx, records, source, &mut |_| {}).await?;
    Ok(said(&written))
}

async fn write(ctx: &Context, records: &[DrugRecord], source: &str, progress: &mut impl FnMut(String)) -> Result<Written> {
    let tx = ctx.db.begin().await?;
    let mut last = 0;
    let written = store::write(&tx, ctx, records, source, |done, total| {
        let percent = done * 100 / total.max(1);
        if percent >= last + 10 || done == total {
            last = percent;
            progress(format!("Writing {done} of {total} ({percent} %)"));
        }
    })
    .await?;
    tx.commit().await?;
    Ok(written)
}

fn said(written: &Written) -> String {
    let Written { added, changed, gone, unchanged } = written;
    if added + changed + gone == 0 {
        return format!("Nothing changed: all {unchanged} drugs were there already.");
    }
    format!("{added} drugs added, {changed} changed, {gone} no longer listed, {unchanged} as before.")
}

fn read_and_build(path: &Path) -> Result<Build> {
    let refused = |error: drug_database::ImportError| Error::conflict("IMPORT_REFUSED", error.to_string());
    let sources = drug_database::expand(files(path)?, &Limits::default()).map_err(refused)?;
    drug_database::build(&sources).map_err(refused)
}

/// Extract files of a folder: the marketed, approved and dormant sets together, as they lie there.
fn files(path: &Path) -> Result<Vec<Source>> {
    let unreadable = |error: std::io::Error| Error::conflict("UNREADABLE", format!("{} cannot be read: {error}", path.display()));
    let mut paths: Vec<PathBuf> = if path.is_dir() {
        std::fs::read_dir(path).map_err(unreadable)?.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter(|path| path.is_file()).collect()
    } else {
        vec![path.to_path_buf()]
    };
    paths.sort();
    paths
        .into_iter()
        .filter(|path| !path.extension().is_some_and(|ending| ending == "md"))
        .map(|path| {
            let file = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let bytes = std::fs::read(&path).map_err(|error| Error::conflict("UNREADABLE", format!("{file} cannot be read: {error}")))?;
            Ok(Source { file, bytes })
        })
        .collect()
}
