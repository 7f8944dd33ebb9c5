//! The tables of the drug catalogue and of the clinic's rules on what may be asked for.

/// An entry of the federal drug database. One that has left it stays, marked absent.
pub(crate) mod drug {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "drug")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// The federal database's own number.
        pub(crate) code: i64,
        pub(crate) din: String,
        pub(crate) name: String,
        /// Without case and accents, to search and sort on.
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
        /// Tells whether an import changed anything.
        pub(crate) content_hash: String,
        /// Whether the current database still has it.
        pub(crate) present: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The single row (id 1) that says which build of the catalogue is in force.
pub(crate) mod catalogue {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "catalogue")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: i64,
        /// Goes up with each build that changed something.
        pub(crate) revision: i64,
        pub(crate) built_at: Option<DateTimeUtc>,
        pub(crate) source: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A clinic rule on a class of drugs, by its AHFS number. A withdrawn one is kept.
pub(crate) mod medication_filter {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "medication_filter")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) tc_ahfs_number: String,
        /// `CROSS_OUT` or `DO_NOT_SHOW_UP`.
        pub(crate) status: String,
        /// Drugs of the class that the rule does not touch.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) exceptions: Json,
        /// ATC codes, schedules and ingredients by which it matches as well; none: what is known of its class.
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

/// AHFS numbers as a build of the register brought them. The latest of a drug code is what is known of it
/// when an extract does not tell: Health Canada took the numbers out of the register in July 2022.
pub(crate) mod drug_ahfs {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "drug_ahfs")]
    pub(crate) struct Model {
        /// The federal database's own number of the drug.
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) code: i64,
        /// Goes up with each build that brought something new; the highest of a code counts.
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) learned: i64,
        /// The build that brought them; gone when it is undone. None: known before builds were noted.
        pub(crate) build_id: Option<Uuid>,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) numbers: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What was changed of a drug by hand. The drug's own row carries the result.
pub(crate) mod drug_edit {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "drug_edit")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) drug_id: Uuid,
        pub(crate) code: i64,
        /// The fields that were changed, by their name of the contract; all of them for a drug of our own.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) fields: Json,
        /// What the federal database said last; none for a drug that was added by hand.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub(crate) register: Option<Json>,
        pub(crate) edited_by: Uuid,
        pub(crate) edited_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The single row (id 1) that says whether the default filters were wanted. Absent until answered.
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
