// SPDX-License-Identifier: AGPL-3.0-or-later

//! The job that sends a note: its row was the intent, then the request to the clinic is made, then the
//! outcome is recorded.

use std::time::Duration;

use futures_util::future::BoxFuture;
use salal_integrations::clinic_emr::NewNote;

use super::entity::clinic_note;
use super::repo::{self, Payload};
use super::{ClinicNoteState, Job};
use crate::context::{ChangeEvent, Context};
use crate::crash;
use crate::error::{Error, Result};
use crate::jobs::{self, JobKind, JobOutcome, JobRun, Reach};
use crate::notifications;
use salal_people::people;

/// The message for a note that the clinic's system understood and refused.
const REFUSED: &str = "the clinic's record system refused the note";

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![JobKind {
        name: Job::Send.code(),
        run: send,
        max_attempts: 14,
        longest_run: Duration::from_mins(2),
        reach: Reach::Outside(taken_over),
        needs: Some(jobs::CLINIC),
        on_failure: told,
    }]
}

/// Notifies pages that show the note's subject.
fn tell(ctx: &Context, note: &clinic_note::Model) {
    ctx.publish(ChangeEvent {
        kind: "note",
        id: note.subject_id,
        person: note.person_id,
    });
}

fn send(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let note = repo::get_clinic_note(ctx.db.read(), payload.note).await?;
        if *note.state == ClinicNoteState::Sent {
            return Ok(JobOutcome::Done);
        }
        let Some(number) = people::ensure_demographic(&ctx, &run.scope, note.person_id).await?
        else {
            return Ok(JobOutcome::Retry {
                why: "the patient is not in the clinic’s record system yet".into(),
            });
        };
        let demographic_no: i64 = number
            .parse()
            .map_err(|_| Error::broken("a demographic number that is no number"))?;
        let event_id = note.id.to_string();
        crash::point("note.before_effect");
        // Only a first attempt may assume that nothing was sent.
        let clinic = &ctx.services.clinic;
        let there = if run.attempts > 1 {
            match clinic.find_note(demographic_no, &event_id).await {
                Ok(there) => there,
                Err(error) => return JobOutcome::from_service_error(error, REFUSED),
            }
        } else {
            None
        };
        let reference = match there {
            Some(id) => id,
            None => {
                let new = NewNote {
                    demographic_no,
                    event_id: &event_id,
                    text: &note.text,
                };
                match clinic.add_note(&new).await {
                    Ok(id) => id,
                    Err(error) => return JobOutcome::from_service_error(error, REFUSED),
                }
            }
        };
        crash::point("note.after_effect");
        repo::set_sent(ctx.db.write(), &ctx, note.id, reference.to_string()).await?;
        tell(&ctx, &note);
        Ok(JobOutcome::Done)
    })
}

/// A person says that it reached the clinic after the copy was made. The clinic is asked, and its number recorded.
fn taken_over(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let note = repo::get_clinic_note(ctx.db.read(), payload.note).await?;
        if *note.state == ClinicNoteState::Sent {
            return Ok(());
        }
        let facts = people::load_facts(&ctx, ctx.db.read(), &run.scope, note.person_id).await?;
        let chart = facts
            .demographic_number
            .and_then(|number| number.parse().ok());
        let there = match chart {
            Some(chart) => {
                let event_id = note.id.to_string();
                ctx.services.clinic.find_note(chart, &event_id).await?
            }
            None => None,
        };
        let Some(reference) = there else {
            return Err(Error::conflict(
                "NOT_THERE",
                "The clinic’s record system does not have this note. Release it to send it, or give it up in the \
                 queue of the partner clinic.",
            ));
        };
        repo::set_sent(ctx.db.write(), &ctx, note.id, reference.to_string()).await?;
        tell(&ctx, &note);
        Ok(())
    })
}

fn told(ctx: Context, run: JobRun, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        repo::set_failed(ctx.db.write(), payload.note).await?;
        let note = repo::get_clinic_note(ctx.db.read(), payload.note).await?;
        tell(&ctx, &note);
        let what = "A note did not reach the clinic’s record system";
        notifications::notify_staff(&ctx, what, &why).await
    })
}
