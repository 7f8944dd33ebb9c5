// SPDX-License-Identifier: AGPL-3.0-or-later

//! A person's chart number in the partner clinic's record system (reference partner-clinic 4): looked up by
//! health number first and created if absent; tried twice at once and then by a durable job, so that a clinic
//! outage does not stop a patient. For a person the clinic cannot look up, the chart is requested only once:
//! if that response is lost, a person decides.

use chrono::TimeDelta;
use salal_db::Connection;
use salal_integrations::ServiceError;
use salal_integrations::clinic_emr::{DemographicAnswer, NewDemographic};
use uuid::Uuid;

use super::facts::{self, PersonFacts};
use super::{Job, charts, repo};
use crate::api::Scope;
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::jobs::{self, NewJob};

/// After this time a pending chart request has a response, or never will.
const ANSWERED_WITHIN: TimeDelta = TimeDelta::minutes(2);

/// Payload of the jobs: the data is read when the job runs, so it is current.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Payload {
    pub(super) person: Uuid,
}

/// The person's number, created now if needed. `None`: a job will create it, or there is no clinic.
pub async fn ensure_demographic(ctx: &Context, scope: &Scope, id: Uuid) -> Result<Option<String>> {
    let facts = facts::load_facts(ctx, ctx.db.read(), scope, id).await?;
    if let Some(number) = facts.demographic_number {
        return Ok(Some(number));
    }
    if !ctx.settings.services.clinic.is_set() {
        return Ok(None);
    }
    for _ in 0..2 {
        match find_or_make(ctx, scope, id).await {
            Ok(Chart::Number(number)) => return Ok(Some(number)),
            Ok(Chart::Asked | Chart::Unknown | Chart::Refused) => break,
            Err(error) => {
                tracing::warn!(cause = %error, "the clinic's record system did not take a demographic");
            }
        }
    }
    let tx = ctx.db.begin().await?;
    queue(&tx, ctx, id).await?;
    tx.commit().await?;
    ctx.notify_worker();
    Ok(None)
}

async fn queue(tx: &Connection, ctx: &Context, id: Uuid) -> Result<()> {
    let job = NewJob::new(Job::Demographic, &Payload { person: id })?
        .once(id)
        .about(id);
    jobs::enqueue(tx, ctx, job).await
}

/// The result of requesting a chart.
pub(super) enum Chart {
    Number(String),
    /// Another request is in progress.
    Asked,
    /// It was requested, the response was lost, and the clinic cannot be asked whether there is one.
    Unknown,
    /// The clinic understood, and refused.
    Refused,
}

/// Looks the person up by health number, creates the demographic if there is none, and stores the number.
pub(super) async fn find_or_make(ctx: &Context, scope: &Scope, id: Uuid) -> Result<Chart> {
    let facts = facts::load_facts(ctx, ctx.db.read(), scope, id).await?;
    if let Some(number) = facts.demographic_number {
        return Ok(Chart::Number(number));
    }
    let asked = match &facts.health_number {
        Some(hin) => by_health_number(ctx, &facts, hin).await,
        None => match begin(ctx, id).await? {
            Begun::Now => match make(ctx, &facts).await {
                Err(error) => {
                    ended(ctx, id, &error).await?;
                    Err(error)
                }
                made => made,
            },
            Begun::Before => return Ok(Chart::Asked),
            Begun::Lost => return Ok(Chart::Unknown),
        },
    };
    let number = match asked {
        Ok(number) => number.to_string(),
        Err(Asking::Outside(error)) if error.refusal_code().is_some() => {
            return Ok(Chart::Refused);
        }
        Err(Asking::Outside(error)) => return Err(error.into()),
        Err(Asking::Ours(error)) => return Err(error),
    };
    keep(ctx, scope, id, number).await.map(Chart::Number)
}

/// A failure while requesting a chart.
enum Asking {
    Outside(ServiceError),
    Ours(Error),
}

impl From<ServiceError> for Asking {
    fn from(error: ServiceError) -> Self {
        Self::Outside(error)
    }
}

impl From<Error> for Asking {
    fn from(error: Error) -> Self {
        Self::Ours(error)
    }
}

async fn by_health_number(ctx: &Context, facts: &PersonFacts, hin: &str) -> Result<i64, Asking> {
    match ctx.services.clinic.find_demographic(hin).await? {
        Some(number) => Ok(number),
        None => make(ctx, facts).await,
    }
}

async fn make(ctx: &Context, facts: &PersonFacts) -> Result<i64, Asking> {
    let new = demographic(facts)?;
    crash::point("clinic.before_demographic");
    let answer = ctx.services.clinic.create_demographic(&new).await?;
    crash::point("clinic.after_demographic");
    Ok(match answer {
        DemographicAnswer::Created(number) | DemographicAnswer::AlreadyKnown(number) => number,
    })
}

enum Begun {
    Now,
    Before,
    Lost,
}

/// Records the chart request before it is sent, so that no one sends a second one.
async fn begin(ctx: &Context, id: Uuid) -> Result<Begun> {
    let tx = ctx.db.begin().await?;
    let before = charts::begin(&tx, id, ctx.now()).await?;
    tx.commit().await?;
    Ok(match before {
        None => Begun::Now,
        Some(before) if before.unknown || ctx.now() - before.asked_at > ANSWERED_WITHIN => {
            Begun::Lost
        }
        Some(_) => Begun::Before,
    })
}

/// Nothing was created: it may be requested again. Or the outcome is unknown.
async fn ended(ctx: &Context, id: Uuid, error: &Asking) -> Result<()> {
    let tx = ctx.db.begin().await?;
    match error {
        Asking::Outside(error) if error.is_unknown() => charts::lost(&tx, id).await?,
        _ => charts::forget(&tx, id).await?,
    }
    tx.commit().await?;
    Ok(())
}

/// Stores the number, once: an existing one is kept.
async fn keep(ctx: &Context, scope: &Scope, id: Uuid, number: String) -> Result<String> {
    let tx = ctx.db.begin().await?;
    let kept = repo::set_demographic(&tx, scope, id, &number).await?;
    charts::forget(&tx, id).await?;
    tx.commit().await?;
    if kept {
        return Ok(number);
    }
    let facts = facts::load_facts(ctx, ctx.db.read(), scope, id).await?;
    facts.demographic_number.ok_or_else(Error::not_found)
}

/// A number that staff read from the clinic's own screen; stored once (decision 31).
pub(super) async fn enter(
    tx: &Connection,
    ctx: &Context,
    scope: &Scope,
    id: Uuid,
    number: &str,
) -> Result<()> {
    let digits = number.trim();
    let is_number = (1..=10).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    if !is_number {
        return Err(Error::field(
            "demographicNo",
            "Enter the number as the clinic shows it, digits only.",
        ));
    }
    let facts = facts::load_facts(ctx, tx, scope, id).await?;
    match facts.demographic_number {
        Some(stored) if stored == digits => Ok(()),
        Some(_) => Err(Error::conflict(
            "HAS_A_NUMBER",
            "This patient already has a number in the clinic’s records.",
        )),
        None => {
            repo::set_demographic(tx, scope, id, digits).await?;
            charts::forget(tx, id).await?;
            // Jobs waiting for the number can run now.
            jobs::run_soon(tx, Job::Demographic, id, ctx.now()).await
        }
    }
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

/// The record system stores one letter.
fn sex_letter(sex: Option<&str>) -> &'static str {
    match sex {
        Some("Female") => "F",
        Some("Male") => "M",
        Some("Transgender") => "T",
        Some("Non-binary" | "Two-spirit") => "O",
        _ => "U",
    }
}
