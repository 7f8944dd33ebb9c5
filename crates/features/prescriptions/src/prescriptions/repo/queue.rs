// SPDX-License-Identifier: AGPL-3.0-or-later

//! The review queue: prescriptions with open work, oldest first, and the claims on patients.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, JointRead, StatementBatch};
use salal_domain::prescriptions::status::Work;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, OnConflict, Query};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, JoinType, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, RelationDef, Select,
};
use uuid::Uuid;

use crate::api::Scope;
use crate::error::Result;
use crate::prescriptions::entity::{
    encounter, medication, medication_change, prescription, queue_claim,
};
use salal_accounts::accounts;
use salal_people::people::{NamesPart, PersonRef};

/// The sessions of the claims, for accounts to keep: a claim lapses with its session and names it.
pub const SESSIONS_IN_USE: &str = "SELECT session_id FROM queue_claim";

/// The earliest last use of a claim in force.
#[derive(Clone, Copy)]
pub(in crate::prescriptions) struct Living(pub DateTime<Utc>);

impl Living {
    /// A claim used recently, by a session that is still valid.
    fn condition(self) -> Condition {
        let session = Expr::col((queue_claim::Entity, queue_claim::Column::SessionId));
        Condition::all()
            .add(queue_claim::Column::ActiveAt.gt(self.0))
            .add(accounts::is_open(session))
    }
}

/// All claims in force.
pub(in crate::prescriptions) async fn claims(
    db: &Connection,
    living: Living,
) -> Result<Vec<queue_claim::Model>> {
    Ok(queue_claim::Entity::find()
        .filter(living.condition())
        .all(db)
        .await?)
}

/// The claim in force on one patient, with the name of who has it.
pub(in crate::prescriptions) async fn claim_of(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
    living: Living,
) -> Result<Option<(queue_claim::Model, PersonRef)>> {
    let claim = queue_claim::Entity::find_by_id(person)
        .filter(scope.condition(queue_claim::Column::PersonId))
        .filter(living.condition());
    let by = claim
        .clone()
        .select_only()
        .column(queue_claim::Column::ClaimedBy);
    let mut read = JointRead::for_connection(db);
    let names = NamesPart::of_select(&mut read, by.into_query());
    let claim = read.add(&claim);
    let mut found = read.run(db).await?;
    let mut names = names.take(&mut found)?;
    let named = |claim: queue_claim::Model| {
        let by = names.remove(&claim.claimed_by).unwrap_or_default();
        (claim, by)
    };
    Ok(found.take(&claim)?.pop().map(named))
}

/// Claims a patient's work if no one else has it, or in any case if `over` is set. One caller wins; false for
/// the others.
pub(in crate::prescriptions) async fn claim(
    tx: &Connection,
    new: queue_claim::Model,
    living: Living,
    over: bool,
) -> Result<bool> {
    let by = new.claimed_by;
    let mut conflict = OnConflict::column(queue_claim::Column::PersonId);
    conflict.update_columns([
        queue_claim::Column::ClaimedBy,
        queue_claim::Column::SessionId,
        queue_claim::Column::ClaimedAt,
        queue_claim::Column::ActiveAt,
    ]);
    if !over {
        let free = Condition::any()
            .add(Expr::col((queue_claim::Entity, queue_claim::Column::ClaimedBy)).eq(by))
            .add(living.condition().not());
        conflict.action_cond_where(free);
    }
    let written = queue_claim::Entity::insert(new.into_active_model())
        .on_conflict(conflict.clone())
        .exec_without_returning(tx)
        .await?;
    Ok(written == 1)
}

/// Releases one's own claim; false when there was none.
pub(in crate::prescriptions) async fn release(
    tx: &Connection,
    person: Uuid,
    by: Uuid,
) -> Result<bool> {
    let gone = queue_claim::Entity::delete_many()
        .filter(queue_claim::Column::PersonId.eq(person))
        .filter(queue_claim::Column::ClaimedBy.eq(by))
        .exec(tx)
        .await?;
    Ok(gone.rows_affected == 1)
}

