// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on payments and refunds: a payment is read with its refunds, and written if it is still as it was
//! read. At most one payment in force per subject, and one refund per payment, are unique indexes of the
//! schema.

pub(super) mod counted;

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, ConstraintName, JointAnswers, JointRead, Part, StatementBatch};
use salal_domain::subjects::SubjectKind;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select, Set,
};
use uuid::Uuid;

use super::entity::{payment, provider_event, refund};
use super::payment::{Payment, refund_open};
use super::states::RefundState;
use crate::api::Scope;
use crate::error::{Error, Result};

/// The payment with this id within scope.
pub(super) fn by_id(scope: &Scope, id: Uuid) -> Select<payment::Entity> {
    in_scope(scope).filter(payment::Column::Id.eq(id))
}

/// The payment of a refund within scope.
pub(super) fn by_refund(scope: &Scope, refund: Uuid) -> Select<payment::Entity> {
    let of_refund = refund::Entity::find()
        .select_only()
        .column(refund::Column::PaymentId)
        .filter(refund::Column::Id.eq(refund));
    in_scope(scope).filter(payment::Column::Id.in_subquery(of_refund.into_query()))
}

/// The payment with a provider's reference (an intent, an order), or with a charge or capture.
pub(super) fn by_reference(scope: &Scope, reference: &str) -> Select<payment::Entity> {
    in_scope(scope).filter(
        payment::Column::ProviderRef
            .eq(reference)
            .or(payment::Column::CaptureRef.eq(reference)),
    )
}

fn in_scope(scope: &Scope) -> Select<payment::Entity> {
    payment::Entity::find().filter(scope.condition(payment::Column::PersonId))
}

/// Some payments with their refunds, in one statement.
pub(super) async fn payments_with_refunds(
    db: &Connection,
    wanted: &Select<payment::Entity>,
) -> Result<Vec<Payment>> {
    let mut read = JointRead::for_connection(db);
    let part = WithRefundsPart::add(&mut read, wanted);
    part.take(&mut read.run(db).await?)
}

/// Some payments with their refunds in a joint read.
pub(super) struct WithRefundsPart(Part<payment::Model>, Part<refund::Model>);

impl WithRefundsPart {
    pub(super) fn add(read: &mut JointRead, wanted: &Select<payment::Entity>) -> Self {
        Self(
            read.add(&oldest_first(wanted.clone())),
            read.add(&refunds_of(wanted.clone())),
        )
    }

    /// Those of some subjects, at least one.
    pub(super) fn of_subjects(read: &mut JointRead, kind: SubjectKind, ids: &[Uuid]) -> Self {
        let ids_of = ids.iter().map(|id| (*id).into());
        let values: Vec<_> = [Coded(kind).into()].into_iter().chain(ids_of).collect();
        Self(
            read.add_again(values.clone(), || oldest_first(by_subjects(kind, ids))),
            read.add_again(values, || refunds_of(by_subjects(kind, ids))),
        )
    }

    /// Oldest first.
    pub(super) fn take(&self, found: &mut JointAnswers) -> Result<Vec<Payment>> {
        let (payments, refunds) = (found.take(&self.0)?, found.take(&self.1)?);
        let with = |row: payment::Model| {
            let own = refunds.iter().filter(|refund| refund.payment_id == row.id);
            let own = own.cloned().collect();
            Payment::of_rows(row, own)
        };
        Ok(payments.into_iter().map(with).collect())
    }
}

fn oldest_first(wanted: Select<payment::Entity>) -> Select<payment::Entity> {
    wanted.order_by_asc(payment::Column::CreatedAt)
}

fn refunds_of(wanted: Select<payment::Entity>) -> Select<refund::Entity> {
    let ids = wanted.select_only().column(payment::Column::Id);
    refund::Entity::find()
        .filter(refund::Column::PaymentId.in_subquery(ids.into_query()))
        .order_by_asc(refund::Column::CreatedAt)
}

