//! The calls on sleep studies, each with its three claims.

use super::{clinics, faxing, info, money, orders, papers, receipt};
use crate::door::{Access, Claim, Method, Role, Row, Trace, row};

const PATIENT: Access = Access::Roles(&[Role::Patient]);
const DESK: Access = Access::Roles(&[Role::Doctor, Role::Office]);
const ANY: Access = Access::AnySignedIn;
const CARE: Access = Access::Roles(Role::CARE);
const OWN: Claim = Claim::OwnRecords;
const ALL: Claim = Claim::AnyPatient;
const RECORD: Trace = Trace::PatientRecord;

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Get, Post, Put};
    let nobody = Claim::NoPatient("sleep clinics are nobody's record");
    let public = Trace::Untraced("sleep clinics are public knowledge");
    vec![
        row(Get, "/sleep-info/person/{id}", CARE, ALL, RECORD, "All versions of a patient's sleep information, newest first.", info::versions),
        row(Get, "/sleep-info/{id}", CARE, ALL, RECORD, "One version of sleep information.", info::get),
        row(Post, "/sleep-info", PATIENT, OWN, RECORD, "Saves a new version of one's sleep information.", info::create),
        row(Get, "/sleep-clinic", ANY, nobody, public, "The branches of the sleep clinics by name.", clinics::list),
        row(Post, "/sleep-assessment", PATIENT, OWN, RECORD, "Orders a sleep apnea test; in the free mode it is sent at once.", orders::create),
        row(Post, "/sleep-assessment/preview", PATIENT, OWN, RECORD, "The anonymous sheet before an order, as PDF.", papers::preview),
        row(Get, "/sleep-assessment/person/{id}", CARE, ALL, RECORD, "All orders of a patient, newest first.", orders::of_person),
        row(Get, "/sleep-assessment/pending-by-person/{id}", CARE, ALL, RECORD, "A patient's orders that are not finished.", orders::pending),
        row(Get, "/sleep-assessment/document/{id}", CARE, ALL, RECORD, "The order's sheet as PDF: anonymous for the patient, the request for the staff.", papers::document),
        row(Get, "/sleep-assessment/receipt/{id}", CARE, ALL, RECORD, "The receipt of a paid order, as PDF.", receipt::receipt),
        row(Put, "/sleep-assessment/set-pay", PATIENT, OWN, RECORD, "Charges the fee to a card, or takes an approved wallet order.", money::set_pay),
        row(Put, "/sleep-assessment/payment-completed", PATIENT, OWN, RECORD, "Sends a paid order to the clinic, or a free one.", money::payment_completed),
        row(Put, "/sleep-assessment/cancel", PATIENT, OWN, RECORD, "Withdraws an order that is not paid.", orders::cancel),
        row(Put, "/sleep-assessment/update-status", DESK, ALL, RECORD, "Sets what the staff know of an order.", orders::update_status),
        row(Put, "/sleep-assessment/refund-success", DESK, ALL, RECORD, "Marks a confirmed refund.", money::refund_success),
        row(Post, "/fax/queue-sleep-assessment-fax", DESK, ALL, RECORD, "Sends another copy of the request to the sleep clinic.", faxing::queue_again),
        row(Get, "/sleep-assessment/{id}", CARE, ALL, RECORD, "An order.", orders::get),
    ]
}
