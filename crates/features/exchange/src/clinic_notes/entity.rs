// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of notes to the clinic's record system.

/// A note to the clinic's record system; one per subject.
pub mod clinic_note {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::clinic_notes::ClinicNoteState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "clinic_note")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub person_id: Uuid,
        pub subject_kind: String,
        pub subject_id: Uuid,
        pub text: String,
        pub state: Coded<ClinicNoteState>,
        pub provider_ref: Option<String>,
        pub created_at: DateTimeUtc,
        pub sent_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
