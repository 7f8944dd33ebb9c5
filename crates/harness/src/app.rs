// SPDX-License-Identifier: AGPL-3.0-or-later

//! One test's site: the real router on a port of its own, with its own database and sandbox, and a
//! clock that moves on by itself with each request.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use chrono::{TimeDelta, Utc};
use metrics_exporter_prometheus::PrometheusHandle;
use reqwest::Method;
use salal_db::Engine;
use salal_domain::days::{vancouver_day, vancouver_day_bounds};
use salal_integrations::ServiceSettings;
use salal_platform::context::{Clock, Context};
use salal_platform::jobs::{self, JobKinds};
use salal_platform::settings::Settings;
use salal_reference::uploads;
use salal_sandbox::{Fault, LedgerEntry, Mode, Running, SandboxSettings, Service};
use salal_site::listener;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{Answer, Api, Database, Tested, User, Users, jobs_by_state, new_key, template};

/// A running site.
pub struct TestApp {
    pub ctx: Context,
    pub sandbox: Running,
    pub api: Api,
    pub users: Users,
    tested: &'static Tested,
    given_up: AtomicUsize,
    server: tokio::task::JoinHandle<()>,
    database: Database,
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.server.abort();
        let _ = std::fs::remove_dir_all(&self.ctx.settings.database.uploads);
    }
}

/// The process's metrics; the recorder is one for all tests.
pub fn metrics() -> PrometheusHandle {
    static HANDLE: std::sync::OnceLock<PrometheusHandle> = std::sync::OnceLock::new();
    HANDLE
        .get_or_init(|| salal_site::metrics::install().expect("the first recorder of the process"))
        .clone()
}

/// The defaults, pointed at a database and a sandbox.
fn settings(database: &Database, sandbox: &Running) -> Settings {
    let mut settings = Settings::read(None).expect("the defaults are good");
    let addresses = sandbox.addresses();
    settings.database.url.clone_from(&database.url);
    settings.services =
        ServiceSettings::sandbox(&addresses.public_url, "127.0.0.1", addresses.smtp.port());
    let uploads = format!("salal-uploads-{}", uuid::Uuid::new_v4().simple());
    settings.database.uploads = std::env::temp_dir().join(uploads).display().to_string();
    settings.limits.public_calls_per_minute = 100_000;
    settings.limits.codes_per_hour = 1_000;
    settings.limits.connections_per_address = 4_000;
    // Time stands still while jobs run here, so nothing is waited for.
    settings.jobs.first_wait_milliseconds = 0;
    settings.prescriptions.fax_unlisted_seconds = 0;
    settings.jobs.undo_seconds = 0;
    settings
}

/// Serves a site on a free port.
async fn serve(tested: &'static Tested, ctx: &Context) -> (Api, tokio::task::JoinHandle<()>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a free port");
    let address = listener.local_addr().expect("a bound port");
    let site = salal_site::site(ctx, tested.parts);
    let settings = Arc::clone(&ctx.settings);
    let server = tokio::spawn(async move {
        listener::serve(listener, site, &settings, CancellationToken::new()).await;
    });
    (Api::new(tested, format!("http://{address}")), server)
}

impl TestApp {
    /// A site with the demo data and the users.
    pub async fn on(tested: &'static Tested, engine: Engine) -> Self {
        Self::with(tested, engine, |_| ()).await
    }

    /// As `on`, with other settings.
    pub async fn with(
        tested: &'static Tested,
        engine: Engine,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        let template = template(tested, engine).await;
        Self::start(
            tested,
            template.copy().await,
            template.users.clone(),
            change,
        )
        .await
    }

    /// A site on a database that has the users in it.
    pub async fn start(
        tested: &'static Tested,
        database: Database,
        users: Users,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        // Settings and all that is made of them are large; the tests' own futures need not be.
        Box::pin(Self::begin(tested, database, users, change)).await
    }

