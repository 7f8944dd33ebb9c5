//! The call on the trail that a person may ask: who has opened my record.

use super::store;
use super::wire::{AccessLog, AccessLogEntry, AccessLogQuery, ById};
use super::words;
use crate::door::{Access, Call, Claim, Json, Method, NoBody, Role, Row, Trace, row};
use crate::error::{Error, Result};
use crate::features::people;

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    vec![
        row(Method::Get, "/person/access-log/{id}", Access::AnySignedIn, Claim::AnyPatient, Trace::PatientRecord, "Who has opened a record: for its owner, and for administrators.", access_log),
    ]
}

async fn access_log(call: Call<NoBody, ById, AccessLogQuery>) -> Result<Json<AccessLog>> {
    let (me, owner) = (call.me()?, call.path.id);
    if me.person_id != owner && !me.is(Role::Admin) {
        return Err(Error::not_found());
    }
    let db = call.ctx.db.read();
    people::facts(db, &call.reach, owner).await?;
    let limit = usize::try_from(call.query.limit.unwrap_or(20).clamp(1, 100)).unwrap_or(20);
    let cursor = match call.query.cursor.as_deref() {
        Some(text) => Some(
            text.parse()
                .map_err(|_| Error::malformed("The cursor cannot be read."))?,
        ),
        None => None,
    };
    let mut lines = store::of_patient(db, &call.reach, owner, limit + 1, cursor).await?;
    let more = lines.len() > limit;
    lines.truncate(limit);
    let actors: Vec<_> = lines.iter().filter_map(|line| line.actor).collect();
    let names = people::names(db, &actors).await?;
    let next_cursor = lines
        .last()
        .filter(|_| more)
        .map(|line| line.id.to_string());
    call.saw(owner);
    Ok(Json(AccessLog {
        items: lines
            .into_iter()
            .map(|line| AccessLogEntry {
                at: line.at,
                by: line.actor.and_then(|id| names.get(&id).cloned()),
                role: words::role(&line.actor_role, line.actor == Some(owner)),
                what: words::sentence(&line.action),
            })
            .collect(),
        next_cursor,
    }))
}
