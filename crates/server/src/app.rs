// SPDX-License-Identifier: AGPL-3.0-or-later

//! Composition root: puts together what the crates of features register, and starts the site and the worker. The
//! only module that calls all of them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::PrometheusHandle;
use salal_db::{Db, DbError, DbSettings, FileHold};
use salal_integrations::Integrations;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::api::{self, ApiHooks, Route};
use crate::context::{Clock, Context};
use crate::error::{Error, Result};
use crate::features::{accounts, audit, operations, people, reference_data, sleep_studies};
use crate::jobs::{self, JobKinds};
use crate::parts::Parts;
use crate::settings::Settings;
use crate::storage::UploadFolder;
use crate::{events, listener, machine_clock, shell, storage, terminal};

/// The crates of features, each after those that it uses.
const CRATES: [fn(&mut Parts); 9] = [
    salal_reference::register,
    salal_people::register,
    salal_drugs::register,
    salal_accounts::register,
    salal_exchange::register,
    salal_orders::register,
    salal_prescriptions::register,
    salal_clinic::register,
    salal_office::register,
];

/// The tags in the order of the document: one list, so that a feature that moves to another crate leaves the document
/// as it is.
const TAGS: [&str; 22] = [
    "Reference data",
    "Pharmacies",
    "Files",
    "Drugs",
    "People",
    "Accounts",
    "Audit",
    "Fax",
    "Medical information",
    "Payments",
    "PharmaNet",
    "Presence",
    "Suggestions",
    "Messages",
    "Prescriptions",
    "Sleep studies",
    "Lab tests",
    "Notes",
    "Patient page",
    "Operations",
    "Billing",
    "Manage data",
];

/// What the platform and every crate of features bring; the routes in the order of their tags.
fn parts() -> Parts {
    let mut parts = Parts::of_platform();
    for register in CRATES {
        register(&mut parts);
    }
    let place = |row: &Route| TAGS.iter().position(|tag| *tag == row.tag.name);
    parts
        .routes
        .sort_by_key(|row| place(row).unwrap_or(TAGS.len()));
    parts
}

/// Every route of the API, in the order of the document.
pub fn routes() -> Vec<Route> {
    parts().routes
}

/// Every kind of background job.
pub fn job_kinds() -> JobKinds {
    JobKinds(parts().kinds)
}

/// Functions that the features supply to the API layer.
pub fn hooks() -> ApiHooks {
    ApiHooks {
        find_session: accounts::find_session,
        write_audit: audit::write,
        find_opened: audit::opened_within,
    }
}

/// Everything that prevents these settings from working, including a database that does not respond. The
/// check creates nothing.
pub async fn list_faults(settings: &Settings) -> Vec<String> {
    let mut faults = settings.faults();
    if settings.is_unread("database.url") {
        return faults;
    }
    let url = &settings.database.url;
    let answers = match salal_db::look_at_file(url) {
        Ok(()) => salal_db::ping(url, PATIENCE).await,
        fault => fault,
    };
    let schema = match answers {
        Ok(()) => salal_db::schema_at(url, PATIENCE).await,
        Err(fault) => Err(fault),
    };
    match schema {
        Ok(Some(schema)) if !schema.unknown.is_empty() => {
            faults.push(format!("database.url: {LATER}"));
        }
        Ok(_) => {}
        Err(DbError::Database(error)) => {
            let why = terminal::error_message(&error.into(), url);
            faults.push(format!("database.url: {why}"));
        }
        Err(why) => faults.push(format!("database.url: {why}")),
    }
    faults
}

/// How many migrations an existing database still needs. The check changes nothing.
pub async fn count_missing_migrations(settings: &Settings) -> Result<usize> {
    let schema = salal_db::schema_at(&settings.database.url, PATIENCE).await?;
    Ok(schema.map_or(0, |schema| schema.missing.len()))
}

/// Whether the database exists already; for a database that is not a file, this is unknown until it is
/// queried.
pub fn has_database(settings: &Settings) -> bool {
    !salal_db::is_absent(&settings.database.url)
}

/// Refuses a file that is not our database before anything in it is changed. An empty file is refused too:
/// replacing a clinic's missing data with a new, empty database would hide the loss.
async fn refuse_others(url: &str) -> Result<()> {
    let mut found = salal_db::refuse_foreign(url).await;
    if matches!(found, Err(DbError::Empty { .. })) {
        // A database being created by another process is empty for an instant.
        tokio::time::sleep(SECOND_LOOK).await;
        found = salal_db::refuse_foreign(url).await;
    }
    match found {
        Err(DbError::Database(error)) => Err(DbError::Database(error).into()),
        other => other.map_err(Error::broken),
    }
}

