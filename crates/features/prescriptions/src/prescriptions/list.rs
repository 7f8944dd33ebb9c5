// SPDX-License-Identifier: AGPL-3.0-or-later

//! Lists of prescriptions: the patient's own history, the clinic's open work on one patient, and
//! prescriptions already faxed or refunded.

use chrono::{Days, NaiveDate, TimeDelta};
use salal_db::Connection;
use salal_domain::prescriptions::status::PrescriptionStatus;
use salal_formats::days::{vancouver_day, vancouver_day_bounds};
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{CreatedSort, PrescriptionList, PrescriptionView, PrescriptionsQuery};
use super::queue;
use super::repo::{self, Found, Late, Wanted, Which};
use super::signing::ById;
use super::view;
use crate::api::{Json, NoBody, Request, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_people::people;

/// The patient in a path.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(super) struct Whose {
    /// The patient's id.
    #[serde(rename = "personId")]
    person_id: Uuid,
}

/// GET /prescription/{id}
pub(super) async fn get_prescription(
    request: Request<NoBody, ById>,
) -> Result<Json<PrescriptionView>> {
    let view = view::load_view(
        request.ctx.db.read(),
        &request.ctx,
        &request.scope,
        request.path.id,
    )
    .await?;
    request.audit_access(view.person.person.id);
    Ok(Json(view))
}

/// The maximum number of patients found by a search of prescriptions.
const MOST_FOUND: i64 = 200;

/// GET /prescription: all prescriptions of the clinic, newest first; filtered by state, number, patient name, the day
/// of the decision, or by what is late.
pub(super) async fn list_prescriptions(
    request: Request<NoBody, (), PrescriptionsQuery>,
) -> Result<Json<PrescriptionList>> {
    let status = match request.query.status.as_deref() {
        None | Some("") => None,
        Some(code) => Some(
            PrescriptionStatus::from_code(code)
                .ok_or_else(|| Error::field("status", "There is no such status."))?,
        ),
    };
    let found = match request.query.q.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(text) => Some(found(&request, text).await?),
    };
    let wanted = Wanted {
        status,
        found,
        ..decided(&request)?
    };
    listed(&request, Which::All(wanted)).await
}

const FIRST_DAY: NaiveDate = NaiveDate::from_ymd_opt(2000, 1, 1).expect("a day");
const LAST_DAY: NaiveDate = NaiveDate::from_ymd_opt(9999, 12, 30).expect("a day");
/// The days before the last one whose late decisions are listed when no first day is named.
const LATE_BEFORE: Days = Days::new(29);

/// What is asked for of the decision: its days, and whether it was late.
fn decided(request: &Request<NoBody, (), PrescriptionsQuery>) -> Result<Wanted> {
    let (ctx, query) = (&request.ctx, &request.query);
    // Beyond them nothing was decided, and PostgreSQL knows no time of some.
    let within = |day: NaiveDate| day.clamp(FIRST_DAY, LAST_DAY);
    let (mut from, to) = (query.from.map(within), query.to.map(within));
    if query.from.zip(query.to).is_some_and(|(from, to)| from > to) {
        return Err(Error::field(
            "from",
            "The first day is after the last one. Choose an earlier day.",
        ));
    }
    let has_days = from.is_some() || to.is_some();
    let is_late = query.late.unwrap_or(false);
    if is_late && from.is_none() {
        let last = to.unwrap_or_else(|| vancouver_day(ctx.now()));
        from = last.checked_sub_days(LATE_BEFORE);
    }
    Ok(Wanted {
        decided_from: from.map(|day| vancouver_day_bounds(day).0),
        decided_until: to.map(|day| vancouver_day_bounds(day).1),
        late: is_late.then(|| Late {
            promise: queue::review_promise(ctx),
            open: (!has_days).then(|| queue::late(ctx)),
        }),
        ..Wanted::default()
    })
}

/// A list over many patients that shows drugs with names: an audit entry for each patient who was not on it
/// before (decision 162).
async fn listed<P>(
    request: &Request<NoBody, P, PrescriptionsQuery>,
    which: Which,
) -> Result<Json<PrescriptionList>> {
    let list = list(request, which).await?;
    request.audit_list(list.items.iter().map(|item| item.person.person.id));
    Ok(Json(list))
}

async fn found(request: &Request<NoBody, (), PrescriptionsQuery>, text: &str) -> Result<Found> {
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
    let persons = people::ids_found(request.ctx.db.read(), text, MOST_FOUND).await?;
    Ok(Found::Persons(persons))
}

async fn list<P>(
    request: &Request<NoBody, P, PrescriptionsQuery>,
    which: Which,
) -> Result<PrescriptionList> {
    let query = &request.query;
    let limit = u64::from(query.limit.unwrap_or(10).clamp(1, 100));
    let sort = match query.sort.as_deref() {
        None => CreatedSort::NewestFirst,
        Some(asked) => CreatedSort::from_code(asked)
            .ok_or_else(|| Error::field("sort", "Sort by createdAt or -createdAt."))?,
    };
    let oldest_first = sort == CreatedSort::OldestFirst;
    let cursor = query
        .cursor
        .as_deref()
        .map(str::parse::<Uuid>)
        .transpose()
        .map_err(|_| Error::malformed("The cursor cannot be read."))?;
    let db = request.ctx.db.read();
    let (mut rows, total) =
        repo::page(db, &request.scope, which, limit + 1, cursor, oldest_first).await?;
    let limit = usize::try_from(limit).unwrap_or(10);
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next_cursor = rows.last().filter(|_| more).map(|row| row.id.to_string());
    Ok(PrescriptionList {
        items: view::many(db, &request.ctx, &request.scope, rows).await?,
        next_cursor,
        total,
    })
}

/// GET /prescription/person/{personId}
pub(super) async fn list_patient_prescriptions(
    request: Request<NoBody, Whose, PrescriptionsQuery>,
) -> Result<Json<PrescriptionList>> {
    if !request.scope.allows(request.path.person_id) {
        return Err(Error::not_found());
    }
    request.audit_access(request.path.person_id);
    Ok(Json(
        list(&request, Which::OfPerson(request.path.person_id)).await?,
    ))
}

/// GET /prescription/faxed-or-refunded
pub(super) async fn faxed_or_refunded(
    request: Request<NoBody, (), PrescriptionsQuery>,
) -> Result<Json<PrescriptionList>> {
    listed(&request, Which::FaxedOrRefunded).await
}

/// GET /prescription/pending/person/{personId}
pub(super) async fn pending(
    request: Request<NoBody, Whose>,
) -> Result<Json<Vec<PrescriptionView>>> {
    if !request.scope.allows(request.path.person_id) {
        return Err(Error::not_found());
    }
    let db = request.ctx.db.read();
    let open = pending_of(db, &request.ctx, &request.scope, request.path.person_id).await?;
    request.audit_access(request.path.person_id);
    Ok(Json(open))
}

/// The clinic's open work on a patient, and what was sent within a day: three joint reads, whatever the
/// history.
pub async fn pending_of(
    db: &Connection,
    ctx: &Context,
    scope: &Scope,
    person: Uuid,
) -> Result<Vec<PrescriptionView>> {
    let since = ctx.now() - TimeDelta::hours(24);
    let rows = repo::pending(db, scope, person, since).await?;
    let mut views = view::many(db, ctx, scope, rows).await?;
    // Open work comes first; each part is sorted oldest first.
    views.sort_by_key(|view| view.work.is_none());
    Ok(views)
}
