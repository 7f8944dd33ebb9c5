// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of sleep studies: information, clinics, orders and their history, and who requests them.
//! Documents, payments and faxes of an order are tables of other features.

/// Sleep information as given by a person at one time; never changed.
pub mod sleep_info {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "sleep_info")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub person_id: Uuid,
        pub created_by: Uuid,
        pub created_at: DateTimeUtc,
        #[sea_orm(column_type = "JsonBinary")]
        pub content: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A branch of a sleep-testing company.
pub mod sleep_clinic {
    use salal_db::Coded;
    use salal_domain::sleep::SleepCompany;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "sleep_clinic")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// The route name of the company's page.
        pub company: Coded<SleepCompany>,
        pub name: String,
        pub address: String,
        /// Ten digits, as is the fax.
        pub phone: String,
        pub fax: String,
        /// Whether it is offered.
        pub active: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// An order of a test and its state.
pub mod sleep_assessment {
    use salal_db::Coded;
    use salal_domain::sleep::status::SleepStatus;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "sleep_assessment")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// The displayed number, as in S-30001.
        pub number: i64,
        pub person_id: Uuid,
        pub sleep_info_id: Uuid,
        pub sleep_clinic_id: Uuid,
        /// The selected clinic, copied.
        #[sea_orm(column_type = "JsonBinary")]
        pub clinic: Json,
        pub status: Coded<SleepStatus>,
        /// Ordered while the service was free.
        pub free: bool,
        /// The anonymous sheet.
        pub preliminary_id: Uuid,
        /// The request that is faxed, once it has been rendered.
        pub request_id: Option<Uuid>,
        pub created_at: DateTimeUtc,
        /// Incremented with each change.
        pub version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// One entry of an order's status history.
pub mod sleep_assessment_status {
    use salal_db::Coded;
    use salal_domain::sleep::status::SleepStatus;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "sleep_assessment_status")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub sleep_assessment_id: Uuid,
        pub seq: i64,
        pub status: Coded<SleepStatus>,
        pub at: DateTimeUtc,
        pub by_person: Option<Uuid>,
        pub detail: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}

/// A doctor who agreed to be the requesting practitioner of all sleep studies.
pub mod sleep_requester {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "sleep_requester")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub person_id: Uuid,
        /// The pen strokes that are printed on each request: points of x, y and milliseconds.
        #[sea_orm(column_type = "JsonBinary")]
        pub strokes: Json,
        pub agreed_at: DateTimeUtc,
        /// True until it has ended, then null: the column that keeps a second one from being in force.
        pub in_force: Option<bool>,
        pub ended_at: Option<DateTimeUtc>,
        /// The doctor, the doctor who took over, or an administrator.
        pub ended_by: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
