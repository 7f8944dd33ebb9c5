// SPDX-License-Identifier: AGPL-3.0-or-later

//! Counts of requests by the hour, each over an index of exactly what is counted.

use chrono::{DateTime, Utc};
use salal_db::{Connection, Engine, JointRead};
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Select,
    Statement,
};
use uuid::Uuid;

use crate::api::Scope;
use crate::error::Result;
use crate::prescriptions::entity::{medication, prescription};

/// How much there is in an hour.
#[derive(Debug, FromQueryResult, serde::Deserialize)]
pub(in crate::prescriptions) struct HourCount {
    /// `2026-11-21T09`, UTC.
    pub(in crate::prescriptions) hour: String,
    pub(in crate::prescriptions) n: i64,
}

fn by_hour(
    engine: Engine,
    rows: Select<prescription::Entity>,
    at: &str,
) -> Select<prescription::Entity> {
    let hour = Expr::cust(engine.hour_of(at));
    rows.select_only()
        .column_as(hour.clone(), "hour")
        .column_as(prescription::Column::Id.count(), "n")
        .group_by(hour)
}

async fn counted(db: &Connection, rows: &Select<prescription::Entity>) -> Result<Vec<HourCount>> {
    let mut read = JointRead::for_connection(db);
    let hours = read.add_as(rows);
    Ok(read.run(db).await?.take(&hours)?)
}

/// Requests that became the clinic's work within some times, each from its first moment to before its last.
pub(in crate::prescriptions) async fn received_by_hour(
    db: &Connection,
    scope: &Scope,
    times: &[(DateTime<Utc>, DateTime<Utc>)],
) -> Result<Vec<HourCount>> {
    counted(db, &received(Engine::from_connection(db), scope, times)).await
}

fn received(
    engine: Engine,
    scope: &Scope,
    times: &[(DateTime<Utc>, DateTime<Utc>)],
) -> Select<prescription::Entity> {
    let at = prescription::Column::PendingAt;
    let within = times.iter().fold(Condition::any(), |any, (from, until)| {
        any.add(at.gte(*from).and(at.lt(*until)))
    });
    let rows = prescription::Entity::find()
        .filter(scope.condition(prescription::Column::PersonId))
        .filter(within);
    by_hour(engine, rows, "pending_at")
}

/// When the first request of all became the clinic's work.
pub(in crate::prescriptions) async fn first_received(
    db: &Connection,
    scope: &Scope,
) -> Result<Option<DateTime<Utc>>> {
    let mut read = JointRead::for_connection(db);
    let first = read.add(&first(scope));
    let found = read.run(db).await?.take(&first)?.pop();
    Ok(found.and_then(|first| first.pending_at))
}

fn first(scope: &Scope) -> Select<prescription::Entity> {
    prescription::Entity::find()
        .filter(scope.condition(prescription::Column::PersonId))
        .filter(prescription::Column::PendingAt.is_not_null())
        .order_by_asc(prescription::Column::PendingAt)
        .limit(1)
}

/// Requests whose last line was decided within a time.
pub(in crate::prescriptions) async fn decided_by_hour(
    db: &Connection,
    scope: &Scope,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Vec<HourCount>> {
    counted(
        db,
        &decided(Engine::from_connection(db), scope, from, until),
    )
    .await
}

fn decided(
    engine: Engine,
    scope: &Scope,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Select<prescription::Entity> {
    let at = prescription::Column::DecidedAt;
    let rows = prescription::Entity::find()
        .filter(scope.condition(prescription::Column::PersonId))
        .filter(at.gte(from).and(at.lt(until)));
    by_hour(engine, rows, "decided_at")
}

/// The middle of the times from payment to decision of what was decided since, in seconds: half took no longer.
pub(in crate::prescriptions) async fn middle_decision(
    db: &Connection,
    since: DateTime<Utc>,
) -> Result<Option<i64>> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct Middle {
        seconds: i64,
    }
    let mut read = JointRead::for_connection(db);
    let middle = read.add_statement::<Middle>(middle(db, since));
    let found = read.run(db).await?.take(&middle)?.pop();
    Ok(found.map(|middle| middle.seconds))
}

fn middle(db: &Connection, since: DateTime<Utc>) -> Statement {
    let seconds = Engine::from_connection(db).seconds_between("pending_at", "decided_at");
    let decided = "FROM prescription WHERE decided_at >= $1 AND pending_at IS NOT NULL";
    let sql = format!(
        "SELECT {seconds} AS seconds {decided} ORDER BY 1 \
         LIMIT 1 OFFSET (SELECT (COUNT(*) - 1) / 2 {decided})"
    );
    Statement::from_sql_and_values(db.get_database_backend(), sql, [since.into()])
}

/// How many requests and lines somebody has decided since.
pub(in crate::prescriptions) async fn decided_by(
    db: &Connection,
    scope: &Scope,
    by: Uuid,
    since: DateTime<Utc>,
) -> Result<(i64, i64)> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct Decided {
        requests: i64,
        lines: i64,
    }
    let mut read = JointRead::for_connection(db);
    let decided = read.add_as::<Decided>(&own(scope, by, since));
    let found = read.run(db).await?.take(&decided)?.pop();
    Ok(found.map_or((0, 0), |found| (found.requests, found.lines)))
}

fn own(scope: &Scope, by: Uuid, since: DateTime<Utc>) -> Select<medication::Entity> {
    let requests = Expr::col(medication::Column::PrescriptionId).count_distinct();
    medication::Entity::find()
        .select_only()
        .column_as(requests, "requests")
        .column_as(medication::Column::Id.count(), "lines")
        .filter(scope.condition(medication::Column::PersonId))
        .filter(medication::Column::DecidedBy.eq(by))
        .filter(medication::Column::DecidedAt.gte(since))
        .filter(medication::Column::Status.is_not_null())
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use salal_db::{Db, on_both, testing};
    use sea_orm::{ConnectionTrait, QueryTrait, Statement};
    use uuid::Uuid;

    use super::{decided, first, middle, own, received};
    use crate::api::Scope;

    on_both!(each_count_reads_its_own_index);

    async fn plan(db: &Db, statement: Statement) -> String {
        testing::plan(db, statement).await.expect("a plan")
    }

    async fn each_count_reads_its_own_index(db: Db) {
        let (scope, now) = (Scope::for_job(), DateTime::<Utc>::UNIX_EPOCH);
        let (engine, backend) = (db.engine(), db.read().get_database_backend());
        let day = (now, now + TimeDelta::days(1));
        let week = (now - TimeDelta::days(7), now - TimeDelta::days(6));
        let found = [
            (
                received(engine, &scope, &[day, week]).build(backend),
                "prescription_pending_idx",
            ),
            (first(&scope).build(backend), "prescription_pending_idx"),
            (
                decided(engine, &scope, day.0, day.1).build(backend),
                "prescription_decided_idx",
            ),
            (middle(db.read(), now), "prescription_decided_idx"),
            (
                own(&scope, Uuid::nil(), now).build(backend),
                "medication_decided_idx",
            ),
        ];
        for (statement, index) in found {
            let sql = statement.sql.clone();
            let plan = plan(&db, statement).await;
            assert!(plan.contains(index), "{sql}\n{plan}");
            assert!(!plan.contains("Seq Scan"), "{sql}\n{plan}");
        }
    }
}
