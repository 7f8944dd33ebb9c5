// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of lab results: files, tests with their versions, reports, and reports without a patient.

/// An imported file; never changed.
pub mod lab_file {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "lab_file")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub sha256: String,
        /// `HL7` or `JSON`.
        pub form: String,
        pub reports: i64,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// One version of an order's results, and its state here.
pub mod lab_test {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "lab_test")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub person_id: Uuid,
        pub lab: String,
        /// The laboratory's own number.
        pub order_number: String,
        /// 1 for the first report.
        pub version: i64,
        pub created_at: DateTimeUtc,
        /// When a later report replaced it.
        pub replaced_at: Option<DateTimeUtc>,
        pub acknowledged_at: Option<DateTimeUtc>,
        pub acknowledged_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// The laboratory's report of one version; never changed.
pub mod lab_result {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "lab_result")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub lab_test_id: Uuid,
        pub file_id: Uuid,
        /// Identifies the same report in another file.
        pub print: String,
        /// The name on the report differs from the one on record.
        pub name_differs: bool,
        #[sea_orm(column_type = "JsonBinary")]
        pub content: Json,
        /// The report as in the file.
        pub source: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A report for which no patient was found.
pub mod lab_exception {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::lab_tests::matching::Doubt;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "lab_exception")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub file_id: Uuid,
        pub print: String,
        pub reason: Coded<Doubt>,
        #[sea_orm(column_type = "JsonBinary")]
        pub content: Json,
        pub source: String,
        pub created_at: DateTimeUtc,
        pub settled_at: Option<DateTimeUtc>,
        pub settled_by: Option<Uuid>,
        /// The resulting test; null when it was set aside.
        pub lab_test_id: Option<Uuid>,
        /// Why it was set aside.
        pub note: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A test of the laboratories by its code.
pub mod lab_definition {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "lab_definition")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub code: String,
        pub name: String,
        /// The group it is shown under.
        pub panel: String,
        pub unit: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
