// SPDX-License-Identifier: AGPL-3.0-or-later

//! The API layer's own tables: stored responses for repeated requests, and counters.

/// The response to a request, stored for when the request is repeated.
pub(crate) mod idempotency {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "idempotency")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) caller: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) key: String,
        /// The same key with a different request is refused.
        pub(crate) request_hash: String,
        pub(crate) status: i64,
        pub(crate) body: String,
        pub(crate) content_type: String,
        pub(crate) created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
