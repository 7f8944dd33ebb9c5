//! The one argument of every handler, and the transaction it commits through: the audit line, the
//! answer kept under the `Idempotency-Key` and the change itself are one commit, so that none of the
//! three can be there without the others.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Utc};
use salal_db::{Together, Transaction};
use serde::Serialize;
use uuid::Uuid;

use super::answer::Json;
use super::caller::{Caller, Hooks, Line, SignedIn};
use super::claims::Reach;
use super::idempotency;
use crate::context::{Changed, Context};
use crate::error::{Error, Result};

/// Per-request state (audit subjects, change events, cookies), shared between the handler and the API layer.
#[derive(Debug, Default)]
pub(super) struct Track {
    pub(super) seen: Vec<Uuid>,
    /// Who stands on the list that it answers; none when it answers no list.
    pub(super) listed: Option<Vec<Uuid>>,
    pub(super) audited: bool,
    /// Acts of their own inside the call, each a line of the audit beside the call's.
    pub(super) confirmed: Vec<&'static str>,
    pub(super) kept: bool,
    pub(super) changed: Vec<Changed>,
    pub(super) cookies: Vec<String>,
    /// A fact of the act for the audit: kind and code.
    pub(super) did: Option<(&'static str, String)>,
}

/// Facts of the request itself.
#[derive(Clone)]
pub struct RequestFacts {
    pub id: String,
    /// The caller's address as this server sees it.
    pub ip: String,
    pub agent: String,
    /// Method and path template, as in the table: `PUT /prescription/acknowledge`.
    pub action: String,
    /// Who owns the idempotency key, the key and the request's fingerprint.
    pub(super) once: Option<idempotency::Once>,
    /// The access token that came with the request, right or wrong.
    pub token: Option<String>,
    pub over_tls: bool,
}

/// What a handler is given.
pub struct Call<B = super::NoBody, P = (), Q = ()> {
    pub ctx: Context,
    pub caller: Caller,
    pub reach: Reach,
    pub path: P,
    pub query: Q,
    pub body: B,
    pub request: RequestFacts,
    pub(super) track: Arc<Mutex<Track>>,
    pub(super) hooks: Hooks,
}

impl<B, P, Q> Call<B, P, Q> {
    /// The signed-in caller. Calls without a session get the sign-in error.
    pub fn me(&self) -> Result<&SignedIn> {
        match &self.caller {
            Caller::Person(person) => Ok(person),
            Caller::Nobody => Err(Error::not_signed_in("NO_TOKEN", "Please sign in.")),
        }
    }

    /// Now, UTC.
    pub fn now(&self) -> DateTime<Utc> {
        self.ctx.now()
    }

    /// Says whose record this call touched; a traced call must.
    pub fn saw(&self, person: Uuid) {
        let mut track = self.track.lock().unwrap_or_else(PoisonError::into_inner);
        if !track.seen.contains(&person) {
            track.seen.push(person);
        }
    }

    /// Says whose names stand on the list that is answered, beside something of their health: the door writes a
    /// line for each who was not on it already (decisions 162 and 163). Of a list without anybody new, no
    /// record was opened.
    pub fn listed(&self, persons: impl IntoIterator<Item = Uuid>) {
        let mut track = self.track.lock().unwrap_or_else(PoisonError::into_inner);
        track.listed.get_or_insert_default().extend(persons);
    }

    /// Refuses a request that names another acting person than the session's (decision 5).
    pub fn same_actor(&self, named: Option<Uuid>) -> Result<()> {
        match named {
            Some(id) if id != self.me()?.person_id => {
                Err(Error::not_allowed("You can only act as yourself."))
            }
            _ => Ok(()),
        }
    }

    /// Says more of what this call did, for its line in the audit: a kind and a code, never words of health.
    pub fn did(&self, kind: &'static str, code: &str) {
        let mut track = self.track.lock().unwrap_or_else(PoisonError::into_inner);
        track.did = Some((kind, code.to_owned()));
    }

    /// Tells open pages of a change, after the commit.
    pub fn changed(&self, kind: &'static str, id: Uuid, person: Uuid) {
        let mut track = self.track.lock().unwrap_or_else(PoisonError::into_inner);
        track.changed.push(Changed { kind, id, person });
    }

    /// Sets a cookie with the answer.
    pub fn set_cookie(&self, cookie: String) {
        self.track
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .cookies
            .push(cookie);
    }

    /// An act that somebody confirmed with a reason on the way: a line of its own in the audit, beside the
    /// call's, written in the same transaction.
    pub fn confirmed(&self, act: &'static str) {
        self.track
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .confirmed
            .push(act);
    }

    /// Begins the transaction of this call.
    pub async fn begin(&self) -> Result<Transaction> {
        Ok(self.ctx.db.begin().await?)
    }

    /// Commits the change together with its audit line and the kept answer, then wakes the worker
    /// and the open pages.
    pub async fn commit<T>(&self, tx: Transaction, answer: T) -> Result<Json<T>>
    where
        T: Serialize + Send + 'static,
    {
        self.commit_as(tx, 200, &answer).await?;
        Ok(Json(answer))
    }

    /// As `commit`, for an answer with another status than 200 (201 of `Created`).
    pub async fn commit_as<T: Serialize>(
        &self,
        tx: Transaction,
        status: u16,
        answer: &T,
    ) -> Result<()> {
        self.commit_with(tx, self.ctx.db.together(), status, answer)
            .await
    }

    /// As `commit_as`, for a handler that did not send its last changes yet: they go to the database
    /// together with the audit line and the kept answer.
    pub async fn commit_with<T: Serialize>(
        &self,
        tx: Transaction,
        mut last: Together,
        status: u16,
        answer: &T,
    ) -> Result<()> {
        let (seen, confirmed, changed, did) = {
            let track = self.track.lock().unwrap_or_else(PoisonError::into_inner);
            (
                track.seen.clone(),
                track.confirmed.clone(),
                track.changed.clone(),
                track.did.clone(),
            )
        };
        let line = |person: &Uuid| Line {
            did: did.clone(),
            ..self.audit_line(*person)
        };
        let mut lines: Vec<Line> = seen.iter().map(line).collect();
        for act in confirmed {
            let own = seen.iter().map(|person| Line {
                action: act.to_owned(),
                ..line(person)
            });
            lines.extend(own);
        }
        if !lines.is_empty() {
            (self.hooks.write_audit)(&self.ctx, &lines, &mut last);
        }
        if let Some(once) = &self.request.once {
            let body = serde_json::to_string(answer)?;
            idempotency::keep(&mut last, once, status, body, self.now());
        }
        last.run(&tx).await.map_err(idempotency::taken)?;
        tx.commit().await?;
        {
            let mut track = self.track.lock().unwrap_or_else(PoisonError::into_inner);
            track.audited = true;
            track.kept = self.request.once.is_some();
            track.changed.clear();
        }
        for change in changed {
            self.ctx.tell(change);
        }
        self.ctx.ring();
        Ok(())
    }

    fn audit_line(&self, person: Uuid) -> Line {
        audit_line(&self.caller, &self.request, person)
    }
}

/// The audit line of a caller who touched a patient's record.
pub(super) fn audit_line(caller: &Caller, request: &RequestFacts, patient: Uuid) -> Line {
    let (actor, role) = match caller {
        Caller::Person(person) => (Some(person.person_id), person.role.code()),
        Caller::Nobody => (None, "LINK"),
    };
    Line {
        actor,
        actor_role: role,
        patient: Some(patient),
        action: request.action.clone(),
        ip: request.ip.clone(),
        request_id: request.id.clone(),
        did: None,
    }
}
