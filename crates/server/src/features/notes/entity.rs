// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of notes: the note, its versions and marks (both frozen by the database), and drafts.

/// A signed note.
pub(crate) mod note {
    use salal_db::Coded;
    use salal_domain::notes::SendingTo;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "note")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// The displayed number, as in #1184.
        pub(crate) number: i64,
        pub(crate) person_id: Uuid,
        /// Who signed it first.
        pub(crate) from_person: Uuid,
        pub(crate) created_at: DateTimeUtc,
        /// The position of its newest version.
        pub(crate) revision: i64,
        /// Incremented with each change.
        pub(crate) version: i64,
        /// The message through which the patient received it.
        pub(crate) message_id: Option<Uuid>,
        /// Its copy for the clinic's record system.
        pub(crate) clinic_note_id: Option<Uuid>,
        /// The request it was sent with.
        pub(crate) prescription_id: Option<Uuid>,
        /// Set while it is being sent and can be cancelled.
        pub(crate) sending_id: Option<Uuid>,
        pub(crate) sending_to: Option<Coded<SendingTo>>,
        pub(crate) sending_by: Option<Uuid>,
        /// When it will be sent.
        pub(crate) sending_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The text of a note, as signed; never changed.
pub(crate) mod note_version {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "note_version")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) note_id: Uuid,
        /// 1 for the first.
        pub(crate) seq: i64,
        /// The person's text.
        pub(crate) written: String,
        /// The marker under it.
        pub(crate) signature: String,
        pub(crate) from_person: Uuid,
        pub(crate) created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What was done with a note; never changed.
pub(crate) mod note_mark {
    use salal_db::Coded;
    use salal_domain::notes::NoteMarkKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "note_mark")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) note_id: Uuid,
        pub(crate) kind: Coded<NoteMarkKind>,
        /// The message, the clinic's note or the reply.
        pub(crate) subject_id: Uuid,
        /// As shown after the text.
        pub(crate) marker: String,
        pub(crate) by_person: Uuid,
        pub(crate) at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// An unsigned draft about a patient.
pub(crate) mod note_draft {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "note_draft")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) from_person: Uuid,
        pub(crate) text: String,
        /// Whether its box is open.
        pub(crate) edit: bool,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) updated_at: DateTimeUtc,
        /// Incremented with each change.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
