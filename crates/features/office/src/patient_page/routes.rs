// SPDX-License-Identifier: AGPL-3.0-or-later

//! The route of the patient page.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::PatientPageView;
use super::page;
use crate::api::{Access, Audit, Json, Method, NoBody, Request, Role, Route, ScopePolicy, route};
use crate::error::Result;

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    vec![route(
        Method::Get,
        "/person/page/{id}",
        Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]),
        ScopePolicy::AnyPatient,
        Audit::PatientRecord("Opened the patient's page"),
        "All that the staff see of a patient when they open the page.",
        open,
    )]
}

/// The patient in a path.
#[derive(Debug, Deserialize, JsonSchema)]
struct ById {
    /// The patient's id.
    id: Uuid,
}

async fn open(request: Request<NoBody, ById>) -> Result<Json<PatientPageView>> {
    let id = request.path.id;
    let page = page::load_page(&request.ctx, &request.scope, id, request.me()?).await?;
    request.audit_access(id);
    Ok(Json(page))
}
