//! The calls that need no session: the screens before sign-in are built from them.

use super::wire::{Country, Options, PublicSettings};
use crate::door::{Access, Call, Claim, Json, Method, NoContent, Row, Trace, row};
use crate::error::Result;

const CLAIM: Claim = Claim::NoPatient("settings and lists are nobody's record");
const TRACE: Trace = Trace::Untraced("settings and lists are public");

/// The calls of this feature.
pub fn calls() -> Vec<Row> {
    let public = Access::Public;
    vec![
        row(
            Method::Get,
            "/",
            public("says that the API is there"),
            CLAIM,
            TRACE,
            "Says that the API is there.",
            here,
        ),
        row(
            Method::Get,
            "/settings",
            public("every screen is built from them"),
            CLAIM,
            TRACE,
            "Settings that the screens need.",
            settings,
        ),
        row(
            Method::Get,
            "/options",
            public("the registration form is built from them"),
            CLAIM,
            TRACE,
            "The lists that users choose from.",
            options,
        ),
        row(
            Method::Get,
            "/country",
            public("the registration form needs them"),
            CLAIM,
            TRACE,
            "Countries by name.",
            countries,
        ),
    ]
}

async fn here(_: Call) -> Result<NoContent> {
    Ok(NoContent)
}

async fn settings(call: Call) -> Result<Json<PublicSettings>> {
    Ok(Json(PublicSettings::of(&call.ctx.settings, call.now())))
}

async fn options(_: Call) -> Result<Json<Options>> {
    Ok(Json(Options::all()))
}

async fn countries(_: Call) -> Result<Json<Vec<Country>>> {
    Ok(Json(Country::all()))
}
