// SPDX-License-Identifier: AGPL-3.0-or-later

//! Starts a thread: a patient writes to Customer Service; staff write to a patient, to each other or to a
//! group. Message, files, link and email are one transaction.

use salal_db::StatementBatch;
use salal_domain::messages::{compose_faults, tidied};
use salal_domain::texts::messages as texts;
use uuid::Uuid;

use super::dto::{ByMessage, Compose, MessageView, Notified};
use super::emails;
use super::repo::{self, MessageGroup, NewMessage, To};
use super::threads::{Thread, may_see};
use crate::api::{Created, Form, Json, Request, Role, Scope, SignedIn};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_accounts::accounts;
use salal_people::people;
use salal_reference::uploads::{self, Category, FileRef, Kept, Kinds};

/// The acting person named by a form, if any.
pub(super) fn named(text: &str) -> Result<Option<Uuid>> {
    if text.is_empty() {
        return Ok(None);
    }
    let id = text.parse();
    id.map(Some)
        .map_err(|_| Error::malformed("The request cannot be read: from is not an id"))
}

/// Takes the files of a message or a reply; they belong to the patient whom the thread is about.
pub(super) fn take_files(
    writes: &mut StatementBatch,
    ctx: &Context,
    files: Vec<Kept>,
    message: Uuid,
    reply: Option<Uuid>,
    owner: Uuid,
    by: Uuid,
) -> Result<Vec<FileRef>> {
    let mut taken = Vec::with_capacity(files.len());
    for file in files {
        let (category, by) = (Category::Attachment, Some(by));
        taken.push(uploads::take_with(writes, ctx, file, category, owner, by)?);
    }
    repo::attach_with(writes, message, reply, taken.iter().map(|file| file.id));
    Ok(taken)
}

/// The receiver of a message, and the patient it is about.
struct Receiver {
    to: To,
    about: Option<Uuid>,
}

fn group(text: &str) -> Option<MessageGroup> {
    match text.trim().to_lowercase().as_str() {
        "customer service" | "customerservice" => Some(MessageGroup::CustomerService),
        "doctor" => Some(MessageGroup::Doctor),
        "office" => Some(MessageGroup::Office),
        _ => None,
    }
}

/// A patient may write to customer service only; staff to anyone with an account.
async fn receiver(ctx: &Context, me: &SignedIn, to: &str) -> Result<Receiver> {
    let of_patient = (me.role == Role::Patient).then_some(me.person_id);
    let refuse = |text: &str| Err(Error::field("to", text));
    if let Some(group) = group(to) {
        if of_patient.is_some() && group != MessageGroup::CustomerService {
            return refuse(texts::PATIENTS_WRITE_TO_CUSTOMER_SERVICE);
        }
        return Ok(Receiver {
            to: To::Group(group),
            about: of_patient,
        });
    }
    let Ok(person) = to.trim().parse::<Uuid>() else {
        return refuse(texts::NOBODY_BY_THIS_NAME);
    };
    let role = accounts::role_of(ctx.db.read(), person).await?;
    match (of_patient, role) {
        (Some(_), Some(Role::CustomerService)) => Ok(Receiver {
            to: To::Group(MessageGroup::CustomerService),
            about: of_patient,
        }),
        (Some(_), _) => refuse(texts::PATIENTS_WRITE_TO_CUSTOMER_SERVICE),
        (None, Some(_)) if person == me.person_id => refuse(texts::NOBODY_BY_THIS_NAME),
        (None, Some(role)) => Ok(Receiver {
            to: To::Person(person),
            about: (role == Role::Patient).then_some(person),
        }),
        (None, None) => refuse(texts::NOBODY_BY_THIS_NAME),
    }
}

/// POST /message
pub(super) async fn compose(mut request: Request<Form<Compose>>) -> Result<Created<MessageView>> {
    let files = request.body.take_files();
    let (ctx, sent) = (&request.ctx, &request.body.fields);
    request.same_actor(named(&sent.from)?)?;
    let me = request.me()?;
    let (subject, body) = (tidied(&sent.subject), tidied(&sent.message));
    let faults = compose_faults(&subject, &body);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let Receiver { to, about } = receiver(ctx, me, &sent.to).await?;
    let files = uploads::receive_all(ctx, files, Kinds::IMAGES_AND_PDF).await?;
    let patient_told = about.filter(|patient| *patient != me.person_id);
    let new = NewMessage {
        subject,
        body,
        from: Some(me.person_id),
        to,
        about,
        subject_kind: None,
        subject_id: None,
        tells_of: None,
    };
    let mut writes = ctx.db.batch();
    let message = repo::post_row(&mut writes, ctx, new);
    let (id, owner) = (message.id, about.unwrap_or(me.person_id));
    let tx = request.begin().await?;
    let mut thread = Thread::begin(&tx, me, message).await?;
    let by = me.person_id;
    thread.with_files(take_files(&mut writes, ctx, files, id, None, owner, by)?);
    if let Some(patient) = patient_told {
        let address = emails::address_of(ctx, &tx, patient).await?;
        emails::to_patient_with(&mut writes, ctx, id, patient, &address, me.role)?;
    }
    let answer = thread.message_view(me);
    request.audit_access(owner);
    request.publish_after_commit("message", id, owner);
    request.commit_with(tx, writes, 201, &answer).await?;
    Ok(Created(answer))
}

/// POST /message/sent-email: notifies the receiver that a message is waiting, without its content.
pub(super) async fn notify(request: Request<Json<ByMessage>>) -> Result<Json<Notified>> {
    let (ctx, me) = (&request.ctx, request.me()?);
    let tx = request.begin().await?;
    let message = repo::get_message(&tx, request.body.0.id).await?;
    if !may_see(&message, me) {
        return Err(Error::not_found());
    }
    match (message.to_person, message.about_person) {
        (Some(person), Some(patient)) if person == patient => {
            let writer = match message.from_person {
                Some(from) => accounts::role_of(&tx, from).await?.unwrap_or(me.role),
                None => me.role,
            };
            emails::to_patient(&tx, ctx, message.id, patient, writer).await?;
        }
        (Some(person), _) => {
            let facts =
                people::load_facts(ctx, &tx, &Scope::for_proved_person(person), person).await?;
            emails::to_staff(&tx, ctx, &facts.email).await?;
        }
        (None, _) => {
            emails::to_staff(&tx, ctx, &ctx.settings.clinic.customer_service_email).await?;
        }
    }
    request.audit_access(message.about_person.unwrap_or(me.person_id));
    let message = "The recipient will be notified by email.".to_owned();
    request.commit(tx, Notified { message }).await
}
