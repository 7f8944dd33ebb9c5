// SPDX-License-Identifier: AGPL-3.0-or-later

//! The administrators' search of the audit log: filters, pages, options of its selects, CSV.

use chrono::{DateTime, Utc};
use salal_db::Connection;
use salal_domain::days::{date_time_text, vancouver_day, vancouver_day_bounds};
use salal_domain::faults::Fault;
use salal_domain::search::fold;
use salal_platform::totals::{self, Total};
use sea_orm::sea_query::{Alias, Query};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::dto::{
    AuditFilters, AuditPage, AuditRecord, AuditSearch, ChoicesQuery, RecordAccess, Recorded,
};
use super::entity::audit::{self, Column};
use super::{labels, repo};
use crate::accounts;
use crate::api::{
    ACCOUNT_OF, AuditSentences, Created, Csv, Json, ListIdentity, NoBody, Request, SecurityEvent,
};
use crate::error::{Error, Result};
use salal_people::people::{self, PersonRef};

/// The maximum number of entries in an export.
const EXPORTED: usize = 10_000;
/// The maximum number of options in a select.
const CHOICES: i64 = 50;
/// The number of entries from which the most recent patients are taken.
const LOOKED_AT: u64 = 500;
/// An access reported again within this time is the same one.
const SAME_ACCESS: chrono::TimeDelta = chrono::TimeDelta::minutes(5);

/// PUT /audit
pub(super) async fn search(request: Request<Json<AuditSearch>>) -> Result<Json<AuditPage>> {
    let sent = &request.body.0;
    let wanted = condition(&sent.filters(), request.now())?;
    let limit = usize::try_from(sent.limit.unwrap_or(10).clamp(1, 100)).unwrap_or(10);
    let db = request.ctx.db.read();
    let by = sent.filters();
    let by = (by.patient, by.accessed_by, by.start_date, by.end_date);
    let list = ListIdentity::of("PUT /audit", &by)?;
    let after = match sent.cursor.as_deref() {
        Some(cursor) => Some(
            list.open(cursor)?
                .parse()
                .map_err(|_| Error::malformed("The cursor cannot be read."))?,
        ),
        None => None,
    };
    let mut lines = page(db, wanted.clone(), limit + 1, after).await?;
    let more = lines.len() > limit;
    lines.truncate(limit);
    let total = if more || after.is_some() {
        totals::count(db, audit::Entity::find().filter(wanted)).await?
    } else {
        Total::whole(&lines)
    };
    Ok(Json(AuditPage {
        next_cursor: lines
            .last()
            .filter(|_| more)
            .map(|line| list.seal(&line.id.to_string())),
        items: records(db, request.ctx.hooks.get(), lines).await?,
        total,
    }))
}

/// GET /audit/csv
pub(super) async fn export(request: Request<NoBody, (), AuditFilters>) -> Result<Csv> {
    let wanted = condition(&request.query, request.now())?;
    let db = request.ctx.db.read();
    let lines = page(db, wanted, EXPORTED, None).await?;
    let records = records(db, request.ctx.hooks.get(), lines).await?;
    let name = |person: &Option<PersonRef>| person.as_ref().map_or(String::new(), PersonRef::name);
    let header = ["Patient", "Accessed By", "Role", "What", "Created"];
    let rows = records.iter().map(|record| {
        [
            name(&record.patient).into(),
            name(&record.accessed_by).into(),
            record.role.code().into(),
            record.what.as_str().into(),
            date_time_text(record.created_at).into(),
        ]
    });
    let file = format!("audit-{}.csv", vancouver_day(request.now()));
    Csv::of(&file, header, rows)
}

/// GET /audit/patients
pub(super) async fn patients(
    request: Request<NoBody, (), ChoicesQuery>,
) -> Result<Json<Vec<PersonRef>>> {
    let db = request.ctx.db.read();
    let typed = request.query.q.as_deref().unwrap_or_default().trim();
    let ids = if typed.chars().count() >= 3 {
        people::ids_found(db, typed, CHOICES).await?
    } else {
        let newest = Query::select()
            .columns([Column::Patient, Column::At])
            .from(audit::Entity)
            .and_where(Column::Patient.is_not_null())
            .order_by(Column::At, sea_orm::Order::Desc)
            .limit(LOOKED_AT)
            .to_owned();
        let distinct = Query::select()
            .distinct()
            .column(Column::Patient)
            .from_subquery(newest, Alias::new("newest"))
            .limit(CHOICES.unsigned_abs())
            .to_owned();
        ids(db, &distinct, "patient").await?
    };
    Ok(Json(by_name(people::names(db, &ids).await?)))
}

/// GET /audit/accessedBy
pub(super) async fn accessed_by(
    request: Request<NoBody, (), ChoicesQuery>,
) -> Result<Json<Vec<PersonRef>>> {
    let db = request.ctx.db.read();
    let staff = ids(db, &accounts::select_staff(), "person_id").await?;
    let names = people::names(db, &staff).await?;
    let typed = fold(request.query.q.as_deref().unwrap_or_default());
    let mut found = by_name(names);
    found.retain(|person| fold(&person.name()).contains(typed.trim()));
    Ok(Json(found))
}

