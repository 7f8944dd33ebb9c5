// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tables of sleep studies: information, clinics, orders and their history. Documents, payments and faxes
//! of an order are tables of other features.

/// Sleep information as given by a person at one time; never changed.
pub(crate) mod sleep_info {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "sleep_info")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) person_id: Uuid,
        pub(crate) created_by: Uuid,
        pub(crate) created_at: DateTimeUtc,
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) content: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A branch of a sleep-testing company.
pub(crate) mod sleep_clinic {
    use salal_db::Coded;
    use salal_domain::sleep::SleepCompany;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "sleep_clinic")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// The route name of the company's page.
        pub(crate) company: Coded<SleepCompany>,
        pub(crate) name: String,
        pub(crate) address: String,
        /// Ten digits, as is the fax.
        pub(crate) phone: String,
        pub(crate) fax: String,
        /// Whether it is offered.
        pub(crate) active: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// An order of a test and its state.
pub(crate) mod sleep_assessment {
    use salal_db::Coded;
    use salal_domain::sleep::status::SleepStatus;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sleep_assessment")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        /// The displayed number, as in S-30001.
        pub(crate) number: i64,
        pub(crate) person_id: Uuid,
        pub(crate) sleep_info_id: Uuid,
        pub(crate) sleep_clinic_id: Uuid,
        /// The selected clinic, copied.
        #[sea_orm(column_type = "JsonBinary")]
        pub(crate) clinic: Json,
        pub(crate) status: Coded<SleepStatus>,
        /// Ordered while the service was free.
        pub(crate) free: bool,
        /// The anonymous sheet.
        pub(crate) preliminary_id: Uuid,
        /// The request that is faxed, once it has been rendered.
        pub(crate) request_id: Option<Uuid>,
        pub(crate) created_at: DateTimeUtc,
        /// Incremented with each change.
        pub(crate) version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// One entry of an order's status history.
pub(crate) mod sleep_assessment_status {
    use salal_db::Coded;
    use salal_domain::sleep::status::SleepStatus;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "sleep_assessment_status")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) sleep_assessment_id: Uuid,
        pub(crate) seq: i64,
        pub(crate) status: Coded<SleepStatus>,
        pub(crate) at: DateTimeUtc,
        pub(crate) by_person: Option<Uuid>,
        pub(crate) detail: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
