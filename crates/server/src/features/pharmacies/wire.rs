//! Pharmacies on the wire (decision 107: the fax under both its names).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A pharmacy as it is shown, and as a prescription keeps a copy of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PharmacyView {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub address: String,
    pub city: String,
    pub fax: String,
    pub fax_number: String,
    pub phone1: String,
}
