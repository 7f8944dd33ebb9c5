// SPDX-License-Identifier: AGPL-3.0-or-later

//! The route of the first page.

use super::page;
use crate::api::{Access, Audit, Method, Role, Route, ScopePolicy, route};

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    vec![route(
        Method::Get,
        "/today",
        Access::Roles(&[Role::Doctor, Role::Office]),
        ScopePolicy::AnyPatient,
        Audit::PatientRecord("Viewed the request in the list of today's work"),
        "What waits, what failed, and the clinic's day.",
        page::show,
    )]
}
