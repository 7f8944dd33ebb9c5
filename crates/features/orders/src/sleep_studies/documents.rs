// SPDX-License-Identifier: AGPL-3.0-or-later

//! The documents of an order: the anonymous sheet shown to the patient, and the request that is faxed. Both
//! are rendered by the server from stored data alone, and stored unchanged (decisions 67 and 140).

use chrono::{DateTime, Utc};
use salal_documents as documents;
use salal_documents::{About, RequestingPractitioner, SleepRequest};
use salal_domain::sleep::questionnaire::QUESTIONS;
use salal_domain::texts::sleep as texts;
use uuid::Uuid;

use super::dto::{OrderSleepAssessment, SleepClinicView, SleepInfo};
use super::info::ById;
use super::sleep_order::SleepOrder;
use super::{clinics, repo, view};
use crate::api::{Json, NoBody, Pdf, Request, Role, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::orders;
use salal_exchange::fax;
use salal_people::people;
use salal_people::people::PersonFacts;

/// The content of an order: the patient's newest answers, and an offered clinic.
pub(super) async fn chosen(
    request: &Request<Json<OrderSleepAssessment>>,
    me: Uuid,
) -> Result<(SleepInfo, SleepClinicView)> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let info = sent
        .info
        .as_ref()
        .ok_or_else(|| Error::field("sleepInfoObj", texts::CHOOSE_INFO))?;
    let found = repo::choice(
        ctx.db.read(),
        &request.scope,
        me,
        info.id(),
        clinics::not_offered(ctx),
    )
    .await?;
    let info = found.info.ok_or_else(Error::not_found)?;
    if found.newest != Some(info.id) {
        return Err(Error::conflict("NEWER_INFO", texts::NEWER_INFO));
    }
    let wanted = sent.clinic.as_ref().map(super::dto::SleepObject::id);
    let clinic = found
        .clinics
        .into_iter()
        .find(|one| Some(one.id) == wanted)
        .ok_or_else(|| Error::field("sleepClinicObj", texts::CHOOSE_CLINIC))?;
    Ok((info, clinics::view(clinic)))
}

/// The anonymous sheet (decision 67).
pub(super) async fn preliminary(
    ctx: &Context,
    person: &PersonFacts,
    info: &SleepInfo,
    clinic: &SleepClinicView,
) -> Result<Vec<u8>> {
    let about = About::Anonymous {
        date_of_birth: person.date_of_birth,
        sex: person.sex.clone(),
    };
    let sheet = sheet(ctx, info, clinic, about, ctx.now());
    Ok(render(sheet).await?.bytes)
}

/// The request that is faxed, with the patient as currently recorded, signed by this doctor.
pub(super) async fn request(
    ctx: &Context,
    scope: &Scope,
    order: &SleepOrder,
    practitioner: RequestingPractitioner,
) -> Result<documents::Pdf> {
    let person = people::load_facts(ctx, ctx.db.read(), scope, order.row.person_id).await?;
    let about = About::Named {
        label: order.label(),
        patient: Box::new(orders::patient(person)),
        practitioner: Box::new(practitioner),
    };
    let written_at = order.row.created_at;
    render(sheet(ctx, &order.info, &order.clinic, about, written_at)).await
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
        clinic: orders::clinic(ctx),
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

async fn render(request: SleepRequest) -> Result<documents::Pdf> {
    tokio::task::spawn_blocking(move || documents::sleep_request(&request))
        .await
        .map_err(Error::broken)?
        .map_err(|error| Error::broken(format!("sleep request: {error}")))
}

/// POST /sleep-assessment/preview: rendered and shown, not stored.
pub(super) async fn preview(request: Request<Json<OrderSleepAssessment>>) -> Result<Pdf> {
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    let (info, clinic) = chosen(&request, me).await?;
    request.audit_access(info.person);
    let person = people::load_facts(ctx, ctx.db.read(), &request.scope, info.person).await?;
    Ok(Pdf {
        name: "sleep-request-preliminary.pdf".into(),
        bytes: preliminary(ctx, &person, &info, &clinic).await?,
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
