// SPDX-License-Identifier: AGPL-3.0-or-later

//! The whole site as one router: the API, its document, the event stream, and the shell around them. Not here: what
//! serves it (`listener`), and the routes themselves.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};

use crate::api;
use crate::context::Context;
use crate::parts::{Parts, Streams};
use crate::{events, shell};

/// The whole site: API, web app, health checks, security headers. The document is made of the parts when somebody
/// asks for it.
pub fn site(ctx: &Context, parts: fn() -> Parts) -> Router {
    let own = parts();
    let streams = own.streams();
    let api = api::router(ctx, own.api_hooks(), &own.routes);
    #[expect(
        clippy::disallowed_methods,
        reason = "the event stream and the document have no JSON answer of the table's form"
    )]
    let extra = Router::new()
        .route(
            "/events",
            axum::routing::get(move |State(ctx): State<Context>, headers: HeaderMap| {
                listen(ctx, headers, streams)
            }),
        )
        .route(
            "/openapi.json",
            axum::routing::get(move || async move { axum::Json(openapi(&parts())) }),
        )
        .route(
            "/docs",
            axum::routing::get(move || async move { docs(&parts()) }),
        )
        .with_state(ctx.clone());
    shell::site(ctx, api.merge(extra), own.public_settings())
}

/// The OpenAPI document of this version.
pub fn openapi(parts: &Parts) -> serde_json::Value {
    api::document(&parts.routes, env!("CARGO_PKG_VERSION"))
}

/// A plain page that lists every route with its roles, from the OpenAPI document.
fn docs(parts: &Parts) -> Response {
    Html(api::docs_page(&openapi(parts))).into_response()
}

async fn listen(ctx: Context, headers: HeaderMap, streams: Streams) -> Response {
    match (streams.find_session)(ctx.clone(), headers).await {
        Ok(Some(person)) => {
            let session = person.session_id;
            let left = {
                let ctx = ctx.clone();
                move || (streams.time_left)(ctx.clone(), session)
            };
            events::stream(&ctx, &person, left).map_or_else(
                || StatusCode::TOO_MANY_REQUESTS.into_response(),
                IntoResponse::into_response,
            )
        }
        _ => StatusCode::UNAUTHORIZED.into_response(),
    }
}
