//! A doctor has read a result. It is said once of a version; a version that a later report took the
//! place of cannot be acknowledged any more, so that nobody signs for what is not current.

use super::entity::lab_test;
use super::repo::{self, ConnectionTrait};
use super::dto::{AcknowledgeLabTest, LabTestView};
use super::{KIND, view};
use crate::api::{Request, Json, NoBody};
use crate::error::{Error, Result};
use crate::features::{messages, people};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct OfPerson {
    #[serde(rename = "personId")]
    pub(super) person_id: Uuid,
}

/// GET /lab-test/{personId}
pub(super) async fn list_lab_tests(call: Request<NoBody, OfPerson>) -> Result<Json<Vec<LabTestView>>> {
    let (db, person) = (call.ctx.db.read(), call.path.person_id);
    // Nobody's id answers 404 and not an empty list.
    people::load_facts(db, &call.scope, person).await?;
    call.audit_access(person);
    Ok(Json(view::list_patient_lab_tests(db, &call.scope, person).await?))
}

/// PUT /lab-test/acknowledge
pub(super) async fn acknowledge(call: Request<Json<AcknowledgeLabTest>>) -> Result<Json<LabTestView>> {
    let (sent, me) = (&call.body.0, call.me()?.person_id);
    let tx = call.begin().await?;
    let test = repo::get_lab_test(&tx, &call.scope, sent.person_id, sent.labtest_id).await?;
    call.audit_access(test.person_id);
    let done = repo::acknowledge(&tx, test.id, me, call.now()).await?;
    if !done && test.acknowledged_at.is_none() {
        let now = view::load_view(&tx, &call.scope, test.person_id, &test).await?;
        return Err(Error::stale(&now));
    }
    if let Some(message) = sent.message_id {
        read(&call, &tx, message, &test).await?;
    }
    let answer = view::load_view(&tx, &call.scope, test.person_id, &test).await?;
    call.publish_after_commit(KIND, test.id, test.person_id);
    call.commit(tx, answer).await
}

/// The message that led here is read; one about something else is not there.
async fn read<B>(
    call: &Request<B>,
    tx: &impl ConnectionTrait,
    message: Uuid,
    test: &lab_test::Model,
) -> Result<()> {
    if !repo::is_told_by(tx, test, message).await? {
        return Err(Error::not_found());
    }
    messages::mark_read(tx, message, call.me()?.person_id, call.now()).await?;
    call.publish_after_commit("message", message, call.me()?.person_id);
    Ok(())
}
