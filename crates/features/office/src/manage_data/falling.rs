// SPDX-License-Identifier: AGPL-3.0-or-later

//! Loss check for imports and builds that would remove much: rules that would match hardly anything, entries
//! of a list that would be removed, fax numbers that would change. The import stops and reports the losses,
//! and the data in force is kept; a person can continue it with a reason, which is recorded. On the page that
//! approves what was shown; at the terminal, the kinds named by options. Losses of the last days are added
//! until a person approves, so that a list cannot be emptied in small steps.

use chrono::TimeDelta;
use salal_domain::falls::{Fall, FallKind, Lost, added_up};

use super::repo::{self, Ended, Import, Source};
use super::resources::Resource;
use super::states::{ImportKind, ImportState};
use super::{build, work};
use crate::context::Context;
use crate::error::Result;
use salal_accounts::audit;
use salal_db::Connection;
use salal_drugs::drugs::Falling;

/// The audit action of the page.
const GO_ON: &str = "PUT /manage-data/go-on/{id}";
/// For this many days an import's losses are added to those of the next. Lists change by a few entries a
/// month.
pub(super) const RECENT_DAYS: i64 = 30;

/// What a person approved: what was shown, or the kinds named at the terminal.
pub(super) fn from_import(import: &Import) -> Result<Falling> {
    if import.reason.is_none() {
        return Ok(Falling::Stops(Vec::new()));
    }
    if import.created_by.is_none() && accepts(import)?.contains(&FallKind::Drugs) {
        return Ok(Falling::Accepted);
    }
    Ok(Falling::Stops(falls_of(import)?))
}

/// Whether these losses are approved.
pub(super) fn lets(import: &Import, falls: &[Fall]) -> Result<bool> {
    if import.created_by.is_some() {
        return Ok(from_import(import)?.lets(falls));
    }
    let accepted = accepts(import)?;
    Ok(falls.iter().all(|one| accepted.contains(&one.kind)))
}

/// The kinds approved at the terminal.
fn accepts(import: &Import) -> Result<Vec<FallKind>> {
    match &import.accepts {
        Some(kinds) => Ok(serde_json::from_value(kinds.clone())?),
        None => Ok(Vec::new()),
    }
}

/// Unapproved losses of recent imports of the same resource.
pub(super) async fn earlier(db: &Connection, ctx: &Context, import: &Import) -> Result<Vec<Lost>> {
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

/// The losses reported for an import.
pub(super) fn falls_of(import: &Import) -> Result<Vec<Fall>> {
    match &import.silent {
        Some(silent) => Ok(serde_json::from_value(silent.clone())?),
        None => Ok(Vec::new()),
    }
}

/// Whether an import is waiting for a person to continue it.
pub(super) fn has_stopped(import: &Import) -> Result<bool> {
    Ok(*import.state == ImportState::Failed && !falls_of(import)?.is_empty())
}

/// The terminal option that approves a kind of losses.
pub(super) const fn option(kind: FallKind) -> &'static str {
    match kind {
        FallKind::Drugs => "--despite-silent-rules",
        FallKind::Entries => "--despite-removals",
        FallKind::Numbers => "--despite-changed-numbers",
    }
}

/// The terminal options that approve all reported losses of an import.
pub(super) fn options(import: &Import) -> Result<String> {
    let of_list = matches!(
        Resource::from_name(&import.resource),
        Some(Resource::List(_))
    );
    let mut told: Vec<String> = Vec::new();
    for fall in falls_of(import)? {
        // Entries of an earlier version have no kind.
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

/// A stopped import.
pub(super) struct Stopped<'a> {
    pub(super) falls: &'a [Fall],
    pub(super) report: Vec<String>,
    /// The sources of a stopped build: a person continues with the same files.
    pub(super) sources: Vec<Source>,
}

/// Stops an import because of its losses: the data in force is kept or restored, and a person decides.
pub(super) async fn stop(ctx: &Context, import: &Import, stopped: Stopped<'_>) -> Result<()> {
    let tx = ctx.db.begin().await?;
    repo::note_falls(&tx, import.id, stopped.falls).await?;
    let mut report = stopped.report;
    if *import.kind == ImportKind::Build {
        report.extend(build::put_back(&tx, ctx).await?.map(str::to_owned));
    }
    let ended = Ended {
        state: ImportState::Failed,
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

/// Records the losses and who approved them, in the transaction in which they take effect.
pub(super) async fn note(
    tx: &Connection,
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
        // The page approves everything with one action; the terminal names each kind.
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
            (audit::TERMINAL, action)
        };
        audit::write_of_house(
            ctx,
            import.created_by,
            role,
            &action,
            "reason",
            reason.clone(),
            &mut last,
        );
    }
    Ok(last.run(tx).await?)
}

/// The sentence about approved losses; also if approval was not needed.
pub(super) fn went_on(falls: &[Fall], told: &str, reason: Option<&str>) -> Option<String> {
    let reason = reason?;
    Some(if falls.is_empty() {
        "Nothing was about to be lost, so the reason was not needed.".to_owned()
    } else {
        format!("{told} Continued because: {reason}")
    })
}