/// Marks a claim as used.
pub(in crate::prescriptions) fn used(
    writes: &mut StatementBatch,
    person: Uuid,
    by: Uuid,
    now: DateTime<Utc>,
) {
    let touched = queue_claim::Entity::update_many()
        .col_expr(queue_claim::Column::ActiveAt, Expr::value(now))
        .filter(queue_claim::Column::PersonId.eq(person))
        .filter(queue_claim::Column::ClaimedBy.eq(by));
    writes.add(&touched.into_query());
}

/// Which part of the queue to show.
#[derive(Clone, Debug, Default)]
pub(in crate::prescriptions) struct Part {
    /// This next action only; all if `None`.
    pub work: Option<Work>,
    /// These patients only.
    pub only: Option<Vec<Uuid>>,
    /// All but these patients.
    pub without: Vec<Uuid>,
}

fn queue(scope: &Scope, part: &Part) -> Select<prescription::Entity> {
    let mut query = prescription::Entity::find()
        .filter(scope.condition(prescription::Column::PersonId))
        .filter(prescription::Column::Work.is_not_null());
    if let Some(work) = part.work {
        query = query.filter(prescription::Column::Work.eq(Coded(work)));
    }
    if let Some(only) = &part.only {
        query = query.filter(prescription::Column::PersonId.is_in(only.iter().copied()));
    }
    if !part.without.is_empty() {
        query =
            query.filter(prescription::Column::PersonId.is_not_in(part.without.iter().copied()));
    }
    query
}

/// The queue, oldest first, after `cursor`.
pub(in crate::prescriptions) async fn queued(
    db: &Connection,
    scope: &Scope,
    part: &Part,
    limit: u64,
    cursor: Option<(DateTime<Utc>, Uuid)>,
) -> Result<Vec<prescription::Model>> {
    let mut query = queue(scope, part);
    if let Some((at, id)) = cursor {
        let columns = Expr::tuple([
            Expr::col(prescription::Column::PendingAt),
            Expr::col(prescription::Column::Id),
        ]);
        query = query.filter(columns.gt(Expr::tuple([Expr::val(at), Expr::val(id)])));
    }
    Ok(query
        .order_by_asc(prescription::Column::PendingAt)
        .order_by_asc(prescription::Column::Id)
        .limit(limit)
        .all(db)
        .await?)
}

/// The cut-off times before which work of a kind is overdue.
#[derive(Clone, Copy)]
pub(in crate::prescriptions) struct Late {
    /// Reviews, by the time of the payment.
    pub review: DateTime<Utc>,
    /// Failed faxes, by the time when the failure was known.
    pub fax: DateTime<Utc>,
}

/// Counts each kind of work, and how much of it is overdue.
pub(in crate::prescriptions) async fn counts(
    db: &Connection,
    scope: &Scope,
    late: Late,
) -> Result<Vec<(Coded<Work>, i64, i64)>> {
    let is_late = Expr::case(
        Condition::any()
            .add(
                prescription::Column::PendingAt
                    .lt(late.review)
                    .and(prescription::Column::Work.eq(Coded(Work::Review))),
            )
            .add(
                prescription::Column::WorkSince
                    .lt(late.fax)
                    .and(prescription::Column::Work.eq(Coded(Work::Fax))),
            ),
        Expr::val(1i64),
    )
    .finally(Expr::val(0i64));
    // On PostgreSQL, a sum of integers is a decimal.
    let late = Expr::expr(is_late).sum().cast_as("bigint");
    Ok(queue(scope, &Part::default())
        .select_only()
        .column(prescription::Column::Work)
        .column_as(prescription::Column::Id.count(), "count")
        .column_as(late, "late")
        .group_by(prescription::Column::Work)
        .into_tuple()
        .all(db)
        .await?)
}

