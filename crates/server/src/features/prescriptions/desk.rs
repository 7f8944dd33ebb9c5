//! Lists of prescriptions: the patient's own history, the clinic's open work on one patient, and
//! what left the house.

use chrono::TimeDelta;
use serde::Deserialize;
use uuid::Uuid;

use super::signing::ById;
use super::store::{self, Which};
use super::view;
use super::wire::{PrescriptionList, PrescriptionView, PrescriptionsQuery};
use crate::door::{Call, Json, NoBody};
use crate::error::{Error, Result};

#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(super) struct Whose {
    #[serde(rename = "personId")]
    person_id: Uuid,
}

/// GET /prescription/{id}
pub(super) async fn get(call: Call<NoBody, ById>) -> Result<Json<PrescriptionView>> {
    let view = view::one(call.ctx.db.read(), &call.ctx, &call.reach, call.path.id).await?;
    call.saw(view.person.person.id);
    Ok(Json(view))
}

async fn list<P>(
    call: &Call<NoBody, P, PrescriptionsQuery>,
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
        store::page(db, &call.reach, which, limit + 1, cursor, oldest_first).await?;
    let limit = usize::try_from(limit).unwrap_or(10);
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next_cursor = rows.last().filter(|_| more).map(|row| row.id.to_string());
    Ok(PrescriptionList {
        items: view::many(db, &call.ctx, &call.reach, rows).await?,
        next_cursor,
        total,
    })
}

/// GET /prescription/person/{personId}
pub(super) async fn of_person(
    call: Call<NoBody, Whose, PrescriptionsQuery>,
) -> Result<Json<PrescriptionList>> {
    if !call.reach.allows(call.path.person_id) {
        return Err(Error::not_found());
    }
    call.saw(call.path.person_id);
    Ok(Json(
        list(&call, Which::OfPerson(call.path.person_id)).await?,
    ))
}

/// GET /prescription/faxed-or-refunded
pub(super) async fn faxed_or_refunded(
    call: Call<NoBody, (), PrescriptionsQuery>,
) -> Result<Json<PrescriptionList>> {
    Ok(Json(list(&call, Which::FaxedOrRefunded).await?))
}

/// GET /prescription/pending/person/{personId}
pub(super) async fn pending(call: Call<NoBody, Whose>) -> Result<Json<Vec<PrescriptionView>>> {
    if !call.reach.allows(call.path.person_id) {
        return Err(Error::not_found());
    }
    let db = call.ctx.db.read();
    let since = call.now() - TimeDelta::hours(24);
    let rows = store::pending(db, &call.reach, call.path.person_id, since).await?;
    call.saw(call.path.person_id);
    Ok(Json(view::many(db, &call.ctx, &call.reach, rows).await?))
}
