// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of people: identity, health numbers and documents, consents, and statements of being in the
//! province. Accounts and medical information are elsewhere.

/// A person: patient or staff.
pub mod person {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "person")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub first_name: String,
        pub last_name: String,
        pub date_of_birth: Option<Date>,
        /// Where codes are sent.
        pub cell_phone: String,
        pub cell_verified_at: Option<DateTimeUtc>,
        /// Where the clinic calls.
        pub best_phone: String,
        pub address: String,
        pub city: String,
        pub province: String,
        pub postal_code: String,
        pub sex: Option<String>,
        pub is_private_pay: bool,
        /// The last response of Teleplan.
        pub eligibility: Option<String>,
        pub eligibility_checked_at: Option<DateTimeUtc>,
        pub preferred_pharmacy_id: Option<Uuid>,
        /// The number in the clinic's record system.
        pub demographic_number: Option<String>,
        pub first_login_done: bool,
        /// Normalized without case and accents, for searching and sorting.
        pub name_folded: String,
        pub created_at: DateTimeUtc,
        /// Incremented with each change, for optimistic locking.
        pub version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A health number or document of a person. A replaced one is retired, not deleted.
pub mod health_document {
    use salal_db::Coded;
    use salal_domain::eligibility::{DocumentKind, DocumentOther, DocumentStatus};
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "health_document")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub person_id: Uuid,
        pub position: i64,
        pub r#type: Coded<DocumentKind>,
        pub number: String,
        /// The digits of the number, for searching.
        pub number_digits: String,
        pub province: String,
        /// ISO 3166 alpha-2, for a passport.
        pub country_code: Option<String>,
        /// Never `Unknown`, which follows from its kind.
        pub status: Coded<DocumentStatus>,
        /// The fault found by Teleplan.
        pub other: Option<Coded<DocumentOther>>,
        /// The picture of the front.
        pub upload_id: Option<Uuid>,
        pub back_upload_id: Option<Uuid>,
        pub checked_at: Option<DateTimeUtc>,
        pub created_at: DateTimeUtc,
        pub retired_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A person's consent to one version of a policy.
pub mod consent {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "consent")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub person_id: Uuid,
        pub policy: String,
        /// The version of the policy.
        pub version: String,
        pub given_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A person's statement "I am in BC".
pub mod location_statement {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "location_statement")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub person_id: Uuid,
        /// The session in which it was made.
        pub session_id: Option<Uuid>,
        pub at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// Details of staff who treat or sign.
pub mod practitioner {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "practitioner")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub person_id: Uuid,
        pub college_number: Option<String>,
        pub billing_number: Option<String>,
        pub phone: String,
        pub fax: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A pending chart request at the partner clinic, for a person whom the clinic cannot look up.
pub mod chart_request {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "chart_request")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub person_id: Uuid,
        pub asked_at: DateTimeUtc,
        /// The response was lost.
        pub unknown: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A patient in the lists, with everything a row shows: built from person, account and health documents by
/// `search_index`. Closed accounts have none.
pub mod patient_entry {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "patient_entry")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub person_id: Uuid,
        pub account_id: Uuid,
        pub last_key: String,
        pub first_key: String,
        pub joined_at: DateTimeUtc,
        pub first_name: String,
        pub last_name: String,
        pub email: String,
        pub date_of_birth: Option<Date>,
        /// The number of the first current document, as it was typed.
        pub number: Option<String>,
        /// Words of the names, each after a space.
        pub names: String,
        pub mailbox: String,
        /// Numbers of the current documents, each after a space.
        pub numbers: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// One of the search keys of an entry, with the sort key of the list's usual order.
pub mod patient_gram {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "patient_gram")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub gram: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub last_key: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub person_id: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
