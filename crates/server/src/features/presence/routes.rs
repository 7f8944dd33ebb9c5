//! The calls on presence, and their handlers.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::repo;
use super::dto::PresenceView;
use crate::api::{Access, Request, ScopePolicy, Json, Method, NoBody, NoContent, Role, Route, Audit, route};
use crate::error::{Error, Result};
use crate::features::people;

const DESK: Access = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);
const TRACE: Audit =
    Audit::Untraced("the opening itself is traced by what is read; this tells colleagues");

/// The calls of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Delete, Put};
    vec![
        route(Put, "/person/presence/{id}", DESK, ScopePolicy::AnyPatient, TRACE, "Says that the patient's page is open, and asks who else has it open.", here),
        route(Delete, "/person/presence/{id}", DESK, ScopePolicy::AnyPatient, TRACE, "Says that the patient's page was left.", left),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ById {
    id: Uuid,
}

async fn here(call: Request<NoBody, ById>) -> Result<Json<Vec<PresenceView>>> {
    let (patient, me) = (call.path.id, call.me()?.person_id);
    let tx = call.begin().await?;
    if people::names(&tx, &[patient]).await?.is_empty() {
        return Err(Error::not_found());
    }
    if repo::arrive(&tx, &call.ctx, patient, me).await? {
        // Told in the staff's own name: patients hear of changes in theirs only.
        call.publish_after_commit("presence", patient, me);
    }
    let others = repo::others(&tx, &call.ctx, patient, me).await?;
    call.commit(tx, others).await
}

async fn left(call: Request<NoBody, ById>) -> Result<NoContent> {
    let (patient, me) = (call.path.id, call.me()?.person_id);
    let tx = call.begin().await?;
    if repo::leave(&tx, patient, me).await? {
        call.publish_after_commit("presence", patient, me);
    }
    call.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}