/// How long to wait for an empty file that was only just created.
const SECOND_LOOK: Duration = Duration::from_millis(500);

/// How long a check waits for a database.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a server waits for a lock that another program has on its `SQLite` file, before it answers that nothing
/// can be saved at the moment.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);

/// Opens the database, migrates it, and creates the shared context of a server.
pub async fn context(settings: Settings, clock: Clock) -> Result<Context> {
    let pools = DbSettings {
        sqlite_lock_timeout: LOCK_TIMEOUT,
        ..DbSettings::default()
    };
    context_with(settings, clock, pools).await
}

/// Like [`context`], for a command that can wait for the changes of a server on the same file.
pub async fn patient_context(settings: Settings, clock: Clock) -> Result<Context> {
    context_with(settings, clock, DbSettings::default()).await
}

async fn context_with(settings: Settings, clock: Clock, pools: DbSettings) -> Result<Context> {
    let pools = DbSettings {
        sqlite_reserve: settings.database.reserve_megabytes * 1_000_000,
        ..pools
    };
    refuse_others(&settings.database.url).await?;
    let db = Db::open(&settings.database.url, &pools).await?;
    // A database of a later version cannot be migrated back.
    if !db.schema().await?.unknown.is_empty() {
        return Err(Error::broken(LATER));
    }
    db.migrate().await?;
    people::complete_search(&db).await?;
    let services = Integrations::new(&settings.services)?;
    let ctx = Context::new(settings, db, services, clock, parts().into_hooks()?);
    if let Err(error) = UploadFolder::of(&ctx).path() {
        tracing::error!(%error, "the upload folder cannot be used; no file can be sent or opened");
    }
    machine_clock::measure(&ctx).await?;
    Box::pin(sleep_studies::prepare(&ctx)).await?;
    Ok(ctx)
}

/// Read-only context: no migration, no file creation.
pub async fn read_only_context(settings: Settings, clock: Clock) -> Result<Context> {
    if salal_db::is_absent(&settings.database.url) {
        return Err(Error::broken(
            "there is no database yet: run salal migrate to create it",
        ));
    }
    refuse_others(&settings.database.url).await?;
    let db = Db::open(&settings.database.url, &DbSettings::default()).await?;
    let services = Integrations::new(&settings.services)?;
    let ctx = Context::new(settings, db, services, clock, parts().into_hooks()?);
    machine_clock::measure(&ctx).await?;
    Ok(ctx)
}

/// The message for a database that a later version of the program has changed.
const LATER: &str = "a later version of the program has changed this database: use that version, or restore a \
                     backup from before the change";

/// The context of a command that works with existing data: like [`read_only_context`], and only on a database
/// of exactly this version. Migration is left to server start and `salal migrate`: the user of another
/// command may not have made a backup yet.
pub async fn current_schema_context(settings: Settings, clock: Clock) -> Result<Context> {
    let ctx = read_only_context(settings, clock).await?;
    let schema = ctx.db.schema().await?;
    if !schema.unknown.is_empty() {
        return Err(Error::broken(LATER));
    }
    if !schema.missing.is_empty() {
        return Err(Error::broken(
            "this database is from an earlier version of the program: back it up (salal backup), bring it up to \
             date with salal migrate, and run this again",
        ));
    }
    Ok(ctx)
}

/// The context of a command that fills a new database: created when it is missing or has no tables, otherwise
/// used unchanged.
pub async fn new_or_current_context(settings: Settings, clock: Clock) -> Result<Context> {
    refuse_others(&settings.database.url).await?;
    let is_new = if has_database(&settings) {
        let db = Db::open(&settings.database.url, &DbSettings::default()).await?;
        let schema = db.schema().await?;
        db.close().await;
        schema.newest.is_none() && schema.unknown.is_empty()
    } else {
        true
    };
    if is_new {
        Box::pin(context(settings, clock)).await
    } else {
        current_schema_context(settings, clock).await
    }
}

/// The whole site: API, web app, health checks, security headers.
pub fn site(ctx: &Context) -> Router {
    let api = api::router(ctx, hooks(), &routes());
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
    shell::site(ctx, api.merge(extra), reference_data::public_settings)
}

/// The OpenAPI document of this version.
pub fn openapi() -> serde_json::Value {
    api::document(&routes(), env!("CARGO_PKG_VERSION"))
}

/// A plain page that lists every route with its roles, from the OpenAPI document.
async fn docs() -> Response {
    axum::response::Html(crate::api::docs_page(&openapi())).into_response()
}

