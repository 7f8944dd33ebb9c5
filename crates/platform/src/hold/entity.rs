// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of restores.

/// A restore of this database, and until when every effect outside is held. At most one is open.
pub mod restore_hold {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "restore_hold")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub restored_at: DateTimeUtc,
        /// The state of the database is of this time: what happened later is not in it.
        pub point_at: DateTimeUtc,
        /// What the restore did, a sentence a line.
        pub told: String,
        pub ended_at: Option<DateTimeUtc>,
        /// Who released the rest; nobody when it was done at the terminal.
        pub ended_by: Option<Uuid>,
        pub reason: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