/// Which of these references of a provider payments have.
pub(super) async fn known_references(
    db: &Connection,
    references: &[String],
) -> Result<Vec<String>> {
    let found = payment::Entity::find()
        .select_only()
        .column(payment::Column::ProviderRef)
        .filter(payment::Column::ProviderRef.is_in(references.iter().cloned()));
    let found: Vec<Option<String>> = found.into_tuple().all(db).await?;
    Ok(found.into_iter().flatten().collect())
}

/// Which of these references of a provider refunds have.
pub(super) async fn known_refunds(db: &Connection, references: &[String]) -> Result<Vec<String>> {
    let found = refund::Entity::find()
        .select_only()
        .column(refund::Column::ProviderRef)
        .filter(refund::Column::ProviderRef.is_in(references.iter().cloned()));
    let found: Vec<Option<String>> = found.into_tuple().all(db).await?;
    Ok(found.into_iter().flatten().collect())
}

/// All payments of subjects.
pub(super) fn by_subjects(kind: SubjectKind, ids: &[Uuid]) -> Select<payment::Entity> {
    payment::Entity::find()
        .filter(payment::Column::SubjectKind.eq(Coded(kind)))
        .filter(payment::Column::SubjectId.is_in(ids.iter().copied()))
}

/// Adds a payment.
pub(super) fn add_payment(writes: &mut StatementBatch, row: payment::Model) {
    writes.add(&payment::Entity::insert(row.into_active_model()).into_query());
}

/// Adds a refund.
pub(super) fn add_refund(writes: &mut StatementBatch, row: refund::Model) {
    writes.add(&refund::Entity::insert(row.into_active_model()).into_query());
}

/// The error of a second payment of a subject in force, or of a second refund of a payment.
pub(super) fn in_force(error: DbErr) -> Error {
    match salal_db::is_unique_violation(&error) {
        Some(ConstraintName::PaymentInForce) => Error::conflict(
            "PAYMENT_OPEN",
            "A payment for this request is already under way or done. You are not charged twice.",
        ),
        Some(ConstraintName::RefundInForce) => refund_open(),
        _ => error.into(),
    }
}

/// Updates a payment if it still has this version; otherwise false.
pub(super) async fn update_payment(
    tx: &Connection,
    version: i64,
    row: payment::Model,
) -> Result<bool> {
    let id = row.id;
    let done = payment::Entity::update_many()
        .set(row.into_active_model().reset_all())
        .filter(payment::Column::Id.eq(id))
        .filter(payment::Column::Version.eq(version))
        .exec(tx)
        .await
        .map_err(in_force)?;
    Ok(done.rows_affected == 1)
}

/// Deletes a refund that was not sent to the provider; false when it was.
pub(super) async fn take_back(tx: &Connection, id: Uuid) -> Result<bool> {
    let gone = refund::Entity::delete_many()
        .filter(refund::Column::Id.eq(id))
        .filter(refund::Column::State.eq(RefundState::Intended.code()))
        .exec(tx)
        .await?;
    Ok(gone.rows_affected == 1)
}

/// Stores the outcome of a refund if it is still open; false when it was stored before.
pub(super) async fn end_refund(tx: &Connection, row: &refund::Model) -> Result<bool> {
    let done = refund::Entity::update_many()
        .set(row.clone().into_active_model().reset_all())
        .filter(refund::Column::Id.eq(row.id))
        .filter(refund::Column::State.is_in(RefundState::OPEN.map(RefundState::code)))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Stores a provider's event; false when it was received before.
pub(super) async fn add_event(
    tx: &Connection,
    id: &str,
    service: &str,
    at: DateTime<Utc>,
) -> Result<bool> {
    use sea_orm::sea_query::OnConflict;
    let row = provider_event::ActiveModel {
        id: Set(id.to_owned()),
        service: Set(service.to_owned()),
        at: Set(at),
    };
    let added = provider_event::Entity::insert(row)
        .on_conflict(
            OnConflict::column(provider_event::Column::Id)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(tx)
        .await?;
    Ok(added == 1)
}
