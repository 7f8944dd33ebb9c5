// SPDX-License-Identifier: AGPL-3.0-or-later

//! Builds the router: every request goes through the same steps in the same order: rate limit, session, role,
//! scope, handler, audit, response. The only module that uses axum's router.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::extract::{ConnectInfo, FromRequestParts, RawPathParams};
use axum::http::{
    HeaderMap, HeaderName, HeaderValue, Request as HttpRequest, Response, StatusCode, header,
};
use axum::routing::{MethodFilter, on};
use chrono::TimeDelta;
use uuid::Uuid;

use super::authentication::{ApiHooks, AuditDetail, AuditEntry, Caller, SignedIn};
use super::authorization::{Access, Audit, Scope};
use super::client_address::{ClientAddress, UnknownProxy};
use super::idempotency::IdempotencyKey;
use super::leftover::leftover;
use super::problem::{MEDIA_TYPE, Problem};
use super::rate_limit::Limiter;
use super::refusals;
use super::request::{RequestInfo, RequestState, audit_entry, opened_object};
use super::responses::Parts;
use super::route_table::{IncomingRequest, Method, Outcome, Route};
use crate::context::Context;
use crate::error::{Error, Kind, Result};
use crate::sealing::{KeyUse, keyed_hash};
use crate::settings::Environment;
use crate::telemetry;
use crate::traces::{Attribute, Parent, Traced};

/// The header of the access token (decision 145).
pub(super) const TOKEN_HEADER: &str = "x-access-token";
/// The cookie that binds a browser to its token.
pub const COOKIE: &str = "salal_session";
/// The cookie of a browser that someone signed in with before.
pub const DEVICE_COOKIE: &str = "salal_device";

/// Set by a page that asks again for what it has open.
const REFRESH_HEADER: &str = "x-refresh";

/// Rows seen on a list within this time belong to the same access (decision 162).
const LIST_OPENING: TimeDelta = TimeDelta::minutes(60);
/// A page may refresh what its reader opened within this time, a long working day (decisions 163 and 199).
const RECORD_OPENING: TimeDelta = TimeDelta::hours(12);

struct Api {
    ctx: Context,
    hooks: ApiHooks,
    limiter: Limiter,
    /// Of lines about refusals.
    refusals: Limiter,
}

/// The routes of the whole table, without the prefix /api.
pub fn router(ctx: &Context, hooks: ApiHooks, rows: &[Route]) -> Router {
    let api = Arc::new(Api {
        ctx: ctx.clone(),
        hooks,
        limiter: Limiter::default(),
        refusals: Limiter::default(),
    });
    let mut by_path: BTreeMap<&str, axum::routing::MethodRouter> = BTreeMap::new();
    for row in rows {
        let filter = match row.method {
            Method::Get => MethodFilter::GET,
            Method::Post => MethodFilter::POST,
            Method::Put => MethodFilter::PUT,
            Method::Delete => MethodFilter::DELETE,
        };
        let api = Arc::clone(&api);
        let entry = row.clone();
        #[expect(
            clippy::disallowed_methods,
            reason = "the one place where rows become routes"
        )]
        let route = on(filter, move |request: HttpRequest<Body>| {
            let (api, row) = (Arc::clone(&api), entry.clone());
            async move { api.handle(row, request).await }
        });
        let merged = match by_path.remove(row.path) {
            Some(there) => there.merge(route),
            None => route,
        };
        by_path.insert(row.path, merged);
    }
    by_path
        .into_iter()
        .fold(Router::new(), |router, (path, methods)| {
            #[expect(
                clippy::disallowed_methods,
                reason = "the one place where rows become routes"
            )]
            match path.trim_end_matches('/') {
                // A path that the contract writes with a slash at its end is served without it too.
                short if short != path && !short.is_empty() => {
                    router.route(short, methods.clone()).route(path, methods)
                }
                _ => router.route(path, methods),
            }
        })
        // The API layer limits each kind of body itself; axum's 2 MB default would refuse files.
        .layer(axum::extract::DefaultBodyLimit::disable())
}

/// The outcome of a call, as the metrics name it.
fn outcome_of(status: StatusCode) -> &'static str {
    if status.is_server_error() {
        "failed"
    } else if status.is_client_error() {
        "refused"
    } else {
        "done"
    }
}

