// SPDX-License-Identifier: AGPL-3.0-or-later

//! Notes as shown: versions, markers, where they were sent and the replies, in three statements however many
//! they are.

use std::collections::{BTreeSet, HashMap};

use salal_db::{Connection, JointRead};
use salal_domain::notes::{NoteMarkKind, with_markers};
use uuid::Uuid;

use super::dto::{Acknowledged, Leaving, NoteMessage, NotePage, NoteReply, NoteVersion, NoteView};
use super::entity::{note, note_mark, note_version};
use super::repo;
use crate::api::Scope;
use crate::error::{Error, Result};
use salal_exchange::clinic_notes::{ClinicNoteState, StatesPart};
use salal_exchange::messages::{Answer, AnswersPart};
use salal_people::people::{self, NamesPart, PersonRef};
use salal_reference::uploads::RefsPart;

/// The newest notes of a patient.
pub async fn list_notes(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
    limit: u64,
) -> Result<NotePage> {
    page_after(db, scope, person, limit, None).await
}

/// A page of notes, after the note of a number.
pub(super) async fn page_after(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
    limit: u64,
    after: Option<i64>,
) -> Result<NotePage> {
    let (mut rows, total) = repo::newest(db, scope, person, limit, after).await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next_cursor = rows
        .last()
        .filter(|_| more)
        .map(|row| row.number.to_string());
    let known = Bundle::load(db, &rows, &[]).await?;
    Ok(NotePage {
        items: rows
            .iter()
            .map(|row| known.show(row))
            .collect::<Result<_>>()?,
        next_cursor,
        total,
    })
}

/// What belongs to some notes.
#[derive(Default)]
pub(super) struct Bundle {
    names: HashMap<Uuid, PersonRef>,
    /// Oldest first.
    pub(super) versions: Vec<note_version::Model>,
    /// Oldest first.
    pub(super) marks: Vec<note_mark::Model>,
    states: HashMap<Uuid, ClinicNoteState>,
    answers: HashMap<Uuid, Vec<Answer>>,
}

impl Bundle {
    /// Loads what belongs to these notes, and the names of `others`.
    pub(super) async fn load(
        db: &Connection,
        rows: &[note::Model],
        others: &[Uuid],
    ) -> Result<Self> {
        if rows.is_empty() {
            return Ok(Self {
                names: people::names(db, others).await?,
                ..Self::default()
            });
        }
        let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
        let threads: Vec<Uuid> = rows.iter().filter_map(|row| row.message_id).collect();
        let copies: Vec<Uuid> = rows.iter().filter_map(|row| row.clinic_note_id).collect();
        let mut read = JointRead::for_connection(db);
        let versions = read.add(&repo::versions(&ids));
        let marks = read.add(&repo::marks(&ids));
        let states = StatesPart::add(&mut read, &copies);
        let answers = AnswersPart::add(&mut read, &threads);
        let mut found = read.run(db).await?;
        let (versions, marks) = (found.take(&versions)?, found.take(&marks)?);
        let states = states.take(&mut found)?;
        let answers = answers.take(&mut found)?;
        let signers = rows
            .iter()
            .flat_map(|row| [Some(row.from_person), row.sending_by]);
        let people: BTreeSet<Uuid> = signers
            .flatten()
            .chain(versions.iter().map(|version| version.from_person))
            .chain(marks.iter().map(|mark| mark.by_person))
            .chain(answers.writers())
            .chain(others.iter().copied())
            .collect();
        let people: Vec<Uuid> = people.into_iter().collect();
        let mut read = JointRead::for_connection(db);
        let names = NamesPart::add(&mut read, &people);
        let files = RefsPart::add(&mut read, &answers.uploads());
        let mut found = read.run(db).await?;
        let names = names.take(&mut found)?;
        let answers = answers.with(&names, &files.take(&mut found)?);
        Ok(Self {
            names,
            versions,
            marks,
            states,
            answers,
        })
    }

    /// A person's name.
    pub(super) fn name(&self, id: Uuid) -> PersonRef {
        self.names.get(&id).cloned().unwrap_or_default()
    }

    /// The version of a note that is in force.
    pub(super) fn newest(&self, note: Uuid) -> Option<&note_version::Model> {
        let mut versions = self.versions.iter();
        versions.rfind(|version| version.note_id == note)
    }

    /// The replies in the thread of a note.
    pub(super) fn replies(&self, row: &note::Model) -> &[Answer] {
        let answers = row.message_id.and_then(|id| self.answers.get(&id));
        answers.map(Vec::as_slice).unwrap_or_default()
    }

    /// The acknowledgement of a reply.
    pub(super) fn acknowledged(&self, reply: Uuid) -> Option<&note_mark::Model> {
        let mut marks = self.marks.iter();
        marks.find(|mark| *mark.kind == NoteMarkKind::Acknowledged && mark.subject_id == reply)
    }

    /// A note as staff see it.
    pub(super) fn show(&self, row: &note::Model) -> Result<NoteView> {
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
            message: row.message_id.map(|id| self.message(id, row)),
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

    fn message(&self, id: Uuid, row: &note::Model) -> NoteMessage {
        let replies: Vec<_> = self
            .replies(row)
            .iter()
            .map(|answer| self.reply(answer, row.person_id))
            .collect();
        NoteMessage {
            id,
            is_read: !replies.iter().any(|reply| reply.unread),
            replies,
        }
    }

    fn reply(&self, answer: &Answer, patient: Uuid) -> NoteReply {
        let mark = self.acknowledged(answer.id);
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
