// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of claims: the counter, the account, files and the claims in them.

/// The sequence numbers of a data centre, and the current writer.
pub(crate) mod teleplan_counter {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "teleplan_counter")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) data_centre: String,
        /// Null until the service was queried.
        pub(crate) last_committed: Option<i64>,
        pub(crate) holder: Option<Uuid>,
        pub(crate) lease_until: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A password that replaced the one in the settings.
pub(crate) mod teleplan_account {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "teleplan_account")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) username: String,
        pub(crate) sealed: Vec<u8>,
        pub(crate) changed_at: DateTimeUtc,
        pub(crate) changed_by: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A file of claims.
pub(crate) mod claim_file {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::billing::claims::ClaimFileState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "claim_file")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) number: i64,
        pub(crate) data_centre: String,
        pub(crate) state: Coded<ClaimFileState>,
        pub(crate) first_sequence: Option<i64>,
        pub(crate) last_sequence: Option<i64>,
        pub(crate) records: i64,
        pub(crate) bills: i64,
        pub(crate) amount_cents: i64,
        /// The exact bytes.
        pub(crate) sealed: Option<Vec<u8>>,
        pub(crate) sha256: Option<String>,
        /// The service's transaction number.
        pub(crate) tid: Option<String>,
        /// The message of the service, or ours.
        pub(crate) told: Option<String>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) sent_at: Option<DateTimeUtc>,
        pub(crate) by_person: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A claim of a file.
pub(crate) mod claim {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "claim")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) claim_file_id: Uuid,
        pub(crate) bill_id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) data_centre: String,
        pub(crate) sequence: i64,
        pub(crate) folio: i64,
        pub(crate) amount_cents: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
