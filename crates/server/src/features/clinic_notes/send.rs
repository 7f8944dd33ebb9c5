//! The job that sends a note: intent was its row, the act is the clinic's call, then it is recorded.

use futures_util::future::BoxFuture;
use salal_outside::clinic_emr::NewNote;

use super::SEND;
use super::rows::clinic_note;
use super::store::{self, Payload};
use crate::context::{Changed, Context};
use crate::crash;
use crate::error::{Error, Result};
use crate::features::people;
use crate::jobs::{End, Kind, Run};
use crate::post;

/// What is said of a note that the clinic's system understood and did not take.
const REFUSED: &str = "the clinic's record system refused the note";

/// The kinds of jobs of this feature.
pub fn jobs() -> Vec<Kind> {
    vec![Kind {
        name: SEND,
        run: send,
        most_tries: 14,
        on_give_up: told,
    }]
}

/// Whoever shows what the note tells of shows where it stands.
fn tell(ctx: &Context, note: &clinic_note::Model) {
    ctx.tell(Changed {
        kind: "note",
        id: note.subject_id,
        person: note.person_id,
    });
}

fn send(ctx: Context, run: Run) -> BoxFuture<'static, Result<End>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let note = store::get(ctx.db.read(), payload.note).await?;
        if note.state == "sent" {
            return Ok(End::Done);
        }
        let Some(number) = people::ensure_demographic(&ctx, &run.reach, note.person_id).await?
        else {
            return Ok(End::Later {
                why: "the patient is not in the clinic's record system yet".into(),
            });
        };
        let demographic_no: i64 = number
            .parse()
            .map_err(|_| Error::broken("a demographic number that is no number"))?;
        let event_id = note.id.to_string();
        crash::point("note.before_effect");
        // Only a first try may assume that nothing was sent.
        let clinic = &ctx.outside.clinic;
        let there = if run.tries > 1 {
            match clinic.find_note(demographic_no, &event_id).await {
                Ok(there) => there,
                Err(error) => return End::of(error, REFUSED),
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
                    Err(error) => return End::of(error, REFUSED),
                }
            }
        };
        crash::point("note.after_effect");
        store::set_sent(ctx.db.write(), &ctx, note.id, reference.to_string()).await?;
        tell(&ctx, &note);
        Ok(End::Done)
    })
}

fn told(ctx: Context, run: Run, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        store::set_failed(ctx.db.write(), payload.note).await?;
        let note = store::get(ctx.db.read(), payload.note).await?;
        tell(&ctx, &note);
        let what = "A note did not reach the clinic's record system";
        post::tell_staff(&ctx, what, &why).await
    })
}
