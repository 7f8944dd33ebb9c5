// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of the audit log: who has opened my record, for its owner; the search, for administrators.

use super::dto::{AccessLog, AccessLogEntry, AccessLogQuery, ById};
use super::labels;
use super::{repo, search};
use crate::api::{Access, Audit, Json, Method, NoBody, Request, Role, Route, ScopePolicy, route};
use crate::error::{Error, Kind, Result};
use salal_people::people;

const ADMIN: Access = Access::Roles(&[Role::Admin]);

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Get, Post, Put};
    let nobody = ScopePolicy::NoPatient("the trail itself");
    let read = Audit::Untraced("the trail itself: reading it opens no record");
    vec![
        route(Put, "/audit", ADMIN, nobody, read, "Searches who touched whose record, newest first.", search::search),
        route(Get, "/audit/csv", ADMIN, nobody, read, "The same as a table for a spreadsheet.", search::export),
        route(Get, "/audit/patients", ADMIN, nobody, read, "Patients to choose from.", search::patients),
        route(Get, "/audit/accessedBy", ADMIN, nobody, read, "Staff to choose from.", search::accessed_by),
        route(Post, "/audit", Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]), ScopePolicy::AnyPatient, Audit::Untraced("what the server has on record is not written twice; the handler writes the rest"), "Tells of an access that the server has on record already.", search::record).refuses(&[Kind::NotFound]),
        route(Method::Get, "/person/access-log/{id}", Access::AnySignedIn, ScopePolicy::AnyPatient, Audit::PatientRecord("Opened this list"), "Who has opened a record: for its owner, and for administrators.", access_log),
    ]
}

async fn access_log(request: Request<NoBody, ById, AccessLogQuery>) -> Result<Json<AccessLog>> {
    let (me, owner) = (request.me()?, request.path.id);
    if me.person_id != owner && !me.is(Role::Admin) {
        return Err(Error::not_found());
    }
    let db = request.ctx.db.read();
    people::load_facts(&request.ctx, db, &request.scope, owner).await?;
    let limit = usize::try_from(request.query.limit.unwrap_or(20).clamp(1, 100)).unwrap_or(20);
    let cursor = match request.query.cursor.as_deref() {
        Some(text) => Some(
            text.parse()
                .map_err(|_| Error::malformed("The cursor cannot be read."))?,
        ),
        None => None,
    };
    // The owner asks who else has opened the record; an administrator sees every entry.
    let except = (me.person_id == owner).then_some(owner);
    let mut lines =
        repo::list_of_patient(db, &request.scope, owner, except, limit + 1, cursor).await?;
    let more = lines.len() > limit;
    lines.truncate(limit);
    let actors: Vec<_> = lines.iter().filter_map(|line| line.actor).collect();
    let names = people::names(db, &actors).await?;
    let next_cursor = lines
        .last()
        .filter(|_| more)
        .map(|line| line.id.to_string());
    request.audit_access(owner);
    Ok(Json(AccessLog {
        items: lines
            .into_iter()
            .map(|line| AccessLogEntry {
                at: line.at,
                by: line.actor.and_then(|id| names.get(&id).cloned()),
                role: labels::role(&line.actor_role, line.actor == Some(owner)),
                what: labels::action_label(request.ctx.hooks.get(), &line),
            })
            .collect(),
        next_cursor,
    }))
}
