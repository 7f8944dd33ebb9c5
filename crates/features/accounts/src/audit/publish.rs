// SPDX-License-Identifier: AGPL-3.0-or-later

//! Publishes what is signed outside the installation: whoever keeps it elsewhere can later prove that the log before it
//! was not cut off or rewritten. The head of a day as a file in a folder, by email, or both; where only an email address
//! is configured, anchors are emailed as well. Not here: the folder's file of all statements (`folder`, `sign`).

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use salal_db::Connection;
use salal_documents::mail::Mail;

use super::statement::Signed;
use super::{folder, watch};
use crate::context::Context;
use crate::error::Result;
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob, Reach};
use crate::notifications;

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        /// Publishes a signed head in a folder.
        Publish = "audit.publish",
    }
}

/// How often anchors are emailed at most.
const EMAIL_EVERY: TimeDelta = TimeDelta::hours(1);

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![JobKind {
        name: Job::Publish.code(),
        run: |ctx, run| Box::pin(write_file(ctx, run)),
        max_attempts: 12,
        longest_run: Duration::from_mins(5),
        reach: Reach::Inside,
        needs: None,
        on_failure: tell,
    }]
}

/// Queues the configured channels, in the transaction that stores the statement. Returns whether an email goes.
pub(super) async fn queue(
    tx: &Connection,
    ctx: &Context,
    one: &Signed,
    emailed_at: Option<DateTime<Utc>>,
) -> Result<bool> {
    let (wanted, now) = (&ctx.settings.audit, ctx.now());
    if let Some(day) = one.day.filter(|_| !wanted.publish_folder.is_empty()) {
        let job = NewJob::new(Job::Publish, one)?;
        jobs::enqueue(tx, ctx, job.public().once(day)).await?;
    }
    if wanted.publish_email.is_empty() {
        return Ok(false);
    }
    let is_lately = emailed_at.is_some_and(|at| (now - at).abs() < EMAIL_EVERY);
    let (when, key) = match (one.day, one.number) {
        (Some(day), _) => (day.to_string(), format!("audit-head:{day}")),
        (None, Some(number)) if wanted.publish_folder.is_empty() && !is_lately => (
            format!("{} UTC", now.format("%Y-%m-%d %H:%M")),
            format!("audit-anchor:{number}"),
        ),
        (None, _) => return Ok(false),
    };
    let mail = Mail::AuditHead {
        day: when,
        head: serde_json::to_string(one)?,
        link: ctx.settings.link("/audit"),
    };
    notifications::send_email_once(tx, ctx, &wanted.publish_email, mail, &key).await?;
    if wanted.publish_folder.is_empty() {
        watch::outside(tx, now).await?;
    }
    Ok(true)
}

async fn write_file(ctx: Context, run: JobRun) -> Result<JobOutcome> {
    let head: Signed = run.payload()?;
    let written = folder::write_head(&ctx.settings.audit.publish_folder, head).await?;
    Ok(match written {
        Ok(()) => JobOutcome::Done,
        Err(error) => JobOutcome::Retry {
            why: format!("the folder for heads of the audit cannot be written: {error}"),
        },
    })
}

fn tell(ctx: Context, _: JobRun, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        notifications::notify_staff(&ctx, "A signed audit record was not published", &why).await
    })
}
