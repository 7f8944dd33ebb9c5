// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of the audit log: who read or changed which record, the hash chain, what is signed of it, and
//! what is kept of earlier keys. Rows are only added; the database refuses anything else. Besides, what the signer has to tell.

/// The tables of the audit log.
pub const TABLES: &[&str] = &[
    "audit",
    "audit_seal",
    "audit_head",
    "audit_statement",
    "audit_watch",
    "audit_key",
];

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
        /// That this installation wrote it; null for entries of earlier versions.
        pub mac: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
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
        /// Over the previous hash, the position and the entry; hexadecimal.
        pub hash: String,
        /// The key of the hash; null for positions of earlier versions, whose hash needs no key.
        pub key_id: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// The head of the chain at the end of a clinic day, signed by an earlier version.
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

    salal_db::table!();
}

/// What is signed of the chain: its head at the end of a clinic day, or an anchor.
pub mod audit_statement {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_statement")]
    pub struct Model {
        /// From 1, without gaps.
        #[sea_orm(primary_key, auto_increment = false)]
        pub number: i64,
        /// The day that it closes; null for an anchor.
        pub day: Option<Date>,
        pub seq: i64,
        pub hash: String,
        pub signed_at: DateTimeUtc,
        pub key_id: String,
        /// The signature of the one before.
        pub follows: String,
        pub signature: String,
        pub public_key: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// What is kept of a key that was replaced, sealed with each later master key.
pub mod audit_key {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_key")]
    pub struct Model {
        /// What the audit calls the replaced key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub key_id: String,
        /// The name of the master key that the rest is sealed with.
        #[sea_orm(primary_key, auto_increment = false)]
        pub sealed_with: String,
        pub sealed: String,
        pub replaced_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// What the signer has to tell, one row for each kind.
pub mod audit_watch {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    salal_domain::codes! {
        /// What is told.
        pub enum Watched {
            /// Nothing is signed, because something is wrong with the log.
            Refused = "refused",
            /// A place outside cannot be read or written.
            Unwritten = "unwritten",
            /// What was put into the folder.
            InFolder = "folder",
            /// What was put into the bucket.
            InBucket = "bucket",
            /// When the newest statement that is outside was signed.
            Outside = "outside",
        }
    }

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_watch")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub what: Coded<Watched>,
        /// Since when, or when.
        pub at: DateTimeUtc,
        pub told: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
