// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of billing, each with its three policies.

use super::{bills, claims, classes, diagnoses, remittances};
use crate::api::{Access, Audit, Method, Role, Route, ScopePolicy, route};
use crate::error::Kind;

const DOCTOR_OR_OFFICE: Access = Access::Roles(&[Role::Doctor, Role::Office]);
const STAFF: Access = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);
const ADMIN: Access = Access::Roles(&[Role::Admin]);
const ALL: ScopePolicy = ScopePolicy::AnyPatient;

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Delete, Get, Post, Put};
    let nobody = ScopePolicy::NoPatient("codes and classes are not a patient's record");
    let public = Audit::Untraced("codes and classes are public knowledge");
    vec![
        route(Get, "/icd/name/{name}", STAFF, nobody, public, "Searches diagnosis codes by words or code.", diagnoses::search),
        route(Get, "/medication-bill", ADMIN, nobody, public, "What is remembered for classes of medications, by class number.", classes::list_classes),
        route(Get, "/medication-bill/diagnosis-code/{x}", STAFF, nobody, public, "The diagnosis code remembered for a class.", classes::diagnosis_code),
        route(Get, "/medication-bill/question/{x}", STAFF, nobody, public, "The question remembered for a class.", classes::question),
        route(Post, "/medication-bill", STAFF, nobody, public, "Remembers a diagnosis code or a question for a class.", classes::remember),
        route(Post, "/medication-bill/add", ADMIN, nobody, public, "Adds a class with its diagnosis code, or changes it.", classes::add),
        route(Delete, "/medication-bill/{id}", ADMIN, nobody, public, "Forgets what is remembered for a class.", classes::forget),
        route(Post, "/tele-plan/bill", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Billed a visit to MSP"), "Bills a visit to the plan, once.", bills::create).refuses(&[Kind::NotFound]),
        route(Get, "/tele-plan/bill/{id}", ADMIN, ALL, Audit::PatientRecord("Opened a bill"), "A bill with its history.", bills::get),
        route(Put, "/tele-plan/bill/{id}", ADMIN, ALL, Audit::PatientRecord("Changed a bill"), "Changes a bill that has not left, or came back.", bills::change),
        route(Put, "/tele-plan/bill/{id}/resubmit", ADMIN, ALL, Audit::PatientRecord("Made a rejected bill ready to be sent again"), "Makes a rejected bill ready to be sent again.", bills::resubmit),
        route(Get, "/tele-plan/claim-numbers", ADMIN, ALL, Audit::PatientRecord("Viewed a bill in a list of bills"), "Files of claims, newest first, and what is waiting to be sent.", claims::list).refuses(&[Kind::NotFound]),
        route(Post, "/tele-plan/send-unsent-bills", ADMIN, nobody, Audit::Untraced("a file is sent by a job; no patient's record is shown"), "Sends the bills that wait.", claims::send_unsent),
        route(Post, "/tele-plan/password", ADMIN, nobody, Audit::Untraced("the clinic's own password"), "Changes the password at Teleplan.", claims::change_password).refuses(&[Kind::OutsideDown]),
        route(Post, "/tele-plan/pull-latest-remittance", ADMIN, nobody, Audit::Untraced("a file is fetched by a job; no patient's record is shown"), "Fetches what the plan has for us.", remittances::pull),
        route(Post, "/tele-plan/remittance-files/{id}/take-again", ADMIN, ALL, Audit::PatientRecord("Took a remittance again that had been set aside"), "Takes a file again that was set aside.", remittances::take_again),
        route(Get, "/tele-plan/status-retrieved", ADMIN, nobody, Audit::Untraced("figures of a pull, not a patient's record"), "When the latest remittance was pulled, and with what result.", remittances::status),
        route(Get, "/tele-plan/remittance", ADMIN, ALL, Audit::PatientRecord("Viewed a bill in a list of bills"), "Lines of remittances, newest first.", remittances::list),
        route(Get, "/tele-plan/remittance-exceptions", ADMIN, ALL, Audit::PatientRecord("Viewed a bill in a list of bills"), "Lines that a person has to look at.", remittances::exceptions),
        route(Put, "/tele-plan/remittance-exceptions", ADMIN, ALL, Audit::PatientRecord("Said that lines of a remittance belong to no bill"), "Says of many such lines that they belong to none.", remittances::settle_many),
        route(Put, "/tele-plan/remittance-exceptions/{id}", ADMIN, ALL, Audit::PatientRecord("Assigned a line of a remittance to a bill"), "Assigns such a line to a bill, or says it belongs to none.", remittances::settle),
        route(Get, "/tele-plan/remittance-months", ADMIN, nobody, Audit::Untraced("sums of a month, not a patient's record"), "Billed and paid by month of payment.", remittances::months),
        route(Get, "/tele-plan/balance", ADMIN, ALL, Audit::Untraced("sums of a month, not a patient's record"), "Billed, paid, refused and outstanding by month of service.", remittances::balance),
        route(Get, "/tele-plan/problematic-invoice-list", ADMIN, ALL, Audit::PatientRecord("Viewed a bill in a list of bills"), "Bills that came back.", remittances::problematic),
    ]
}