async fn listen(State(ctx): State<Context>, headers: HeaderMap) -> Response {
    match accounts::session_of_headers(&ctx, &headers).await {
        Ok(Some(person)) => {
            let session = person.session_id;
            let left = {
                let ctx = ctx.clone();
                move || time_left(ctx.clone(), session)
            };
            events::stream(&ctx, &person, left).map_or_else(
                || axum::http::StatusCode::TOO_MANY_REQUESTS.into_response(),
                IntoResponse::into_response,
            )
        }
        _ => axum::http::StatusCode::UNAUTHORIZED.into_response(),
    }
}

/// How long a session stands. One that cannot be asked about is taken for ended: its page connects again.
fn time_left(ctx: Context, session: Uuid) -> events::TimeLeft {
    Box::pin(async move {
        let left = accounts::time_left(&ctx, session).await.ok().flatten();
        left.and_then(|left| left.to_std().ok())
    })
}

/// How long a stopping process waits for requests in progress.
const LONGEST_FAREWELL: Duration = Duration::from_secs(20);

async fn listen_on(address: &str) -> Result<tokio::net::TcpListener> {
    tokio::net::TcpListener::bind(address)
        .await
        .map_err(|error| Error::broken(format!("cannot listen on {address}: {error}")))
}

/// The context of a process that serves or runs jobs: like [`context`], and on `SQLite` no other such process can
/// have the same file. The hold goes to [`serve`] or [`work`].
pub async fn sole_context(settings: Settings, clock: Clock) -> Result<(Context, Option<FileHold>)> {
    let url = settings.database.url.clone();
    let hold = || salal_db::hold_file(&url).map_err(Error::broken);
    // Before the database is opened, which may migrate it; after it, where it did not exist.
    let before = hold()?;
    let ctx = Box::pin(context(settings, clock)).await?;
    let held = match before {
        Some(held) => Some(held),
        None => hold()?,
    };
    Ok((ctx, held))
}

/// Serves until stopped; announces when it is ready.
pub async fn serve(
    ctx: Context,
    held: Option<FileHold>,
    metrics: PrometheusHandle,
    with_worker: bool,
    stop: CancellationToken,
    ready: impl FnOnce(SocketAddr),
) -> Result<()> {
    let listener = listen_on(&ctx.settings.server.address).await?;
    let metrics_address = ctx.settings.server.metrics_address.clone();
    if !metrics_address.is_empty() {
        let listener = listen_on(&metrics_address).await?;
        let stop = stop.clone();
        tokio::spawn(async move {
            let serving = axum::serve(listener, shell::metrics(metrics));
            let _ = serving.with_graceful_shutdown(stop.cancelled_owned()).await;
        });
    }
    let address = listener.local_addr().map_err(Error::broken)?;
    let site = site(&ctx);
    let beside = if with_worker {
        tokio::spawn(work(ctx.clone(), held, stop.clone()))
    } else {
        let (ctx, stop) = (ctx.clone(), stop.clone());
        tokio::spawn(async move {
            // Serve-only processes call external services too, so record their health.
            tokio::join!(
                operations::health::run_bookkeeping(ctx.clone(), stop.clone()),
                storage::watch(ctx, stop)
            );
        })
    };
    let relay = tokio::spawn(events::relay(ctx.clone(), stop.clone()));
    ready(address);
    let closing = CancellationToken::new();
    let leaving = async {
        stop.cancelled().await;
        shell::leave(&ctx);
        tokio::time::sleep(ctx.settings.leave_time()).await;
        closing.cancel();
        events::end(&ctx);
        tokio::time::sleep(LONGEST_FAREWELL).await;
    };
    tokio::select! {
        () = listener::serve(listener, site, &ctx.settings, closing.clone()) => {}
        // Connections still open after the grace period are dropped.
        () = leaving => {}
    }
    let _ = beside.await;
    let _ = relay.await;
    ctx.flush_events().await;
    Ok(())
}

/// The worker: first recovers the jobs of a lost process, then runs until stopped. Where other workers may be
/// running (nothing is held), their leases tell which are lost.
pub async fn work(ctx: Context, held: Option<FileHold>, stop: CancellationToken) {
    if let Some(held) = &held
        && let Err(error) = jobs::requeue_running(&ctx, held).await
    {
        tracing::error!(cause = %error, "the jobs of an earlier process could not be given back");
    }
    let sealing = tokio::spawn(audit::keep_sealed(ctx.clone(), stop.clone()));
    let keeping = tokio::spawn(operations::health::run_bookkeeping(
        ctx.clone(),
        stop.clone(),
    ));
    let storing = tokio::spawn(storage::watch(ctx.clone(), stop.clone()));
    let watching = tokio::spawn(audit::watch_bulk_reads(ctx.clone(), stop.clone()));
    jobs::work(ctx, Arc::new(job_kinds()), stop).await;
    let _ = tokio::join!(sealing, keeping, storing, watching);
}

