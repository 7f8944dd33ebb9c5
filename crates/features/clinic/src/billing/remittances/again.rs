// SPDX-License-Identifier: AGPL-3.0-or-later

//! Imports a file that was set aside, from the page or the terminal. It is checked with the rules of this
//! version; remaining faults are reported, and a person may import it anyway (decision 164, reference
//! teleplan 4.6).

use chrono::{DateTime, Utc};
use salal_db::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::FileState;
use super::entity::remittance_file;
use super::pull::{LineFault, faults_of};
use super::{repo, take};
use crate::api::{Json, Request, Scope};
use crate::billing::sealed::{self, PlanFile};
use crate::billing::{EVENT, on};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_accounts::audit;

/// A file that was set aside.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::billing) struct ById {
    /// The file's id.
    id: Uuid,
}

/// Imports a file that was set aside.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::billing) struct TakeAgain {
    /// Import it although lines seem to be missing; the caller knows what the file lacks.
    #[serde(rename = "allTheSame")]
    pub all_the_same: bool,
}

/// The outcome of importing a file that was set aside.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::billing) struct TakenAgain {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    /// Whether it is imported now.
    pub taken: bool,
    pub lines: i64,
    pub matched: i64,
    pub exceptions: i64,
    /// Lines received before, in this file or another: they count once.
    pub known: i64,
    /// The faults, most severe first.
    pub faults: Vec<LineFault>,
}

impl TakenAgain {
    fn of(id: Uuid, name: String, taken: Option<take::Taken>, judged: &take::Judged) -> Self {
        let figures = taken.unwrap_or_default();
        Self {
            id,
            name,
            taken: taken.is_some(),
            lines: figures.lines,
            matched: figures.matched,
            exceptions: figures.exceptions,
            known: figures.known,
            faults: faults_of(judged.report()),
        }
    }
}

fn opened(ctx: &Context, file: &remittance_file::Model) -> Result<Vec<u8>> {
    sealed::open(ctx, PlanFile::Remittance(file.id), &file.sealed)
}

fn taken_already() -> Error {
    Error::conflict("ALREADY_TAKEN", "Someone already recorded this file.")
}

/// POST /tele-plan/remittance-files/{id}/take-again
pub(in crate::billing) async fn take_again(
    request: Request<Json<TakeAgain>, ById>,
) -> Result<Json<TakenAgain>> {
    on(&request.ctx)?;
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    request.audit_access(me);
    let file = repo::kept_file(ctx.db.read(), request.path.id).await?;
    if *file.state == FileState::Taken {
        return Err(taken_already());
    }
    let judged = take::examine_file(ctx, opened(ctx, &file)?).await?;
    let aside = judged.is_set_aside();
    let tx = request.begin().await?;
    repo::one_at_a_time(&tx, &ctx.settings.billing.data_centre).await?;
    if aside && (!request.body.0.all_the_same || judged.is_no_remittance()) {
        repo::judged_again(&tx, file.id, file.pull_id, judged.report()).await?;
        let answer = TakenAgain::of(file.id, file.name, None, &judged);
        return request.commit(tx, answer).await;
    }
    let agreed = aside.then_some(me);
    let done = take::take_in(&tx, ctx, &request.scope, file.id, agreed, &judged).await?;
    for (bill, person) in &done.bills {
        request.audit_access(*person);
        request.publish_after_commit(EVENT, *bill, *person);
    }
    request.publish_after_commit(EVENT, file.id, me);
    let answer = TakenAgain::of(file.id, file.name, Some(done.taken), &judged);
    request.commit(tx, answer).await
}

/// How many files are set aside, and since when the oldest; for administrators.
pub async fn set_aside(db: &Connection) -> Result<(u64, Option<DateTime<Utc>>)> {
    repo::aside_since(db).await
}

/// Options of the terminal command.
#[derive(Clone, Copy, Debug)]
pub struct AtTerminal<'a> {
    /// Import files although lines seem to be missing.
    pub all_the_same: bool,
    /// The user; stored in the audit log, since a terminal has no session.
    pub by: &'a str,
    /// The reason, if given.
    pub reason: Option<&'a str>,
}

impl AtTerminal<'_> {
    /// The action and detail of the audit entry.
    fn traced(&self, file: &str, is_aside: bool) -> (&'static str, String) {
        let action = if is_aside {
            "salal teleplan take-again --all-the-same"
        } else {
            "salal teleplan take-again"
        };
        let reason = self.reason.map(|reason| format!(": {reason}"));
        let text = format!("{file}, by {}{}", self.by, reason.unwrap_or_default());
        (action, text)
    }
}

/// Imports files from the terminal: those with the given names or ids, or all that were set aside. Returns a
/// line for each; an error when a named file does not exist, or one remains set aside.
pub async fn take_again_here(
    ctx: &Context,
    wanted: &[String],
    said: AtTerminal<'_>,
) -> Result<String> {
    let waiting = repo::set_aside(ctx.db.read()).await?;
    let is_wanted = |file: &repo::SetAside| {
        wanted.is_empty()
            || wanted
                .iter()
                .any(|one| *one == file.name || *one == file.id.to_string())
    };
    let mut lines = Vec::new();
    let mut is_done = true;
    for one in wanted {
        let mut all = waiting.iter();
        if !all.any(|file| *one == file.name || *one == file.id.to_string()) {
            is_done = false;
            lines.push(format!("{one}: no file of this name was set aside"));
        }
    }
    let scope = Scope::for_job();
    for waits in waiting.iter().filter(|file| is_wanted(file)) {
        let file = repo::kept_file(ctx.db.read(), waits.id).await?;
        let judged = take::examine_file(ctx, opened(ctx, &file)?).await?;
        let aside = judged.is_set_aside();
        let tx = ctx.db.begin().await?;
        repo::one_at_a_time(&tx, &ctx.settings.billing.data_centre).await?;
        if aside && (!said.all_the_same || judged.is_no_remittance()) {
            repo::judged_again(&tx, file.id, file.pull_id, judged.report()).await?;
            tx.commit().await?;
            let faults = faults_of(judged.report());
            let worst = faults.first().map_or("", |fault| fault.text.as_str());
            let way = if judged.is_no_remittance() {
                ""
            } else {
                " --all-the-same takes it with what is there."
            };
            lines.push(format!("{}: still aside. {worst}{way}", file.name));
            is_done = false;
            continue;
        }
        let done = take::take_in(&tx, ctx, &scope, file.id, None, &judged).await?;
        let (action, text) = said.traced(&file.name, aside);
        let mut last = ctx.db.batch();
        let kind = "remittance file";
        audit::write_of_house(ctx, None, audit::TERMINAL, action, kind, text, &mut last);
        last.run(&tx).await?;
        tx.commit().await?;
        take::tell(ctx, &done);
        let figures = done.taken;
        lines.push(format!(
            "{}: recorded. {} lines, {} matched, {} to review, {} known before.",
            file.name, figures.lines, figures.matched, figures.exceptions, figures.known
        ));
    }
    if lines.is_empty() {
        lines.push("No remittance files are set aside.".into());
    }
    let told = lines.join("\n");
    if is_done {
        Ok(told)
    } else {
        Err(Error::broken(told))
    }
}
