// SPDX-License-Identifier: AGPL-3.0-or-later

//! Paged lists of prescriptions, and the clinic's open work on a patient.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, Engine, JointAnswers, JointRead, Part};
use salal_domain::prescriptions::status::PrescriptionStatus;
use salal_platform::totals::{self, Total};
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};
use uuid::Uuid;

use super::{Late, grouped};
use crate::api::Scope;
use crate::error::Result;
use crate::prescriptions::entity::{
    medication, medication_change, prescription, prescription_status,
};

/// Statuses of a prescription that the clinic has to review, sign or send.
const UNDER_REVIEW: [Coded<PrescriptionStatus>; 4] = [
    Coded(PrescriptionStatus::Pending),
    Coded(PrescriptionStatus::Acknowledged),
    Coded(PrescriptionStatus::Approved),
    Coded(PrescriptionStatus::Rejected),
];
/// Statuses of a prescription that was sent, or refunded.
const SENT: [Coded<PrescriptionStatus>; 2] = [
    Coded(PrescriptionStatus::Faxed),
    Coded(PrescriptionStatus::Refunded),
];

/// Requests that are not at a pharmacy yet: those being reviewed, signed or sent, and unpaid ones made since.
pub(in crate::prescriptions) async fn open(
    db: &Connection,
    scope: &Scope,
    unpaid_since: DateTime<Utc>,
) -> Result<Vec<prescription::Model>> {
    let is_unpaid = Condition::all()
        .add(prescription::Column::Status.eq(Coded(PrescriptionStatus::Created)))
        .add(prescription::Column::CreatedAt.gte(unpaid_since));
    let is_open = Condition::any()
        .add(prescription::Column::Work.is_not_null())
        .add(is_unpaid);
    Ok(prescription::Entity::find()
        .filter(scope.condition(prescription::Column::PersonId))
        .filter(is_open)
        .order_by_asc(prescription::Column::CreatedAt)
        .order_by_asc(prescription::Column::Id)
        .all(db)
        .await?)
}

/// Lines of prescriptions in order, each with its changes, oldest first.
pub(in crate::prescriptions) async fn lines(db: &Connection, ids: &[Uuid]) -> Result<Vec<Line>> {
    let mut read = JointRead::for_connection(db);
    let lines = LinesPart::add(&mut read, ids);
    lines.take(&mut read.run(db).await?)
}

/// A line and its changes, oldest first.
pub(in crate::prescriptions) type Line = (medication::Model, Vec<medication_change::Model>);

/// Lines with their changes, in a joint read.
pub(in crate::prescriptions) struct LinesPart {
    pub(super) lines: Part<medication::Model>,
    pub(super) changes: Part<medication_change::Model>,
}

impl LinesPart {
    pub(in crate::prescriptions) fn add(read: &mut JointRead, ids: &[Uuid]) -> Self {
        let lines = |ids: &[Uuid]| {
            medication::Entity::find()
                .filter(medication::Column::PrescriptionId.is_in(ids.iter().copied()))
        };
        Self {
            lines: read.add_by_ids(ids, |ids| in_order(lines(ids))),
            changes: read.add_by_ids(ids, |ids| changes_of(lines(ids))),
        }
    }

    /// The lines of a select, with their changes.
    pub(super) fn of(read: &mut JointRead, lines: Select<medication::Entity>) -> Self {
        Self {
            lines: read.add(&in_order(lines.clone())),
            changes: read.add(&changes_of(lines)),
        }
    }

    /// The lines of each prescription in order.
    pub(in crate::prescriptions) fn take(&self, found: &mut JointAnswers) -> Result<Vec<Line>> {
        let lines = found.take(&self.lines)?;
        let mut changes = grouped(found.take(&self.changes)?, |change| change.medication_id);
        let with_changes = |line: medication::Model| {
            let own = changes.remove(&line.id).unwrap_or_default();
            (line, own)
        };
        Ok(lines.into_iter().map(with_changes).collect())
    }
}

pub(super) fn in_order(lines: Select<medication::Entity>) -> Select<medication::Entity> {
    lines
        .order_by_asc(medication::Column::PrescriptionId)
        .order_by_asc(medication::Column::Position)
}

pub(super) fn changes_of(lines: Select<medication::Entity>) -> Select<medication_change::Entity> {
    let ids = lines.select_only().column(medication::Column::Id);
    medication_change::Entity::find()
        .filter(medication_change::Column::MedicationId.in_subquery(ids.into_query()))
        .order_by_asc(medication_change::Column::Seq)
}

/// Which prescriptions to list.
pub(in crate::prescriptions) enum Which {
    OfPerson(Uuid),
    FaxedOrRefunded,
    /// All prescriptions of the clinic, or those that meet each of these.
    All(Wanted),
}

/// What is asked of the clinic's prescriptions; nothing where it is `None`.
#[derive(Default)]
pub(in crate::prescriptions) struct Wanted {
    pub status: Option<PrescriptionStatus>,
    /// One number, or these patients.
    pub found: Option<Found>,
    /// Decided from this moment on.
    pub decided_from: Option<DateTime<Utc>>,
    /// Decided before this moment.
    pub decided_until: Option<DateTime<Utc>>,
    pub late: Option<Late>,
}

