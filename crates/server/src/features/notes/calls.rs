//! The calls on notes and drafts, each with its three claims (decision 24: drafts and notes are the
//! doctors' and the office's, sending is the doctors').

use super::drafts::store::drafts as own_drafts;
use super::store;
use super::view;
use super::wire::{ByPerson, NoteDraft, NotePage, NotesQuery};
use super::{drafts, replies, revise, sending};
use crate::door::{Access, Call, Claim, Json, Method, NoBody, Role, Row, Trace, row};
use crate::error::{Error, Result};

/// Most notes of one answer, and how many come when none is asked for.
const MOST: u64 = 100;
const USUAL: u64 = 20;

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Get, Put};
    let desk = Access::Roles(&[Role::Doctor, Role::Office]);
    let doctor = Access::Roles(&[Role::Doctor]);
    let (all, record) = (Claim::AnyPatient, Trace::PatientRecord);
    vec![
        row(Get, "/note/person/{id}", desk, all, record, "A patient's notes, newest first, each with its versions, marks and replies.", list),
        row(Put, "/note", desk, all, record, "Revises a note: a new version beside the earlier ones.", revise::revise),
        row(Put, "/note/sendNote", doctor, all, record, "Sends a note to the patient, and a copy to the clinic's record.", sending::to_patient),
        row(Put, "/note/emr", doctor, all, record, "Sends a note to the clinic's record alone.", sending::to_emr),
        row(Put, "/note/undo/{id}", doctor, all, record, "Holds a note back that has not left.", sending::undo),
        row(Put, "/note/reply/acknowledge", desk, all, record, "Acknowledges a patient's reply to a note.", replies::acknowledge),
        row(Get, "/notedraft/person/{id}", desk, all, record, "What one is still writing about a patient.", drafts_of),
        row(Put, "/notedraft", desk, all, record, "Saves a draft; the first save makes it.", drafts::save),
        row(Put, "/notedraft/sign", desk, all, record, "Signs what was written: the draft becomes a note.", drafts::sign),
    ]
}

/// GET /note/person/{id}
async fn list(call: Call<NoBody, ByPerson, NotesQuery>) -> Result<Json<NotePage>> {
    let db = call.ctx.db.read();
    let person = call.path.id;
    store::is_patient(db, &call.reach, person).await?;
    let after = call.query.cursor.as_deref().map(str::parse::<i64>);
    let after = after
        .transpose()
        .map_err(|_| Error::malformed("The cursor cannot be read."))?;
    let limit = call.query.limit.map_or(USUAL, u64::from).clamp(1, MOST);
    let page = view::page_after(db, &call.reach, person, limit, after).await?;
    call.saw(person);
    Ok(Json(page))
}

/// GET /notedraft/person/{id}
async fn drafts_of(call: Call<NoBody, ByPerson>) -> Result<Json<Vec<NoteDraft>>> {
    let db = call.ctx.db.read();
    let person = call.path.id;
    store::is_patient(db, &call.reach, person).await?;
    let drafts = own_drafts(db, &call.reach, person, call.me()?.person_id).await?;
    call.saw(person);
    Ok(Json(drafts))
}
