// SPDX-License-Identifier: AGPL-3.0-or-later

//! The table of pharmacies a prescription can be faxed to.

/// A pharmacy.
pub mod pharmacy {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Deserialize)]
    #[sea_orm(table_name = "pharmacy")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub name: String,
        pub address: String,
        pub city: String,
        pub province: String,
        pub postal_code: String,
        pub phone: String,
        /// Digits to dial after the telephone number; empty for most.
        pub phone_extension: String,
        pub fax: String,
        /// Name, address, city, postal code and telephone without case and accents, for searching.
        pub folded: String,
        /// Whether it is offered.
        pub active: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    salal_db::table!();
}
