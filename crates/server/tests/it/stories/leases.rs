// SPDX-License-Identifier: AGPL-3.0-or-later

//! Who holds a job: one run at a time, named by its lease. A run that lost its lease changes nothing, a panic and a
//! run without end are failed attempts, and processes whose clocks differ by twenty minutes still do everything
//! once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use salal_db::Engine;
use salal_server::app;
use salal_server::context::{Clock, Context};
use salal_server::error::Result;
use salal_server::jobs::{self, JobKind, JobKinds, JobOutcome, JobRun, NewJob, Reach};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::support::{TestApp, on_both};

/// Long enough for any machine; nothing here waits for it when all is well.
const PATIENCE: Duration = Duration::from_mins(1);
const KIND: &str = "test.work";
/// Jobs that need something outside.
const OUTSIDE: &str = "test.send";
/// Jobs that two processes share. 2,000 were tried once; this many take a few seconds.
const JOBS: usize = 200;

/// What a job of the tests does. It is known by the id that its payload names.
struct Script {
    /// Told of each run that begins.
    begun: mpsc::UnboundedSender<i64>,
    /// Each run takes one and then ends.
    may_end: Arc<Semaphore>,
    /// Told of each run that is dropped before its end.
    dropped: mpsc::UnboundedSender<()>,
    panics: bool,
}

static SCRIPTS: LazyLock<Mutex<HashMap<Uuid, Script>>> = LazyLock::new(Mutex::default);
static EFFECTS: LazyLock<Mutex<HashMap<Uuid, u32>>> = LazyLock::new(Mutex::default);

/// What a test sees of its job, and lets it do.
struct Stage {
    id: Uuid,
    begun: mpsc::UnboundedReceiver<i64>,
    may_end: Arc<Semaphore>,
    dropped: mpsc::UnboundedReceiver<()>,
}

impl Stage {
    /// Queues a job that ends when it may.
    async fn queue(ctx: &Context, panics: bool) -> Self {
        Self::queue_of(KIND, ctx, panics).await
    }

    async fn queue_of(kind: &'static str, ctx: &Context, panics: bool) -> Self {
        let id = Uuid::new_v4();
        let (begun, sees_begun) = mpsc::unbounded_channel();
        let (dropped, sees_dropped) = mpsc::unbounded_channel();
        let may_end = Arc::new(Semaphore::new(0));
        let script = Script {
            begun,
            may_end: Arc::clone(&may_end),
            dropped,
            panics,
        };
        SCRIPTS.lock().expect("the scripts").insert(id, script);
        queue(kind, ctx, id).await;
        Self {
            id,
            begun: sees_begun,
            may_end,
            dropped: sees_dropped,
        }
    }

    /// Waits for a run to begin; its number.
    async fn begins(&mut self) -> i64 {
        let begun = tokio::time::timeout(PATIENCE, self.begun.recv()).await;
        begun.expect("it runs").expect("the script stays")
    }
}

async fn queue(kind: &'static str, ctx: &Context, id: Uuid) {
    let tx = ctx.db.begin().await.expect("a transaction");
    let job = NewJob::new(kind, &id).expect("a payload").once(id);
    jobs::enqueue(&tx, ctx, job).await.expect("it is queued");
    tx.commit().await.expect("it is stored");
    ctx.notify_worker();
}

struct TellsWhenDropped(Option<mpsc::UnboundedSender<()>>);

impl Drop for TellsWhenDropped {
    fn drop(&mut self) {
        if let Some(teller) = self.0.take() {
            let _ = teller.send(());
        }
    }
}

fn play(_: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let id: Uuid = run.payload()?;
        let (begun, may_end, dropped, panics) = {
            let scripts = SCRIPTS.lock().expect("the scripts");
            let script = scripts.get(&id).expect("a script");
            let may_end = Arc::clone(&script.may_end);
            (
                script.begun.clone(),
                may_end,
                script.dropped.clone(),
                script.panics,
            )
        };
        begun.send(run.attempts).expect("the test listens");
        assert!(!panics, "this job panics");
        let mut guard = TellsWhenDropped(Some(dropped));
        may_end.acquire().await.expect("it is not closed").forget();
        guard.0 = None;
        Ok(JobOutcome::Done)
    })
}

