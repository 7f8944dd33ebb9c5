// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of staff accounts.

use super::{change, create_person, numbers, second_step, sessions, view};
use crate::api::{Access, Audit, Method, Role, Route, ScopePolicy, route};
use crate::error::Kind;

const ADMIN: Access = Access::Roles(&[Role::Admin]);

/// The routes of this module.
#[rustfmt::skip]
pub(in crate::accounts) fn calls() -> Vec<Route> {
    use Method::{Delete, Get, Post, Put};
    let staff = ScopePolicy::NoPatient("accounts of the staff; a patient's is not there");
    let looks = Audit::Untraced("an account of the staff: no patient's record");
    vec![
        route(Get, "/staff-account", ADMIN, staff, looks, "The accounts of the staff, by name.", view::list_staff).refuses(&[Kind::Invalid]),
        route(Get, "/staff-account/{id}", ADMIN, staff, looks, "One account of the staff: where it is signed in, and what was changed on it.", view::get_staff_account),
        route(Put, "/staff-account/role/{id}", ADMIN, staff, Audit::PatientRecord("Changed the role of the account"), "Gives a member of staff another role; their sessions end.", change::role),
        route(Put, "/staff-account/numbers/{id}", ADMIN, staff, Audit::PatientRecord("Changed the practitioner's numbers"), "Saves the numbers of a member of staff who prescribes or bills.", numbers::save_numbers),
        route(Put, "/staff-account/disable/{id}", ADMIN, staff, Audit::PatientRecord("Deactivated the account"), "Switches an account off; its sessions end.", change::disable),
        route(Put, "/staff-account/enable/{id}", ADMIN, staff, Audit::PatientRecord("Reactivated the account"), "Switches an account on again.", change::enable),
        route(Put, "/staff-account/second-step/{id}", ADMIN, staff, Audit::PatientRecord("Reset the authenticator"), "Removes someone else's authenticator: they enrol again.", second_step::reset).refuses(&[Kind::TooMany]),
        route(Put, "/staff-account/sign-out/{id}", ADMIN, staff, Audit::PatientRecord("Ended all sessions"), "Ends every session of someone else.", sessions::end_all),
        route(Delete, "/staff-account/{id}/sessions/{session}", ADMIN, staff, Audit::PatientRecord("Ended a session"), "Ends one session of someone else.", sessions::end_one),
        route(Post, "/user/create-person", ADMIN, ScopePolicy::AnyPatient, Audit::PatientRecord("Created the person record for a user"), "Makes the person of a user that lacks one.", create_person::create).refuses(&[Kind::NotFound]),
    ]
}
