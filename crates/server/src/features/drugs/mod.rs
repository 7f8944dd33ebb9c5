//! stub
pub(crate) mod rows;
use crate::context::Context;
use crate::door::Row;
use crate::error::Result;
use salal_rules::drug_database::Ingredient;
use std::collections::HashMap;
use uuid::Uuid;
pub fn calls() -> Vec<Row> { Vec::new() }
#[derive(Clone, Debug)]
pub struct DrugFacts { pub id: Uuid, pub name: String, pub administrations: Vec<String>, pub formulations: Vec<String>, pub ingredients: Vec<Ingredient>, pub tc_ahfs_numbers: Vec<String>, pub atc_numbers: Vec<String>, pub schedules: Vec<String>, pub class_name: String }
pub struct Judged { pub selectable: bool }
pub async fn get_many(_db: &impl sea_orm::ConnectionTrait, _ids: &[Uuid]) -> Result<HashMap<Uuid, DrugFacts>> { Ok(HashMap::new()) }
pub async fn judge(_ctx: &Context, d: &[DrugFacts]) -> Result<Vec<Judged>> { Ok(d.iter().map(|_| Judged { selectable: true }).collect()) }
pub fn marks(_ctx: &Context, _n: &str, _i: &[Ingredient], _a: &[String], _s: &[String]) -> Vec<(String, String)> { Vec::new() }
pub async fn import_folder(_ctx: &Context, _p: &std::path::Path, _f: impl FnMut(String)) -> Result<String> { Ok(String::new()) }