/// Says that the answer is kept under the key of the call. A question, whose answer is not, has changed nothing,
/// whatever its method: a page still has the keys of what was done before it.
const KEPT: &str = "idempotency-kept";

fn is_kept(track: &Mutex<RequestState>) -> bool {
    track.lock().unwrap_or_else(PoisonError::into_inner).kept
}

impl Api {
    async fn handle(&self, row: Route, http: HttpRequest<Body>) -> Response<Body> {
        let started = Instant::now();
        let request = self.facts(&row, &http);
        let track = Arc::new(Mutex::new(RequestState::default()));
        let called = (row.method.name(), row.path);
        let parent = || self.parent(&http);
        let traced = self.ctx.traces.call(called, &request.id, parent);
        let outcome = tokio::select! {
            biased;
            outcome = traced.within(self.outcome(&row, http, &request, &track)) => outcome,
            // Nobody waits for a database that is away. What had begun is undone or finished later, as when the
            // connection to the caller is lost.
            () = self.ctx.db.away() => Err(Error::away()),
        };
        let mut response = match outcome {
            Ok(Outcome::Fresh(mut parts)) => {
                if is_kept(&track) {
                    parts.headers.push((KEPT, "true".into()));
                }
                good(parts)
            }
            Ok(Outcome::Replayed(kept)) => good(Parts {
                status: kept.status,
                content_type: "application/json".into(),
                body: kept.body.into_bytes(),
                headers: vec![
                    (KEPT, "true".into()),
                    ("idempotency-replayed", "true".into()),
                ],
            }),
            Err(error) => {
                self.ctx.note_storage(&error);
                self.log_refusal(&row, &request, &track, &error);
                let is_told = is_told(&self.ctx, &error);
                refuse(&error, &request, (row.path, is_told))
            }
        };
        for cookie in track
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .cookies
            .drain(..)
        {
            if let Ok(value) = HeaderValue::from_str(&cookie) {
                response.headers_mut().append(header::SET_COOKIE, value);
            }
        }
        self.log_access(&row, &request, &track, &response, started);
        end_trace(traced, &track, response.status());
        telemetry::CALLS.count([&request.action, response.status().as_str()]);
        telemetry::CALL_OUTCOMES.count([outcome_of(response.status())]);
        telemetry::CALL_SECONDS.record([&request.action], started.elapsed());
        response
    }

    /// The span of a proxy in which a call was made, if its traces are ours.
    fn parent(&self, http: &HttpRequest<Body>) -> Option<Parent> {
        let settings = &self.ctx.settings;
        let peer = settings
            .telemetry
            .follow_proxies
            .then(|| peer_of(http))??
            .to_canonical();
        let trusted = &settings.server.trusted_proxies;
        let is_ours = trusted.iter().any(|network| network.contains(&peer));
        is_ours.then(|| Parent::of_headers(http.headers()))?
    }

    /// One line about a call, if the settings ask for it. Not in it: anything that was sent or answered.
    fn log_access(
        &self,
        row: &Route,
        request: &RequestInfo,
        track: &Mutex<RequestState>,
        response: &Response<Body>,
        started: Instant,
    ) {
        let status = response.status().as_u16();
        if !self.ctx.settings.server.log_access.is_told(status) {
            return;
        }
        let role = track.lock().unwrap_or_else(PoisonError::into_inner).role;
        let ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::info!(
            target: "salal_access",
            method = row.method.name(),
            route = row.path,
            status,
            ms,
            bytes = response.body().size_hint().exact(),
            request = %request.id,
            role = role.unwrap_or("none"),
            address = %request.ip,
            "call"
        );
    }

    fn log_refusal(
        &self,
        row: &Route,
        request: &RequestInfo,
        track: &Mutex<RequestState>,
        error: &Error,
    ) {
        let caller = {
            let track = track.lock().unwrap_or_else(PoisonError::into_inner);
            track.role.zip(track.account)
        };
        refusals::log(&self.ctx, &self.refusals, row, request, caller, error);
    }