fn count(_: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let id: Uuid = run.payload()?;
        *EFFECTS.lock().expect("the effects").entry(id).or_default() += 1;
        Ok(JobOutcome::Done)
    })
}

fn tell_nobody(_: Context, run: JobRun, _: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let id: Uuid = run.payload()?;
        *EFFECTS.lock().expect("the effects").entry(id).or_default() += 1;
        Ok(())
    })
}

const PLAYED: JobKind = JobKind {
    name: KIND,
    run: play,
    max_attempts: 3,
    longest_run: PATIENCE,
    reach: Reach::Inside,
    needs: None,
    on_failure: tell_nobody,
};

const SENT: JobKind = JobKind {
    name: OUTSIDE,
    reach: Reach::Outside(jobs::nothing_to_record),
    ..PLAYED
};

#[derive(Debug, FromQueryResult)]
struct Row {
    state: String,
    tries: i64,
    lease: Option<Uuid>,
    last_error: Option<String>,
}

async fn row(ctx: &Context, id: Uuid) -> Row {
    let db = ctx.db.write();
    let sql = "SELECT state, tries, lease, last_error FROM job WHERE dedupe = $1";
    let key = format!("{KIND}:{id}");
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [key.into()]);
    let found = Row::find_by_statement(statement).one(db).await;
    found.expect("the job is read").expect("the job is there")
}

/// Another worker has the job now, as after a lease that ran out.
async fn give_to_another(ctx: &Context, id: Uuid) -> Uuid {
    let (db, other) = (ctx.db.write(), Uuid::new_v4());
    let sql = "UPDATE job SET lease = $1 WHERE dedupe = $2";
    let values = [other.into(), format!("{KIND}:{id}").into()];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    db.execute_raw(statement).await.expect("it is another's");
    other
}

/// A process of its own on the same database, in which nothing but these jobs runs.
async fn another(app: &TestApp, clock: Clock, lease_seconds: i64, places: usize) -> Context {
    let mut settings = (*app.ctx.settings).clone();
    settings.jobs.lease_seconds = lease_seconds;
    settings.jobs.side_by_side = places;
    settings.jobs.poll_milliseconds = 20;
    let ctx = app::context(settings, clock).await;
    ctx.expect("a process starts")
}

/// The other worker ends it.
async fn end_for_another(ctx: &Context, id: Uuid) {
    let db = ctx.db.write();
    let sql = "UPDATE job SET state = 'done', lease = NULL, lease_until = NULL WHERE dedupe = $1";
    let values = [format!("{KIND}:{id}").into()];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    db.execute_raw(statement).await.expect("it is ended");
}

struct Worker {
    stop: CancellationToken,
    working: tokio::task::JoinHandle<()>,
}

impl Worker {
    fn start(ctx: &Context, kind: JobKind) -> Self {
        Self::start_with(ctx, vec![kind])
    }

    fn start_with(ctx: &Context, kinds: Vec<JobKind>) -> Self {
        let stop = CancellationToken::new();
        let working = jobs::work(ctx.clone(), Arc::new(JobKinds(kinds)), stop.clone());
        Self {
            stop,
            working: tokio::spawn(working),
        }
    }

    /// Stops it, and waits for what it runs.
    async fn end(self) {
        self.stop.cancel();
        self.working.await.expect("it stops well");
    }
}

on_both!(
    the_end_of_a_run_that_lost_its_lease_is_not_written,
    a_run_is_ended_when_its_lease_is_lost,
    a_job_is_claimed_only_when_it_can_run,
    a_service_that_hangs_keeps_other_jobs_from_no_place,
    a_panicking_job_comes_again_and_is_given_up_in_the_end,
    a_run_without_an_end_is_a_failed_attempt
);

