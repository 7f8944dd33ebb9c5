// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of notes to the clinic's record system.

/// A note to the clinic's record system; one per subject.
pub(crate) mod clinic_note {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::clinic_notes::ClinicNoteState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "clinic_note")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) subject_kind: String,
        pub(crate) subject_id: Uuid,
        pub(crate) text: String,
        pub(crate) state: Coded<ClinicNoteState>,
        pub(crate) provider_ref: Option<String>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) sent_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
