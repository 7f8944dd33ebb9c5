// SPDX-License-Identifier: AGPL-3.0-or-later

//! Runs an import: checked, packed beside the data in force, and activated in one transaction. If the process
//! dies, the job starts again from the stored files; nothing takes effect before the activation.

use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use salal_db::Connection;
use salal_formats::tables::{ColumnMap, FileFault};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::dto::ImportFile;
use super::falling::went_on;
use super::losses::Losses;
use super::pack::{CHUNK, packed, unpacked};
use super::rejected_rows::Told;
use super::repo::stored_files::Chunk;
use super::repo::{self, Ended, Import, Progress, Source};
use super::resources::{List, Resource};
use super::scan::{Checked, GIVEN_TWICE, Scan};
use super::states::{ImportKind, ImportStage, ImportState};
use super::{EVENT, build, falling, lists, losses, spool, tidy_up};
use crate::context::{ChangeEvent, Context};
use crate::crash;
use crate::error::{Error, Result};
use crate::jobs::{JobKind, JobOutcome, JobRun, NewJob, Reach};
use salal_drugs::drugs;

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        /// Runs an import.
        Run = "manage_data.run",
    }
}

/// The interval of progress updates.
const NOTE_EVERY: Duration = Duration::from_millis(700);

#[derive(Serialize, Deserialize)]
struct Payload {
    import: Uuid,
}

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![JobKind {
        name: Job::Run.code(),
        run,
        max_attempts: 4,
        longest_run: Duration::from_hours(2),
        reach: Reach::Inside,
        needs: None,
        on_failure: given_up,
    }]
}

/// The job of an import.
pub(super) fn job(import: Uuid) -> Result<NewJob> {
    Ok(NewJob::new(Job::Run, &Payload { import })?.once(import))
}

fn run(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        carry_out(&ctx, payload.import).await?;
        Ok(JobOutcome::Done)
    })
}

/// The history shows it; the cause is in the log.
fn given_up(ctx: Context, run: JobRun, _why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let told = "The import failed unexpectedly. Nothing was changed. See the server log.";
        fail(&ctx, payload.import, vec![told.into()]).await
    })
}

/// Runs an import, a build or an undo to its end, successful or not.
pub(super) async fn carry_out(ctx: &Context, id: Uuid) -> Result<()> {
    let Some(import) = repo::find_import(ctx.db.read(), id).await? else {
        return Ok(());
    };
    if import.active.is_some() {
        attempt(ctx, &import).await?;
    }
    // A stopped one keeps its files until the next has ended, because a person may continue it. All others
    // delete them, including those whose process died after they had ended.
    let ended = repo::find_import(ctx.db.read(), id).await?;
    let stopped = match &ended {
        Some(ended) if falling::has_stopped(ended)? => Some(id),
        _ => None,
    };
    repo::stored_files::drop_ended_pieces(ctx.db.write(), stopped).await?;
    tidy_up::tidy_up(ctx).await
}

async fn attempt(ctx: &Context, import: &Import) -> Result<()> {
    let id = import.id;
    let outcome = if *import.kind == ImportKind::Import {
        Box::pin(import_files(ctx, import)).await?
    } else {
        Box::pin(build::run(ctx, import)).await?
    };
    match outcome {
        Ok(()) => {}
        // Cancelled: the canceller recorded it.
        Err(FileFault::Stopped) => repo::stored_files::drop_chunks(ctx.db.write(), id).await?,
        Err(fault) => fail(ctx, id, vec![fault.to_string()]).await?,
    }
    Ok(())
}

/// Ends an import without effect.
pub(super) async fn fail(ctx: &Context, id: Uuid, mut report: Vec<String>) -> Result<()> {
    let tx = ctx.db.begin().await?;
    if let Some(import) = repo::find_import(&tx, id).await? {
        let put_back = build::put_back_at_terminal(&tx, ctx, &import).await?;
        report.extend(put_back.map(str::to_owned));
    }
    let ended = Ended {
        state: ImportState::Failed,
        report,
        replaced: Vec::new(),
        inputs: Vec::new(),
    };
    // An import that ended meanwhile is left unchanged.
    if repo::end(&tx, ctx.now(), id, ended).await? {
        tx.commit().await?;
        told_of(ctx, id);
    }
    Ok(())
}

/// Notifies open pages of progress.
pub(super) fn tell(ctx: &Context, id: Uuid) {
    ctx.publish(ChangeEvent {
        kind: EVENT,
        id,
        person: Uuid::nil(),
    });
}

/// Success, or an error in the files.
pub(super) type Outcome<T = ()> = Result<std::result::Result<T, FileFault>>;

