// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes without a session: the screens before sign-in use them.

use super::dto::{Country, Options, PublicSettings};
use crate::api::{Access, Audit, Json, Method, NoContent, Request, Route, ScopePolicy, route};
use crate::error::Result;

const CLAIM: ScopePolicy = ScopePolicy::NoPatient("settings and lists are not a patient's record");
const TRACE: Audit = Audit::Untraced("settings and lists are public");

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    let public = Access::Public;
    vec![
        route(
            Method::Get,
            "/",
            public("says that the API is there"),
            CLAIM,
            TRACE,
            "Says that the API is there.",
            here,
        ),
        route(
            Method::Get,
            "/settings",
            public("every screen is built from them"),
            CLAIM,
            TRACE,
            "Settings that the screens need.",
            settings,
        ),
        route(
            Method::Get,
            "/options",
            public("the registration form is built from them"),
            CLAIM,
            TRACE,
            "The lists that users choose from.",
            options,
        ),
        route(
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

async fn here(_: Request) -> Result<NoContent> {
    Ok(NoContent)
}

async fn settings(request: Request) -> Result<Json<PublicSettings>> {
    Ok(Json(PublicSettings::of(
        &request.ctx.settings,
        request.now(),
    )))
}

async fn options(_: Request) -> Result<Json<Options>> {
    Ok(Json(Options::all()))
}

async fn countries(_: Request) -> Result<Json<Vec<Country>>> {
    Ok(Json(Country::all()))
}
