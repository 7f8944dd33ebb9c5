//! The calls on medical information. A patient keeps the own record, a doctor any patient's
//! (decision 11); other staff read.

use salal_rules::medical_info::{
    ListAnswer, MedicalInfoAnswers, MedicationTaken, validate_medical_info,
};
use salal_rules::texts::medical_info as texts;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::store;
use super::wire::{MedicalInfo, MedicalInfoInput, NamedEntry, UpdateMedicalInfo};
use crate::door::{Access, Call, Claim, Json, Method, NoBody, Role, Row, Trace, row};
use crate::error::{Error, Result};
use crate::features::pharmacies::PharmacyView;
use crate::features::{people, pharmacies};

const READERS: Access = Access::Roles(&[Role::Patient, Role::Doctor, Role::Office]);
const WRITERS: Access = Access::Roles(&[Role::Patient, Role::Doctor]);

/// The calls of this feature.
pub fn calls() -> Vec<Row> {
    let traced = Trace::PatientRecord;
    vec![
        row(
            Method::Get,
            "/medicalinfo/person/{id}",
            READERS,
            Claim::AnyPatient,
            traced,
            "Every version of a person's medical information, newest first.",
            versions,
        ),
        row(
            Method::Get,
            "/medicalinfo/{id}",
            READERS,
            Claim::AnyPatient,
            traced,
            "One version of medical information.",
            get,
        ),
        row(
            Method::Post,
            "/medicalinfo/",
            Access::Roles(&[Role::Patient]),
            Claim::OwnRecords,
            traced,
            "Saves the patient's medical information.",
            create,
        ),
        row(
            Method::Post,
            "/medicalinfo/update",
            WRITERS,
            Claim::AnyPatient,
            traced,
            "Saves a new version of medical information.",
            update,
        ),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ById {
    id: Uuid,
}

async fn versions(call: Call<NoBody, ById>) -> Result<Json<Vec<MedicalInfo>>> {
    let (db, person) = (call.ctx.db.read(), call.path.id);
    // Nobody's id answers 404 and not an empty list.
    people::facts(db, &call.reach, person).await?;
    let found = store::versions(db, &call.reach, person).await?;
    call.saw(person);
    Ok(Json(found))
}

async fn get(call: Call<NoBody, ById>) -> Result<Json<MedicalInfo>> {
    let found = store::get(call.ctx.db.read(), &call.reach, call.path.id).await?;
    call.saw(found.person);
    Ok(Json(found))
}

async fn create(call: Call<Json<MedicalInfoInput>>) -> Result<Json<MedicalInfo>> {
    let input = call.body.0.clone();
    save(&call, input).await
}

async fn update(call: Call<Json<UpdateMedicalInfo>>) -> Result<Json<MedicalInfo>> {
    let input = call.body.0.medical_info.clone();
    save(&call, input).await
}

/// A new record, the newest from now on; its pharmacy becomes the preferred one. One that was made
/// from an earlier record than the newest is refused with the newest.
async fn save<B>(call: &Call<B>, input: MedicalInfoInput) -> Result<Json<MedicalInfo>> {
    let me = call.me()?.clone();
    let tx = call.begin().await?;
    let person = match (input.person, input.id) {
        (Some(person), _) => person,
        (None, Some(record)) => store::get(&tx, &call.reach, record).await?.person,
        (None, None) if me.role == Role::Patient => me.person_id,
        (None, None) => return Err(Error::field("Person", "Please say whose record this is.")),
    };
    let facts = people::facts(&tx, &call.reach, person).await?;
    check(&input, facts.sex.is_some())?;
    let Some(chosen) = &input.pharmacy else {
        return Err(no_pharmacy());
    };
    let pharmacy = pharmacies::get(&tx, chosen.id())
        .await
        .map_err(|_| no_pharmacy())?;
    let sex = if input.sex.is_empty() {
        facts.sex.unwrap_or_default()
    } else {
        input.sex.clone()
    };
    // The person's row is taken first: two who save at once come one after the other.
    people::set_preferred_pharmacy(&tx, &call.ctx, &call.reach, person, pharmacy.id).await?;
    store::is_still(&tx, &call.reach, person, input.id).await?;
    let record = record(input, call.ctx.new_id(), person, sex, pharmacy, call.now());
    store::create(&tx, &call.ctx, me.person_id, &record).await?;
    call.saw(person);
    call.changed("medicalinfo", record.id, person);
    call.commit(tx, record).await
}

fn no_pharmacy() -> Error {
    Error::field("defaultPharmacy", texts::PHARMACY_REQUIRED)
}

/// Refuses what is missing or wrong, beside its field.
fn check(input: &MedicalInfoInput, sex_known: bool) -> Result<()> {
    let names = |entries: &Option<super::wire::OtherEntries>| {
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
        pharmacy,
        created_at: now,
    }
}
