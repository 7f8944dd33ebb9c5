// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of messages, their replies and files, and of who has read or archived them.

/// A message to one person or to one group of staff.
pub(crate) mod message {
    use salal_db::Coded;
    use salal_domain::messages::{MessageGroup, TellsOf};
    use salal_domain::subjects::SubjectKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "message")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) subject: String,
        pub(crate) body: String,
        pub(crate) from_person: Option<Uuid>,
        pub(crate) to_person: Option<Uuid>,
        pub(crate) to_group: Option<Coded<MessageGroup>>,
        /// The patient it is about.
        pub(crate) about_person: Option<Uuid>,
        pub(crate) subject_kind: Option<Coded<SubjectKind>>,
        pub(crate) subject_id: Option<Uuid>,
        pub(crate) created_at: DateTimeUtc,
        /// When it was written or last answered.
        pub(crate) updated_at: DateTimeUtc,
        pub(crate) reply_count: i64,
        pub(crate) last_reply_by: Option<Uuid>,
        /// The bill created for its subject.
        pub(crate) bill_id: Option<Uuid>,
        /// The work of the review queue that it announces.
        pub(crate) tells_of: Option<Coded<TellsOf>>,
        /// When that work was done: from then on it is in no one's inbox.
        pub(crate) settled_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A reply, at its position in the thread.
pub(crate) mod message_reply {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "message_reply")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) message_id: Uuid,
        /// 1 for the first.
        pub(crate) seq: i64,
        pub(crate) from_person: Uuid,
        pub(crate) body: String,
        /// Written without signing in, through an emailed link.
        pub(crate) by_link: bool,
        pub(crate) created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A file of a message, or of one of its replies.
pub(crate) mod message_file {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "message_file")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) upload_id: Uuid,
        pub(crate) message_id: Uuid,
        pub(crate) reply_id: Option<Uuid>,
        pub(crate) position: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A person's archived message. A later reply restores it.
pub(crate) mod message_archive {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "message_archive")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) message_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) person_id: Uuid,
        pub(crate) archived_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Until when a person has read a message.
pub(crate) mod message_read {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "message_read")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) message_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) person_id: Uuid,
        pub(crate) read_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A reply template of the clinic.
pub(crate) mod message_template {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "message_template")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) name: String,
        pub(crate) name_folded: String,
        pub(crate) body: String,
        pub(crate) version: i64,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) updated_at: DateTimeUtc,
        pub(crate) updated_by: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
