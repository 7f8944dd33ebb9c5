// SPDX-License-Identifier: AGPL-3.0-or-later

//! The HTTP shell around the API: static files with cache headers, security headers and health checks. Not here: any
//! route of the contract, and the metrics, which have an address of their own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::extract::{ConnectInfo, State};
use axum::http::{
    Extensions, HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode, Uri, Version,
    header,
};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::{any, get};
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::{RequestBodyDeadlineLayer, RequestBodyTimeoutLayer};
use uuid::Uuid;

use crate::context::Context;
use crate::documents::Documents;
use crate::machine_clock;
use crate::parts::PublicSettings;
use crate::policy::content_security_policy;
use crate::settings::Network;

/// Wraps the API into the whole site. `settings` provides the public settings for the documents.
pub fn site(ctx: &Context, api: Router, settings: PublicSettings) -> Router {
    let policy = content_security_policy(ctx, &[]);
    let only_tls = ctx.settings.server.public_url.starts_with("https://");
    #[expect(
        clippy::disallowed_methods,
        reason = "health checks are no calls of the contract"
    )]
    let health = Router::new()
        .route("/livez", get(alive))
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        // Not the page of the web app: whoever asks at a wrong address is told so.
        .route("/metrics", any(nothing))
        .route("/metrics/{*rest}", any(nothing))
        .route("/livez/{*rest}", any(nothing))
        .route("/healthz/{*rest}", any(nothing))
        .route("/readyz/{*rest}", any(nothing))
        .with_state(ctx.clone());
    let request_id = HeaderName::from_static("x-request-id");
    let trusted: Arc<[Network]> = ctx.settings.server.trusted_proxies.clone().into();
    let limits = &ctx.settings.limits;
    let body_pause = Duration::from_secs(limits.body_pause_seconds);
    let body_time = Duration::from_secs(limits.body_seconds);
    Router::new()
        .merge(health)
        // With the slash, so that `GET /` of the contract is /api/.
        .nest("/api/", api.clone())
        .route_service("/api", api.map_request(at_its_root))
        .merge(web_app(Documents::new(ctx, settings)))
        // Not by a development build: unoptimized, to compress takes longer than to send more.
        .layer(compression(!cfg!(debug_assertions)))
        .layer(RequestBodyTimeoutLayer::new(body_pause))
        .layer(RequestBodyDeadlineLayer::new(body_time))
        .layer(middleware::from_fn(move |request, next| {
            within(body_time, request, next)
        }))
        .layer(PropagateRequestIdLayer::new(request_id.clone()))
        .layer(SetRequestIdLayer::new(request_id, MakeRequestUuid))
        .layer(middleware::map_request(move |request| {
            let trusted = Arc::clone(&trusted);
            async move { own_request_id(request, &trusted) }
        }))
        .layer(CatchPanicLayer::new())
        // Around everything: what is refused, late or broken has them too.
        .layer(middleware::from_fn(move |request, next| {
            headers(policy.clone(), only_tls, request, next)
        }))
}

/// The least that is compressed, bytes: what fits into the first packet arrives no sooner for being shorter.
const LEAST_COMPRESSED: u64 = 1024;

/// Compresses answers of text as the browser asks.
fn compression(is_on: bool) -> CompressionLayer<impl Predicate> {
    CompressionLayer::new()
        .br(is_on)
        .gzip(is_on)
        .compress_when(SizeAbove::new(LEAST_COMPRESSED).and(is_text))
}

/// Whether an answer is text. PDFs and pictures are compressed already, and an event must not wait for the next one.
fn is_text(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let is_text = kind.starts_with("text/") && kind != "text/event-stream";
    is_text
        || kind == "application/javascript"
        || kind == "application/json"
        || kind.ends_with("+json")
        || kind.ends_with("+xml")
}

/// How long the work on a request may take.
const WORK_TIME: Duration = Duration::from_mins(1);

/// Ends work that takes too long. What arrives with a request may take a while longer than the work.
async fn within(body_time: Duration, request: Request<Body>, next: Next) -> Response<Body> {
    let time = if request.body().is_end_stream() {
        WORK_TIME
    } else {
        WORK_TIME + body_time
    };
    match tokio::time::timeout(time, next.run(request)).await {
        Ok(response) => response,
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}

/// Drops a request id that no proxy of ours made: it goes into the log and the answer, where a stranger should write
/// nothing.
fn own_request_id(mut request: Request<Body>, trusted: &[Network]) -> Request<Body> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let is_of_proxy = peer.is_some_and(|peer| {
        let address = peer.0.ip().to_canonical();
        trusted.iter().any(|network| network.contains(&address))
    });
    let id = request.headers().get("x-request-id");
    if !is_of_proxy || !id.is_some_and(is_request_id) {
        request.headers_mut().remove("x-request-id");
    }
    request
}

/// Whether it has the form of ours, with the hyphens or, as nginx makes them, without.
fn is_request_id(id: &HeaderValue) -> bool {
    let text = id.to_str().unwrap_or_default();
    [32, 36].contains(&text.len()) && Uuid::try_parse(text).is_ok()
}

