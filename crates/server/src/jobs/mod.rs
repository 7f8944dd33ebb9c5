//! The job queue: durable pieces of work, queued in the transaction of the change that causes them,
//! run at least once under a lease, and never ended silently: done, or given up with a reason and a
//! person told. It knows no feature; `app` hands it the kinds.

pub(crate) mod desk;
pub(crate) mod overview;
mod queue;
mod rest;
pub(crate) mod rows;
mod worker;

pub use queue::{NewJob, cancel, enqueue, enqueue_with, hurry, reopen_all};
pub use rest::Needs;
#[cfg(any(test, debug_assertions))]
pub use worker::settle;
pub use worker::{Kind, work};

use std::time::Duration;

use futures_util::future::BoxFuture;
use salal_outside::{Failure, OutsideError};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::context::Context;
use crate::door::Reach;
use crate::error::{Error, Result};

/// One run of one job.
#[derive(Clone, Debug)]
pub struct Run {
    pub id: Uuid,
    pub kind: String,
    pub payload: serde_json::Value,
    /// 1 for the first run.
    pub tries: i64,
    /// Somebody of the staff gave it up, for this reason: it is not tried any more.
    pub given_up: Option<String>,
    /// Whose record it is about, where the staff see it waiting.
    pub person: Option<Uuid>,
    /// The reach of a job: what its own payload names.
    pub reach: Reach,
}

impl Run {
    /// The payload as its type. A payload that does not read is a fault of ours: the job is given up.
    pub fn payload<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_value(self.payload.clone())
            .map_err(|error| Error::broken(format!("payload of a {} job: {error}", self.kind)))
    }
}

/// How a run ended.
#[derive(Debug)]
pub enum End {
    Done,
    /// Not yet; the wait grows with the tries.
    Later {
        why: String,
    },
    /// Not yet, and this is not a failure: the wait is the caller's and tries are not used up.
    Wait {
        after: Duration,
    },
    /// Never; the reason is for a person to read.
    GiveUp {
        why: String,
    },
}

impl End {
    /// How a run ends that an outside service failed. What it understood and refused, it refuses again:
    /// that is for a person, and says nothing about whether the service is there.
    pub fn of(error: OutsideError, refused: &str) -> Result<Self> {
        match error.kind {
            Failure::Refused { .. } => Ok(Self::GiveUp {
                why: refused.to_owned(),
            }),
            _ => Err(error.into()),
        }
    }
}

/// What carries out a kind of job.
pub type Handler = fn(Context, Run) -> BoxFuture<'static, Result<End>>;
/// What tells a person that a job was given up.
pub type OnGiveUp = fn(Context, Run, String) -> BoxFuture<'static, Result<()>>;
