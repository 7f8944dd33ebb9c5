// SPDX-License-Identifier: AGPL-3.0-or-later

//! Answers a message inside the product. The two sides take turns; if two people answer one turn, the second
//! gets a clear error, and the first reply is kept.

use salal_db::Transaction;
use salal_domain::days::date_time_text;
use salal_domain::messages::{NoReply, may_reply, reply_faults, tidied};
use salal_domain::texts::messages as texts;
use uuid::Uuid;

use super::compose::{named, store_message};
use super::dto::{MessageView, Reply};
use super::emails;
use super::entity::message;
use super::repo::{self, NewReply};
use super::threads::repo::load;
use super::threads::{may_answer, may_see};
use crate::api::{Form, Json, Request, Role, SignedIn};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::uploads::{self, Clean, Kinds};

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
async fn answered_meanwhile(ctx: &Context, me: &SignedIn, message: Uuid) -> Result<Error> {
    let loaded = load(ctx.db.read(), me, &[message]).await?;
    let one = loaded.first().ok_or_else(Error::not_found)?;
    let Some((by, reply)) = one.replies.last() else {
        return Ok(Error::conflict(
            ANSWERED_MEANWHILE,
            texts::ANSWERED_MEANWHILE,
        ));
    };
    let words = texts::answered_at(&by.name(), &date_time_text(reply.created_at));
    let mut error = Error::conflict(ANSWERED_MEANWHILE, words);
    error.current = serde_json::to_value(one.message_view(me)).ok();
    Ok(error)
}

/// Adds a reply with its files to a message as it was seen.
pub(super) async fn add(
    tx: &Transaction,
    ctx: &Context,
    seen: &message::Model,
    new: NewReply,
    files: Vec<Clean>,
) -> Result<()> {
    let (by, owner) = (new.from, seen.about_person.unwrap_or(new.from));
    let reply = repo::add_reply(tx, ctx, seen, new).await?;
    let reply: Uuid =
        reply.ok_or_else(|| Error::conflict(ANSWERED_MEANWHILE, texts::ANSWERED_MEANWHILE))?;
    store_message(tx, ctx, files, (seen.id, Some(reply)), (owner, by)).await
}

/// PUT /message/updateReplies
pub(super) async fn reply(mut request: Request<Form<Reply>>) -> Result<Json<MessageView>> {
    let files = request.body.take_files();
    let (ctx, sent) = (&request.ctx, &request.body.fields);
    request.same_actor(named(&sent.from)?)?;
    let me = request.me()?;
    let seen = repo::get_message(ctx.db.read(), sent.id).await?;
    if !may_see(&seen, me) {
        return Err(Error::not_found());
    }
    if !may_answer(&seen, me) {
        return Err(Error::not_allowed("Your role does not allow this."));
    }
    let body = tidied(&sent.message);
    let faults = reply_faults(&body);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let (from, last) = (seen.from_person.as_ref(), seen.last_reply_by.as_ref());
    may_reply(from, last, &me.person_id).map_err(refused)?;
    if shown(&sent.reply_count)?.is_some_and(|count| count != seen.reply_count) {
        return Err(answered_meanwhile(ctx, me, seen.id).await?);
    }
    let files = uploads::examine_all(ctx, files, Kinds::IMAGES_AND_PDF).await?;
    let new = NewReply {
        from: me.person_id,
        body,
        by_link: false,
    };
    let tx = request.begin().await?;
    if let Err(error) = add(&tx, ctx, &seen, new, files).await {
        drop(tx);
        return Err(match error.code {
            ANSWERED_MEANWHILE => answered_meanwhile(ctx, me, seen.id).await?,
            _ => error,
        });
    }
    if let Some(patient) = seen.about_person.filter(|_| me.role != Role::Patient) {
        emails::to_patient(&tx, ctx, seen.id, patient, me.role).await?;
    }
    let answer = load(&tx, me, &[seen.id])
        .await?
        .first()
        .map(|one| one.message_view(me))
        .ok_or_else(Error::not_found)?;
    let owner = seen.about_person.unwrap_or(me.person_id);
    request.audit_access(owner);
    request.publish_after_commit("message", seen.id, owner);
    request.commit(tx, answer).await
}
