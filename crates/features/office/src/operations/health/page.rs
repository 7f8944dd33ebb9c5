// SPDX-License-Identifier: AGPL-3.0-or-later

//! The operations page: the report, and retrying the jobs of a kind.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::examine::{examine, retry_rules};
use super::report::Report;
use super::services;
use crate::api::{Json, NoBody, Request};
use crate::error::{Error, Result};
use crate::jobs::{JobKinds, overview};
use salal_platform::changes::JOB;

/// A kind of background jobs.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::operations) struct ByKind {
    /// The kind, as named in the report: `fax.send`.
    kind: String,
}

/// Failed jobs of a kind are retried.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::operations) struct Retried {
    /// How many jobs are retried now.
    pub tried: u64,
}

/// GET /operations
pub(in crate::operations) async fn show(request: Request) -> Result<Json<Report>> {
    services::note(&request.ctx).await?;
    Ok(Json(examine(&request.ctx).await?))
}

/// PUT /operations/retry/{kind}
pub(in crate::operations) async fn retry(
    request: Request<NoBody, ByKind>,
) -> Result<Json<Retried>> {
    let (ctx, kind) = (&request.ctx, request.path.kind.as_str());
    if ctx.hooks.get::<JobKinds>().find(kind).is_none() {
        return Err(Error::not_found());
    }
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    let rules = retry_rules(&tx, ctx).await?;
    let tried = overview::retry_failed(&tx, kind, &rules, ctx.now()).await?;
    request.publish_after_commit(JOB, me, me);
    request.commit(tx, Retried { tried }).await
}
