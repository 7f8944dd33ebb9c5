// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of the drug catalogue and of the clinic's rules on what can be requested.

/// An entry of the federal drug database. One that was removed there is kept, marked absent.
pub mod drug {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "drug")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// The federal database's own number.
        pub code: i64,
        pub din: String,
        pub name: String,
        /// Without case and accents, for searching and sorting.
        pub name_folded: String,
        pub class_name: String,
        pub status: String,
        pub history_date: String,
        pub number_of_ais: String,
        pub ai_group_no: String,
        pub company_name: String,
        pub descriptor: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub administrations: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub formulations: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub ahfs_numbers: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub atc_numbers: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub schedules: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub ingredients: Json,
        /// Detects whether an import changed anything.
        pub content_hash: String,
        /// Whether the current database still has it.
        pub present: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// The single row (id 1) with the build of the catalogue in force.
pub mod catalogue {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "catalogue")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        /// Incremented by each build that changed something.
        pub revision: i64,
        pub built_at: Option<DateTimeUtc>,
        pub source: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A clinic rule on a class of drugs, by its AHFS number. A removed one is kept.
pub mod medication_filter {
    use salal_db::Coded;
    use salal_domain::filters::FilterStatus;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "medication_filter")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub tc_ahfs_number: String,
        pub status: Coded<FilterStatus>,
        /// Drugs of the class that are excepted from the rule.
        #[sea_orm(column_type = "JsonBinary")]
        pub exceptions: Json,
        /// ATC codes, schedules and ingredients that it matches as well; null: the known ones of its class.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub also: Option<Json>,
        pub created_by: Option<Uuid>,
        pub created_at: DateTimeUtc,
        pub deleted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// AHFS numbers from a build of the register. The latest of a drug code is used when an extract lacks them:
/// Health Canada removed the numbers from the register in July 2022.
pub mod drug_ahfs {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "drug_ahfs")]
    pub struct Model {
        /// The federal database's own number of the drug.
        #[sea_orm(primary_key, auto_increment = false)]
        pub code: i64,
        /// Incremented by each build that added something; the highest of a code is used.
        #[sea_orm(primary_key, auto_increment = false)]
        pub learned: i64,
        /// The build that added them; deleted when it is undone. Null: known before builds were recorded.
        pub build_id: Option<Uuid>,
        #[sea_orm(column_type = "JsonBinary")]
        pub numbers: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// Manual overrides of a drug. The drug's own row has the result.
pub mod drug_edit {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "drug_edit")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub drug_id: Uuid,
        pub code: i64,
        /// The changed fields, by their contract names; all of them for a drug of our own.
        #[sea_orm(column_type = "JsonBinary")]
        pub fields: Json,
        /// The last values of the federal database; null for a drug that was added manually.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub register: Option<Json>,
        pub edited_by: Uuid,
        pub edited_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// The single row (id 1) with the answer to the offer of the default filters. Absent until answered.
pub mod filter_offer {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "filter_offer")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        pub accepted: bool,
        pub answered_by: Uuid,
        pub answered_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