async fn import_files(ctx: &Context, import: &Import) -> Outcome {
    let Some(resource) = Resource::from_name(&import.resource) else {
        return Err(Error::broken("an import of an unknown resource"));
    };
    let begun = Progress {
        stage: ImportStage::Checking,
        total: 0,
        done: 0,
        skipped: 0,
        reasons: None,
    };
    if !note(ctx, import.id, begun).await? {
        return Ok(Err(FileFault::Stopped));
    }
    repo::stored_files::drop_chunks(ctx.db.write(), import.id).await?;
    let files = spool::files(ctx, import).await?;
    let map = match &import.mapping {
        Some(mapping) => serde_json::from_value(mapping.clone())?,
        None => ColumnMap::default(),
    };
    let scan = Scan::new(resource, files, map);
    let stage = ImportStage::Checking;
    let (scan, checked) = match beside(ctx, import.id, stage, 0, scan, Scan::check).await? {
        Ok(done) => done,
        Err(fault) => return Ok(Err(fault)),
    };
    // A folder at the terminal is built at once, so it must be complete.
    if import.created_by.is_none()
        && resource == Resource::WholeRegister
        && let Some(fault) = build::lacking(&checked)
    {
        return Ok(Err(fault));
    }
    crash::point("import.after_check");
    let known = Progress {
        stage: ImportStage::Writing,
        total: checked.rows,
        done: 0,
        skipped: checked.skipped,
        reasons: Some(checked.reasons.clone()),
    };
    if !note(ctx, import.id, known).await? {
        return Ok(Err(FileFault::Stopped));
    }
    let (stage, total, skipped) = (ImportStage::Writing, checked.rows, checked.skipped);
    let write = move |scan: &mut Scan, tell: &mpsc::Sender<Told>| scan.write(skipped, tell);
    if let Err(fault) = beside(ctx, import.id, stage, total, scan, write).await? {
        return Ok(Err(fault));
    }
    crash::point("import.after_writing");
    let last = Progress {
        stage: ImportStage::Switching,
        total: checked.rows,
        done: checked.rows,
        skipped: checked.skipped,
        reasons: None,
    };
    if !note(ctx, import.id, last).await? {
        return Ok(Err(FileFault::Stopped));
    }
    switch(ctx, import, resource, &checked).await
}

/// Stores progress and notifies the pages; false when it was cancelled.
pub(super) async fn note(ctx: &Context, id: Uuid, at: Progress) -> Result<bool> {
    let goes_on = repo::progress(ctx, id, at).await?;
    tell(ctx, id);
    Ok(goes_on)
}

/// Runs a scan of the files on its own thread, and stores its results.
async fn beside<T: Send + 'static>(
    ctx: &Context,
    id: Uuid,
    stage: ImportStage,
    total: u64,
    mut scan: Scan,
    read: impl FnOnce(&mut Scan, &mpsc::Sender<Told>) -> std::result::Result<T, FileFault>
    + Send
    + 'static,
) -> Outcome<(Scan, T)> {
    let (sender, mut told) = mpsc::channel(4);
    let reading = tokio::task::spawn_blocking(move || {
        let outcome = read(&mut scan, &sender);
        outcome.map(|done| (scan, done))
    });
    let mut noted = Instant::now();
    while let Some(one) = told.recv().await {
        let (done, skipped, reasons) = match one {
            Told::Chunk(chunk) => {
                repo::stored_files::add_chunk(ctx.db.write(), ctx, id, chunk).await?;
                continue;
            }
            Told::Progress { done, skipped } => {
                if noted.elapsed() < NOTE_EVERY {
                    continue;
                }
                (done, skipped, None)
            }
            Told::Skipped { skipped, reasons } => (0, skipped, Some(reasons)),
        };
        noted = Instant::now();
        let at = Progress {
            stage,
            total,
            done,
            skipped,
            reasons,
        };
        if !note(ctx, id, at).await? {
            break;
        }
    }
    drop(told);
    reading.await.map_err(Error::broken)
}

