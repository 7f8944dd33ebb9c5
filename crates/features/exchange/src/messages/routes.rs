// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of messages, each with its three policies, and the handlers that list, open and mark.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{
    MarkRead, MessageList, MessageView, MessagesQuery, PutAway, UnreadCount, UpdatedSort,
};
use super::threads::repo::load;
use super::threads::repo::thread_list::{self as lists, After};
use super::threads::{Tab, Thread};
use super::{by_link, compose, reply, repo, templates};
use crate::api::{
    Access, Audit, Json, Method, NoBody, Request, RequestContext, Role, Route, ScopePolicy,
    SignedIn, route,
};
use crate::error::{Error, Kind, Result};
use salal_accounts::accounts;
use salal_people::people::{self, PersonRef};

const COUNT: Audit = Audit::Untraced("a number, not a patient's record");
const MARK: Audit = Audit::Untraced("marks the own inbox; opening the message leaves its own line");
const NAMES: ScopePolicy = ScopePolicy::NoPatient("names of customer service");
/// Texts of the clinic; no patient's record.
const TEXTS: ScopePolicy = ScopePolicy::NoPatient("texts of the clinic");
const UNTRACED: Audit = Audit::Untraced("texts of the clinic, not a patient's record");
const BY_LINK: Access = Access::ByLink("the emailed link holds a secret for this one message");
/// Authorized by an emailed token: the link names the patient, and the handler derives the scope from it.
const LINKED: ScopePolicy = ScopePolicy::NoPatient("the reach is the link's own patient");

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Delete, Get, Post, Put};
    let keepers = Access::Roles(&[Role::Office, Role::Admin]);
    let staff = Access::Roles(&[Role::Doctor, Role::Office, Role::CustomerService, Role::Admin]);
    let any = Access::AnySignedIn;
    let all = ScopePolicy::AnyPatient;
    vec![
        route(Get, "/message/inbox/doctor/{personId}", staff, all, Audit::PatientRecord("Viewed a message in a list of messages"), "The inbox of a member of staff.", inbox).refuses(&[Kind::Invalid]),
        route(Get, "/message/inbox/patient/{personId}", Access::Roles(&[Role::Patient]), ScopePolicy::OwnRecords, Audit::PatientRecord("Opened the patient's messages"), "A patient's inbox.", inbox).refuses(&[Kind::Invalid]),
        route(Get, "/message/sent/{personId}", any, all, Audit::PatientRecord("Viewed a message in a list of messages"), "The conversations that a person started.", sent).refuses(&[Kind::Invalid]),
        route(Get, "/message/archive/{personId}", any, all, Audit::PatientRecord("Viewed a message in a list of messages"), "The received messages one put away.", archived).refuses(&[Kind::Invalid]),
        route(Get, "/message/admin/list", Access::Roles(&[Role::Admin]), all, Audit::PatientRecord("Viewed a message in a list of messages"), "Everyone's messages.", everybodys).refuses(&[Kind::Invalid]),
        route(Get, "/message/customerservice/list", any, NAMES, Audit::Untraced("names of staff, not a patient's record"), "Who answers at customer service.", customer_service),
        route(Get, "/message/countUnread/{personId}", any, all, COUNT, "How many messages are unread.", count_unread),
        route(Get, "/message/{id}", any, all, Audit::PatientRecord("Opened a message"), "A message with its replies. Marks nothing.", open),
        route(Post, "/message", any, all, Audit::PatientRecord("Wrote a message"), "Begins a thread.", compose::compose).refuses(&[Kind::NotAllowed]),
        route(Put, "/message/updateReplies", any, all, Audit::PatientRecord("Answered a message"), "Answers a message.", reply::reply).refuses(&[Kind::NotAllowed, Kind::NotFound]),
        route(Post, "/message/sent-email", staff, all, Audit::PatientRecord("Notified the recipient of a message by email"), "Notifies the recipient of a message by email, without its content.", compose::notify).refuses(&[Kind::NotFound]),
        route(Put, "/message/updateIsRead", any, all, MARK, "Marks a message as read, or as unread again.", mark_read).refuses(&[Kind::NotFound]),
        route(Put, "/message/archive", any, all, MARK, "Puts a received message away, for oneself.", archive).refuses(&[Kind::NotAllowed, Kind::NotFound]),
        route(Put, "/message/back-inbox", any, all, MARK, "Brings a message back to the inbox.", back_to_inbox).refuses(&[Kind::NotFound]),
        route(Get, "/message/info/{a}/{b}", BY_LINK, LINKED, Audit::PatientRecord("Opened a message by its emailed link"), "A doctor's message, by its emailed link.", by_link::info),
        route(Get, "/message/info/{a}/{b}/file/{id}", BY_LINK, LINKED, Audit::PatientRecord("Opened a file of a message by its emailed link"), "A file of that message.", by_link::file),
        route(Put, "/message/update-replies", BY_LINK, LINKED, Audit::PatientRecord("Answered a message by its emailed link"), "Answers a doctor's message by its emailed link, once.", by_link::reply).refuses(&[Kind::NotFound]).named("putMessageUpdateRepliesByLink"),
        route(Get, "/message-template", staff, TEXTS, UNTRACED, "The clinic's texts for replies, by name.", templates::list_templates),
        route(Post, "/message-template", keepers, TEXTS, UNTRACED, "Adds a text for replies.", templates::create),
        route(Put, "/message-template/{id}", keepers, TEXTS, UNTRACED, "Changes a text for replies.", templates::change),
        route(Delete, "/message-template/{id}", keepers, TEXTS, UNTRACED, "Removes a text for replies.", templates::remove),
    ]
}

