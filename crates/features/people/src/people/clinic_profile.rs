// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sends changes of a patient's data to the partner clinic, if it has a chart: personal information, email
//! address, private pay, preferred pharmacy. The change is committed together with the job that sends it, so
//! a clinic outage delays no one. Each job sends the data current when it runs, so the newest arrives last,
//! and repeating it changes nothing. Not here: corrections by the office, which are sent to the clinic first
//! (`office_change`).

use salal_db::Connection;
use salal_domain::destinations::PHARMACY_GONE;
use salal_integrations::ServiceError;
use salal_integrations::clinic_emr::{PatientInfo, PreferredPharmacy, Profile};
use uuid::Uuid;

use super::clinic::Payload;
use super::{Job, documents, facts, repo};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs::{self, NewJob};
use salal_reference::pharmacies;

/// Queues sending a patient's changed data to the clinic, in the caller's transaction.
pub async fn tell_clinic(tx: &Connection, ctx: &Context, person: Uuid) -> Result<()> {
    queue(tx, ctx, Job::Profile, person).await
}

/// Sets a patient's preferred pharmacy, and queues sending it to the clinic.
pub async fn set_preferred_pharmacy(
    tx: &Connection,
    ctx: &Context,
    scope: &Scope,
    person: Uuid,
    pharmacy: Uuid,
) -> Result<()> {
    repo::set_pharmacy(tx, scope, person, pharmacy).await?;
    queue(tx, ctx, Job::PreferPharmacy, person).await
}

async fn queue(tx: &Connection, ctx: &Context, kind: Job, person: Uuid) -> Result<()> {
    // A chart created later uses the data current at that time.
    if !ctx.settings.services.clinic.is_set() || !repo::has_demographic(tx, person).await? {
        return Ok(());
    }
    jobs::enqueue(
        tx,
        ctx,
        NewJob::new(kind, &Payload { person })?.about(person),
    )
    .await
}

/// A failure to send: the clinic's, or ours.
pub(super) enum Untold {
    Outside(ServiceError),
    Ours(Error),
}

impl From<ServiceError> for Untold {
    fn from(error: ServiceError) -> Self {
        Self::Outside(error)
    }
}

impl From<Error> for Untold {
    fn from(error: Error) -> Self {
        Self::Ours(error)
    }
}

/// Sends the current personal information, email address and private pay.
pub(super) async fn send_profile(ctx: &Context, scope: &Scope, person: Uuid) -> Result<(), Untold> {
    let db = ctx.db.read();
    let facts = facts::load_facts(ctx, db, scope, person).await?;
    let Some(chart) = number(facts.demographic_number.as_deref())? else {
        return Ok(());
    };
    let born = facts
        .date_of_birth
        .ok_or_else(|| Error::broken("a patient without a date of birth"))?;
    let documents = documents::living(db, scope, person).await?;
    let document = documents.first();
    let clinic = &ctx.services.clinic;
    clinic
        .update_patient(&PatientInfo {
            first_name: &facts.first_name,
            last_name: &facts.last_name,
            birth_date: born,
            address: &facts.address,
            city: &facts.city,
            province: &facts.province,
            postal_code: &facts.postal_code,
            phone_number: &facts.cell_phone,
            best_number: &facts.best_phone,
            document_type: document.map_or("", |document| document.r#type.code()),
            document_number: document.map_or("", |document| &document.number),
            document_province: document.map_or("", |document| &document.province),
            email: &facts.email,
        })
        .await?;
    clinic
        .update_profile(chart, &Profile::Email(&facts.email))
        .await?;
    clinic
        .update_profile(chart, &Profile::PrivatePay(facts.is_private_pay))
        .await?;
    Ok(())
}

/// Sends the current preferred pharmacy.
pub(super) async fn send_pharmacy(
    ctx: &Context,
    scope: &Scope,
    person: Uuid,
) -> Result<(), Untold> {
    let db = ctx.db.read();
    let row = repo::get_person(db, scope, person).await?;
    let (Some(chart), Some(pharmacy)) = (
        number(row.demographic_number.as_deref())?,
        row.preferred_pharmacy_id,
    ) else {
        return Ok(());
    };
    // The clinic faxes there: a pharmacy that is no longer in the list is none to prefer.
    let pharmacy = match pharmacies::choose(db, "preferredPharmacy", pharmacy).await {
        Ok(listed) => listed.view().clone(),
        Err(error) if error.code == PHARMACY_GONE => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let preferred = PreferredPharmacy {
        name: &pharmacy.name,
        address: &pharmacy.address,
        phone: &pharmacy.phone1,
        fax: &pharmacy.fax,
    };
    ctx.services
        .clinic
        .prefer_pharmacy(chart, &preferred)
        .await?;
    Ok(())
}

fn number(stored: Option<&str>) -> Result<Option<i64>> {
    stored
        .map(|number| {
            number
                .parse()
                .map_err(|_| Error::broken("a demographic number that is no number"))
        })
        .transpose()
}
