// SPDX-License-Identifier: AGPL-3.0-or-later

//! A process that is stopped while a service has a request and does not answer: it ends soon, whoever waits is told that
//! the outcome is not known, and nothing is done twice.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::Method;
use salal_sandbox::Service;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use super::on_call::{Program, until};
use crate::support::{Engine, TestApp, new_key, number};

/// Long enough for any machine; nothing here waits for it when all is well.
const PATIENCE: Duration = Duration::from_mins(1);
/// A call waits two seconds more for a service, a job one; the services here would have ten and more.
const SOON: Duration = Duration::from_secs(5);

/// Stands before the sandbox. It reads each request whole; those that it holds get no answer, the others are passed on.
struct Gate {
    address: SocketAddr,
    /// The beginning of the paths that are held.
    holds: watch::Sender<&'static str>,
    /// The head of every request.
    heads: Arc<Mutex<Vec<String>>>,
    /// A permit for each that is held.
    held: Arc<Semaphore>,
}

impl Gate {
    async fn before(target: SocketAddr, held_path: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let gate = Self {
            address: listener.local_addr().expect("a bound port"),
            holds: watch::Sender::new(held_path),
            heads: Arc::default(),
            held: Arc::new(Semaphore::new(0)),
        };
        let (holds, heads, held) = (
            gate.holds.clone(),
            Arc::clone(&gate.heads),
            Arc::clone(&gate.held),
        );
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (holds, heads, held) = (holds.clone(), Arc::clone(&heads), Arc::clone(&held));
                tokio::spawn(async move {
                    let Some((head, body)) = request(&mut stream).await else {
                        return;
                    };
                    let path = head.split(' ').nth(1).unwrap_or_default();
                    let prefix = *holds.borrow();
                    let is_held = !prefix.is_empty() && path.starts_with(prefix);
                    let all = || heads.lock().unwrap_or_else(PoisonError::into_inner);
                    all().push(head.clone());
                    if is_held {
                        held.add_permits(1);
                        let mut rest = [0; 64];
                        while matches!(stream.read(&mut rest).await, Ok(1..)) {}
                        return;
                    }
                    // One request on each connection, so that each is seen.
                    let head = head.replacen("\r\n", "\r\nconnection: close\r\n", 1);
                    let mut on = TcpStream::connect(target).await.expect("the sandbox");
                    on.write_all(head.as_bytes()).await.expect("it reads");
                    on.write_all(&body).await.expect("it reads");
                    let _ = copy_bidirectional(&mut stream, &mut on).await;
                });
            }
        });
        gate
    }

    /// The heads of the requests for paths that begin so.
    fn of(&self, path: &str) -> Vec<String> {
        let all = self.heads.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of = |head: &&String| {
            head.split(' ')
                .nth(1)
                .is_some_and(|is| is.starts_with(path))
        };
        all.iter().filter(is_of).cloned().collect()
    }

    /// Waits until a service has a whole request.
    async fn has_one(&self) {
        let held = tokio::time::timeout(PATIENCE, self.held.acquire()).await;
        held.expect("the service is asked")
            .expect("it is open")
            .forget();
    }
}

/// Reads a request: its head and its body.
async fn request(stream: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut read = Vec::new();
    let mut part = [0; 4096];
    loop {
        if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&read[..end + 4]).into_owned();
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                let is_length = name.eq_ignore_ascii_case("content-length");
                is_length.then(|| value.trim().parse::<usize>().ok())?
            });
            if read.len() >= end + 4 + length.unwrap_or(0) {
                return Some((head, read.split_off(end + 4)));
            }
        }
        let count = stream
            .read(&mut part)
            .await
            .ok()
            .filter(|count| *count > 0)?;
        read.extend_from_slice(&part[..count]);
    }
}

fn key_of(head: &str) -> String {
    let line = head
        .lines()
        .find(|line| line.starts_with("idempotency-key:"));
    line.expect("it has a key").to_owned()
}

