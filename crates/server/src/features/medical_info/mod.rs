//! stub
pub(crate) mod rows;
use crate::door::{Reach, Row};
use crate::error::Result;
use uuid::Uuid;
pub fn calls() -> Vec<Row> { Vec::new() }
pub async fn allergies(_db: &impl sea_orm::ConnectionTrait, _reach: &Reach, _p: Uuid) -> Result<Vec<String>> { Ok(Vec::new()) }
