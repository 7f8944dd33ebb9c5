//! The calls of billing, each with its three claims.

use super::{bills, claims, classes, diagnoses, remittances};
use crate::door::{Access, Claim, Method, Role, Row, Trace, row};

const DESK: Access = Access::Roles(&[Role::Doctor, Role::Office]);
const STAFF: Access = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);
const ADMIN: Access = Access::Roles(&[Role::Admin]);
const ALL: Claim = Claim::AnyPatient;
const RECORD: Trace = Trace::PatientRecord;

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Delete, Get, Post, Put};
    let nobody = Claim::NoPatient("codes and classes are nobody's record");
    let public = Trace::Untraced("codes and classes are public knowledge");
    vec![
        row(Get, "/icd/name/{name}", STAFF, nobody, public, "Searches diagnosis codes by words or code.", diagnoses::search),
        row(Get, "/medication-bill", ADMIN, nobody, public, "What is remembered for classes of medications, by class number.", classes::list),
        row(Get, "/medication-bill/diagnosis-code/{x}", STAFF, nobody, public, "The diagnosis code remembered for a class.", classes::diagnosis_code),
        row(Get, "/medication-bill/question/{x}", STAFF, nobody, public, "The question remembered for a class.", classes::question),
        row(Post, "/medication-bill", STAFF, nobody, public, "Remembers a diagnosis code or a question for a class.", classes::remember),
        row(Post, "/medication-bill/add", ADMIN, nobody, public, "Adds a class with its diagnosis code, or changes it.", classes::add),
        row(Delete, "/medication-bill/{id}", ADMIN, nobody, public, "Forgets what is remembered for a class.", classes::forget),
        row(Post, "/tele-plan/bill", DESK, ALL, RECORD, "Bills a visit to the plan, once.", bills::create),
        row(Get, "/tele-plan/bill/{id}", ADMIN, ALL, RECORD, "A bill with its history.", bills::get),
        row(Put, "/tele-plan/bill/{id}", ADMIN, ALL, RECORD, "Changes a bill that has not left, or came back.", bills::change),
        row(Put, "/tele-plan/bill/{id}/resubmit", ADMIN, ALL, RECORD, "Makes a rejected bill ready to be sent again.", claims::resubmit),
        row(Get, "/tele-plan/claim-numbers", ADMIN, ALL, RECORD, "Files of claims, newest first, and what waits to be sent.", claims::list),
        row(Post, "/tele-plan/send-unsent-bills", ADMIN, nobody, Trace::Untraced("a file is sent by a job; nobody's record is shown"), "Sends the bills that wait.", claims::send_unsent),
        row(Post, "/tele-plan/password", ADMIN, nobody, Trace::Untraced("the clinic's own password"), "Changes the password at Teleplan.", claims::change_password),
        row(Post, "/tele-plan/pull-latest-remittance", ADMIN, nobody, Trace::Untraced("a file is fetched by a job; nobody's record is shown"), "Fetches what the plan has for us.", remittances::pull),
        row(Post, "/tele-plan/remittance-files/{id}/take-again", ADMIN, ALL, RECORD, "Takes a file again that was set aside.", remittances::take_again),
        row(Get, "/tele-plan/status-retrieved", ADMIN, nobody, Trace::Untraced("figures of a pull, nobody's record"), "When the latest remittance was pulled, and with what result.", remittances::status),
        row(Get, "/tele-plan/remittance", ADMIN, ALL, RECORD, "Lines of remittances, newest first.", remittances::list),
        row(Get, "/tele-plan/remittance-exceptions", ADMIN, ALL, RECORD, "Lines that a person has to look at.", remittances::exceptions),
        row(Put, "/tele-plan/remittance-exceptions/{id}", ADMIN, ALL, RECORD, "Assigns such a line to a bill, or says it belongs to none.", remittances::settle),
        row(Get, "/tele-plan/remittance-months", ADMIN, nobody, Trace::Untraced("sums of a month, nobody's record"), "Billed and paid by month of payment.", remittances::months),
        row(Get, "/tele-plan/balance", ADMIN, ALL, Trace::Untraced("sums of a month, nobody's record"), "Billed, paid, refused and outstanding by month of service.", remittances::balance),
        row(Get, "/tele-plan/problematic-invoice-list", ADMIN, ALL, RECORD, "Bills that came back.", remittances::problematic),
    ]
}
