// SPDX-License-Identifier: AGPL-3.0-or-later

//! The job queue. Jobs are durable, are queued in the transaction of the change that causes them, and run at
//! least once under a lease. No job ends silently: it is done, or it has failed with a reason and someone is
//! notified. The queue depends on no feature; their crates register the job kinds.

pub mod admin;
mod circuit_breaker;
pub mod entity;
pub mod held;
pub mod overview;
mod payload;
mod queue;
pub mod retention;
mod shares;
mod worker;

pub use circuit_breaker::{CLINIC, RequiredService, SMS, TELEPLAN};
pub(crate) use held::{hold_all, release_all};
pub use queue::{
    NewJob, cancel, enqueue, enqueue_with, is_kept, next_due, requeue_running, run_soon,
};
#[cfg(any(test, debug_assertions))]
pub use worker::settle;
pub use worker::{JobKind, JobKinds, run_due, run_kinds, work};

pub(crate) use payload::sealed;

use std::time::Duration;

use futures_util::future::BoxFuture;
use salal_integrations::{Failure, ServiceError};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};

salal_domain::codes! {
    /// The state of a job.
    pub enum JobState {
        Queued = "queued",
        Running = "running",
        Done = "done",
        /// It failed for good, or staff cancelled it.
        GivenUp = "given_up",
    }
}

/// One run of one job. It does not print: its payload may be a message.
#[derive(Clone)]
pub struct JobRun {
    pub id: Uuid,
    pub kind: String,
    /// Opened; `None` if it was sealed with a key that the settings do not have.
    payload: Option<serde_json::Value>,
    /// It is emptied however the job ends.
    is_sealed: bool,
    /// 1 for the first attempt.
    pub attempts: i64,
    /// A person released it after a restore: what it is to do may have happened already.
    pub was_released: bool,
    /// A staff member cancelled it, for this reason: it is not retried.
    pub cancelled_because: Option<String>,
    /// The patient the job is about, for jobs that staff see in their queue.
    pub person: Option<Uuid>,
    /// The scope of the job: the records named in its payload.
    pub scope: Scope,
}

/// Why a job cannot run, for the log.
const SEALED_ELSEWHERE: &str =
    "the payload of a job cannot be opened: was a master key taken away?";

impl JobRun {
    /// The payload as its type. A payload that cannot be parsed is a bug: the job fails. The parser's own words
    /// are not passed on, because they repeat what it read.
    pub fn payload<T: DeserializeOwned>(&self) -> Result<T> {
        let payload = self.payload.clone();
        let payload = payload.ok_or_else(|| Error::broken(SEALED_ELSEWHERE))?;
        serde_json::from_value(payload).map_err(|_| {
            Error::broken(format!("the payload of a {} job cannot be read", self.kind))
        })
    }
}

/// The outcome of a run.
#[derive(Debug)]
pub enum JobOutcome {
    Done,
    /// Retry later; the wait grows with the number of attempts.
    Retry {
        why: String,
    },
    /// Run again later without counting a failure or an attempt; the caller sets the wait.
    Postpone {
        after: Duration,
    },
    /// Failed permanently; the reason is shown to a person.
    Failed {
        why: String,
    },
}

impl JobOutcome {
    /// The word for metrics.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Retry { .. } => "retry",
            Self::Postpone { .. } => "postponed",
            Self::Failed { .. } => "given_up",
        }
    }

    /// The outcome of a run in which an external service failed. A request that the service understood and
    /// refused would be refused again: it needs a person, and says nothing about the availability of the
    /// service.
    pub fn from_service_error(error: ServiceError, refused: &str) -> Result<Self> {
        match error.kind {
            Failure::Refused { .. } => Ok(Self::Failed {
                why: refused.to_owned(),
            }),
            _ => Err(error.into()),
        }
    }
}

/// Whether the jobs of a kind do something outside this installation. Each kind says it; after a restore those that do
/// wait for a person.
#[derive(Clone, Copy, Debug)]
pub enum Reach {
    /// They work in here, or only ask.
    Inside,
    /// They send, charge or change something at a service.
    Outside(OnTakenOver),
}

/// Records that the effect of a held job happened after the copy was made; refuses with what to do instead.
pub type OnTakenOver = fn(Context, JobRun) -> BoxFuture<'static, Result<()>>;

/// For kinds that leave nothing to record.
pub fn nothing_to_record(_: Context, _: JobRun) -> BoxFuture<'static, Result<()>> {
    Box::pin(async { Ok(()) })
}

/// Runs a job of one kind.
pub type Handler = fn(Context, JobRun) -> BoxFuture<'static, Result<JobOutcome>>;
/// Notifies someone that a job has failed.
pub type OnFailure = fn(Context, JobRun, String) -> BoxFuture<'static, Result<()>>;
