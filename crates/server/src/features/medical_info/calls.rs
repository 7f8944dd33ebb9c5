//! The calls on medical information.

use salal_rules::texts;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::store;
use super::wire::{MedicalInfo, UpdateMedicalInfo};
use crate::door::{Access, Call, Claim, Created, Json, Method, NoBody, Role, Row, Trace, row};
use crate::error::{Error, Result};
use crate::features::{people, pharmacies};

const RECORD: Trace = Trace::PatientRecord;

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Get, Post};
    let readers = Access::Roles(&[Role::Patient, Role::Doctor, Role::Office, Role::Admin]);
    let writers = Access::Roles(&[Role::Patient, Role::Doctor]);
    vec![
        row(Get, "/medicalinfo/person/{id}", readers, Claim::AnyPatient, RECORD, "A person's medical information, newest first.", list),
        row(Get, "/medicalinfo/{id}", readers, Claim::AnyPatient, RECORD, "One record of medical information.", get),
        row(Post, "/medicalinfo/", Access::Roles(&[Role::Patient]), Claim::OwnRecords, RECORD, "Adds the own medical information.", add),
        row(Post, "/medicalinfo/update", writers, Claim::AnyPatient, RECORD, "Saves medical information as a new record.", update),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ById {
    id: Uuid,
}

async fn list(call: Call<NoBody, ById>) -> Result<Json<Vec<MedicalInfo>>> {
    if !call.reach.allows(call.path.id) {
        return Err(Error::not_found());
    }
    call.saw(call.path.id);
    Ok(Json(store::list(call.ctx.db.read(), &call.reach, call.path.id).await?))
}

async fn get(call: Call<NoBody, ById>) -> Result<Json<MedicalInfo>> {
    let info = store::get(call.ctx.db.read(), &call.reach, call.path.id).await?;
    if let Some(person) = info.person {
        call.saw(person);
    }
    Ok(Json(info))
}

async fn add(call: Call<Json<MedicalInfo>>) -> Result<Created<MedicalInfo>> {
    let me = call.me()?.person_id;
    let info = save(&call, me, call.body.0.clone(), 201).await?;
    Ok(Created(info))
}

async fn update(call: Call<Json<UpdateMedicalInfo>>) -> Result<Json<MedicalInfo>> {
    let me = call.me()?;
    let info = call.body.0.medical_info_obj.clone();
    // A patient's own, whatever the page names; a doctor says whose.
    let person = if me.role == Role::Patient { Some(me.person_id) } else { info.person };
    let person = person.ok_or_else(|| Error::field("Person", "Whose medical information is this?"))?;
    Ok(Json(save(&call, person, info, 200).await?))
}

async fn save<B>(call: &Call<B>, person: Uuid, mut info: MedicalInfo, status: u16) -> Result<MedicalInfo> {
    let (ctx, by) = (&call.ctx, call.me()?.person_id);
    let facts = people::facts(ctx.db.read(), &call.reach, person).await?;
    let faults = info.faults(facts.sex.is_some());
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    if info.sex.is_empty() {
        info.sex = facts.sex.unwrap_or_default();
    }
    let tx = call.begin().await?;
    if let Some(chosen) = &info.default_pharmacy {
        let pharmacy = pharmacies::get(&tx, chosen.id)
            .await
            .map_err(|_| Error::field("defaultPharmacy", texts::medical_info::PHARMACY_REQUIRED))?;
        people::set_preferred_pharmacy(&tx, &call.reach, person, pharmacy.id).await?;
        info.default_pharmacy = Some(pharmacy);
    }
    let saved = store::add(&tx, ctx, person, by, info).await?;
    call.saw(person);
    call.changed("medicalinfo", person, person);
    call.commit_as(tx, status, &saved).await?;
    Ok(saved)
}
