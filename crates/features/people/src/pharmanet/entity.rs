// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of uses.

/// A use of someone's credentials, usually to look up a patient.
pub mod pharmanet_use {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "pharmanet_use")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub by_person: Uuid,
        pub session_id: Uuid,
        /// The patient who was looked up; null when only the credentials were requested.
        pub person_id: Option<Uuid>,
        pub at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
