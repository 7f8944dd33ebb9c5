// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of suggestions.

/// A person's suggestion.
pub mod problem {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "problem")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub person_id: Uuid,
        pub message: String,
        /// The screenshot.
        pub upload_id: Option<Uuid>,
        pub created_at: DateTimeUtc,
        pub read_at: Option<DateTimeUtc>,
        pub read_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
