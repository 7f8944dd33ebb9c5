// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request and response types of pharmacies, with the contract's field names. Both names of the fax number
//! are returned (decision 107).

use salal_domain::people::phones::display_phone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::pharmacy;

/// A pharmacy as shown to every signed-in user; also the form in which a record stores the selected one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PharmacyView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub address: String,
    pub city: String,
    /// `604-555-0142`; empty for a preferred pharmacy that is no longer in the list.
    pub fax: String,
    /// The same number under the contract's other name.
    pub fax_number: String,
    /// `604-555-0100`, or `604-555-0100 ext. 12`.
    pub phone1: String,
}

impl From<pharmacy::Model> for PharmacyView {
    fn from(row: pharmacy::Model) -> Self {
        let fax = display_phone(&row.fax);
        Self {
            id: row.id,
            name: row.name,
            address: row.address,
            city: row.city,
            fax_number: fax.clone(),
            fax,
            phone1: match row.phone_extension.as_str() {
                "" => display_phone(&row.phone),
                extension => format!("{} ext. {extension}", display_phone(&row.phone)),
            },
        }
    }
}
