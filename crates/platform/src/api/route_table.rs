// SPDX-License-Identifier: AGPL-3.0-or-later

//! The route table. A route cannot be declared without its three policies, and the table is the only way to
//! register one: the router, the OpenAPI document and the tests that check every route all read it.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request as HttpRequest;
use futures_util::future::BoxFuture;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;

use super::authentication::{ApiHooks, Caller};
use super::authorization::{Access, Audit, Scope, ScopePolicy};
use super::extraction::{Arrival, Arrived, FromBody, strict};
use super::openapi::Schemas;
use super::pace::at_its_pace;
use super::request::{Request, RequestContext, RequestInfo, RequestState};
use super::responses::{Answer, Parts};
use super::spool::Spools;
use super::{cursors, idempotency, misread};
use crate::context::Context;
use crate::error::{Error, Kind, Result};
use crate::hooks::Hook;
use crate::sealing::{self, KeyUse, Keyring};

/// The methods the contract uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Delete,
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// What the API layer knows about a request before its handler runs.
pub(super) struct IncomingRequest {
    pub(super) ctx: Context,
    pub(super) caller: Caller,
    pub(super) scope: Scope,
    pub(super) path: serde_json::Map<String, serde_json::Value>,
    pub(super) request: RequestInfo,
    pub(super) track: Arc<std::sync::Mutex<RequestState>>,
    pub(super) hooks: ApiHooks,
    pub(super) http: HttpRequest<Body>,
}

/// A successful outcome: from the handler, or stored by an earlier attempt of the same click.
pub(super) enum Outcome {
    Fresh(Parts),
    Replayed(idempotency::StoredResponse),
}

