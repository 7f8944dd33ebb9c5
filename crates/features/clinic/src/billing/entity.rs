// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of billing: lists of the plan, defaults for a class of medications, bills and their history.
//! Files to and from Teleplan have their own tables (`claims`, `remittances`).

/// A diagnosis code and its text.
pub mod icd {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "icd")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// The list it belongs to; importing a list replaces only that list.
        pub source: String,
        /// Without its dot.
        pub code: String,
        pub description: String,
        /// The text without case and accents, for searching.
        pub folded: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// The amount of a fee item from a day on.
pub mod msp_fee {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "msp_fee")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub code: String,
        pub effective: Date,
        pub amount_cents: i64,
        pub description: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// The words of a code of remittances.
pub mod msp_code {
    use salal_db::Coded;
    use sea_orm::entity::prelude::*;

    use crate::billing::CodeKind;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "msp_code")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub kind: Coded<CodeKind>,
        pub code: String,
        pub words: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// The defaults of a class of medications.
pub mod medication_bill {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "medication_bill")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub tc_ahfs_number: String,
        pub diagnosis_code: Option<String>,
        pub question: Option<String>,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
        pub updated_by: Option<Uuid>,
        /// Incremented with each change, for optimistic locking.
        pub version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A visit billed to the plan.
pub mod bill {
    use salal_db::Coded;
    use salal_domain::billing::state::BillState;
    use sea_orm::entity::prelude::*;

    use crate::billing::dto::BillWay;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "bill")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// Our number on claims: seven digits at most.
        pub folio: i64,
        pub person_id: Uuid,
        pub prescription_id: Uuid,
        pub practitioner_id: Uuid,
        pub practitioner_number: String,
        pub way: Coded<BillWay>,
        pub diagnosis_code: String,
        pub service_code: String,
        /// The day of the visit in Vancouver.
        pub service_date: Date,
        pub started_at: DateTimeUtc,
        pub ended_at: DateTimeUtc,
        /// Fixed when the bill is created, or its service code or day changes.
        pub amount_cents: i64,
        pub paid_cents: i64,
        pub state: Coded<BillState>,
        /// The submission code of the next claim.
        pub submission: String,
        /// The note sent with the next claim.
        pub note: Option<String>,
        /// Why it was left out of the last file.
        pub waits_for: Option<String>,
        pub created_at: DateTimeUtc,
        pub created_by: Uuid,
        /// Incremented with each change, for optimistic locking.
        pub version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// One entry of a bill's history.
pub mod bill_event {
    use salal_db::Coded;
    use salal_domain::billing::state::BillEventKind;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "bill_event")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub bill_id: Uuid,
        pub seq: i64,
        pub kind: Coded<BillEventKind>,
        pub at: DateTimeUtc,
        pub by_person: Option<Uuid>,
        /// Explanatory codes of the line.
        #[sea_orm(column_type = "JsonBinary")]
        pub codes: Json,
        pub amount_cents: Option<i64>,
        pub detail: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
