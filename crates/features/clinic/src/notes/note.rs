// SPDX-License-Identifier: AGPL-3.0-or-later

//! A note as one thing: loaded once with its versions, marks and thread, under its scope and lock; asked to
//! change; saved once; shown from memory. A change returns the refusal of the rules, and nothing is written
//! before `save`.

use chrono::TimeDelta;
use salal_db::{Coded, Connection, StatementBatch, Transaction};
use salal_domain::notes::{Deed, NoteMarkKind, SendingTo, marker, with_markers, without_markers};
use salal_domain::texts::notes as texts;
use uuid::Uuid;

use super::dto::NoteView;
use super::entity::{note, note_mark, note_version};
use super::sending::{Job, Payload};
use super::view::Bundle;
use super::{EVENT, KIND, repo};
use crate::api::{Json, RequestContext, Role, Scope};
use crate::context::{ChangeEvent, Context};
use crate::error::{Error, Result};
use crate::jobs::{self, NewJob};
use salal_exchange::clinic_notes::{self, NewClinicNote};
use salal_exchange::messages::{self, Answer, NewMessage, To};

/// A note, what belongs to it, and what is to be written.
pub(super) struct Note {
    pub(super) row: note::Model,
    parts: Bundle,
    stored: note::Model,
    writes: StatementBatch,
    /// What open pages are told after the commit, besides the note itself.
    changed: Vec<ChangeEvent>,
}

impl Note {
    /// Locks a note for the rest of the transaction and loads it, with the name of `me`. Locking counts as a
    /// change: the version goes up.
    pub(super) async fn lock(
        tx: &Transaction,
        ctx: &Context,
        scope: &Scope,
        id: Uuid,
        me: Option<Uuid>,
    ) -> Result<Self> {
        let row = repo::lock_for_update(tx, scope, id).await?;
        Self::of_row(tx, ctx, row, me).await
    }

    /// Like `lock`, the note that a message brought to the patient.
    pub(super) async fn lock_by_message(
        tx: &Transaction,
        ctx: &Context,
        scope: &Scope,
        message: Uuid,
        me: Uuid,
    ) -> Result<Self> {
        let row = repo::lock_by_message(tx, scope, message).await?;
        Self::of_row(tx, ctx, row, Some(me)).await
    }

    async fn of_row(
        db: &Connection,
        ctx: &Context,
        row: note::Model,
        me: Option<Uuid>,
    ) -> Result<Self> {
        let me: Vec<Uuid> = me.into_iter().collect();
        let parts = Bundle::load(db, std::slice::from_ref(&row), &me).await?;
        Ok(Self {
            stored: row.clone(),
            row,
            parts,
            writes: ctx.db.batch(),
            changed: Vec::new(),
        })
    }

    /// A new note with its first version. `parts` has the name of the author.
    pub(super) fn sign(
        ctx: &Context,
        number: i64,
        person: Uuid,
        written: String,
        by: Uuid,
        parts: Bundle,
    ) -> Self {
        let row = note::Model {
            id: ctx.new_id(),
            number,
            person_id: person,
            from_person: by,
            created_at: ctx.now(),
            revision: 1,
            version: 1,
            message_id: None,
            clinic_note_id: None,
            prescription_id: None,
            sending_id: None,
            sending_to: None,
            sending_by: None,
            sending_at: None,
        };
        let mut note = Self {
            stored: row.clone(),
            row,
            parts,
            writes: ctx.db.batch(),
            changed: Vec::new(),
        };
        repo::insert(&mut note.writes, note.row.clone());
        note.add_version(ctx, written, by);
        note
    }

    /// As staff see it.
    pub(super) fn show(&self) -> Result<NoteView> {
        self.parts.show(&self.row)
    }

    /// A refusal that shows the note as it is now.
    fn conflict(&self, code: &'static str, text: &str) -> Error {
        let mut error = Error::conflict(code, text);
        error.current = self
            .show()
            .ok()
            .and_then(|shown| serde_json::to_value(shown).ok());
        error
    }

    fn newest(&self) -> Result<&note_version::Model> {
        self.parts
            .newest(self.row.id)
            .ok_or_else(|| Error::broken("a note without a version"))
    }

    /// The marker of an action that happens now.
    fn marker(&self, ctx: &Context, deed: Deed, by: Uuid) -> String {
        marker(deed, &self.parts.name(by).name(), ctx.now())
    }

