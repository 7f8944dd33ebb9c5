// SPDX-License-Identifier: AGPL-3.0-or-later

//! Stores and reads audit entries.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use salal_db::{Connection, StatementBatch};
use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait, Statement, Value,
};
use uuid::Uuid;

use super::entity::audit;
use super::keys;
use crate::api::{AuditDetail, AuditEntry, Scope, SecurityEvent};
use crate::context::Context;
use crate::error::{Error, Result};

/// Patients of one statement that looks for what was opened, below the limits of both engines.
const ASKED_TOGETHER: usize = 500;

/// Adds entries to a transaction's pending writes; `app` passes this to the API layer.
pub fn write(ctx: &Context, lines: &[AuditEntry], last: &mut StatementBatch) {
    let (at, keys) = (ctx.now(), keys::in_use(ctx));
    let rows = lines.iter().map(|line| {
        let line = audit::Model {
            id: ctx.new_id(),
            at,
            actor: line.actor,
            actor_role: line.actor_role.to_owned(),
            patient: line.patient,
            action: line.action.clone(),
            object_kind: line.detail.as_ref().map(|(kind, _)| (*kind).to_owned()),
            object_id: line.detail.as_ref().map(|(_, code)| code.clone()),
            ip: line.ip.clone(),
            request_id: line.request_id.clone(),
            mac: None,
        };
        keys.written(line).into_active_model()
    });
    last.add(&audit::Entity::insert_many(rows).into_query());
}

/// Adds an entry about data that is no one's record, such as reference data: who did it, the kind, and
/// details. Without an actor it was done at the terminal.
pub fn write_of_house(
    ctx: &Context,
    actor: Option<Uuid>,
    role: &str,
    action: &str,
    kind: &str,
    text: String,
    last: &mut StatementBatch,
) {
    let line = audit::Model {
        id: ctx.new_id(),
        at: ctx.now(),
        actor,
        actor_role: role.to_owned(),
        patient: None,
        action: action.to_owned(),
        object_kind: Some(kind.to_owned()),
        object_id: Some(text),
        ip: String::new(),
        request_id: String::new(),
        mac: None,
    };
    let line = keys::in_use(ctx).written(line);
    last.add(&audit::Entity::insert(line.into_active_model()).into_query());
}

/// The time of the newest entry.
pub async fn newest_line_at(db: &Connection) -> Result<Option<DateTime<Utc>>> {
    Ok(audit::Entity::find()
        .select_only()
        .column(audit::Column::At)
        .order_by_desc(audit::Column::At)
        .into_tuple()
        .one(db)
        .await?)
}

/// Those of some patients whose records, or one object of them, someone opened through a route within a time; `app`
/// passes this to the API layer.
pub fn opened_within(
    ctx: Context,
    actor: Uuid,
    patients: Vec<Uuid>,
    action: String,
    object: Option<AuditDetail>,
    within: TimeDelta,
) -> BoxFuture<'static, Result<HashSet<Uuid>>> {
    Box::pin(async move {
        let since = ctx.now() - within;
        let mut seen = HashSet::with_capacity(patients.len());
        for some in patients.chunks(ASKED_TOGETHER) {
            seen.extend(
                seen_since(ctx.db.read(), actor, some, &action, object.clone(), since).await?,
            );
        }
        Ok(seen)
    })
}

/// Those of some patients whose records someone opened through a route since a time, so that reloading what is still
/// on screen adds no entry (decision 163).
async fn seen_since(
    db: &Connection,
    actor: Uuid,
    patients: &[Uuid],
    action: &str,
    object: Option<AuditDetail>,
    since: DateTime<Utc>,
) -> Result<HashSet<Uuid>> {
    let backend = db.get_database_backend();
    let query = opened_query(backend, actor, patients, action, object, since);
    let seen = db.query_all_raw(query).await?;
    let seen = seen.iter().map(|row| row.try_get("", "patient"));
    Ok(seen.collect::<Result<_, DbErr>>()?)
}

