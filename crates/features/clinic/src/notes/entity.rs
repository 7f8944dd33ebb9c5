// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of notes: the note, its versions and marks (both frozen by the database), and drafts.

/// A signed note.
pub mod note {
    use salal_db::Coded;
    use salal_domain::notes::SendingTo;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "note")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// The displayed number, as in #1184.
        pub number: i64,
        pub person_id: Uuid,
        /// Who signed it first.
        pub from_person: Uuid,
        pub created_at: DateTimeUtc,
        /// The position of its newest version.
        pub revision: i64,
        /// Incremented with each change.
        pub version: i64,
        /// The message through which the patient received it.
        pub message_id: Option<Uuid>,
        /// Its copy for the clinic's record system.
        pub clinic_note_id: Option<Uuid>,
        /// The request it was sent with.
        pub prescription_id: Option<Uuid>,
        /// Set while it is being sent and can be cancelled.
        pub sending_id: Option<Uuid>,
        pub sending_to: Option<Coded<SendingTo>>,
        pub sending_by: Option<Uuid>,
        /// When it will be sent.
        pub sending_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// The text of a note, as signed; never changed.
pub mod note_version {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "note_version")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub note_id: Uuid,
        /// 1 for the first.
        pub seq: i64,
        /// The person's text.
        pub written: String,
        /// The marker under it.
        pub signature: String,
        pub from_person: Uuid,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// What was done with a note; never changed.
pub mod note_mark {
    use salal_db::Coded;
    use salal_domain::notes::NoteMarkKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "note_mark")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub note_id: Uuid,
        pub kind: Coded<NoteMarkKind>,
        /// The message, the clinic's note or the reply.
        pub subject_id: Uuid,
        /// As shown after the text.
        pub marker: String,
        pub by_person: Uuid,
        pub at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// An unsigned draft about a patient.
pub mod note_draft {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "note_draft")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub person_id: Uuid,
        pub from_person: Uuid,
        pub text: String,
        /// Whether its box is open.
        pub edit: bool,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
        /// Incremented with each change.
        pub version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