#[cfg(test)]
mod tests {
    use salal_domain::subjects::SubjectKind;

    use super::*;
    use crate::api::AuditSentences;
    use crate::features::fax::FaxSubject;
    use crate::features::payments::PayableProvider;
    use crate::features::{
        billing, clinic_notes, fax, manage_data, notes, payments, prescriptions, uploads,
    };
    use crate::hooks::{Hooks, Needed};
    use crate::notifications;

    #[test]
    fn every_tag_has_its_place() {
        let mut tags: Vec<_> = routes().iter().map(|row| row.tag.name).collect();
        tags.dedup();
        assert_eq!(tags, TAGS);
    }

    #[test]
    fn every_hook_is_there_for_each_kind_that_needs_it() {
        use SubjectKind as Kind;
        let hooks = parts().into_hooks().expect("nothing is missing");
        let kinds = SubjectKind::ALL.map(|kind| {
            let is_sold = hooks.of_kind::<PayableProvider>(kind).is_some();
            let is_faxed = hooks.of_kind::<FaxSubject>(kind).is_some();
            (kind, is_sold, is_faxed)
        });
        assert_eq!(
            kinds,
            [
                (Kind::Prescription, true, true),
                (Kind::PrescriptionVoid, false, true),
                (Kind::SleepAssessment, true, true),
                (Kind::LabTest, false, false),
                (Kind::Note, false, false),
                (Kind::Message, false, false),
                (Kind::Fax, false, false),
                (Kind::SameNumber, false, false),
            ]
        );
    }

    #[test]
    fn every_job_of_a_feature_has_one_kind() {
        let mut kinds: Vec<_> = job_kinds().0.iter().map(|kind| kind.name).collect();
        let mut jobs: Vec<_> = [
            notifications::Job::ALL.map(<&str>::from).to_vec(),
            uploads::Job::ALL.map(<&str>::from).to_vec(),
            people::Job::ALL.map(<&str>::from).to_vec(),
            fax::Job::ALL.map(<&str>::from).to_vec(),
            payments::Job::ALL.map(<&str>::from).to_vec(),
            clinic_notes::Job::ALL.map(<&str>::from).to_vec(),
            audit::Job::ALL.map(<&str>::from).to_vec(),
            sleep_studies::Job::ALL.map(<&str>::from).to_vec(),
            notes::Job::ALL.map(<&str>::from).to_vec(),
            billing::Job::ALL.map(<&str>::from).to_vec(),
            manage_data::Job::ALL.map(<&str>::from).to_vec(),
        ]
        .into_iter()
        .flatten()
        .collect();
        kinds.sort_unstable();
        jobs.sort_unstable();
        assert_eq!(kinds, jobs);
        jobs.dedup();
        assert_eq!(kinds, jobs, "a name is given twice");
    }

    #[test]
    fn what_was_forgotten_is_named_and_what_is_never_asked_for_too() {
        let faults = Hooks::default().faults(&parts().needed);
        // The nine of which there is one, two kinds that are sold, three that are faxed.
        assert_eq!(faults.len(), 9 + 2 + 3, "{faults:?}");
        let note = PayableProvider {
            kind: SubjectKind::Note,
            ..prescriptions::payable_provider()
        };
        let mut with_note = Hooks::default();
        with_note.add_of_kind(note.kind, note);
        let faults = with_note.faults(&[Needed::by_kind::<PayableProvider>()]);
        assert_eq!(
            faults,
            [
                "nobody registered who sells for prescription",
                "nobody registered who sells for sleep_assessment",
                "who sells for note is never asked for",
            ]
        );
    }
    #[test]
    fn every_line_of_the_audit_reads_as_a_sentence() {
        let routes = AuditSentences::of(&routes());
        for (action, text) in [
            ("GET /prescription/{id}", "Opened a prescription"),
            ("PUT /prescription/void", "Voided a copy of a prescription"),
            (
                "salal teleplan take-again",
                "Took a remittance again that had been set aside",
            ),
            ("sign-in refused", "Refused a sign-in"),
            ("GET /something/old", "Opened the record"),
            ("PUT /something/old", "Changed the record"),
        ] {
            assert_eq!(audit::sentence(&routes, action), text);
        }
    }
}
