// SPDX-License-Identifier: AGPL-3.0-or-later

//! Faxes after a restore. The service lists what it has by the code of each attempt, and the codes follow from the fax: so
//! it can be asked about attempts that were made after the copy, before anything is sent again.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use salal_integrations::ServiceError;
use salal_integrations::fax::FaxStatus;
use uuid::Uuid;

use super::aggregate::Fax;
use super::send::{Payload, accepted, change};
use super::subjects::tell;
use super::{State, repo};
use crate::context::Context;
use crate::error::Result;
use crate::jobs::{JobOutcome, JobRun};

/// The attempts that a fax can have had after the copy was made: as many as its job makes.
const MOST_ATTEMPTS: usize = 20;

/// Why the outcome of a fax is not known that was taken over.
const SAID_SENT: &str =
    "Someone recorded after a restore that it was sent; the fax service does not list it.";

/// An attempt that the service has and this database does not, because it was made after the copy from which the
/// database was restored.
pub(super) async fn find_unknown(
    ctx: &Context,
    fax: &Fax,
) -> Result<Option<FaxStatus>, ServiceError> {
    let codes = fax.next_codes(MOST_ATTEMPTS);
    let mut sent = ctx.services.fax.list_sent().await?;
    sent.retain(|status| codes.contains(&status.account_code));
    // The one that was made last.
    let place = |status: &FaxStatus| codes.iter().position(|code| *code == status.account_code);
    Ok(sent.into_iter().max_by_key(place))
}

/// The service had it before the restore: its outcome is polled as of any other.
pub(super) async fn accepted_before(
    ctx: &Context,
    id: Uuid,
    found: FaxStatus,
) -> Result<JobOutcome> {
    let tx = ctx.db.begin().await?;
    let mut fax = Fax::load_in_job(&tx, ctx, id).await?;
    if !fax.row.state.is_waiting() {
        return Ok(JobOutcome::Done);
    }
    let attempt = fax.add_known_attempt(ctx, found.account_code);
    fax.accepted(ctx, attempt.id, found.provider_id)?;
    if !fax.step(&tx).await? {
        return Ok(JobOutcome::Retry {
            why: "the fax changed in the meantime".into(),
        });
    }
    fax.write(tx).await?;
    tell(ctx, change(&fax.row, State::Sent)).await?;
    Ok(JobOutcome::Done)
}

/// A fax that the service has and this database does not.
#[derive(Clone, Debug)]
pub struct UnknownFax {
    /// The service's own reference.
    pub reference: String,
    pub to: Option<String>,
    pub at: Option<DateTime<Utc>>,
    /// The held fax here that it is.
    pub fax: Option<Uuid>,
}

/// The faxes since a time of which this database has no attempt.
pub async fn unknown_faxes(ctx: &Context, since: DateTime<Utc>) -> Result<Vec<UnknownFax>> {
    let mut sent = ctx.services.fax.list_sent().await?;
    // One without a time is on its way.
    sent.retain(|one| one.sent_at_unix.is_none_or(|at| at >= since.timestamp()));
    let codes: Vec<String> = sent.iter().map(|one| one.account_code.clone()).collect();
    let db = ctx.db.read();
    let known = repo::known_codes(db, &codes).await?;
    sent.retain(|one| !known.contains(&one.account_code));
    let mut waiting = HashMap::new();
    for id in repo::waiting(db).await? {
        let fax = Fax::load_in_job(db, ctx, id).await?;
        waiting.extend(
            fax.next_codes(MOST_ATTEMPTS)
                .into_iter()
                .map(|code| (code, id)),
        );
    }
    let unknown = |status: FaxStatus| UnknownFax {
        fax: waiting.get(&status.account_code).copied(),
        reference: status.provider_id,
        to: status.to_number,
        at: status
            .sent_at_unix
            .and_then(|at| DateTime::from_timestamp(at, 0)),
    };
    Ok(sent.into_iter().map(unknown).collect())
}

/// A person says that it was sent after the copy was made. What the service has of it is recorded; otherwise somebody
/// has to ask the recipient.
pub(super) fn taken_over(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let fax = Fax::load_in_job(ctx.db.read(), &ctx, payload.fax).await?;
        if !fax.row.state.is_waiting() {
            return Ok(());
        }
        let open = fax
            .open_attempt()
            .map(|attempt| attempt.account_code.clone());
        let found = match open {
            Some(code) => ctx.services.fax.find_by_account_code(&code).await?,
            None => None,
        };
        if let (Some(found), Some(attempt)) = (found, fax.open_attempt()) {
            accepted(&ctx, payload.fax, attempt.id, found.provider_id).await?;
            return Ok(());
        }
        if let Some(found) = find_unknown(&ctx, &fax).await? {
            accepted_before(&ctx, payload.fax, found).await?;
            return Ok(());
        }
        let tx = ctx.db.begin().await?;
        let mut fax = Fax::load_in_job(&tx, &ctx, payload.fax).await?;
        fax.lost(&ctx, SAID_SENT);
        fax.save_in_job(tx).await?;
        tell(&ctx, change(&fax.row, State::Unknown)).await
    })
}
