// SPDX-License-Identifier: AGPL-3.0-or-later

//! Builds the drugs from the register's resources in force, or from those of an earlier build when one is
//! undone. They are joined separately from the current catalogue, and replace it in one transaction.

use salal_db::Connection;
use salal_domain::falls::Fall;
use salal_formats::drug_database::{Builder, Counts, Role};
use salal_formats::tables::FileFault;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::falling::{self, RECENT_DAYS, went_on};
use super::pack::{OfFile, unpacked};
use super::rejected_rows::{Skips, Told};
use super::repo::{self, Ended, Import, Progress, Source};
use super::resources::{NEEDED, Resource, answer_of, file_of};
use super::scan::{Checked, is_json};
use super::states::{ImportKind, ImportStage, ImportState};
use super::work::{Outcome, note, set_name, told_of};
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use salal_drugs::drugs::{self, Changes, Learning, NewBuild, Switched};

/// The part of `replaced` that names the build being undone.
pub(super) const UNDOES: &str = "undoes";

/// The register's resources in force.
pub(super) async fn inputs(db: &Connection) -> Result<Vec<Source>> {
    let all = repo::in_force(db).await?;
    Ok(all
        .into_iter()
        .filter(|one| {
            matches!(
                Resource::from_name(&one.resource),
                Some(Resource::Register(_))
            )
        })
        .collect())
}

/// The sources of a build: finished, planned, or stopped.
pub(super) fn inputs_of(import: &Import) -> Result<Vec<Source>> {
    Ok(serde_json::from_value(import.inputs.clone())?)
}

/// Makes exactly these the register's resources in force.
async fn make_inputs(tx: &Connection, ctx: &Context, wanted: &[Source]) -> Result<()> {
    let now = inputs(tx).await?;
    let is_of =
        |one: &Source, other: &Source| one.resource == other.resource && one.part == other.part;
    let gone = now
        .iter()
        .filter(|one| !wanted.iter().any(|kept| is_of(kept, one)));
    let gone = gone.map(|one| Source {
        import: None,
        ..one.clone()
    });
    let new = wanted.iter().filter(|one| !now.contains(one)).cloned();
    let changed: Vec<Source> = gone.chain(new).collect();
    repo::put_in_force(tx, ctx, &changed).await
}

/// The sources of a stopped build; for a resource imported since, the one in force now.
pub(super) async fn to_go_on_with(db: &Connection, stopped: &Import) -> Result<Vec<Source>> {
    let built_of = match repo::newest_build(db).await? {
        Some(built) => inputs_of(&built)?,
        None => Vec::new(),
    };
    let now = inputs(db).await?;
    let is_newer = |resource: &str| {
        now.iter()
            .any(|one| one.resource == resource && !built_of.contains(one))
    };
    let set_aside = inputs_of(stopped)?;
    let kept = set_aside.iter().filter(|one| !is_newer(&one.resource));
    let newer = now.iter().filter(|one| is_newer(&one.resource));
    Ok(kept.chain(newer).cloned().collect())
}

/// Like [`put_back`], when a terminal build ended without effect: at the terminal, files and build are one
/// action. On the page they are two, and a cancelled build can be started again with the same files.
pub(super) async fn put_back_at_terminal(
    tx: &Connection,
    ctx: &Context,
    import: &Import,
) -> Result<Option<&'static str>> {
    if *import.kind == ImportKind::Build && import.created_by.is_none() {
        return put_back(tx, ctx).await;
    }
    Ok(None)
}

/// Restores the resources of the current catalogue: otherwise the files of a stopped build would be used by
/// the next one. Returns a message if anything changed.
pub(super) async fn put_back(tx: &Connection, ctx: &Context) -> Result<Option<&'static str>> {
    let Some(built) = repo::newest_build(tx).await? else {
        return Ok(None);
    };
    let of = inputs_of(&built)?;
    let (now, lost) = (inputs(tx).await?, repo::lost(tx).await?);
    let is_kept = |one: &Source| one.import.is_some_and(|id| !lost.contains(&id));
    if now == of || of.is_empty() || !of.iter().all(is_kept) {
        return Ok(None);
    }
    make_inputs(tx, ctx, &of).await?;
    Ok(Some(
        "The files of the catalogue in use are in force again; those of this build are set aside.",
    ))
}

