// SPDX-License-Identifier: AGPL-3.0-or-later

//! The argument of every handler, and the transaction it commits through: the audit entry, the response
//! stored under the `Idempotency-Key` and the change itself are committed together, so that none exists
//! without the others.

use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Utc};
use salal_db::{StatementBatch, Transaction};
use serde::Serialize;
use uuid::Uuid;

use super::authentication::{ApiHooks, AuditDetail, AuditEntry, Caller, SignedIn};
use super::authorization::Scope;
use super::client_address::ClientAddress;
use super::extraction::Sender;
use super::idempotency;
use super::responses::Json;
use crate::context::{ChangeEvent, Context};
use crate::error::{Error, Result};

/// The kind of what a read opened, in its audit entry.
const OPENED: &str = "opened";
/// How much of a hash names what a read opened.
const OPENED_HASH_LENGTH: usize = 32;

/// Per-request state (audit subjects, change events, cookies), shared between the handler and the API layer.
#[derive(Debug, Default)]
pub(super) struct RequestState {
    pub(super) seen: Vec<Uuid>,
    /// The caller's role, once it is known.
    pub(super) role: Option<&'static str>,
    /// The caller's account, once it is known.
    pub(super) account: Option<Uuid>,
    /// The patients on the list in the response; none when the response is not a list.
    pub(super) listed: Option<Vec<Uuid>>,
    pub(super) audited: bool,
    /// Confirmed acts within the request; each is written as an audit entry of its own.
    pub(super) confirmed: Vec<&'static str>,
    /// The answer is stored under the call's key.
    pub(super) kept: bool,
    pub(super) changed: Vec<ChangeEvent>,
    pub(super) cookies: Vec<String>,
    /// Detail for the audit entry: kind and code.
    pub(super) did: Option<AuditDetail>,
}

/// Information about the HTTP request.
#[derive(Clone)]
pub struct RequestInfo {
    pub id: String,
    /// The caller's address as this server sees it, for people to read.
    pub ip: String,
    /// The same, for limits.
    pub address: ClientAddress,
    pub agent: String,
    /// Method and path template, as in the route table: `PUT /prescription/acknowledge`.
    pub action: String,
    /// The owner of the idempotency key, the key and the request's fingerprint.
    pub(super) idempotency_key: Option<idempotency::IdempotencyKey>,
    /// The access token sent with the request, valid or not.
    pub token: Option<String>,
    /// The cookie of a browser's session, valid or not.
    pub cookie: Option<String>,
    /// The cookie of a remembered browser, valid or not.
    pub device: Option<String>,
    pub over_tls: bool,
    /// The page says that it only asks again for what it has open (decision 163). It is believed where the
    /// audit shows that this person has opened just that (decision 199).
    pub is_refresh: bool,
}

/// The argument of a handler: what was sent, and the rest of the request as its own.
pub struct Request<B = super::NoBody, P = (), Q = ()> {
    pub path: P,
    pub query: Q,
    pub body: B,
    pub(super) context: RequestContext,
}

impl<B, P, Q> Deref for Request<B, P, Q> {
    type Target = RequestContext;

    fn deref(&self) -> &RequestContext {
        &self.context
    }
}

/// A request without what was sent: who asks, within which scope, and how its changes are committed. Steps take this,
/// so that they are compiled once, whatever the routes that call them take.
pub struct RequestContext {
    pub ctx: Context,
    pub caller: Caller,
    pub scope: Scope,
    pub info: RequestInfo,
    pub(super) state: Arc<Mutex<RequestState>>,
    pub(super) hooks: ApiHooks,
}

impl RequestContext {
    /// The signed-in caller; without a session, the sign-in error.
    pub fn me(&self) -> Result<&SignedIn> {
        match &self.caller {
            Caller::Person(person) => Ok(person),
            Caller::Nobody => Err(Error::not_signed_in("NO_TOKEN", "Please sign in.")),
        }
    }

    /// Whose turn it is when something of this request is worked on.
    pub fn sender(&self) -> Sender {
        Sender::of(&self.caller, self.info.address)
    }

    /// The current time, UTC.
    pub fn now(&self) -> DateTime<Utc> {
        self.ctx.now()
    }

    /// Records whose record was accessed; required on audited routes.
    pub fn audit_access(&self, person: Uuid) {
        let mut track = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !track.seen.contains(&person) {
            track.seen.push(person);
        }
    }

    /// Records the patients on a list that shows health information: an audit entry is written for each
    /// patient who was not on the list before (decisions 162 and 163). If a reload adds no one, no record was
    /// opened.
    pub fn audit_list(&self, persons: impl IntoIterator<Item = Uuid>) {
        let mut track = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        track.listed.get_or_insert_default().extend(persons);
    }

    /// Refuses a request that names an acting person other than the session's (decision 5).
    pub fn same_actor(&self, named: Option<Uuid>) -> Result<()> {
        match named {
            Some(id) if id != self.me()?.person_id => {
                Err(Error::not_allowed("You can only act as yourself."))
            }
            _ => Ok(()),
        }
    }

    /// Adds detail to the audit entry: a kind and a code, never health information.
    pub fn audit_detail(&self, kind: &'static str, code: &str) {
        let mut track = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        track.did = Some((kind, code.to_owned()));
    }

    /// Publishes a change to open pages after the commit.
    pub fn publish_after_commit(&self, kind: &'static str, id: Uuid, person: Uuid) {
        let mut track = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        track.changed.push(ChangeEvent { kind, id, person });
    }

