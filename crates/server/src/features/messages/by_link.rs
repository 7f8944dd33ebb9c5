// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reading and answering a message without signing in. Both halves of the link together open one message;
//! unknown, altered, expired links and those for another purpose get the same response. Reading changes
//! nothing, so a mail scanner that opens every link does no harm.

use salal_domain::messages::{reply_faults, tidied, with_footer};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{LinkedFile, LinkedMessage, MessageInfo, RepliedByLink, ReplyByLink};
use super::entity::message;
use super::reply::{add, already_replied};
use super::repo::{self, NewReply};
use super::threads;
use crate::api::{Form, Json, NoBody, Request, UserFile};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::links::{self, Link, Purpose};
use crate::features::people::{self, PersonRef};
use crate::features::uploads::{self, Kinds};

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

/// The link of two halves, and its message.
async fn opened(ctx: &Context, a: &str, b: &str) -> Result<(Link, message::Model)> {
    let db = ctx.db.read();
    let link = links::find_link(db, ctx, Purpose::Reply, b).await?;
    let link = link
        .filter(|link| a.parse() == Ok(link.id))
        .ok_or_else(links::expired)?;
    let message = repo::find_message(db, link.subject_id).await?;
    let message = message.ok_or_else(links::expired)?;
    Ok((link, message))
}

/// Whether the patient has replied: by this link, by another one, or signed in.
fn is_replied(link: &Link, message: &message::Model) -> bool {
    link.used_at.is_some() || message.last_reply_by == Some(link.person)
}

async fn person(ctx: &Context, id: Uuid) -> Result<PersonRef> {
    let mut names = people::names(ctx.db.read(), &[id]).await?;
    names.remove(&id).ok_or_else(links::expired)
}

/// The newest text of the other side: the number of the reply, or the message itself.
async fn newest(
    ctx: &Context,
    link: &Link,
    message: &message::Model,
) -> Result<(Option<Uuid>, LinkedMessage)> {
    let db = ctx.db.read();
    let replies = threads::repo::replies(db, &[message.id]).await?;
    let last = replies
        .iter()
        .rfind(|reply| reply.from_person != link.person);
    let (reply, writer, body, at) = match last {
        Some(reply) => (
            Some(reply.id),
            Some(reply.from_person),
            &reply.body,
            reply.created_at,
        ),
        None => (None, message.from_person, &message.body, message.created_at),
    };
    let from = match writer {
        Some(writer) => people::names(db, &[writer]).await?.remove(&writer),
        None => None,
    };
    Ok((
        reply,
        LinkedMessage {
            subject: message.subject.clone(),
            message: body.clone(),
            from,
            created_at: at,
            files: Vec::new(),
        },
    ))
}

/// The files of the newest text.
async fn files(ctx: &Context, message: Uuid, reply: Option<Uuid>) -> Result<Vec<Uuid>> {
    let all = threads::repo::files(ctx.db.read(), &[message]).await?;
    let of = all.into_iter().filter(|file| file.reply_id == reply);
    Ok(of.map(|file| file.upload_id).collect())
}

/// GET /message/info/{a}/{b}
pub(super) async fn info(request: Request<NoBody, Halves>) -> Result<Json<MessageInfo>> {
    let (ctx, Halves { a, b }) = (&request.ctx, &request.path);
    let (link, message) = opened(ctx, a, b).await?;
    let is_replied = is_replied(&link, &message);
    let mut shown = None;
    if !is_replied {
        let (reply, mut newest) = newest(ctx, &link, &message).await?;
        let ids = files(ctx, message.id, reply).await?;
        let mut refs = uploads::refs(ctx.db.read(), &ids).await?;
        let linked = ids.iter().filter_map(|id| {
            Some(LinkedFile {
                file: refs.remove(id)?,
                url: format!("/api/message/info/{a}/{b}/file/{id}"),
            })
        });
        newest.files = linked.collect();
        shown = Some(newest);
    }
    request.audit_access(link.person);
    Ok(Json(MessageInfo {
        is_replied,
        is_expired: false,
        person: person(ctx, link.person).await?,
        message: shown,
    }))
}

/// GET /message/info/{a}/{b}/file/{id}
pub(super) async fn file(request: Request<NoBody, FileOf>) -> Result<UserFile> {
    let (ctx, FileOf { a, b, id }) = (&request.ctx, &request.path);
    let (link, message) = opened(ctx, a, b).await?;
    if is_replied(&link, &message) {
        return Err(Error::not_found());
    }
    let (reply, _) = newest(ctx, &link, &message).await?;
    if !files(ctx, message.id, reply).await?.contains(id) {
        return Err(Error::not_found());
    }
    request.audit_access(link.person);
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
    let (link, seen) = opened(ctx, a, b).await?;
    if is_replied(&link, &seen) {
        return Err(already_replied());
    }
    let body = tidied(&sent.message);
    let faults = reply_faults(&body);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let files = uploads::examine_all(ctx, files, Kinds::IMAGES_AND_PDF).await?;
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
    if !links::use_once(&tx, &link, request.now()).await? {
        return Err(already_replied());
    }
    add(&tx, ctx, &seen, new, files).await?;
    request.audit_access(link.person);
    request.publish_after_commit("message", seen.id, link.person);
    request.commit(tx, answer).await
}
