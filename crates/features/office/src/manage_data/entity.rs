// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of imports: their history, original files, rows in chunks, and which import is in force.

/// An import of a file, a build of the drugs, or the undo of a build.
pub mod data_import {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::manage_data::states::{ImportKind, ImportStage, ImportState};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "data_import")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub kind: Coded<ImportKind>,
        pub resource: String,
        pub state: Coded<ImportState>,
        pub stage: Coded<ImportStage>,
        /// True while it is waiting or running: one at a time.
        pub active: Option<bool>,
        /// Names and sizes.
        #[sea_orm(column_type = "JsonBinary")]
        pub files: Json,
        pub rows_total: i64,
        pub rows_done: i64,
        pub rows_skipped: i64,
        /// Why rows were skipped, counted.
        #[sea_orm(column_type = "JsonBinary")]
        pub reasons: Json,
        /// The outcome, as sentences.
        #[sea_orm(column_type = "JsonBinary")]
        pub report: Json,
        /// The sources of a build.
        #[sea_orm(column_type = "JsonBinary")]
        pub inputs: Json,
        /// What was in force before.
        #[sea_orm(column_type = "JsonBinary")]
        pub replaced: Json,
        /// What would be removed, rules' drugs or a list's entries: why an import or a build stopped, or what
        /// a person approved.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub silent: Option<Json>,
        /// Why a person continues anyway.
        pub reason: Option<String>,
        /// The mapping of the file's columns to ours.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub mapping: Option<Json>,
        /// What it removed, so that the small steps of several imports add up.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub lost: Option<Json>,
        /// The kinds of losses approved at the terminal; on the page, those that were shown are approved.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub accepts: Option<Json>,
        /// Its rows are still stored.
        pub kept: bool,
        /// Null: from the terminal.
        pub created_by: Option<Uuid>,
        pub created_at: DateTimeUtc,
        /// Its last progress.
        pub touched_at: DateTimeUtc,
        pub ended_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A piece of an original file; deleted when the import has ended.
pub mod data_piece {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "data_piece")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub import_id: Uuid,
        pub file: i64,
        pub seq: i64,
        pub bytes: Vec<u8>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// Rows of an import, packed.
pub mod data_chunk {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "data_chunk")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub import_id: Uuid,
        pub resource: String,
        /// The set of the register, `before` for a list's earlier entries, `skipped` for rejected rows.
        pub part: String,
        pub first_row: i64,
        pub row_count: i64,
        pub bytes: Vec<u8>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// Which import of a resource's part is in force.
pub mod data_in_force {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "data_in_force")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub resource: String,
        pub part: String,
        pub import_id: Uuid,
        pub row_count: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
