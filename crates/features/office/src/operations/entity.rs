// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of operations: the status of external services, backups that were made, and what was found wrong.

/// The status of one external service, as seen by ordinary requests.
pub mod service_seen {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "service_seen")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub service: String,
        pub answered_at: Option<DateTimeUtc>,
        pub failed_at: Option<DateTimeUtc>,
        /// The kind of the last failure; never the service's own text.
        pub failure: Option<String>,
        /// Failures since the last success.
        pub failures: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A backup that was made.
pub mod backup_mark {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::operations::health::BackupMaker;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "backup_mark")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub at: DateTimeUtc,
        pub made_by: Coded<BackupMaker>,
        pub name: String,
        pub bytes: Option<i64>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// Something that an examination found, until it is over.
pub mod alert {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "alert")]
    pub struct Model {
        /// The machine that it is about; empty for the whole installation.
        #[sea_orm(primary_key, auto_increment = false)]
        pub place: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub code: String,
        pub area: String,
        pub level: String,
        pub text: String,
        pub since: DateTimeUtc,
        /// When it was found last.
        pub seen_at: DateTimeUtc,
        pub told_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// When a place was last looked at.
pub mod alert_look {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "alert_look")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub place: String,
        pub at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