/// With an object, only those of whom that was opened (decision 199). Asked patient by patient: a patient's record is
/// opened a few times in an hour, while somebody who works all day opens hundreds.
fn opened_query(
    backend: DbBackend,
    actor: Uuid,
    patients: &[Uuid],
    action: &str,
    object: Option<AuditDetail>,
    since: DateTime<Utc>,
) -> Statement {
    let mut values: Vec<Value> = vec![since.into(), actor.into(), action.into()];
    let mut bind = |value: Value| {
        values.push(value);
        format!("${}", values.len())
    };
    let of_object = object.map_or_else(String::new, |(kind, id)| {
        let (kind, id) = (bind(kind.into()), bind(id.into()));
        format!(" AND a.object_kind = {kind} AND a.object_id = {id}")
    });
    let patients: Vec<String> = patients
        .iter()
        .map(|patient| format!("({})", bind((*patient).into())))
        .collect();
    // A scalar sub-select is evaluated row by row and never turned into a join; and the actor is not a bare column,
    // whose index an engine that does not know better would follow.
    let sql = format!(
        "SELECT v.column1 AS patient FROM (VALUES {}) v WHERE (SELECT 1 FROM audit a WHERE a.patient = v.column1 \
         AND a.at > $1 AND COALESCE(a.actor, a.actor) = $2 AND a.action = $3{of_object} LIMIT 1) IS NOT NULL",
        patients.join(", ")
    );
    Statement::from_sql_and_values(backend, sql, values)
}

/// The entries of one record, newest first, within scope; without those of `except`.
pub(super) async fn list_of_patient(
    db: &Connection,
    scope: &Scope,
    patient: Uuid,
    except: Option<Uuid>,
    limit: usize,
    cursor: Option<Uuid>,
) -> Result<Vec<audit::Model>> {
    use audit::Column;
    let mut query = audit::Entity::find()
        .filter(Column::Patient.eq(patient))
        // A refused sign-in opened nothing.
        .filter(Column::Action.is_not_in(SecurityEvent::actions()))
        .filter(scope.condition(Column::Patient))
        .order_by_desc(Column::At)
        .order_by_desc(Column::Id)
        .limit(u64::try_from(limit).unwrap_or(u64::MAX));
    if let Some(except) = except {
        // No actor is someone with an emailed link, who is not left out.
        query = query.filter(Column::Actor.ne(except).or(Column::Actor.is_null()));
    }
    if let Some(cursor) = cursor {
        query = query.filter(after(db, cursor).await?);
    }
    Ok(query.all(db).await?)
}

/// The condition for rows after an entry, newest first.
pub(super) async fn after(db: &Connection, line: Uuid) -> Result<SimpleExpr> {
    use audit::Column;
    let last = audit::Entity::find_by_id(line)
        .one(db)
        .await?
        .ok_or_else(|| Error::malformed("The cursor cannot be read."))?;
    Ok(Expr::tuple([Expr::col(Column::At), Expr::col(Column::Id)])
        .lt(Expr::tuple([Expr::val(last.at), Expr::val(last.id)])))
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use salal_db::{Db, on_both, testing};
    use sea_orm::ConnectionTrait;
    use uuid::Uuid;

    use super::opened_query;

    on_both!(what_was_opened_is_looked_up_by_patient);

    async fn what_was_opened_is_looked_up_by_patient(db: Db) {
        let patients = [Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7()];
        let object = Some(("record", "1".to_owned()));
        for object in [None, object] {
            let since = DateTime::UNIX_EPOCH;
            let (backend, actor) = (db.read().get_database_backend(), Uuid::now_v7());
            let statement = opened_query(backend, actor, &patients, "GET /", object, since);
            let plan = testing::plan(&db, statement).await.expect("a plan");
            assert!(plan.contains("audit_patient_idx"), "{plan}");
        }
    }
}
