// SPDX-License-Identifier: AGPL-3.0-or-later

//! What lists and opened messages show, and to whom. A patient sees the threads that they began or received;
//! staff see their own, their group's and, if the role opens patients' records, every thread about a patient.
pub(super) mod repo;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use salal_domain::messages::{is_struck, is_unread, may_reply, preview, tags};
use uuid::Uuid;

use super::dto::{CardState, MessageHead, MessagePerson, MessageRow, MessageView, ReplyView};
use super::entity::{message, message_reply};
use super::repo::{About, Card, MessageGroup};
use crate::api::{Role, SignedIn};
use crate::context::Context;
use crate::error::Result;
use crate::features::people::PersonRef;
use crate::features::uploads::FileRef;

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

/// Whether a file is attached to a message, or a reply, that the person may open.
pub(crate) fn shows_file(
    ctx: Context,
    me: SignedIn,
    file: Uuid,
) -> BoxFuture<'static, Result<bool>> {
    Box::pin(async move {
        let found = repo::find_threads_of_file(ctx.db.read(), file).await?;
        Ok(found.is_some_and(|message| may_see(&message, &me)))
    })
}

/// Whether the person may reply at all; the rules decide whose turn it is.
pub(super) fn may_answer(message: &message::Model, me: &SignedIn) -> bool {
    let covers = matches!(me.role, Role::Doctor | Role::Office);
    takes_part(message, me) || (covers && message.about_person.is_some())
}

/// A message with everything that is shown of it.
pub(super) struct Loaded {
    pub(super) message: message::Model,
    pub(super) from: Option<PersonRef>,
    pub(super) to: Option<PersonRef>,
    pub(super) about: Option<PersonRef>,
    pub(super) replied_by: Option<PersonRef>,
    /// Status of the patient's card, and the mismatch.
    pub(super) card: Option<Card>,
    /// Status and number of the prescription it is about.
    pub(super) prescription: Option<About>,
    pub(super) read_at: Option<DateTime<Utc>>,
    pub(super) archived_at: Option<DateTime<Utc>>,
    pub(super) replies: Vec<(PersonRef, message_reply::Model)>,
    /// Each with the reply it belongs to.
    pub(super) files: Vec<(Option<Uuid>, FileRef)>,
}

impl Loaded {
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
        let of_kind = |kind: &str| {
            message
                .subject_id
                .filter(|_| me.reads_health() && message.subject_kind.as_deref() == Some(kind))
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
            to_group: message.to_group.map(|group| group.label().to_owned()),
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
            prescription: of_kind("prescription"),
            sleep_assessment: of_kind("sleep_assessment"),
            labtest: of_kind("labtest"),
            note: of_kind("note"),
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
            tags: tags(status, other)
                .into_iter()
                .map(ToOwned::to_owned)
                .collect(),
            struck: is_struck(status),
            can_reply: may_answer(message, me)
                && may_reply(
                    message.from_person.as_ref(),
                    message.last_reply_by.as_ref(),
                    &viewer,
                )
                .is_ok(),
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