    /// Refuses a change of a note of another patient, of one that was sent or is being sent, and of one that
    /// was seen in an earlier version.
    pub(super) fn allow_change(&self, person: Uuid, seen: Option<Uuid>) -> Result<()> {
        if self.row.person_id != person {
            return Err(Error::not_found());
        }
        if self.row.message_id.is_some() || self.row.clinic_note_id.is_some() {
            return Err(self.conflict("NOTE_SENT", texts::SENT_ALREADY));
        }
        if self.row.sending_id.is_some() {
            return Err(self.conflict("NOTE_LEAVING", texts::LEAVING));
        }
        let newest = self.newest()?.id;
        if seen.is_some_and(|seen| seen != newest) {
            return Err(Error::stale(&self.show()?));
        }
        Ok(())
    }

    /// Adds a version beside the earlier ones. The same text is not a revision.
    pub(super) fn revise(&mut self, ctx: &Context, written: String, by: Uuid) -> Result<()> {
        if self.newest()?.written != written {
            self.row.revision += 1;
            self.add_version(ctx, written, by);
        }
        Ok(())
    }

    fn add_version(&mut self, ctx: &Context, written: String, by: Uuid) {
        let version = note_version::Model {
            id: ctx.new_id(),
            note_id: self.row.id,
            seq: self.row.revision,
            written,
            signature: self.marker(ctx, Deed::Signed, by),
            from_person: by,
            created_at: ctx.now(),
        };
        repo::add_version(&mut self.writes, version.clone());
        self.parts.versions.push(version);
    }

    /// Schedules its sending, which can be cancelled for some seconds.
    pub(super) fn leave(
        &mut self,
        ctx: &Context,
        to: SendingTo,
        prescription: Option<Uuid>,
        by: Uuid,
    ) -> Result<()> {
        if to == SendingTo::Emr && !ctx.settings.services.clinic.is_set() {
            return Err(Error::conflict("NO_CLINIC", texts::NO_CLINIC));
        }
        let way = ctx.new_id();
        self.row.sending_id = Some(way);
        self.row.sending_to = Some(Coded(to));
        self.row.sending_by = Some(by);
        self.row.sending_at = Some(ctx.now() + TimeDelta::seconds(ctx.settings.jobs.undo_seconds));
        self.row.prescription_id = prescription;
        let payload = Payload {
            note: self.row.id,
            way,
        };
        let job = NewJob::new(Job::Send, &payload)?.once(way);
        let job = job.undoable(ctx).about(self.row.person_id);
        jobs::enqueue_with(&mut self.writes, ctx, job);
        Ok(())
    }

    /// It is not sent, nor with the request it was to be sent with.
    pub(super) fn hold_back(&mut self) {
        self.row.prescription_id = None;
        self.no_longer_leaving();
    }

    fn no_longer_leaving(&mut self) {
        self.row.sending_id = None;
        self.row.sending_to = None;
        self.row.sending_by = None;
        self.row.sending_at = None;
    }

    /// Sends it as scheduled: the message to the patient with its email, the copy for the clinic's record, and
    /// the mark.
    pub(super) async fn carry_out(&mut self, tx: &Transaction, ctx: &Context) -> Result<()> {
        let by = self.row.sending_by;
        let by = by.ok_or_else(|| Error::broken("a note that no one sends"))?;
        let to = self.row.sending_to;
        let to = to.ok_or_else(|| Error::broken("a note that is sent nowhere"))?;
        let (deed, kind) = match *to {
            SendingTo::Patient => (Deed::SentToPatient, NoteMarkKind::SentToPatient),
            SendingTo::Emr => (Deed::SentToEmr, NoteMarkKind::SentToEmr),
        };
        let newest = self.newest()?.clone();
        let marker = self.marker(ctx, deed, by);
        let text = with_markers(&newest.written, &[&newest.signature, &marker]);
        let copy = NewClinicNote {
            person: self.row.person_id,
            subject: Some((KIND.code(), self.row.id)),
            text: &text,
        };
        let clinic_note = clinic_notes::queue_with(&mut self.writes, ctx, &copy)?;
        let message = match *to {
            SendingTo::Patient => {
                let address = messages::address_of(ctx, tx, self.row.person_id).await?;
                Some(self.post(ctx, newest.written, by, &address)?)
            }
            SendingTo::Emr => None,
        };
        let subject = message.or(clinic_note);
        let subject =
            subject.ok_or_else(|| Error::broken("a note for a clinic that is not set"))?;
        self.mark(ctx, kind, subject, marker, by);
        self.no_longer_leaving();
        self.row.message_id = message;
        self.row.clinic_note_id = clinic_note;
        Ok(())
    }

