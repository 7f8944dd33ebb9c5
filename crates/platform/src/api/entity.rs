// SPDX-License-Identifier: AGPL-3.0-or-later

//! The API layer's own tables: stored responses for repeated requests, and counters.

/// The response to a request, stored for when the request is repeated.
pub mod idempotency {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "idempotency")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub caller: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: String,
        /// The same key with a different request is refused.
        pub request_hash: String,
        pub status: i64,
        pub body: String,
        pub content_type: String,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
