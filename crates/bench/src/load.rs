// SPDX-License-Identifier: AGPL-3.0-or-later

//! Putting load on: clients that send one request after the other as fast as answers come, and
//! requests that come at a given rate whether or not the earlier ones were answered.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use tokio::task::JoinSet;

use crate::client::{Client, Request};

/// Turns into which a measurement beside others is parted.
const ROUNDS: u32 = 3;

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

    /// Counts what was measured in another turn of the same as well.
    fn add(&mut self, other: Self) {
        self.times.extend(other.times);
        self.times.sort_unstable();
        self.elapsed += other.elapsed;
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
async fn closed<W, F>(
    turn: Arc<AtomicUsize>,
    clients: usize,
    time: Duration,
    work: W,
) -> Result<Measured, String>
where
    W: Fn(usize) -> F + Clone + Send + 'static,
    F: Future<Output = Result<(), String>> + Send,
{
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
    requests_from(turn, address, clients, time, expected, request).await
}

/// The same, whose turns are numbered on from those before.
async fn requests_from<R>(
    turn: Arc<AtomicUsize>,
    address: SocketAddr,
    clients: usize,
    time: Duration,
    expected: u16,
    request: R,
) -> Result<Measured, String>
where
    R: Fn(usize) -> Option<Request> + Clone + Send + 'static,
{
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

/// What is done for one turn without a server in between.
type Bare = Arc<dyn Fn(usize) -> BoxFuture<'static, Result<(), String>> + Send + Sync>;
/// What is asked of the server in one turn; none when there is nothing more to ask for.
type Asked = Arc<dyn Fn(usize) -> Option<Request> + Send + Sync>;

#[derive(Clone)]
enum Work {
    Asked(u16, Asked),
    Bare(Bare),
}

/// One thing that is measured in turn with others, so that each has its share of whatever the machine does meanwhile.
#[derive(Clone)]
pub(crate) struct Part {
    work: Work,
    /// The next turn.
    turn: Arc<AtomicUsize>,
}

impl Part {
    /// A call that is answered with this status.
    pub(crate) fn call(
        expected: u16,
        request: impl Fn(usize) -> Option<Request> + Send + Sync + 'static,
    ) -> Self {
        Self {
            work: Work::Asked(expected, Arc::new(request)),
            turn: Arc::default(),
        }
    }

    /// Something that is done without the server.
    pub(crate) fn bare(
        work: impl Fn(usize) -> BoxFuture<'static, Result<(), String>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            work: Work::Bare(Arc::new(work)),
            turn: Arc::default(),
        }
    }

    async fn run(
        &self,
        address: SocketAddr,
        clients: usize,
        time: Duration,
    ) -> Result<Measured, String> {
        let turn = Arc::clone(&self.turn);
        match &self.work {
            Work::Asked(expected, request) => {
                let request = Arc::clone(request);
                let request = move |turn: usize| request(turn);
                requests_from(turn, address, clients, time, *expected, request).await
            }
            Work::Bare(work) => {
                let work = Arc::clone(work);
                closed(turn, clients, time, move |turn| work(turn)).await
            }
        }
    }
}

/// Measures each part for `time` in all, a little of each in turn.
pub(crate) async fn in_turn<const N: usize>(
    address: SocketAddr,
    clients: usize,
    time: Duration,
    parts: [Part; N],
) -> Result<[Measured; N], String> {
    let mut all = [const { None }; N];
    for _ in 0..ROUNDS {
        for (part, all) in parts.iter().zip(&mut all) {
            let measured = part.run(address, clients, time / ROUNDS).await?;
            match all {
                Some(all) => Measured::add(all, measured),
                None => *all = Some(measured),
            }
        }
    }
    Ok(all.map(Option::unwrap_or_default))
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
