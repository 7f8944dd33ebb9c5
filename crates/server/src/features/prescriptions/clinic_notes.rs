//! Encounter notes to the clinic's record system: queued with the decision, sent by a durable job,
//! looked for by their own event id before they are sent again (reference partner-clinic 4).

use futures_util::future::BoxFuture;
use salal_outside::clinic_emr::NewNote;
use salal_rules::days::date_time_text;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::rows::clinic_note;
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::features::people;
use crate::jobs::{self, End, Kind, NewJob, Run};
use crate::post;

const SEND: &str = "prescriptions.clinic_note";

#[derive(Serialize, Deserialize)]
struct Payload {
    note: Uuid,
}

/// Queues a note in the caller's transaction.
pub(super) async fn queue(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    person: Uuid,
    text: &str,
    by: Uuid,
) -> Result<()> {
    let id = ctx.new_id();
    let author = people::names(tx, &[by])
        .await?
        .remove(&by)
        .unwrap_or_default()
        .name();
    clinic_note::ActiveModel {
        id: Set(id),
        person_id: Set(person),
        subject_kind: Set("decision".into()),
        subject_id: Set(id),
        text: Set(format!(
            "{text}\nBy Dr. {author}, {} (Pacific)",
            date_time_text(ctx.now())
        )),
        state: Set("queued".into()),
        provider_ref: Set(None),
        created_at: Set(ctx.now()),
        sent_at: Set(None),
    }
    .insert(tx)
    .await?;
    jobs::enqueue(tx, ctx, NewJob::new(SEND, &Payload { note: id })?.once(id)).await
}

/// The kinds of jobs of this part.
pub(super) fn jobs() -> Vec<Kind> {
    vec![Kind {
        name: SEND,
        run: send,
        most_tries: 14,
        on_give_up: told,
    }]
}

fn send(ctx: Context, run: Run) -> BoxFuture<'static, Result<End>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let note = clinic_note::Entity::find_by_id(payload.note)
            .one(ctx.db.read())
            .await?
            .ok_or_else(Error::not_found)?;
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
        let there = if run.tries > 1 {
            ctx.outside
                .clinic
                .find_note(demographic_no, &event_id)
                .await?
        } else {
            None
        };
        let reference = match there {
            Some(id) => id,
            None => {
                ctx.outside
                    .clinic
                    .add_note(&NewNote {
                        demographic_no,
                        event_id: &event_id,
                        text: &note.text,
                    })
                    .await?
            }
        };
        crash::point("note.after_effect");
        clinic_note::Entity::update_many()
            .col_expr(clinic_note::Column::State, Expr::value("sent"))
            .col_expr(
                clinic_note::Column::ProviderRef,
                Expr::value(Some(reference.to_string())),
            )
            .col_expr(clinic_note::Column::SentAt, Expr::value(Some(ctx.now())))
            .filter(clinic_note::Column::Id.eq(note.id))
            .exec(ctx.db.write())
            .await?;
        Ok(End::Done)
    })
}

fn told(ctx: Context, _run: Run, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        post::tell_staff(
            &ctx,
            "A note did not reach the clinic's record system",
            &why,
        )
        .await
    })
}
