// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of lab results: files, tests with their versions, reports, and reports without a patient.

/// An imported file; never changed.
pub(crate) mod lab_file {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "lab_file")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) sha256: String,
        /// `HL7` or `JSON`.
        pub(crate) form: String,
        pub(crate) reports: i64,
        pub(crate) created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One version of an order's results, and its state here.
pub(crate) mod lab_test {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "lab_test")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) lab: String,
        /// The laboratory's own number.
        pub(crate) order_number: String,
        /// 1 for the first report.
        pub(crate) version: i64,
        pub(crate) created_at: DateTimeUtc,
        /// When a later report replaced it.
        pub(crate) replaced_at: Option<DateTimeUtc>,
        pub(crate) acknowledged_at: Option<DateTimeUtc>,
        pub(crate) acknowledged_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The laboratory's report of one version; never changed.
pub(crate) mod lab_result {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "lab_result")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) lab_test_id: Uuid,
        pub(crate) file_id: Uuid,
        /// Identifies the same report in another file.
        pub(crate) print: String,
        /// The name on the report differs from the one on record.
        pub(crate) name_differs: bool,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) content: Json,
        /// The report as in the file.
        pub(crate) source: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A report for which no patient was found.
pub(crate) mod lab_exception {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::lab_tests::matching::Doubt;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "lab_exception")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) file_id: Uuid,
        pub(crate) print: String,
        pub(crate) reason: Coded<Doubt>,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) content: Json,
        pub(crate) source: String,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) settled_at: Option<DateTimeUtc>,
        pub(crate) settled_by: Option<Uuid>,
        /// The resulting test; null when it was set aside.
        pub(crate) lab_test_id: Option<Uuid>,
        /// Why it was set aside.
        pub(crate) note: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A test of the laboratories by its code.
pub(crate) mod lab_definition {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "lab_definition")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) code: String,
        pub(crate) name: String,
        /// The group it is shown under.
        pub(crate) panel: String,
        pub(crate) unit: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