async fn the_end_of_a_run_that_lost_its_lease_is_not_written(app: &TestApp) {
    let ctx = another(app, app.ctx.clock.clone(), 600, 1).await;
    let mut stage = Stage::queue(&ctx, false).await;
    let worker = Worker::start(&ctx, PLAYED);
    assert_eq!(stage.begins().await, 1);
    let other = give_to_another(&ctx, stage.id).await;
    stage.may_end.add_permits(1);
    worker.end().await;
    let row = row(&ctx, stage.id).await;
    assert_eq!(
        (row.state.as_str(), row.lease, row.tries),
        ("running", Some(other), 1)
    );
    end_for_another(&ctx, stage.id).await;
}

async fn a_run_is_ended_when_its_lease_is_lost(app: &TestApp) {
    let ctx = another(app, app.ctx.clock.clone(), 1, 1).await;
    let mut stage = Stage::queue(&ctx, false).await;
    let worker = Worker::start(&ctx, PLAYED);
    stage.begins().await;
    let other = give_to_another(&ctx, stage.id).await;
    let dropped = tokio::time::timeout(PATIENCE, stage.dropped.recv()).await;
    assert_eq!(dropped.expect("the run is ended"), Some(()));
    worker.end().await;
    assert_eq!(row(&ctx, stage.id).await.lease, Some(other));
    end_for_another(&ctx, stage.id).await;
}

async fn a_job_is_claimed_only_when_it_can_run(app: &TestApp) {
    let busy = another(app, app.ctx.clock.clone(), 600, 1).await;
    let mut first = Stage::queue(&busy, false).await;
    let one = Worker::start(&busy, PLAYED);
    first.begins().await;
    let mut second = Stage::queue(&busy, false).await;
    // The first worker has no place left; the second one takes the job at once.
    let free = another(app, app.ctx.clock.clone(), 600, 1).await;
    let two = Worker::start(&free, PLAYED);
    assert_eq!(second.begins().await, 1);
    first.may_end.add_permits(1);
    second.may_end.add_permits(1);
    one.end().await;
    two.end().await;
    for stage in [first, second] {
        let row = row(&busy, stage.id).await;
        assert_eq!(
            (row.state.as_str(), row.lease, row.tries),
            ("done", None, 1)
        );
    }
}

async fn a_service_that_hangs_keeps_other_jobs_from_no_place(app: &TestApp) {
    let ctx = another(app, app.ctx.clock.clone(), 600, 2).await;
    let mut hanging = Stage::queue_of(OUTSIDE, &ctx, false).await;
    let mut waiting = Stage::queue_of(OUTSIDE, &ctx, false).await;
    let mut other = Stage::queue(&ctx, false).await;
    let worker = Worker::start_with(&ctx, vec![PLAYED, SENT]);
    hanging.begins().await;
    // The second place is not for the same service, though its job is the older one.
    assert_eq!(other.begins().await, 1);
    other.may_end.add_permits(1);
    assert!(waiting.begun.is_empty());
    hanging.may_end.add_permits(1);
    assert_eq!(waiting.begins().await, 1);
    waiting.may_end.add_permits(1);
    worker.end().await;
}

async fn a_panicking_job_comes_again_and_is_given_up_in_the_end(app: &TestApp) {
    let stage = Stage::queue(&app.ctx, true).await;
    let worked = jobs::settle(&app.ctx, &JobKinds(vec![PLAYED]))
        .await
        .expect("jobs run");
    assert_eq!(worked, 3);
    let row = row(&app.ctx, stage.id).await;
    assert_eq!(
        (row.state.as_str(), row.lease, row.tries),
        ("given_up", None, 3)
    );
    assert_eq!(
        row.last_error.as_deref(),
        Some("The program made an error in this job.")
    );
    assert_eq!(
        EFFECTS.lock().expect("the effects").get(&stage.id),
        Some(&1),
        "told once"
    );
    app.expect_given_up(1);
}

