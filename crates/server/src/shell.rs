//! Around the API: the web app's files with their cache headers, the security headers, health and
//! metrics. Deliberately not here: any call of the contract.

use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Request, Response, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::TimeoutLayer;

use crate::context::Context;

/// Wraps the API into the whole site.
pub fn site(ctx: &Context, api: Router, metrics: Option<PrometheusHandle>) -> Router {
    let policy = content_security_policy(ctx);
    #[expect(
        clippy::disallowed_methods,
        reason = "health and metrics are no calls of the contract"
    )]
    let health = Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .route(
            "/metrics",
            get(move || async move { metrics.map(|m| m.render()).unwrap_or_default() }),
        )
        .with_state(ctx.clone());
    let request_id = HeaderName::from_static("x-request-id");
    Router::new()
        .merge(health)
        // With the stroke, so that `GET /` of the contract is /api/.
        .nest("/api/", api)
        .merge(web_files())
        .layer(middleware::from_fn(move |request, next| {
            headers(policy.clone(), request, next)
        }))
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            Duration::from_mins(1),
        ))
        .layer(PropagateRequestIdLayer::new(request_id.clone()))
        .layer(SetRequestIdLayer::new(request_id, MakeRequestUuid))
        .layer(CatchPanicLayer::new())
}

async fn ready(State(ctx): State<Context>) -> Response<Body> {
    match ctx.db.ping().await {
        Ok(()) => "ready".into_response(),
        Err(_) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the database does not answer",
        )
            .into_response(),
    }
}

/// The web app from its folder (development): no compression, no long caching.
#[cfg(debug_assertions)]
fn web_files() -> Router {
    use tower_http::services::{ServeDir, ServeFile};
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");
    let files = ServeDir::new(folder).fallback(ServeFile::new(format!("{folder}/index.html")));
    let missing = || async { StatusCode::NOT_FOUND };
    #[expect(
        clippy::disallowed_methods,
        reason = "files of the web app are no calls of the contract"
    )]
    Router::new()
        .nest_service("/assets", ServeDir::new(format!("{folder}/assets")))
        .route("/api/{*rest}", axum::routing::any(missing))
        .fallback_service(files)
}

/// The web app inside the program (release): compressed at build, hashed files kept for a year.
#[cfg(not(debug_assertions))]
fn web_files() -> Router {
    use memory_serve::CacheControl;
    let missing = || async { StatusCode::NOT_FOUND };
    #[expect(
        clippy::disallowed_methods,
        reason = "files of the web app are no calls of the contract"
    )]
    let nowhere = Router::new()
        .route("/assets/{*rest}", get(missing))
        .route("/api/{*rest}", axum::routing::any(missing));
    memory_serve::load!()
        .index_file(Some("/index.html"))
        .fallback(Some("/index.html"))
        .fallback_status(StatusCode::OK)
        .html_cache_control(CacheControl::NoCache)
        .cache_control(CacheControl::Long)
        .into_router()
        .merge(nowhere)
}

/// Scripts from this origin and from the card provider only; nobody may frame the site.
fn content_security_policy(ctx: &Context) -> HeaderValue {
    let origin = |address: &str| {
        url::Url::parse(address)
            .ok()
            .map(|u| u.origin().ascii_serialization())
            .unwrap_or_default()
    };
    let outside = &ctx.settings.outside;
    let mut others: Vec<String> = [
        outside.cards.script_url.as_str(),
        outside.captcha.script_url.as_str(),
    ]
    .into_iter()
    .map(origin)
    .filter(|o| !o.is_empty())
    .collect();
    others.sort();
    others.dedup();
    let others = others.join(" ");
    let policy = format!(
        "default-src 'self'; script-src 'self' {others}; frame-src 'self' blob: {others}; \
         connect-src 'self' {others}; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
         font-src 'self' data:; worker-src 'self' blob:; object-src 'none'; base-uri 'self'; \
         form-action 'self' {others}; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy)
        .unwrap_or_else(|_| HeaderValue::from_static("default-src 'self'"))
}

async fn headers(policy: HeaderValue, request: Request<Body>, next: Next) -> Response<Body> {
    let hashed = request.uri().path().starts_with("/assets/");
    let mut response = next.run(request).await;
    let ok = response.status().is_success();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
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
