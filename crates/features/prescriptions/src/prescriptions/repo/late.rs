// SPDX-License-Identifier: AGPL-3.0-or-later

//! What took longer than promised, from the payment to the last decided line, or takes longer by now.

use chrono::TimeDelta;
use salal_db::Engine;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement, UnionType};

use super::Cutoffs;
use crate::prescriptions::entity::prescription;

/// Whether a decision took longer than promised: the one rule of the lists and of the clinic's figures. Exact to the
/// microsecond, as times are stored.
pub(super) fn decided_late(engine: Engine, promise: TimeDelta) -> Condition {
    let column = (prescription::Entity, prescription::Column::DecidedAt);
    let promised = engine.later("prescription.pending_at", promise.num_seconds());
    Condition::all()
        .add(prescription::Column::DecidedAt.is_not_null())
        .add(Expr::col(column).gt(promised))
}

/// What is late by a promise.
#[derive(Clone, Copy)]
pub(in crate::prescriptions) struct Late {
    pub promise: TimeDelta,
    /// What is late now of what is still open, as the queue says it; none where only decided requests are wanted.
    pub open: Option<Cutoffs>,
}

impl Late {
    /// What was decided late within a time and, where it is wanted, what is open and late.
    pub(super) fn condition(self, engine: Engine, within: Condition) -> Condition {
        let decided = within.add(decided_late(engine, self.promise));
        let Some(open) = self.open else {
            return decided;
        };
        // Each part by its own index: with an OR, SQLite goes through the table.
        let mut late = ids(decided);
        late.union(UnionType::All, ids(Condition::all().add(open.of_reviews())));
        Condition::all().add(prescription::Column::Id.in_subquery(late))
    }
}

fn ids(condition: Condition) -> SelectStatement {
    Query::select()
        .column(prescription::Column::Id)
        .from(prescription::Entity)
        .cond_where(condition)
        .to_owned()
}
