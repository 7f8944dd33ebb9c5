// SPDX-License-Identifier: AGPL-3.0-or-later

//! What took longer than promised, from the payment to the last decided line, or takes longer by now.

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::Engine;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};

use super::Cutoffs;
use crate::prescriptions::entity::prescription;

/// Whether a decision took longer than promised. Beside it `Late::of_decided`, the same of stored rows.
pub fn is_late(pending_at: DateTime<Utc>, decided_at: DateTime<Utc>, promise: TimeDelta) -> bool {
    decided_at - pending_at > promise
}

/// What is late by a promise.
#[derive(Clone, Copy)]
pub(in crate::prescriptions) struct Late {
    pub promise: TimeDelta,
    /// What is late now of what is still open, as the queue says it.
    pub open: Cutoffs,
}

impl Late {
    /// What was decided late and, unless only decided requests are wanted, what is open and late.
    pub(super) fn condition(self, engine: Engine, only_decided: bool) -> Condition {
        let decided = self.of_decided(engine);
        if only_decided {
            return decided;
        }
        Condition::any().add(decided).add(self.open.of_reviews())
    }

    fn of_decided(self, engine: Engine) -> Condition {
        let column = (prescription::Entity, prescription::Column::DecidedAt);
        let promised = engine.later("prescription.pending_at", self.promise.num_seconds());
        Condition::all()
            .add(prescription::Column::DecidedAt.is_not_null())
            .add(Expr::col(column).gt(promised))
    }
}
