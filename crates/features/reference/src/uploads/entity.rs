// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of uploaded files. The bytes are in the upload folder; a row is written after its file.

/// An uploaded file.
pub mod upload {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::uploads::{Category, MediaType};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "upload")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub category: Coded<Category>,
        /// The person whose record it belongs to.
        pub person_id: Uuid,
        pub name: String,
        /// The media type detected from its content.
        pub r#type: Coded<MediaType>,
        pub size: i64,
        pub sha256: String,
        /// Inside the upload folder.
        pub path: String,
        pub created_at: DateTimeUtc,
        /// The uploader; null before sign-in.
        pub by_person: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