/// Treats `/api` as `/api/`.
fn at_its_root(mut request: Request<Body>) -> Request<Body> {
    *request.uri_mut() = Uri::from_static("/");
    request
}

/// Whether this process is about to stop: a balancer sends it no more requests, and those that come all the
/// same are answered.
#[derive(Default)]
struct Leaving(AtomicBool);

/// From now on `/readyz` says no.
pub fn leave(ctx: &Context) {
    ctx.get_or_init(Leaving::default)
        .0
        .store(true, Ordering::Relaxed);
}

/// The process runs. Asks for nothing else: one that waits for its database need not be replaced.
async fn alive() -> &'static str {
    "ok"
}

async fn nothing() -> StatusCode {
    StatusCode::NOT_FOUND
}

async fn ready(State(ctx): State<Context>) -> Response<Body> {
    if ctx.get_or_init(Leaving::default).0.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping").into_response();
    }
    if let Some(why) = ctx.db.trouble() {
        let text = format!("changes cannot be kept: {}", why.word());
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    }
    let text = match ctx.db.ask().await {
        Some(why) => why.word().to_owned(),
        None if ctx.db.ping().await.is_ok() => match machine_clock::fault(&ctx) {
            None => return "ready".into_response(),
            Some(text) => text,
        },
        None => "the database does not answer".to_owned(),
    };
    (StatusCode::SERVICE_UNAVAILABLE, text).into_response()
}

/// The web app: its files, and its documents for every address that is not a file.
fn web_app(documents: Documents) -> Router {
    #[expect(
        clippy::disallowed_methods,
        reason = "files of the web app are no calls of the contract"
    )]
    let nowhere = Router::new().route("/api/{*rest}", any(nothing));
    let files = files();
    nowhere.fallback(move |request: Request<Body>| async move {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let asked = request.headers().clone();
        if is_file(&path) {
            let answer = files.oneshot(request).await.into_response();
            if answer.status() != StatusCode::NOT_FOUND || path.starts_with("/assets/") {
                return answer;
            }
        }
        documents.answer(&method, &path, &asked)
    })
}

/// Whether the path may be a file. Unfilled templates and build notes are never served.
fn is_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.contains('.')
        && !Documents::has(path)
        && path != "/index.html"
        && !path.starts_with("/pages/")
        && !path.starts_with("/.")
}

/// Serves the files from their folder (development): no compression, no long caching.
#[cfg(debug_assertions)]
fn files() -> Router {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");
    Router::new().fallback_service(tower_http::services::ServeDir::new(folder))
}

/// Serves the files embedded in the program (release): compressed at build; `headers` lets browsers cache
/// hashed files for a year.
#[cfg(not(debug_assertions))]
fn files() -> Router {
    memory_serve::load!()
        .index_file(None)
        .cache_control(memory_serve::CacheControl::Medium)
        .into_router()
}

async fn headers(
    policy: HeaderValue,
    only_tls: bool,
    request: Request<Body>,
    next: Next,
) -> Response<Body> {
    let hashed = request.uri().path().starts_with("/assets/");
    let mut response = next.run(request).await;
    let ok = response.status().is_success();
    let headers = response.headers_mut();
    // An uploaded file has a stricter policy of its own, and a document one that allows the scripts in it.
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(policy);
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    headers.insert(
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(self), microphone=(), geolocation=()"),
    );
    headers.insert(
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    );
    if only_tls {
        // Of this name alone: what else the clinic runs under its domain is not ours to decide.
        headers.insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000"),
        );
    }
    if hashed && ok {
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("public, max-age=31536000, immutable"),
        );
    } else if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How an answer of this kind and length is compressed.
    async fn sent(kind: &'static str, length: usize) -> Option<HeaderValue> {
        let answers = get(move || async move {
            ([(header::CONTENT_TYPE, kind)], vec![b'a'; length]).into_response()
        });
        #[expect(
            clippy::disallowed_methods,
            reason = "this answer is no call of the contract"
        )]
        let site = Router::new().route("/", answers).layer(compression(true));
        let asked = Request::get("/").header(header::ACCEPT_ENCODING, "gzip, br");
        let asked = asked.body(Body::empty()).expect("a request");
        let answer = site.oneshot(asked).await.expect("an answer");
        answer.headers().get(header::CONTENT_ENCODING).cloned()
    }

    #[tokio::test]
    async fn long_texts_are_compressed_and_nothing_else() {
        for kind in [
            "application/json",
            "application/problem+json",
            "text/html; charset=utf-8",
            "text/csv; charset=utf-8",
            "image/svg+xml",
            "application/javascript",
            "application/manifest+json",
        ] {
            assert_eq!(
                sent(kind, 1024).await.as_ref(),
                Some(&"br".parse().expect("a word")),
                "{kind}"
            );
            assert_eq!(sent(kind, 1023).await, None, "{kind}");
        }
        for kind in [
            "application/pdf",
            "application/zip",
            "application/octet-stream",
            "image/png",
            "image/jpeg",
            "font/woff2",
            "text/event-stream",
            "",
        ] {
            assert_eq!(sent(kind, 100_000).await, None, "{kind}");
        }
    }
}
