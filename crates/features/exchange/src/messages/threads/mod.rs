// SPDX-License-Identifier: AGPL-3.0-or-later

//! What lists and opened messages show, and to whom. A patient sees the threads that they began or received;
//! staff see their own, their group's and, if the role opens patients' records, every thread about a patient.
pub(super) mod repo;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use salal_db::{Connection, JointRead};
use salal_domain::messages::{NoReply, asks, is_struck, is_unread, may_reply, preview, tags};
use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

use super::dto::{CardState, MessageHead, MessagePerson, MessageRow, MessageView, ReplyView};
use super::entity::{message, message_reply};
use super::repo::{About, CardsPart, MessageGroup};
use crate::api::{Role, SignedIn};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_people::people::{NamesPart, PersonRef, PlanAnswer};
use salal_reference::uploads::FileRef;

/// The lists of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tab {
    Inbox,
    Sent,
    Archive,
    /// Inbox and archive together.
    Received,
    /// The unread part of the inbox.
    Unread,
    /// Everyone's, for admins.
    All,
}

/// Shared inbox group of a role; admins read the doctors' group.
pub(super) fn group_of(role: Role) -> Option<MessageGroup> {
    match role {
        Role::Doctor | Role::Admin => Some(MessageGroup::Doctor),
        Role::Office => Some(MessageGroup::Office),
        Role::CustomerService => Some(MessageGroup::CustomerService),
        Role::Patient => None,
    }
}

/// Whether the person wrote or received the message, individually or as part of a group.
fn takes_part(message: &message::Model, me: &SignedIn) -> bool {
    let own = Some(me.person_id);
    message.from_person == own
        || message.to_person == own
        || message
            .to_group
            .is_some_and(|group| Some(group.0) == group_of(me.role))
}

/// Whether the person may open the message.
pub(super) fn may_see(message: &message::Model, me: &SignedIn) -> bool {
    let opens_records =
        matches!(me.role, Role::Doctor | Role::Office | Role::Admin) || me.is(Role::Admin);
    takes_part(message, me) || (opens_records && message.about_person.is_some())
}

/// Whether the person may open the message that a file is attached to, directly or through a reply; `None` when
/// it is attached to none.
pub fn shows_file(
    ctx: Context,
    me: SignedIn,
    file: Uuid,
) -> BoxFuture<'static, Result<Option<bool>>> {
    Box::pin(async move {
        let found = repo::find_thread_of_file(ctx.db.read(), file).await?;
        Ok(found.map(|message| may_see(&message, &me)))
    })
}

/// Whether the person may reply at all; the rules decide whose turn it is.
pub(super) fn may_answer(message: &message::Model, me: &SignedIn) -> bool {
    let covers = matches!(me.role, Role::Doctor | Role::Office);
    takes_part(message, me) || (covers && message.about_person.is_some())
}

/// A message with its replies and files as one thing, as one person sees it: loaded once, answered, and shown
/// from memory.
pub(super) struct Thread {
    pub(super) message: message::Model,
    /// The person who sees it.
    pub(super) viewer: PersonRef,
    pub(super) from: Option<PersonRef>,
    pub(super) to: Option<PersonRef>,
    pub(super) about: Option<PersonRef>,
    pub(super) replied_by: Option<PersonRef>,
    /// Status of the patient's card, and the mismatch.
    pub(super) card: Option<PlanAnswer>,
    /// Status and number of the prescription it is about.
    pub(super) prescription: Option<About>,
    pub(super) read_at: Option<DateTime<Utc>>,
    pub(super) archived_at: Option<DateTime<Utc>>,
    pub(super) replies: Vec<(PersonRef, message_reply::Model)>,
    /// Each with the reply it belongs to.
    pub(super) files: Vec<(Option<Uuid>, FileRef)>,
}

impl Thread {
    /// Loads a thread that the person may see.
    pub(super) async fn load(ctx: &Context, me: &SignedIn, id: Uuid) -> Result<Self> {
        let thread = repo::load(ctx, me, &[id]).await?.pop();
        thread
            .filter(|thread| may_see(&thread.message, me))
            .ok_or_else(Error::not_found)
    }

    /// A new thread, with the names of its people and the patient's card.
    pub(super) async fn begin(
        db: &Connection,
        me: &SignedIn,
        message: message::Model,
    ) -> Result<Self> {
        let mentioned = [Some(me.person_id), message.to_person, message.about_person];
        let mentioned: Vec<Uuid> = mentioned.into_iter().flatten().collect();
        let mut read = JointRead::for_connection(db);
        let names = NamesPart::add(&mut read, &mentioned);
        let cards = match message.about_person {
            Some(patient) if me.role.is_staff() && me.reads_health() => {
                CardsPart::of_patient(&mut read, patient)
            }
            _ => CardsPart::none(),
        };
        let mut found = read.run(db).await?;
        let names = names.take(&mut found)?;
        let cards = cards.take(&mut found)?;
        let named = |id: Option<Uuid>| id.and_then(|id| names.get(&id).cloned());
        let patient = message.about_person;
        Ok(Self {
            viewer: named(Some(me.person_id)).unwrap_or_default(),
            from: named(message.from_person),
            to: named(message.to_person),
            about: named(message.about_person),
            replied_by: None,
            card: patient.and_then(|patient| cards.get(&patient).copied()),
            prescription: None,
            read_at: None,
            archived_at: None,
            replies: Vec::new(),
            files: Vec::new(),
            message,
        })
    }

