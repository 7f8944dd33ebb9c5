// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of lab results, each with its three policies. Doctors only (decision 19).

use super::{acknowledge, exceptions};
use crate::api::{Access, Audit, Method, Role, Route, ScopePolicy, route};
use crate::error::Kind;

const DOCTOR: Access = Access::Roles(&[Role::Doctor]);

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Get, Put};
    let nobody = ScopePolicy::NoPatient("no patient was found for these reports");
    let unknown = Audit::Untraced("it is not known whose record this would be; the row keeps who settled it");
    vec![
        route(Get, "/lab-test/exceptions", DOCTOR, ScopePolicy::AnyPatient, Audit::PatientRecord("Viewed the name beside a lab report that no patient was found for"), "Laboratory reports that no patient was found for, oldest first.", exceptions::list_exceptions).refuses(&[Kind::Invalid]),
        route(Put, "/lab-test/exceptions/file", DOCTOR, ScopePolicy::AnyPatient, Audit::PatientRecord("Filed a laboratory report to the record"), "Files such a report to a patient.", exceptions::file).refuses(&[Kind::NotFound]),
        route(Put, "/lab-test/exceptions/set-aside", DOCTOR, nobody, unknown, "Sets such a report aside, with a reason.", exceptions::set_aside).refuses(&[Kind::NotFound]),
        route(Put, "/lab-test/acknowledge", DOCTOR, ScopePolicy::AnyPatient, Audit::PatientRecord("Recorded that a laboratory result was read"), "Says that a doctor has read a result.", acknowledge::acknowledge).refuses(&[Kind::NotFound]),
        route(Get, "/lab-test/{personId}", DOCTOR, ScopePolicy::AnyPatient, Audit::PatientRecord("Opened the laboratory tests"), "A patient's laboratory tests, newest first.", acknowledge::list_lab_tests),
    ]
}
