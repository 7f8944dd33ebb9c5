// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of reference data, for administrators.

use super::{columns, display, list, receive, undo};
use crate::api::{Access, Audit, Method, Role, Route, ScopePolicy, route};
use crate::error::Kind;

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Get, Post, Put};
    let admin = Access::Roles(&[Role::Admin]);
    let nobody = ScopePolicy::NoPatient("reference data is not a patient's record");
    let untraced = Audit::Untraced("reference data names no patient; the history of imports says who");
    vec![
        route(Post, "/manage-data/import-data", admin, nobody, untraced, "Takes files of a resource in; they are imported in the background.", receive::import),
        route(Post, "/manage-data/columns", admin, nobody, untraced, "Which columns a list's file has, and which field each may be.", columns::propose_columns),
        route(Get, "/manage-data/build-drugs", admin, nobody, untraced, "Builds the drugs of the register's resources, in the background.", receive::build).refuses(&[Kind::Conflict]),
        route(Get, "/manage-data/display-data/{x}", admin, nobody, untraced, "Some rows of a resource as JSON.", display::display),
        route(Get, "/manage-data/imports", admin, nobody, untraced, "The import at work, and the history of imports.", list::list_imports),
        route(Get, "/manage-data/skipped/{id}", admin, nobody, untraced, "The rows that an import left out, with line and reason, as CSV.", list::skipped),
        route(Put, "/manage-data/cancel/{id}", admin, nobody, untraced, "Takes an import back while it is at work.", list::cancel),
        route(Put, "/manage-data/go-on/{id}", admin, nobody, untraced, "Goes on with an import or a build that stopped because it would take much away, with a reason.", undo::go_on),
        route(Put, "/manage-data/undo/{id}", admin, nobody, untraced, "Goes back to what was in force before an import or a build.", undo::undo),
    ]
}
