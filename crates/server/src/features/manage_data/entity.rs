// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of imports: their history, original files, rows in chunks, and which import is in force.

/// An import of a file, a build of the drugs, or the undo of a build.
pub(crate) mod data_import {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::manage_data::states::{ImportKind, ImportStage, ImportState};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "data_import")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) kind: Coded<ImportKind>,
        pub(crate) resource: String,
        pub(crate) state: Coded<ImportState>,
        pub(crate) stage: Coded<ImportStage>,
        /// True while it is waiting or running: one at a time.
        pub(crate) active: Option<bool>,
        /// Names and sizes.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) files: Json,
        pub(crate) rows_total: i64,
        pub(crate) rows_done: i64,
        pub(crate) rows_skipped: i64,
        /// Why rows were skipped, counted.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) reasons: Json,
        /// The outcome, as sentences.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) report: Json,
        /// The sources of a build.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) inputs: Json,
        /// What was in force before.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) replaced: Json,
        /// What would be removed, rules' drugs or a list's entries: why an import or a build stopped, or what
        /// a person approved.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub(crate) silent: Option<Json>,
        /// Why a person continues anyway.
        pub(crate) reason: Option<String>,
        /// The mapping of the file's columns to ours.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub(crate) mapping: Option<Json>,
        /// What it removed, so that the small steps of several imports add up.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub(crate) lost: Option<Json>,
        /// The kinds of losses approved at the terminal; on the page, those that were shown are approved.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub(crate) accepts: Option<Json>,
        /// Its rows are still stored.
        pub(crate) kept: bool,
        /// Null: from the terminal.
        pub(crate) created_by: Option<Uuid>,
        pub(crate) created_at: DateTimeUtc,
        /// Its last progress.
        pub(crate) touched_at: DateTimeUtc,
        pub(crate) ended_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A piece of an original file; deleted when the import has ended.
pub(crate) mod data_piece {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "data_piece")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) import_id: Uuid,
        pub(crate) file: i64,
        pub(crate) seq: i64,
        pub(crate) bytes: Vec<u8>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Rows of an import, packed.
pub(crate) mod data_chunk {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "data_chunk")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) import_id: Uuid,
        pub(crate) resource: String,
        /// The set of the register, `before` for a list's earlier entries, `skipped` for rejected rows.
        pub(crate) part: String,
        pub(crate) first_row: i64,
        pub(crate) row_count: i64,
        pub(crate) bytes: Vec<u8>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Which import of a resource's part is in force.
pub(crate) mod data_in_force {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "data_in_force")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) resource: String,
        pub(crate) part: String,
        pub(crate) import_id: Uuid,
        pub(crate) row_count: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
