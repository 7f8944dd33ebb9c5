//! The job queue: durable pieces of work, queued in the transaction of the change that causes them,
//! run at least once under a lease, and never ended silently: done, or given up with a reason and a
//! person told. It knows no feature; `app` hands it the kinds.

pub(crate) mod admin;
mod circuit_breaker;
pub(crate) mod entity;
pub(crate) mod overview;
mod queue;
mod worker;

pub use circuit_breaker::RequiredServices;
pub use queue::{NewJob, cancel, enqueue, enqueue_with, requeue_running, run_soon};
#[cfg(any(test, debug_assertions))]
pub use worker::settle;
pub use worker::{JobKind, work};

use std::time::Duration;

use futures_util::future::BoxFuture;
use salal_integrations::{Failure, ServiceError};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};

/// One run of one job.
#[derive(Clone, Debug)]
pub struct JobRun {
    pub id: Uuid,
    pub kind: String,
    pub payload: serde_json::Value,
    /// 1 for the first run.
    pub attempts: i64,
    /// Somebody of the staff gave it up, for this reason: it is not tried any more.
    pub cancelled_because: Option<String>,
    /// Whose record it is about, where the staff see it waiting.
    pub person: Option<Uuid>,
    /// The scope of a job: what its own payload names.
    pub scope: Scope,
}

impl JobRun {
    /// The payload as its type. A payload that does not read is a fault of ours: the job is given up.
    pub fn payload<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_value(self.payload.clone())
            .map_err(|error| Error::broken(format!("payload of a {} job: {error}", self.kind)))
    }
}

/// How a run ended.
#[derive(Debug)]
pub enum JobOutcome {
    Done,
    /// Not yet; the wait grows with the tries.
    Retry {
        why: String,
    },
    /// Not yet, and this is not a failure: the wait is the caller's and tries are not used up.
    Postpone {
        after: Duration,
    },
    /// Never; the reason is for a person to read.
    Failed {
        why: String,
    },
}

impl JobOutcome {
    /// How a run ends that an outside service failed. What it understood and refused, it refuses again:
    /// that is for a person, and says nothing about whether the service is there.
    pub fn from_service_error(error: ServiceError, refused: &str) -> Result<Self> {
        match error.kind {
            Failure::Refused { .. } => Ok(Self::Failed {
                why: refused.to_owned(),
            }),
            _ => Err(error.into()),
        }
    }
}

/// What carries out a kind of job.
pub type Handler = fn(Context, JobRun) -> BoxFuture<'static, Result<JobOutcome>>;
/// What tells a person that a job was given up.
pub type OnFailure = fn(Context, JobRun, String) -> BoxFuture<'static, Result<()>>;
