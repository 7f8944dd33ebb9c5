// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of medical information. Every change is a new row; none is ever changed.

/// Medical information as given by a person at one time.
pub mod medical_info {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "medical_info")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub person_id: Uuid,
        pub created_by: Uuid,
        pub created_at: DateTimeUtc,
        #[sea_orm(column_type = "JsonBinary")]
        pub content: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
