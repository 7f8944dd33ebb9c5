//! The call of the patient page.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::page;
use super::dto::PatientPageView;
use crate::api::{Access, Request, ScopePolicy, Json, Method, NoBody, Role, Route, Audit, route};
use crate::error::Result;

/// The calls of this feature.
pub fn routes() -> Vec<Route> {
    vec![route(
        Method::Get,
        "/person/page/{id}",
        Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]),
        ScopePolicy::AnyPatient,
        Audit::PatientRecord,
        "All that the staff see of a patient when they open the page.",
        open,
    )]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ById {
    id: Uuid,
}

async fn open(call: Request<NoBody, ById>) -> Result<Json<PatientPageView>> {
    let id = call.path.id;
    let page = page::load_page(&call.ctx, &call.scope, id, call.me()?).await?;
    call.audit_access(id);
    Ok(Json(page))
}
