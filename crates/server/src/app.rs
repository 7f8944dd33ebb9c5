// SPDX-License-Identifier: AGPL-3.0-or-later

//! Composition root: puts together what the crates of features register, and starts the site and the worker. The
//! only module that calls all of them.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use metrics_exporter_prometheus::PrometheusHandle;
use salal_db::{DbError, FileHold};
use tokio_util::sync::CancellationToken;

use crate::api::Route;
use crate::context::{Clock, Context};
use crate::error::{Error, Result};
use crate::features::operations::restore::find_copy;
use crate::features::{audit, insight, operations, uploads};
use crate::files::{self, FileStore};
use crate::jobs::{self, JobKinds};
use crate::parts::Parts;
use crate::settings::{Environment, Settings};
use crate::{events, listener, metrics, sealing, shell, storage, terminal};

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
const TAGS: [&str; 24] = [
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
    "Today",
    "Insight",
    "Operations",
    "Billing",
    "Manage data",
];

/// What the platform and every crate of features bring; the routes in the order of their tags.
pub fn parts() -> Parts {
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

/// Everything that prevents these settings from working, including a database that does not respond. The
/// check creates nothing.
pub async fn list_faults(settings: &Settings) -> Vec<String> {
    let mut faults = settings.faults();
    if !faults.iter().any(|fault| fault.starts_with("files.")) {
        faults.extend(files::bucket_fault(settings).await);
    }
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
        Ok(schema) => {
            let why = schema.and_then(|schema| schema.refusal());
            faults.extend(why.map(|why| format!("database.url: {why}")));
        }
        Err(DbError::Database(error)) => {
            let why = terminal::error_message(&error.into(), url);
            faults.push(format!("database.url: {why}"));
        }
        Err(why) => faults.push(format!("database.url: {why}")),
    }
    faults
}

/// How many migrations the database needs; `None` where there is nothing of Salal in it yet.
pub async fn count_missing_migrations(settings: &Settings) -> Result<Option<usize>> {
    let schema = salal_db::schema_at(&settings.database.url, PATIENCE).await?;
    let made = schema.filter(|schema| schema.newest.is_some() || schema.refusal().is_some());
    Ok(made.map(|schema| schema.missing.len()))
}

/// Whether the database exists already; for a database that is not a file, this is unknown until it is
/// queried.
pub fn has_database(settings: &Settings) -> bool {
    salal_site::has_database(settings)
}

/// How long a check waits for a database.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// Opens the database, migrates it, and creates the shared context of a server.
pub async fn context(settings: Settings, clock: Clock) -> Result<Context> {
    Box::pin(salal_site::context(parts(), settings, clock)).await
}

/// Like [`context`], for a command that can wait for the changes of a server on the same file.
pub async fn patient_context(settings: Settings, clock: Clock) -> Result<Context> {
    let ctx = Box::pin(salal_site::patient_context(parts(), settings, clock)).await?;
    audit::follow_key(&ctx).await?;
    Ok(ctx)
}

/// Read-only context: no migration, no file creation.
pub async fn read_only_context(settings: Settings, clock: Clock) -> Result<Context> {
    Box::pin(salal_site::read_only_context(parts(), settings, clock)).await
}

/// The context of a command that works with existing data, in a database of exactly this version.
pub async fn current_schema_context(settings: Settings, clock: Clock) -> Result<Context> {
    let made = salal_site::current_schema_context(parts(), settings, clock);
    let ctx = Box::pin(made).await?;
    // What it writes into the audit is as what a server writes.
    audit::follow_key(&ctx).await?;
    Ok(ctx)
}

/// Like [`current_schema_context`], for a command that changes something: with keys that open nothing of what is there it
/// is refused, because what it seals nobody else could open.
pub async fn working_context(settings: Settings, clock: Clock) -> Result<Context> {
    let ctx = Box::pin(current_schema_context(settings, clock)).await?;
    refuse_foreign_keys(&ctx).await?;
    Ok(ctx)
}

/// Refuses keys that open nothing of what is there.
pub async fn refuse_foreign_keys(ctx: &Context) -> Result<()> {
    sealing::refuse_foreign(ctx, audit::foreign_keys(ctx).await?).await
}

/// The context of a command that fills a new database: created when it is missing or has no tables, otherwise
/// used unchanged.
pub async fn new_or_current_context(settings: Settings, clock: Clock) -> Result<Context> {
    let ctx = Box::pin(salal_site::new_or_current_context(parts(), settings, clock)).await?;
    refuse_foreign_keys(&ctx).await?;
    Ok(ctx)
}

