// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reading and answering a message without signing in. Both halves of the link together open one message;
//! unknown, altered, expired links and those for another purpose get the same response. Reading changes
//! nothing, so a mail scanner that opens every link does no harm.

use salal_db::JointRead;
use salal_domain::messages::{reply_faults, tidied, with_footer};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{LinkedFile, LinkedMessage, MessageInfo, RepliedByLink, ReplyByLink};
use super::entity::{message, message_file, message_reply};
use super::reply::{add, already_replied};
use super::repo::{self, NewReply};
use crate::api::{Form, Json, NoBody, Request, UserFile};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_people::links::{self, Link, Purpose};
use salal_people::people::{self, NamesPart, PersonRef};
use salal_reference::uploads::{self, Kinds, RefsPart};

/// The emailed link.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Halves {
    /// The first half of the link.
    a: String,
    /// The second half, its secret.
    b: String,
}

/// A file behind the emailed link.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FileOf {
    /// The first half of the link.
    a: String,
    /// The second half, its secret.
    b: String,
    /// The file's id.
    id: Uuid,
}

/// A link with what it opens.
struct Opened {
    link: Link,
    message: message::Model,
    /// Oldest first.
    replies: Vec<message_reply::Model>,
    files: Vec<message_file::Model>,
}

impl Opened {
    /// The link of two halves, and its message.
    async fn load(ctx: &Context, a: &str, b: &str) -> Result<Self> {
        let db = ctx.db.read();
        let link = links::find_link(db, ctx, Purpose::Reply, b).await?;
        let link = link
            .filter(|link| a.parse() == Ok(link.id))
            .ok_or_else(links::expired)?;
        let id = link.subject_id;
        let mut read = JointRead::for_connection(db);
        let message = read.add(&repo::select_message(id));
        let replies = read.add(&repo::replies(&[id]));
        let files = read.add(&repo::files(&[id]));
        let mut found = read.run(db).await?;
        let message = found.take(&message)?.pop().ok_or_else(links::expired)?;
        Ok(Self {
            link,
            message,
            replies: found.take(&replies)?,
            files: found.take(&files)?,
        })
    }

    /// Whether the patient has replied: by this link, by another one, or signed in.
    fn is_replied(&self) -> bool {
        self.link.used_at.is_some() || self.message.last_reply_by == Some(self.link.person)
    }

    /// The newest reply of the other side, if there is one.
    fn newest(&self) -> Option<&message_reply::Model> {
        let mut replies = self.replies.iter();
        replies.rfind(|reply| reply.from_person != self.link.person)
    }

    /// The files of the newest text of the other side.
    fn newest_files(&self) -> Vec<Uuid> {
        let reply = self.newest().map(|reply| reply.id);
        let files = self.files.iter().filter(|file| file.reply_id == reply);
        files.map(|file| file.upload_id).collect()
    }
}

async fn person(ctx: &Context, id: Uuid) -> Result<PersonRef> {
    let mut names = people::names(ctx.db.read(), &[id]).await?;
    names.remove(&id).ok_or_else(links::expired)
}

/// GET /message/info/{a}/{b}
pub(super) async fn info(request: Request<NoBody, Halves>) -> Result<Json<MessageInfo>> {
    let (ctx, Halves { a, b }) = (&request.ctx, &request.path);
    let opened = Opened::load(ctx, a, b).await?;
    let patient = opened.link.person;
    request.audit_access(patient);
    if opened.is_replied() {
        return Ok(Json(MessageInfo {
            is_replied: true,
            is_expired: false,
            person: person(ctx, patient).await?,
            message: None,
        }));
    }
    let message = &opened.message;
    let (writer, body, at) = match opened.newest() {
        Some(reply) => (Some(reply.from_person), &reply.body, reply.created_at),
        None => (message.from_person, &message.body, message.created_at),
    };
    let people: Vec<Uuid> = writer.into_iter().chain([patient]).collect();
    let files = opened.newest_files();
    let db = ctx.db.read();
    let mut read = JointRead::for_connection(db);
    let names = NamesPart::add(&mut read, &people);
    let refs = RefsPart::add(&mut read, &files);
    let mut found = read.run(db).await?;
    let names = names.take(&mut found)?;
    let mut refs = refs.take(&mut found)?;
    let linked = files.iter().filter_map(|id| {
        Some(LinkedFile {
            file: refs.remove(id)?,
            url: format!("/api/message/info/{a}/{b}/file/{id}"),
        })
    });
    let linked = LinkedMessage {
        subject: message.subject.clone(),
        message: body.clone(),
        from: writer.and_then(|writer| names.get(&writer).cloned()),
        created_at: at,
        files: linked.collect(),
    };
    let person = names.get(&patient).cloned().ok_or_else(links::expired)?;
    Ok(Json(MessageInfo {
        is_replied: false,
        is_expired: false,
        person,
        message: Some(linked),
    }))
}

/// GET /message/info/{a}/{b}/file/{id}
pub(super) async fn file(request: Request<NoBody, FileOf>) -> Result<UserFile> {
    let (ctx, FileOf { a, b, id }) = (&request.ctx, &request.path);
    let opened = Opened::load(ctx, a, b).await?;
    if opened.is_replied() || !opened.newest_files().contains(id) {
        return Err(Error::not_found());
    }
    request.audit_access(opened.link.person);
    let (file, bytes) = uploads::read(ctx, ctx.db.read(), *id).await?;
    Ok(UserFile {
        content_type: file.kind.code(),
        name: file.name,
        bytes,
        attachment: false,
    })
}

/// PUT /message/update-replies
pub(super) async fn reply(mut request: Request<Form<ReplyByLink>>) -> Result<Json<RepliedByLink>> {
    let files = request.body.take_files();
    let (ctx, sent) = (&request.ctx, &request.body.fields);
    let first = if sent.person.is_empty() {
        &sent.from
    } else {
        &sent.person
    };
    let (a, b) = sent
        .id
        .split_once('/')
        .unwrap_or((first.as_str(), sent.id.as_str()));
    let opened = Opened::load(ctx, a, b).await?;
    if opened.is_replied() {
        return Err(already_replied());
    }
    let (link, seen) = (&opened.link, &opened.message);
    let body = tidied(&sent.message);
    let faults = reply_faults(&body);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let files = uploads::receive_all(ctx, files, Kinds::IMAGES_AND_PDF).await?;
    let new = NewReply {
        from: link.person,
        body: with_footer(&body, request.now()),
        by_link: true,
    };
    let answer = RepliedByLink {
        is_replied: true,
        person: person(ctx, link.person).await?,
    };
    let tx = request.begin().await?;
    if !links::use_once(&tx, link, request.now()).await? {
        return Err(already_replied());
    }
    let mut writes = ctx.db.batch();
    add(&tx, &mut writes, ctx, seen, new, files).await?;
    request.audit_access(link.person);
    request.publish_after_commit("message", seen.id, link.person);
    request.commit_with(tx, writes, 200, &answer).await?;
    Ok(Json(answer))
}
