//! stub
pub(crate) mod rows;
use crate::door::Row;
use crate::error::Result;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
pub fn calls() -> Vec<Row> { Vec::new() }
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PharmacyView { #[serde(rename="_id")] pub id: Uuid, pub name: String, pub address: String, pub city: String, pub fax: String, pub fax_number: String, pub phone1: String }
pub async fn get(_db: &impl sea_orm::ConnectionTrait, _id: Uuid) -> Result<PharmacyView> { Err(crate::error::Error::not_found()) }
