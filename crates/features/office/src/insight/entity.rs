// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of insight: the figures of each day, made once the day is over.

/// The figures of a day, of a payer, and of a doctor or everyone.
pub mod insight_day {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::insight::figures::Payers;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "insight_day")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub payer: Coded<Payers>,
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: Date,
        /// The nil id: all of them, and what no doctor had a part in.
        #[sea_orm(primary_key, auto_increment = false)]
        pub doctor_id: Uuid,
        /// Requests that were decided.
        pub decided: i64,
        pub made_at: DateTimeUtc,
        /// As JSON, what is nothing left out.
        pub figures: String,
        /// A line for each pharmacy: number, name, faxes, at the first attempt, attempts, failed, minutes.
        pub pharmacies: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
