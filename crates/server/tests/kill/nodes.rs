// SPDX-License-Identifier: AGPL-3.0-or-later

//! Two processes that serve and two that work, on one PostgreSQL and one store of files, behind a client that does what a
//! balancer does. One of each is killed (SIGKILL) under load: that costs errors for a second at most, nothing is lost, and
//! nothing is done twice. One that is stopped (SIGTERM) costs no error at all.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::Method;
use rustix::process::{Pid, Signal, kill_process};
use salal_db::{Db, Engine};
use salal_sandbox::{Running, SandboxSettings, Service};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::Instant;

use super::files;
use super::ledger::{effects, rested, same};
use super::program::{PATIENCE, beat};
use super::store::Store;
use crate::support::{
    Answer, Api, Database, User, Users, new_key, number, request, strokes, template,
};

type Outcome<T> = Result<T, String>;

/// The longest that a killed process may cost anyone.
const LONGEST_OUTAGE: Duration = Duration::from_secs(1);
/// Requests that are walked to their fax.
const JOURNEYS: i64 = 3;

/// A process.
struct Node {
    child: Child,
    /// Where it serves.
    api: Option<Api>,
}

impl Node {
    /// Starts one that serves or works, and waits until it says that it does.
    async fn start(words: &[&str], environment: &[(&str, PathBuf)]) -> Outcome<Self> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_salal"));
        command
            .args(words)
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .current_dir(std::env::temp_dir())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let log = child.stderr.take().ok_or("the program has no log")?;
        let mut lines = BufReader::new(log).lines();
        let begun = async {
            while let Some(line) = lines.next_line().await.map_err(|error| error.to_string())? {
                let line: Value = serde_json::from_str(&line).unwrap_or_default();
                let said = line["fields"]["message"].as_str().unwrap_or_default();
                if said == "running background jobs" {
                    return Ok(None);
                }
                if said == "ready" {
                    let address = line["fields"]["address"].as_str().unwrap_or_default();
                    return Ok(Some(Api::new(&crate::TESTED, format!("http://{address}"))));
                }
            }
            Err("a process ended before it was ready".to_owned())
        };
        let begun = tokio::time::timeout(PATIENCE, begun).await;
        let api = begun.map_err(|_| "waited a minute for a process")??;
        // A log that nobody reads would stop the program that writes it.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { child, api })
    }

    fn signal(&self, signal: Signal) -> Outcome<()> {
        let id = self.child.id().and_then(|id| i32::try_from(id).ok());
        let id = id.and_then(Pid::from_raw).ok_or("it is gone already")?;
        kill_process(id, signal).map_err(|error| error.to_string())
    }

    fn api(&self) -> Outcome<Api> {
        self.api
            .clone()
            .ok_or_else(|| "it serves nothing".to_owned())
    }
}

/// What a balancer does: the processes take turns, and after an error another one is asked.
#[derive(Clone)]
struct Balancer {
    nodes: Vec<Api>,
    /// Whether a request goes only to a process that says that it is ready.
    asks_first: bool,
    turn: Arc<AtomicUsize>,
    errors: Arc<AtomicUsize>,
    /// Of the outages that anybody had, the longest, in milliseconds.
    longest: Arc<AtomicU64>,
}

impl Balancer {
    fn new(nodes: Vec<Api>, asks_first: bool) -> Self {
        Self {
            nodes,
            asks_first,
            turn: Arc::default(),
            errors: Arc::default(),
            longest: Arc::default(),
        }
    }

    /// The process whose turn it is, other than the one that just failed.
    async fn next(&self, not: Option<usize>) -> usize {
        let mut beat = beat();
        loop {
            for _ in &self.nodes {
                let turn = self.turn.fetch_add(1, Ordering::Relaxed) % self.nodes.len();
                if not == Some(turn) && self.nodes.len() > 1 {
                    continue;
                }
                if !self.asks_first {
                    return turn;
                }
                if let Ok(answer) = reqwest::get(format!("{}/readyz", self.nodes[turn].base)).await
                    && answer.status() == 200
                {
                    return turn;
                }
            }
            beat.tick().await;
        }
    }

