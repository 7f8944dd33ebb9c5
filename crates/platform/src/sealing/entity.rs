// SPDX-License-Identifier: AGPL-3.0-or-later

//! Tables about the master keys, of which they hold the names alone: since when each seals, and which keys the running
//! processes have.

/// A master key that sealed something.
pub mod master_key {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "master_key")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// When a process first had it as the one that seals.
        pub first_used_at: DateTimeUtc,
        /// The same for the last time, to the hour.
        pub last_used_at: DateTimeUtc,
        /// When an operator declared it lost: the program starts without it.
        pub lost_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A running process, and its keys.
pub mod key_holder {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "key_holder")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub node: Uuid,
        /// The names of its keys, the one that seals first, separated by blanks.
        pub key_ids: String,
        pub seen_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
