// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of sleep studies, each with its three policies.

use super::{clinics, documents, faxing, info, orders, payment_hooks, receipt, requester};
use crate::api::{Access, Audit, Method, Role, Route, ScopePolicy, route};
use crate::error::Kind;

const PATIENT: Access = Access::Roles(&[Role::Patient]);
const DOCTOR_OR_OFFICE: Access = Access::Roles(&[Role::Doctor, Role::Office]);
const STAFF: Access = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);
const DOCTOR: Access = Access::Roles(&[Role::Doctor]);
const DOCTOR_OR_ADMIN: Access = Access::Roles(&[Role::Doctor, Role::Admin]);
const ANY: Access = Access::AnySignedIn;
const CARE: Access = Access::Roles(Role::CARE);
const OWN: ScopePolicy = ScopePolicy::OwnRecords;
const ALL: ScopePolicy = ScopePolicy::AnyPatient;

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Delete, Get, Post, Put};
    let nobody = ScopePolicy::NoPatient("sleep clinics are not a patient's record");
    let public = Audit::Untraced("sleep clinics are public knowledge");
    let standing = ScopePolicy::NoPatient("a doctor's standing order is not a patient's record");
    let kept = Audit::Untraced("no patient's record; the row keeps who agreed and who ended it");
    vec![
        route(Get, "/sleep-info/person/{id}", CARE, ALL, Audit::PatientRecord("Opened the sleep information"), "All versions of a patient's sleep information, newest first.", info::versions),
        route(Get, "/sleep-info/{id}", CARE, ALL, Audit::PatientRecord("Opened the sleep information"), "One version of sleep information.", info::get_sleep_info),
        route(Post, "/sleep-info", PATIENT, OWN, Audit::PatientRecord("Saved the sleep information"), "Saves a new version of the patient's own sleep information.", info::create),
        route(Get, "/sleep-clinic", ANY, nobody, public, "The branches of the sleep clinics by name.", clinics::list_sleep_clinics),
        route(Post, "/sleep-assessment", PATIENT, OWN, Audit::PatientRecord("Ordered a sleep apnea test"), "Orders a sleep apnea test; in the free mode it is sent at once.", orders::create).refuses(&[Kind::NotFound]),
        route(Post, "/sleep-assessment/preview", PATIENT, OWN, Audit::PatientRecord("Previewed the order of a sleep apnea test"), "The anonymous sheet before an order, as PDF.", documents::preview).refuses(&[Kind::NotFound]),
        route(Get, "/sleep-assessment/person/{id}", CARE, ALL, Audit::PatientRecord("Opened the orders of sleep apnea tests"), "All orders of a patient, newest first.", orders::list_orders_of_person),
        route(Get, "/sleep-assessment/pending-by-person/{id}", CARE, ALL, Audit::PatientRecord("Opened the pending orders of sleep apnea tests"), "A patient's orders that are not finished.", orders::pending),
        route(Get, "/sleep-assessment/document/{id}", CARE, ALL, Audit::PatientRecord("Opened the sheet of a sleep apnea test"), "The order's sheet as PDF: anonymous for the patient, the request for the staff.", documents::document),
        route(Get, "/sleep-assessment/receipt/{id}", CARE, ALL, Audit::PatientRecord("Opened a receipt"), "The receipt of a paid order, as PDF.", receipt::receipt).refuses(&[Kind::Conflict]),
        route(Put, "/sleep-assessment/set-pay", PATIENT, OWN, Audit::PatientRecord("Paid for a sleep apnea test"), "Charges the fee to a card, or takes an approved wallet order.", payment_hooks::set_pay).refuses(&[Kind::NotFound]),
        route(Put, "/sleep-assessment/payment-completed", PATIENT, OWN, Audit::PatientRecord("Sent the order of a sleep apnea test"), "Sends a paid order to the clinic, or a free one.", payment_hooks::payment_completed).refuses(&[Kind::NotFound]),
        route(Put, "/sleep-assessment/cancel", PATIENT, OWN, Audit::PatientRecord("Cancelled the order of a sleep apnea test"), "Withdraws an order that is not paid.", orders::cancel).refuses(&[Kind::NotFound]),
        route(Put, "/sleep-assessment/update-status", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Changed the status of a sleep apnea test"), "Sets what the staff know of an order.", orders::update_status).refuses(&[Kind::NotFound]),
        route(Put, "/sleep-assessment/refund-success", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Recorded a refund"), "Marks a confirmed refund.", payment_hooks::refund_success).refuses(&[Kind::NotFound]),
        route(Post, "/fax/queue-sleep-assessment-fax", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Faxed the order of a sleep apnea test"), "Sends another copy of the request to the sleep clinic.", faxing::queue_again).refuses(&[Kind::NotFound]),
        route(Get, "/sleep-assessment/requester", STAFF, standing, kept, "The doctor who signs the requests of sleep apnea tests.", requester::get_requester),
        route(Put, "/sleep-assessment/requester", DOCTOR, standing, kept, "The doctor agrees to sign the requests of sleep apnea tests; those that wait are sent.", requester::put_requester).refuses(&[Kind::TooMany]),
        route(Delete, "/sleep-assessment/requester", DOCTOR_OR_ADMIN, standing, kept, "Ends the agreement to sign the requests of sleep apnea tests.", requester::end_requester),
        route(Get, "/sleep-assessment/{id}", CARE, ALL, Audit::PatientRecord("Opened the order of a sleep apnea test"), "An order.", orders::get_order),
    ]
}
