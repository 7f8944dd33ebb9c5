// SPDX-License-Identifier: AGPL-3.0-or-later

//! The review queue: prescriptions with open work, least time left first, and the claims on patients.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, JointRead, StatementBatch};
use salal_domain::prescriptions::status::Work;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, OnConflict};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, JoinType, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, RelationDef, Select, TryGetable,
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
    let claims = queue_claim::Entity::find().filter(living.condition());
    Ok(JointRead::all(db, &claims).await?)
}

/// The patients with a claim in force.
fn claimed(living: Living) -> Select<queue_claim::Entity> {
    queue_claim::Entity::find()
        .select_only()
        .column(queue_claim::Column::PersonId)
        .filter(living.condition())
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

/// Whose work to show.
#[derive(Clone, Copy)]
pub(in crate::prescriptions) enum Whose {
    All,
    /// Of the patients that this person has claimed.
    Mine(Uuid, Living),
    /// Of the patients that no one has claimed.
    Unclaimed(Living),
    /// Of the patients that no one else has claimed.
    Open(Uuid, Living),
}

/// Which part of the queue to show.
#[derive(Clone, Copy)]
pub(in crate::prescriptions) struct Part {
    /// This next action only; all if `None`.
    pub work: Option<Work>,
    pub whose: Whose,
    /// Only what has waited since before.
    pub before: Option<Cutoffs>,
}

impl Part {
    pub(in crate::prescriptions) const ALL: Self = Self {
        work: None,
        whose: Whose::All,
        before: None,
    };
}

fn queue(scope: &Scope, part: &Part) -> Select<prescription::Entity> {
    let person = prescription::Column::PersonId;
    let mut query = prescription::Entity::find()
        .filter(scope.condition(person))
        .filter(prescription::Column::Work.is_not_null());
    if let Some(work) = part.work {
        query = query.filter(prescription::Column::Work.eq(Coded(work)));
    }
    if let Some(before) = part.before {
        query = query.filter(before.condition());
    }
    let by = queue_claim::Column::ClaimedBy;
    match part.whose {
        Whose::All => query,
        Whose::Mine(me, living) => {
            query.filter(person.in_subquery(claimed(living).filter(by.eq(me)).into_query()))
        }
        Whose::Unclaimed(living) => {
            query.filter(person.not_in_subquery(claimed(living).into_query()))
        }
        Whose::Open(me, living) => {
            query.filter(person.not_in_subquery(claimed(living).filter(by.ne(me)).into_query()))
        }
    }
}

/// The work that is promised from the payment on. The patient waits for the pharmacy and not for the decision, so what is
/// decided and not sent has no more time than what is not decided.
pub(in crate::prescriptions) const FROM_PAYMENT: [Work; 3] =
    [Work::Review, Work::Send, Work::Pharmacy];

fn is_from_payment() -> Expr {
    prescription::Column::Work.is_in(FROM_PAYMENT.map(Coded))
}

/// After which row of the queue to go on.
#[derive(Clone, Copy)]
pub(in crate::prescriptions) enum After {
    /// One with a promise: what was paid then, and faxes that failed then, have as much of it left.
    Promised {
        paid: DateTime<Utc>,
        fax: DateTime<Utc>,
        id: Uuid,
    },
    /// One for which nothing is promised, by its payment.
    Unpromised { at: DateTime<Utc>, id: Uuid },
}

/// The first rows of a part, or of what follows a row in the order of the time left: so many of those promised from the
/// payment on, of the failed faxes, which wait since the failure, and of everything else.
pub(in crate::prescriptions) async fn first_of_each(
    db: &Connection,
    scope: &Scope,
    part: &Part,
    without: Option<Uuid>,
    after: Option<After>,
    limit: u64,
) -> Result<Vec<prescription::Model>> {
    let column = prescription::Column::Work;
    let by_payment = prescription::Column::PendingAt;
    let (paid, faxes, rest) = match after {
        None => (Some(None), Some(None), None),
        Some(After::Promised { paid, fax, id }) => {
            (Some(Some((paid, id))), Some(Some((fax, id))), None)
        }
        Some(After::Unpromised { at, id }) => (None, None, Some((at, id))),
    };
    let mut read = JointRead::for_connection(db);
    let mut groups = Vec::new();
    for (of, since, after) in [
        (is_from_payment(), by_payment, paid),
        (
            column.eq(Coded(Work::Fax)),
            prescription::Column::WorkSince,
            faxes,
        ),
        (column.eq(Coded(Work::Refund)), by_payment, Some(rest)),
    ] {
        let Some(after) = after else { continue };
        let others = without.map(|without| prescription::Column::PersonId.ne(without));
        let later = after.map(|(at, id)| {
            let columns = [since, prescription::Column::Id].map(Expr::col);
            Expr::tuple(columns).gt(Expr::tuple([Expr::val(at), Expr::val(id)]))
        });
        let first = queue(scope, part)
            .filter(of)
            .filter(Condition::all().add_option(others).add_option(later))
            .order_by_asc(since)
            .order_by_asc(prescription::Column::Id)
            .limit(limit);
        groups.push(read.add(&first));
    }
    let mut found = read.run(db).await?;
    let mut rows = Vec::new();
    for group in groups {
        rows.extend(found.take(&group)?);
    }
    Ok(rows)
}

/// The times of each kind of work: what has waited since before is past some part of its promise.
#[derive(Clone, Copy)]
pub(in crate::prescriptions) struct Cutoffs {
    /// What is promised from the payment on.
    pub paid: DateTime<Utc>,
    /// Failed faxes, by the time when the failure was known.
    pub fax: DateTime<Utc>,
}

impl Cutoffs {
    /// Reviews that have waited since before.
    pub(super) fn of_reviews(self) -> Expr {
        let is_review = prescription::Column::Work.eq(Coded(Work::Review));
        prescription::Column::PendingAt.lt(self.paid).and(is_review)
    }

    fn condition(self) -> Condition {
        let fax = prescription::Column::WorkSince
            .lt(self.fax)
            .and(prescription::Column::Work.eq(Coded(Work::Fax)));
        let paid = prescription::Column::PendingAt
            .lt(self.paid)
            .and(is_from_payment());
        Condition::any().add(paid).add(fax)
    }

    /// How many of the counted rows are past it. On PostgreSQL, a sum of integers is a decimal.
    fn count(self) -> Expr {
        let is_past = Expr::case(self.condition(), Expr::val(1i64)).finally(Expr::val(0i64));
        Expr::expr(is_past).sum().cast_as("bigint")
    }
}

/// How much there is of a kind of work, or of a patient.
#[derive(Debug, FromQueryResult, serde::Deserialize)]
pub(in crate::prescriptions) struct Counted<Of: TryGetable> {
    pub(in crate::prescriptions) of: Of,
    pub(in crate::prescriptions) count: i64,
    pub(in crate::prescriptions) late: i64,
    pub(in crate::prescriptions) risk: i64,
}

/// How much work of each kind there is, and of each patient with a claim in force; how much of it is past each of
/// these.
pub(in crate::prescriptions) async fn counts(
    db: &Connection,
    scope: &Scope,
    late: Cutoffs,
    risk: Cutoffs,
    living: Living,
) -> Result<(Vec<Counted<Coded<Work>>>, Vec<Counted<Uuid>>)> {
    let counted = |rows: Select<prescription::Entity>, of: prescription::Column| {
        rows.select_only()
            .column_as(of, "of")
            .column_as(prescription::Column::Id.count(), "count")
            .column_as(late.count(), "late")
            .column_as(risk.count(), "risk")
            .group_by(of)
    };
    let person = prescription::Column::PersonId;
    let all = queue(scope, &Part::ALL);
    let of_claimed = all
        .clone()
        .filter(person.in_subquery(claimed(living).into_query()));
    let mut read = JointRead::for_connection(db);
    let kinds = read.add_as(&counted(all, prescription::Column::Work));
    let persons = read.add_as(&counted(of_claimed, person));
    let mut found = read.run(db).await?;
    Ok((found.take(&kinds)?, found.take(&persons)?))
}

/// Whether a patient has any open work.
pub(in crate::prescriptions) async fn has_work(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
) -> Result<bool> {
    let found: Option<Uuid> = queue(scope, &Part::ALL)
        .filter(prescription::Column::PersonId.eq(person))
        .select_only()
        .column(prescription::Column::Id)
        .limit(1)
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// The drug of a prescription's first line after one of its changes.
#[derive(Debug, FromQueryResult, serde::Deserialize)]
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
    let drugs = medication_change::Entity::find()
        .select_only()
        .column(medication::Column::PrescriptionId)
        .columns([
            medication_change::Column::Name,
            medication_change::Column::Ingredients,
        ])
        .join(JoinType::InnerJoin, of_line)
        .filter(medication::Column::PrescriptionId.is_in(ids.iter().copied()))
        .filter(medication::Column::Position.eq(0))
        .order_by_asc(medication_change::Column::Seq);
    let mut read = JointRead::for_connection(db);
    let drugs = read.add_as(&drugs);
    Ok(read.run(db).await?.take(&drugs)?)
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
