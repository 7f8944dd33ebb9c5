// SPDX-License-Identifier: AGPL-3.0-or-later

//! What was approved for a patient before.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{Coded, JointAnswers, JointRead, Part};
use salal_domain::prescriptions::status::{MedicationStatus, PrescriptionStatus};
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect};
use uuid::Uuid;

use super::lists::{Line, LinesPart};
use crate::api::Scope;
use crate::error::Result;
use crate::prescriptions::entity::{medication, prescription, signature};

/// A patient's approved lines since a time, and the numbers of their signed prescriptions, in a joint read. What
/// was approved and not signed has left for no pharmacy, so it is no supply.
pub(in crate::prescriptions) struct EarlierPart {
    lines: LinesPart,
    numbers: Part<Number>,
}

#[derive(FromQueryResult, serde::Deserialize)]
struct Number {
    id: Uuid,
    number: i64,
}

impl EarlierPart {
    pub(in crate::prescriptions) fn add(
        read: &mut JointRead,
        scope: &Scope,
        person: Uuid,
        since: DateTime<Utc>,
    ) -> Self {
        let approved = medication::Entity::find()
            .filter(scope.condition(medication::Column::PersonId))
            .filter(medication::Column::PersonId.eq(person))
            .filter(medication::Column::Status.eq(Coded(MedicationStatus::Approved)))
            .filter(medication::Column::DecidedAt.gt(since));
        let signed = sea_orm::sea_query::Query::select()
            .column(signature::Column::PrescriptionId)
            .from(signature::Entity)
            .and_where(signature::Column::VoidedAt.is_null())
            .to_owned();
        let numbers = prescription::Entity::find()
            .select_only()
            .columns([prescription::Column::Id, prescription::Column::Number])
            .filter(scope.condition(prescription::Column::PersonId))
            .filter(prescription::Column::PersonId.eq(person))
            .filter(prescription::Column::CreatedAt.gt(since))
            .filter(prescription::Column::Id.in_subquery(signed))
            .filter(prescription::Column::Status.is_not_in([
                Coded(PrescriptionStatus::Created),
                Coded(PrescriptionStatus::Canceled),
            ]));
        Self {
            lines: LinesPart::of(read, approved),
            numbers: read.add_as(&numbers),
        }
    }

    /// The lines, oldest approval first, and the numbers of the requests that are signed and not cancelled.
    pub(in crate::prescriptions) fn take(
        &self,
        found: &mut JointAnswers,
    ) -> Result<(Vec<Line>, HashMap<Uuid, i64>)> {
        let mut lines = self.lines.take(found)?;
        lines.sort_by_key(|(line, _)| (line.decided_at, line.id));
        let numbers = found.take(&self.numbers)?;
        let numbers = numbers.into_iter().map(|one| (one.id, one.number));
        Ok((lines, numbers.collect()))
    }
}
