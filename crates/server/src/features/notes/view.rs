// SPDX-License-Identifier: AGPL-3.0-or-later

//! The view of notes: versions, markers, where they were sent and the replies, with a fixed number of queries
//! in three round trips.

use std::collections::{BTreeSet, HashMap};

use salal_domain::notes::{Deed, NoteMarkKind, marker, with_markers};
use uuid::Uuid;

use super::dto::{Acknowledged, Leaving, NoteMessage, NotePage, NoteReply, NoteVersion, NoteView};
use super::entity::{note, note_mark, note_version};
use super::repo;
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::clinic_notes::{self, ClinicNoteState};
use crate::features::messages::{self, Answer};
use crate::features::people::{self, PersonRef};

/// The newest notes of a patient.
pub(crate) async fn list_notes(
    db: &impl repo::ConnectionTrait,
    scope: &Scope,
    person: Uuid,
    limit: u64,
) -> Result<NotePage> {
    page_after(db, scope, person, limit, None).await
}

/// A page of notes, after the note of a number.
pub(super) async fn page_after(
    db: &impl repo::ConnectionTrait,
    scope: &Scope,
    person: Uuid,
    limit: u64,
    after: Option<i64>,
) -> Result<NotePage> {
    let (mut rows, total) = tokio::try_join!(
        repo::newest(db, scope, person, limit, after),
        repo::count(db, scope, person),
    )?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next_cursor = rows
        .last()
        .filter(|_| more)
        .map(|row| row.number.to_string());
    Ok(NotePage {
        items: views(db, rows).await?,
        next_cursor,
        total,
    })
}

/// The marker of the current action.
pub(super) async fn marker_of(
    db: &impl repo::ConnectionTrait,
    ctx: &Context,
    deed: Deed,
    by: Uuid,
) -> Result<String> {
    let mut names = people::names(db, &[by]).await?;
    let name = names.remove(&by).unwrap_or_default().name();
    Ok(marker(deed, &name, ctx.now()))
}

/// The current state of one note.
pub(super) async fn get_note_view(
    db: &impl repo::ConnectionTrait,
    scope: &Scope,
    id: Uuid,
) -> Result<NoteView> {
    let row = repo::get_note(db, scope, id).await?;
    let view = views(db, vec![row]).await?.pop();
    view.ok_or_else(Error::not_found)
}

async fn views(db: &impl repo::ConnectionTrait, rows: Vec<note::Model>) -> Result<Vec<NoteView>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let threads: Vec<Uuid> = rows.iter().filter_map(|row| row.message_id).collect();
    let copies: Vec<Uuid> = rows.iter().filter_map(|row| row.clinic_note_id).collect();
    let (versions, marks, states, answers) = tokio::try_join!(
        repo::versions(db, &ids),
        repo::marks(db, &ids),
        clinic_notes::states(db, &copies),
        messages::answers(db, &threads),
    )?;
    let writers = rows
        .iter()
        .flat_map(|row| [Some(row.from_person), row.sending_by])
        .flatten();
    let people: BTreeSet<Uuid> = writers
        .chain(versions.iter().map(|version| version.from_person))
        .chain(marks.iter().map(|mark| mark.by_person))
        .collect();
    let people: Vec<Uuid> = people.into_iter().collect();
    let known = Known {
        names: people::names(db, &people).await?,
        versions,
        marks,
        states,
        answers,
    };
    rows.iter().map(|row| known.view(row)).collect()
}

/// The loaded data of some notes.
struct Known {
    names: HashMap<Uuid, PersonRef>,
    versions: Vec<note_version::Model>,
    marks: Vec<note_mark::Model>,
    states: HashMap<Uuid, ClinicNoteState>,
    answers: HashMap<Uuid, Vec<Answer>>,
}

impl Known {
    fn name(&self, id: Uuid) -> PersonRef {
        self.names.get(&id).cloned().unwrap_or_default()
    }

    fn view(&self, row: &note::Model) -> Result<NoteView> {
        let of_note = |version: &&note_version::Model| version.note_id == row.id;
        let versions: Vec<_> = self.versions.iter().filter(of_note).collect();
        let newest = versions
            .last()
            .ok_or_else(|| Error::broken("a note without a version"))?;
        let marks = self.marks.iter().filter(|mark| mark.note_id == row.id);
        let mut markers = vec![newest.signature.clone()];
        markers.extend(marks.map(|mark| mark.marker.clone()));
        let went = row.message_id.is_some() || row.clinic_note_id.is_some();
        Ok(NoteView {
            text: with_markers(&newest.written, &markers),
            written: newest.written.clone(),
            markers,
            from: self.name(row.from_person),
            is_sent_to_emr: row.clinic_note_id.is_some(),
            emr: row
                .clinic_note_id
                .and_then(|id| self.states.get(&id).copied()),
            versions: versions.into_iter().map(|one| self.version(one)).collect(),
            message: row.message_id.map(|id| self.message(id, row.person_id)),
            leaving: self.leaving(row),
            can_edit: !went && row.sending_id.is_none(),
            prescription: row.prescription_id.filter(|_| row.message_id.is_some()),
            id: row.id,
            number: row.number,
            person_id: row.person_id,
            created_at: row.created_at,
            version: row.version,
        })
    }

    fn version(&self, row: &note_version::Model) -> NoteVersion {
        NoteVersion {
            id: row.id,
            revision: row.seq,
            text: with_markers(&row.written, &[&row.signature]),
            written: row.written.clone(),
            from: self.name(row.from_person),
            created_at: row.created_at,
        }
    }

    fn leaving(&self, row: &note::Model) -> Option<Leaving> {
        Some(Leaving {
            to: *row.sending_to?,
            by: self.name(row.sending_by?),
            at: row.sending_at?,
        })
    }

    fn message(&self, id: Uuid, patient: Uuid) -> NoteMessage {
        let answers = self.answers.get(&id).map(Vec::as_slice).unwrap_or_default();
        let replies: Vec<_> = answers
            .iter()
            .map(|answer| self.reply(answer, patient))
            .collect();
        NoteMessage {
            id,
            is_read: !replies.iter().any(|reply| reply.unread),
            replies,
        }
    }

    fn reply(&self, answer: &Answer, patient: Uuid) -> NoteReply {
        let mark = self
            .marks
            .iter()
            .find(|mark| *mark.kind == NoteMarkKind::Acknowledged && mark.subject_id == answer.id);
        NoteReply {
            id: answer.id,
            from: answer.from.clone(),
            replied_at: answer.at,
            message: answer.body.clone(),
            files: answer.files.clone(),
            by_link: answer.by_link,
            unread: mark.is_none() && answer.from.id == patient,
            acknowledged: mark.map(|mark| Acknowledged {
                by: self.name(mark.by_person),
                at: mark.at,
            }),
        }
    }
}