const CHARGE: &str = "/stripe/v1/payment_intents";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_pays_while_it_stops_is_told_and_pays_once() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let patient = app.users.patient.clone();
    let made = app.create(&patient, 1).await;
    app.settle().await;
    let folder = tempfile::tempdir().expect("a folder");
    let gate = Gate::before(app.sandbox.addresses().http, CHARGE).await;
    let (url, services) = (
        app.ctx.settings.database.url.clone(),
        gate.address.to_string(),
    );
    let start = async |words: &[&str]| {
        Program::start_before(&app, folder.path(), words, ("", &url), &services).await
    };
    let mut program = start(&["serve", "--no-worker"]).await;
    let site = program.site.take().expect("it serves");
    let payer = patient.clone();
    let body = json!({"prescriptionId": made["_id"], "amount": made["feeDue"], "stripeTokenId": "tok_visa"});
    let paying = tokio::spawn(async move {
        let path = "/prescription/set-pay";
        site.try_send(
            Some(&payer),
            Method::PUT,
            path,
            Some(&new_key()),
            Some(&body),
        )
        .await
    });
    gate.has_one().await;
    let told = Instant::now();
    program.stop().await;
    assert!(told.elapsed() < SOON, "{:?}", told.elapsed());
    let answer = paying
        .await
        .expect("no panic")
        .expect("an answer, and no broken line")
        .ok();
    assert_eq!(answer["payment"]["state"], "unknown", "{answer}");
    let message = answer["payment"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("Please do not pay again"), "{message}");
    gate.holds.send_replace("");
    let mut program = start(&["serve"]).await;
    until("the outcome", async || {
        let seen = app.see(&patient, &made["_id"]).await;
        (seen["payment"]["state"] == "charged").then_some(())
    })
    .await;
    program.stop().await;
    let asked = gate.of(CHARGE);
    assert_eq!(asked.len(), 2, "once before and once after");
    assert_eq!(key_of(&asked[0]), key_of(&asked[1]));
    assert_eq!(app.effects(Service::Stripe, "charge").len(), 1);
}

const TEXTS: &str = "/twilio/";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_message_that_had_left_is_not_sent_again() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    app.settle().await;
    let folder = tempfile::tempdir().expect("a folder");
    let gate = Gate::before(app.sandbox.addresses().http, TEXTS).await;
    let (url, services) = (
        app.ctx.settings.database.url.clone(),
        gate.address.to_string(),
    );
    let start = async || {
        Program::start_before(&app, folder.path(), &["serve"], ("", &url), &services).await
    };
    let mut program = start().await;
    let patient = &app.users.patient;
    let sent =
        json!({"Email": patient.email, "Password": patient.password, "Role": "ROLE_PATIENT"});
    let site = program.site.as_ref().expect("it serves");
    let path = "/user/authenticate";
    let key = new_key();
    let asked = site.try_send(None, Method::POST, path, Some(&key), Some(&sent));
    asked.await.expect("an answer").ok();
    gate.has_one().await;
    let told = Instant::now();
    program.stop().await;
    assert!(told.elapsed() < SOON, "{:?}", told.elapsed());
    let waiting = "SELECT COUNT(*) AS n FROM job WHERE kind = 'post.sms' AND state <> 'done'";
    assert_eq!(
        number(&app.ctx.db, waiting).await,
        0,
        "nothing is left to send"
    );
    gate.holds.send_replace("");
    let mut program = start().await;
    let site = program.site.as_ref().expect("it serves");
    // Another message, which leaves after all that waited.
    let other = &app.users.other;
    let sent = json!({"Email": other.email, "Password": other.password, "Role": "ROLE_PATIENT"});
    let key = new_key();
    let asked = site.try_send(None, Method::POST, path, Some(&key), Some(&sent));
    asked.await.expect("an answer").ok();
    until("the other message", async || {
        (gate.of(TEXTS).len() > 1).then_some(())
    })
    .await;
    program.stop().await;
    assert_eq!(gate.of(TEXTS).len(), 2, "one each");
}
