// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on bills. A patient's data is read and written only under a `Scope`.

use chrono::{DateTime, NaiveDate, Utc};
use salal_domain::billing::state::BillEventKind;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, DbErr, EntityTrait, FromQueryResult, IntoActiveModel,
    QueryFilter, QueryOrder, QuerySelect, Set, Statement,
};
use uuid::Uuid;

use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::billing::entity::{bill, bill_event};

pub(in crate::features::billing) use sea_orm::ConnectionTrait;

/// A bill within scope.
pub(in crate::features::billing) async fn get(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: Uuid,
) -> Result<bill::Model> {
    bill::Entity::find_by_id(id)
        .filter(scope.condition(bill::Column::PersonId))
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// Bills within scope, in any order.
pub(in crate::features::billing) async fn many(
    db: &impl ConnectionTrait,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<Vec<bill::Model>> {
    Ok(bill::Entity::find()
        .filter(bill::Column::Id.is_in(ids.iter().copied()))
        .filter(scope.condition(bill::Column::PersonId))
        .all(db)
        .await?)
}

/// Whether the prescription, or the visit, is billed already.
pub(super) async fn exists(
    db: &impl ConnectionTrait,
    prescription: Uuid,
    person: Uuid,
    day: NaiveDate,
    service: &str,
) -> Result<bool> {
    let visit = Condition::all()
        .add(bill::Column::PersonId.eq(person))
        .add(bill::Column::ServiceDate.eq(day))
        .add(bill::Column::ServiceCode.eq(service));
    let wanted = Condition::any()
        .add(bill::Column::PrescriptionId.eq(prescription))
        .add(visit);
    let found = bill::Entity::find().filter(wanted).limit(1).one(db).await?;
    Ok(found.is_some())
}

/// The next number on claims; locks the counter until the end of the transaction.
pub(super) async fn next_folio(tx: &impl ConnectionTrait) -> Result<i64> {
    #[derive(FromQueryResult)]
    struct Next {
        value: i64,
    }
    let sql = "INSERT INTO counter (name, value) VALUES ('bill', 1) \
               ON CONFLICT (name) DO UPDATE SET value = counter.value + 1 RETURNING value";
    let statement = Statement::from_string(tx.get_database_backend(), sql);
    let next = Next::find_by_statement(statement).one(tx).await?;
    next.map(|next| next.value)
        .filter(|folio| *folio <= 9_999_999)
        .ok_or_else(|| Error::broken("the counter of bills gave no number of seven digits"))
}

pub(super) async fn insert(tx: &impl ConnectionTrait, row: bill::Model) -> Result<(), DbErr> {
    bill::Entity::insert(row.into_active_model())
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Locks the bill for the rest of the transaction and increments its version; `None` if it was changed since
/// it was seen.
pub(in crate::features::billing) async fn take(
    tx: &impl ConnectionTrait,
    scope: &Scope,
    id: Uuid,
    seen: i64,
) -> Result<Option<bill::Model>> {
    let done = bill::Entity::update_many()
        .col_expr(
            bill::Column::Version,
            Expr::col(bill::Column::Version).add(1i64),
        )
        .filter(bill::Column::Id.eq(id))
        .filter(bill::Column::Version.eq(seen))
        .filter(scope.condition(bill::Column::PersonId))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        return Ok(None);
    }
    get(tx, scope, id).await.map(Some)
}

/// The new values of an edited bill.
pub(super) struct Change {
    pub(super) diagnosis_code: String,
    pub(super) service_code: String,
    pub(super) service_date: NaiveDate,
    pub(super) started_at: DateTime<Utc>,
    pub(super) ended_at: DateTime<Utc>,
    pub(super) amount_cents: i64,
    pub(super) note: Option<String>,
}

impl Change {
    /// The differences, for the history; `None` if there are none.
    pub(super) fn describe_change(&self, before: &bill::Model) -> Option<String> {
        let mut told = Vec::new();
        let mut tell = |what: &str, old: &str, new: &str| {
            if old != new {
                told.push(format!("{what} {old} to {new}"));
            }
        };
        tell("Diagnosis", &before.diagnosis_code, &self.diagnosis_code);
        tell("Service code", &before.service_code, &self.service_code);
        let times = |start: DateTime<Utc>, end: DateTime<Utc>| {
            let text = salal_domain::days::date_time_text;
            format!("{} until {}", text(start), text(end))
        };
        tell(
            "Visit",
            &times(before.started_at, before.ended_at),
            &times(self.started_at, self.ended_at),
        );
        if before.note != self.note {
            told.push("Note changed".to_owned());
        }
        (!told.is_empty()).then(|| told.join(". "))
    }
}

pub(super) async fn change(tx: &impl ConnectionTrait, id: Uuid, to: Change) -> Result<(), DbErr> {
    bill::ActiveModel {
        id: Set(id),
        diagnosis_code: Set(to.diagnosis_code),
        service_code: Set(to.service_code),
        service_date: Set(to.service_date),
        started_at: Set(to.started_at),
        ended_at: Set(to.ended_at),
        amount_cents: Set(to.amount_cents),
        note: Set(to.note),
        ..Default::default()
    }
    .update(tx)
    .await?;
    Ok(())
}

/// An entry for the history of a bill.
pub(in crate::features::billing) struct NewEvent {
    pub(in crate::features::billing) kind: BillEventKind,
    pub(in crate::features::billing) by: Option<Uuid>,
    pub(in crate::features::billing) codes: Vec<String>,
    pub(in crate::features::billing) amount_cents: Option<i64>,
    pub(in crate::features::billing) detail: Option<String>,
}

impl NewEvent {
    /// An action of a person.
    pub(in crate::features::billing) fn by(kind: BillEventKind, by: Uuid) -> Self {
        Self {
            by: Some(by),
            ..Self::of(kind)
        }
    }

    /// An event without a person.
    pub(in crate::features::billing) fn of(kind: BillEventKind) -> Self {
        Self {
            kind,
            by: None,
            codes: Vec::new(),
            amount_cents: None,
            detail: None,
        }
    }
}

/// Adds an entry to the history of a bill whose row is locked by the caller.
pub(in crate::features::billing) async fn add_event(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    bill: Uuid,
    new: NewEvent,
) -> Result<()> {
    add_events(tx, ctx, vec![(bill, new)]).await
}

/// Adds entries to the histories of bills whose rows are locked by the caller.
pub(in crate::features::billing) async fn add_events(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    new: Vec<(Uuid, NewEvent)>,
) -> Result<()> {
    for part in new.chunks(300) {
        let ids = part.iter().map(|(id, _)| *id);
        let lasts: Vec<(Uuid, i64)> = bill_event::Entity::find()
            .select_only()
            .column(bill_event::Column::BillId)
            .column_as(bill_event::Column::Seq.max(), "seq")
            .filter(bill_event::Column::BillId.is_in(ids))
            .group_by(bill_event::Column::BillId)
            .into_tuple()
            .all(tx)
            .await?;
        let mut lasts: std::collections::HashMap<Uuid, i64> = lasts.into_iter().collect();
        let mut rows = Vec::with_capacity(part.len());
        for (id, event) in part {
            let seq = lasts.entry(*id).or_insert(0);
            *seq += 1;
            rows.push(bill_event::ActiveModel {
                id: Set(ctx.new_id()),
                bill_id: Set(*id),
                seq: Set(*seq),
                kind: Set(event.kind.into()),
                at: Set(ctx.now()),
                by_person: Set(event.by),
                codes: Set(serde_json::to_value(&event.codes)?),
                amount_cents: Set(event.amount_cents),
                detail: Set(event.detail.clone()),
            });
        }
        bill_event::Entity::insert_many(rows)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// The histories of some bills, oldest first.
pub(super) async fn events(
    db: &impl ConnectionTrait,
    bills: &[Uuid],
) -> Result<Vec<bill_event::Model>> {
    Ok(bill_event::Entity::find()
        .filter(bill_event::Column::BillId.is_in(bills.iter().copied()))
        .order_by_asc(bill_event::Column::BillId)
        .order_by_asc(bill_event::Column::Seq)
        .all(db)
        .await?)
}