/// Counts the queue entries of each of these patients.
pub(in crate::prescriptions) async fn counts_of(
    db: &Connection,
    scope: &Scope,
    persons: &[Uuid],
) -> Result<Vec<(Uuid, i64)>> {
    if persons.is_empty() {
        return Ok(Vec::new());
    }
    let part = Part {
        only: Some(persons.to_vec()),
        ..Part::default()
    };
    Ok(queue(scope, &part)
        .select_only()
        .column(prescription::Column::PersonId)
        .column_as(prescription::Column::Id.count(), "count")
        .group_by(prescription::Column::PersonId)
        .into_tuple()
        .all(db)
        .await?)
}

/// The patient whose work has waited longest, of those without a claim.
pub(in crate::prescriptions) async fn oldest_unclaimed(
    db: &Connection,
    scope: &Scope,
    without: Option<Uuid>,
    living: Living,
) -> Result<Option<Uuid>> {
    let claimed = Query::select()
        .column(queue_claim::Column::PersonId)
        .from(queue_claim::Entity)
        .cond_where(living.condition())
        .to_owned();
    let part = Part {
        without: without.into_iter().collect(),
        ..Part::default()
    };
    Ok(queue(scope, &part)
        .select_only()
        .column(prescription::Column::PersonId)
        .filter(prescription::Column::PersonId.not_in_subquery(claimed))
        .order_by_asc(prescription::Column::PendingAt)
        .order_by_asc(prescription::Column::Id)
        .limit(1)
        .into_tuple()
        .one(db)
        .await?)
}

/// Whether a patient has any open work.
pub(in crate::prescriptions) async fn has_work(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
) -> Result<bool> {
    Ok(counts_of(db, scope, &[person])
        .await?
        .iter()
        .any(|(_, count)| *count > 0))
}

/// The drug of a prescription's first line after one of its changes.
#[derive(Debug, FromQueryResult)]
pub(in crate::prescriptions) struct FirstDrug {
    pub(in crate::prescriptions) prescription_id: Uuid,
    pub(in crate::prescriptions) name: String,
    pub(in crate::prescriptions) ingredients: serde_json::Value,
}

/// The drugs of the first lines of prescriptions with their changes, oldest first: the last one of a
/// prescription is in force.
pub(in crate::prescriptions) async fn first_drugs(
    db: &Connection,
    ids: &[Uuid],
) -> Result<Vec<FirstDrug>> {
    let of_line: RelationDef = medication_change::Entity::belongs_to(medication::Entity)
        .from(medication_change::Column::MedicationId)
        .to(medication::Column::Id)
        .into();
    Ok(medication_change::Entity::find()
        .select_only()
        .column(medication::Column::PrescriptionId)
        .columns([
            medication_change::Column::Name,
            medication_change::Column::Ingredients,
        ])
        .join(JoinType::InnerJoin, of_line)
        .filter(medication::Column::PrescriptionId.is_in(ids.iter().copied()))
        .filter(medication::Column::Position.eq(0))
        .order_by_asc(medication_change::Column::Seq)
        .into_model()
        .all(db)
        .await?)
}

/// Encounters of prescriptions, oldest first.
pub(in crate::prescriptions) async fn encounters(
    db: &Connection,
    ids: &[Uuid],
) -> Result<Vec<encounter::Model>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(select_encounters(ids).all(db).await?)
}

/// The same as a select.
pub(in crate::prescriptions) fn select_encounters(ids: &[Uuid]) -> Select<encounter::Entity> {
    encounter::Entity::find()
        .filter(encounter::Column::PrescriptionId.is_in(ids.iter().copied()))
        .order_by_asc(encounter::Column::StartedAt)
        .order_by_asc(encounter::Column::Id)
}

/// Records an encounter; it is never changed.
pub(in crate::prescriptions) fn add_encounter(writes: &mut StatementBatch, new: encounter::Model) {
    writes.add(&encounter::Entity::insert(new.into_active_model()).into_query());
}
