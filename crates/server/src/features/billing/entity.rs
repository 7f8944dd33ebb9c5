// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of billing: lists of the plan, defaults for a class of medications, bills and their history.
//! Files to and from Teleplan have their own tables (`claims`, `remittances`).

/// A diagnosis code and its text.
pub(crate) mod icd {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "icd")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// The list it belongs to; importing a list replaces only that list.
        pub(crate) source: String,
        /// Without its dot.
        pub(crate) code: String,
        pub(crate) description: String,
        /// The text without case and accents, for searching.
        pub(crate) folded: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The amount of a fee item from a day on.
pub(crate) mod msp_fee {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "msp_fee")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) code: String,
        pub(crate) effective: Date,
        pub(crate) amount_cents: i64,
        pub(crate) description: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The words of a code of remittances.
pub(crate) mod msp_code {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::features::billing::CodeKind;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "msp_code")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) kind: Coded<CodeKind>,
        pub(crate) code: String,
        pub(crate) words: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The defaults of a class of medications.
pub(crate) mod medication_bill {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "medication_bill")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) tc_ahfs_number: String,
        pub(crate) diagnosis_code: Option<String>,
        pub(crate) question: Option<String>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) updated_at: DateTimeUtc,
        pub(crate) updated_by: Option<Uuid>,
        /// Incremented with each change, for optimistic locking.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A visit billed to the plan.
pub(crate) mod bill {
    use salal_db::Coded;
    use salal_domain::billing::state::BillState;
    use sea_orm::entity::prelude::*;

    use crate::features::billing::dto::BillWay;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "bill")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// Our number on claims: seven digits at most.
        pub(crate) folio: i64,
        pub(crate) person_id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) practitioner_id: Uuid,
        pub(crate) practitioner_number: String,
        pub(crate) way: Coded<BillWay>,
        pub(crate) diagnosis_code: String,
        pub(crate) service_code: String,
        /// The day of the visit in Vancouver.
        pub(crate) service_date: Date,
        pub(crate) started_at: DateTimeUtc,
        pub(crate) ended_at: DateTimeUtc,
        /// Fixed when the bill is created, or its service code or day changes.
        pub(crate) amount_cents: i64,
        pub(crate) paid_cents: i64,
        pub(crate) state: Coded<BillState>,
        /// The submission code of the next claim.
        pub(crate) submission: String,
        /// The note sent with the next claim.
        pub(crate) note: Option<String>,
        /// Why it was left out of the last file.
        pub(crate) waits_for: Option<String>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) created_by: Uuid,
        /// Incremented with each change, for optimistic locking.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One entry of a bill's history.
pub(crate) mod bill_event {
    use salal_db::Coded;
    use salal_domain::billing::state::BillEventKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "bill_event")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) bill_id: Uuid,
        pub(crate) seq: i64,
        pub(crate) kind: Coded<BillEventKind>,
        pub(crate) at: DateTimeUtc,
        pub(crate) by_person: Option<Uuid>,
        /// Explanatory codes of the line.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) codes: Json,
        pub(crate) amount_cents: Option<i64>,
        pub(crate) detail: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
