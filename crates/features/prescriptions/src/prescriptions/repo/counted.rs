// SPDX-License-Identifier: AGPL-3.0-or-later

//! Requests as the clinic's figures count them: who paid, who decided, how long it took, and each line's decision.
//! Names no patient and no medication.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::{Coded, Connection, Engine, JointRead};
use salal_domain::fees::Payer;
use salal_domain::prescriptions::reasons::ReasonCode;
use salal_domain::prescriptions::status::MedicationStatus;
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::late::decided_late;
use crate::error::Result;
use crate::prescriptions::entity::{medication, prescription};

/// A line with its request.
#[derive(Debug, FromQueryResult, serde::Deserialize)]
struct CountedRow {
    id: Uuid,
    with_card: bool,
    eligibility: Option<Coded<Payer>>,
    pending_at: Option<DateTime<Utc>>,
    decided_at: Option<DateTime<Utc>>,
    acknowledged_by: Option<Uuid>,
    is_late: bool,
    status: Option<Coded<MedicationStatus>>,
    decided_by: Option<Uuid>,
    line_decided_at: Option<DateTime<Utc>>,
    reason_code: Option<Coded<ReasonCode>>,
}

fn within(at: prescription::Column, from: DateTime<Utc>, until: DateTime<Utc>) -> Condition {
    Condition::all().add(at.gte(from)).add(at.lt(until))
}

fn select(engine: Engine, promise: TimeDelta, condition: Condition) -> SelectStatement {
    use medication::Column as Line;
    use prescription::Column as Request;
    Query::select()
        .columns(
            [
                Request::Id,
                Request::WithCard,
                Request::Eligibility,
                Request::PendingAt,
                Request::DecidedAt,
                Request::AcknowledgedBy,
            ]
            .map(|column| (prescription::Entity, column)),
        )
        .columns(
            [Line::Status, Line::DecidedBy, Line::ReasonCode]
                .map(|column| (medication::Entity, column)),
        )
        .expr_as(
            Expr::col((medication::Entity, Line::DecidedAt)),
            "line_decided_at",
        )
        .expr_as(
            Expr::case(decided_late(engine, promise), true).finally(false),
            "is_late",
        )
        .from(prescription::Entity)
        .inner_join(
            medication::Entity,
            Expr::col((medication::Entity, Line::PrescriptionId))
                .equals((prescription::Entity, Request::Id)),
        )
        .cond_where(condition)
        .to_owned()
}

/// The lines of these requests.
async fn rows(db: &Connection, promise: TimeDelta, wanted: Condition) -> Result<Vec<CountedRow>> {
    let mut read = JointRead::for_connection(db);
    let select = select(Engine::from_connection(db), promise, wanted);
    let statement = db.get_database_backend().build(&select);
    let rows = read.add_statement::<CountedRow>(statement);
    Ok(read.run(db).await?.take(&rows)?)
}

/// A request.
#[derive(Clone, Debug)]
pub struct CountedRequest {
    pub id: Uuid,
    pub payer: Payer,
    /// Who decided the last line; of an undecided request, who acknowledged it.
    pub doctor: Option<Uuid>,
    pub pending_at: Option<DateTime<Utc>>,
    pub decided_at: Option<DateTime<Utc>>,
    /// Whether the decision took longer than promised.
    pub is_late: bool,
    pub lines: Vec<CountedLine>,
}

/// A line of a request.
#[derive(Clone, Copy, Debug)]
pub struct CountedLine {
    /// None while it is undecided.
    pub decision: Option<MedicationStatus>,
    pub decided_by: Option<Uuid>,
    pub reason: Option<ReasonCode>,
}

