// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of the audit log: who read or changed which record, the hash chain, and the signed daily heads.
//! Rows are only added; the database refuses anything else.

/// One audit entry.
pub(crate) mod audit {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) at: DateTimeUtc,
        /// The person of the account; null for the public and for jobs.
        pub(crate) actor: Option<Uuid>,
        pub(crate) actor_role: String,
        pub(crate) patient: Option<Uuid>,
        pub(crate) action: String,
        pub(crate) object_kind: Option<String>,
        pub(crate) object_id: Option<String>,
        pub(crate) ip: String,
        pub(crate) request_id: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The position of an entry in the chain.
pub(crate) mod audit_seal {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_seal")]
    pub(crate) struct Model {
        /// From 1, without gaps.
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) seq: i64,
        pub(crate) audit_id: Uuid,
        /// SHA-256 over the previous hash, the position and the entry; hexadecimal.
        pub(crate) hash: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The head of the chain at the end of a clinic day, signed.
pub(crate) mod audit_head {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_head")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) day: Date,
        pub(crate) seq: i64,
        pub(crate) hash: String,
        pub(crate) signed_at: DateTimeUtc,
        pub(crate) signature: String,
        pub(crate) public_key: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
