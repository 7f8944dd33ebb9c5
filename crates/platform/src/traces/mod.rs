// SPDX-License-Identifier: AGPL-3.0-or-later

//! Traces for the operator's own receiver: one span for each call, each run of a job and each request to an outside
//! service, sent as OTLP over HTTP. A span says what `attribute` lists and nothing else: words of the program, numbers,
//! and ids that stand for no person. Lines of the log are no part of it.
//!
//! Without a receiver in the settings nothing is made. With one, nobody waits for it: what it does not take in time is
//! kept up to a limit, and dropped and counted beyond that. Nothing is told to other companies: no request to a service
//! carries the id of a trace. Not here: what is measured for all calls together, which is in `telemetry`.

mod attribute;
mod export;
mod ids;
mod otlp;
mod parent;
mod span;

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use rand::Rng;
use salal_integrations::RequestEnd;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use self::ids::{SpanId, TraceId};
use self::span::{Kind, Span};
use crate::context::{Clock, Context};
use crate::telemetry;

pub(crate) use attribute::Attribute;
pub(crate) use parent::Parent;
use span::PLACE;
pub(crate) use span::{Traced, in_same_place};

/// How many spans wait for the receiver; more are dropped.
const MOST_WAITING: usize = 4096;
/// How long a process that stops waits for the receiver.
const LONGEST_FAREWELL: Duration = Duration::from_millis(1_700);

/// The traces of a process; off until they are started.
#[derive(Clone)]
pub struct Traces {
    running: Arc<OnceLock<Running>>,
    clock: Clock,
    clock_ahead: Arc<AtomicI64>,
}

/// What traces need while they are on.
struct Running {
    queue: mpsc::Sender<Span>,
    /// The share of traces that is kept.
    ratio: f64,
    dropped: AtomicU64,
    /// Since when the process stops.
    stopped: OnceLock<Instant>,
    closing: CancellationToken,
    closed: CancellationToken,
}

impl Traces {
    pub(crate) fn new(clock: Clock, clock_ahead: Arc<AtomicI64>) -> Self {
        Self {
            running: Arc::default(),
            clock,
            clock_ahead,
        }
    }

    /// Begins to make traces and to send them, if the settings name a receiver; once for a process that serves or works.
    pub fn start(&self, ctx: &Context) {
        let settings = &ctx.settings.telemetry;
        if settings.otlp_endpoint.is_empty() {
            return;
        }
        let (queue, waiting) = mpsc::channel(MOST_WAITING);
        let running = Running {
            queue,
            ratio: settings.sample_ratio,
            dropped: AtomicU64::new(0),
            stopped: OnceLock::new(),
            closing: CancellationToken::new(),
            closed: CancellationToken::new(),
        };
        if self.running.set(running).is_err() {
            return;
        }
        for outcome in ["sent", "dropped", "refused"] {
            telemetry::TRACE_SPANS.begin([outcome]);
        }
        tokio::spawn(export::export(self.clone(), ctx.clone(), waiting));
    }

    /// The process stops: the time that the receiver is given for what is left begins.
    pub fn stopping(&self) {
        if let Some(running) = self.running.get() {
            running.stopped.get_or_init(Instant::now);
        }
    }

    /// Sends what is left, and waits a little for the receiver to take it.
    pub async fn close(&self) {
        if let Some(running) = self.running.get() {
            running.closing.cancel();
            let _ = tokio::time::timeout(LONGEST_FAREWELL, running.closed.cancelled()).await;
        }
    }

    /// A call of the API. `request` is its id, which is told if it has the form of one that was made and not typed.
    pub(crate) fn call(
        &self,
        (method, route): (&'static str, &'static str),
        request: &str,
        parent: impl FnOnce() -> Option<Parent>,
    ) -> Traced {
        if self.running.get().is_none() {
            return Traced::Off;
        }
        let mut attributes = vec![Attribute::Method(method), Attribute::Route(route)];
        attributes.extend(request.parse().ok().map(Attribute::RequestId));
        self.begin(Kind::Server, [method, route], attributes, parent())
    }

    /// A run of a job.
    pub(crate) fn job(&self, kind: &'static str, attempt: i64) -> Traced {
        if self.running.get().is_none() {
            return Traced::Off;
        }
        let attributes = vec![Attribute::JobKind(kind), Attribute::JobAttempt(attempt)];
        self.begin(Kind::Internal, ["job", kind], attributes, None)
    }

    fn begin(
        &self,
        kind: Kind,
        name: [&'static str; 2],
        attributes: Vec<Attribute>,
        parent: Option<Parent>,
    ) -> Traced {
        let is_kept = match parent {
            Some(parent) => parent.is_sampled,
            None => self.samples(),
        };
        if !is_kept {
            return Traced::Unsampled;
        }
        let span = Span {
            trace: parent.map_or_else(TraceId::new, |parent| parent.trace),
            id: SpanId::new(),
            parent: parent.map(|parent| parent.span),
            kind,
            name,
            began: self.now(),
            taken: Duration::ZERO,
            is_failed: false,
            attributes,
        };
        Traced::open(self.clone(), span)
    }

    /// A request to an outside service, which has ended: a part of the call or job that made it, or by itself.
    pub(crate) fn service(&self, end: &RequestEnd) {
        if self.running.get().is_none() {
            return;
        }
        let place = match PLACE.try_with(|place| *place) {
            Ok(None) => return,
            Ok(place) => place,
            Err(_) if self.samples() => None,
            Err(_) => return,
        };
        let taken = TimeDelta::from_std(end.taken).unwrap_or_default();
        let mut attributes = vec![
            Attribute::Service(end.service.name()),
            Attribute::Operation(end.operation),
            Attribute::Outcome(end.outcome),
        ];
        attributes.extend(end.status.map(Attribute::Status));
        self.keep(Span {
            trace: place.map_or_else(TraceId::new, |(trace, _)| trace),
            id: SpanId::new(),
            parent: place.map(|(_, span)| span),
            kind: Kind::Client,
            name: [end.service.name(), end.operation],
            began: self.now() - taken,
            taken: end.taken,
            is_failed: !["answered", "refused"].contains(&end.outcome),
            attributes,
        });
    }

    /// Puts a span into the queue, or drops and counts it.
    fn keep(&self, span: Span) {
        let Some(running) = self.running.get() else {
            return;
        };
        if running.queue.try_send(span).is_err() {
            running.dropped(1);
        }
    }

    fn samples(&self) -> bool {
        let ratio = self.running.get().map_or(0.0, |running| running.ratio);
        ratio >= 1.0 || rand::rng().random::<f64>() < ratio
    }

    fn now(&self) -> DateTime<Utc> {
        let ahead = self.clock_ahead.load(Ordering::Relaxed);
        self.clock.now() - TimeDelta::microseconds(ahead)
    }
}

impl Running {
    fn dropped(&self, spans: u64) {
        self.dropped.fetch_add(spans, Ordering::Relaxed);
        telemetry::TRACE_SPANS.add(["dropped"], spans);
    }
}
