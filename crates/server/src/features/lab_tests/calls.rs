//! The calls on laboratory results, each with its three claims. Doctors only (decision 19).

use super::{acknowledge, exceptions};
use crate::door::{Access, Claim, Method, Role, Row, Trace, row};

const DOCTOR: Access = Access::Roles(&[Role::Doctor]);
const RECORD: Trace = Trace::PatientRecord;

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Get, Put};
    let nobody = Claim::NoPatient("no patient was found for these reports");
    let unknown = Trace::Untraced("it is not known whose record this would be; the row keeps who settled it");
    vec![
        row(Get, "/lab-test/exceptions", DOCTOR, Claim::AnyPatient, RECORD, "Laboratory reports that no patient was found for, oldest first.", exceptions::list),
        row(Put, "/lab-test/exceptions/file", DOCTOR, Claim::AnyPatient, RECORD, "Files such a report to a patient.", exceptions::file),
        row(Put, "/lab-test/exceptions/set-aside", DOCTOR, nobody, unknown, "Sets such a report aside, with a reason.", exceptions::set_aside),
        row(Put, "/lab-test/acknowledge", DOCTOR, Claim::AnyPatient, RECORD, "Says that a doctor has read a result.", acknowledge::acknowledge),
        row(Get, "/lab-test/{personId}", DOCTOR, Claim::AnyPatient, RECORD, "A patient's laboratory tests, newest first.", acknowledge::list),
    ]
}
