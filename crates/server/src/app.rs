//! Puts everything together: the rows and job kinds of every feature, who listens to whom, the site
//! and the worker. The only module that knows all features.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::PrometheusHandle;
use salal_db::{Db, DbSettings};
use salal_outside::Outside;
use tokio_util::sync::CancellationToken;

use crate::context::{Clock, Context};
use crate::door::{self, Hooks, Row};
use crate::error::{Error, Result};
use crate::features::{
    accounts, audit, drugs, fax, medical_info, messages, payments, people, pharmacies,
    prescriptions, reference_data,
};
use crate::jobs::{self, Kind};
use crate::settings::Settings;
use crate::{events, post, shell};

/// Every call of the API, in the order of the features.
pub fn rows() -> Vec<Row> {
    [
        reference_data::calls(),
        pharmacies::calls(),
        drugs::calls(),
        people::calls(),
        accounts::calls(),
        medical_info::calls(),
        payments::calls(),
        messages::calls(),
        prescriptions::calls(),
    ]
    .concat()
}

/// Every kind of background job.
pub fn kinds() -> Vec<Kind> {
    [
        post::jobs(),
        people::jobs(),
        fax::jobs(),
        payments::jobs(),
        prescriptions::jobs(),
    ]
    .concat()
}

/// What the door borrows from the features.
pub fn hooks() -> Hooks {
    Hooks {
        find: accounts::find_session,
        write_audit: audit::write,
    }
}

/// Opens the database, brings it up to date, and makes the shared context.
pub async fn context(settings: Settings, clock: Clock) -> Result<Context> {
    let db = Db::open(&settings.database.url, &DbSettings::default()).await?;
    db.migrate().await?;
    let outside = Outside::new(&settings.outside)?;
    let ctx = Context::new(settings, db, outside, clock);
    wire(&ctx);
    Ok(ctx)
}

/// Who listens to whom: money and fax tell what became of a subject, and know no more of it.
fn wire(ctx: &Context) {
    ctx.keep(payments::Listeners {
        changed: prescriptions::payment_changed,
    });
    ctx.keep(fax::Listeners {
        changed: prescriptions::fax_changed,
    });
    ctx.keep(post::TellStaff(messages::tell_staff));
}

/// The whole site: API, web app, health, security headers.
pub fn site(ctx: &Context, metrics: Option<PrometheusHandle>) -> Router {
    let api = door::router(ctx, hooks(), &rows());
    #[expect(
        clippy::disallowed_methods,
        reason = "the event stream and the document have no JSON answer of the table's form"
    )]
    let extra = Router::new()
        .route("/events", axum::routing::get(listen))
        .route(
            "/openapi.json",
            axum::routing::get(|| async { axum::Json(openapi()) }),
        )
        .route("/docs", axum::routing::get(docs))
        .with_state(ctx.clone());
    shell::site(ctx, api.merge(extra), metrics)
}

/// The OpenAPI document of this version.
pub fn openapi() -> serde_json::Value {
    door::document(&rows(), env!("CARGO_PKG_VERSION"))
}

/// A plain page that lists every call with its roles, from the same document.
async fn docs() -> Response {
    axum::response::Html(crate::door::page(&openapi())).into_response()
}

async fn listen(State(ctx): State<Context>, headers: HeaderMap) -> Response {
    match accounts::session_of_headers(&ctx, &headers).await {
        Ok(Some(person)) => events::stream(&ctx, &person).into_response(),
        _ => axum::http::StatusCode::UNAUTHORIZED.into_response(),
    }
}

/// Serves until told to stop; says when it is ready.
pub async fn serve(
    ctx: Context,
    metrics: Option<PrometheusHandle>,
    with_worker: bool,
    stop: CancellationToken,
    ready: impl FnOnce(SocketAddr),
) -> Result<()> {
    let listener = tokio::net::TcpListener::bind(&ctx.settings.server.address)
        .await
        .map_err(|error| {
            Error::broken(format!(
                "cannot listen on {}: {error}",
                ctx.settings.server.address
            ))
        })?;
    let address = listener.local_addr().map_err(Error::broken)?;
    let site = site(&ctx, metrics).into_make_service_with_connect_info::<SocketAddr>();
    let worker = with_worker.then(|| tokio::spawn(work(ctx.clone(), stop.clone())));
    ready(address);
    let stopping = stop.clone();
    axum::serve(listener, site)
        .with_graceful_shutdown(async move { stopping.cancelled().await })
        .await
        .map_err(Error::broken)?;
    if let Some(worker) = worker {
        let _ = worker.await;
    }
    Ok(())
}

/// The worker: first puts right what a lost process left behind, then works until told to stop.
pub async fn work(ctx: Context, stop: CancellationToken) {
    if let Err(error) = jobs::reopen_all(&ctx).await {
        tracing::error!(cause = %error, "the jobs of an earlier process could not be given back");
    }
    jobs::work(ctx, Arc::new(kinds()), stop).await;
}
