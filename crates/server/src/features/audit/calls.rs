//! The calls on the trail: who has opened my record, for its owner; the search, for administrators.

use super::wire::{AccessLog, AccessLogEntry, AccessLogQuery, ById};
use super::words;
use super::{search, store};
use crate::door::{Access, Call, Claim, Json, Method, NoBody, Role, Row, Trace, row};
use crate::error::{Error, Result};
use crate::features::people;

const ADMIN: Access = Access::Roles(&[Role::Admin]);

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Get, Post, Put};
    let nobody = Claim::NoPatient("the trail itself");
    let read = Trace::Untraced("the trail itself: reading it opens no record");
    vec![
        row(Put, "/audit", ADMIN, nobody, read, "Searches who touched whose record, newest first.", search::search),
        row(Get, "/audit/csv", ADMIN, nobody, read, "The same as a table for a spreadsheet.", search::export),
        row(Get, "/audit/patients", ADMIN, nobody, read, "Patients to choose from.", search::patients),
        row(Get, "/audit/accessedBy", ADMIN, nobody, read, "Staff to choose from.", search::accessed_by),
        row(Post, "/audit", Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]), Claim::AnyPatient, Trace::Untraced("what the server has on record is not written twice; the handler writes the rest"), "Tells of an access that the server has on record already.", search::record),
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
                what: words::of_line(&line),
            })
            .collect(),
        next_cursor,
    }))
}
