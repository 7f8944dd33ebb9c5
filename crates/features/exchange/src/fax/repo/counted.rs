// SPDX-License-Identifier: AGPL-3.0-or-later

//! Faxes that ended within a time, delivered or failed for good, as the clinic's figures count them. Names no patient.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, JointRead};
use salal_domain::fax::FaxState;
use salal_domain::subjects::SubjectKind;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use uuid::Uuid;

use crate::error::Result;
use crate::fax::entity::{fax, fax_attempt};

/// A fax that ended.
#[derive(Clone, Debug)]
pub struct Ended {
    pub subject_id: Uuid,
    /// Eleven digits.
    pub to_number: String,
    pub recipient_name: String,
    pub is_delivered: bool,
    /// How often it was tried.
    pub attempts: i64,
    pub queued_at: DateTime<Utc>,
    pub ended_at: DateTime<Utc>,
}

#[derive(FromQueryResult, serde::Deserialize)]
struct Row {
    subject_kind: Coded<SubjectKind>,
    subject_id: Uuid,
    to_number: String,
    recipient_name: String,
    state: Coded<FaxState>,
    number: i64,
    queued_at: DateTime<Utc>,
    ended_at: DateTime<Utc>,
}

/// The faxes whose last attempt so far ended within a time. Nothing else of a fax is asked for here: an index of it would
/// be read over all faxes there ever were.
fn ends(from: DateTime<Utc>, until: DateTime<Utc>) -> SelectStatement {
    use fax::Column as Fax;
    use fax_attempt::Column as Attempt;
    let fax = |column: Fax| Expr::col((fax::Entity, column));
    let attempt = |column: Attempt| Expr::col((fax_attempt::Entity, column));
    let later = Alias::new("later");
    let has_later = Query::select()
        .expr(Expr::val(1))
        .from_as(fax_attempt::Entity, later.clone())
        .and_where(
            Expr::col((later.clone(), Attempt::FaxId))
                .equals((fax_attempt::Entity, Attempt::FaxId)),
        )
        .and_where(Expr::col((later, Attempt::Number)).gt(attempt(Attempt::Number)))
        .to_owned();
    Query::select()
        .from(fax_attempt::Entity)
        .inner_join(
            fax::Entity,
            fax(Fax::Id).equals((fax_attempt::Entity, Attempt::FaxId)),
        )
        .and_where(attempt(Attempt::EndedAt).gte(from))
        .and_where(attempt(Attempt::EndedAt).lt(until))
        .and_where(Expr::exists(has_later).not())
        .to_owned()
}

fn rows(from: DateTime<Utc>, until: DateTime<Utc>) -> SelectStatement {
    use fax::Column as Fax;
    use fax_attempt::Column as Attempt;
    ends(from, until)
        .columns(
            [
                Fax::SubjectKind,
                Fax::SubjectId,
                Fax::ToNumber,
                Fax::RecipientName,
                Fax::State,
                Fax::QueuedAt,
            ]
            .map(|column| (fax::Entity, column)),
        )
        .columns([Attempt::Number, Attempt::EndedAt].map(|column| (fax_attempt::Entity, column)))
        .to_owned()
}

/// The faxes of a kind of subject that ended within a time.
pub async fn ended(
    db: &Connection,
    kind: SubjectKind,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Vec<Ended>> {
    let statement: Statement = db.get_database_backend().build(&rows(from, until));
    let mut read = JointRead::for_connection(db);
    let rows = read.add_statement::<Row>(statement);
    let rows = read.run(db).await?.take(&rows)?;
    let is_wanted = |row: &Row| {
        *row.subject_kind == kind && matches!(*row.state, FaxState::Delivered | FaxState::Failed)
    };
    let ended = rows.into_iter().filter(is_wanted).map(|row| Ended {
        subject_id: row.subject_id,
        to_number: row.to_number,
        recipient_name: row.recipient_name,
        is_delivered: *row.state == FaxState::Delivered,
        attempts: row.number,
        queued_at: row.queued_at,
        ended_at: row.ended_at,
    });
    Ok(ended.collect())
}

/// The subjects of these faxes, and of others that were tried then, for a search of their own feature.
pub fn select_ended(from: DateTime<Utc>, until: DateTime<Utc>) -> SelectStatement {
    ends(from, until)
        .column((fax::Entity, fax::Column::SubjectId))
        .to_owned()
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use salal_db::{Db, on_both, testing};
    use sea_orm::ConnectionTrait;

    use super::rows;

    on_both!(a_day_is_read_by_its_index);

    async fn a_day_is_read_by_its_index(db: Db) {
        let from = DateTime::<Utc>::UNIX_EPOCH;
        let rows = rows(from, from + TimeDelta::days(1));
        let statement = db.read().get_database_backend().build(&rows);
        let plan = testing::plan(&db, statement).await.expect("a plan");
        assert!(plan.contains("fax_attempt_ended_idx"), "{plan}");
        assert!(!plan.contains("Seq Scan"), "{plan}");
    }
}
