//! The calls on pharmacies.

use schemars::JsonSchema;
use serde::Deserialize;

use super::store;
use super::wire::PharmacyView;
use crate::door::{Access, Call, Claim, Json, Method, NoBody, Row, Trace, row};
use crate::error::{Error, Result};

/// Search begins above three characters (decision 84).
const SHORTEST: usize = 4;

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    let nobody = Claim::NoPatient("the directory of pharmacies");
    let untraced = Trace::Untraced("reference data");
    vec![
        row(Method::Get, "/pharmacy", Access::AnySignedIn, nobody, untraced, "The first pharmacies by name.", list),
        row(Method::Get, "/pharmacy/multi-text-search/{text}", Access::AnySignedIn, nobody, untraced, "Searches pharmacies.", search),
    ]
}

async fn list(call: Call<NoBody>) -> Result<Json<Vec<PharmacyView>>> {
    Ok(Json(store::list(call.ctx.db.read(), 100).await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ByText {
    text: String,
}

async fn search(call: Call<NoBody, ByText>) -> Result<Json<Vec<PharmacyView>>> {
    let text = call.path.text.trim();
    if text.chars().count() < SHORTEST {
        return Err(Error::field("text", "Type at least 4 characters."));
    }
    Ok(Json(store::search(call.ctx.db.read(), text, 20).await?))
}
