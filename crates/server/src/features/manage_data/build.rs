//! The drugs, built of the register's resources in force, or of those of an earlier build when one is
//! undone. They are joined beside the catalogue in use, and become it in one transaction.

use salal_rules::drug_database::{Builder, Counts, Role};
use salal_rules::tables::FileFault;
use tokio::sync::mpsc;

use super::kept_store;
use super::pack::{OfFile, unpacked};
use super::resources::{NEEDED, Resource};
use super::skips::{Skips, Told};
use super::store::{self, ConnectionTrait, Ended, Import, Progress, Source};
use super::work::{Outcome, note, told_of};
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::features::drugs::{self, Changes};

/// The part of `replaced` that names the build that is undone.
pub(super) const UNDOES: &str = "undoes";

/// The register's resources in force.
pub(super) async fn inputs(db: &impl ConnectionTrait) -> Result<Vec<Source>> {
    let all = store::in_force(db).await?;
    Ok(all
        .into_iter()
        .filter(|one| matches!(Resource::of(&one.resource), Some(Resource::Register(_))))
        .collect())
}

/// Resources that were never imported and without which a build would lose what it knows.
pub(super) fn missing(inputs: &[Source]) -> Vec<String> {
    NEEDED
        .into_iter()
        .map(Resource::Register)
        .filter(|wanted| !inputs.iter().any(|one| one.resource == wanted.code()))
        .map(|wanted| wanted.label().to_owned())
        .collect()
}

/// Builds, and switches to what was built.
pub(super) async fn run(ctx: &Context, import: &Import) -> Outcome {
    let sources: Vec<Source> = if import.kind == "undo" {
        serde_json::from_value(import.inputs.clone())?
    } else {
        inputs(ctx.db.read()).await?
    };
    let total = sources.iter().map(|one| one.rows).sum::<i64>();
    let total = u64::try_from(total).unwrap_or_default();
    kept_store::drop_chunks(ctx.db.write(), import.id).await?;
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
            kept_store::add_chunk(ctx.db.write(), ctx, import.id, chunk).await?;
        }
    }
    let (skipped, reasons) = match telling.await.map_err(Error::broken)? {
        Ok(told) => told,
        Err(fault) => return Ok(Err(fault)),
    };
    crash::point("build.after_writing");
    let last = Progress {
        stage: "switching",
        total,
        done: total,
        skipped,
        reasons: Some(reasons),
    };
    if !note(ctx, import.id, last).await? {
        return Ok(Err(FileFault::Stopped));
    }
    let tx = ctx.db.begin().await?;
    let changes = drugs::switch(&tx, ctx, built.drugs, "the register").await?;
    let now = if import.kind == "undo" {
        undone(&tx, import).await?
    } else {
        Source {
            resource: Resource::Drugs.code().into(),
            part: String::new(),
            import: Some(import.id),
            rows: i64::try_from(built.counts.drugs).unwrap_or(i64::MAX),
        }
    };
    let before = store::in_force(&tx).await?;
    let replaced: Vec<Source> = if import.kind == "undo" {
        serde_json::from_value(import.replaced.clone())?
    } else {
        before
            .into_iter()
            .filter(|one| one.resource == now.resource)
            .collect()
    };
    store::put_in_force(&tx, ctx, &[now]).await?;
    let ended = Ended {
        state: "done",
        report: report(built.counts, changes),
        replaced,
        inputs: sources,
    };
    if !store::end(&tx, ctx.now(), import.id, ended).await? {
        return Ok(Err(FileFault::Stopped));
    }
    crash::point("build.before_switch");
    tx.commit().await?;
    crash::point("build.after_switch");
    told_of(ctx, import.id);
    drugs::index_anew(ctx).await?;
    Ok(Ok(()))
}

/// The earlier build is in force again, and the later one is marked.
async fn undone(tx: &impl ConnectionTrait, import: &Import) -> Result<Source> {
    let replaced: Vec<Source> = serde_json::from_value(import.replaced.clone())?;
    for one in &replaced {
        if let (UNDOES, Some(later)) = (one.part.as_str(), one.import) {
            store::mark_undone(tx, later).await?;
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
                let chunk = kept_store::chunk_at(db, of, code, &source.part, from).await?;
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
                // A note for every twentieth part is enough.
                let part = done * 20 / total.max(1);
                if noted == Some(part) {
                    continue;
                }
                noted = Some(part);
                let at = Progress {
                    stage: "writing",
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

fn report(counts: Counts, changes: Changes) -> Vec<String> {
    let mut report = vec![format!(
        "{} drugs, {} with an AHFS number, {} human, {} human with an AHFS number, {} distinct AHFS numbers.",
        counts.drugs,
        counts.drugs_with_ahfs,
        counts.human,
        counts.human_with_ahfs,
        counts.ahfs_numbers
    )];
    if changes.is_nothing() {
        report.push("Nothing changed: the catalogue has all of it already.".into());
        return report;
    }
    report.push(format!(
        "{} new, {} changed, {} unchanged, {} no longer in the register.",
        changes.new, changes.changed, changes.unchanged, changes.gone
    ));
    if changes.samples_replaced > 0 {
        report.push(format!(
            "The register's drugs took the place of the demo's {} medications. What was requested of those stays \
             readable; new requests choose from the register.",
            changes.samples_replaced
        ));
    }
    report
}
