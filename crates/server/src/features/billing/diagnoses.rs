//! The search of diagnosis codes as one types: by code or by the beginnings of words, in any order and
//! without accents.

use salal_rules::search::fold;
use salal_rules::teleplan::visit::diagnosis_code;
use schemars::JsonSchema;
use serde::Deserialize;

use super::repo;
use super::dto::DiagnosisView;
use crate::api::{Request, Json, NoBody};
use crate::error::Result;

/// Most answers.
const MOST: u64 = 25;
/// Nobody types more; a longer text only costs.
const LONGEST: usize = 100;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ByName {
    name: String,
}

/// GET /icd/name/{name}
pub(super) async fn search(call: Request<NoBody, ByName>) -> Result<Json<Vec<DiagnosisView>>> {
    let typed: String = call.path.name.chars().take(LONGEST).collect();
    let words = fold(&typed);
    if words.is_empty() {
        return Ok(Json(Vec::new()));
    }
    // Short beginnings of a code are no whole codes yet.
    let code: String = typed
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|sign| sign.to_ascii_uppercase())
        .collect();
    let code = diagnosis_code(&typed).unwrap_or(code);
    let db = call.ctx.db.read();
    Ok(Json(repo::diagnoses(db, &words, &code, MOST).await?))
}
