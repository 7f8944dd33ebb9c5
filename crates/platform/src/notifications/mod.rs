// SPDX-License-Identifier: AGPL-3.0-or-later

//! Outbound notifications (email, SMS), queued as durable jobs in the caller's transaction. It depends on no
//! feature; the texts are in `salal_documents`. Duplicates are avoided as far as the services allow: an email
//! keeps one Message-ID for all its attempts, and a text message is resent only when it was certainly not
//! sent. Not here: messages inside the product.

use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use salal_db::Connection;
use salal_documents::mail::{Mail, Rendered, Sender, render};
use salal_integrations::ServiceError;
use salal_integrations::email::EmailMessage;
use salal_integrations::sms::Sms;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::Result;
use crate::hooks::Hook;
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob, Reach};
use crate::telemetry;

salal_domain::codes! {
    /// The jobs of notifications.
    pub enum Job {
        Mail = "post.mail",
        Sms = "post.sms",
    }
}

#[derive(Serialize, Deserialize)]
struct Letter {
    to: String,
    subject: String,
    text: String,
    html: String,
}

#[derive(Serialize, Deserialize)]
struct Text {
    to: String,
    body: String,
    /// When the code in it ends; an earlier version queued messages without it.
    #[serde(default)]
    valid_until: Option<DateTime<Utc>>,
}

/// Writes to the staff inside the product: a subject and a text.
pub struct NotifyStaff(pub fn(Context, String, String) -> BoxFuture<'static, Result<()>>);

impl Hook for NotifyStaff {
    const NAME: &'static str = "who notifies the staff";
}

/// Emails every administrator, once for the key, whoever asks and however often.
pub struct MailAdministratorsOnce(pub fn(Context, Mail, String) -> BoxFuture<'static, Result<()>>);

impl Hook for MailAdministratorsOnce {
    const NAME: &'static str = "who emails the administrators";
}

/// Queues an email in the caller's transaction.
pub async fn send_email(tx: &Connection, ctx: &Context, to: &str, email: Mail) -> Result<()> {
    jobs::enqueue(tx, ctx, email_job(ctx, to, &email)?).await
}

/// Like `send_email`, with a code or a link that its reader has just asked for to get in: it leaves even while effects
/// are held after a restore.
pub async fn send_awaited_email(
    tx: &Connection,
    ctx: &Context,
    to: &str,
    email: Mail,
) -> Result<()> {
    jobs::enqueue(tx, ctx, email_job(ctx, to, &email)?.awaited()).await
}

/// Like `send_email`, at most once per key, as long as the finished job is kept.
pub async fn send_email_once(
    tx: &Connection,
    ctx: &Context,
    to: &str,
    email: Mail,
    key: &str,
) -> Result<()> {
    jobs::enqueue(tx, ctx, email_job(ctx, to, &email)?.once(key)).await
}

/// An email as a job that is not queued yet, for callers that must keep their transaction short.
pub fn email_job(ctx: &Context, to: &str, email: &Mail) -> Result<NewJob> {
    let Rendered {
        subject,
        text,
        html,
    } = rendered(ctx, email);
    let letter = Letter {
        to: to.to_owned(),
        subject,
        text,
        html,
    };
    NewJob::new(Job::Mail, &letter)
}

/// An email as it is sent.
pub fn rendered(ctx: &Context, email: &Mail) -> Rendered {
    let sender = Sender {
        product: salal_domain::texts::PRODUCT.into(),
        clinic: ctx.settings.clinic.name.clone(),
        support_email: ctx.settings.clinic.support_email.clone(),
    };
    render(&sender, email)
}

/// Queues a text message with a code to ten digits in the caller's transaction. It is tried until the code ends, and
/// leaves even while effects are held after a restore: someone has just asked for it.
pub async fn send_text_message(
    tx: &Connection,
    ctx: &Context,
    to: &str,
    body: String,
    valid_until: DateTime<Utc>,
) -> Result<()> {
    jobs::enqueue(
        tx,
        ctx,
        NewJob::new(
            Job::Sms,
            &Text {
                to: to.to_owned(),
                body,
                valid_until: Some(valid_until),
            },
        )?
        .awaited(),
    )
    .await
}

/// Sends a message to the staff inside the product.
pub async fn notify_staff(ctx: &Context, subject: &str, body: &str) -> Result<()> {
    (ctx.hooks.get::<NotifyStaff>().0)(ctx.clone(), subject.to_owned(), body.to_owned()).await
}

/// The job kinds of notifications.
pub fn jobs() -> Vec<JobKind> {
    vec![
        JobKind {
            name: Job::Mail.code(),
            run: send_mail,
            max_attempts: 12,
            longest_run: Duration::from_mins(2),
            reach: Reach::Outside(jobs::nothing_to_record),
            needs: None,
            on_failure: undelivered,
        },
        JobKind {
            name: Job::Sms.code(),
            run: send_sms,
            // More than fit into the time that a code is valid.
            max_attempts: 100,
            longest_run: Duration::from_mins(1),
            reach: Reach::Outside(jobs::nothing_to_record),
            needs: Some(jobs::SMS),
            on_failure: undelivered,
        },
    ]
}

fn send_mail(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let letter: Letter = run.payload()?;
        let message_id = format!("{}@salal", run.id);
        let sent = ctx
            .services
            .email
            .send(&EmailMessage {
                to: &letter.to,
                subject: &letter.subject,
                text: &letter.text,
                html: &letter.html,
                message_id: &message_id,
            })
            .await;
        // A duplicate with the same Message-ID does less harm than a lost email.
        let end = end_of(sent, true);
        count("email", &end);
        Ok(end)
    })
}

