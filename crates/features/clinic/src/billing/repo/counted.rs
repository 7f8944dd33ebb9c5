// SPDX-License-Identifier: AGPL-3.0-or-later

//! What became of claims within a time, and which ones are open now, as the clinic's figures count them. Names no
//! patient.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, JointRead};
use salal_domain::billing::state::{BillEventKind, BillState};
use salal_domain::fees::Cents;
use sea_orm::{
    ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Select,
    Statement,
};
use uuid::Uuid;

use super::code_views;
use crate::billing::remittances::PullState;
use crate::billing::remittances::entity::remittance_pull;
use crate::error::Result;

/// What became of a claim.
#[derive(Clone, Debug)]
pub struct ClaimEvent {
    pub bill: Uuid,
    pub doctor: Uuid,
    pub kind: BillEventKind,
    /// The plan's codes.
    pub codes: Vec<String>,
    /// Of this step; of a payment, what the plan paid.
    pub amount: Cents,
    /// What the plan was asked for.
    pub asked: Cents,
}

/// Open claims of a doctor.
#[derive(Clone, Debug)]
pub struct OpenClaims {
    pub doctor: Uuid,
    pub state: BillState,
    pub claims: i64,
    pub amount: Cents,
}

#[derive(FromQueryResult, serde::Deserialize)]
struct EventRow {
    bill_id: Uuid,
    practitioner_id: Uuid,
    kind: Coded<BillEventKind>,
    codes: serde_json::Value,
    amount_cents: Option<i64>,
    bill_cents: i64,
}

const EVENTS: &str = "SELECT e.bill_id, b.practitioner_id, e.kind, e.codes, e.amount_cents, b.amount_cents AS bill_cents \
    FROM bill_event e JOIN bill b ON b.id = e.bill_id WHERE e.at >= $1 AND e.at < $2 ORDER BY e.at";

fn select_events(db: &Connection, from: DateTime<Utc>, until: DateTime<Utc>) -> Statement {
    let values = [from.into(), until.into()];
    Statement::from_sql_and_values(db.get_database_backend(), EVENTS, values)
}

/// What became of claims within a time, in this order.
pub async fn claim_events(
    db: &Connection,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Vec<ClaimEvent>> {
    let mut read = JointRead::for_connection(db);
    let rows = read.add_statement::<EventRow>(select_events(db, from, until));
    let rows = read.run(db).await?.take(&rows)?;
    let events = rows.into_iter().map(|row| ClaimEvent {
        bill: row.bill_id,
        doctor: row.practitioner_id,
        kind: *row.kind,
        codes: serde_json::from_value(row.codes).unwrap_or_default(),
        amount: Cents(row.amount_cents.unwrap_or_default()),
        asked: Cents(row.bill_cents),
    });
    Ok(events.collect())
}

#[derive(FromQueryResult, serde::Deserialize)]
struct OpenRow {
    practitioner_id: Uuid,
    state: Coded<BillState>,
    claims: i64,
    cents: i64,
}

/// The condition is that of the index `bill_open_idx`, word for word: what was paid is most of all claims.
const OPEN: &str = "SELECT practitioner_id, state, COUNT(*) AS claims, CAST(SUM(amount_cents) AS BIGINT) AS cents \
    FROM bill WHERE state NOT IN ('paid', 'explained', 'changed') GROUP BY practitioner_id, state";

fn select_open(db: &Connection) -> Statement {
    Statement::from_string(db.get_database_backend(), OPEN)
}

/// The claims that are open now.
pub async fn open_claims(db: &Connection) -> Result<Vec<OpenClaims>> {
    let mut read = JointRead::for_connection(db);
    let rows = read.add_statement::<OpenRow>(select_open(db));
    let rows = read.run(db).await?.take(&rows)?;
    let open = rows.into_iter().map(|row| OpenClaims {
        doctor: row.practitioner_id,
        state: *row.state,
        claims: row.claims,
        amount: Cents(row.cents),
    });
    Ok(open.collect())
}

fn newest_answer() -> Select<remittance_pull::Entity> {
    use remittance_pull::Column;
    remittance_pull::Entity::find()
        .select_only()
        .column(Column::EndedAt)
        .filter(Column::State.eq(PullState::Done.code()))
        .order_by_desc(Column::StartedAt)
        .limit(1)
}

/// When the plan last answered.
pub async fn last_answer(db: &Connection) -> Result<Option<DateTime<Utc>>> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct Answer {
        ended_at: Option<DateTime<Utc>>,
    }
    let mut read = JointRead::for_connection(db);
    let newest = read.add_as::<Answer>(&newest_answer());
    let found = read.run(db).await?.take(&newest)?.pop();
    Ok(found.and_then(|answer| answer.ended_at))
}

/// The words of the plan's codes, of those that are in a list.
pub async fn words_of(db: &Connection, codes: &[String]) -> Result<HashMap<String, String>> {
    let views = code_views(db, codes).await?;
    let words = views.into_values();
    Ok(words
        .filter_map(|view| Some((view.code, view.text?)))
        .collect())
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use salal_db::{Db, on_both, testing};

    use super::{select_events, select_open};

    on_both!(a_day_and_what_is_open_are_read_by_their_indexes);

    async fn a_day_and_what_is_open_are_read_by_their_indexes(db: Db) {
        let from = DateTime::<Utc>::UNIX_EPOCH;
        let until = from + TimeDelta::days(1);
        for (statement, index) in [
            (select_events(db.read(), from, until), "bill_event_at_idx"),
            (select_open(db.read()), "bill_open_idx"),
        ] {
            let plan = testing::plan(&db, statement).await.expect("a plan");
            assert!(plan.contains(index), "{plan}");
            assert!(!plan.contains("Seq Scan"), "{plan}");
        }
    }
}