    /// Whether it is the person's turn.
    pub(super) fn allow_reply(&self, me: &SignedIn) -> std::result::Result<(), NoReply> {
        let message = &self.message;
        let (from, last) = (message.from_person.as_ref(), message.last_reply_by.as_ref());
        may_reply(from, last, &me.person_id)
    }

    /// The viewer's reply was added.
    pub(super) fn answered(&mut self, reply: message_reply::Model, files: Vec<FileRef>) {
        let at = reply.created_at;
        // If the author archived it, it stays archived.
        let seen = self.message.updated_at;
        if self.archived_at.is_some_and(|archived| archived >= seen) {
            self.archived_at = Some(at);
        }
        self.message.reply_count += 1;
        self.message.last_reply_by = Some(reply.from_person);
        self.message.updated_at = at;
        self.replied_by = Some(self.viewer.clone());
        let files = files.into_iter().map(|file| (Some(reply.id), file));
        self.files.extend(files);
        self.replies.push((self.viewer.clone(), reply));
    }

    /// The files of a message that was just begun.
    pub(super) fn with_files(&mut self, files: Vec<FileRef>) {
        self.files = files.into_iter().map(|file| (None, file)).collect();
    }

    fn files_of(&self, reply: Option<Uuid>) -> Vec<FileRef> {
        self.files
            .iter()
            .filter(|(of, _)| *of == reply)
            .map(|(_, file)| file.clone())
            .collect()
    }

    fn head(&self, me: &SignedIn) -> MessageHead {
        let message = &self.message;
        let viewer = me.person_id;
        // The author of the last reply has read the ones before.
        let is_read = message.last_reply_by == Some(viewer)
            || self.read_at.is_some_and(|at| at >= message.updated_at);
        let (status, other) = self
            .card
            .map_or((None, None), |(status, other)| (Some(status), other));
        let is_patients =
            message.from_person.is_some() && message.from_person == message.about_person;
        let card = self.card.iter().filter(|_| is_patients);
        let about = message.subject_kind.map(|kind| kind.0);
        let of_kind = |kind: SubjectKind| {
            let id = message.subject_id;
            id.filter(|_| me.reads_health() && about == Some(kind))
        };
        let received = message.from_person != Some(viewer) || message.reply_count > 0;
        MessageHead {
            id: message.id,
            subject: message.subject.clone(),
            from: self.from.clone().map(|person| MessagePerson {
                person,
                health_documents: card
                    .map(|(status, other)| CardState {
                        status: *status,
                        other: *other,
                    })
                    .collect(),
            }),
            to: self.to.iter().cloned().collect(),
            to_group: message.to_group.map(|group| group.0.into()),
            about: self.about.clone(),
            created_at: message.created_at,
            updated_at: message.updated_at,
            is_read,
            is_archive: [self.archived_at, message.settled_at]
                .into_iter()
                .flatten()
                .any(|at| at >= message.updated_at),
            unread: received && is_unread(is_read, message.last_reply_by.as_ref(), &viewer),
            replied_by: self.replied_by.clone(),
            reply_count: message.reply_count,
            bill: me.role == Role::Office && message.bill_id.is_some(),
            files: self.files_of(None),
            prescription: of_kind(SubjectKind::Prescription),
            sleep_assessment: of_kind(SubjectKind::SleepAssessment),
            labtest: of_kind(SubjectKind::LabTest),
            note: of_kind(SubjectKind::Note),
            status: self.prescription.as_ref().map(|about| *about.status),
            label: self
                .prescription
                .as_ref()
                .map(|about| format!("P-{}", about.number)),
            work: self
                .prescription
                .as_ref()
                .filter(|_| me.role != Role::Patient)
                .and_then(|about| about.work)
                .map(|work| work.0),
            tags: tags(status, other),
            struck: is_struck(status),
            can_reply: may_answer(message, me) && self.allow_reply(me).is_ok(),
        }
    }

    /// The message as a list row: with the beginning of the newest text.
    pub(super) fn row(&self, me: &SignedIn) -> MessageRow {
        let newest = self
            .replies
            .last()
            .map_or(&self.message.body, |(_, reply)| &reply.body);
        let preview = preview(newest);
        MessageRow {
            head: self.head(me),
            message: preview.clone(),
            preview,
            asks: asks(newest),
        }
    }

    /// The message as opened.
    pub(super) fn message_view(&self, me: &SignedIn) -> MessageView {
        MessageView {
            head: self.head(me),
            message: self.message.body.clone(),
            replies: self
                .replies
                .iter()
                .map(|(from, reply)| ReplyView {
                    id: reply.id,
                    from: from.clone(),
                    message: reply.body.clone(),
                    replied_at: reply.created_at,
                    files: self.files_of(Some(reply.id)),
                    by_link: reply.by_link,
                })
                .collect(),
        }
    }
}
