// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of emailed links.

/// A link that lets its holder do one thing without signing in.
pub mod link {
    use salal_db::Coded;
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    use crate::links::Purpose;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "link")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub purpose: Coded<Purpose>,
        /// SHA-256 of the secret; the secret itself is only in the email.
        pub token_hash: String,
        pub subject_kind: Coded<SubjectKind>,
        pub subject_id: Uuid,
        /// The person whose record it opens.
        pub person_id: Uuid,
        pub created_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
        pub used_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
