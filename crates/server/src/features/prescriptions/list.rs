//! Lists of prescriptions: the patient's own history, the clinic's open work on one patient, and
//! prescriptions already faxed or refunded.

use chrono::TimeDelta;
use salal_rules::prescriptions::status::PrescriptionStatus;
use sea_orm::ConnectionTrait;
use serde::Deserialize;
use uuid::Uuid;

use super::signing::ById;
use super::repo::{self, Found, Which};
use super::view;
use super::dto::{PrescriptionList, PrescriptionView, PrescriptionsQuery};
use crate::context::Context;
use crate::api::{Request, Json, NoBody, Scope};
use crate::error::{Error, Result};
use crate::features::people;

#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(super) struct Whose {
    #[serde(rename = "personId")]
    person_id: Uuid,
}

/// GET /prescription/{id}
pub(super) async fn get_prescription(call: Request<NoBody, ById>) -> Result<Json<PrescriptionView>> {
    let view = view::load_view(call.ctx.db.read(), &call.ctx, &call.scope, call.path.id).await?;
    call.audit_access(view.person.person.id);
    Ok(Json(view))
}

/// Patients whose prescriptions are looked for at most.
const MOST_FOUND: i64 = 200;

/// GET /prescription: every prescription of the clinic, newest first; by state, by number, or of the
/// patients whom a name finds.
pub(super) async fn list_prescriptions(
    call: Request<NoBody, (), PrescriptionsQuery>,
) -> Result<Json<PrescriptionList>> {
    let status = match call.query.status.as_deref() {
        None | Some("") => None,
        Some(code) => Some(
            PrescriptionStatus::from_code(code)
                .ok_or_else(|| Error::field("status", "There is no such status."))?
                .code(),
        ),
    };
    let found = match call.query.q.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(text) => Some(found(&call, text).await?),
    };
    listed(&call, Which::All { status, found }).await
}

/// A list over many patients, which names drugs beside people: a line for each who was not on it already
/// (decision 162).
async fn listed<P>(
    call: &Request<NoBody, P, PrescriptionsQuery>,
    which: Which,
) -> Result<Json<PrescriptionList>> {
    let list = list(call, which).await?;
    call.audit_list(list.items.iter().map(|item| item.person.person.id));
    Ok(Json(list))
}

async fn found(call: &Request<NoBody, (), PrescriptionsQuery>, text: &str) -> Result<Found> {
    let digits = text
        .strip_prefix("P-")
        .or_else(|| text.strip_prefix("p-"))
        .unwrap_or(text);
    if digits.len() <= 9
        && let Ok(number) = digits.parse::<i64>()
    {
        return Ok(Found::Number(number));
    }
    if text.chars().count() < 3 {
        return Err(Error::field("q", "Type 3 or more characters."));
    }
    let persons = people::ids_found(call.ctx.db.read(), text, MOST_FOUND).await?;
    Ok(Found::Persons(persons))
}

async fn list<P>(
    call: &Request<NoBody, P, PrescriptionsQuery>,
    which: Which,
) -> Result<PrescriptionList> {
    let query = &call.query;
    let limit = u64::from(query.limit.unwrap_or(10).clamp(1, 100));
    let oldest_first = match query.sort.as_deref() {
        None | Some("-createdAt") => false,
        Some("createdAt") => true,
        Some(_) => return Err(Error::field("sort", "Sort by createdAt or -createdAt.")),
    };
    let cursor = query
        .cursor
        .as_deref()
        .map(str::parse::<Uuid>)
        .transpose()
        .map_err(|_| Error::malformed("The cursor cannot be read."))?;
    let db = call.ctx.db.read();
    let (mut rows, total) =
        repo::page(db, &call.scope, which, limit + 1, cursor, oldest_first).await?;
    let limit = usize::try_from(limit).unwrap_or(10);
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next_cursor = rows.last().filter(|_| more).map(|row| row.id.to_string());
    Ok(PrescriptionList {
        items: view::many(db, &call.ctx, &call.scope, rows).await?,
        next_cursor,
        total,
    })
}

/// GET /prescription/person/{personId}
pub(super) async fn list_patient_prescriptions(
    call: Request<NoBody, Whose, PrescriptionsQuery>,
) -> Result<Json<PrescriptionList>> {
    if !call.scope.allows(call.path.person_id) {
        return Err(Error::not_found());
    }
    call.audit_access(call.path.person_id);
    Ok(Json(
        list(&call, Which::OfPerson(call.path.person_id)).await?,
    ))
}

/// GET /prescription/faxed-or-refunded
pub(super) async fn faxed_or_refunded(
    call: Request<NoBody, (), PrescriptionsQuery>,
) -> Result<Json<PrescriptionList>> {
    listed(&call, Which::FaxedOrRefunded).await
}

/// GET /prescription/pending/person/{personId}
pub(super) async fn pending(call: Request<NoBody, Whose>) -> Result<Json<Vec<PrescriptionView>>> {
    if !call.scope.allows(call.path.person_id) {
        return Err(Error::not_found());
    }
    let db = call.ctx.db.read();
    let open = pending_of(db, &call.ctx, &call.scope, call.path.person_id).await?;
    call.audit_access(call.path.person_id);
    Ok(Json(open))
}

/// The clinic's open work on a patient, and what left within a day: three reads in a row, whatever the
/// history, the second of them many side by side.
pub(crate) async fn pending_of(
    db: &impl ConnectionTrait,
    ctx: &Context,
    reach: &Scope,
    person: Uuid,
) -> Result<Vec<PrescriptionView>> {
    let since = ctx.now() - TimeDelta::hours(24);
    let rows = repo::pending(db, reach, person, since).await?;
    let mut views = view::many(db, ctx, reach, rows).await?;
    // What still waits for somebody comes first, each part oldest first.
    views.sort_by_key(|view| view.work.is_none());
    Ok(views)
}
