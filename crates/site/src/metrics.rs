// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the metrics' own address serves (`server.metrics_address`). They name calls, kinds of jobs and services and say
//! how busy the clinic is, so the site's own address does not have them. What the database says is read at most every
//! 15 seconds, whoever asks and however often, and an answer does not wait for a database that is away: it then has
//! what was read last, and says when that was.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use futures_util::future::BoxFuture;
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use salal_db::StorageTrouble;
use tokio::sync::Mutex;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::context::Context;
use crate::error::Result;
use crate::telemetry::{self, Kind};

/// Reads what the database says of the installation, and records it.
pub type Measure = fn(Context) -> BoxFuture<'static, Result<()>>;

/// How old what was read from the database may be.
const FRESH: Duration = Duration::from_secs(15);
/// How long an answer waits for the database.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long it is read altogether.
const LONGEST_READ: Duration = Duration::from_secs(20);
/// How often recorded values are put into their buckets: until then each takes memory.
const UPKEEP: Duration = Duration::from_secs(5);

/// The recorder of this process, with the texts and buckets of the table. Once, before anything is recorded.
pub fn install() -> std::result::Result<PrometheusHandle, BuildError> {
    let mut builder = PrometheusBuilder::new();
    for row in telemetry::ALL {
        if row.kind == Kind::Histogram {
            let name = Matcher::Full(row.name.to_owned());
            builder = builder.set_buckets_for_metric(name, row.buckets)?;
        }
    }
    let handle = builder.install_recorder()?;
    telemetry::describe_all();
    Ok(handle)
}

/// Keeps what is recorded small until stopped, whether somebody reads it or not.
pub async fn keep_small(metrics: PrometheusHandle, stop: CancellationToken) {
    while tokio::time::timeout(UPKEEP, stop.cancelled())
        .await
        .is_err()
    {
        metrics.run_upkeep();
    }
}

#[derive(Clone)]
struct Shown {
    ctx: Context,
    metrics: PrometheusHandle,
    measure: Measure,
    read: Arc<Mutex<Read>>,
}

/// When the database was read, and whether that went well.
#[derive(Default)]
struct Read {
    at: Option<Instant>,
    is_bad: bool,
}

/// The metrics of a process; `role` is what it does: serve, work or both.
pub fn router(
    ctx: &Context,
    metrics: PrometheusHandle,
    role: &'static str,
    measure: Measure,
) -> Router {
    let engine = ctx.db.engine().name();
    telemetry::BUILD.set([env!("CARGO_PKG_VERSION"), engine, role], true);
    let shown = Shown {
        ctx: ctx.clone(),
        metrics,
        measure,
        read: Arc::default(),
    };
    #[expect(
        clippy::disallowed_methods,
        reason = "metrics are no call of the contract"
    )]
    Router::new().route("/metrics", get(show)).with_state(shown)
}

async fn show(State(shown): State<Shown>) -> impl IntoResponse {
    telemetry::measure_process();
    let is_away = || shown.ctx.db.trouble() == Some(StorageTrouble::Away);
    if !is_away() {
        // On a task of its own: what takes longer than this answer is there for the next one.
        let reading = tokio::spawn(shown.clone().refresh());
        let _ = tokio::time::timeout(PATIENCE, reading).await;
    }
    let is_bad = shown.read.try_lock().is_ok_and(|read| read.is_bad);
    // What was noticed while this answer waited counts.
    telemetry::DATABASE_UP.set([], !is_away() && !is_bad);
    measure_database(&shown.ctx);
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], shown.metrics.render())
}

impl Shown {
    async fn refresh(self) {
        // Somebody else reads just now.
        let Ok(mut read) = self.read.try_lock() else {
            return;
        };
        if read.at.is_some_and(|at| at.elapsed() < FRESH) {
            return;
        }
        let measured = tokio::time::timeout(LONGEST_READ, (self.measure)(self.ctx.clone())).await;
        match &measured {
            Ok(Ok(())) => telemetry::MEASURED_AT.set([], self.ctx.now()),
            Ok(Err(error)) => {
                tracing::debug!(cause = %error, "the figures of the installation couldn't be read");
            }
            Err(_) => tracing::debug!("the figures of the installation took too long to read"),
        }
        read.is_bad = !matches!(measured, Ok(Ok(())));
        read.at = Some(Instant::now());
    }
}

/// What this process knows of its database without asking it.
fn measure_database(ctx: &Context) {
    for load in ctx.db.load() {
        telemetry::POOL_CONNECTIONS.set([load.pool, "busy"], load.busy);
        telemetry::POOL_CONNECTIONS.set([load.pool, "idle"], load.idle);
        telemetry::POOL_MOST.set([load.pool], load.most);
        telemetry::POOL_WAITING.set([load.pool], load.waiting);
    }
    telemetry::COMMIT_FAILURES.reach([], ctx.db.commit_failures());
    telemetry::ROUND_TRIPS.reach([], ctx.db.sent());
    telemetry::STORAGE_REFUSING.set([], ctx.db.trouble().is_some());
    telemetry::CLOCK_AHEAD_SECONDS.set([], ctx.clock_ahead());
}