/// POST /audit
pub(super) async fn record(request: Request<Json<RecordAccess>>) -> Result<Created<Recorded>> {
    let sent = &request.body.0;
    request.same_actor(sent.accessed_by)?;
    let me = request.me()?.person_id;
    let db = request.ctx.db.read();
    people::load_facts(&request.ctx, db, &request.scope, sent.patient_id).await?;
    let lately = audit::Entity::find()
        .filter(Column::Patient.eq(sent.patient_id))
        .filter(Column::At.gt(request.now() - SAME_ACCESS))
        .filter(Column::Actor.eq(me))
        .one(db)
        .await?;
    // The API layer writes an entry for what a request accessed; an existing one is not duplicated.
    if lately.is_none() {
        request.audit_access(sent.patient_id);
    }
    let answer = Recorded {
        message: "The access is on record.",
    };
    let tx = request.begin().await?;
    request.commit_as(tx, 201, &answer).await?;
    Ok(Created(answer))
}

async fn ids(
    db: &Connection,
    query: &sea_orm::sea_query::SelectStatement,
    column: &str,
) -> Result<Vec<Uuid>> {
    let rows = db.query_all(query).await?;
    Ok(rows
        .iter()
        .map(|row| row.try_get("", column))
        .collect::<std::result::Result<_, _>>()?)
}

fn by_name(names: std::collections::HashMap<Uuid, PersonRef>) -> Vec<PersonRef> {
    let mut people: Vec<_> = names.into_values().collect();
    people.sort_by_cached_key(PersonRef::name);
    people
}

/// The filters as a condition; invalid days are refused with errors on their fields (specification 001
/// section 5).
fn condition(filters: &AuditFilters, now: DateTime<Utc>) -> Result<Condition> {
    let today = vancouver_day(now);
    let mut faults = Vec::new();
    let mut fault = |field: &str, message: &str| {
        faults.push(Fault {
            field: field.into(),
            message: message.into(),
        });
    };
    let (start, end) = (filters.start_date, filters.end_date);
    if end.is_some_and(|end| end > today) {
        fault("endDate", "The end date cannot be after today.");
    }
    if let (Some(start), Some(end)) = (start, end)
        && start > end
    {
        fault("startDate", "The start date cannot be after the end date.");
        fault("endDate", "The end date cannot be before the start date.");
    }
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    Ok(Condition::all()
        .add(
            Condition::any()
                .add(Column::Patient.is_not_null())
                .add(Column::Action.is_in(SecurityEvent::actions())),
        )
        .add_option(filters.patient.map(|id| Column::Patient.eq(id)))
        .add_option(filters.accessed_by.map(|id| Column::Actor.eq(id)))
        .add_option(start.map(|day| Column::At.gte(vancouver_day_bounds(day).0)))
        .add_option(end.map(|day| Column::At.lt(vancouver_day_bounds(day).1))))
}

async fn page(
    db: &Connection,
    wanted: Condition,
    limit: usize,
    cursor: Option<Uuid>,
) -> Result<Vec<audit::Model>> {
    let mut query = audit::Entity::find()
        .filter(wanted)
        .order_by_desc(Column::At)
        .order_by_desc(Column::Id)
        .limit(u64::try_from(limit).unwrap_or(u64::MAX));
    if let Some(cursor) = cursor {
        query = query.filter(repo::after(db, cursor).await?);
    }
    Ok(query.all(db).await?)
}

/// Whose account a security event is about.
fn account_of(line: &audit::Model) -> Option<Uuid> {
    let names_account = line.object_kind.as_deref() == Some(ACCOUNT_OF);
    let id = line.object_id.as_deref().filter(|_| names_account);
    id.and_then(|id| id.parse().ok())
}

async fn records(
    db: &Connection,
    routes: &AuditSentences,
    lines: Vec<audit::Model>,
) -> Result<Vec<AuditRecord>> {
    let mut ids: Vec<Uuid> = lines
        .iter()
        .flat_map(|line| [line.patient, line.actor, account_of(line)])
        .flatten()
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let names = people::names(db, &ids).await?;
    let named = |id: Option<Uuid>| id.and_then(|id| names.get(&id).cloned());
    Ok(lines
        .into_iter()
        .map(|line| AuditRecord {
            id: line.id,
            patient: named(line.patient),
            accessed_by: named(line.actor),
            role: labels::role_for_admin(&line.actor_role),
            what: match named(account_of(&line)) {
                Some(owner) => format!(
                    "{}, account of {}",
                    labels::action_label(routes, &line),
                    owner.name()
                ),
                None => labels::action_label(routes, &line),
            },
            created_at: line.at,
        })
        .collect())
}
