// SPDX-License-Identifier: AGPL-3.0-or-later

//! Answers a message inside the product. The two sides take turns; if two people answer one turn, the second
//! gets a clear error, and the first reply is kept.

use salal_db::{StatementBatch, Transaction};
use salal_domain::days::date_time_text;
use salal_domain::messages::{NoReply, reply_faults, tidied};
use salal_domain::texts::messages as texts;

use super::compose::{named, take_files};
use super::dto::{MessageView, Reply};
use super::emails;
use super::entity::{message, message_reply};
use super::repo::{self, NewReply};
use super::threads::{Thread, may_answer};
use crate::api::{Form, Json, Request, Role, SignedIn};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_reference::uploads::{self, FileRef, Kept, Kinds};

/// The error when someone has answered this turn already.
pub(super) fn already_replied() -> Error {
    Error::conflict("ALREADY_REPLIED", texts::ALREADY_REPLIED)
}

fn refused(why: NoReply) -> Error {
    match why {
        NoReply::AlreadyReplied => already_replied(),
        NoReply::OwnMessage => Error::conflict("NOT_YOUR_TURN", texts::NOT_YOUR_TURN),
        NoReply::NobodyThere => Error::conflict("NOBODY_THERE", texts::NOBODY_THERE),
    }
}

const ANSWERED_MEANWHILE: &str = "ANSWERED_MEANWHILE";

/// How many replies the page showed, if it said so.
fn shown(count: &str) -> Result<Option<i64>> {
    if count.is_empty() {
        return Ok(None);
    }
    let read = count.parse().map(Some);
    read.map_err(|_| Error::malformed("The request cannot be read: replyCount is not a number"))
}

/// Who added a reply that this caller has not seen, and when; with the current thread.
fn answered_meanwhile(me: &SignedIn, thread: &Thread) -> Error {
    let Some((by, reply)) = thread.replies.last() else {
        return Error::conflict(ANSWERED_MEANWHILE, texts::ANSWERED_MEANWHILE);
    };
    let words = texts::answered_at(&by.name(), &date_time_text(reply.created_at));
    let mut error = Error::conflict(ANSWERED_MEANWHILE, words);
    error.current = serde_json::to_value(thread.message_view(me)).ok();
    error
}

/// Adds a reply with its files to a message as it was seen: the turn is taken at once, the rest is added to
/// the transaction's pending writes.
pub(super) async fn add(
    tx: &Transaction,
    writes: &mut StatementBatch,
    ctx: &Context,
    seen: &message::Model,
    new: NewReply,
    files: Vec<Kept>,
) -> Result<(message_reply::Model, Vec<FileRef>)> {
    let (by, owner) = (new.from, seen.about_person.unwrap_or(new.from));
    let now = ctx.now();
    if !repo::take_turn(tx, seen, by, now).await? {
        return Err(Error::conflict(
            ANSWERED_MEANWHILE,
            texts::ANSWERED_MEANWHILE,
        ));
    }
    let reply = repo::add_reply(writes, ctx, seen, new, now);
    let files = take_files(writes, ctx, files, seen.id, Some(reply.id), owner, by)?;
    Ok((reply, files))
}

/// PUT /message/updateReplies
pub(super) async fn reply(mut request: Request<Form<Reply>>) -> Result<Json<MessageView>> {
    let files = request.body.take_files();
    let (ctx, sent) = (&request.ctx, &request.body.fields);
    request.same_actor(named(&sent.from)?)?;
    let me = request.me()?;
    let mut thread = Thread::load(ctx, me, sent.id).await?;
    if !may_answer(&thread.message, me) {
        return Err(Error::not_allowed("Your role does not allow this."));
    }
    let body = tidied(&sent.message);
    let faults = reply_faults(&body);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    thread.allow_reply(me).map_err(refused)?;
    if shown(&sent.reply_count)?.is_some_and(|count| count != thread.message.reply_count) {
        return Err(answered_meanwhile(me, &thread));
    }
    let files = uploads::receive_all(ctx, files, Kinds::IMAGES_AND_PDF).await?;
    let new = NewReply {
        from: me.person_id,
        body,
        by_link: false,
    };
    let tx = request.begin().await?;
    let mut writes = ctx.db.batch();
    match add(&tx, &mut writes, ctx, &thread.message, new, files).await {
        Ok((reply, files)) => thread.answered(reply, files),
        Err(error) if error.code == ANSWERED_MEANWHILE => {
            drop(tx);
            let now = Thread::load(ctx, me, sent.id).await?;
            return Err(answered_meanwhile(me, &now));
        }
        Err(error) => return Err(error),
    }
    let (id, about) = (thread.message.id, thread.message.about_person);
    if let Some(patient) = about.filter(|_| me.role != Role::Patient) {
        let address = emails::address_of(ctx, &tx, patient).await?;
        emails::to_patient_with(&mut writes, ctx, id, patient, &address, me.role)?;
    }
    let answer = thread.message_view(me);
    let owner = about.unwrap_or(me.person_id);
    request.audit_access(owner);
    request.publish_after_commit("message", id, owner);
    request.commit_with(tx, writes, 200, &answer).await?;
    Ok(Json(answer))
}