    /// One click with one key until it is answered; how long errors came is noted: from the first to the last. The
    /// answer's own time is not an outage, and a busy machine may take its time for it.
    async fn click(
        &self,
        by: &User,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Outcome<Answer> {
        let key = new_key();
        let key = (method != Method::GET).then_some(key.as_str());
        let (mut failing, mut failed) = (None::<(Instant, Instant)>, None);
        let (mut pause, end) = (beat(), Instant::now() + PATIENCE);
        let mut last = String::new();
        while Instant::now() < end {
            let node = self.next(failed).await;
            let api = &self.nodes[node];
            match api
                .try_send(Some(by), method.clone(), path, key, body)
                .await
            {
                Ok(answer) if answer.status < 500 => {
                    if let Some((first, last)) = failing {
                        let outage = last.duration_since(first).as_millis();
                        let outage = u64::try_from(outage).unwrap_or(u64::MAX);
                        self.longest.fetch_max(outage, Ordering::Relaxed);
                    }
                    return Ok(answer);
                }
                Ok(answer) => last = format!("{} {}", answer.status, answer.body),
                Err(lost) => last = lost.to_string(),
            }
            // An error is one from the moment at which it came; a process that is killed answers nothing from there on.
            let now = Instant::now();
            failing = Some((failing.map_or(now, |(first, _)| first), now));
            failed = Some(node);
            self.errors.fetch_add(1, Ordering::Relaxed);
            pause.tick().await;
        }
        Err(format!("{method} {path}: never answered: {last}"))
    }

    async fn good(&self, by: &User, method: Method, path: &str, body: &Value) -> Outcome<Value> {
        let answer = self.click(by, method.clone(), path, Some(body)).await?;
        if answer.status >= 300 {
            return Err(format!(
                "{method} {path}: {} {}",
                answer.status, answer.body
            ));
        }
        Ok(answer.body)
    }

    async fn see(&self, doctor: &User, id: &str) -> Outcome<Value> {
        let path = format!("/prescription/{id}");
        Ok(self.click(doctor, Method::GET, &path, None).await?.body)
    }

    async fn wait(
        &self,
        doctor: &User,
        id: &str,
        what: &str,
        wanted: impl Fn(&Value) -> bool,
    ) -> Outcome<Value> {
        let (mut pause, end) = (beat(), Instant::now() + PATIENCE);
        while Instant::now() < end {
            pause.tick().await;
            let seen = self.see(doctor, id).await?;
            if wanted(&seen) {
                return Ok(seen);
            }
        }
        Err(format!("waited a minute for {what} of {id}"))
    }
}

/// A request of so many lines, unlike the others, from its first click to the click that faxes it; its id. Whose click came again after a process was killed
/// finds its own payment under way, and waits for it.
async fn journey(
    balancer: &Balancer,
    users: &Users,
    patient: &User,
    lines: usize,
) -> Outcome<String> {
    let doctor = &users.doctor;
    let asked = request(&users.samples, lines);
    let made = balancer
        .good(patient, Method::POST, "/prescription", &asked)
        .await?;
    let id = made["_id"]
        .as_str()
        .ok_or("a request without an id")?
        .to_owned();
    let pay = json!({"prescriptionId": id, "amount": made["feeDue"], "stripeTokenId": "tok_visa"});
    let paid = balancer
        .click(patient, Method::PUT, "/prescription/set-pay", Some(&pay))
        .await?;
    if paid.status >= 300 && paid.body["code"] != "PAYMENT_OPEN" {
        return Err(format!("set-pay: {} {}", paid.status, paid.body));
    }
    let charged = |seen: &Value| seen["payment"]["state"] == "charged";
    let seen = balancer.wait(doctor, &id, "the payment", charged).await?;
    let completed = json!({"id": id, "paymentId": seen["payment"]["_id"]});
    balancer
        .good(
            patient,
            Method::PUT,
            "/prescription/payment-completed",
            &completed,
        )
        .await?;
    let pending = |seen: &Value| seen["status"] == "PENDING";
    balancer.wait(doctor, &id, "the doctors", pending).await?;
    let named = json!({"prescriptionId": id});
    balancer
        .good(doctor, Method::PUT, "/prescription/acknowledge", &named)
        .await?;
    for line in 0..lines {
        let seen = balancer.see(doctor, &id).await?;
        let line = &seen["medications"][line];
        let decision = json!({
            "prescription": {"_id": id}, "status": "Approved",
            "medication": {"_id": line["_id"], "version": line["version"]},
        });
        balancer
            .good(
                doctor,
                Method::PUT,
                "/prescription/medication/updateStatus",
                &decision,
            )
            .await?;
    }
    let drawn = json!({"prescriptionId": id, "strokes": strokes()});
    balancer
        .good(doctor, Method::PUT, "/prescription/sign", &drawn)
        .await?;
    balancer
        .good(doctor, Method::POST, "/fax/queue-prescription-fax", &named)
        .await?;
    Ok(id)
}

/// Somebody who looks at their own page until told to stop; how often it was answered.
async fn look(balancer: Balancer, user: User, stop: Arc<AtomicBool>) -> Outcome<usize> {
    let path = format!("/person/{}", user.person);
    let (mut answered, mut beat) = (0, beat());
    while !stop.load(Ordering::Relaxed) {
        beat.tick().await;
        let answer = balancer.click(&user, Method::GET, &path, None).await?;
        if answer.status != 200 {
            return Err(format!("{path}: {} {}", answer.status, answer.body));
        }
        answered += 1;
    }
    Ok(answered)
}

/// Everything of the installation.
struct Site {
    environment: Vec<(&'static str, PathBuf)>,
    users: Users,
    sandbox: Running,
    _store: Store,
    database: Database,
}

impl Site {
    async fn new() -> Outcome<Self> {
        let template = template(&crate::TESTED, Engine::Postgres).await;
        let database = template.copy().await;
        files::forget_the_demo(&database.url).await?;
        let sandbox = salal_sandbox::start(SandboxSettings::for_tests()).await;
        let sandbox = sandbox.map_err(|error| error.to_string())?;
        let store = Store::start().await?;
        let mut environment = store.environment();
        let addresses = sandbox.addresses();
        let text = |text: &str| PathBuf::from(text);
        environment.extend([
            ("SALAL_DATABASE_URL", text(&database.url)),
            ("SALAL_ENVIRONMENT", text("test")),
            ("SALAL_SERVER__ADDRESS", text("127.0.0.1:0")),
            ("SALAL_SERVER__LEAVE_SECONDS", text("1")),
            ("SALAL_SESSION__IDLE_SECONDS", text("864000")),
            ("SALAL_SERVER__LOG", text("error,salal=info")),
            ("SALAL_SERVER__LOG_JSON", text("true")),
            ("SALAL_SANDBOX__ADDRESS", text(&addresses.http.to_string())),
            ("SALAL_SANDBOX__SMTP", text(&addresses.smtp.to_string())),
            ("SALAL_JOBS__LEASE_SECONDS", text("2")),
            ("SALAL_JOBS__FIRST_WAIT_MILLISECONDS", text("200")),
            ("SALAL_JOBS__UNDO_SECONDS", text("0")),
            ("SALAL_JOBS__POLL_MILLISECONDS", text("50")),
            ("SALAL_PRESCRIPTIONS__FAX_POLL_SECONDS", text("1")),
            ("SALAL_PRESCRIPTIONS__FAX_UNLISTED_SECONDS", text("6")),
        ]);
        Ok(Self {
            environment,
            users: template.users.clone(),
            sandbox,
            _store: store,
            database,
        })
    }

