//! The calls on presence, and their handlers.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::store;
use super::wire::PresenceView;
use crate::door::{Access, Call, Claim, Json, Method, NoBody, NoContent, Role, Row, Trace, row};
use crate::error::{Error, Result};
use crate::features::people;

const DESK: Access = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);
const TRACE: Trace =
    Trace::Untraced("the opening itself is traced by what is read; this tells colleagues");

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Delete, Put};
    vec![
        row(Put, "/person/presence/{id}", DESK, Claim::AnyPatient, TRACE, "Says that the patient's page is open, and asks who else has it open.", here),
        row(Delete, "/person/presence/{id}", DESK, Claim::AnyPatient, TRACE, "Says that the patient's page was left.", left),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ById {
    id: Uuid,
}

async fn here(call: Call<NoBody, ById>) -> Result<Json<Vec<PresenceView>>> {
    let (patient, me) = (call.path.id, call.me()?.person_id);
    let tx = call.begin().await?;
    if people::names(&tx, &[patient]).await?.is_empty() {
        return Err(Error::not_found());
    }
    if store::arrive(&tx, &call.ctx, patient, me).await? {
        // Told in the staff's own name: patients hear of changes in theirs only.
        call.changed("presence", patient, me);
    }
    let others = store::others(&tx, &call.ctx, patient, me).await?;
    call.commit(tx, others).await
}

async fn left(call: Call<NoBody, ById>) -> Result<NoContent> {
    let (patient, me) = (call.path.id, call.me()?.person_id);
    let tx = call.begin().await?;
    if store::leave(&tx, patient, me).await? {
        call.changed("presence", patient, me);
    }
    call.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}