/// The person in a path.
#[derive(Debug, Deserialize, JsonSchema)]
struct Whose {
    /// The caller's own id.
    #[serde(rename = "personId")]
    person_id: Uuid,
}

/// The message in a path.
#[derive(Debug, Deserialize, JsonSchema)]
struct ById {
    /// The message's id.
    id: Uuid,
}

/// Users may list only their own messages; other ids return 404.
fn own(me: &SignedIn, whose: Uuid) -> Result<()> {
    if me.person_id == whose {
        Ok(())
    } else {
        Err(Error::not_found())
    }
}

async fn list<P>(
    request: &Request<NoBody, P, MessagesQuery>,
    tab: Tab,
) -> Result<Json<MessageList>> {
    let me = request.me()?;
    let query = &request.query;
    let sort = match query.sort.as_deref() {
        None => UpdatedSort::NewestFirst,
        Some(asked) => UpdatedSort::from_code(asked)
            .ok_or_else(|| Error::field("sort", "Sort by updatedAt or -updatedAt."))?,
    };
    let oldest_first = sort == UpdatedSort::OldestFirst;
    let limit = query.limit.unwrap_or(10).clamp(1, 100);
    let after = query.cursor.as_deref().map(After::read).transpose()?;
    let db = request.ctx.db.read();
    let listed = lists::list(db, me, tab, limit, after, oldest_first).await?;
    let loaded = load(&request.ctx, me, &listed.ids).await?;
    // A subject beside a patient's name reveals health information.
    request.audit_list(loaded.iter().filter_map(|one| one.message.about_person));
    Ok(Json(MessageList {
        items: loaded.iter().map(|one| one.row(me)).collect(),
        next_cursor: listed.next_cursor,
        total: listed.total,
        is_more: listed.is_more,
    }))
}

async fn inbox(request: Request<NoBody, Whose, MessagesQuery>) -> Result<Json<MessageList>> {
    own(request.me()?, request.path.person_id)?;
    list(&request, Tab::Inbox).await
}

async fn sent(request: Request<NoBody, Whose, MessagesQuery>) -> Result<Json<MessageList>> {
    own(request.me()?, request.path.person_id)?;
    list(&request, Tab::Sent).await
}

async fn archived(request: Request<NoBody, Whose, MessagesQuery>) -> Result<Json<MessageList>> {
    own(request.me()?, request.path.person_id)?;
    list(&request, Tab::Archive).await
}

async fn everybodys(request: Request<NoBody, (), MessagesQuery>) -> Result<Json<MessageList>> {
    list(&request, Tab::All).await
}

async fn customer_service(request: Request<NoBody>) -> Result<Json<Vec<PersonRef>>> {
    let db = request.ctx.db.read();
    let ids = accounts::with_role(db, Role::CustomerService).await?;
    let mut names = people::names(db, &ids).await?;
    Ok(Json(ids.iter().filter_map(|id| names.remove(id)).collect()))
}

async fn count_unread(request: Request<NoBody, Whose>) -> Result<Json<UnreadCount>> {
    let me = request.me()?;
    own(me, request.path.person_id)?;
    Ok(Json(UnreadCount {
        count: lists::unread(request.ctx.db.read(), me).await?,
    }))
}

/// GET /message/{id}
async fn open(request: Request<NoBody, ById>) -> Result<Json<MessageView>> {
    let me = request.me()?;
    let thread = Thread::load(&request.ctx, me, request.path.id).await?;
    // A message about no patient belongs to the reader's own record.
    request.audit_access(thread.message.about_person.unwrap_or(me.person_id));
    Ok(Json(thread.message_view(me)))
}

/// The mark of a received message to be changed.
enum Mark {
    Read,
    Unread,
    Archive,
    Back,
}

/// Changes a mark of a received message; only the receiving side has marks.
async fn mark(request: &RequestContext, id: Uuid, mark: Mark) -> Result<Json<UnreadCount>> {
    let me = request.me()?;
    let tx = request.begin().await?;
    if !lists::has(&tx, me, Tab::Received, id).await? {
        return Err(Error::not_found());
    }
    match mark {
        Mark::Read => repo::mark_read(&tx, id, me.person_id, request.now()).await?,
        Mark::Unread => repo::mark_unread(&tx, id, me.person_id).await?,
        Mark::Archive => repo::archive(&tx, id, me.person_id, request.now()).await?,
        Mark::Back => {
            repo::bring_back(&tx, id, me.person_id).await?;
            repo::unsettle(&tx, id).await?;
        }
    }
    let count = lists::unread(&tx, me).await?;
    request.publish_after_commit("message", id, me.person_id);
    request.commit(tx, UnreadCount { count }).await
}

async fn mark_read(request: Request<Json<MarkRead>>) -> Result<Json<UnreadCount>> {
    let sent = &request.body.0;
    let as_read = if sent.is_read == Some(false) {
        Mark::Unread
    } else {
        Mark::Read
    };
    mark(&request, sent.id, as_read).await
}

async fn archive(request: Request<Json<PutAway>>) -> Result<Json<UnreadCount>> {
    request.same_actor(request.body.0.person_id)?;
    mark(&request, request.body.0.message_id, Mark::Archive).await
}

async fn back_to_inbox(request: Request<Json<PutAway>>) -> Result<Json<UnreadCount>> {
    request.same_actor(request.body.0.person_id)?;
    mark(&request, request.body.0.message_id, Mark::Back).await
}
