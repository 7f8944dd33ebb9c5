// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of presence, and their handlers.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::PresenceView;
use super::repo;
use crate::api::{
    Access, Audit, Json, Method, NoBody, NoContent, Request, Role, Route, ScopePolicy, route,
};
use crate::error::{Error, Result};
use crate::people;

const STAFF: Access = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);
const TRACE: Audit =
    Audit::Untraced("the opening itself is traced by what is read; this tells colleagues");

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Delete, Put};
    vec![
        route(Put, "/person/presence/{id}", STAFF, ScopePolicy::AnyPatient, TRACE, "Says that the patient's page is open, and asks who else has it open.", here),
        route(Delete, "/person/presence/{id}", STAFF, ScopePolicy::AnyPatient, TRACE, "Says that the patient's page was left.", left),
    ]
}

/// The patient in a path.
#[derive(Debug, Deserialize, JsonSchema)]
struct ById {
    /// The patient's id.
    id: Uuid,
}

async fn here(request: Request<NoBody, ById>) -> Result<Json<Vec<PresenceView>>> {
    let (patient, me) = (request.path.id, request.me()?.person_id);
    let tx = request.begin().await?;
    if people::names(&tx, &[patient]).await?.is_empty() {
        return Err(Error::not_found());
    }
    if repo::arrive(&tx, &request.ctx, patient, me).await? {
        // Published under the staff member's id: patients receive only events under their own.
        request.publish_after_commit("presence", patient, me);
    }
    let others = repo::others(&tx, &request.ctx, patient, me).await?;
    request.commit(tx, others).await
}

async fn left(request: Request<NoBody, ById>) -> Result<NoContent> {
    let (patient, me) = (request.path.id, request.me()?.person_id);
    let tx = request.begin().await?;
    if repo::leave(&tx, patient, me).await? {
        request.publish_after_commit("presence", patient, me);
    }
    request.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}
