//! Outbound notifications (email, SMS), queued as durable jobs in the caller's transaction. It knows no
//! feature; the texts are in `salal_documents`. Duplicates are avoided as far as the services allow: an
//! email keeps one Message-ID for all its attempts, and a text message is resent only when it certainly
//! was not sent. Deliberately not here: messages inside the product.

use futures_util::future::BoxFuture;
use salal_documents::mail::{Mail, Rendered, Sender, render};
use salal_outside::OutsideError;
use salal_outside::email::EmailMessage;
use salal_outside::sms::Sms;
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::Result;
use crate::jobs::{self, End, Kind, NewJob, Run};

/// Tells the staff of something that could not be delivered or done; `app` hands it over, since the
/// messages of the product are a feature.
pub struct TellStaff(
    pub fn(Context, subject: String, body: String) -> BoxFuture<'static, Result<()>>,
);

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
}

/// Queues an e-mail in the caller's transaction.
pub async fn mail(tx: &impl ConnectionTrait, ctx: &Context, to: &str, mail: Mail) -> Result<()> {
    jobs::enqueue(tx, ctx, letter(ctx, to, &mail)?).await
}

/// As `mail`, at most once for a key, ever.
pub async fn mail_once(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    to: &str,
    mail: Mail,
    key: &str,
) -> Result<()> {
    jobs::enqueue(tx, ctx, letter(ctx, to, &mail)?.once(key)).await
}

/// An e-mail as a job, not queued yet: for a caller whose transaction keeps others waiting.
pub fn letter(ctx: &Context, to: &str, mail: &Mail) -> Result<NewJob> {
    let sender = Sender {
        product: salal_rules::texts::PRODUCT.into(),
        clinic: ctx.settings.clinic.name.clone(),
        support_email: ctx.settings.clinic.support_email.clone(),
    };
    let Rendered {
        subject,
        text,
        html,
    } = render(&sender, mail);
    let letter = Letter {
        to: to.to_owned(),
        subject,
        text,
        html,
    };
    NewJob::new("post.mail", &letter)
}

/// Queues a text message to ten digits in the caller's transaction.
pub async fn sms(tx: &impl ConnectionTrait, ctx: &Context, to: &str, body: String) -> Result<()> {
    jobs::enqueue(
        tx,
        ctx,
        NewJob::new(
            "post.sms",
            &Text {
                to: to.to_owned(),
                body,
            },
        )?,
    )
    .await
}

/// Tells the staff, inside the product.
pub async fn tell_staff(ctx: &Context, subject: &str, body: &str) -> Result<()> {
    let tell = ctx.kept::<TellStaff>(|| TellStaff(|_, _, _| Box::pin(async { Ok(()) })));
    (tell.0)(ctx.clone(), subject.to_owned(), body.to_owned()).await
}

/// The kinds of jobs of the post.
pub fn jobs() -> Vec<Kind> {
    vec![
        Kind {
            name: "post.mail",
            run: send_mail,
            most_tries: 12,
            on_give_up: undelivered,
        },
        Kind {
            name: "post.sms",
            run: send_sms,
            most_tries: 5,
            on_give_up: undelivered,
        },
    ]
}

fn send_mail(ctx: Context, run: Run) -> BoxFuture<'static, Result<End>> {
    Box::pin(async move {
        let letter: Letter = run.payload()?;
        let message_id = format!("{}@salal", run.id);
        let sent = ctx
            .outside
            .email
            .send(&EmailMessage {
                to: &letter.to,
                subject: &letter.subject,
                text: &letter.text,
                html: &letter.html,
                message_id: &message_id,
            })
            .await;
        // A second copy under the same Message-ID does less harm than a lost one.
        Ok(end_of(sent, true))
    })
}

fn send_sms(ctx: Context, run: Run) -> BoxFuture<'static, Result<End>> {
    Box::pin(async move {
        let text: Text = run.payload()?;
        let sent = ctx
            .outside
            .sms
            .send(&Sms {
                to: &text.to,
                body: &text.body,
            })
            .await;
        Ok(end_of(sent.map(|_| ()), false))
    })
}

fn end_of(sent: Result<(), OutsideError>, again_when_unknown: bool) -> End {
    match sent {
        Ok(()) => End::Done,
        Err(error) if error.is_unknown() && !again_when_unknown => {
            // Perhaps it was sent; the person can ask for a new code.
            tracing::warn!(cause = %error, "the outcome of a text message is unknown; it is not repeated");
            End::Done
        }
        Err(error) if error.worth_retrying() => End::Later {
            why: error.to_string(),
        },
        Err(error) => End::GiveUp {
            why: error.to_string(),
        },
    }
}

fn undelivered(ctx: Context, run: Run, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let what = if run.kind == "post.mail" {
            "An e-mail could not be delivered"
        } else {
            "A text message could not be delivered"
        };
        tell_staff(&ctx, what, &why).await
    })
}
