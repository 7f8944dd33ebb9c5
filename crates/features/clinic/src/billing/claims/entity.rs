// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of claims: the counter, the account, files and the claims in them.

/// The sequence numbers of a data centre, and the current writer.
pub mod teleplan_counter {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "teleplan_counter")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub data_centre: String,
        /// Null until the service was queried.
        pub last_committed: Option<i64>,
        pub holder: Option<Uuid>,
        pub lease_until: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A password that replaced the one in the settings.
pub mod teleplan_account {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "teleplan_account")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub username: String,
        pub sealed: Vec<u8>,
        pub changed_at: DateTimeUtc,
        pub changed_by: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A file of claims.
pub mod claim_file {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::billing::claims::ClaimFileState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "claim_file")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub number: i64,
        pub data_centre: String,
        pub state: Coded<ClaimFileState>,
        pub first_sequence: Option<i64>,
        pub last_sequence: Option<i64>,
        pub records: i64,
        pub bills: i64,
        pub amount_cents: i64,
        /// The exact bytes.
        pub sealed: Option<Vec<u8>>,
        pub sha256: Option<String>,
        /// The service's transaction number.
        pub tid: Option<String>,
        /// The message of the service, or ours.
        pub told: Option<String>,
        pub created_at: DateTimeUtc,
        pub sent_at: Option<DateTimeUtc>,
        pub by_person: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A claim of a file.
pub mod claim {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "claim")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub claim_file_id: Uuid,
        pub bill_id: Uuid,
        pub person_id: Uuid,
        pub data_centre: String,
        pub sequence: i64,
        pub folio: i64,
        pub amount_cents: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
