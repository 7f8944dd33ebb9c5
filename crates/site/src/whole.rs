// SPDX-License-Identifier: AGPL-3.0-or-later

//! The whole site as one router: the API, its document, the event stream, and the shell around them. Not here: what
//! serves it (`listener`), and the routes themselves.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use crate::api;
use crate::context::Context;
use crate::parts::{Parts, Streams};
use crate::{events, shell};

/// What describes the API, as it is sent: made of the parts when somebody asks for the first time.
#[derive(Default)]
struct Description {
    document: OnceLock<Bytes>,
    page: OnceLock<Bytes>,
}

impl Description {
    fn document(&self, parts: fn() -> Parts) -> Response {
        let make = || openapi(&parts()).to_string().into();
        let document = self.document.get_or_init(make).clone();
        ([(header::CONTENT_TYPE, "application/json")], document).into_response()
    }

    fn page(&self, parts: fn() -> Parts) -> Response {
        let make = || api::docs_page(&openapi(&parts())).into();
        Html(self.page.get_or_init(make).clone()).into_response()
    }
}

/// The whole site: API, web app, health checks, security headers.
pub fn site(ctx: &Context, parts: fn() -> Parts) -> Router {
    let own = parts();
    let streams = own.streams();
    let api = api::router(ctx, own.api_hooks(), &own.routes);
    let description = Arc::new(Description::default());
    let page = Arc::clone(&description);
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
            axum::routing::get(move || async move { description.document(parts) }),
        )
        .route(
            "/docs",
            axum::routing::get(move || async move { page.page(parts) }),
        )
        .with_state(ctx.clone());
    shell::site(ctx, api.merge(extra), own.public_settings())
}

/// The OpenAPI document of this version.
pub fn openapi(parts: &Parts) -> serde_json::Value {
    api::document(&parts.routes, env!("CARGO_PKG_VERSION"))
}

async fn listen(ctx: Context, headers: HeaderMap, streams: Streams) -> Response {
    match (streams.find_session)(ctx.clone(), headers).await {
        Ok(Some(person)) => {
            let session = person.session_id;
            let left = {
                let ctx = ctx.clone();
                move || (streams.time_left)(ctx.clone(), session)
            };
            events::stream(&ctx, &person, left)
                .unwrap_or_else(|| StatusCode::TOO_MANY_REQUESTS.into_response())
        }
        _ => StatusCode::UNAUTHORIZED.into_response(),
    }
}
