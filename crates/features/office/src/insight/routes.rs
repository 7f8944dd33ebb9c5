// SPDX-License-Identifier: AGPL-3.0-or-later

//! The routes of insight, for doctors and administrators.

use super::page;
use crate::api::{Access, Audit, Method, Role, Route, ScopePolicy, route};
use crate::error::Kind;

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::Get;
    let access = Access::Roles(&[Role::Doctor, Role::Admin]);
    let nobody = ScopePolicy::NoPatient("counts without names, none of them small by what patients differ in");
    let untraced = Audit::Untraced("counts only, no names");
    vec![
        route(Get, "/insight", access, nobody, untraced, "How requests were decided, faxed and paid in a period.", page::show).refuses(&[Kind::Invalid]),
        route(Get, "/insight/csv/{part}", access, nobody, untraced, "The same as a table for a spreadsheet.", page::export).refuses(&[Kind::Invalid]),
    ]
}
