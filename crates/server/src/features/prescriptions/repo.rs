// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries of prescriptions. A patient's data is read and written only under a `Scope`.

mod again;
mod copies;
mod drawings;
mod earlier;
mod lists;
mod marks;
mod queue;
mod request;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_domain::prescriptions::reasons::Given;
use salal_domain::prescriptions::status::PrescriptionStatus;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, PaginatorTrait,
    QueryFilter, QueryOrder, Set,
};
use uuid::Uuid;

use super::entity::{medication, medication_change, prescription, prescription_status, signature};
use super::next_action;
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};

pub(super) use again::{Standing, faxed_at, hold_unpaid, standing_lines};
pub(super) use copies::{
    add_copy, change_copy, copies, copy, copy_in_force, copy_of_document, forget_copy,
};
pub(super) use drawings::{
    add_signature, drawings_not_kept, drawings_sharing, keep_drawing, shapes_near, used_before,
};
pub(super) use earlier::{approved_since, numbers_since};
pub(super) use lists::{Found, Which, lines, page, pending};
pub(super) use marks::{add_decision, add_tables, decisions, tables, tables_in_force};
pub(super) use queue::{
    Late, Living, Part, add_encounter, claim, claim_of, claims, counts, counts_of, encounters,
    first_drugs, has_work, oldest_unclaimed, queued, release, used,
};
pub(super) use request::{asked_since, count_in, draft, end_draft, insert_request, save_draft};

/// A prescription within scope.
pub(super) async fn get_prescription(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: Uuid,
) -> Result<prescription::Model> {
    prescription::Entity::find_by_id(id)
        .filter(scope.condition(prescription::Column::PersonId))
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// Locks the prescription for the rest of the transaction and increments its version: a concurrent caller
/// waits, and then sees the committed changes.
pub(super) async fn lock_for_update(
    tx: &impl ConnectionTrait,
    scope: &Scope,
    id: Uuid,
) -> Result<prescription::Model> {
    let done = prescription::Entity::update_many()
        .col_expr(
            prescription::Column::Version,
            Expr::col(prescription::Column::Version).add(1i64),
        )
        .filter(prescription::Column::Id.eq(id))
        .filter(scope.condition(prescription::Column::PersonId))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        return Err(Error::not_found());
    }
    get_prescription(tx, scope, id).await
}

