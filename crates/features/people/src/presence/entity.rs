// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of open patient pages.

/// A staff member with a patient's page open.
pub mod presence {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "presence")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub patient_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub staff_id: Uuid,
        /// When the page was opened.
        pub since: DateTimeUtc,
        /// The last heartbeat of the page.
        pub seen_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
