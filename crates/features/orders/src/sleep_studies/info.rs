// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sleep information: a patient's answers before a test is ordered. Every save is a new version and none is
//! ever changed, so that an order keeps the answers it was made with.

use salal_domain::sleep::measured::parse_measured;
use salal_domain::sleep::questionnaire::{Answers, Reading, validate_sleep_info};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{BloodPressure, SleepAnswers, SleepInfo, SleepInfoInput};
use super::repo;
use crate::api::{Created, Json, NoBody, Request};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_people::people;

/// A person or a version of sleep information.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    /// The person's id, or the id of the sleep information.
    pub(super) id: Uuid,
}

/// GET /sleep-info/person/{id}
pub(super) async fn versions(request: Request<NoBody, ById>) -> Result<Json<Vec<SleepInfo>>> {
    let (db, person) = (request.ctx.db.read(), request.path.id);
    // An unknown id gives 404 instead of an empty list.
    people::load_facts(&request.ctx, db, &request.scope, person).await?;
    let found = repo::infos(db, &request.scope, person).await?;
    request.audit_access(person);
    Ok(Json(found))
}

/// GET /sleep-info/{id}
pub(super) async fn get_sleep_info(request: Request<NoBody, ById>) -> Result<Json<SleepInfo>> {
    let found = repo::info(request.ctx.db.read(), &request.scope, request.path.id).await?;
    request.audit_access(found.person);
    Ok(Json(found))
}

/// POST /sleep-info
pub(super) async fn create(request: Request<Json<SleepInfoInput>>) -> Result<Created<SleepInfo>> {
    let me = request.me()?.person_id;
    let info = checked(&request.ctx, me, &request.body.0)?;
    let tx = request.begin().await?;
    repo::add_info(&tx, me, &info).await?;
    request.audit_access(me);
    request.publish_after_commit("sleepinfo", info.id, me);
    request.commit_as(tx, 201, &info).await?;
    Ok(Created(info))
}

/// The record to store, or errors for missing and invalid fields.
fn checked(ctx: &Context, person: Uuid, sent: &SleepInfoInput) -> Result<SleepInfo> {
    let answers = Answers {
        height_cm: sent.height,
        weight_kg: sent.weight,
        questions: sent.in_order(),
        readings: sent
            .blood_pressures
            .iter()
            .map(|one| Reading {
                systolic: one.systolic,
                diastolic: one.diastolic,
                measured: one.measured.as_deref(),
            })
            .collect(),
    };
    let faults = validate_sleep_info(&answers, ctx.now());
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    Ok(SleepInfo {
        id: ctx.new_id(),
        person,
        height: answers.height_cm.unwrap_or_default(),
        weight: answers.weight_kg.unwrap_or_default(),
        answers: SleepAnswers::from_answers(answers.questions.map(Option::unwrap_or_default)),
        blood_pressures: answers
            .readings
            .iter()
            .map(|one| reading(ctx, one))
            .collect::<Result<_>>()?,
        created_at: ctx.now(),
    })
}

fn reading(ctx: &Context, one: &Reading<'_>) -> Result<BloodPressure> {
    let measured_at = one
        .measured
        .and_then(parse_measured)
        .ok_or_else(|| Error::broken("a checked reading without a date"))?;
    Ok(BloodPressure {
        id: ctx.new_id(),
        systolic: one.systolic.unwrap_or_default(),
        diastolic: one.diastolic.unwrap_or_default(),
        measured_at: salal_db::to_micros(measured_at),
    })
}
