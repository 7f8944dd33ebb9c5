// SPDX-License-Identifier: AGPL-3.0-or-later

//! Type-ahead search of diagnosis codes: by code or by the prefixes of words, in any order and without
//! accents.

use salal_domain::search::fold;
use salal_formats::teleplan::lists::diagnosis_code;
use schemars::JsonSchema;
use serde::Deserialize;

use super::dto::DiagnosisView;
use super::repo;
use crate::api::{Json, NoBody, Request};
use crate::error::Result;

/// The maximum number of results.
const MOST: u64 = 25;
/// The maximum length of a search text.
const LONGEST: usize = 100;

/// What to look for among the diagnosis codes.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ByName {
    /// Words of the text, or the beginning of a code.
    name: String,
}

/// GET /icd/name/{name}
pub(super) async fn search(request: Request<NoBody, ByName>) -> Result<Json<Vec<DiagnosisView>>> {
    let typed: String = request.path.name.chars().take(LONGEST).collect();
    let words = fold(&typed);
    if words.is_empty() {
        return Ok(Json(Vec::new()));
    }
    // A short prefix of a code is not a complete code.
    let code: String = typed
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|sign| sign.to_ascii_uppercase())
        .collect();
    let code = diagnosis_code(&typed).unwrap_or(code);
    let db = request.ctx.db.read();
    Ok(Json(repo::diagnoses(db, &words, &code, MOST).await?))
}
