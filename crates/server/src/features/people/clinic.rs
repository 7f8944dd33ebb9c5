//! A person's number in the partner clinic's record system (reference partner-clinic 4): looked for
//! by health number first, made when absent, tried twice at once and then by a durable job, so that a
//! dead clinic server does not stop a patient.

use salal_outside::clinic_emr::{DemographicAnswer, NewDemographic};
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::facts::{self, PersonFacts};
use super::store;
use crate::context::Context;
use crate::crash;
use crate::door::Reach;
use crate::error::{Error, Result};
use crate::jobs::{self, NewJob};

/// The job that makes a demographic later.
pub(super) const JOB: &str = "people.demographic";

/// Payload of the job.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Payload {
    pub(super) person: Uuid,
}

/// The person's number; made now if need be. None: a job will bring it.
pub async fn ensure_demographic(ctx: &Context, reach: &Reach, id: Uuid) -> Result<Option<String>> {
    let facts = facts::facts(ctx.db.read(), reach, id).await?;
    if let Some(number) = facts.demographic_number {
        return Ok(Some(number));
    }
    for _ in 0..2 {
        match find_or_make(ctx, reach, id).await {
            Ok(number) => return Ok(Some(number)),
            Err(error) => {
                tracing::warn!(cause = %error, "the clinic's record system did not take a demographic");
            }
        }
    }
    let tx = ctx.db.begin().await?;
    queue(&tx, ctx, id).await?;
    tx.commit().await?;
    ctx.ring();
    Ok(None)
}

async fn queue(tx: &impl ConnectionTrait, ctx: &Context, id: Uuid) -> Result<()> {
    jobs::enqueue(tx, ctx, NewJob::new(JOB, &Payload { person: id })?.once(id)).await
}

/// Looks the person up by health number, makes the demographic when there is none, keeps the number.
pub(super) async fn find_or_make(ctx: &Context, reach: &Reach, id: Uuid) -> Result<String> {
    let facts = facts::facts(ctx.db.read(), reach, id).await?;
    if let Some(number) = facts.demographic_number {
        return Ok(number);
    }
    let clinic = &ctx.outside.clinic;
    let known = match &facts.health_number {
        Some(hin) => clinic.find_demographic(hin).await?,
        None => None,
    };
    let number = match known {
        Some(number) => number,
        None => {
            crash::point("clinic.before_demographic");
            let answer = clinic.create_demographic(&demographic(&facts)?).await?;
            crash::point("clinic.after_demographic");
            match answer {
                DemographicAnswer::Created(number) | DemographicAnswer::AlreadyKnown(number) => {
                    number
                }
            }
        }
    };
    let number = number.to_string();
    let tx = ctx.db.begin().await?;
    store::set_demographic(&tx, reach, id, &number).await?;
    tx.commit().await?;
    Ok(number)
}

fn demographic(facts: &PersonFacts) -> Result<NewDemographic<'_>> {
    let born = facts
        .date_of_birth
        .ok_or_else(|| Error::broken("a demographic needs a date of birth"))?;
    Ok(NewDemographic {
        first_name: &facts.first_name,
        last_name: &facts.last_name,
        sex: sex_letter(facts.sex.as_deref()),
        birth_date: born,
        hin: facts.health_number.as_deref().unwrap_or_default(),
        healthcard_province: if facts.health_number.is_some() {
            "BC"
        } else {
            ""
        },
        province: &facts.province,
        address: &facts.address,
        city: &facts.city,
        postal_code: &facts.postal_code,
        phone: &facts.cell_phone,
        email: &facts.email,
        is_private_pay: facts.is_private_pay,
    })
}

/// The record system knows one letter.
fn sex_letter(sex: Option<&str>) -> &'static str {
    match sex {
        Some("Female") => "F",
        Some("Male") => "M",
        Some("Transgender") => "T",
        Some("Non-binary" | "Two-spirit") => "O",
        _ => "U",
    }
}
