//! An import or a build that would take much away: rules that would match hardly anything, entries of a list
//! that would go, fax numbers that would change. It stops and says what would go, and what is in force stays; a
//! person who knows better goes on with a reason, which is recorded. On the page that counts for what was
//! shown, at the terminal for the kinds that were named, since there nothing is shown before it is answered.
//! What the imports of the last days took away counts with it, until a person went on: a list is not emptied in
//! small steps.

use chrono::TimeDelta;
use salal_domain::falls::{Fall, FallKind, Lost, added_up};

use super::repo::{self, ConnectionTrait, Ended, Import, Source};
use super::resources::Resource;
use super::{build, work};
use crate::context::Context;
use crate::error::Result;
use crate::features::audit;
use crate::features::drugs::Falling;

/// The act of the page in the audit.
const GO_ON: &str = "PUT /manage-data/go-on/{id}";
/// So many days an import's losses are added to those of the next. Lists change by a few entries a month.
pub(super) const RECENT_DAYS: i64 = 30;

/// What a person said to what falls: to what was shown, or at the terminal to all of it.
pub(super) fn from_import(import: &Import) -> Result<Falling> {
    if import.reason.is_none() {
        return Ok(Falling::Stops(Vec::new()));
    }
    if import.created_by.is_none() && accepts(import)?.contains(&FallKind::Drugs) {
        return Ok(Falling::Accepted);
    }
    Ok(Falling::Stops(falls_of(import)?))
}

/// Whether an import goes on although these fall.
pub(super) fn lets(import: &Import, falls: &[Fall]) -> Result<bool> {
    if import.created_by.is_some() {
        return Ok(from_import(import)?.lets(falls));
    }
    let accepted = accepts(import)?;
    Ok(falls.iter().all(|one| accepted.contains(&one.kind)))
}

/// The kinds that the terminal goes on with.
fn accepts(import: &Import) -> Result<Vec<FallKind>> {
    match &import.accepts {
        Some(kinds) => Ok(serde_json::from_value(kinds.clone())?),
        None => Ok(Vec::new()),
    }
}

/// What recent imports of the same resource took away in steps that nobody was asked about.
pub(super) async fn earlier(
    db: &impl ConnectionTrait,
    ctx: &Context,
    import: &Import,
) -> Result<Vec<Lost>> {
    let since = ctx.now() - TimeDelta::days(RECENT_DAYS);
    let mut steps = Vec::new();
    for one in repo::done_since(db, &import.resource, since).await? {
        let lost: Vec<Lost> = match &one.lost {
            Some(lost) => serde_json::from_value(lost.clone())?,
            None => Vec::new(),
        };
        let agreed = match &one.reason {
            Some(_) => falls_of(&one)?,
            None => Vec::new(),
        };
        steps.push((lost, agreed));
    }
    Ok(added_up(steps))
}

/// What an import was told that falls.
pub(super) fn falls_of(import: &Import) -> Result<Vec<Fall>> {
    match &import.silent {
        Some(silent) => Ok(serde_json::from_value(silent.clone())?),
        None => Ok(Vec::new()),
    }
}

/// Whether an import waits for a person who goes on with it.
pub(super) fn has_stopped(import: &Import) -> Result<bool> {
    Ok(import.state == "failed" && !falls_of(import)?.is_empty())
}

/// The option of the terminal by which a person goes on with a kind of falls.
pub(super) const fn option(kind: FallKind) -> &'static str {
    match kind {
        FallKind::Drugs => "--despite-silent-rules",
        FallKind::Entries => "--despite-removals",
        FallKind::Numbers => "--despite-changed-numbers",
    }
}

/// The options of the terminal by which a person goes on with all that an import was told.
pub(super) fn options(import: &Import) -> Result<String> {
    let of_list = matches!(
        Resource::from_name(&import.resource),
        Some(Resource::List(_))
    );
    let mut told: Vec<String> = Vec::new();
    for fall in falls_of(import)? {
        // What an earlier version noted of a list has no kind.
        let kind = match fall.kind {
            FallKind::Drugs if of_list => FallKind::Entries,
            kind => kind,
        };
        let one = format!("{} \"the reason\"", option(kind));
        if !told.contains(&one) {
            told.push(one);
        }
    }
    Ok(told.join(" "))
}

/// An import that stops.
pub(super) struct Stopped<'a> {
    pub(super) falls: &'a [Fall],
    pub(super) report: Vec<String>,
    /// What a build would have been built of: a person goes on with the same files.
    pub(super) sources: Vec<Source>,
}

/// Ends an import that would take this away: what is in force stays, or is put back, and a person decides.
pub(super) async fn stop(ctx: &Context, import: &Import, stopped: Stopped<'_>) -> Result<()> {
    let tx = ctx.db.begin().await?;
    repo::note_falls(&tx, import.id, stopped.falls).await?;
    let mut report = stopped.report;
    if import.kind == "build" {
        report.extend(build::put_back(&tx, ctx).await?.map(str::to_owned));
    }
    let ended = Ended {
        state: "failed",
        report,
        replaced: serde_json::from_value(import.replaced.clone())?,
        inputs: stopped.sources,
    };
    if repo::end(&tx, ctx.now(), import.id, ended).await? {
        tx.commit().await?;
        work::told_of(ctx, import.id);
    }
    Ok(())
}

/// Writes down what falls and who went on, in the transaction in which it counts.
pub(super) async fn note(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    import: &Import,
    falls: &[Fall],
) -> Result<()> {
    if falls.is_empty() {
        return Ok(());
    }
    repo::note_falls(tx, import.id, falls).await?;
    let mut last = ctx.db.batch();
    let reason = import.reason.clone().unwrap_or_default();
    let mut told: Vec<FallKind> = Vec::new();
    for fall in falls {
        // One act of the page goes on with all; the terminal names each kind.
        if told.contains(&fall.kind) || (import.created_by.is_some() && !told.is_empty()) {
            continue;
        }
        told.push(fall.kind);
        let (role, action) = if import.created_by.is_some() {
            (crate::api::Role::Admin.code(), GO_ON.to_owned())
        } else {
            let what = if fall.kind == FallKind::Drugs {
                " dpd"
            } else {
                ""
            };
            let action = format!("salal import{what} {}", option(fall.kind));
            ("TERMINAL", action)
        };
        let of = ("reason", reason.clone());
        audit::write_of_house(ctx, import.created_by, role, &action, of, &mut last);
    }
    Ok(last.run(tx).await?)
}

/// The sentence on what a person went on with; also when there was no need to.
pub(super) fn went_on(falls: &[Fall], told: &str, reason: Option<&str>) -> Option<String> {
    let reason = reason?;
    Some(if falls.is_empty() {
        "Nothing was about to be lost, so the reason was not needed.".to_owned()
    } else {
        format!("{told} Went on because: {reason}")
    })
}
