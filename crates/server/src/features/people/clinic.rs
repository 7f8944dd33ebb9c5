//! A person's number in the partner clinic's record system (reference partner-clinic 4): looked for
//! by health number first, made when absent, tried twice at once and then by a durable job, so that a
//! dead clinic server does not stop a patient. Somebody whom the clinic cannot look up is asked for once:
//! when that answer is lost, a person decides.

use chrono::TimeDelta;
use salal_integrations::ServiceError;
use salal_integrations::clinic_emr::{DemographicAnswer, NewDemographic};
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::facts::{self, PersonFacts};
use super::{charts, repo};
use crate::api::Scope;
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::jobs::{self, NewJob};

/// The job that makes a demographic later.
pub(super) const JOB: &str = "people.demographic";
/// After this time a chart that was asked for has an answer, or never will.
const ANSWERED_WITHIN: TimeDelta = TimeDelta::minutes(2);

/// Payload of the jobs: what is sent is read when it is sent, so the newest is.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Payload {
    pub(super) person: Uuid,
}

/// The person's number; made now if need be. None: a job will bring it.
pub async fn ensure_demographic(ctx: &Context, scope: &Scope, id: Uuid) -> Result<Option<String>> {
    let facts = facts::load_facts(ctx.db.read(), scope, id).await?;
    if let Some(number) = facts.demographic_number {
        return Ok(Some(number));
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

async fn queue(tx: &impl ConnectionTrait, ctx: &Context, id: Uuid) -> Result<()> {
    let job = NewJob::new(JOB, &Payload { person: id })?
        .once(id)
        .about(id);
    jobs::enqueue(tx, ctx, job).await
}

/// What asking for a chart gave.
pub(super) enum Chart {
    Number(String),
    /// Somebody else is asking at this moment.
    Asked,
    /// It was asked for, the answer was lost, and the clinic cannot be asked whether there is one.
    Unknown,
    /// The clinic understood, and said no.
    Refused,
}

/// Looks the person up by health number, makes the demographic when there is none, keeps the number.
pub(super) async fn find_or_make(ctx: &Context, scope: &Scope, id: Uuid) -> Result<Chart> {
    let facts = facts::load_facts(ctx.db.read(), scope, id).await?;
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

/// A failure on the way to a chart.
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

/// Writes down that the chart is asked for, before it is: nobody asks a second time.
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

/// Nothing was made: it may be asked for again. Or nobody knows.
async fn ended(ctx: &Context, id: Uuid, error: &Asking) -> Result<()> {
    let tx = ctx.db.begin().await?;
    match error {
        Asking::Outside(error) if error.is_unknown() => charts::lost(&tx, id).await?,
        _ => charts::forget(&tx, id).await?,
    }
    tx.commit().await?;
    Ok(())
}

/// Keeps the number, once: whoever was quicker stays.
async fn keep(ctx: &Context, scope: &Scope, id: Uuid, number: String) -> Result<String> {
    let tx = ctx.db.begin().await?;
    let kept = repo::set_demographic(&tx, scope, id, &number).await?;
    charts::forget(&tx, id).await?;
    tx.commit().await?;
    if kept {
        return Ok(number);
    }
    let facts = facts::load_facts(ctx.db.read(), scope, id).await?;
    facts.demographic_number.ok_or_else(Error::not_found)
}

/// A number that somebody of the staff read off the clinic's own screen; stored once (decision 31).
pub(super) async fn enter(
    tx: &impl ConnectionTrait,
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
    let facts = facts::load_facts(tx, scope, id).await?;
    match facts.demographic_number {
        Some(stored) if stored == digits => Ok(()),
        Some(_) => Err(Error::conflict(
            "HAS_A_NUMBER",
            "This patient has a number in the clinic's records already.",
        )),
        None => {
            repo::set_demographic(tx, scope, id, digits).await?;
            charts::forget(tx, id).await?;
            // Whatever waited for the number finds it now.
            jobs::run_soon(tx, JOB, id, ctx.now()).await
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
