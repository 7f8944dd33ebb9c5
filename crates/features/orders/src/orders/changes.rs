// SPDX-License-Identifier: AGPL-3.0-or-later

//! What one change of an order writes, saved once, and whom it tells: staff in the inboxes, patient and staff
//! by email, and open pages after the commit.

use salal_db::{StatementBatch, Transaction};
use salal_documents::mail::Mail;
use salal_domain::subjects::SubjectKind;
use serde::Serialize;
use uuid::Uuid;

use crate::api::{RequestContext, Role, Scope};
use crate::context::{ChangeEvent, Context};
use crate::error::Result;
use crate::{jobs, notifications};
use salal_exchange::fax;
use salal_exchange::messages::{self, MessageGroup, NewMessage, TellsOf, To};
use salal_people::people::{self, PersonFacts};

/// Roles notified about a fax: those that may act in the fax queue.
pub(super) const FAX_DESK: &[Role] = &[Role::Doctor, Role::Office];

/// An order, for those who know no more of it.
#[derive(Clone, Copy, Debug)]
pub struct OrderRef {
    /// The subject kind of its messages, payments and faxes.
    pub kind: SubjectKind,
    pub id: Uuid,
    pub person: Uuid,
}

/// A message to staff that is posted once.
pub struct Notice<'a> {
    /// With the order's label: it tells whether the message was posted already.
    pub subject: String,
    pub body: &'a str,
    pub to: &'a [MessageGroup],
    pub tells_of: Option<TellsOf>,
}

/// The changes of an order since it was loaded.
pub struct Changes {
    of: OrderRef,
    writes: StatementBatch,
    /// What open pages are told after the commit, besides the order itself.
    published: Vec<ChangeEvent>,
    /// The subjects of the pending messages.
    told: Vec<String>,
    patient: Option<PersonFacts>,
}

impl Changes {
    /// None yet.
    pub fn new(ctx: &Context, of: OrderRef) -> Self {
        Self {
            of,
            writes: ctx.db.batch(),
            published: Vec::new(),
            told: Vec::new(),
            patient: None,
        }
    }

    /// What is written with the rest when it is saved.
    pub fn writes(&mut self) -> &mut StatementBatch {
        &mut self.writes
    }

    /// Posts a message about the order, from the patient or from nobody.
    pub fn post(
        &mut self,
        ctx: &Context,
        subject: String,
        body: String,
        from: Option<Uuid>,
        to: MessageGroup,
        tells_of: Option<TellsOf>,
    ) -> Uuid {
        let message = NewMessage {
            subject,
            body,
            from,
            to: To::Group(to),
            about: Some(self.of.person),
            subject_kind: Some(self.of.kind),
            subject_id: Some(self.of.id),
            tells_of,
        };
        messages::post_with(&mut self.writes, ctx, message)
    }

    /// Tells open inboxes of a message after the commit.
    pub fn publish_message(&mut self, id: Uuid) {
        self.published.push(ChangeEvent {
            kind: "message",
            id,
            person: self.of.person,
        });
    }

    /// Posts a message to each group, unless it was posted before. Returns those posted now.
    pub async fn tell_once(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        notice: Notice<'_>,
    ) -> Result<Vec<Uuid>> {
        let OrderRef { kind, id, .. } = self.of;
        let Notice {
            subject,
            body,
            to,
            tells_of,
        } = notice;
        if self.told.contains(&subject) || messages::message_exists(tx, kind, id, &subject).await? {
            return Ok(Vec::new());
        }
        let post = |group: &MessageGroup| {
            let (subject, body) = (subject.clone(), body.to_owned());
            self.post(ctx, subject, body, None, *group, tells_of)
        };
        let posted = to.iter().map(post).collect();
        self.told.push(subject);
        Ok(posted)
    }

    /// Emails the patient, at most once per key, as long as the finished job is kept.
    pub async fn mail_patient_once(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        mail: &Mail,
        key: String,
    ) -> Result<()> {
        let patient = match self.patient.take() {
            Some(patient) => patient,
            None => people::load_facts(ctx, tx, &Scope::for_job(), self.of.person).await?,
        };
        let letter = notifications::email_job(ctx, &patient.email, mail)?;
        jobs::enqueue_with(&mut self.writes, ctx, letter.once(key));
        self.patient = Some(patient);
        Ok(())
    }

    /// Commits what changed with the audit entry and the stored response.
    pub async fn commit<T: Serialize>(
        self,
        request: &RequestContext,
        tx: Transaction,
        status: u16,
        answer: &T,
    ) -> Result<()> {
        for change in self.published {
            request.publish_after_commit(change.kind, change.id, change.person);
        }
        request.commit_with(tx, self.writes, status, answer).await
    }

    /// Commits what changed in a job or a hook, where nobody waits for an answer.
    pub async fn commit_in_job(self, ctx: &Context, tx: Transaction) -> Result<()> {
        self.writes.run(&tx).await?;
        tx.commit().await?;
        ctx.notify_worker();
        for change in self.published {
            ctx.publish(change);
        }
        Ok(())
    }

    /// Writes what changed in a transaction that the caller commits.
    pub async fn write_all(self, request: &RequestContext, tx: &Transaction) -> Result<()> {
        self.writes.run(tx).await?;
        for change in self.published {
            request.publish_after_commit(change.kind, change.id, change.person);
        }
        Ok(())
    }
}

/// Emails those who can act that a fax needs attention, once per fax.
pub(super) async fn mail_fax_desk_once(
    tx: &Transaction,
    ctx: &Context,
    fax: Uuid,
    link: String,
) -> Result<()> {
    let key = format!("fax-failed:{fax}");
    messages::mail_roles_once(tx, ctx, FAX_DESK, &Mail::FaxFailed { link }, &key).await
}

/// Puts a question of those who got a fax into the doctors' inbox, with the order.
pub async fn ask_doctors(
    tx: &Transaction,
    ctx: &Context,
    kind: SubjectKind,
    what: &str,
    question: fax::Question<'_>,
) -> Result<()> {
    let new = NewMessage {
        subject: format!("{what}: {}", question.label),
        body: format!("{}. {}", question.how, question.text),
        from: Some(question.by),
        to: To::Group(MessageGroup::Doctor),
        about: Some(question.person),
        subject_kind: Some(kind),
        subject_id: Some(question.subject_id),
        tells_of: None,
    };
    messages::post(tx, ctx, new).await?;
    Ok(())
}

/// The subject of the message about a copy that did not arrive.
pub(super) fn not_delivered(what: &str, copy: i64) -> String {
    match copy {
        1 => format!("{what} not delivered"),
        copy => format!("{what} not delivered (copy {copy})"),
    }
}
