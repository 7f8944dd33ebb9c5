//! stub
use crate::context::Context;
use crate::error::Result;
#[derive(serde::Serialize)]
pub struct DemoAccount { pub role: String, pub email: String, pub password: String }
pub async fn make(_ctx: &Context) -> Result<Vec<DemoAccount>> { Ok(Vec::new()) }
pub fn table(_a: &[DemoAccount]) -> String { String::new() }
