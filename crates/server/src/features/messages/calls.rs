//! The calls on messages.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::store;
use super::wire::{MarkRead, MessageList, MessagesQuery, UnreadCount};
use crate::door::{Access, Call, Claim, Json, Method, NoBody, Role, Row, SignedIn, Trace, row};
use crate::error::{Error, Result};

const LIST: Trace = Trace::Untraced("a list opens nobody's record");

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Get, Put};
    let staff = Access::Roles(&[Role::Doctor, Role::Office, Role::CustomerService, Role::Admin]);
    vec![
        row(Get, "/message/inbox/doctor/{personId}", staff, Claim::AnyPatient, LIST, "The inbox of a member of staff.", inbox),
        row(Get, "/message/inbox/patient/{personId}", Access::Roles(&[Role::Patient]), Claim::OwnRecords, LIST, "A patient's inbox.", inbox),
        row(Get, "/message/countUnread/{personId}", Access::AnySignedIn, Claim::AnyPatient, LIST, "How many messages are unread.", count_unread),
        row(Put, "/message/updateIsRead", Access::AnySignedIn, Claim::AnyPatient, Trace::Untraced("marks the own inbox; opening the record leaves its own line"), "Marks a message as read.", mark_read),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Whose {
    #[serde(rename = "personId")]
    person_id: Uuid,
}

/// Everyone reads the own inbox only; another's answers as if it did not exist.
fn own(me: &SignedIn, whose: Uuid) -> Result<()> {
    if me.person_id == whose {
        Ok(())
    } else {
        Err(Error::not_found())
    }
}

async fn inbox(call: Call<NoBody, Whose, MessagesQuery>) -> Result<Json<MessageList>> {
    let me = call.me()?;
    own(me, call.path.person_id)?;
    let limit = call.query.limit.unwrap_or(10);
    Ok(Json(
        store::inbox(call.ctx.db.read(), me, limit, call.query.cursor.as_deref()).await?,
    ))
}

async fn count_unread(call: Call<NoBody, Whose>) -> Result<Json<UnreadCount>> {
    let me = call.me()?;
    own(me, call.path.person_id)?;
    Ok(Json(UnreadCount {
        count: store::unread(call.ctx.db.read(), me).await?,
    }))
}

async fn mark_read(call: Call<Json<MarkRead>>) -> Result<Json<UnreadCount>> {
    let me = call.me()?;
    let tx = call.begin().await?;
    store::mark_read(&tx, me, call.body.0.id, call.now()).await?;
    let count = store::unread(&tx, me).await?;
    call.changed("message", call.body.0.id, me.person_id);
    call.commit(tx, UnreadCount { count }).await
}
