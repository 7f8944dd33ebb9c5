// SPDX-License-Identifier: AGPL-3.0-or-later

//! A span, and the work that one is about.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use salal_db::Tally;

use super::Traces;
use super::attribute::Attribute;
use super::ids::{SpanId, TraceId};
use crate::telemetry::Figure;

/// What a span is about, in the numbers of OTLP.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Internal = 1,
    Server = 2,
    Client = 3,
}

/// A span.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) trace: TraceId,
    pub(super) id: SpanId,
    pub(super) parent: Option<SpanId>,
    pub(super) kind: Kind,
    pub(super) name: [&'static str; 2],
    pub(super) began: DateTime<Utc>,
    pub(super) taken: Duration,
    pub(super) is_failed: bool,
    pub(super) attributes: Vec<Attribute>,
}

/// Of which span the work of a task is a part; `None` of one that is not kept.
pub(crate) type Place = Option<(TraceId, SpanId)>;

tokio::task_local! {
    pub(crate) static PLACE: Place;
}

/// Work for a task of its own that is a part of the same span as this task's, if there is one.
pub(crate) fn in_same_place<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    let place = PLACE.try_with(|place| *place).ok();
    async move {
        match place {
            Some(place) => PLACE.scope(place, work).await,
            None => work.await,
        }
    }
}

/// Work that may be traced. What is dropped before its end, because nobody waits for it any more or it took too long, is
/// told as abandoned: that is what one looks for in traces.
pub(crate) enum Traced {
    Off,
    Unsampled,
    Open(Box<Open>),
}

/// The span of work that goes on.
pub(crate) struct Open {
    traces: Traces,
    span: Option<Span>,
    place: Place,
    began: Instant,
    asked: Arc<Tally>,
}

impl Traced {
    pub(super) fn open(traces: Traces, span: Span) -> Self {
        Self::Open(Box::new(Open {
            traces,
            place: Some((span.trace, span.id)),
            span: Some(span),
            began: Instant::now(),
            asked: Arc::default(),
        }))
    }

    /// Does the work, or a part of it.
    pub(crate) async fn within<T>(&self, work: impl Future<Output = T>) -> T {
        let work = pin!(work);
        match self {
            Self::Off => work.await,
            Self::Unsampled => PLACE.scope(None, work).await,
            Self::Open(open) => {
                let counted = Arc::clone(&open.asked).of(work);
                PLACE.scope(open.place, counted).await
            }
        }
    }

    /// The work has ended.
    pub(crate) fn end(self, is_failed: bool, attributes: &[Attribute]) {
        if let Self::Open(mut open) = self {
            open.end(is_failed, attributes);
        }
    }
}

impl Open {
    fn end(&mut self, is_failed: bool, attributes: &[Attribute]) {
        let Some(mut span) = self.span.take() else {
            return;
        };
        span.taken = self.began.elapsed();
        span.is_failed = is_failed;
        span.attributes.extend(attributes);
        let milliseconds = self.asked.taken().figure() * 1000.0;
        span.attributes.extend([
            Attribute::Statements(self.asked.statements()),
            Attribute::DatabaseTime(milliseconds),
        ]);
        self.traces.keep(span);
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.end(true, &[Attribute::Outcome("abandoned")]);
    }
}
