// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on payments and refunds. At most one open payment per subject is a unique index of the schema.

use chrono::{DateTime, Utc};
use salal_db::ConstraintName;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Select,
    Set,
};
use uuid::Uuid;

use super::Subject;
use super::entity::{payment, provider_event, refund};
use super::states::{PaymentMethod, PaymentState, RefundState};
use crate::context::Context;
use crate::error::{Error, Result};

/// A payment to be created.
pub(super) struct NewPayment {
    pub(super) subject: Subject,
    pub(super) person: Uuid,
    pub(super) method: PaymentMethod,
    /// Intended for a card, ordered for a wallet.
    pub(super) state: PaymentState,
    pub(super) amount_cents: i64,
    pub(super) token: Option<String>,
}

/// Stores the intent. A second open payment of one subject is a conflict.
pub(super) async fn add(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    new: NewPayment,
) -> Result<payment::Model> {
    payment::ActiveModel {
        id: Set(ctx.new_id()),
        subject_kind: Set(new.subject.kind),
        subject_id: Set(new.subject.id),
        person_id: Set(new.person),
        method: Set(new.method.into()),
        state: Set(new.state.into()),
        amount_cents: Set(new.amount_cents),
        currency: Set("CAD".into()),
        token: Set(new.token),
        provider_ref: Set(None),
        capture_ref: Set(None),
        card_brand: Set(None),
        card_last4: Set(None),
        payer_given: Set(None),
        payer_surname: Set(None),
        decline_code: Set(None),
        created_at: Set(ctx.now()),
        charged_at: Set(None),
        version: Set(1),
    }
    .insert(tx)
    .await
    .map_err(open_already)
}

fn open_already(error: sea_orm::DbErr) -> Error {
    match salal_db::is_unique_violation(&error) {
        Some(ConstraintName::PaymentInForce) => Error::conflict(
            "PAYMENT_OPEN",
            "A payment for this request is already under way or done. You are not charged twice.",
        ),
        _ => error.into(),
    }
}

pub(super) async fn get_payment(db: &impl ConnectionTrait, id: Uuid) -> Result<payment::Model> {
    payment::Entity::find_by_id(id)
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// The payment with a provider's reference (an intent, an order), or with a charge or capture.
pub(super) async fn find_by_reference(
    db: &impl ConnectionTrait,
    reference: &str,
) -> Result<Option<payment::Model>> {
    Ok(payment::Entity::find()
        .filter(
            payment::Column::ProviderRef
                .eq(reference)
                .or(payment::Column::CaptureRef.eq(reference)),
        )
        .one(db)
        .await?)
}

/// All payments of subjects, oldest first.
pub(super) fn payments_of(kind: &str, ids: &[Uuid]) -> Select<payment::Entity> {
    payment::Entity::find()
        .filter(payment::Column::SubjectKind.eq(kind))
        .filter(payment::Column::SubjectId.is_in(ids.iter().copied()))
        .order_by_asc(payment::Column::CreatedAt)
}

/// All refunds of subjects, oldest first.
pub(super) fn refunds_of(kind: &str, ids: &[Uuid]) -> Select<refund::Entity> {
    refund::Entity::find()
        .filter(refund::Column::SubjectKind.eq(kind))
        .filter(refund::Column::SubjectId.is_in(ids.iter().copied()))
        .order_by_asc(refund::Column::CreatedAt)
}

/// Updates a payment if its version is unchanged; otherwise false.
pub(super) async fn step(
    tx: &impl ConnectionTrait,
    seen: &payment::Model,
    to: payment::ActiveModel,
) -> Result<bool> {
    let done = payment::Entity::update_many()
        .set(payment::ActiveModel {
            version: Set(seen.version + 1),
            ..to
        })
        .filter(payment::Column::Id.eq(seen.id))
        .filter(payment::Column::Version.eq(seen.version))
        .exec(tx)
        .await
        .map_err(open_already)?;
    Ok(done.rows_affected == 1)
}

pub(super) async fn add_refund(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    payment: &payment::Model,
    amount_cents: i64,
    by: Uuid,
) -> Result<refund::Model> {
    refund::ActiveModel {
        id: Set(ctx.new_id()),
        payment_id: Set(payment.id),
        subject_kind: Set(payment.subject_kind.clone()),
        subject_id: Set(payment.subject_id),
        amount_cents: Set(amount_cents),
        state: Set(RefundState::Intended.into()),
        provider_ref: Set(None),
        requested_by: Set(by),
        created_at: Set(ctx.now()),
        refunded_at: Set(None),
        reason: Set(None),
    }
    .insert(tx)
    .await
    .map_err(|error| match salal_db::is_unique_violation(&error) {
        Some(_) => Error::conflict(
            "REFUND_OPEN",
            "A refund of this payment is already under way or done.",
        ),
        None => error.into(),
    })
}

pub(super) async fn get_refund(db: &impl ConnectionTrait, id: Uuid) -> Result<refund::Model> {
    refund::Entity::find_by_id(id)
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// The refund of a payment that was not sent to the provider yet.
pub(super) async fn open_refund(
    db: &impl ConnectionTrait,
    payment: Uuid,
) -> Result<Option<refund::Model>> {
    Ok(refund::Entity::find()
        .filter(refund::Column::PaymentId.eq(payment))
        .filter(refund::Column::State.eq(RefundState::Intended.code()))
        .one(db)
        .await?)
}

/// Deletes a refund that was not sent to the provider; false when it was.
pub(super) async fn take_back(tx: &impl ConnectionTrait, id: Uuid) -> Result<bool> {
    let gone = refund::Entity::delete_many()
        .filter(refund::Column::Id.eq(id))
        .filter(refund::Column::State.eq(RefundState::Intended.code()))
        .exec(tx)
        .await?;
    Ok(gone.rows_affected == 1)
}

/// Stores the outcome of an open refund; false when it was stored before.
pub(super) async fn end_refund(
    tx: &impl ConnectionTrait,
    id: Uuid,
    state: RefundState,
    reference: Option<String>,
    at: Option<DateTime<Utc>>,
    reason: Option<String>,
) -> Result<bool> {
    let done = refund::Entity::update_many()
        .col_expr(refund::Column::State, Expr::value(state.code()))
        .col_expr(refund::Column::ProviderRef, Expr::value(reference))
        .col_expr(refund::Column::RefundedAt, Expr::value(at))
        .col_expr(refund::Column::Reason, Expr::value(reason))
        .filter(refund::Column::Id.eq(id))
        .filter(refund::Column::State.is_in(RefundState::OPEN.map(RefundState::code)))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Stores a provider's event; false when it was received before.
pub(super) async fn add_event(
    tx: &impl ConnectionTrait,
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