/// Required resources that were never imported; for a resource imported from the register's files, the
/// missing product sets.
pub(super) async fn missing(db: &Connection, inputs: &[Source]) -> Result<Vec<String>> {
    let mut missing = Vec::new();
    let sets = sets_of(inputs, Role::Product);
    for role in NEEDED {
        let wanted = Resource::Register(role);
        let has = sets_of(inputs, role);
        if has.is_empty() {
            missing.push(wanted.label().to_owned());
            continue;
        }
        let lacking: Vec<&str> = sets
            .iter()
            .filter(|set| !has.contains(set))
            .copied()
            .collect();
        if !lacking.is_empty() && !is_of_all_sets(db, inputs, role).await? {
            let named = lacking.into_iter().map(|set| labelled(wanted, set));
            missing.extend(named);
        }
    }
    Ok(missing)
}

/// A resource with its set: `Schedule (approved)`.
fn labelled(resource: Resource, set: &str) -> String {
    format!("{}{}", resource.label(), set_name(set))
}

fn sets_of(inputs: &[Source], role: Role) -> Vec<&str> {
    let code = Resource::Register(role).code();
    let of = inputs.iter().filter(|one| one.resource == code);
    of.map(|one| one.part.as_str()).collect()
}

/// Whether a resource was imported as a list of everything, which has no sets.
async fn is_of_all_sets(db: &Connection, inputs: &[Source], role: Role) -> Result<bool> {
    let code = Resource::Register(role).code();
    let one = inputs
        .iter()
        .find(|one| one.resource == code && one.part.is_empty());
    let Some(of) = one.and_then(|one| one.import) else {
        return Ok(false);
    };
    match repo::stored_files::chunk_at(db, of, code, "", 0).await? {
        Some(chunk) => Ok(is_json(&unpacked::<OfFile>(&chunk.bytes)?.file)),
        None => Ok(false),
    }
}

/// The files missing from a whole register, by name: each product set needs each required resource.
pub(super) fn lacking(checked: &Checked) -> Option<FileFault> {
    let has = |role: Role, set: &str| {
        let wanted = Resource::Register(role);
        checked.whole.contains(&wanted)
            || checked
                .parts
                .iter()
                .any(|(resource, part, _)| *resource == wanted && *part == set)
    };
    let products = checked
        .parts
        .iter()
        .filter(|(resource, ..)| *resource == Resource::Register(Role::Product));
    let mut sets: Vec<&str> = products.map(|(_, part, _)| *part).collect();
    let is_json = if sets.is_empty() {
        sets.push("");
        !checked.whole.is_empty()
    } else {
        checked.whole.contains(&Resource::Register(Role::Product))
    };
    let mut names = Vec::new();
    for role in NEEDED {
        for set in sets.iter().filter(|set| !has(role, set)) {
            let file = match *set {
                // Named like the others: the files of the web API, or those of the extract.
                "" if is_json => format!("{}.json", answer_of(role)),
                "" => format!("{}.txt", file_of(role)),
                set => format!("{}_{set}.txt", file_of(role)),
            };
            names.push(format!(
                "{file} ({})",
                labelled(Resource::Register(role), set)
            ));
        }
    }
    (!names.is_empty()).then(|| FileFault::Lacking {
        lacking: names.join(", "),
    })
}

