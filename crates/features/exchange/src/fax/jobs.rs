// SPDX-License-Identifier: AGPL-3.0-or-later

//! Background jobs of faxes: sending, and polling for the outcome.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use salal_domain::fax::FaxState;
use salal_integrations::fax::{FaxFailure, FaxState as Reported};

use super::aggregate::{Fax, Receipt};
use super::send::{self, Payload, change};
use super::subjects::tell;
use super::{Change, State, numbers, restored};
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::jobs::{JobKind, JobOutcome, JobRun, Reach};

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        /// Sends one fax.
        Send = "fax.send",
        /// Polls for its outcome.
        Poll = "fax.poll",
    }
}

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![
        JobKind {
            name: Job::Send.code(),
            run: send_fax,
            max_attempts: 20,
            longest_run: Duration::from_mins(5),
            reach: Reach::Outside(restored::taken_over),
            needs: None,
            on_failure: not_sent,
        },
        JobKind {
            name: Job::Poll.code(),
            run: poll,
            max_attempts: 200,
            longest_run: Duration::from_mins(2),
            reach: Reach::Inside,
            needs: None,
            on_failure: lost_sight,
        },
    ]
}

fn send_fax(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move { send::send(&ctx, run.payload()?, run.was_released).await })
}

fn poll(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let mut fax = Fax::load_in_job(ctx.db.read(), &ctx, payload.fax).await?;
        if *fax.row.state != FaxState::Sent {
            return send::tell_again(&ctx, &fax.row).await;
        }
        let provider_id = fax.provider_id();
        let provider_id =
            provider_id.ok_or_else(|| Error::broken("a sent fax without a provider's number"))?;
        let status = match ctx.services.fax.get_status(provider_id).await {
            Ok(status) => status,
            Err(error) => {
                return Ok(JobOutcome::Retry {
                    why: error.to_string(),
                });
            }
        };
        match status.state {
            Reported::InProgress => {
                let since = ctx.now() - fax.row.sent_at.unwrap_or(fax.row.queued_at);
                if since > TimeDelta::hours(ctx.settings.prescriptions.fax_give_up_hours) {
                    return Ok(JobOutcome::Failed {
                        why: "The fax service did not confirm delivery in time.".into(),
                    });
                }
                Ok(JobOutcome::Postpone {
                    after: Duration::from_secs(ctx.settings.prescriptions.fax_poll_seconds),
                })
            }
            Reported::Sent => {
                let tx = ctx.db.begin().await?;
                let said = status.remote_id.as_deref().unwrap_or_default();
                let doubt = numbers::identified(&tx, &ctx, &mut fax, said).await?;
                if doubt.is_some() {
                    fax.look_again(&tx).await?;
                }
                let receipt = Receipt {
                    pages: status.pages.map(i64::from),
                    transmitted_at: transmitted(status.sent_at_unix),
                    remote_id: status.remote_id,
                };
                fax.delivered(&ctx, receipt, doubt.clone());
                fax.save_in_job(tx).await?;
                crash::point("fax.after_delivery");
                let told = change(&fax.row, State::Delivered);
                tell(&ctx, Change { doubt, ..told }).await?;
                Ok(JobOutcome::Done)
            }
            Reported::Failed { reason } => {
                send::failed(&ctx, fax.row.id, readable(reason), reason.is_permanent()).await?;
                Ok(JobOutcome::Done)
            }
        }
    })
}

fn transmitted(unix: Option<i64>) -> Option<DateTime<Utc>> {
    unix.and_then(|seconds| DateTime::from_timestamp(seconds, 0))
}

/// The provider's outcome as a readable message.
fn readable(reason: FaxFailure) -> &'static str {
    match reason {
        FaxFailure::Busy => "The fax line was busy.",
        FaxFailure::NoAnswer => "The fax did not answer.",
        FaxFailure::NoRemoteFax => "No fax machine answered at the number.",
        FaxFailure::InvalidNumber => "The fax number does not work.",
        FaxFailure::VoiceLine => "A person or voicemail answered the fax number.",
        FaxFailure::Document => "The fax service couldn’t read the document.",
        FaxFailure::Stopped => "The fax was stopped before it was sent.",
        FaxFailure::Other => "The fax did not go through.",
    }
}

/// Failed before the service confirmed receipt of the fax. An attempt without a response may have arrived.
fn not_sent(ctx: Context, run: JobRun, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let fax = Fax::load_in_job(ctx.db.read(), &ctx, payload.fax).await?;
        if fax.open_attempt().is_some() {
            return lost_sight(ctx, run, why).await;
        }
        send::failed(
            &ctx,
            payload.fax,
            "The fax service couldn’t be reached.",
            false,
        )
        .await
    })
}

fn lost_sight(ctx: Context, run: JobRun, _why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let tx = ctx.db.begin().await?;
        let mut fax = Fax::load_in_job(&tx, &ctx, payload.fax).await?;
        fax.lost(&ctx, "The fax service did not say whether the fax arrived.");
        fax.save_in_job(tx).await?;
        tell(&ctx, change(&fax.row, State::Unknown)).await
    })
}
