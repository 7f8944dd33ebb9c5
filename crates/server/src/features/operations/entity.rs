// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of operations: the status of external services, and backups that were made.

/// The status of one external service, as seen by ordinary requests.
pub(crate) mod service_seen {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "service_seen")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) service: String,
        pub(crate) answered_at: Option<DateTimeUtc>,
        pub(crate) failed_at: Option<DateTimeUtc>,
        /// The kind of the last failure; never the service's own text.
        pub(crate) failure: Option<String>,
        /// Failures since the last success.
        pub(crate) failures: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A backup that was made.
pub(crate) mod backup_mark {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::operations::health::BackupMaker;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "backup_mark")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) at: DateTimeUtc,
        pub(crate) made_by: Coded<BackupMaker>,
        pub(crate) name: String,
        pub(crate) bytes: Option<i64>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
