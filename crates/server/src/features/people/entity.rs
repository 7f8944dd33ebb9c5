// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of people: identity, health numbers and documents, consents, and statements of being in the
//! province. Accounts and medical information are elsewhere.

/// A person: patient or staff.
pub(crate) mod person {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "person")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) first_name: String,
        pub(crate) last_name: String,
        pub(crate) date_of_birth: Option<Date>,
        /// Where codes are sent.
        pub(crate) cell_phone: String,
        pub(crate) cell_verified_at: Option<DateTimeUtc>,
        /// Where the clinic calls.
        pub(crate) best_phone: String,
        pub(crate) address: String,
        pub(crate) city: String,
        pub(crate) province: String,
        pub(crate) postal_code: String,
        pub(crate) sex: Option<String>,
        pub(crate) is_private_pay: bool,
        /// The last response of Teleplan.
        pub(crate) eligibility: Option<String>,
        pub(crate) eligibility_checked_at: Option<DateTimeUtc>,
        pub(crate) preferred_pharmacy_id: Option<Uuid>,
        /// The number in the clinic's record system.
        pub(crate) demographic_number: Option<String>,
        pub(crate) first_login_done: bool,
        /// Normalized without case and accents, for searching and sorting.
        pub(crate) name_folded: String,
        pub(crate) created_at: DateTimeUtc,
        /// Incremented with each change, for optimistic locking.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A health number or document of a person. A replaced one is retired, not deleted.
pub(crate) mod health_document {
    use salal_db::Coded;
    use salal_domain::eligibility::{DocumentKind, DocumentOther, DocumentStatus};
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "health_document")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) position: i64,
        pub(crate) r#type: Coded<DocumentKind>,
        pub(crate) number: String,
        /// The digits of the number, for searching.
        pub(crate) number_digits: String,
        pub(crate) province: String,
        /// ISO 3166 alpha-2, for a passport.
        pub(crate) country_code: Option<String>,
        /// Never `Unknown`, which follows from its kind.
        pub(crate) status: Coded<DocumentStatus>,
        /// The fault found by Teleplan.
        pub(crate) other: Option<Coded<DocumentOther>>,
        /// The picture of the front.
        pub(crate) upload_id: Option<Uuid>,
        pub(crate) back_upload_id: Option<Uuid>,
        pub(crate) checked_at: Option<DateTimeUtc>,
        pub(crate) created_at: DateTimeUtc,
        pub(crate) retired_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A person's consent to one version of a policy.
pub(crate) mod consent {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "consent")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) policy: String,
        /// The version of the policy.
        pub(crate) version: String,
        pub(crate) given_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A person's statement "I am in BC".
pub(crate) mod location_statement {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "location_statement")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) person_id: Uuid,
        /// The session in which it was made.
        pub(crate) session_id: Option<Uuid>,
        pub(crate) at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Details of staff who treat or sign.
pub(crate) mod practitioner {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "practitioner")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) person_id: Uuid,
        pub(crate) college_number: Option<String>,
        pub(crate) billing_number: Option<String>,
        pub(crate) phone: String,
        pub(crate) fax: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A pending chart request at the partner clinic, for a person whom the clinic cannot look up.
pub(crate) mod chart_request {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "chart_request")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) person_id: Uuid,
        pub(crate) asked_at: DateTimeUtc,
        /// The response was lost.
        pub(crate) unknown: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A patient in the lists, with everything a row shows: built from person, account and health documents by
/// `search_index`. Closed accounts have none.
pub(crate) mod patient_entry {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "patient_entry")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) person_id: Uuid,
        pub(crate) account_id: Uuid,
        pub(crate) last_key: String,
        pub(crate) first_key: String,
        pub(crate) joined_at: DateTimeUtc,
        pub(crate) first_name: String,
        pub(crate) last_name: String,
        pub(crate) email: String,
        pub(crate) date_of_birth: Option<Date>,
        /// The number of the first current document, as it was typed.
        pub(crate) number: Option<String>,
        /// Words of the names, each after a space.
        pub(crate) names: String,
        pub(crate) mailbox: String,
        /// Numbers of the current documents, each after a space.
        pub(crate) numbers: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One of the search keys of an entry, with the sort key of the list's usual order.
pub(crate) mod patient_gram {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "patient_gram")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) gram: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) last_key: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) person_id: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