    /// The message to the patient, without the staff's markers, and the email that announces it.
    fn post(&mut self, ctx: &Context, written: String, by: Uuid, address: &str) -> Result<Uuid> {
        let person = self.row.person_id;
        let new = NewMessage {
            subject: texts::SENT_YOU_A_NOTE.into(),
            body: written,
            from: Some(by),
            to: To::Person(person),
            about: Some(person),
            subject_kind: Some(KIND),
            subject_id: Some(self.row.id),
            tells_of: None,
        };
        let id = messages::post_with(&mut self.writes, ctx, new);
        let (writes, writer) = (&mut self.writes, Role::Doctor);
        messages::tell_patient_with(writes, ctx, id, person, address, writer)?;
        self.changed.push(ChangeEvent {
            kind: "message",
            id,
            person,
        });
        Ok(id)
    }

    fn mark(&mut self, ctx: &Context, kind: NoteMarkKind, subject: Uuid, marker: String, by: Uuid) {
        let mark = note_mark::Model {
            id: ctx.new_id(),
            note_id: self.row.id,
            kind: Coded(kind),
            subject_id: subject,
            marker,
            by_person: by,
            at: ctx.now(),
        };
        repo::add_mark(&mut self.writes, mark.clone());
        self.parts.marks.push(mark);
    }

    /// The patient's reply of this id.
    fn reply(&self, reply: Uuid) -> Result<&Answer> {
        let mut replies = self.parts.replies(&self.row).iter();
        replies
            .find(|answer| answer.id == reply && answer.from.id == self.row.person_id)
            .ok_or_else(Error::not_found)
    }

    /// Acknowledges a reply of the patient, once. `read` is its text as the page showed it.
    pub(super) fn acknowledge(
        &mut self,
        ctx: &Context,
        reply: Uuid,
        read: Option<&str>,
        by: Uuid,
    ) -> Result<()> {
        let body = without_markers(&self.reply(reply)?.body);
        let read = read.map(without_markers);
        if read.is_some_and(|read| !read.is_empty() && read != body) {
            return Err(self.conflict("STALE_VERSION", texts::REPLY_DIFFERS));
        }
        if self.parts.acknowledged(reply).is_some() {
            return Err(self.conflict("ALREADY_ACKNOWLEDGED", texts::ACKNOWLEDGED_ALREADY));
        }
        let marker = self.marker(ctx, Deed::Acknowledged, by);
        self.mark(ctx, NoteMarkKind::Acknowledged, reply, marker, by);
        if let Some(message) = self.row.message_id {
            messages::mark_read_with(&mut self.writes, message, by, ctx.now());
            self.changed.push(ChangeEvent {
                kind: "message",
                id: message,
                person: self.row.person_id,
            });
        }
        Ok(())
    }

    /// Saves what changed with the audit entry and the stored response, and returns the note as it is now.
    pub(super) async fn save(
        mut self,
        request: &RequestContext,
        tx: Transaction,
    ) -> Result<Json<NoteView>> {
        self.finish();
        let shown = self.show()?;
        request.audit_access(self.row.person_id);
        request.publish_after_commit(EVENT, self.row.id, self.row.person_id);
        for change in self.changed {
            request.publish_after_commit(change.kind, change.id, change.person);
        }
        request.commit_with(tx, self.writes, 200, &shown).await?;
        Ok(Json(shown))
    }

    /// Writes what changed in a job's transaction, which the job commits; returns what open pages are told
    /// then.
    pub(super) async fn write(mut self, tx: &Transaction) -> Result<Vec<ChangeEvent>> {
        self.finish();
        self.writes.run(tx).await?;
        let own = ChangeEvent {
            kind: EVENT,
            id: self.row.id,
            person: self.row.person_id,
        };
        let mut changed = vec![own];
        changed.extend(self.changed);
        Ok(changed)
    }

    fn finish(&mut self) {
        if self.row != self.stored {
            repo::save_row(&mut self.writes, self.row.clone());
        }
    }
}