/// Builds and activates the result.
#[expect(
    clippy::too_many_lines,
    reason = "the steps of one build, in their order"
)]
pub(super) async fn run(ctx: &Context, import: &Import) -> Outcome {
    // An undo, and a continued build, name their sources.
    let named = inputs_of(import)?;
    let sources = if named.is_empty() {
        inputs(ctx.db.read()).await?
    } else {
        named
    };
    // Checked here as well as in the API layer: every build passes here, including that of an undo.
    let absent = missing(ctx.db.read(), &sources).await?;
    if !absent.is_empty() {
        return Ok(Err(FileFault::Missing {
            missing: absent.join(", "),
        }));
    }
    let total = sources.iter().map(|one| one.rows).sum::<i64>();
    let total = u64::try_from(total).unwrap_or_default();
    repo::stored_files::drop_chunks(ctx.db.write(), import.id).await?;
    let builder = match joined(ctx, import, &sources, total).await? {
        Ok(builder) => builder,
        Err(fault) => return Ok(Err(fault)),
    };
    let built = tokio::task::spawn_blocking(move || builder.finish())
        .await
        .map_err(Error::broken)?;
    let built = match built {
        Ok(built) => built,
        Err(fault) => return Ok(Err(fault)),
    };
    let (sender, mut told) = mpsc::channel(4);
    let skipped = built.skipped;
    let telling = tokio::task::spawn_blocking(move || {
        let mut skips = Skips::new(&sender);
        for one in skipped {
            skips.add(&one.file, one.line, one.reason.to_owned())?;
        }
        skips.flush()?;
        Ok::<_, FileFault>((skips.count, skips.reasons()))
    });
    while let Some(one) = told.recv().await {
        if let Told::Chunk(chunk) = one {
            repo::stored_files::add_chunk(ctx.db.write(), ctx, import.id, chunk).await?;
        }
    }
    let (skipped, reasons) = match telling.await.map_err(Error::broken)? {
        Ok(told) => told,
        Err(fault) => return Ok(Err(fault)),
    };
    crash::point("build.after_writing");
    let last = Progress {
        stage: ImportStage::Switching,
        total,
        done: total,
        skipped,
        reasons: Some(reasons),
    };
    if !note(ctx, import.id, last).await? {
        return Ok(Err(FileFault::Stopped));
    }
    let tx = ctx.db.begin().await?;
    let earlier = falling::earlier(&tx, ctx, import).await?;
    let build = NewBuild {
        records: built.drugs,
        source: "the register",
        learning: Learning {
            build: Some(import.id),
            undone: undone_by(import)?,
        },
        falling: falling::from_import(import)?,
        earlier: &earlier,
    };
    let changes = match drugs::switch(&tx, ctx, build).await? {
        Switched::Done(changes) => changes,
        Switched::Stopped(falls) => {
            drop(tx);
            let report = stopped(&falls);
            falling::stop(
                ctx,
                import,
                falling::Stopped {
                    falls: &falls,
                    report,
                    sources,
                },
            )
            .await?;
            return Ok(Ok(()));
        }
    };
    let now = if *import.kind == ImportKind::Undo {
        undone(&tx, import).await?
    } else {
        Source {
            resource: Resource::Drugs.code().into(),
            part: String::new(),
            import: Some(import.id),
            rows: i64::try_from(built.counts.drugs).unwrap_or(i64::MAX),
        }
    };
    let before = repo::in_force(&tx).await?;
    let replaced: Vec<Source> = if *import.kind == ImportKind::Undo {
        serde_json::from_value(import.replaced.clone())?
    } else {
        before
            .into_iter()
            .filter(|one| one.resource == now.resource)
            .collect()
    };
    repo::put_in_force(&tx, ctx, &[now]).await?;
    // A continued build uses files that were set aside when it stopped; after an undo, the undone files would
    // otherwise be used by the next build.
    make_inputs(&tx, ctx, &sources).await?;
    let ended = Ended {
        state: ImportState::Done,
        report: report(built.counts, &changes, import.reason.as_deref()),
        replaced,
        inputs: sources,
    };
    if !repo::end(&tx, ctx.now(), import.id, ended).await? {
        return Ok(Err(FileFault::Stopped));
    }
    falling::note(&tx, ctx, import, &changes.fallen).await?;
    repo::note_lost(&tx, import.id, &changes.lost).await?;
    crash::point("build.before_switch");
    tx.commit().await?;
    crash::point("build.after_switch");
    told_of(ctx, import.id);
    drugs::rebuild_index(ctx).await?;
    Ok(Ok(()))
}

/// The build that this one undoes.
pub(super) fn undone_by(import: &Import) -> Result<Option<Uuid>> {
    if *import.kind != ImportKind::Undo {
        return Ok(None);
    }
    let replaced: Vec<Source> = serde_json::from_value(import.replaced.clone())?;
    let undone = replaced.into_iter().find(|one| one.part == UNDOES);
    Ok(undone.and_then(|one| one.import))
}

fn drugs_in_words(count: usize) -> String {
    match count {
        1 => "1 drug".to_owned(),
        more => format!("{more} drugs"),
    }
}

/// Why a build stopped, as sentences.
fn stopped(falls: &[Fall]) -> Vec<String> {
    let mut report = vec![
        "Stopped: rules would no longer match any drug, or far fewer than before, or drugs would lose what every drug \
         has, such as a schedule, a form or a route. The catalogue in use was not changed."
            .to_owned(),
    ];
    report.extend(falls.iter().map(|one| {
        let left = match one.now {
            0 => "none".to_owned(),
            left => left.to_string(),
        };
        let earlier = match one.earlier {
            0 => String::new(),
            earlier => {
                format!(" {earlier} of them went with builds of the last {RECENT_DAYS} days.")
            }
        };
        format!(
            "{} matched {} and would match {left}. It would lose {}, for instance.{earlier}",
            one.rule,
            drugs_in_words(one.matched),
            one.examples.join(", ")
        )
    }));
    report.push(
        "Perhaps a file is incomplete, or its classes are written in another way. Go on only with a reason; it \
         is recorded."
            .into(),
    );
    report
}

