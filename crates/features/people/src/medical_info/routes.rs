// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of medical information. Patients edit their own record, doctors any patient's (decision 11); other
//! staff can read.

use salal_domain::medical_info::{
    ListAnswer, MedicalInfoAnswers, MedicationTaken, validate_medical_info,
};
use salal_domain::texts::medical_info as texts;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{MedicalInfo, MedicalInfoInput, NamedEntry, UpdateMedicalInfo};
use super::repo;
use crate::api::{Access, Audit, Json, Method, NoBody, Request, Role, Route, ScopePolicy, route};
use crate::error::{Error, Kind, Result};
use crate::people;
use salal_reference::pharmacies;
use salal_reference::pharmacies::PharmacyView;

const READERS: Access = Access::Roles(&[Role::Patient, Role::Doctor, Role::Office]);
const WRITERS: Access = Access::Roles(&[Role::Patient, Role::Doctor]);

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    vec![
        route(
            Method::Get,
            "/medicalinfo/person/{id}",
            READERS,
            ScopePolicy::AnyPatient,
            Audit::PatientRecord("Opened the medical information"),
            "Every version of a person's medical information, newest first.",
            versions,
        ),
        route(
            Method::Get,
            "/medicalinfo/{id}",
            READERS,
            ScopePolicy::AnyPatient,
            Audit::PatientRecord("Opened the medical information"),
            "One version of medical information.",
            get,
        ),
        route(
            Method::Post,
            "/medicalinfo/",
            Access::Roles(&[Role::Patient]),
            ScopePolicy::OwnRecords,
            Audit::PatientRecord("Saved the medical information"),
            "Saves the patient's medical information.",
            create,
        )
        .refuses(&[Kind::NotFound]),
        route(
            Method::Post,
            "/medicalinfo/update",
            WRITERS,
            ScopePolicy::AnyPatient,
            Audit::PatientRecord("Changed the medical information"),
            "Saves a new version of medical information.",
            update,
        )
        .refuses(&[Kind::NotFound]),
    ]
}

/// The record in a path.
#[derive(Debug, Deserialize, JsonSchema)]
struct ById {
    /// The record's id; for the list of a patient's records, the patient's.
    id: Uuid,
}

async fn versions(request: Request<NoBody, ById>) -> Result<Json<Vec<MedicalInfo>>> {
    let (db, person) = (request.ctx.db.read(), request.path.id);
    // An unknown id gives 404 instead of an empty list.
    people::load_facts(&request.ctx, db, &request.scope, person).await?;
    let found = repo::versions(db, &request.scope, person).await?;
    request.audit_access(person);
    Ok(Json(found))
}

async fn get(request: Request<NoBody, ById>) -> Result<Json<MedicalInfo>> {
    let found =
        repo::get_medical_info(request.ctx.db.read(), &request.scope, request.path.id).await?;
    request.audit_access(found.person);
    Ok(Json(found))
}

async fn create(request: Request<Json<MedicalInfoInput>>) -> Result<Json<MedicalInfo>> {
    let input = request.body.0.clone();
    save(&request, input).await
}

async fn update(request: Request<Json<UpdateMedicalInfo>>) -> Result<Json<MedicalInfo>> {
    let input = request.body.0.medical_info.clone();
    save(&request, input).await
}

