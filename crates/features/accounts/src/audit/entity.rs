// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of the audit log: who read or changed which record, the hash chain, and the signed daily heads.
//! Rows are only added; the database refuses anything else.

/// One audit entry.
pub mod audit {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub at: DateTimeUtc,
        /// The person of the account; null for the public and for jobs.
        pub actor: Option<Uuid>,
        pub actor_role: String,
        pub patient: Option<Uuid>,
        pub action: String,
        pub object_kind: Option<String>,
        pub object_id: Option<String>,
        pub ip: String,
        pub request_id: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The position of an entry in the chain.
pub mod audit_seal {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_seal")]
    pub struct Model {
        /// From 1, without gaps.
        #[sea_orm(primary_key, auto_increment = false)]
        pub seq: i64,
        pub audit_id: Uuid,
        /// SHA-256 over the previous hash, the position and the entry; hexadecimal.
        pub hash: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The head of the chain at the end of a clinic day, signed.
pub mod audit_head {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_head")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: Date,
        pub seq: i64,
        pub hash: String,
        pub signed_at: DateTimeUtc,
        pub signature: String,
        pub public_key: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