    async fn serve(&self) -> Outcome<Node> {
        Node::start(&["serve", "--no-worker"], &self.environment).await
    }

    async fn work(&self) -> Outcome<Node> {
        Node::start(&["work"], &self.environment).await
    }
}

/// Walks all of it.
pub(crate) async fn run() -> Outcome<()> {
    salal_integrations::install_tls_provider();
    let site = Site::new().await?;
    let (first, second) = (site.serve().await?, site.serve().await?);
    let (first_worker, _second_worker) = (site.work().await?, site.work().await?);
    let users = &site.users;

    // What was sent to one is opened at the other.
    let sent = files::upload(&first.api()?, &users.patient, &new_key(), 64).await?;
    let opened = files::open(&second.api()?, &users.doctor, &files::file_id(&sent)?).await?;
    same("the file at the other", Some(opened.status), Some(200))?;

    let balancer = Balancer::new(vec![first.api()?, second.api()?], false);
    let stop = Arc::new(AtomicBool::new(false));
    let lookers = [&users.patient, &users.other]
        .map(|user| tokio::spawn(look(balancer.clone(), user.clone(), Arc::clone(&stop))));
    let mut walked = vec![journey(&balancer, users, &users.patient, 1).await?];
    same(
        "errors before anything was killed",
        Some(balancer.errors.load(Ordering::Relaxed)),
        Some(0),
    )?;

    // Its fax is on its way, and the next request is being made.
    let next = tokio::spawn({
        let (balancer, users) = (balancer.clone(), users.clone());
        async move { journey(&balancer, &users, &users.patient, 2).await }
    });
    first.signal(Signal::KILL)?;
    first_worker.signal(Signal::KILL)?;
    walked.push(next.await.map_err(|error| error.to_string())??);
    let outage = Duration::from_millis(balancer.longest.load(Ordering::Relaxed));
    if outage > LONGEST_OUTAGE {
        return Err(format!(
            "a killed process cost somebody errors for {outage:?}"
        ));
    }
    stop.store(true, Ordering::Relaxed);
    for looker in lookers {
        let answered = looker.await.map_err(|error| error.to_string())??;
        if answered == 0 {
            return Err("somebody was never answered".into());
        }
    }
    stopped(&site, second, &mut walked).await?;
    compare(&site, &balancer, &walked).await
}

/// A process that is stopped under load loses nobody's request.
async fn stopped(site: &Site, mut second: Node, walked: &mut Vec<String>) -> Outcome<()> {
    let third = site.serve().await?;
    let balancer = Balancer::new(vec![second.api()?, third.api()?], true);
    let stop = Arc::new(AtomicBool::new(false));
    let looker = tokio::spawn(look(
        balancer.clone(),
        site.users.other.clone(),
        Arc::clone(&stop),
    ));
    second.signal(Signal::TERM)?;
    walked.push(journey(&balancer, &site.users, &site.users.other, 1).await?);
    let ended = tokio::time::timeout(PATIENCE, second.child.wait()).await;
    let ended = ended.map_err(|_| "a stopped process never ended")?;
    let ended = ended.map_err(|error| error.to_string())?;
    stop.store(true, Ordering::Relaxed);
    looker.await.map_err(|error| error.to_string())??;
    same(
        "a stopped process ended well",
        Some(ended.success()),
        Some(true),
    )?;
    same(
        "errors of a process that is stopped",
        Some(balancer.errors.load(Ordering::Relaxed)),
        Some(0),
    )?;
    let balancer = Balancer::new(vec![third.api()?], true);
    for id in walked {
        let delivered = |seen: &Value| seen["fax"]["state"] == "delivered";
        balancer
            .wait(&site.users.doctor, id, "the fax", delivered)
            .await?;
    }
    Ok(())
}

/// Each request was charged and faxed once, by their books and by ours, and no job is left.
async fn compare(site: &Site, balancer: &Balancer, walked: &[String]) -> Outcome<()> {
    let db: Db = rested(&site.database.url).await?;
    let all = i64::try_from(walked.len()).map_err(|error| error.to_string())?;
    same("requests walked", Some(all), Some(JOURNEYS))?;
    for (what, service, operation) in [
        ("charges", Service::Stripe, "charge"),
        ("faxes", Service::Srfax, "fax"),
    ] {
        let there = effects(&site.sandbox, service, operation).len();
        same(what, Some(there), Some(walked.len()))?;
    }
    for (what, sql) in [
        ("requests", "SELECT COUNT(*) AS n FROM prescription"),
        (
            "charged payments",
            "SELECT COUNT(*) AS n FROM payment WHERE state = 'charged'",
        ),
        (
            "payments",
            "SELECT COUNT(*) AS n FROM payment WHERE state <> 'failed'",
        ),
        (
            "delivered faxes",
            "SELECT COUNT(*) AS n FROM fax WHERE state = 'delivered'",
        ),
        (
            "signatures",
            "SELECT COUNT(*) AS n FROM signature WHERE voided_at IS NULL",
        ),
    ] {
        same(what, Some(number(&db, sql).await), Some(all))?;
    }
    db.close().await;
    if balancer.errors.load(Ordering::Relaxed) > 0 {
        return Ok(());
    }
    Err("nobody noticed that a process was killed: there was no load".into())
}
