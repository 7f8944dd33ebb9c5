// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of uses.

/// A use of someone's credentials, usually to look up a patient.
pub(crate) mod pharmanet_use {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "pharmanet_use")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) by_person: Uuid,
        pub(crate) session_id: Uuid,
        /// The patient who was looked up; null when only the credentials were requested.
        pub(crate) person_id: Option<Uuid>,
        pub(crate) at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