/// The whole site: API, web app, health checks, security headers.
pub fn site(ctx: &Context) -> Router {
    salal_site::site(ctx, parts)
}

/// The OpenAPI document of this version.
pub fn openapi() -> serde_json::Value {
    salal_site::openapi(&parts())
}

/// How long a stopping process waits for requests in progress.
const LONGEST_FAREWELL: Duration = Duration::from_secs(20);
/// How long requests in progress still wait for services. Who made one is then told that its outcome is not known.
const LAST_WAIT: Duration = Duration::from_secs(2);

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
    refuse_new_beside_backups(&settings)?;
    let ctx = Box::pin(context(settings, clock)).await?;
    let held = match before {
        Some(held) => Some(held),
        None => hold()?,
    };
    settle_keys(&ctx).await?;
    // Beside the start: a store that hangs holds up nobody who needs no files.
    let looking = ctx.clone();
    tokio::spawn(async move { look_at_files(&looking).await });
    Ok((ctx, held))
}

/// Says what is wrong with the place of uploaded files. It ends no start: all else works without them.
async fn look_at_files(ctx: &Context) {
    let store = FileStore::of(ctx);
    if let Err(told) = store.check().await {
        tracing::error!("{told}");
        return;
    }
    match uploads::place::settle(ctx).await {
        Ok(None) => {}
        Ok(Some(fault)) => tracing::error!("{fault}"),
        Err(error) => tracing::error!("{}", store.unusable(&error)),
    }
    if let Ok(Some(missing)) = uploads::find_missing(ctx).await {
        tracing::error!("{}", missing.sentence(&store));
    }
}

/// Refuses to begin a new clinic where the database is gone and its backups are there: whoever restores it would find the
/// empty one, and its backups would become the newest. A developer's database is often made anew.
pub fn refuse_new_beside_backups(settings: &Settings) -> Result<()> {
    let lasts = matches!(settings.environment, Environment::Test | Environment::Prod);
    let Some(file) = salal_db::file_of(&settings.database.url).filter(|_| lasts) else {
        return Ok(());
    };
    let is_there = std::fs::metadata(&file).is_ok_and(|found| found.len() > 0);
    let folder = Path::new(&settings.backup.folder);
    if is_there || find_copy(folder, None).is_err() {
        return Ok(());
    }
    Err(Error::broken(format!(
        "nothing was started: there is no database at {}, and there are backups in {}. Restore it (salal restore), or, to \
         begin a new clinic, name another backup.folder",
        file.display(),
        folder.display()
    )))
}

/// Before a process serves or runs jobs: refuses keys that open nothing of what is there, and a backup that was put in place
/// by hand; says which keys it has.
pub async fn settle_keys(ctx: &Context) -> Result<()> {
    refuse_foreign_keys(ctx).await?;
    audit::refuse_older(ctx).await?;
    sealing::note_use(ctx).await?;
    audit::follow_key(ctx).await
}

/// Notes the keys of this process, and follows the one that the audit goes on with, until stopped.
async fn keep_keys(ctx: Context, stop: CancellationToken) {
    tokio::join!(
        sealing::keep_noted(ctx.clone(), stop.clone()),
        audit::keep_following(ctx, stop)
    );
}

/// Serves the metrics of this process at their own address until stopped, if the settings name one.
pub async fn serve_metrics(
    ctx: &Context,
    metrics: PrometheusHandle,
    role: &'static str,
    stop: &CancellationToken,
) -> Result<()> {
    operations::health::begin_counting(ctx);
    tokio::spawn(metrics::keep_small(metrics.clone(), stop.clone()));
    let address = &ctx.settings.server.metrics_address;
    if address.is_empty() {
        return Ok(());
    }
    let listener = listen_on(address).await?;
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "the metrics are served");
    }
    let shown = metrics::router(ctx, metrics, role, operations::health::measure);
    let stop = stop.clone();
    tokio::spawn(async move {
        let serving = axum::serve(listener, shown);
        let _ = serving.with_graceful_shutdown(stop.cancelled_owned()).await;
    });
    Ok(())
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
    ctx.traces.start(&ctx);
    let role = if with_worker { "serve+work" } else { "serve" };
    serve_metrics(&ctx, metrics, role, &stop).await?;
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
                operations::alerts::keep_watch(ctx.clone(), false, stop.clone()),
                operations::backup::keep_backed_up(ctx.clone(), stop.clone()),
                keep_keys(ctx.clone(), stop.clone()),
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
        ctx.traces.stopping();
        events::end(&ctx);
        tokio::time::sleep(LAST_WAIT).await;
        ctx.services.waits.give_up();
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
    ctx.traces.close().await;
    Ok(())
}

