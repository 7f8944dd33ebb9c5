// SPDX-License-Identifier: AGPL-3.0-or-later

//! What was approved for a patient before.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{Coded, JointAnswers, JointRead, Part};
use salal_domain::prescriptions::status::{MedicationStatus, PrescriptionStatus};
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{ColumnTrait, FromQueryResult, QueryFilter, QuerySelect, Select, Value};
use uuid::Uuid;

use super::lists::{Line, LinesPart, changes_of, in_order};
use crate::api::Scope;
use crate::error::Result;
use crate::prescriptions::entity::{medication, prescription, signature};

/// Statuses of a prescription that was not paid for, or was cancelled.
const NOT_SENT: [Coded<PrescriptionStatus>; 2] = [
    Coded(PrescriptionStatus::Created),
    Coded(PrescriptionStatus::Canceled),
];

/// A patient's approved lines since a time, and their signed prescriptions, in a joint read. What was approved
/// and not signed has left for no pharmacy, so it is no supply.
pub(in crate::prescriptions) struct EarlierPart {
    lines: LinesPart,
    signed: Part<Signed>,
}

/// A signed prescription: its number, and when it was signed first.
#[derive(FromQueryResult, serde::Deserialize)]
pub(in crate::prescriptions) struct Signed {
    id: Uuid,
    pub(in crate::prescriptions) number: i64,
    pub(in crate::prescriptions) first_at: DateTime<Utc>,
}

impl EarlierPart {
    pub(in crate::prescriptions) fn add(
        read: &mut JointRead,
        scope: &Scope,
        person: Uuid,
        since: DateTime<Utc>,
    ) -> Self {
        // A scope of one person has a value of its own.
        if !scope.is_any() {
            return Self {
                lines: LinesPart::of(read, approved(scope, person, since)),
                signed: read.add_as(&signed(scope, person, since)),
            };
        }
        let of_lines: [Value; 3] = [
            person.into(),
            Coded(MedicationStatus::Approved).into(),
            since.into(),
        ];
        let mut of_signed: Vec<Value> = vec![person.into(), since.into()];
        of_signed.extend(NOT_SENT.map(Value::from));
        let approved = || approved(scope, person, since);
        let lines = LinesPart {
            lines: read.add_again(of_lines.to_vec(), || in_order(approved())),
            changes: read.add_again(of_lines.to_vec(), || changes_of(approved())),
        };
        Self {
            lines,
            signed: read.add_again(of_signed, || signed(scope, person, since)),
        }
    }

    /// The lines, oldest approval first, and the requests that are signed and not cancelled.
    pub(in crate::prescriptions) fn take(
        &self,
        found: &mut JointAnswers,
    ) -> Result<(Vec<Line>, HashMap<Uuid, Signed>)> {
        let mut lines = self.lines.take(found)?;
        lines.sort_by_key(|(line, _)| (line.decided_at, line.id));
        let signed = found.take(&self.signed)?;
        let signed = signed.into_iter().map(|one| (one.id, one));
        Ok((lines, signed.collect()))
    }
}

fn approved(scope: &Scope, person: Uuid, since: DateTime<Utc>) -> Select<medication::Entity> {
    medication::Entity::find()
        .filter(scope.condition(medication::Column::PersonId))
        .filter(medication::Column::PersonId.eq(person))
        .filter(medication::Column::Status.eq(Coded(MedicationStatus::Approved)))
        .filter(medication::Column::DecidedAt.gt(since))
}

fn signed(scope: &Scope, person: Uuid, since: DateTime<Utc>) -> Select<prescription::Entity> {
    let in_force = Query::select()
        .column(signature::Column::PrescriptionId)
        .from(signature::Entity)
        .and_where(signature::Column::VoidedAt.is_null())
        .to_owned();
    prescription::Entity::find()
        .select_only()
        .columns([prescription::Column::Id, prescription::Column::Number])
        .expr_as(
            Expr::SubQuery(None, Box::new(first_signed().into())),
            "first_at",
        )
        .filter(scope.condition(prescription::Column::PersonId))
        .filter(prescription::Column::PersonId.eq(person))
        .filter(prescription::Column::CreatedAt.gt(since))
        .filter(prescription::Column::Id.in_subquery(in_force))
        .filter(prescription::Column::Status.is_not_in(NOT_SENT))
}

/// When the prescription of the outer query was signed first: from then on it was a supply, also where a later
/// copy was signed anew.
fn first_signed() -> SelectStatement {
    use signature::Column;
    Query::select()
        .expr(Expr::col((signature::Entity, Column::SignedAt)).min())
        .from(signature::Entity)
        .and_where(
            Expr::col((signature::Entity, Column::PrescriptionId))
                .equals((prescription::Entity, prescription::Column::Id)),
        )
        .to_owned()
}
