// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of pharmacies a prescription can be faxed to.

/// A pharmacy.
pub(crate) mod pharmacy {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "pharmacy")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) name: String,
        pub(crate) address: String,
        pub(crate) city: String,
        pub(crate) province: String,
        pub(crate) postal_code: String,
        pub(crate) phone: String,
        /// Digits to dial after the telephone number; empty for most.
        pub(crate) phone_extension: String,
        pub(crate) fax: String,
        /// Name, address and city without case and accents, for searching.
        pub(crate) folded: String,
        /// Whether it is offered.
        pub(crate) active: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