    async fn begin(
        tested: &'static Tested,
        database: Database,
        users: Users,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        salal_integrations::install_tls_provider();
        let sandbox = salal_sandbox::start(SandboxSettings::for_tests())
            .await
            .expect("the sandbox starts");
        let mut settings = settings(&database, &sandbox);
        change(&mut settings);
        // the users were made an hour ago.
        let past = if users.patient.token.is_empty() {
            TimeDelta::hours(1)
        } else {
            TimeDelta::zero()
        };
        #[expect(
            clippy::disallowed_methods,
            reason = "the sandbox keeps the system's time, so a test's clock begins near it"
        )]
        let clock = Clock::Set(Arc::new(Mutex::new(Utc::now() - past)));
        // The recorder stands before the first call is counted.
        metrics();
        let ctx = Box::pin(salal_site::context((tested.parts)(), settings, clock))
            .await
            .expect("the site starts");
        // The running program is the tests'.
        match tested.file_checker {
            Some(program) => uploads::check_files_with(&ctx, program),
            None => uploads::check_files_here(&ctx),
        }
        let (api, server) = serve(tested, &ctx).await;
        Self {
            ctx,
            sandbox,
            api,
            users,
            tested,
            given_up: AtomicUsize::new(0),
            server,
            database,
        }
    }

    /// Goes on past midnight in Vancouver where that is near: what a test counts by the day must not depend on the hour in
    /// which it runs.
    pub fn leave_midnight(&self) {
        let now = self.ctx.now();
        let (_, midnight) = vancouver_day_bounds(vancouver_day(now));
        if midnight - now < TimeDelta::hours(2) {
            let past = midnight - now + TimeDelta::minutes(1);
            self.ctx.clock.advance(past);
        }
    }

    /// Ends the site, and starts it anew with other settings, such as those of a restored database: the services are
    /// the same, and remember.
    pub async fn reopen(&mut self, change: impl FnOnce(&mut Settings)) {
        self.server.abort();
        self.ctx.db.close().await;
        let mut settings = (*self.ctx.settings).clone();
        change(&mut settings);
        let clock = self.ctx.clock.clone();
        self.ctx = Box::pin(salal_site::context((self.tested.parts)(), settings, clock))
            .await
            .expect("the site starts again");
        match self.tested.file_checker {
            Some(program) => uploads::check_files_with(&self.ctx, program),
            None => uploads::check_files_here(&self.ctx),
        }
        let (api, server) = serve(self.tested, &self.ctx).await;
        (self.api, self.server) = (api, server);
    }

    /// Ends the site and gives its database back, closed.
    pub async fn end(self) -> Database {
        self.server.abort();
        self.ctx.db.close().await;
        let url = self.database.url.clone();
        let mut this = self;
        std::mem::replace(&mut this.database, Database::nothing(url))
    }

    /// A request; the clock moves on by ten milliseconds.
    pub async fn send(
        &self,
        by: Option<&User>,
        method: Method,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> Answer {
        self.ctx.clock.advance(TimeDelta::milliseconds(10));
        self.api
            .try_send(by, method, path, key, body)
            .await
            .expect("the site answers")
    }

    pub async fn get(&self, by: &User, path: &str) -> Answer {
        self.send(Some(by), Method::GET, path, None, None).await
    }

    /// A click of its own.
    pub async fn post(&self, by: &User, path: &str, body: &Value) -> Answer {
        self.send(Some(by), Method::POST, path, Some(&new_key()), Some(body))
            .await
    }

    /// A click of its own.
    pub async fn put(&self, by: &User, path: &str, body: &Value) -> Answer {
        self.send(Some(by), Method::PUT, path, Some(&new_key()), Some(body))
            .await
    }

    /// A form with files (field, name, bytes), as a click of its own.
    pub async fn form(
        &self,
        by: &User,
        method: Method,
        path: &str,
        fields: &Value,
        files: &[(&str, &str, Vec<u8>)],
    ) -> Answer {
        self.ctx.clock.advance(TimeDelta::milliseconds(10));
        self.api
            .form(Some(by), method, path, &new_key(), fields, files)
            .await
    }

    /// A call without a session.
    pub async fn post_open(&self, path: &str, body: &Value) -> Answer {
        self.send(None, Method::POST, path, Some(&new_key()), Some(body))
            .await
    }

    /// Runs every job, due or not, until none is left.
    pub async fn settle(&self) {
        let kinds = JobKinds((self.tested.parts)().kinds);
        jobs::settle(&self.ctx, &kinds).await.expect("jobs run");
    }

    /// This test makes so many jobs be given up.
    pub fn expect_given_up(&self, jobs: usize) {
        self.given_up.store(jobs, Ordering::Relaxed);
    }

    /// Nothing is left to do, and nothing was given up that the test did not mean to.
    pub async fn at_rest(&self) {
        self.settle().await;
        let mut jobs = jobs_by_state(&self.ctx.db).await;
        let given_up = jobs.remove("given_up").unwrap_or_default();
        assert_eq!(
            given_up.len(),
            self.given_up.load(Ordering::Relaxed),
            "given up: {given_up:?}"
        );
        assert!(jobs.is_empty(), "jobs are left: {jobs:?}");
    }

    /// The next calls of a service fail.
    pub fn fail(&self, service: Service, mode: Mode, times: u32) {
        self.sandbox.set_fault(&Fault {
            service,
            mode,
            times,
            operation: None,
        });
    }

    /// Effects of one operation of a service, oldest first.
    pub fn effects(&self, service: Service, operation: &str) -> Vec<LedgerEntry> {
        let mut all = self.sandbox.ledger(Some(service));
        all.reverse();
        all.retain(|entry| entry.operation == operation);
        all
    }

    /// The six digits in the newest text message or e-mail to somebody.
    #[track_caller]
    pub fn code(&self, channel: &str, to: &str) -> String {
        let newest = self
            .sandbox
            .outbox(Some(channel), Some(to))
            .into_iter()
            .next();
        let text = newest.map(|entry| entry.text).unwrap_or_default();
        let mut words = text.split(|c: char| !c.is_ascii_digit());
        words
            .rfind(|word| word.len() == 6)
            .unwrap_or_else(|| panic!("no code in: {text}"))
            .to_owned()
    }
}