/// Activates the earlier build and marks the later one as undone.
async fn undone(tx: &Connection, import: &Import) -> Result<Source> {
    let replaced: Vec<Source> = serde_json::from_value(import.replaced.clone())?;
    for one in &replaced {
        if let (UNDOES, Some(later)) = (one.part.as_str(), one.import) {
            repo::mark_undone(tx, later).await?;
        }
    }
    replaced
        .into_iter()
        .find(|one| one.part.is_empty())
        .ok_or_else(|| Error::broken("an undoing without an earlier build"))
}

/// Joins all rows, products first.
async fn joined(
    ctx: &Context,
    import: &Import,
    sources: &[Source],
    total: u64,
) -> Outcome<Builder> {
    let mut builder = Builder::default();
    let (mut done, mut noted) = (0_u64, None);
    for role in Role::ALL {
        let code = Resource::Register(role).code();
        for source in sources.iter().filter(|one| one.resource == code) {
            let Some(of) = source.import else { continue };
            let mut from = 0;
            loop {
                let db = ctx.db.read();
                let chunk = repo::stored_files::chunk_at(db, of, code, &source.part, from).await?;
                let Some(chunk) = chunk else { break };
                from = chunk.first_row + chunk.row_count;
                done += u64::try_from(chunk.row_count).unwrap_or_default();
                builder = tokio::task::spawn_blocking(move || {
                    let chunk: OfFile = unpacked(&chunk.bytes)?;
                    for row in chunk.rows {
                        builder.add(role, &chunk.file, row);
                    }
                    Ok::<_, Error>(builder)
                })
                .await
                .map_err(Error::broken)??;
                // Progress is reported in steps of five percent.
                let part = done * 20 / total.max(1);
                if noted == Some(part) {
                    continue;
                }
                noted = Some(part);
                let at = Progress {
                    stage: ImportStage::Writing,
                    total,
                    done,
                    skipped: 0,
                    reasons: None,
                };
                if !note(ctx, import.id, at).await? {
                    return Ok(Err(FileFault::Stopped));
                }
            }
        }
    }
    Ok(Ok(builder))
}

fn report(counts: Counts, changes: &Changes, reason: Option<&str>) -> Vec<String> {
    let mut report = vec![format!(
        "{} drugs, {} with an AHFS number, {} human, {} human with an AHFS number, {} distinct AHFS numbers.",
        counts.drugs,
        counts.drugs_with_ahfs,
        counts.human,
        counts.human_with_ahfs,
        counts.ahfs_numbers
    )];
    if changes.ahfs_carried > 0 {
        report.push(format!(
            "{} drugs came without an AHFS number and keep the one that was last known.",
            changes.ahfs_carried
        ));
    }
    if changes.without_schedule > 0 {
        report.push(format!(
            "{} drugs for people have no schedule.",
            changes.without_schedule
        ));
    }
    if !changes.filters_added.is_empty() {
        report.push(format!(
            "Filters of the default set were added: {}.",
            changes.filters_added.join(", ")
        ));
    }
    for (rule, was, is) in &changes.shrunk {
        report.push(format!("{rule} matches {is} drugs now, {was} before."));
    }
    let fallen: Vec<String> = changes
        .fallen
        .iter()
        .map(|one| format!("{} ({} now, {} before)", one.rule, one.now, one.matched))
        .collect();
    let told = format!(
        "Rules that no longer match any drug, or match far fewer: {}.",
        fallen.join(", ")
    );
    report.extend(went_on(&changes.fallen, &told, reason));
    if changes.is_nothing() {
        report.push("No changes: the catalogue is already up to date.".into());
        return report;
    }
    report.push(format!(
        "{} new, {} changed, {} unchanged, {} no longer in the register.",
        changes.new, changes.changed, changes.unchanged, changes.gone
    ));
    if changes.samples_replaced > 0 {
        report.push(format!(
            "The register's drugs replaced the demo's {} medications. What was requested of those stays \
             readable; new requests choose from the register.",
            changes.samples_replaced
        ));
    }
    report
}