async fn a_run_without_an_end_is_a_failed_attempt(app: &TestApp) {
    let mut stage = Stage::queue(&app.ctx, false).await;
    let kind = JobKind {
        longest_run: Duration::ZERO,
        max_attempts: 2,
        ..PLAYED
    };
    jobs::settle(&app.ctx, &JobKinds(vec![kind]))
        .await
        .expect("jobs run");
    assert_eq!((stage.begins().await, stage.begins().await), (1, 2));
    let row = row(&app.ctx, stage.id).await;
    assert_eq!((row.state.as_str(), row.lease), ("given_up", None));
    assert_eq!(
        row.last_error.as_deref(),
        Some("It was not finished after 0 seconds.")
    );
    app.expect_given_up(1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_whose_clocks_differ_do_everything_once() {
    let app = TestApp::on(&crate::TESTED, Engine::Postgres).await;
    let twenty = TimeDelta::minutes(20);
    let behind = another(&app, Clock::Shifted(-twenty), 1, 4).await;
    let ahead = another(&app, Clock::Shifted(twenty), 1, 4).await;
    assert!(
        (ahead.now() - behind.now()).abs() < TimeDelta::seconds(2),
        "both go by the database's"
    );
    let mut ids = Vec::new();
    for ctx in [&behind, &ahead].into_iter().cycle().take(JOBS) {
        let id = Uuid::new_v4();
        queue(KIND, ctx, id).await;
        ids.push(id);
    }
    let kind = JobKind {
        run: count,
        ..PLAYED
    };
    let workers = [Worker::start(&behind, kind), Worker::start(&ahead, kind)];
    let all_done = async {
        while unfinished(&behind).await > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE * 5, all_done)
        .await
        .expect("all jobs are done");
    for worker in workers {
        worker.end().await;
    }
    let effects = EFFECTS.lock().expect("the effects");
    let wrong: Vec<_> = ids
        .iter()
        .filter(|id| effects.get(id) != Some(&1))
        .collect();
    assert!(wrong.is_empty(), "{} jobs did not run once", wrong.len());
}

async fn unfinished(ctx: &Context) -> i64 {
    let db = ctx.db.read();
    let sql = "SELECT count(*) AS jobs FROM job WHERE kind = $1 AND state <> 'done'";
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [KIND.into()]);
    let row = db.query_one_raw(statement).await.expect("an answer");
    row.and_then(|row| row.try_get("", "jobs").ok())
        .expect("a count")
}

#[tokio::test]
async fn a_process_with_a_wrong_clock_says_so() {
    let app = TestApp::on(&crate::TESTED, Engine::Postgres).await;
    let ready = |ctx: Context| async move { ready(&ctx).await };
    let right = another(&app, Clock::System, 15, 1).await;
    assert_eq!(ready(right).await, (200, "ready".to_owned()));
    for (clock, told) in [
        (Clock::Shifted(TimeDelta::minutes(20)), "ahead of"),
        (Clock::Shifted(TimeDelta::minutes(-20)), "behind"),
    ] {
        let wrong = another(&app, clock, 15, 1).await;
        let report = salal_server::features::operations::health::examine(&wrong).await;
        let report = report.expect("it is examined");
        let (status, text) = ready(wrong).await;
        assert_eq!(status, 503);
        assert!(text.contains("clock") && text.contains(told), "{text}");
        assert!(
            report.findings.iter().any(|finding| finding.text == text),
            "{text}"
        );
    }
}

/// What `/readyz` answers.
async fn ready(ctx: &Context) -> (u16, String) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a free port");
    let address = listener.local_addr().expect("a bound port");
    let (site, settings, stop) = (
        app::site(ctx),
        Arc::clone(&ctx.settings),
        CancellationToken::new(),
    );
    let serving = tokio::spawn({
        let stop = stop.clone();
        async move { salal_server::listener::serve(listener, site, &settings, stop).await }
    });
    let answer = reqwest::get(format!("http://{address}/readyz"))
        .await
        .expect("it answers");
    let status = answer.status().as_u16();
    let text = answer.text().await.expect("a text");
    stop.cancel();
    serving.abort();
    (status, text)
}
