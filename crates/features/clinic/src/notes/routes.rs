// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of notes and drafts, each with its three policies (decision 24: drafts and notes are for doctors
//! and the office, sending is for doctors).

use super::drafts::repo::drafts as own_drafts;
use super::dto::{ByPerson, NoteDraft, NotePage, NotesQuery};
use super::repo;
use super::view;
use super::{drafts, replies, revise, sending};
use crate::api::{Access, Audit, Json, Method, NoBody, Request, Role, Route, ScopePolicy, route};
use crate::error::{Error, Kind, Result};

/// The maximum number of notes in a response, and the default.
const MOST: u64 = 100;
const USUAL: u64 = 20;

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Get, Put};
    let desk = Access::Roles(&[Role::Doctor, Role::Office]);
    let doctor = Access::Roles(&[Role::Doctor]);
    let all = ScopePolicy::AnyPatient;
    vec![
        route(Get, "/note/person/{id}", desk, all, Audit::PatientRecord("Opened the clinic notes"), "A patient's notes, newest first, each with its versions, marks and replies.", list),
        route(Put, "/note", desk, all, Audit::PatientRecord("Revised a clinic note"), "Revises a note: a new version beside the earlier ones.", revise::revise).refuses(&[Kind::NotFound]),
        route(Put, "/note/sendNote", doctor, all, Audit::PatientRecord("Sent a clinic note"), "Sends a note to the patient, and a copy to the clinic's record.", sending::to_patient).refuses(&[Kind::NotFound]),
        route(Put, "/note/emr", doctor, all, Audit::PatientRecord("Sent a clinic note to the clinic's record"), "Sends a note to the clinic's record alone.", sending::to_emr).refuses(&[Kind::NotFound]),
        route(Put, "/note/undo/{id}", doctor, all, Audit::PatientRecord("Held a clinic note back before it was sent"), "Holds a note back that has not left.", sending::undo),
        route(Put, "/note/reply/acknowledge", desk, all, Audit::PatientRecord("Acknowledged a reply to a clinic note"), "Acknowledges a patient's reply to a note.", replies::acknowledge).refuses(&[Kind::NotFound]),
        route(Get, "/notedraft/person/{id}", desk, all, Audit::PatientRecord("Opened the drafts of clinic notes"), "The caller's unsigned drafts about a patient.", drafts_of),
        route(Put, "/notedraft", desk, all, Audit::PatientRecord("Saved a draft of a clinic note"), "Saves a draft; the first save makes it.", drafts::save_draft).refuses(&[Kind::NotFound]),
        route(Put, "/notedraft/sign", desk, all, Audit::PatientRecord("Signed a clinic note"), "Signs what was written: the draft becomes a note.", drafts::sign).refuses(&[Kind::NotFound]),
    ]
}

/// GET /note/person/{id}
async fn list(request: Request<NoBody, ByPerson, NotesQuery>) -> Result<Json<NotePage>> {
    let db = request.ctx.db.read();
    let person = request.path.id;
    repo::is_patient(db, &request.scope, person).await?;
    let after = request.query.cursor.as_deref().map(str::parse::<i64>);
    let after = after
        .transpose()
        .map_err(|_| Error::malformed("The cursor cannot be read."))?;
    let limit = request.query.limit.map_or(USUAL, u64::from).clamp(1, MOST);
    let page = view::page_after(db, &request.scope, person, limit, after).await?;
    request.audit_access(person);
    Ok(Json(page))
}

/// GET /notedraft/person/{id}
async fn drafts_of(request: Request<NoBody, ByPerson>) -> Result<Json<Vec<NoteDraft>>> {
    let db = request.ctx.db.read();
    let person = request.path.id;
    repo::is_patient(db, &request.scope, person).await?;
    let drafts = own_drafts(db, &request.scope, person, request.me()?.person_id).await?;
    request.audit_access(person);
    Ok(Json(drafts))
}
