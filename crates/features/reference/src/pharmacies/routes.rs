// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of pharmacies.

use salal_domain::search::fold;
use schemars::JsonSchema;
use serde::Deserialize;

use super::dto::PharmacyView;
use super::repo;
use crate::api::{Access, Audit, Json, Method, NoBody, Request, Route, ScopePolicy, route};
use crate::error::{Error, Kind, Result};

/// The size of the list that a screen filters locally.
const LIST: u64 = 100;
/// The maximum number of search results.
const FOUND: u64 = 20;
/// Decision 84: the server's search needs more than three characters.
const SHORTEST: usize = 4;
/// The maximum length of a search text.
const LONGEST: usize = 200;

const CLAIM: ScopePolicy = ScopePolicy::NoPatient("pharmacies are not a patient's record");
const TRACE: Audit = Audit::Untraced("pharmacies are public knowledge");

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    vec![
        route(
            Method::Get,
            "/pharmacy",
            Access::AnySignedIn,
            CLAIM,
            TRACE,
            "The first hundred pharmacies by name.",
            list,
        ),
        route(
            Method::Get,
            "/pharmacy/multi-text-search/{text}",
            Access::AnySignedIn,
            CLAIM,
            TRACE,
            "Searches pharmacies by words of name, address, city, postal code and telephone.",
            search,
        )
        .refuses(&[Kind::Invalid]),
    ]
}

/// The text of a search, in a path.
#[derive(Debug, Deserialize, JsonSchema)]
struct ByText {
    /// Words of the name, the address, the city or the postal code, or a telephone number.
    text: String,
}

async fn list(request: Request) -> Result<Json<Vec<PharmacyView>>> {
    Ok(Json(
        repo::list_pharmacies(request.ctx.db.read(), LIST).await?,
    ))
}

async fn search(request: Request<NoBody, ByText>) -> Result<Json<Vec<PharmacyView>>> {
    let text = request.path.text.trim();
    let length = text.chars().count();
    if !(SHORTEST..=LONGEST).contains(&length) {
        return Err(Error::field(
            "text",
            format!("Please type {SHORTEST} to {LONGEST} characters."),
        ));
    }
    if fold(text).is_empty() {
        return Ok(Json(Vec::new()));
    }
    Ok(Json(
        repo::search(request.ctx.db.read(), text, FOUND).await?,
    ))
}
