//! Puts everything together: the rows and job kinds of every feature, who listens to whom, the site
//! and the worker. The only module that knows all features.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use metrics_exporter_prometheus::PrometheusHandle;
use salal_db::{Db, DbSettings};
use salal_outside::Outside;
use tokio_util::sync::CancellationToken;

use crate::context::{Clock, Context};
use crate::door::{self, Hooks, Row};
use crate::error::{Error, Result};
use crate::features::{
    accounts, audit, billing, clinic_notes, drugs, fax, lab_tests, manage_data, medical_info,
    messages, notes, operations, patient_page, payments, people, pharmacies, pharmanet,
    prescriptions, presence, reference_data, sleep_studies, suggestions, uploads,
};
use crate::jobs::{self, Kind};
use crate::settings::Settings;
use crate::{events, post, shell, storage};

/// Every call of the API, in the order of the features.
pub fn rows() -> Vec<Row> {
    [
        reference_data::calls(),
        pharmacies::calls(),
        uploads::calls(),
        drugs::calls(),
        people::calls(),
        accounts::calls(),
        audit::calls(),
        fax::calls(),
        medical_info::calls(),
        payments::calls(),
        pharmanet::calls(),
        presence::calls(),
        suggestions::calls(),
        messages::calls(),
        prescriptions::calls(),
        sleep_studies::calls(),
        lab_tests::calls(),
        notes::calls(),
        patient_page::calls(),
        operations::calls(),
        billing::calls(),
        manage_data::calls(),
    ]
    .concat()
}

/// Every kind of background job.
pub fn kinds() -> Vec<Kind> {
    [
        post::jobs(),
        uploads::jobs(),
        people::jobs(),
        fax::jobs(),
        payments::jobs(),
        clinic_notes::jobs(),
        audit::jobs(),
        sleep_studies::jobs(),
        notes::jobs(),
        billing::jobs(),
        manage_data::jobs(),
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

/// Everything that keeps these settings from working, the database that does not answer included.
/// Asking makes nothing.
pub async fn faults(settings: &Settings) -> Vec<String> {
    let mut faults = settings.faults();
    if let Err(why) = salal_db::reach(&settings.database.url, PATIENCE).await {
        faults.push(format!("database.url: {why}"));
    }
    faults
}

/// How long a check waits for a database.
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens the database, brings it up to date, and makes the shared context.
pub async fn context(settings: Settings, clock: Clock) -> Result<Context> {
    let pools = DbSettings {
        sqlite_reserve: settings.database.reserve_megabytes * 1_000_000,
        ..DbSettings::default()
    };
    let db = Db::open(&settings.database.url, &pools).await?;
    db.migrate().await?;
    people::complete_search(&db).await?;
    let outside = Outside::new(&settings.outside)?;
    let ctx = Context::new(settings, db, outside, clock);
    wire(&ctx);
    Box::pin(sleep_studies::prepare(&ctx)).await?;
    Ok(ctx)
}

/// The context of somebody who only looks: the schema stays as it is, and a file that is not there is not
/// made.
pub async fn look(settings: Settings, clock: Clock) -> Result<Context> {
    if salal_db::is_absent(&settings.database.url) {
        return Err(Error::broken(
            "there is no database yet: salal migrate makes it",
        ));
    }
    let db = Db::open(&settings.database.url, &DbSettings::default()).await?;
    let outside = Outside::new(&settings.outside)?;
    let ctx = Context::new(settings, db, outside, clock);
    wire(&ctx);
    Ok(ctx)
}

/// Jobs that rest while the service they cannot do without is down.
const NEEDS: &[(&str, &str)] = &[
    ("people.demographic", "clinic"),
    ("people.profile", "clinic"),
    ("people.prefer_pharmacy", "clinic"),
    ("clinic_notes.send", "clinic"),
    ("billing.send", "teleplan"),
    ("billing.pull", "teleplan"),
];

/// Who listens to whom: money and fax tell what became of a subject, and know no more of it.
fn wire(ctx: &Context) {
    ctx.keep(payments::Sellers(vec![
        prescriptions::seller(),
        sleep_studies::seller(),
    ]));
    ctx.keep(fax::Listeners(vec![
        prescriptions::fax_listener(),
        sleep_studies::fax_listener(),
    ]));
    ctx.keep(post::TellStaff(messages::tell_staff));
    ctx.keep(jobs::Needs(NEEDS));
    ctx.keep(operations::Kinds(kinds()));
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
    shell::site(
        ctx,
        api.merge(extra),
        metrics,
        reference_data::public_settings,
    )
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
        Ok(Some(person)) => {
            let stands = {
                let ctx = ctx.clone();
                move || still_stands(ctx.clone(), headers.clone())
            };
            events::stream(&ctx, &person, stands).into_response()
        }
        _ => axum::http::StatusCode::UNAUTHORIZED.into_response(),
    }
}

/// Whether the session of these headers has not ended.
fn still_stands(ctx: Context, headers: HeaderMap) -> BoxFuture<'static, bool> {
    Box::pin(async move {
        let found = accounts::session_of_headers(&ctx, &headers).await;
        matches!(found, Ok(Some(_)))
    })
}

/// How long a process that was told to stop waits for the answers under way.
const LONGEST_FAREWELL: Duration = Duration::from_secs(20);

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
    let beside = if with_worker {
        tokio::spawn(work(ctx.clone(), stop.clone()))
    } else {
        let (ctx, stop) = (ctx.clone(), stop.clone());
        tokio::spawn(async move {
            // A process that only serves calls services as well.
            tokio::join!(
                operations::house::keep(ctx.clone(), stop.clone()),
                storage::watch(ctx, stop)
            );
        })
    };
    let relay = tokio::spawn(events::relay(ctx.clone(), stop.clone()));
    ready(address);
    let stopping = stop.clone();
    let open = ctx.clone();
    let serving = axum::serve(listener, site).with_graceful_shutdown(async move {
        stopping.cancelled().await;
        events::end(&open);
    });
    tokio::select! {
        served = serving => served.map_err(Error::broken)?,
        // Whoever is still sending or reading then has to come back.
        () = async { stop.cancelled().await; tokio::time::sleep(LONGEST_FAREWELL).await } => {}
    }
    let _ = beside.await;
    let _ = relay.await;
    ctx.told().await;
    Ok(())
}

/// The worker: first puts right what a lost process left behind, then works until told to stop.
pub async fn work(ctx: Context, stop: CancellationToken) {
    if let Err(error) = jobs::reopen_all(&ctx).await {
        tracing::error!(cause = %error, "the jobs of an earlier process could not be given back");
    }
    let sealing = tokio::spawn(audit::keep_sealed(ctx.clone(), stop.clone()));
    let keeping = tokio::spawn(operations::house::keep(ctx.clone(), stop.clone()));
    let storing = tokio::spawn(storage::watch(ctx.clone(), stop.clone()));
    jobs::work(ctx, Arc::new(kinds()), stop).await;
    let _ = tokio::join!(sealing, keeping, storing);
}
