// SPDX-License-Identifier: AGPL-3.0-or-later

//! Paged lists of prescriptions, and the clinic's open work on a patient.

use chrono::{DateTime, Utc};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, JoinType, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, RelationDef,
};
use uuid::Uuid;

use crate::api::Scope;
use crate::error::Result;
use crate::features::prescriptions::entity::{
    medication, medication_change, prescription, prescription_status,
};

/// Lines of prescriptions in order, each with its changes, oldest first.
pub(in crate::features::prescriptions) async fn lines(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<(medication::Model, Vec<medication_change::Model>)>> {
    let of_line: RelationDef = medication_change::Entity::belongs_to(medication::Entity)
        .from(medication_change::Column::MedicationId)
        .to(medication::Column::Id)
        .into();
    let rows = medication_change::Entity::find()
        .join(JoinType::InnerJoin, of_line)
        .select_also(medication::Entity)
        .filter(medication::Column::PrescriptionId.is_in(ids.iter().copied()))
        .order_by_asc(medication::Column::PrescriptionId)
        .order_by_asc(medication::Column::Position)
        .order_by_asc(medication_change::Column::Seq)
        .all(db)
        .await?;
    let mut lines: Vec<(medication::Model, Vec<medication_change::Model>)> = Vec::new();
    for (change, line) in rows {
        match lines.last_mut() {
            Some((last, changes)) if last.id == change.medication_id => changes.push(change),
            _ => lines.extend(line.map(|line| (line, vec![change]))),
        }
    }
    Ok(lines)
}

/// Which prescriptions to list.
pub(in crate::features::prescriptions) enum Which {
    OfPerson(Uuid),
    FaxedOrRefunded,
    /// All prescriptions of the clinic, or those with one state, one number, or of these patients.
    All {
        status: Option<&'static str>,
        found: Option<Found>,
    },
}

/// The result of a search of prescriptions.
pub(in crate::features::prescriptions) enum Found {
    Number(i64),
    Persons(Vec<Uuid>),
}

/// One page of prescriptions by creation time, and the total. The page starts after `cursor`.
pub(in crate::features::prescriptions) async fn page(
    db: &impl ConnectionTrait,
    scope: &Scope,
    which: Which,
    limit: u64,
    cursor: Option<Uuid>,
    oldest_first: bool,
) -> Result<(Vec<prescription::Model>, i64)> {
    let mut query =
        prescription::Entity::find().filter(scope.condition(prescription::Column::PersonId));
    query = match which {
        Which::OfPerson(person) => query.filter(prescription::Column::PersonId.eq(person)),
        Which::FaxedOrRefunded => {
            query.filter(prescription::Column::Status.is_in(["FAXED", "REFUNDED"]))
        }
        Which::All { status, found } => {
            if let Some(status) = status {
                query = query.filter(prescription::Column::Status.eq(status));
            }
            match found {
                None => query,
                Some(Found::Number(number)) => {
                    query.filter(prescription::Column::Number.eq(number))
                }
                Some(Found::Persons(persons)) => {
                    query.filter(prescription::Column::PersonId.is_in(persons))
                }
            }
        }
    };
    let all = query.clone();
    if let Some(cursor) = cursor
        && let Some(last) = prescription::Entity::find_by_id(cursor).one(db).await?
    {
        let columns = Expr::tuple([
            Expr::col(prescription::Column::CreatedAt),
            Expr::col(prescription::Column::Id),
        ]);
        let at = Expr::tuple([Expr::val(last.created_at), Expr::val(last.id)]);
        query = query.filter(if oldest_first {
            columns.gt(at)
        } else {
            columns.lt(at)
        });
    }
    query = if oldest_first {
        query
            .order_by_asc(prescription::Column::CreatedAt)
            .order_by_asc(prescription::Column::Id)
    } else {
        query
            .order_by_desc(prescription::Column::CreatedAt)
            .order_by_desc(prescription::Column::Id)
    };
    let rows = query.limit(limit).all(db).await?;
    // A first page that is not full contains everything.
    let is_all = cursor.is_none() && u64::try_from(rows.len()).is_ok_and(|found| found < limit);
    let total = if is_all {
        u64::try_from(rows.len()).unwrap_or(u64::MAX)
    } else {
        all.count(db).await?
    };
    Ok((rows, i64::try_from(total).unwrap_or(i64::MAX)))
}

/// The clinic's open work on one patient, oldest first, and what was sent within `since`.
pub(in crate::features::prescriptions) async fn pending(
    db: &impl ConnectionTrait,
    scope: &Scope,
    person: Uuid,
    since: DateTime<Utc>,
) -> Result<Vec<prescription::Model>> {
    let open =
        prescription::Column::Status.is_in(["PENDING", "ACKNOWLEDGED", "APPROVED", "REJECTED"]);
    // A failed fax or a pending refund stays on the list.
    let open = open.or(prescription::Column::Work.is_not_null());
    let lately = prescription::Column::Status
        .is_in(["FAXED", "REFUNDED"])
        .and(
            prescription::Column::Id.in_subquery(
                sea_orm::sea_query::Query::select()
                    .column(prescription_status::Column::PrescriptionId)
                    .from(prescription_status::Entity)
                    .and_where(prescription_status::Column::At.gt(since))
                    .to_owned(),
            ),
        );
    Ok(prescription::Entity::find()
        .filter(scope.condition(prescription::Column::PersonId))
        .filter(prescription::Column::PersonId.eq(person))
        .filter(open.or(lately))
        .order_by_asc(prescription::Column::CreatedAt)
        .all(db)
        .await?)
}
