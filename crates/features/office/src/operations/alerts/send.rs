// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sends messages: a job for each address and one for the receiver, so that each is tried by itself.

use std::time::Duration;

use futures_util::future::BoxFuture;
use salal_db::Connection;
use salal_integrations::email::EmailMessage;
use salal_integrations::{Service, ServiceError};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::message::Message;
use crate::context::Context;
use crate::error::Result;
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob, Reach};
use crate::notifications;
use salal_platform::telemetry;

salal_domain::codes! {
    /// The jobs of alerts.
    pub enum Job {
        Mail = "alerts.mail",
        Hook = "alerts.hook",
    }
}

#[derive(Serialize, Deserialize)]
struct Letter {
    to: String,
    message: Message,
}

/// The kinds of jobs.
pub fn jobs() -> Vec<JobKind> {
    let kind = |name, run| JobKind {
        name,
        run,
        // Two hours and more: who is on call hears of what is wrong then, or of what is wrong by then.
        max_attempts: 16,
        longest_run: Duration::from_mins(2),
        reach: Reach::Outside(jobs::nothing_to_record),
        needs: None,
        // The log has its line, and the next message tells of it, because a job that was given up is itself something
        // wrong.
        on_failure: |_, _, _| Box::pin(async { Ok(()) }),
    };
    vec![
        kind(Job::Mail.code(), send_mail),
        kind(Job::Hook.code(), send_hook),
    ]
}

/// Queues a message in the caller's transaction, to everybody whom the settings name. It leaves even while effects are
/// held after a restore.
pub(super) async fn queue(tx: &Connection, ctx: &Context, message: &Message) -> Result<()> {
    for to in &ctx.settings.alerts.email {
        let letter = Letter {
            to: to.clone(),
            message: message.clone(),
        };
        let job = NewJob::new(Job::Mail, &letter)?.awaited();
        jobs::enqueue(tx, ctx, job).await?;
    }
    if !ctx.settings.alerts.webhook.is_empty() {
        let job = NewJob::new(Job::Hook, message)?.awaited();
        jobs::enqueue(tx, ctx, job).await?;
    }
    Ok(())
}

fn send_mail(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let Letter { to, message } = run.payload()?;
        let sent = mail(&ctx, run.id, &to, &message).await;
        Ok(end_of("email", sent))
    })
}

fn send_hook(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let message: Message = run.payload()?;
        let sent = hook(&ctx, run.id, &message).await;
        Ok(end_of("webhook", sent))
    })
}

/// Sends a message by email.
pub(super) async fn mail(
    ctx: &Context,
    id: Uuid,
    to: &str,
    message: &Message,
) -> std::result::Result<(), ServiceError> {
    let rendered = notifications::rendered(ctx, &message.mail(ctx));
    let message_id = format!("{id}@salal");
    let email = EmailMessage {
        to,
        subject: &rendered.subject,
        text: &rendered.text,
        html: &rendered.html,
        message_id: &message_id,
    };
    ctx.services.email.send(&email).await
}

/// Sends a message to the receiver.
pub(super) async fn hook(
    ctx: &Context,
    id: Uuid,
    message: &Message,
) -> std::result::Result<(), ServiceError> {
    let now = ctx.now();
    let body = message.json(ctx, now).to_string();
    let id = format!("msg_{}", id.simple());
    ctx.services.alerts.send(&id, now, &body).await
}

/// Whether a receiver will never take it: the mailbox is not there, or the address of the receiver is gone.
pub(super) fn is_refused_for_good(error: &ServiceError) -> bool {
    match error.service {
        Service::Email => error.refusal_code().is_some(),
        _ => error.refusal_code() == Some(GONE),
    }
}

/// The status that says so.
const GONE: &str = "410";

/// What becomes of a try. Another refusal is tried again: whoever set a wrong key mends it, and then it arrives.
fn end_of(channel: &str, sent: std::result::Result<(), ServiceError>) -> JobOutcome {
    match sent {
        Ok(()) => {
            telemetry::ALERTS.count([channel, "sent"]);
            JobOutcome::Done
        }
        Err(error) => {
            telemetry::ALERTS.count([channel, "failed"]);
            let why = error.to_string();
            if is_refused_for_good(&error) {
                return JobOutcome::Failed { why };
            }
            JobOutcome::Retry { why }
        }
    }
}
