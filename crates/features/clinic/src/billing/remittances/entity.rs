// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of remittances: retrievals, files and lines.

/// One retrieval of remittances from the plan.
pub mod remittance_pull {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::billing::remittances::PullState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "remittance_pull")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub state: Coded<PullState>,
        /// Display text.
        pub stage: String,
        pub done: i64,
        pub total: i64,
        pub files: i64,
        pub lines: i64,
        pub matched: i64,
        pub exceptions: i64,
        /// Lines received before.
        pub known: i64,
        pub why: Option<String>,
        pub started_at: DateTimeUtc,
        pub ended_at: Option<DateTimeUtc>,
        pub by_person: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A file as received.
pub mod remittance_file {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::billing::remittances::FileState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "remittance_file")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub pull_id: Uuid,
        pub name: String,
        pub state: Coded<FileState>,
        pub sealed: Vec<u8>,
        pub sha256: String,
        pub lines: i64,
        /// Kind of fault, line and text, most severe first.
        #[sea_orm(column_type = "JsonBinary")]
        pub report: Json,
        pub fetched_at: DateTimeUtc,
        pub taken_at: Option<DateTimeUtc>,
        /// Who imported it although lines seemed to be missing; null when there were no faults.
        pub agreed_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A line of an imported file.
pub mod remittance_line {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "remittance_line")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub remittance_file_id: Uuid,
        pub ordinal: i64,
        /// Its position in the file, from 1.
        pub line: i64,
        /// Identifies the same line in another file.
        pub key: String,
        /// The record code it begins with.
        pub kind: String,
        /// Whether it is about one claim.
        pub is_claim: bool,
        pub sequence: i64,
        pub folio: i64,
        pub payment_date: Option<Date>,
        pub service_date: Option<Date>,
        pub fee_code: Option<String>,
        pub health_number: Option<String>,
        pub bill_cents: Option<i64>,
        pub paid_cents: Option<i64>,
        #[sea_orm(column_type = "JsonBinary")]
        pub codes: Json,
        /// The text of a message.
        pub words: Option<String>,
        pub person_id: Option<Uuid>,
        pub bill_id: Option<Uuid>,
        /// Why a person must check it.
        pub exception: Option<String>,
        pub settled_at: Option<DateTimeUtc>,
        pub settled_by: Option<Uuid>,
        /// Whether it is for our payee, and no person said that it belongs to no bill of ours; another payee's
        /// line is shown, and its amount is not counted.
        pub is_ours: bool,
        /// What it counts for in the sums of its month, when it is about a claim of ours.
        pub counted_paid_cents: i64,
        pub counted_refused_cents: i64,
        /// What it paid beyond its bill, which stands apart from these sums.
        pub overpaid_cents: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