    async fn outcome(
        &self,
        row: &Route,
        http: HttpRequest<Body>,
        request: &RequestInfo,
        track: &Arc<Mutex<RequestState>>,
    ) -> Result<Outcome> {
        let (parts, body) = http.into_parts();
        let (body, left) = leftover(body);
        let http = HttpRequest::from_parts(parts, body);
        let outcome = match self.admit(row, http.headers(), request, track).await {
            Ok(caller) => {
                self.try_handle(row, http, caller, request.clone(), Arc::clone(track))
                    .await
            }
            Err(refusal) => Err(refusal),
        };
        if row.method != Method::Get {
            // A refusal, too, speaks of what is on the disk.
            self.ctx.db.settled().await;
        }
        if outcome.is_err() {
            left.read_out().await;
        }
        outcome
    }

    /// What is refused by the row and the headers alone, before the body is read.
    async fn admit(
        &self,
        row: &Route,
        headers: &HeaderMap,
        request: &RequestInfo,
        track: &Mutex<RequestState>,
    ) -> Result<Caller> {
        let open = matches!(row.access, Access::Public(_) | Access::ByLink(_));
        if open && row.method != Method::Get {
            let share = self.ctx.settings.limits.public_calls_per_minute;
            if let Some(wait) =
                self.limiter
                    .over(request.address.limit_key(), row.path, share, self.ctx.now())
            {
                return Err(Error::too_many(
                    "Too many attempts. Please wait a minute.",
                    wait,
                ));
            }
        }
        // Checked before the handler runs: a card must not be charged if the payment cannot be recorded.
        if let Some(why) = self.ctx.db.trouble().filter(|_| row.method != Method::Get) {
            // What is wrong is told once: a line for each call would let anybody fill the log meanwhile.
            let mut refused = Error::not_kept(why, "refused before it began");
            refused.cause = None;
            return Err(refused);
        }
        let caller = self.caller(headers, open).await?;
        if let Caller::Person(person) = &caller {
            // A refusal, too, says whose it is.
            let mut track = track.lock().unwrap_or_else(PoisonError::into_inner);
            track.role = Some(person.role.code());
            track.account = Some(person.account_id);
        }
        allowed(row.access, &caller)?;
        Ok(caller)
    }

    async fn try_handle(
        &self,
        row: &Route,
        http: HttpRequest<Body>,
        caller: Caller,
        mut request: RequestInfo,
        track: Arc<Mutex<RequestState>>,
    ) -> Result<Outcome> {
        let scope = Scope::for_caller(row.scope, &caller);
        request.idempotency_key = match &caller {
            Caller::Person(person) => once(http.headers(), &person.account_id.to_string()),
            Caller::Nobody => once(http.headers(), &format!("nobody@{}", request.ip)),
        }
        .filter(|_| row.method != Method::Get);
        let (mut parts, body) = http.into_parts();
        let path: serde_json::Map<String, serde_json::Value> =
            RawPathParams::from_request_parts(&mut parts, &())
                .await
                .map(|all| all.iter().map(|(k, v)| (k.to_owned(), v.into())).collect())
                .map_err(|_| Error::not_found())?;
        let object = (row.method == Method::Get).then(|| {
            let hash = |text: &str| keyed_hash(&self.ctx, KeyUse::Opened, text);
            let has_secret = matches!(row.access, Access::Public(_) | Access::ByLink(_));
            let query = parts.uri.query().unwrap_or_default();
            opened_object(hash, &path, query, has_secret)
        });
        let arrived = IncomingRequest {
            ctx: self.ctx.clone(),
            caller: caller.clone(),
            scope,
            path,
            request: request.clone(),
            track: Arc::clone(&track),
            hooks: self.hooks,
            http: HttpRequest::from_parts(parts, body),
        };
        let outcome = (row.handler)(arrived).await?;
        if matches!(outcome, Outcome::Fresh(_)) {
            self.trace(row, &caller, &request, &track, object).await?;
        }
        Ok(outcome)
    }

