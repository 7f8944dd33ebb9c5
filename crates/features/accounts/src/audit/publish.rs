// SPDX-License-Identifier: AGPL-3.0-or-later

//! Publishes signed heads outside the installation: anyone who stores one elsewhere can later prove that the log
//! before it was not truncated or rewritten. As a file in a folder, by email, or both; if neither is
//! configured, nothing is sent.

use std::path::PathBuf;
use std::time::Duration;

use futures_util::future::BoxFuture;
use salal_db::Connection;
use salal_documents::mail::Mail;
use serde::{Deserialize, Serialize};

use super::entity::audit_head;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob};
use crate::notifications;

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        /// Publishes a signed head in a folder.
        Publish = "audit.publish",
    }
}

/// A signed head, as published.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Head {
    /// The clinic's day that it closes.
    pub day: chrono::NaiveDate,
    /// The position of the last entry.
    pub seq: i64,
    /// The hash at that position.
    pub hash: String,
    /// Ed25519 over the three, hexadecimal.
    pub signature: String,
    /// Hexadecimal.
    pub public_key: String,
}

impl From<&audit_head::Model> for Head {
    fn from(row: &audit_head::Model) -> Self {
        Self {
            day: row.day,
            seq: row.seq,
            hash: row.hash.clone(),
            signature: row.signature.clone(),
            public_key: row.public_key.clone(),
        }
    }
}

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![JobKind {
        name: Job::Publish.code(),
        run: |ctx, run| Box::pin(write_file(ctx, run)),
        max_attempts: 12,
        longest_run: Duration::from_mins(5),
        needs: None,
        on_failure: tell,
    }]
}

/// Queues the configured channels, in the transaction that stores the head.
pub(super) async fn queue(tx: &Connection, ctx: &Context, row: &audit_head::Model) -> Result<()> {
    let (head, wanted) = (Head::from(row), &ctx.settings.audit);
    if !wanted.publish_folder.is_empty() {
        let job = NewJob::new(Job::Publish, &head)?;
        jobs::enqueue(tx, ctx, job.public().once(head.day)).await?;
    }
    if !wanted.publish_email.is_empty() {
        let mail = Mail::AuditHead {
            day: head.day.to_string(),
            head: serde_json::to_string(&head)?,
            link: ctx.settings.link("/audit"),
        };
        let key = format!("audit-head:{}", head.day);
        notifications::send_email_once(tx, ctx, &wanted.publish_email, mail, &key).await?;
    }
    Ok(())
}

async fn write_file(ctx: Context, run: JobRun) -> Result<JobOutcome> {
    let head: Head = run.payload()?;
    let folder = PathBuf::from(&ctx.settings.audit.publish_folder);
    let text = serde_json::to_string_pretty(&head)? + "\n";
    let name = format!("audit-head-{}.json", head.day);
    let write = move || {
        std::fs::create_dir_all(&folder)?;
        // Atomic: a reader never sees a partial file.
        let beside = folder.join(format!(".{name}"));
        std::fs::write(&beside, text)?;
        std::fs::rename(beside, folder.join(name))
    };
    let written = tokio::task::spawn_blocking(write)
        .await
        .map_err(Error::broken)?;
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