/// Activates the import, in one transaction.
async fn switch(ctx: &Context, import: &Import, resource: Resource, checked: &Checked) -> Outcome {
    let tx = ctx.db.begin().await?;
    let before = repo::in_force(&tx).await?;
    let mut now: Vec<Source> = checked
        .parts
        .iter()
        .map(|(resource, part, rows)| Source {
            resource: resource.code().into(),
            part: (*part).into(),
            import: Some(import.id),
            rows: i64::try_from(*rows).unwrap_or(i64::MAX),
        })
        .collect();
    // A list of the web API contains all sets of its own resource. What an import does not contain is kept.
    let is_whole = |code: &str| {
        let of = Resource::from_name(code);
        checked.whole.iter().any(|whole| Some(*whole) == of)
    };
    let is_named = |now: &[Source], one: &Source| {
        now.iter()
            .any(|new| new.resource == one.resource && new.part == one.part)
    };
    for one in &before {
        if is_whole(&one.resource) && !is_named(&now, one) {
            now.push(Source {
                import: None,
                rows: 0,
                ..one.clone()
            });
        }
    }
    let replaced = now.iter().map(|new| before_of(new, &before)).collect();
    repo::put_in_force(&tx, ctx, &now).await?;
    let mut report = Vec::new();
    if let Resource::List(list) = resource {
        let is_whole = checked.skipped == 0;
        let (told, losses) = take_in(&tx, ctx, import, list, is_whole).await?;
        if !falling::lets(import, &losses.falls)? {
            drop(tx);
            let stopped = falling::Stopped {
                falls: &losses.falls,
                report: losses::stopped(&losses),
                sources: Vec::new(),
            };
            falling::stop(ctx, import, stopped).await?;
            return Ok(Ok(()));
        }
        falling::note(&tx, ctx, import, &losses.falls).await?;
        repo::note_lost(&tx, import.id, &losses.lost).await?;
        report.push(told);
        let went = losses.falls.iter().map(|one| losses::in_words(one, true));
        let went = went.collect::<Vec<_>>().join(" ");
        report.extend(went_on(&losses.falls, &went, import.reason.as_deref()));
        report.extend(losses.notes);
        if !is_whole {
            report.push(
                "Rows were left out, so what the file does not name stays as it was.".to_owned(),
            );
            let twice = checked.reasons.iter().map(|one| &one.reason);
            let twice = twice.filter(|reason| reason.starts_with(GIVEN_TWICE));
            report.extend(twice.map(|reason| {
                format!("Left out, and what was there stays: {reason}. Ask which number is theirs.")
            }));
        }
    } else {
        for (resource, part, rows) in &checked.parts {
            let set = set_name(part);
            report.push(format!("{}{set}: {rows} rows.", resource.label()));
        }
    }
    if !checked.passed_over.is_empty() {
        report.push(format!("Not needed: {}.", checked.passed_over.join(", ")));
    }
    let ended = Ended {
        state: ImportState::Done,
        report,
        replaced,
        inputs: Vec::new(),
    };
    if !repo::end(&tx, ctx.now(), import.id, ended).await? {
        return Ok(Err(FileFault::Stopped));
    }
    crash::point("import.before_switch");
    tx.commit().await?;
    crash::point("import.after_switch");
    if resource == Resource::List(List::Filters) {
        drugs::look_again(ctx);
    }
    told_of(ctx, import.id);
    Ok(Ok(()))
}

/// The predecessor of a part.
fn before_of(new: &Source, before: &[Source]) -> Source {
    before
        .iter()
        .find(|one| one.resource == new.resource && one.part == new.part)
        .cloned()
        .unwrap_or_else(|| Source {
            import: None,
            rows: 0,
            ..new.clone()
        })
}

/// The display name of a part's set.
pub(super) fn set_name(part: &str) -> &'static str {
    match part {
        "ap" => " (approved)",
        "dr" => " (dormant)",
        "ia" => " (cancelled)",
        _ => "",
    }
}

/// Both the imports and the data changed.
pub(super) fn told_of(ctx: &Context, id: Uuid) {
    tell(ctx, id);
    ctx.publish(ChangeEvent {
        kind: "data",
        id,
        person: Uuid::nil(),
    });
}

/// Stores the earlier list and activates the import's rows; returns the changes, and the losses that need
/// approval.
async fn take_in(
    tx: &Connection,
    ctx: &Context,
    import: &Import,
    list: List,
    is_whole: bool,
) -> Result<(String, Losses)> {
    let code = Resource::List(list).code();
    let was = lists::list_in_force(tx, list).await?;
    for (number, rows) in was.chunks(CHUNK).enumerate() {
        let chunk = Chunk {
            resource: code,
            part: "before".into(),
            first: (number * CHUNK) as u64,
            rows: rows.len(),
            bytes: packed(rows)?,
        };
        repo::stored_files::add_chunk(tx, ctx, import.id, chunk).await?;
    }
    let rows = rows_of(tx, import.id, code, "").await?;
    let files: Vec<ImportFile> = serde_json::from_value(import.files.clone())?;
    let file = files.first().map_or("list", |file| file.name.as_str());
    let taken = lists::Taken {
        file,
        rows,
        is_whole,
        by: import.created_by,
    };
    let told = lists::take_in(tx, ctx, list, taken).await?;
    let earlier = falling::earlier(tx, ctx, import).await?;
    let now = lists::list_in_force(tx, list).await?;
    Ok((told, losses::find_losses(list, file, &was, &now, &earlier)))
}

/// All rows of a part of a list.
pub(super) async fn rows_of(
    db: &Connection,
    import: Uuid,
    resource: &str,
    part: &str,
) -> Result<Vec<serde_json::Value>> {
    let mut rows = Vec::new();
    let mut from = 0;
    while let Some(chunk) = repo::stored_files::chunk_at(db, import, resource, part, from).await? {
        from = chunk.first_row + chunk.row_count;
        rows.extend(unpacked::<Vec<serde_json::Value>>(&chunk.bytes)?);
    }
    Ok(rows)
}
