// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of remittances: retrievals, files and lines.

/// One retrieval of remittances from the plan.
pub(crate) mod remittance_pull {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::billing::remittances::PullState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "remittance_pull")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) state: Coded<PullState>,
        /// Display text.
        pub(crate) stage: String,
        pub(crate) done: i64,
        pub(crate) total: i64,
        pub(crate) files: i64,
        pub(crate) lines: i64,
        pub(crate) matched: i64,
        pub(crate) exceptions: i64,
        /// Lines received before.
        pub(crate) known: i64,
        pub(crate) why: Option<String>,
        pub(crate) started_at: DateTimeUtc,
        pub(crate) ended_at: Option<DateTimeUtc>,
        pub(crate) by_person: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A file as received.
pub(crate) mod remittance_file {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::billing::remittances::FileState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "remittance_file")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) pull_id: Uuid,
        pub(crate) name: String,
        pub(crate) state: Coded<FileState>,
        pub(crate) sealed: Vec<u8>,
        pub(crate) sha256: String,
        pub(crate) lines: i64,
        /// Kind of fault, line and text, most severe first.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) report: Json,
        pub(crate) fetched_at: DateTimeUtc,
        pub(crate) taken_at: Option<DateTimeUtc>,
        /// Who imported it although lines seemed to be missing; null when there were no faults.
        pub(crate) agreed_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A line of an imported file.
pub(crate) mod remittance_line {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "remittance_line")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) remittance_file_id: Uuid,
        pub(crate) ordinal: i64,
        /// Its position in the file, from 1.
        pub(crate) line: i64,
        /// Identifies the same line in another file.
        pub(crate) key: String,
        /// The record code it begins with.
        pub(crate) kind: String,
        /// Whether it is about one claim.
        pub(crate) is_claim: bool,
        pub(crate) sequence: i64,
        pub(crate) folio: i64,
        pub(crate) payment_date: Option<Date>,
        pub(crate) service_date: Option<Date>,
        pub(crate) fee_code: Option<String>,
        pub(crate) health_number: Option<String>,
        pub(crate) bill_cents: Option<i64>,
        pub(crate) paid_cents: Option<i64>,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) codes: Json,
        /// The text of a message.
        pub(crate) words: Option<String>,
        pub(crate) person_id: Option<Uuid>,
        pub(crate) bill_id: Option<Uuid>,
        /// Why a person must check it.
        pub(crate) exception: Option<String>,
        pub(crate) settled_at: Option<DateTimeUtc>,
        pub(crate) settled_by: Option<Uuid>,
        /// Whether it is for our payee; another payee's line is shown, and its amount is not counted.
        pub(crate) is_ours: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