    /// Sets a cookie with the response.
    pub fn set_cookie(&self, cookie: String) {
        self.state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .cookies
            .push(cookie);
    }

    /// Records an act that the user confirmed with a reason: an audit entry of its own beside the request's,
    /// written in the same transaction.
    pub fn audit_act(&self, act: &'static str) {
        self.state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .confirmed
            .push(act);
    }

    /// Begins the transaction of this request.
    pub async fn begin(&self) -> Result<Transaction> {
        Ok(self.ctx.db.begin().await?)
    }

    /// Commits the change together with its audit entry and the stored response, then notifies the worker and
    /// the open pages.
    pub async fn commit<T>(&self, tx: Transaction, answer: T) -> Result<Json<T>>
    where
        T: Serialize + Send + 'static,
    {
        self.commit_as(tx, 200, &answer).await?;
        Ok(Json(answer))
    }

    /// Like `commit`, for a response with a status other than 200 (201 of `Created`).
    pub async fn commit_as<T: Serialize>(
        &self,
        tx: Transaction,
        status: u16,
        answer: &T,
    ) -> Result<()> {
        self.commit_with(tx, self.ctx.db.batch(), status, answer)
            .await
    }

    /// Like `commit_as`, for a handler with pending writes: they are sent to the database together with the
    /// audit entry and the stored response.
    pub async fn commit_with<T: Serialize>(
        &self,
        tx: Transaction,
        last: StatementBatch,
        status: u16,
        answer: &T,
    ) -> Result<()> {
        let stored = match &self.info.idempotency_key {
            Some(once) => Some((once, serde_json::to_string(answer)?)),
            None => None,
        };
        self.commit_stored(tx, last, status, stored).await
    }

    async fn commit_stored(
        &self,
        tx: Transaction,
        mut last: StatementBatch,
        status: u16,
        stored: Option<(&idempotency::IdempotencyKey, String)>,
    ) -> Result<()> {
        let (seen, confirmed, changed, did) = {
            let track = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            (
                track.seen.clone(),
                track.confirmed.clone(),
                track.changed.clone(),
                track.did.clone(),
            )
        };
        let line = |person: &Uuid| AuditEntry {
            detail: did.clone(),
            ..self.audit_entry(*person)
        };
        let mut lines: Vec<AuditEntry> = seen.iter().map(line).collect();
        for act in confirmed {
            let own = seen.iter().map(|person| AuditEntry {
                action: act.to_owned(),
                ..line(person)
            });
            lines.extend(own);
        }
        if !lines.is_empty() {
            (self.hooks.write_audit)(&self.ctx, &lines, &mut last);
        }
        if let Some((once, body)) = stored {
            idempotency::store_response(&mut last, once, status, body, self.now());
        }
        last.run(&tx).await.map_err(idempotency::already_used)?;
        tx.commit().await?;
        {
            let mut track = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            track.audited = true;
            track.kept = self.info.idempotency_key.is_some();
            track.changed.clear();
        }
        for change in changed {
            self.ctx.publish(change);
        }
        self.ctx.notify_worker();
        Ok(())
    }

    fn audit_entry(&self, person: Uuid) -> AuditEntry {
        audit_entry(&self.caller, &self.info, person)
    }
}

/// The audit entry of a caller who accessed a patient's record.
pub(super) fn audit_entry(caller: &Caller, request: &RequestInfo, patient: Uuid) -> AuditEntry {
    let (actor, role) = match caller {
        Caller::Person(person) => (Some(person.person_id), person.role.code()),
        Caller::Nobody => (None, "LINK"),
    };
    AuditEntry {
        actor,
        actor_role: role,
        patient: Some(patient),
        action: request.action.clone(),
        ip: request.ip.clone(),
        request_id: request.id.clone(),
        detail: None,
    }
}

/// What a read opens, for its audit entry: all that its path and its query name (decision 199). Ids are written as
/// they are; anything else, such as a name that is searched for, as a hash with this deployment's key, and so are all
/// parts of a path that holds the secret of a link.
pub(super) fn opened_object(
    hash: impl Fn(&str) -> String,
    path: &serde_json::Map<String, serde_json::Value>,
    query: &str,
    has_secret: bool,
) -> AuditDetail {
    let hashed = |text: &str| {
        let mut hash = hash(text);
        hash.truncate(OPENED_HASH_LENGTH);
        hash
    };
    let named = path.values().map(|value| {
        let text = value.as_str().unwrap_or_default();
        match Uuid::try_parse(text) {
            Ok(id) if !has_secret => id.to_string(),
            _ => hashed(text),
        }
    });
    let mut named: Vec<String> = named.collect();
    if !query.is_empty() {
        named.push(format!("?{}", hashed(query)));
    }
    (OPENED, named.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_opened_is_told_apart_without_its_words() {
        let id = Uuid::from_u128(7).to_string();
        let hash = |text: &str| crate::context::sha256_hex(text);
        let of = |part: &str, query: &str, has_secret: bool| {
            let mut path = serde_json::Map::new();
            path.insert("id".into(), part.into());
            opened_object(hash, &path, query, has_secret).1
        };
        assert_eq!(of(&id, "", false), id);
        for (part, query, has_secret) in [
            ("Miller", "", false),
            (id.as_str(), "q=Miller", false),
            (id.as_str(), "", true),
        ] {
            let told = of(part, query, has_secret);
            assert!(!told.contains("Miller") && told != id, "{told}");
            assert_eq!(told, of(part, query, has_secret));
            assert_ne!(told, of(part, "q=other", has_secret));
        }
    }
}
