// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of the drug catalogue and of the clinic's rules on what can be requested.

/// An entry of the federal drug database. One that was removed there is kept, marked absent.
pub(crate) mod drug {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "drug")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// The federal database's own number.
        pub(crate) code: i64,
        pub(crate) din: String,
        pub(crate) name: String,
        /// Without case and accents, for searching and sorting.
        pub(crate) name_folded: String,
        pub(crate) class_name: String,
        pub(crate) status: String,
        pub(crate) history_date: String,
        pub(crate) number_of_ais: String,
        pub(crate) ai_group_no: String,
        pub(crate) company_name: String,
        pub(crate) descriptor: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) administrations: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) formulations: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) ahfs_numbers: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) atc_numbers: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) schedules: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) ingredients: Json,
        /// Detects whether an import changed anything.
        pub(crate) content_hash: String,
        /// Whether the current database still has it.
        pub(crate) present: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The single row (id 1) with the build of the catalogue in force.
pub(crate) mod catalogue {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "catalogue")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: i64,
        /// Incremented by each build that changed something.
        pub(crate) revision: i64,
        pub(crate) built_at: Option<DateTimeUtc>,
        pub(crate) source: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A clinic rule on a class of drugs, by its AHFS number. A removed one is kept.
pub(crate) mod medication_filter {
    use salal_db::Coded;
    use salal_domain::filters::FilterStatus;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "medication_filter")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) tc_ahfs_number: String,
        pub(crate) status: Coded<FilterStatus>,
        /// Drugs of the class that are excepted from the rule.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) exceptions: Json,
        /// ATC codes, schedules and ingredients that it matches as well; null: the known ones of its class.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub(crate) also: Option<Json>,
        pub(crate) created_by: Option<Uuid>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) deleted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// AHFS numbers from a build of the register. The latest of a drug code is used when an extract lacks them:
/// Health Canada removed the numbers from the register in July 2022.
pub(crate) mod drug_ahfs {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "drug_ahfs")]
    pub(crate) struct Model {
        /// The federal database's own number of the drug.
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) code: i64,
        /// Incremented by each build that added something; the highest of a code is used.
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) learned: i64,
        /// The build that added them; deleted when it is undone. Null: known before builds were recorded.
        pub(crate) build_id: Option<Uuid>,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) numbers: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Manual overrides of a drug. The drug's own row has the result.
pub(crate) mod drug_edit {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "drug_edit")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) drug_id: Uuid,
        pub(crate) code: i64,
        /// The changed fields, by their contract names; all of them for a drug of our own.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) fields: Json,
        /// The last values of the federal database; null for a drug that was added manually.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub(crate) register: Option<Json>,
        pub(crate) edited_by: Uuid,
        pub(crate) edited_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The single row (id 1) with the answer to the offer of the default filters. Absent until answered.
pub(crate) mod filter_offer {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "filter_offer")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: i64,
        pub(crate) accepted: bool,
        pub(crate) answered_by: Uuid,
        pub(crate) answered_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
