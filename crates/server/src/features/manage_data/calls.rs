//! The calls on reference data, for administrators.

use super::{columns, desk, display, receive, undo};
use crate::door::{Access, Claim, Method, Role, Row, Trace, row};

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Get, Post, Put};
    let admin = Access::Roles(&[Role::Admin]);
    let nobody = Claim::NoPatient("reference data is nobody's record");
    let untraced = Trace::Untraced("reference data names no patient; the history of imports says who");
    vec![
        row(Post, "/manage-data/import-data", admin, nobody, untraced, "Takes files of a resource in; they are imported in the background.", receive::import),
        row(Post, "/manage-data/columns", admin, nobody, untraced, "Which columns a list's file has, and which field each may be.", columns::look),
        row(Get, "/manage-data/build-drugs", admin, nobody, untraced, "Builds the drugs of the register's resources, in the background.", receive::build),
        row(Get, "/manage-data/display-data/{x}", admin, nobody, untraced, "Some rows of a resource as JSON.", display::display),
        row(Get, "/manage-data/imports", admin, nobody, untraced, "The import at work, and the history of imports.", desk::list),
        row(Get, "/manage-data/skipped/{id}", admin, nobody, untraced, "The rows that an import left out, with line and reason, as CSV.", desk::skipped),
        row(Put, "/manage-data/cancel/{id}", admin, nobody, untraced, "Takes an import back while it is at work.", desk::cancel),
        row(Put, "/manage-data/go-on/{id}", admin, nobody, untraced, "Goes on with an import or a build that stopped because it would take much away, with a reason.", undo::go_on),
        row(Put, "/manage-data/undo/{id}", admin, nobody, untraced, "Goes back to what was in force before an import or a build.", undo::undo),
    ]
}