impl Wanted {
    fn condition(self, engine: Engine) -> Condition {
        let all = Condition::all()
            .add_option(
                self.status
                    .map(|status| prescription::Column::Status.eq(Coded(status))),
            )
            .add_option(self.found.map(|found| match found {
                Found::Number(number) => prescription::Column::Number.eq(number),
                Found::Persons(persons) => prescription::Column::PersonId.is_in(persons),
            }));
        let decided_at = prescription::Column::DecidedAt;
        let within = Condition::all()
            .add_option(self.decided_from.map(|from| decided_at.gte(from)))
            .add_option(self.decided_until.map(|until| decided_at.lt(until)));
        all.add(match self.late {
            Some(late) => late.condition(engine, within),
            None => within,
        })
    }
}

/// The result of a search of prescriptions.
pub(in crate::prescriptions) enum Found {
    Number(i64),
    Persons(Vec<Uuid>),
}

fn select(engine: Engine, scope: &Scope, which: Which) -> Select<prescription::Entity> {
    let query =
        prescription::Entity::find().filter(scope.condition(prescription::Column::PersonId));
    match which {
        Which::OfPerson(person) => query.filter(prescription::Column::PersonId.eq(person)),
        Which::FaxedOrRefunded => query.filter(prescription::Column::Status.is_in(SENT)),
        Which::All(wanted) => query.filter(wanted.condition(engine)),
    }
}

/// One page of prescriptions by creation time, and the total. The page starts after `cursor`.
pub(in crate::prescriptions) async fn page(
    db: &Connection,
    scope: &Scope,
    which: Which,
    limit: u64,
    cursor: Option<Uuid>,
    oldest_first: bool,
) -> Result<(Vec<prescription::Model>, Total)> {
    let mut query = select(Engine::from_connection(db), scope, which);
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
        Total::whole(&rows)
    } else {
        totals::count(db, all).await?
    };
    Ok((rows, total))
}

/// The clinic's open work on one patient, oldest first, and what was sent after `since`.
pub(in crate::prescriptions) async fn pending(
    db: &Connection,
    scope: &Scope,
    person: Uuid,
    since: DateTime<Utc>,
) -> Result<Vec<prescription::Model>> {
    Ok(JointRead::all(db, &select_pending(scope, person, since)).await?)
}

fn select_pending(
    scope: &Scope,
    person: Uuid,
    since: DateTime<Utc>,
) -> Select<prescription::Entity> {
    let open = prescription::Column::Status.is_in(UNDER_REVIEW);
    // A failed fax or a pending refund stays on the list.
    let open = open.or(prescription::Column::Work.is_not_null());
    // Asked of each of the patient's own: a list of all that happened lately would be made of every status there ever was.
    let happened = prescription_status::Entity::find()
        .select_only()
        .column(prescription_status::Column::Id)
        .filter(
            prescription_status::Column::PrescriptionId
                .into_expr()
                .equals(prescription::Column::Id.as_column_ref()),
        )
        .filter(prescription_status::Column::At.gt(since));
    let lately = prescription::Column::Status
        .is_in(SENT)
        .and(Expr::exists(happened.into_query()));
    prescription::Entity::find()
        .filter(scope.condition(prescription::Column::PersonId))
        .filter(prescription::Column::PersonId.eq(person))
        .filter(open.or(lately))
        .order_by_asc(prescription::Column::CreatedAt)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use salal_db::{Db, on_both, testing};
    use sea_orm::{ConnectionTrait, QueryOrder, QuerySelect, QueryTrait};

    use uuid::Uuid;

    use super::{Late, Wanted, Which, prescription, select, select_pending};
    use crate::api::Scope;
    use crate::prescriptions::repo::Cutoffs;

    on_both!(
        what_was_decided_in_a_period_is_read_by_its_index,
        work_on_a_patient_reads_no_other_patients
    );

    async fn work_on_a_patient_reads_no_other_patients(db: Db) {
        let rows = select_pending(&Scope::for_job(), Uuid::nil(), DateTime::<Utc>::UNIX_EPOCH);
        let statement = rows.build(db.read().get_database_backend());
        let plan = testing::plan(&db, statement).await.expect("a plan");
        assert!(!plan.contains("Seq Scan"), "{plan}");
        assert!(!plan.contains("SCAN prescription"), "{plan}");
    }

    async fn what_was_decided_in_a_period_is_read_by_its_index(db: Db) {
        let from = DateTime::<Utc>::UNIX_EPOCH;
        let promise = TimeDelta::hours(24);
        let open = Cutoffs {
            paid: from - promise,
            fax: from,
        };
        for open in [None, Some(None), Some(Some(open))] {
            let wanted = Wanted {
                decided_from: Some(from),
                decided_until: Some(from + TimeDelta::days(30)),
                late: open.map(|open| Late { promise, open }),
                ..Wanted::default()
            };
            let page = select(db.engine(), &Scope::for_job(), Which::All(wanted))
                .order_by_desc(prescription::Column::CreatedAt)
                .order_by_desc(prescription::Column::Id)
                .limit(11);
            let statement = page.build(db.read().get_database_backend());
            let plan = testing::plan(&db, statement).await.expect("a plan");
            assert!(plan.contains("prescription_decided_idx"), "{plan}");
            assert!(!plan.contains("Seq Scan"), "{plan}");
        }
    }
}