/// Requests that became the clinic's work within a time.
pub async fn received(
    db: &Connection,
    promise: TimeDelta,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Vec<CountedRequest>> {
    let wanted = within(prescription::Column::PendingAt, from, until);
    counted(db, promise, wanted).await
}

/// Requests whose last line was decided within a time.
pub async fn decided(
    db: &Connection,
    promise: TimeDelta,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Vec<CountedRequest>> {
    let wanted = within(prescription::Column::DecidedAt, from, until);
    counted(db, promise, wanted).await
}

/// Requests whose ids another feature's select gives.
pub async fn counted_of(
    db: &Connection,
    promise: TimeDelta,
    ids: SelectStatement,
) -> Result<Vec<CountedRequest>> {
    let named = prescription::Column::Id.in_subquery(ids);
    counted(db, promise, Condition::all().add(named)).await
}

async fn counted(
    db: &Connection,
    promise: TimeDelta,
    wanted: Condition,
) -> Result<Vec<CountedRequest>> {
    Ok(of_rows(rows(db, promise, wanted).await?))
}

fn of_rows(rows: Vec<CountedRow>) -> Vec<CountedRequest> {
    let mut requests: Vec<(CountedRequest, Option<DateTime<Utc>>)> = Vec::new();
    let mut places: HashMap<Uuid, usize> = HashMap::new();
    for row in rows {
        let place = *places.entry(row.id).or_insert_with(|| {
            requests.push((request_of(&row), None));
            requests.len() - 1
        });
        let (request, last) = &mut requests[place];
        if request.decided_at.is_some() && row.line_decided_at >= *last {
            *last = row.line_decided_at;
            request.doctor = row.decided_by.or(request.doctor);
        }
        request.lines.push(CountedLine {
            decision: row.status.map(|status| *status),
            decided_by: row.decided_by,
            reason: row.reason_code.map(|code| *code),
        });
    }
    requests.into_iter().map(|(request, _)| request).collect()
}

fn request_of(row: &CountedRow) -> CountedRequest {
    let payer = match row.eligibility.map(|payer| *payer) {
        _ if row.with_card => Payer::ValidCard,
        Some(Payer::PrivatePay) => Payer::PrivatePay,
        Some(Payer::ValidCard | Payer::NoValidCard) | None => Payer::NoValidCard,
    };
    CountedRequest {
        id: row.id,
        payer,
        doctor: row.acknowledged_by,
        pending_at: row.pending_at,
        decided_at: row.decided_at,
        is_late: row.is_late,
        lines: Vec::new(),
    }
}

/// When the first request of all became the clinic's work.
pub async fn first_counted(db: &Connection) -> Result<Option<DateTime<Utc>>> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct First {
        pending_at: Option<DateTime<Utc>>,
    }
    let first = prescription::Entity::find()
        .select_only()
        .column(prescription::Column::PendingAt)
        .filter(prescription::Column::PendingAt.is_not_null())
        .order_by_asc(prescription::Column::PendingAt)
        .limit(1);
    let mut read = JointRead::for_connection(db);
    let first = read.add_as::<First>(&first);
    let found = read.run(db).await?.take(&first)?.pop();
    Ok(found.and_then(|first| first.pending_at))
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use salal_db::{Db, on_both, testing};
    use sea_orm::ConnectionTrait;

    use super::{select, within};
    use crate::prescriptions::entity::prescription;

    on_both!(a_day_is_read_by_its_index);

    async fn a_day_is_read_by_its_index(db: Db) {
        let from = DateTime::<Utc>::UNIX_EPOCH;
        let until = from + TimeDelta::days(1);
        for (wanted, index) in [
            (
                within(prescription::Column::PendingAt, from, until),
                "prescription_pending_idx",
            ),
            (
                within(prescription::Column::DecidedAt, from, until),
                "prescription_decided_idx",
            ),
        ] {
            let select = select(db.engine(), TimeDelta::hours(24), wanted);
            let statement = db.read().get_database_backend().build(&select);
            let plan = testing::plan(&db, statement).await.expect("a plan");
            assert!(plan.contains(index), "{plan}");
            assert!(!plan.contains("Seq Scan"), "{plan}");
        }
    }
}
