// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of uploaded files. The bytes are in the upload folder; a row is written after its file.

/// An uploaded file.
pub(crate) mod upload {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::uploads::{Category, MediaType};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "upload")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) category: Coded<Category>,
        /// The person whose record it belongs to.
        pub(crate) person_id: Uuid,
        pub(crate) name: String,
        /// The media type detected from its content.
        pub(crate) r#type: Coded<MediaType>,
        pub(crate) size: i64,
        pub(crate) sha256: String,
        /// Inside the upload folder.
        pub(crate) path: String,
        pub(crate) created_at: DateTimeUtc,
        /// The uploader; null before sign-in.
        pub(crate) by_person: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
