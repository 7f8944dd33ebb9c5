//! Sleep information: what a patient answers before a test is ordered. Every save is a new version and
//! none is ever changed, so that an order keeps the answers it was made with.

use salal_rules::sleep::measured::parse_measured;
use salal_rules::sleep::questionnaire::{Answers, Reading, validate_sleep_info};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::repo;
use super::dto::{BloodPressure, SleepAnswers, SleepInfo, SleepInfoInput};
use crate::context::Context;
use crate::api::{Request, Created, Json, NoBody};
use crate::error::{Error, Result};
use crate::features::people;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    pub(super) id: Uuid,
}

/// GET /sleep-info/person/{id}
pub(super) async fn versions(call: Request<NoBody, ById>) -> Result<Json<Vec<SleepInfo>>> {
    let (db, person) = (call.ctx.db.read(), call.path.id);
    // Nobody's id answers 404 and not an empty list.
    people::load_facts(db, &call.scope, person).await?;
    let found = repo::infos(db, &call.scope, person).await?;
    call.audit_access(person);
    Ok(Json(found))
}

/// GET /sleep-info/{id}
pub(super) async fn get_sleep_info(call: Request<NoBody, ById>) -> Result<Json<SleepInfo>> {
    let found = repo::info(call.ctx.db.read(), &call.scope, call.path.id).await?;
    call.audit_access(found.person);
    Ok(Json(found))
}

/// POST /sleep-info
pub(super) async fn create(call: Request<Json<SleepInfoInput>>) -> Result<Created<SleepInfo>> {
    let me = call.me()?.person_id;
    let info = checked(&call.ctx, me, &call.body.0)?;
    let tx = call.begin().await?;
    repo::add_info(&tx, me, &info).await?;
    call.audit_access(me);
    call.publish_after_commit("sleepinfo", info.id, me);
    call.commit_as(tx, 201, &info).await?;
    Ok(Created(info))
}

/// The record to keep, or what is missing or wrong, beside its field.
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
