// SPDX-License-Identifier: AGPL-3.0-or-later

//! Acknowledgement of a result by a doctor, once per version. A version replaced by a later report can no
//! longer be acknowledged, so that no one signs for an outdated result.

use super::dto::{AcknowledgeLabTest, LabTestView};
use super::entity::lab_test;
use super::repo::{self};
use super::{KIND, view};
use crate::api::{Json, NoBody, Request};
use crate::error::{Error, Result};
use salal_db::Connection;
use salal_exchange::messages;
use salal_people::people;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

/// The patient in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct OfPerson {
    /// The patient's id.
    #[serde(rename = "personId")]
    pub(super) person_id: Uuid,
}

/// GET /lab-test/{personId}
pub(super) async fn list_lab_tests(
    request: Request<NoBody, OfPerson>,
) -> Result<Json<Vec<LabTestView>>> {
    let (db, person) = (request.ctx.db.read(), request.path.person_id);
    // An unknown id gives 404 instead of an empty list.
    people::load_facts(&request.ctx, db, &request.scope, person).await?;
    request.audit_access(person);
    Ok(Json(
        view::list_patient_lab_tests(db, &request.scope, person).await?,
    ))
}

/// PUT /lab-test/acknowledge
pub(super) async fn acknowledge(
    request: Request<Json<AcknowledgeLabTest>>,
) -> Result<Json<LabTestView>> {
    let (sent, me) = (&request.body.0, request.me()?.person_id);
    let tx = request.begin().await?;
    let test = repo::get_lab_test(&tx, &request.scope, sent.person_id, sent.labtest_id).await?;
    request.audit_access(test.person_id);
    let done = repo::acknowledge(&tx, test.id, me, request.now()).await?;
    if !done && test.acknowledged_at.is_none() {
        let now = view::load_view(&tx, &request.scope, test.person_id, &test).await?;
        return Err(Error::stale(&now));
    }
    if let Some(message) = sent.message_id {
        read(&request, &tx, message, &test).await?;
    }
    let answer = view::load_view(&tx, &request.scope, test.person_id, &test).await?;
    request.publish_after_commit(KIND.code(), test.id, test.person_id);
    request.commit(tx, answer).await
}

/// Marks the message that led here as read; a message about something else gives 404.
async fn read<B>(
    request: &Request<B>,
    tx: &Connection,
    message: Uuid,
    test: &lab_test::Model,
) -> Result<()> {
    if !repo::is_told_by(tx, test, message).await? {
        return Err(Error::not_found());
    }
    messages::mark_read(tx, message, request.me()?.person_id, request.now()).await?;
    request.publish_after_commit("message", message, request.me()?.person_id);
    Ok(())
}
