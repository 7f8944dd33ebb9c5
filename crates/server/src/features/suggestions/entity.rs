// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of suggestions.

/// A person's suggestion.
pub(crate) mod problem {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "problem")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) message: String,
        /// The screenshot.
        pub(crate) upload_id: Option<Uuid>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) read_at: Option<DateTimeUtc>,
        pub(crate) read_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
