// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of emailed links.

/// A link that lets its holder do one thing without signing in.
pub(crate) mod link {
    use salal_db::Coded;
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    use crate::features::links::Purpose;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "link")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) purpose: Coded<Purpose>,
        /// SHA-256 of the secret; the secret itself is only in the email.
        pub(crate) token_hash: String,
        pub(crate) subject_kind: Coded<SubjectKind>,
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
