//! The call of the patient page.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::page;
use super::wire::PatientPageView;
use crate::door::{Access, Call, Claim, Json, Method, NoBody, Role, Row, Trace, row};
use crate::error::Result;

/// The calls of this feature.
pub fn calls() -> Vec<Row> {
    vec![row(
        Method::Get,
        "/person/page/{id}",
        Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]),
        Claim::AnyPatient,
        Trace::PatientRecord,
        "All that the staff see of a patient when they open the page.",
        open,
    )]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ById {
    id: Uuid,
}

async fn open(call: Call<NoBody, ById>) -> Result<Json<PatientPageView>> {
    let id = call.path.id;
    let page = page::of(&call.ctx, &call.reach, id, call.me()?).await?;
    call.saw(id);
    Ok(Json(page))
}