/// Stores a new record in force; its pharmacy becomes the preferred one. If it is based on an earlier record
/// than the newest, it is refused with the newest.
async fn save<B>(request: &Request<B>, input: MedicalInfoInput) -> Result<Json<MedicalInfo>> {
    let me = request.me()?.clone();
    let tx = request.begin().await?;
    let person = match (input.person, input.id) {
        (Some(person), _) => person,
        (None, Some(record)) => {
            repo::get_medical_info(&tx, &request.scope, record)
                .await?
                .person
        }
        (None, None) if me.role == Role::Patient => me.person_id,
        (None, None) => return Err(Error::field("Person", "Please say whose record this is.")),
    };
    let facts = people::load_facts(&request.ctx, &tx, &request.scope, person).await?;
    check(&input, facts.sex.is_some())?;
    let Some(chosen) = &input.pharmacy else {
        return Err(no_pharmacy());
    };
    let pharmacy = pharmacies::choose(&tx, "defaultPharmacy", chosen.id())
        .await
        .map_err(|error| match error.kind {
            Kind::NotFound => no_pharmacy(),
            _ => error,
        })?;
    let pharmacy = pharmacy.view().clone();
    let sex = if input.sex.is_empty() {
        facts.sex.unwrap_or_default()
    } else {
        input.sex.clone()
    };
    // The person's row is locked first: concurrent saves are serialized.
    people::set_preferred_pharmacy(&tx, &request.ctx, &request.scope, person, pharmacy.id).await?;
    repo::is_still(&tx, &request.scope, person, input.id).await?;
    let record = record(
        input,
        request.ctx.new_id(),
        person,
        sex,
        pharmacy,
        request.now(),
    );
    repo::create(&tx, &request.ctx, me.person_id, &record).await?;
    request.audit_access(person);
    request.publish_after_commit("medicalinfo", record.id, person);
    request.commit(tx, record).await
}

fn no_pharmacy() -> Error {
    Error::field("defaultPharmacy", texts::PHARMACY_REQUIRED)
}

/// Refuses missing or invalid values, with errors on their fields.
fn check(input: &MedicalInfoInput, sex_known: bool) -> Result<()> {
    let names = |entries: &Option<super::dto::OtherEntries>| {
        entries.clone().map(|entries| {
            Vec::<NamedEntry>::from(entries)
                .into_iter()
                .map(|entry| entry.name)
                .collect::<Vec<String>>()
        })
    };
    let (conditions, allergies) = (
        names(&input.other_conditions),
        names(&input.other_allergies),
    );
    let medications: Vec<MedicationTaken<'_>> = input
        .medications
        .iter()
        .map(|one| MedicationTaken {
            name: &one.name,
            usages: &one.usages,
        })
        .collect();
    let answers = MedicalInfoAnswers {
        sex: &input.sex,
        conditions: ListAnswer {
            chosen: &input.conditions,
            other: conditions.as_deref(),
            none: input.no_condition,
        },
        surgeries: ListAnswer {
            chosen: &input.surgeries,
            other: input.other_surgeries.as_deref(),
            none: input.no_surgery,
        },
        allergies: ListAnswer {
            chosen: &input.allergies,
            other: allergies.as_deref(),
            none: input.no_allergy,
        },
        medications: &medications,
        supplements: &input.supplements,
        other_items: &input.other_items,
        alcohol: &input.alcohol,
        smoking: &input.smoking,
        pregnancy: input.pregnancy.as_deref(),
        has_pharmacy: input.pharmacy.is_some(),
    };
    let faults = validate_medical_info(&answers, sex_known);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::invalid(faults))
    }
}

fn record(
    input: MedicalInfoInput,
    id: Uuid,
    person: Uuid,
    sex: String,
    pharmacy: PharmacyView,
    now: chrono::DateTime<chrono::Utc>,
) -> MedicalInfo {
    MedicalInfo {
        id,
        person,
        sex,
        conditions: input.conditions,
        other_conditions: input.other_conditions.map(Into::into),
        no_condition: input.no_condition,
        surgeries: input.surgeries,
        other_surgeries: input.other_surgeries,
        no_surgery: input.no_surgery,
        allergies: input.allergies,
        other_allergies: input.other_allergies.map(Into::into),
        no_allergy: input.no_allergy,
        medications: input.medications,
        supplements: input.supplements,
        other_items: input.other_items,
        alcohol: input.alcohol,
        smoking: input.smoking,
        pregnancy: input.pregnancy,
        pharmacy,
        created_at: now,
    }
}