fn send_sms(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let text: Text = run.payload()?;
        if text.valid_until.is_some_and(|until| until <= ctx.now()) {
            let why = "It couldn’t be sent while its code was valid.".to_owned();
            return Ok(JobOutcome::Failed { why });
        }
        let sent = ctx
            .services
            .sms
            .send(&Sms {
                to: &text.to,
                body: &text.body,
            })
            .await;
        match sent {
            // Counted as an outage, so that pages can say why no code comes.
            Err(error) if error.worth_retrying() && !error.is_unknown() => {
                telemetry::MESSAGES.count(["sms", "retry"]);
                Err(error.into())
            }
            sent => {
                let unknown = sent.as_ref().is_err_and(ServiceError::is_unknown);
                let end = end_of(sent.map(|_| ()), false);
                if unknown {
                    telemetry::MESSAGES.count(["sms", "unknown"]);
                } else {
                    count("sms", &end);
                }
                Ok(end)
            }
        }
    })
}

/// Counts what became of one try.
fn count(channel: &str, end: &JobOutcome) {
    let outcome = match end {
        JobOutcome::Done => "sent",
        JobOutcome::Failed { .. } => "failed",
        JobOutcome::Retry { .. } | JobOutcome::Postpone { .. } => "retry",
    };
    telemetry::MESSAGES.count([channel, outcome]);
}

fn end_of(sent: Result<(), ServiceError>, again_when_unknown: bool) -> JobOutcome {
    match sent {
        Ok(()) => JobOutcome::Done,
        Err(error) if error.is_unknown() && !again_when_unknown => {
            // It may have been sent; the user can request a new code. That the service is away was told once.
            tracing::debug!(cause = %error, "the outcome of a text message is unknown; it is not repeated");
            JobOutcome::Done
        }
        Err(error) if error.worth_retrying() => JobOutcome::Retry {
            why: error.to_string(),
        },
        Err(error) => JobOutcome::Failed {
            why: error.to_string(),
        },
    }
}

fn undelivered(ctx: Context, run: JobRun, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let what = if run.kind == Job::Mail.code() {
            "An email couldn’t be delivered"
        } else {
            "A text message couldn’t be delivered"
        };
        notify_staff(&ctx, what, &why).await
    })
}
