//! The tables of billing: lists of the plan, what is remembered for a class of medications, bills and
//! their history. What goes to Teleplan and comes back has tables of its own (`claims`, `remittances`).

/// A diagnosis code and its words.
pub(crate) mod icd {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "icd")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// The list it stands in; importing a list replaces that list only.
        pub(crate) source: String,
        /// Without its dot.
        pub(crate) code: String,
        pub(crate) description: String,
        /// The words without case and accents, to search on.
        pub(crate) folded: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What a fee item pays from a day on.
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
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "msp_code")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// `explanatory` or `adjustment`.
        pub(crate) kind: String,
        pub(crate) code: String,
        pub(crate) words: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What is remembered for a class of medications.
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
        /// Goes up by one with each change; a conditional update names the one it saw.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A visit billed to the plan.
pub(crate) mod bill {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "bill")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// Our number of it on claims: seven digits at most.
        pub(crate) folio: i64,
        pub(crate) person_id: Uuid,
        pub(crate) prescription_id: Uuid,
        pub(crate) practitioner_id: Uuid,
        pub(crate) practitioner_number: String,
        /// `phone` or `msg`.
        pub(crate) way: String,
        pub(crate) diagnosis_code: String,
        pub(crate) service_code: String,
        /// The day of the visit in Vancouver.
        pub(crate) service_date: Date,
        pub(crate) started_at: DateTimeUtc,
        pub(crate) ended_at: DateTimeUtc,
        /// Frozen when the bill was made, or its service code or day changed.
        pub(crate) amount_cents: i64,
        pub(crate) paid_cents: i64,
        pub(crate) state: String,
        /// The submission code of its next claim.
        pub(crate) submission: String,
        /// The note that goes with its next claim.
        pub(crate) note: Option<String>,
        /// Why it was left out of the last file.
        pub(crate) waits_for: Option<String>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) created_by: Uuid,
        /// Goes up by one with each change; a conditional update names the one it saw.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One step in the history of a bill.
pub(crate) mod bill_event {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "bill_event")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) bill_id: Uuid,
        pub(crate) seq: i64,
        /// `made`, `edited`, `resubmitted`, `sent`, or the state a remittance brought.
        pub(crate) kind: String,
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
