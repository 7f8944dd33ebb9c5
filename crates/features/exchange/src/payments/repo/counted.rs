// SPDX-License-Identifier: AGPL-3.0-or-later

//! What was charged and refunded within a time, as the clinic's figures count it. Names no payer.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, JointRead};
use salal_domain::fees::Cents;
use salal_domain::subjects::SubjectKind;
use sea_orm::sea_query::SelectStatement;
use sea_orm::{
    ColumnTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};
use uuid::Uuid;

use crate::error::Result;
use crate::payments::entity::{payment, refund};
use crate::payments::states::{PaymentState, RefundState};

/// An amount that was charged or refunded.
#[derive(Clone, Debug)]
pub struct Moved {
    pub subject_kind: SubjectKind,
    pub subject_id: Uuid,
    pub amount: Cents,
}

#[derive(FromQueryResult, serde::Deserialize)]
struct Row {
    subject_kind: Coded<SubjectKind>,
    subject_id: Uuid,
    amount_cents: i64,
}

impl From<Row> for Moved {
    fn from(row: Row) -> Self {
        Self {
            subject_kind: *row.subject_kind,
            subject_id: row.subject_id,
            amount: Cents(row.amount_cents),
        }
    }
}

fn charges(from: DateTime<Utc>, until: DateTime<Utc>) -> Select<payment::Entity> {
    use payment::Column;
    payment::Entity::find()
        .select_only()
        .filter(Column::ChargedAt.gte(from))
        .filter(Column::ChargedAt.lt(until))
        .filter(Column::State.eq(PaymentState::Charged.code()))
}

fn refunds(from: DateTime<Utc>, until: DateTime<Utc>) -> Select<refund::Entity> {
    use refund::Column;
    refund::Entity::find()
        .select_only()
        .filter(Column::RefundedAt.gte(from))
        .filter(Column::RefundedAt.lt(until))
        .filter(Column::State.eq(RefundState::Done.code()))
}

async fn rows(db: &Connection, select: &impl QueryTrait) -> Result<Vec<Moved>> {
    let mut read = JointRead::for_connection(db);
    let rows = read.add_as::<Row>(select);
    let rows = read.run(db).await?.take(&rows)?;
    Ok(rows.into_iter().map(Moved::from).collect())
}

/// What was charged within a time.
pub async fn charged(
    db: &Connection,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Vec<Moved>> {
    use payment::Column;
    let columns = [Column::SubjectKind, Column::SubjectId, Column::AmountCents];
    rows(db, &charges(from, until).columns(columns)).await
}

/// What was refunded within a time.
pub async fn refunded(
    db: &Connection,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Vec<Moved>> {
    use refund::Column;
    let columns = [Column::SubjectKind, Column::SubjectId, Column::AmountCents];
    rows(db, &refunds(from, until).columns(columns)).await
}

/// The subjects of whatever kind that were paid for within a time, for a search of their own feature.
pub fn select_charged(from: DateTime<Utc>, until: DateTime<Utc>) -> SelectStatement {
    charges(from, until)
        .column(payment::Column::SubjectId)
        .into_query()
}

/// The subjects of whatever kind whose payment was refunded within a time, for a search of their own feature.
pub fn select_refunded(from: DateTime<Utc>, until: DateTime<Utc>) -> SelectStatement {
    refunds(from, until)
        .column(refund::Column::SubjectId)
        .into_query()
}

/// When something was charged for the first time.
pub async fn first_charged(db: &Connection) -> Result<Option<DateTime<Utc>>> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct First {
        charged_at: Option<DateTime<Utc>>,
    }
    let first = payment::Entity::find()
        .select_only()
        .column(payment::Column::ChargedAt)
        .filter(payment::Column::ChargedAt.is_not_null())
        .order_by_asc(payment::Column::ChargedAt)
        .limit(1);
    let mut read = JointRead::for_connection(db);
    let first = read.add_as::<First>(&first);
    let found = read.run(db).await?.take(&first)?.pop();
    Ok(found.and_then(|first| first.charged_at))
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use salal_db::{Db, on_both, testing};
    use sea_orm::{ConnectionTrait, QuerySelect, QueryTrait};

    use super::{charges, payment, refund, refunds};

    on_both!(a_day_is_read_by_its_index);

    async fn a_day_is_read_by_its_index(db: Db) {
        let from = DateTime::<Utc>::UNIX_EPOCH;
        let until = from + TimeDelta::days(1);
        let backend = db.read().get_database_backend();
        let charges = charges(from, until).column(payment::Column::SubjectId);
        let refunds = refunds(from, until).column(refund::Column::SubjectId);
        for (statement, index) in [
            (charges.build(backend), "payment_charged_idx"),
            (refunds.build(backend), "refund_refunded_idx"),
        ] {
            let plan = testing::plan(&db, statement).await.expect("a plan");
            assert!(plan.contains(index), "{plan}");
        }
    }
}
