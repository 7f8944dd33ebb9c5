//! The tables of messages and of who has read them.

/// A message to one person or to one group of staff.
pub(crate) mod message {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "message")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) subject: String,
        pub(crate) body: String,
        pub(crate) from_person: Option<Uuid>,
        pub(crate) to_person: Option<Uuid>,
        /// `doctor`, `customerservice` or `office`.
        pub(crate) to_group: Option<String>,
        /// The patient it is about.
        pub(crate) about_person: Option<Uuid>,
        pub(crate) subject_kind: Option<String>,
        pub(crate) subject_id: Option<Uuid>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// That a person has read a message.
pub(crate) mod message_read {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
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
