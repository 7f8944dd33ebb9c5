// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of messages, their replies and files, and of who has read or archived them.

/// A message to one person or to one group of staff.
pub mod message {
    use salal_db::Coded;
    use salal_domain::messages::{MessageGroup, TellsOf};
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "message")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub subject: String,
        pub body: String,
        pub from_person: Option<Uuid>,
        pub to_person: Option<Uuid>,
        pub to_group: Option<Coded<MessageGroup>>,
        /// The patient it is about.
        pub about_person: Option<Uuid>,
        pub subject_kind: Option<Coded<SubjectKind>>,
        pub subject_id: Option<Uuid>,
        pub created_at: DateTimeUtc,
        /// When it was written or last answered.
        pub updated_at: DateTimeUtc,
        pub reply_count: i64,
        pub last_reply_by: Option<Uuid>,
        /// The bill created for its subject.
        pub bill_id: Option<Uuid>,
        /// The work of the review queue that it announces.
        pub tells_of: Option<Coded<TellsOf>>,
        /// When that work was done: from then on it is in no one's inbox.
        pub settled_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A reply, at its position in the thread.
pub mod message_reply {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "message_reply")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub message_id: Uuid,
        /// 1 for the first.
        pub seq: i64,
        pub from_person: Uuid,
        pub body: String,
        /// Written without signing in, through an emailed link.
        pub by_link: bool,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A file of a message, or of one of its replies.
pub mod message_file {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "message_file")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub upload_id: Uuid,
        pub message_id: Uuid,
        pub reply_id: Option<Uuid>,
        pub position: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A person's archived message. A later reply restores it.
pub mod message_archive {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "message_archive")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub message_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub person_id: Uuid,
        pub archived_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// Until when a person has read a message.
pub mod message_read {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "message_read")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub message_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub person_id: Uuid,
        pub read_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A reply template of the clinic.
pub mod message_template {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "message_template")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub name: String,
        pub name_folded: String,
        pub body: String,
        pub version: i64,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
        pub updated_by: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