    /// Writes the audit entry of a read; fails an audited request that did not say whose record it accessed.
    /// `object` is what a read names.
    async fn trace(
        &self,
        row: &Route,
        caller: &Caller,
        request: &RequestInfo,
        track: &Mutex<RequestState>,
        object: Option<AuditDetail>,
    ) -> Result<()> {
        let (mut seen, listed, audited) = {
            let track = track.lock().unwrap_or_else(PoisonError::into_inner);
            (track.seen.clone(), track.listed.clone(), track.audited)
        };
        if matches!(row.audit, Audit::Untraced(_)) {
            return Ok(());
        }
        // A list is the same under any filter and on any page: its entries are about who was on it.
        let object = object.filter(|_| listed.is_none());
        if let Some(listed) = listed {
            let new = self.not_opened(caller, request, listed, None, LIST_OPENING);
            seen.extend(new.await?);
        } else if seen.is_empty() {
            return Err(Error::broken(
                "a traced call did not say whose record it touched",
            ));
        } else if request.is_refresh && row.method == Method::Get {
            let new = self.not_opened(caller, request, seen, object.clone(), RECORD_OPENING);
            seen = new.await?;
        }
        if audited {
            return Ok(());
        }
        // Patients reading their own record need no audit entry; anyone reading another person's does.
        let own = |person: &Uuid| matches!(caller, Caller::Person(me) if me.person_id == *person);
        let lines: Vec<_> = seen
            .iter()
            .filter(|person| !own(person))
            .map(|person| AuditEntry {
                detail: object.clone(),
                ..audit_entry(caller, request, *person)
            })
            .collect();
        if lines.is_empty() {
            return Ok(());
        }
        // One statement, so it needs no transaction.
        let mut written = self.ctx.db.batch();
        (self.hooks.write_audit)(&self.ctx, &lines, &mut written);
        written.run(self.ctx.db.write()).await?;
        Ok(())
    }

    /// Those whose records, or of whose records this object, the caller has not opened through this route within a
    /// time, each once.
    async fn not_opened(
        &self,
        caller: &Caller,
        request: &RequestInfo,
        mut persons: Vec<Uuid>,
        object: Option<AuditDetail>,
        within: TimeDelta,
    ) -> Result<Vec<Uuid>> {
        let Caller::Person(me) = caller else {
            return Ok(persons);
        };
        persons.retain(|person| *person != me.person_id);
        if persons.is_empty() {
            return Ok(persons);
        }
        persons.sort_unstable();
        persons.dedup();
        let (ask, action) = (self.hooks.find_opened, request.action.clone());
        let asked = persons.clone();
        let opened = ask(
            self.ctx.clone(),
            me.person_id,
            asked,
            action,
            object,
            within,
        )
        .await?;
        persons.retain(|person| !opened.contains(person));
        Ok(persons)
    }

    async fn caller(&self, headers: &HeaderMap, open: bool) -> Result<Caller> {
        let Some(token) = find_token(headers) else {
            return Ok(Caller::Nobody);
        };
        let cookie = find_cookie(headers, COOKIE, self.ctx.settings.is_over_tls());
        match (self.hooks.find_session)(self.ctx.clone(), token, cookie).await? {
            Some(person) => Ok(Caller::Person(person)),
            None if open => Ok(Caller::Nobody),
            None => Err(Error::not_signed_in(
                "INVALID_TOKEN",
                "Your session has ended. Please sign in again.",
            )),
        }
    }

    fn facts(&self, row: &Route, http: &HttpRequest<Body>) -> RequestInfo {
        let headers = http.headers();
        let text = |name: &str| {
            headers
                .get(name)
                .and_then(|v| v.to_str().ok())
                .map(ToOwned::to_owned)
        };
        let peer = peer_of(http);
        let trusted = &self.ctx.settings.server.trusted_proxies;
        let over_tls = self.ctx.settings.is_over_tls();
        let address = ClientAddress::of_request(peer, headers, trusted);
        if self.ctx.settings.environment == Environment::Prod
            && ClientAddress::is_told_by_stranger(peer, headers, trusted)
            && self
                .ctx
                .get_or_init(UnknownProxy::default)
                .note(self.ctx.now())
        {
            tracing::error!(
                "X-Forwarded-For was sent by an address that is not in server.trusted_proxies: if it is your proxy, \
                 name it there, or all people behind it share one address and its limits"
            );
        }
        RequestInfo {
            id: text("x-request-id").unwrap_or_else(|| self.ctx.new_id().to_string()),
            ip: address.to_string(),
            address,
            agent: text("user-agent")
                .unwrap_or_default()
                .chars()
                .take(200)
                .collect(),
            action: row.action(),
            idempotency_key: None,
            token: find_token(headers),
            cookie: find_cookie(headers, COOKIE, over_tls),
            device: find_cookie(headers, DEVICE_COOKIE, over_tls),
            over_tls,
            is_refresh: headers.contains_key(REFRESH_HEADER),
        }
    }
}

