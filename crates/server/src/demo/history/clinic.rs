// SPDX-License-Identifier: AGPL-3.0-or-later

//! The clinic that the demo's history happens in: the product's own calls and jobs on a clock that is set to the time of
//! each act. A call passes the route table as a page's would (roles, scope, rules, audit, transaction); only the session
//! is told by the demo, because the sessions of those days have long ended. Outside services are the sandbox, except
//! emails and text messages, which count as taken. Not here: what happens, and when.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request as HttpRequest, header};
use chrono::{DateTime, TimeDelta, Utc};
use salal_db::Transaction;
use serde_json::Value;
use tower::ServiceExt;
use uuid::Uuid;

use crate::api::{ApiHooks, Role, SignedIn, router};
use crate::app;
use crate::context::{Clock, Context};
use crate::error::{Error, Result};
use crate::jobs::{self, JobKinds};
use crate::notifications;

/// The largest answer that is read.
const LARGEST_ANSWER: usize = 8_000_000;

/// One who acts.
#[derive(Clone, Debug)]
pub(super) struct Actor {
    pub(super) person: Uuid,
    pub(super) account: Uuid,
    pub(super) role: Role,
    pub(super) is_admin: bool,
    /// Of the documentation's networks, which belong to nobody.
    pub(super) address: Ipv4Addr,
}

impl Actor {
    /// What stands for a session here.
    fn token(&self) -> String {
        let (role, admin) = (self.role.code(), self.is_admin);
        format!("{} {} {role} {admin}", self.account, self.person)
    }

    fn of_token(token: &str) -> Option<SignedIn> {
        let mut parts = token.split(' ');
        let account_id = parts.next()?.parse().ok()?;
        Some(SignedIn {
            account_id,
            person_id: parts.next()?.parse().ok()?,
            session_id: account_id,
            role: Role::from_code(parts.next()?)?,
            is_admin: parts.next()? == "true",
        })
    }
}

/// A refusal of the product, which leaves everything as it was.
#[derive(Clone, Debug)]
pub(super) struct Refused {
    /// `SUPPLY_LASTS`, as the pages get it.
    pub(super) code: String,
    pub(super) told: String,
}

/// An outcome of a call: its answer, or why it was refused.
pub(super) type Answered = std::result::Result<Value, Refused>;

/// The product in the past.
pub(super) struct Clinic {
    pub(super) ctx: Context,
    router: Router,
    kinds: JobKinds,
    /// The jobs that hand a message to a service that takes everything.
    taken: Vec<&'static str>,
    clock: Arc<Mutex<DateTime<Utc>>>,
}

impl Clinic {
    /// The clinic at a time of the past.
    pub(super) fn at(ctx: &Context, time: DateTime<Utc>) -> Self {
        let clock = Arc::new(Mutex::new(time));
        let mut ctx = ctx.clone();
        ctx.clock = Clock::Set(Arc::clone(&clock));
        let parts = app::parts();
        let hooks = ApiHooks {
            find_session: |_, token, _| Box::pin(async move { Ok(Actor::of_token(&token)) }),
            ..parts.api_hooks()
        };
        let clinic = Self {
            router: router(&ctx, hooks, &parts.routes),
            kinds: JobKinds(parts.kinds),
            taken: notifications::Job::ALL
                .iter()
                .map(|job| job.code())
                .collect(),
            clock,
            ctx,
        };
        clinic.set(time);
        clinic
    }

    /// What the time is now.
    pub(super) fn now(&self) -> DateTime<Utc> {
        self.ctx.now()
    }

    fn set(&self, time: DateTime<Utc>) {
        // The outside services live on the same day.
        salal_sandbox::set_clock(Some(time));
        // What the context takes away again where this machine's clock is ahead of the database's.
        let time = time + self.ctx.clock_ahead();
        *self
            .clock
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner) = time;
    }

    /// Lets the time pass until then: each job runs when it is due.
    pub(super) async fn wait_until(&self, time: DateTime<Utc>) -> Result<()> {
        while let Some(due) = jobs::next_due(&self.ctx.db).await? {
            if due > time {
                break;
            }
            self.set(due.max(self.now()));
            // A service that is asked again and again does so at the same moment at most once.
            jobs::run_due(&self.ctx, &self.kinds, &self.taken).await?;
        }
        self.set(time.max(self.now()));
        Ok(())
    }

    /// Begins a transaction.
    pub(super) async fn begin(&self) -> Result<Transaction> {
        Ok(self.ctx.db.begin().await?)
    }

    pub(super) async fn get(&self, by: &Actor, path: &str) -> Result<Answered> {
        self.call(by, "GET", path, None).await
    }

    pub(super) async fn post(&self, by: &Actor, path: &str, body: &Value) -> Result<Answered> {
        self.call(by, "POST", path, Some(body)).await
    }

    pub(super) async fn put(&self, by: &Actor, path: &str, body: &Value) -> Result<Answered> {
        self.call(by, "PUT", path, Some(body)).await
    }

    /// One call. Each takes a moment of the clinic's time.
    async fn call(
        &self,
        by: &Actor,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Answered> {
        let json = (
            "application/json".to_owned(),
            body.map_or_else(Vec::new, |body| body.to_string().into_bytes()),
        );
        self.send(by, method, path, json).await
    }

    /// One call with any body: its type and its bytes.
    pub(super) async fn send(
        &self,
        by: &Actor,
        method: &str,
        path: &str,
        (kind, body): (String, Vec<u8>),
    ) -> Result<Answered> {
        self.set(self.now() + TimeDelta::milliseconds(40));
        let mut request = HttpRequest::builder()
            .method(method)
            .uri(path)
            .header("x-access-token", by.token())
            .header(header::USER_AGENT, "Mozilla/5.0 (demo)")
            .header(header::CONTENT_TYPE, kind)
            .body(Body::from(body))
            .map_err(Error::broken)?;
        let peer = SocketAddr::from((IpAddr::V4(by.address), 443));
        request.extensions_mut().insert(ConnectInfo(peer));
        let response = match self.router.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        let status = response.status();
        let bytes = to_bytes(response.into_body(), LARGEST_ANSWER)
            .await
            .map_err(Error::broken)?;
        let answer: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        if status.is_success() {
            return Ok(Ok(answer));
        }
        let text = |field: &str| answer[field].as_str().unwrap_or_default().to_owned();
        if status.is_server_error() {
            return Err(Error::broken(format!("{method} {path}: {status} {answer}")));
        }
        Ok(Err(Refused {
            code: text("code"),
            told: format!("{method} {path}: {status} {answer}"),
        }))
    }
}

impl Drop for Clinic {
    fn drop(&mut self) {
        salal_sandbox::set_clock(None);
    }
}
