//! Telling the office that a health number stands on more than one account (decision 170). It is a message
//! among the staff: it names no number, and neither account's owner hears of it.

use futures_util::future::BoxFuture;

use crate::context::{ChangeEvent, Context};
use crate::error::Result;
use crate::features::messages::{self, NewMessage, To};
use crate::features::people::{self, SameNumber};
use crate::jobs::{JobKind, JobOutcome, JobRun};

/// What the message is about, by which it is known again.
const SUBJECT: &str = "same_number";
const SUBJECT_LINE: &str = "Health number on another account";

/// The kind of job that tells the office.
pub(super) fn job() -> JobKind {
    JobKind {
        name: people::SAME_NUMBER,
        run: |ctx, run| Box::pin(tell(ctx, run)),
        max_attempts: 8,
        on_failure: nothing,
    }
}

async fn tell(ctx: Context, run: JobRun) -> Result<JobOutcome> {
    let payload: SameNumber = run.payload()?;
    let tx = ctx.db.begin().await?;
    // It may have been put right meanwhile.
    if people::same_number(&tx, payload.person).await?.len() < 2
        || messages::message_exists(&tx, SUBJECT, payload.person, SUBJECT_LINE).await?
    {
        return Ok(JobOutcome::Done);
    }
    let message = NewMessage {
        subject: SUBJECT_LINE.into(),
        body: "The health number of this patient stands on another account as well. Search the patients for \
               the number to see both. Nothing is blocked; what may be asked for in a day counts over both. \
               Please do not tell either of the other before you know who they are."
            .into(),
        from: None,
        to: To::Group("office"),
        about: Some(payload.person),
        subject_kind: Some(SUBJECT),
        subject_id: Some(payload.person),
        tells_of: None,
    };
    let id = messages::post(&tx, &ctx, message).await?;
    tx.commit().await?;
    ctx.publish(ChangeEvent {
        kind: "message",
        id,
        person: payload.person,
    });
    Ok(JobOutcome::Done)
}

/// The flag of the patient page stands all the same.
fn nothing(_: Context, _: JobRun, _: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async { Ok(()) })
}