/// Changes columns of a prescription locked in this transaction.
pub(super) async fn update(
    tx: &impl ConnectionTrait,
    id: Uuid,
    to: prescription::ActiveModel,
) -> Result<()> {
    prescription::Entity::update_many()
        .set(to)
        .filter(prescription::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Waives the fee of a request that was made while a fee was charged.
pub(super) async fn make_free(tx: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    let to = prescription::ActiveModel {
        free: Set(true),
        ..Default::default()
    };
    update(tx, id, to).await
}

/// Adds a status to the history of a prescription locked in this transaction, and makes it current.
pub(super) async fn add_status(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    id: Uuid,
    status: PrescriptionStatus,
    by: Option<Uuid>,
    detail: Option<String>,
) -> Result<()> {
    let seq = prescription_status::Entity::find()
        .filter(prescription_status::Column::PrescriptionId.eq(id))
        .count(tx)
        .await?;
    prescription_status::ActiveModel {
        id: Set(ctx.new_id()),
        prescription_id: Set(id),
        seq: Set(i64::try_from(seq).unwrap_or_default() + 1),
        status: Set(status.code().into()),
        at: Set(ctx.now()),
        by_person: Set(by),
        detail: Set(detail),
    }
    .insert(tx)
    .await?;
    update(
        tx,
        id,
        prescription::ActiveModel {
            status: Set(status.code().into()),
            ..Default::default()
        },
    )
    .await?;
    match status {
        // From here on it is in the queue, at its original place.
        PrescriptionStatus::Pending => wait_since(tx, ctx, id).await,
        PrescriptionStatus::Canceled => next_action::set(tx, ctx, id, None).await,
        _ => Ok(()),
    }
}

async fn wait_since(tx: &impl ConnectionTrait, ctx: &Context, id: Uuid) -> Result<()> {
    prescription::Entity::update_many()
        .col_expr(
            prescription::Column::PendingAt,
            Expr::value(Some(ctx.now())),
        )
        .filter(prescription::Column::Id.eq(id))
        .filter(prescription::Column::PendingAt.is_null())
        .exec(tx)
        .await?;
    next_action::set(tx, ctx, id, Some("review")).await
}

/// Stores the next action and since when; false if it is unchanged.
pub(super) async fn set_work(
    tx: &impl ConnectionTrait,
    id: Uuid,
    work: Option<&'static str>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let column = prescription::Column::Work;
    let is_other = match work {
        None => column.is_not_null().into(),
        Some(work) => Condition::any().add(column.is_null()).add(column.ne(work)),
    };
    let to = prescription::ActiveModel {
        work: Set(work.map(ToOwned::to_owned)),
        work_since: Set(work.map(|_| now)),
        ..Default::default()
    };
    let done = prescription::Entity::update_many()
        .set(to)
        .filter(prescription::Column::Id.eq(id))
        .filter(is_other)
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Lines of prescriptions, in order.
pub(super) async fn medications(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<medication::Model>> {
    Ok(medication::Entity::find()
        .filter(medication::Column::PrescriptionId.is_in(ids.iter().copied()))
        .order_by_asc(medication::Column::Position)
        .all(db)
        .await?)
}

/// Changes of lines, oldest first.
pub(super) async fn changes(
    db: &impl ConnectionTrait,
    lines: &[Uuid],
) -> Result<Vec<medication_change::Model>> {
    Ok(medication_change::Entity::find()
        .filter(medication_change::Column::MedicationId.is_in(lines.iter().copied()))
        .order_by_asc(medication_change::Column::Seq)
        .all(db)
        .await?)
}

/// Status histories, newest first.
pub(super) async fn statuses(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<prescription_status::Model>> {
    Ok(prescription_status::Entity::find()
        .filter(prescription_status::Column::PrescriptionId.is_in(ids.iter().copied()))
        .order_by_desc(prescription_status::Column::Seq)
        .all(db)
        .await?)
}

/// All signatures of these prescriptions, including voided ones, oldest first.
pub(super) async fn signatures(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<signature::Model>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(signature::Entity::find()
        .filter(signature::Column::PrescriptionId.is_in(ids.iter().copied()))
        .order_by_asc(signature::Column::SignedAt)
        .all(db)
        .await?)
}

/// Any later change voids the signature (decision 138).
pub(super) async fn void_signature(
    tx: &impl ConnectionTrait,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    signature::Entity::update_many()
        .col_expr(signature::Column::VoidedAt, Expr::value(Some(now)))
        .filter(signature::Column::PrescriptionId.eq(id))
        .filter(signature::Column::VoidedAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Transfers the decision on a line to this doctor; the decision and its time are unchanged.
pub(super) async fn take_over(tx: &impl ConnectionTrait, line: Uuid, by: Uuid) -> Result<()> {
    medication::Entity::update_many()
        .col_expr(medication::Column::DecidedBy, Expr::value(Some(by)))
        .col_expr(
            medication::Column::Version,
            Expr::col(medication::Column::Version).add(1i64),
        )
        .filter(medication::Column::Id.eq(line))
        .exec(tx)
        .await?;
    Ok(())
}

/// Decides a line if its version is unchanged; otherwise false.
pub(super) async fn decide(
    tx: &impl ConnectionTrait,
    line: Uuid,
    version: i64,
    status: Option<&'static str>,
    reason: &Given,
    by: Uuid,
    at: DateTime<Utc>,
) -> Result<bool> {
    let done = medication::Entity::update_many()
        .col_expr(
            medication::Column::Status,
            Expr::value(status.map(ToOwned::to_owned)),
        )
        .col_expr(
            medication::Column::DecidedBy,
            Expr::value(status.map(|_| by)),
        )
        .col_expr(
            medication::Column::DecidedAt,
            Expr::value(status.map(|_| at)),
        )
        .col_expr(
            medication::Column::ReasonCode,
            Expr::value(reason.code.map(ToOwned::to_owned)),
        )
        .col_expr(
            medication::Column::ReasonText,
            Expr::value(reason.text.clone()),
        )
        .col_expr(
            medication::Column::Version,
            Expr::col(medication::Column::Version).add(1i64),
        )
        .filter(medication::Column::Id.eq(line))
        .filter(medication::Column::Version.eq(version))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Edits a line if its version is unchanged; otherwise false.
pub(super) async fn edit(
    tx: &impl ConnectionTrait,
    line: Uuid,
    version: i64,
    to: medication::ActiveModel,
    change: Option<medication_change::Model>,
) -> Result<bool> {
    let done = medication::Entity::update_many()
        .set(medication::ActiveModel {
            version: Set(version + 1),
            ..to
        })
        .filter(medication::Column::Id.eq(line))
        .filter(medication::Column::Version.eq(version))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        return Ok(false);
    }
    if let Some(change) = change {
        medication_change::Entity::insert(change.into_active_model())
            .exec_without_returning(tx)
            .await?;
    }
    Ok(true)
}

/// Adds an entry to the history of a line whose prescription is locked in this transaction.
pub(super) async fn add_change(
    tx: &impl ConnectionTrait,
    change: medication_change::Model,
) -> Result<()> {
    medication_change::Entity::insert(change.into_active_model())
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Groups rows by a key, in order.
pub(super) fn grouped<T>(rows: Vec<T>, key: impl Fn(&T) -> Uuid) -> HashMap<Uuid, Vec<T>> {
    let mut groups: HashMap<Uuid, Vec<T>> = HashMap::new();
    for row in rows {
        groups.entry(key(&row)).or_default().push(row);
    }
    groups
}
