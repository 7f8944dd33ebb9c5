// SPDX-License-Identifier: AGPL-3.0-or-later

//! Putting load on: clients that send one request after the other as fast as answers come, and
//! requests that come at a given rate whether or not the earlier ones were answered.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::client::{Client, Request};

/// What one measurement came to.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    /// Each operation's time and the number of its turn, sorted.
    times: Vec<(Duration, usize)>,
    elapsed: Duration,
}

impl Measured {
    fn new(mut times: Vec<(Duration, usize)>, elapsed: Duration) -> Self {
        times.sort_unstable();
        Self { times, elapsed }
    }

    /// How many operations were done.
    pub(crate) fn operations(&self) -> usize {
        self.times.len()
    }

    /// Operations a second.
    pub(crate) fn rate(&self) -> f64 {
        count(self.times.len()) / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// The time within which `percent` of the operations were done, milliseconds.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let place = (self.times.len() * percent / 100).min(self.times.len().saturating_sub(1));
        self.times
            .get(place)
            .map_or(0.0, |(time, _)| time.as_secs_f64() * 1e3)
    }

    /// The turns that took longest, with their times in milliseconds.
    pub(crate) fn slowest(&self, number: usize) -> impl Iterator<Item = (f64, usize)> {
        let slowest = self.times.iter().rev().take(number);
        slowest.map(|(time, turn)| (time.as_secs_f64() * 1e3, *turn))
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a count of operations is far below 2^52"
)]
pub(crate) fn count(number: usize) -> f64 {
    number as f64
}

/// Runs `work` over and over in `clients` tasks for `time`; each turn is given a number of its own.
pub(crate) async fn closed<W, F>(
    clients: usize,
    time: Duration,
    work: W,
) -> Result<Measured, String>
where
    W: Fn(usize) -> F + Clone + Send + 'static,
    F: Future<Output = Result<(), String>> + Send,
{
    let turn = Arc::new(AtomicUsize::new(0));
    let mut tasks = JoinSet::new();
    let began = Instant::now();
    for _ in 0..clients {
        let (work, turn) = (work.clone(), Arc::clone(&turn));
        tasks.spawn(async move {
            let mut times = Vec::new();
            while began.elapsed() < time {
                let from = Instant::now();
                let turn = turn.fetch_add(1, Ordering::Relaxed);
                work(turn).await?;
                times.push((from.elapsed(), turn));
            }
            Ok::<_, String>(times)
        });
    }
    gather(tasks, began).await
}

/// The same with HTTP: each client has a connection, and the answer must have the status `expected`.
pub(crate) async fn requests<R>(
    address: SocketAddr,
    clients: usize,
    time: Duration,
    expected: u16,
    request: R,
) -> Result<Measured, String>
where
    R: Fn(usize) -> Option<Request> + Clone + Send + 'static,
{
    let turn = Arc::new(AtomicUsize::new(0));
    let mut open = Vec::new();
    for _ in 0..clients {
        open.push(
            Client::connect(address)
                .await
                .map_err(|error| error.to_string())?,
        );
    }
    let mut tasks = JoinSet::new();
    let began = Instant::now();
    for mut client in open {
        let (request, turn) = (request.clone(), Arc::clone(&turn));
        tasks.spawn(async move {
            let mut times = Vec::new();
            while began.elapsed() < time {
                // None: what was prepared is used up.
                let turn = turn.fetch_add(1, Ordering::Relaxed);
                let Some(one) = request(turn) else {
                    break;
                };
                let from = Instant::now();
                ask(&mut client, &one, expected).await?;
                times.push((from.elapsed(), turn));
            }
            Ok::<_, String>(times)
        });
    }
    gather(tasks, began).await
}

/// Sends `per_second` requests a second over `connections` connections. A request that waits for a
/// free connection is timed from the moment it was due.
pub(crate) async fn at_rate<R>(
    address: SocketAddr,
    connections: usize,
    per_second: u32,
    time: Duration,
    expected: u16,
    request: R,
) -> Result<Measured, String>
where
    R: Fn(usize) -> Request + Clone + Send + 'static,
{
    let turn = Arc::new(AtomicUsize::new(0));
    let step = Duration::from_secs(1) / per_second;
    let mut open = Vec::new();
    for _ in 0..connections {
        open.push(
            Client::connect(address)
                .await
                .map_err(|error| error.to_string())?,
        );
    }
    let mut tasks = JoinSet::new();
    let began = Instant::now();
    for mut client in open {
        let (request, turn) = (request.clone(), Arc::clone(&turn));
        tasks.spawn(async move {
            let mut times = Vec::new();
            loop {
                let number = turn.fetch_add(1, Ordering::Relaxed);
                let due = began + step * u32::try_from(number).unwrap_or(u32::MAX);
                if due.duration_since(began) >= time {
                    return Ok::<_, String>(times);
                }
                let early = Instant::now() < due;
                if early {
                    tokio::time::sleep_until(due.into()).await;
                }
                // The timer is a millisecond coarse: a request that did not have to wait for a
                // connection counts from when it was sent.
                let from = if early { Instant::now() } else { due };
                ask(&mut client, &request(number), expected).await?;
                times.push((from.elapsed(), number));
            }
        });
    }
    gather(tasks, began).await
}

async fn ask(client: &mut Client, request: &Request, expected: u16) -> Result<(), String> {
    let answer = client
        .send(request)
        .await
        .map_err(|error| error.to_string())?;
    if answer.status == expected {
        return Ok(());
    }
    Err(format!(
        "answered {} instead of {expected}: {}",
        answer.status,
        String::from_utf8_lossy(&answer.body)
    ))
}

async fn gather(
    mut tasks: JoinSet<Result<Vec<(Duration, usize)>, String>>,
    began: Instant,
) -> Result<Measured, String> {
    let mut times = Vec::new();
    while let Some(ended) = tasks.join_next().await {
        times.extend(ended.map_err(|error| error.to_string())??);
    }
    Ok(Measured::new(times, began.elapsed()))
}