/// The worker: first recovers the jobs of a lost process, then runs until stopped. Where other workers may be
/// running (nothing is held), their leases tell which are lost.
pub async fn work(ctx: Context, held: Option<FileHold>, stop: CancellationToken) {
    if let Some(held) = &held
        && let Err(error) = jobs::requeue_running(&ctx, held).await
    {
        tracing::error!(cause = %error, "the jobs of an earlier process couldn't be given back");
    }
    let chaining = tokio::spawn(audit::keep_sealed(ctx.clone(), stop.clone()));
    let keeping = tokio::spawn(operations::health::run_bookkeeping(
        ctx.clone(),
        stop.clone(),
    ));
    let noting = tokio::spawn(keep_keys(ctx.clone(), stop.clone()));
    let storing = tokio::spawn(storage::watch(ctx.clone(), stop.clone()));
    let watching = tokio::spawn(audit::watch_bulk_reads(ctx.clone(), stop.clone()));
    let alerting = tokio::spawn(operations::alerts::keep_watch(
        ctx.clone(),
        true,
        stop.clone(),
    ));
    let backing_up = tokio::spawn(operations::backup::keep_backed_up(
        ctx.clone(),
        stop.clone(),
    ));
    let summing = tokio::spawn(insight::keep_summarized(ctx.clone(), stop.clone()));
    jobs::work(ctx, Arc::new(job_kinds()), stop).await;
    let _ = tokio::join!(
        chaining, keeping, noting, storing, watching, alerting, backing_up, summing
    );
}

#[cfg(test)]
mod tests {
    use salal_domain::subjects::SubjectKind;

    use super::*;
    use crate::api::AuditSentences;
    use crate::changes::ChangeKind;
    use crate::features::fax::FaxSubject;
    use crate::features::payments::PayableProvider;
    use crate::features::{
        billing, clinic_notes, fax, insight, manage_data, notes, payments, people, prescriptions,
        sleep_studies, uploads,
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
            prescriptions::Job::ALL.map(<&str>::from).to_vec(),
            insight::Job::ALL.map(<&str>::from).to_vec(),
            operations::alerts::Job::ALL.map(<&str>::from).to_vec(),
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
        // The thirteen of which there is one, two kinds that are sold, three that are faxed, two that are signed.
        assert_eq!(faults.len(), 13 + 2 + 3 + 2, "{faults:?}");
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
                "no one registered who sells for prescription",
                "no one registered who sells for sleep_assessment",
                "who sells for note is never asked for",
            ]
        );
    }

    #[test]
    fn what_is_registered_twice_or_for_nobody_is_named() {
        let sold = prescriptions::payable_provider;
        let mut hooks = Hooks::default();
        hooks.add_of_kind(SubjectKind::Prescription, sold());
        assert_eq!(hooks.unasked(&[]), ["no one says that who sells is needed"]);
        let whole = parts();
        assert!(whole.hooks.unasked(&whole.needed).is_empty());
        hooks.add_of_kind(SubjectKind::Prescription, sold());
        let faults = hooks.faults(&[Needed::by_kind::<PayableProvider>()]);
        assert!(
            faults.contains(&"two features registered who sells for prescription".to_owned()),
            "{faults:?}"
        );
        let mut parts = parts();
        parts.changes.push(ChangeKind::of_health("message"));
        let fault = parts.into_hooks().err().map(|error| error.to_string());
        assert!(
            fault.is_some_and(|fault| fault.contains("the kind of change message")),
            "two features publish it"
        );
    }

    /// Whom the staff's customer service hears of: nothing about health.
    #[test]
    fn changes_for_all_staff_are_these() {
        let parts = parts();
        let for_all = parts.changes.iter().filter(|kind| kind.is_for_all_staff);
        let mut for_all: Vec<_> = for_all.map(|kind| kind.name).collect();
        for_all.sort_unstable();
        assert_eq!(
            for_all,
            [
                "all",
                "data",
                "import",
                "message",
                "person",
                "presence",
                "problem",
                "session-ended",
                "template"
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
