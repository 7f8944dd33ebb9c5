// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of emailed links.

/// A link that lets its holder do one thing without signing in.
pub(crate) mod link {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "link")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// `reply`, `not_received` or `resend`.
        pub(crate) purpose: String,
        /// SHA-256 of the secret; the secret itself is only in the email.
        pub(crate) token_hash: String,
        pub(crate) subject_kind: String,
        pub(crate) subject_id: Uuid,
        /// The person whose record it opens.
        pub(crate) person_id: Uuid,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) expires_at: DateTimeUtc,
        pub(crate) used_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
