// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of open patient pages.

/// A staff member with a patient's page open.
pub(crate) mod presence {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "presence")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) patient_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) staff_id: Uuid,
        /// When the page was opened.
        pub(crate) since: DateTimeUtc,
        /// The last heartbeat of the page.
        pub(crate) seen_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