/// The address that a call comes from by itself.
fn peer_of(http: &HttpRequest<Body>) -> Option<IpAddr> {
    let peer = http.extensions().get::<ConnectInfo<SocketAddr>>();
    peer.map(|info| info.0.ip())
}

fn end_trace(traced: Traced, track: &Mutex<RequestState>, status: StatusCode) {
    let role = track.lock().unwrap_or_else(PoisonError::into_inner).role;
    let told = [
        Attribute::Status(status.as_u16()),
        Attribute::Role(role.unwrap_or("none")),
    ];
    traced.end(status.is_server_error(), &told);
}

/// The access token of a request: `x-access-token`, or a bearer token.
pub fn find_token(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    text(TOKEN_HEADER)
        .or_else(|| text("authorization").and_then(|v| v.strip_prefix("Bearer ")))
        .map(|token| token.trim().to_owned())
        .filter(|token| !token.is_empty())
}

/// What a cookie is called. Over TLS it has the prefix `__Host-`, which a browser lets nobody but this very site set.
pub fn cookie_name(name: &str, over_tls: bool) -> String {
    let prefix = if over_tls { "__Host-" } else { "" };
    format!("{prefix}{name}")
}

/// A cookie of a request. Over TLS only one with the prefix is believed: any other may have been set by a sister
/// domain.
pub fn find_cookie(headers: &HeaderMap, name: &str, over_tls: bool) -> Option<String> {
    let name = cookie_name(name, over_tls);
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value.to_owned())
}

fn once(headers: &HeaderMap, caller: &str) -> Option<IdempotencyKey> {
    let key = headers.get("idempotency-key")?.to_str().ok()?;
    (!key.is_empty() && key.len() <= 255).then(|| IdempotencyKey {
        caller: caller.to_owned(),
        key: key.to_owned(),
        fingerprint: String::new(),
        earlier: Vec::new(),
    })
}

fn allowed(access: Access, caller: &Caller) -> Result<()> {
    match (access, caller) {
        (Access::Public(_) | Access::ByLink(_), _) | (Access::AnySignedIn, Caller::Person(_)) => {
            Ok(())
        }
        (Access::Roles(_) | Access::AnySignedIn, Caller::Nobody) => {
            Err(Error::not_signed_in("NO_TOKEN", "Please sign in."))
        }
        (Access::Roles(roles), Caller::Person(person)) if has_one(person, roles) => Ok(()),
        (Access::Roles(_), Caller::Person(_)) => {
            Err(Error::not_allowed("Your role does not allow this."))
        }
    }
}

fn has_one(person: &SignedIn, roles: &[super::Role]) -> bool {
    roles.iter().any(|role| person.is(*role))
}

fn good(parts: Parts) -> Response<Body> {
    let mut response = Response::new(Body::from(parts.body));
    *response.status_mut() = StatusCode::from_u16(parts.status).unwrap_or(StatusCode::OK);
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(&parts.content_type)
        && !parts.content_type.is_empty()
    {
        headers.insert(header::CONTENT_TYPE, value);
    }
    for (name, value) in parts.headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Whether the log has said already why calls fail: that a database keeps nothing, or is away, is one line when it begins
/// and one when it is over, however many calls come meanwhile.
fn is_told(ctx: &Context, error: &Error) -> bool {
    let is_of_it = error.storage.is_some() || error.code == Error::away().code;
    is_of_it && ctx.db.trouble().is_some()
}

/// Turns an error into the response, and logs its cause once, with the request id.
fn refuse(error: &Error, request: &RequestInfo, (path, is_told): (&str, bool)) -> Response<Body> {
    if let Some(cause) = &error.cause
        && is_told
    {
        tracing::debug!(request = %request.id, call = path, code = error.code, %cause, "a call failed");
    } else if let Some(cause) = &error.cause {
        tracing::error!(request = %request.id, call = path, code = error.code, %cause, "a call failed");
    }
    if error.kind == Kind::Broken && error.cause.is_none() {
        tracing::error!(request = %request.id, call = path, code = error.code, "a call failed");
    }
    let mut response = good(Parts {
        status: error.kind.status(),
        content_type: MEDIA_TYPE.into(),
        body: serde_json::to_vec(&Problem::new(error, &request.id)).unwrap_or_default(),
        headers: Vec::new(),
    });
    if let Some(wait) = error.retry_after_seconds {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(wait));
    }
    response
}