/// What the OpenAPI document says about a route.
pub(super) struct RouteSchema {
    pub path: Schema,
    pub query: Schema,
    pub body: Option<(&'static str, Schema)>,
    pub answer: (u16, Vec<(&'static str, Schema)>),
}

type Handler = Arc<dyn Fn(IncomingRequest) -> BoxFuture<'static, Result<Outcome>> + Send + Sync>;

/// One route of the API.
#[derive(Clone)]
pub struct Route {
    pub method: Method,
    /// Without the prefix /api: `/prescription/{id}`.
    pub path: &'static str,
    pub access: Access,
    pub scope: ScopePolicy,
    pub audit: Audit,
    /// One sentence for the OpenAPI document.
    pub summary: &'static str,
    /// The operation's name in the document, where its method and path do not give one of its own.
    pub(super) name: Option<&'static str>,
    /// The part of the product that the route belongs to.
    pub tag: Tag,
    /// The kinds of error it can answer besides those that follow from its access, its path and its body.
    pub(super) refusals: &'static [Kind],
    pub(super) handler: Handler,
    pub(super) describe: fn(&mut Schemas) -> RouteSchema,
}

/// A part of the product, as the OpenAPI document groups its routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    pub name: &'static str,
    /// One sentence for the OpenAPI document.
    pub description: &'static str,
}

/// The routes of one part of the product.
pub fn tagged(name: &'static str, description: &'static str, mut routes: Vec<Route>) -> Vec<Route> {
    for route in &mut routes {
        route.tag = Tag { name, description };
    }
    routes
}

impl Route {
    /// Its name in the audit log: `PUT /prescription/sign`.
    pub fn action(&self) -> String {
        format!("{} {}", self.method.name(), self.path)
    }

    /// Names the operation in the document: for paths that differ in nothing but a hyphen or a capital.
    #[must_use]
    pub fn named(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    /// Names the kinds of error that the handler itself answers. The OpenAPI document lists them, and a test
    /// client refuses a response that the document does not list.
    #[must_use]
    pub fn refuses(mut self, kinds: &'static [Kind]) -> Self {
        self.refusals = kinds;
        self
    }
}

/// What the traced routes do, by the action that an audit entry names ("PUT /prescription/sign"), as its readers see
/// it. The words stand in the route table alone.
pub struct AuditSentences(HashMap<String, &'static str>);

impl Hook for AuditSentences {
    const NAME: &'static str = "who says what the routes do";
}

impl AuditSentences {
    /// The sentences of these routes.
    pub fn of(routes: &[Route]) -> Self {
        let traced = routes.iter().filter_map(|route| match route.audit {
            Audit::PatientRecord(sentence) => Some((route.action(), sentence)),
            Audit::Untraced(_) => None,
        });
        Self(traced.collect())
    }

    /// The sentence of an action; `None` for one that is no route of this version.
    pub fn find(&self, action: &str) -> Option<&'static str> {
        self.0.get(action).copied()
    }
}

/// Declares a route. All three policies are arguments: omitting one does not compile.
pub fn route<B, P, Q, O, F, Fut>(
    method: Method,
    path: &'static str,
    access: Access,
    claim: ScopePolicy,
    trace: Audit,
    summary: &'static str,
    handler: F,
) -> Route
where
    B: FromBody,
    P: DeserializeOwned + JsonSchema + Send + 'static,
    Q: DeserializeOwned + JsonSchema + Send + 'static,
    O: Answer,
    F: Fn(Request<B, P, Q>) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = Result<O>> + Send + 'static,
{
    let pages = method == Method::Get && cursors::takes_cursor::<Q>();
    let handler: Handler = Arc::new(move |arrived| {
        let handler = handler.clone();
        Box::pin(async move { run::<B, P, Q, O, F, Fut>(arrived, handler, pages).await })
    });
    Route {
        method,
        path,
        access,
        scope: claim,
        audit: trace,
        summary,
        name: None,
        tag: Tag {
            name: "",
            description: "",
        },
        refusals: &[],
        handler,
        describe: describe::<B, P, Q, O>,
    }
}

/// Handles one request; `pages` says that the query takes a cursor. What needs no type of the row is elsewhere, so
/// that it is compiled once.
async fn run<B, P, Q, O, F, Fut>(
    arrived: IncomingRequest,
    handler: F,
    pages: bool,
) -> Result<Outcome>
where
    B: FromBody,
    P: DeserializeOwned + JsonSchema,
    Q: DeserializeOwned + JsonSchema,
    O: Answer,
    F: Fn(Request<B, P, Q>) -> Fut,
    Fut: Future<Output = Result<O>>,
{
    let (mut context, address, http) = open(arrived, pages)?;
    // A path that cannot be parsed (an invalid id) names nothing that exists.
    let path: P = unit_or(address.path).map_err(|_| Error::not_found())?;
    let query: Q = match address.query {
        Ok(query) => read_query(&query)?,
        // Other errors of the query are reported first.
        Err(error) => return read_query::<Q>(&address.sent).and(Err(error)),
    };
    let arrival = Arrival {
        spools: Spools::of(&context.ctx),
        sender: context.sender(),
    };
    let http = http.map(|body| at_its_pace(body, &arrival));
    // Its room is held until the answer is there.
    let Arrived {
        body,
        fingerprint,
        room: _room,
    } = B::read(http, arrival).await?;
    if let Some(kept) = answered_before(&mut context, &fingerprint).await? {
        return Ok(Outcome::Replayed(kept));
    }
    let (ctx, once) = (context.ctx.clone(), context.info.idempotency_key.clone());
    let call = Request {
        path,
        query,
        body,
        context,
    };
    match handler(call).await {
        Err(error) => lost_the_race(error, &ctx, once).await,
        Ok(answer) => Ok(Outcome::Fresh(sealed(answer.parts()?, address.list))),
    }
}

/// What the address of a request names.
struct Address {
    path: serde_json::Map<String, serde_json::Value>,
    /// As it was sent.
    sent: String,
    /// With its cursor opened.
    query: Result<String>,
    /// The list that a cursor of the answer belongs to.
    list: Option<cursors::ListIdentity>,
}

fn open(
    arrived: IncomingRequest,
    pages: bool,
) -> Result<(RequestContext, Address, HttpRequest<Body>)> {
    let uri = arrived.http.uri();
    if names_nul(uri) {
        return Err(Error::malformed(
            "The address contains an invalid character (NUL).",
        ));
    }
    let sent = uri.query().unwrap_or_default().to_owned();
    let (list, query) = if pages {
        match cursors::open_query(&arrived.request.action, &arrived.path, &sent) {
            Ok((list, query)) => (Some(list), Ok(query)),
            Err(error) => (None, Err(error)),
        }
    } else {
        (None, Ok(sent.clone()))
    };
    let address = Address {
        path: arrived.path,
        sent,
        query,
        list,
    };
    let context = RequestContext {
        ctx: arrived.ctx,
        caller: arrived.caller,
        scope: arrived.scope,
        info: arrived.request,
        state: arrived.track,
        hooks: arrived.hooks,
    };
    Ok((context, address, arrived.http))
}

/// The response stored by an earlier attempt of the same click.
async fn answered_before(
    context: &mut RequestContext,
    fingerprint: &str,
) -> Result<Option<idempotency::StoredResponse>> {
    let RequestContext { ctx, info, .. } = context;
    let Some(once) = info.idempotency_key.as_mut() else {
        return Ok(None);
    };
    // Keyed hash: a password in a form must not be recoverable by brute force from a copy of the database.
    let text = format!("{} {fingerprint}", info.action);
    (once.fingerprint, once.earlier) = fingerprints(ctx, &text);
    idempotency::find_response(&ctx.db, once, ctx.now()).await
}

/// What is kept of a request, and what would have been kept of it before a rotation and by an earlier version.
fn fingerprints(ctx: &Context, text: &str) -> (String, Vec<String>) {
    let keys = Keyring::of(ctx);
    let mut hashes = sealing::keyed_hashes(ctx, KeyUse::Request, text).into_iter();
    let first = hashes.next().unwrap_or_default();
    let before = keys.all().iter().map(|key| key.earlier_fingerprint(text));
    (first, hashes.chain(before).collect())
}

/// The answer, its cursor bound to its list.
fn sealed(mut answer: Parts, list: Option<cursors::ListIdentity>) -> Parts {
    if let Some(list) = list
        && answer.content_type == "application/json"
    {
        list.seal_page(&mut answer.body);
    }
    answer
}

/// Whether an address contains a NUL, which can only be written as `%00`.
fn names_nul(uri: &axum::http::Uri) -> bool {
    uri.path().contains("%00") || uri.query().is_some_and(|query| query.contains("%00"))
}

/// Two concurrent attempts of one click: the loser returns the response that the winner stored.
async fn lost_the_race(
    error: Error,
    ctx: &Context,
    once: Option<idempotency::IdempotencyKey>,
) -> Result<Outcome> {
    if let Some(once) = once
        && error.kind == Kind::Conflict
        && let Some(kept) = idempotency::find_response(&ctx.db, &once, ctx.now()).await?
    {
        return Ok(Outcome::Replayed(kept));
    }
    Err(error)
}

/// Deserializes a path or query; serde needs null for `()`, and an object for everything else.
fn unit_or<T: DeserializeOwned + JsonSchema>(
    map: serde_json::Map<String, serde_json::Value>,
) -> Result<T> {
    if std::mem::size_of::<T>() == 0 {
        return strict(serde_json::Value::Null);
    }
    strict(serde_json::Value::Object(map))
}

fn read_query<Q: DeserializeOwned + JsonSchema>(query: &str) -> Result<Q> {
    if query.is_empty() {
        unit_or(serde_json::Map::new())
    } else {
        misread::query(query)
    }
}

fn describe<B: FromBody, P: JsonSchema, Q: JsonSchema, O: Answer>(
    schemas: &mut Schemas,
) -> RouteSchema {
    RouteSchema {
        path: schemas.parameters::<P>(),
        query: schemas.parameters::<Q>(),
        body: B::describe(schemas),
        answer: O::describe(schemas),
    }
}
