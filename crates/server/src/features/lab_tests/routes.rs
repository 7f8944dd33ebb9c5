// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of lab results, each with its three policies. Doctors only (decision 19).

use super::{acknowledge, exceptions};
use crate::api::{Access, Audit, Method, Role, Route, ScopePolicy, route};
use crate::error::Kind;

const DOCTOR: Access = Access::Roles(&[Role::Doctor]);
const RECORD: Audit = Audit::PatientRecord;

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Get, Put};
    let nobody = ScopePolicy::NoPatient("no patient was found for these reports");
    let unknown = Audit::Untraced("it is not known whose record this would be; the row keeps who settled it");
    vec![
        route(Get, "/lab-test/exceptions", DOCTOR, ScopePolicy::AnyPatient, RECORD, "Laboratory reports that no patient was found for, oldest first.", exceptions::list_exceptions).refuses(&[Kind::Invalid]),
        route(Put, "/lab-test/exceptions/file", DOCTOR, ScopePolicy::AnyPatient, RECORD, "Files such a report to a patient.", exceptions::file).refuses(&[Kind::NotFound]),
        route(Put, "/lab-test/exceptions/set-aside", DOCTOR, nobody, unknown, "Sets such a report aside, with a reason.", exceptions::set_aside).refuses(&[Kind::NotFound]),
        route(Put, "/lab-test/acknowledge", DOCTOR, ScopePolicy::AnyPatient, RECORD, "Says that a doctor has read a result.", acknowledge::acknowledge).refuses(&[Kind::NotFound]),
        route(Get, "/lab-test/{personId}", DOCTOR, ScopePolicy::AnyPatient, RECORD, "A patient's laboratory tests, newest first.", acknowledge::list_lab_tests),
    ]
}
