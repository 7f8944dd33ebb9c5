// SPDX-License-Identifier: AGPL-3.0-or-later

//! Notifies the office that a health number is used by more than one account (decision 170). It is a message
//! among staff: it names no number, and neither account's owner is told.

use std::time::Duration;

use futures_util::future::BoxFuture;

use crate::context::{ChangeEvent, Context};
use crate::error::Result;
use crate::jobs::{JobKind, JobOutcome, JobRun, Reach};
use salal_exchange::messages::{self, MessageGroup, NewMessage, To};
use salal_people::people::{self, SameNumber};

/// The subject of the message, by which it is recognized.
const SUBJECT: salal_domain::subjects::SubjectKind =
    salal_domain::subjects::SubjectKind::SameNumber;
const SUBJECT_LINE: &str = "Health number on another account";

/// The job kind that notifies the office.
pub(super) fn job() -> JobKind {
    JobKind {
        name: people::Job::SameNumber.code(),
        run: |ctx, run| Box::pin(tell(ctx, run)),
        max_attempts: 8,
        longest_run: Duration::from_mins(2),
        reach: Reach::Inside,
        needs: None,
        on_failure: nothing,
    }
}

async fn tell(ctx: Context, run: JobRun) -> Result<JobOutcome> {
    let payload: SameNumber = run.payload()?;
    let tx = ctx.db.begin().await?;
    // It may have been corrected meanwhile.
    if people::same_number(&tx, payload.person).await?.len() < 2
        || messages::message_exists(&tx, SUBJECT, payload.person, SUBJECT_LINE).await?
    {
        return Ok(JobOutcome::Done);
    }
    let message = NewMessage {
        subject: SUBJECT_LINE.into(),
        body:
            "Another account has the same health number as this patient. Search the patients for \
               the number to see both. Nothing is blocked; the daily limit counts both. \
               Please do not tell either person about the other before you know who they are."
                .into(),
        from: None,
        to: To::Group(MessageGroup::Office),
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

/// The flag on the patient page is shown in any case.
fn nothing(_: Context, _: JobRun, _: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async { Ok(()) })
}
