// SPDX-License-Identifier: AGPL-3.0-or-later

//! The documents of an order: the anonymous sheet shown to the patient, and the request that is faxed. Both
//! are rendered by the server from stored data alone, and stored unchanged (decisions 67 and 140).

use chrono::{DateTime, Utc};
use salal_documents as documents;
use salal_documents::{About, Clinic, HealthNumber, Patient, SleepRequest};
use salal_domain::people::health_numbers::display_bc_number;
use salal_domain::people::phones::display_phone;
use salal_domain::sleep::questionnaire::QUESTIONS;
use salal_domain::texts::sleep as texts;
use uuid::Uuid;

use super::dto::{OrderSleepAssessment, SleepClinicView, SleepInfo};
use super::entity::sleep_assessment;
use super::info::ById;
use super::{clinics, repo, view};
use crate::api::{Json, NoBody, Pdf, Request, Role, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::people::PersonFacts;
use crate::features::{fax, people};

/// The content of an order: the patient's newest answers, and an offered clinic.
pub(super) async fn chosen(
    request: &Request<Json<OrderSleepAssessment>>,
) -> Result<(SleepInfo, SleepClinicView)> {
    let (db, sent) = (request.ctx.db.read(), &request.body.0);
    let info = sent
        .info
        .as_ref()
        .ok_or_else(|| Error::field("sleepInfoObj", texts::CHOOSE_INFO))?;
    let info = repo::info(db, &request.scope, info.id()).await?;
    let newest = repo::infos(db, &request.scope, info.person).await?;
    if newest.first().is_none_or(|newest| newest.id != info.id) {
        return Err(Error::conflict("NEWER_INFO", texts::NEWER_INFO));
    }
    let wanted = sent.clinic.as_ref().map(super::dto::SleepObject::id);
    let clinic = clinics::offered(&request.ctx)
        .await?
        .into_iter()
        .find(|one| Some(one.id) == wanted)
        .ok_or_else(|| Error::field("sleepClinicObj", texts::CHOOSE_CLINIC))?;
    Ok((info, clinic))
}

/// The anonymous sheet (decision 67).
pub(super) async fn preliminary(
    ctx: &Context,
    scope: &Scope,
    info: &SleepInfo,
    clinic: &SleepClinicView,
) -> Result<Vec<u8>> {
    let person = people::load_facts(ctx.db.read(), scope, info.person).await?;
    let about = About::Anonymous {
        date_of_birth: person.date_of_birth,
        sex: person.sex,
    };
    render(sheet(ctx, info, clinic, about, ctx.now())).await
}

/// The request that is faxed, with the patient as currently recorded.
pub(super) async fn request(
    ctx: &Context,
    scope: &Scope,
    row: &sleep_assessment::Model,
) -> Result<documents::Pdf> {
    let db = ctx.db.read();
    let info = repo::info(db, scope, row.sleep_info_id).await?;
    let person = people::load_facts(db, scope, row.person_id).await?;
    let about = About::Named {
        label: view::label(row.number),
        patient: Box::new(patient(person)),
    };
    let clinic = view::clinic(row)?;
    set(sheet(ctx, &info, &clinic, about, row.created_at)).await
}

/// The address, line by line.
pub(super) fn address(person: &PersonFacts) -> Vec<String> {
    let place = format!(
        "{}, {} {}",
        person.city, person.province, person.postal_code
    );
    vec![person.address.clone(), place]
}

/// The clinic's details as printed.
pub(super) fn clinic(ctx: &Context) -> Clinic {
    let ours = &ctx.settings.clinic;
    Clinic {
        name: ours.name.clone(),
        address: ours.address.clone(),
        phone: ours.phone.clone(),
        fax: ours.fax.clone(),
    }
}

fn patient(person: PersonFacts) -> Patient {
    Patient {
        health_number: person.health_number.as_deref().map(|digits| HealthNumber {
            number: display_bc_number(digits),
            province: "BC".into(),
        }),
        address: address(&person),
        phone: display_phone(&person.best_phone),
        last_name: person.last_name,
        first_name: person.first_name,
        date_of_birth: person.date_of_birth,
        sex: person.sex,
    }
}

fn sheet(
    ctx: &Context,
    info: &SleepInfo,
    to: &SleepClinicView,
    about: About,
    written_at: DateTime<Utc>,
) -> SleepRequest {
    let answers = info.answers.in_order();
    SleepRequest {
        written_at,
        clinic: clinic(ctx),
        to: documents::SleepClinic {
            name: to.name.clone(),
            address: to.address.clone(),
            phone: to.phone_number.clone(),
            fax: to.fax_number.clone(),
        },
        about,
        height_cm: info.height,
        weight_kg: info.weight,
        answers: QUESTIONS
            .iter()
            .zip(answers)
            .map(|((_, label), answer)| ((*label).to_owned(), answer))
            .collect(),
        readings: info
            .blood_pressures
            .iter()
            .map(|one| documents::BloodPressure {
                systolic: one.systolic,
                diastolic: one.diastolic,
                measured_at: one.measured_at,
            })
            .collect(),
    }
}

async fn set(request: SleepRequest) -> Result<documents::Pdf> {
    tokio::task::spawn_blocking(move || documents::sleep_request(&request))
        .await
        .map_err(Error::broken)?
        .map_err(|error| Error::broken(format!("sleep request: {error}")))
}

async fn render(request: SleepRequest) -> Result<Vec<u8>> {
    Ok(set(request).await?.bytes)
}

/// Stores the anonymous sheet of an order.
pub(super) async fn store_document(
    tx: &impl repo::ConnectionTrait,
    ctx: &Context,
    order: Uuid,
    person: Uuid,
    kind: &'static str,
    bytes: Vec<u8>,
) -> Result<Uuid> {
    let new = fax::NewDocument {
        subject_kind: super::KIND,
        subject_id: order,
        person,
        kind,
        bytes,
    };
    Ok(fax::keep_document(tx, ctx, new).await?.0)
}

/// POST /sleep-assessment/preview: rendered and shown, not stored.
pub(super) async fn preview(request: Request<Json<OrderSleepAssessment>>) -> Result<Pdf> {
    let (info, clinic) = chosen(&request).await?;
    request.audit_access(info.person);
    Ok(Pdf {
        name: "sleep-request-preliminary.pdf".into(),
        bytes: preliminary(&request.ctx, &request.scope, &info, &clinic).await?,
    })
}

/// GET /sleep-assessment/document/{id}
pub(super) async fn document(request: Request<NoBody, ById>) -> Result<Pdf> {
    let db = request.ctx.db.read();
    let row = repo::get_order(db, &request.scope, request.path.id).await?;
    // Until it is faxed there is only the anonymous sheet.
    let named = row
        .request_id
        .filter(|_| request.me().is_ok_and(|me| me.role != Role::Patient));
    let bytes = fax::document(db, &request.scope, named.unwrap_or(row.preliminary_id)).await?;
    request.audit_access(row.person_id);
    let what = if named.is_some() {
        "request"
    } else {
        "preliminary"
    };
    Ok(Pdf {
        name: format!("{}-{what}.pdf", view::label(row.number)),
        bytes,
    })
}
