// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sends spans to the receiver, in messages of many. While it is away, the message that it did not take is tried again at
//! growing pauses, and the queue fills up behind it. The log gets one line when it goes away and one when it is back.

use std::time::Duration;

use salal_integrations::traces::TraceFailure;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::span::Span;
use super::{MOST_WAITING, Running, Traces, otlp};
use crate::context::Context;
use crate::telemetry;

/// Spans in one message.
const MOST_AT_ONCE: usize = 512;
/// How long a span waits for others to be sent with.
const GATHERING: Duration = Duration::from_secs(1);
/// How long the receiver may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The pauses between tries.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);
/// How long a process still sends from when it stops; less than it waits for that.
const LAST_SENDING: Duration = Duration::from_millis(1_500);
/// How long it does at least, however long it took to finish other work.
const LEAST_SENDING: Duration = Duration::from_millis(400);

/// Sends spans until the traces are closed.
pub(super) async fn export(traces: Traces, ctx: Context, mut queue: mpsc::Receiver<Span>) {
    let Some(running) = traces.running.get() else {
        return;
    };
    let _closed = running.closed.clone().drop_guard();
    let mut receiver = Receiver {
        resource: otlp::resource(&ctx),
        ctx,
        running,
        away: None,
        pause: FIRST_PAUSE,
    };
    let mut batch = Vec::new();
    while !running.closing.is_cancelled() {
        if batch.is_empty() {
            gather(&mut queue, &mut batch, &running.closing).await;
            continue;
        }
        let sending = receiver.send(&batch, PATIENCE);
        let pause = tokio::select! {
            pause = sending => pause,
            () = long_after(running) => {
                running.dropped(count(&batch) + count_waiting(&queue));
                return;
            }
        };
        match pause {
            None => batch.clear(),
            Some(pause) => {
                let _ = tokio::time::timeout(pause, running.closing.cancelled()).await;
            }
        }
    }
    send_rest(&mut receiver, queue, batch).await;
}

/// Waits for spans, and a little longer for more of them.
async fn gather(
    queue: &mut mpsc::Receiver<Span>,
    batch: &mut Vec<Span>,
    closing: &CancellationToken,
) {
    let waiting = async {
        queue.recv_many(batch, MOST_AT_ONCE).await;
        let until = Instant::now() + GATHERING;
        while batch.len() < MOST_AT_ONCE {
            let more = queue.recv_many(batch, MOST_AT_ONCE - batch.len());
            if tokio::time::timeout_at(until, more).await.is_err() {
                break;
            }
        }
    };
    tokio::select! {
        () = closing.cancelled() => {}
        () = waiting => {}
    }
}

/// When a process has been stopping for as long as it still sends.
async fn long_after(running: &Running) {
    running.closing.cancelled().await;
    tokio::time::sleep_until(last_moment(running)).await;
}

/// Until when a process that closes its traces now still sends.
fn last_moment(running: &Running) -> Instant {
    let now = Instant::now();
    let stopped = running.stopped.get().copied().unwrap_or(now);
    (stopped + LAST_SENDING).max(now + LEAST_SENDING)
}

/// Sends what is left, as far as there is time for it.
async fn send_rest(
    receiver: &mut Receiver<'_>,
    mut queue: mpsc::Receiver<Span>,
    mut batch: Vec<Span>,
) {
    let until = last_moment(receiver.running);
    queue.close();
    loop {
        while batch.len() < MOST_AT_ONCE
            && let Ok(span) = queue.try_recv()
        {
            batch.push(span);
        }
        if batch.is_empty() {
            return;
        }
        let left = until.saturating_duration_since(Instant::now());
        let sent = tokio::time::timeout(left, receiver.send(&batch, left)).await;
        if sent != Ok(None) {
            break;
        }
        batch.clear();
    }
    receiver
        .running
        .dropped(count(&batch) + count_waiting(&queue));
}

fn count(spans: &[Span]) -> u64 {
    u64::try_from(spans.len()).unwrap_or(u64::MAX)
}

fn count_waiting(queue: &mpsc::Receiver<Span>) -> u64 {
    u64::try_from(queue.len()).unwrap_or(u64::MAX)
}

/// The receiver, and what is known of it.
struct Receiver<'a> {
    resource: serde_json::Value,
    ctx: Context,
    running: &'a Running,
    /// Since when it takes nothing.
    away: Option<Instant>,
    pause: Duration,
}

impl Receiver<'_> {
    /// Sends these spans; how long to wait before they are tried again, or `None` when they are done with.
    async fn send(&mut self, spans: &[Span], patience: Duration) -> Option<Duration> {
        let message = otlp::message(&self.resource, spans);
        let all = count(spans);
        match self.ctx.services.traces.send(message, patience).await {
            Ok(refused) => {
                let refused = refused.min(all);
                telemetry::TRACE_SPANS.add(["sent"], all - refused);
                telemetry::TRACE_SPANS.add(["refused"], refused);
                self.is_back();
                None
            }
            Err(failure) => {
                self.is_away(&failure);
                let TraceFailure::Away {
                    retry_after_seconds,
                    ..
                } = failure
                else {
                    telemetry::TRACE_SPANS.add(["refused"], all);
                    return None;
                };
                let asked = retry_after_seconds.map(Duration::from_secs);
                let pause = asked.unwrap_or(self.pause).min(LONGEST_PAUSE);
                self.pause = (self.pause * 2).min(LONGEST_PAUSE);
                Some(pause)
            }
        }
    }

    fn is_away(&mut self, failure: &TraceFailure) {
        if self.away.is_some() {
            return;
        }
        self.away = Some(Instant::now());
        tracing::warn!(
            cause = %failure,
            most = MOST_WAITING,
            "The receiver of traces takes nothing. No one waits for it: so many spans at most are kept for it, others are \
             dropped, and the next line about it says that it is back"
        );
    }

    fn is_back(&mut self) {
        self.pause = FIRST_PAUSE;
        if let Some(since) = self.away.take() {
            let seconds = since.elapsed().as_secs();
            let dropped = self
                .running
                .dropped
                .swap(0, std::sync::atomic::Ordering::Relaxed);
            tracing::info!(seconds, dropped, "The receiver of traces is back");
        }
    }
}
