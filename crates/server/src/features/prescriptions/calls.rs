//! The calls on prescriptions, each with its three claims.

use super::{
    cancellation, create, desk, directions, draft, encounters, faxing, marks, money, not_received,
    pharmacy_number, questions, queue, renewals, resend, review, signing, voids,
};
use crate::door::{Access, Claim, Method, Role, Row, Trace, row};

const PATIENT: Access = Access::Roles(&[Role::Patient]);
const DOCTOR: Access = Access::Roles(&[Role::Doctor]);
const DESK: Access = Access::Roles(&[Role::Doctor, Role::Office]);
const CARE: Access = Access::Roles(Role::CARE);
const OWN: Claim = Claim::OwnRecords;
const ALL: Claim = Claim::AnyPatient;
const RECORD: Trace = Trace::PatientRecord;
const BY_LINK: Access =
    Access::ByLink("the e-mailed link holds a secret for this one prescription");
/// Authorized by an emailed token; the handler derives the scope from it.
const LINKED: Claim = Claim::NoPatient("the reach is the link's own patient");

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Delete, Get, Post, Put};
    let staff = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);
    let own_draft = Trace::Untraced("the own draft, not part of the record yet");
    let no_record = Trace::Untraced("a price, nobody's record");
    vec![
        row(Get, "/prescription/draft", PATIENT, OWN, own_draft, "The request still being written.", draft::get),
        row(Put, "/prescription/draft", PATIENT, OWN, own_draft, "Saves the request still being written.", draft::put),
        row(Delete, "/prescription/draft", PATIENT, OWN, own_draft, "Throws the request still being written away.", draft::delete),
        row(Post, "/prescription", PATIENT, OWN, RECORD, "Makes a request.", create::create),
        row(Post, "/prescription/create-and-pending", PATIENT, OWN, RECORD, "Makes a request in the free mode.", create::create_and_pending),
        row(Post, "/prescription/fee", PATIENT, OWN, no_record, "The fee of a number of medications.", questions::ask_fee),
        row(Post, "/prescription/medication/number/{personId}", PATIENT, OWN, RECORD, "Whether so many more medications may be asked for today.", questions::check_count),
        row(Post, "/prescription/person/duplicate/{personId}", PATIENT, OWN, RECORD, "Whether a drug is in the list already.", questions::check_duplicate),
        row(Post, "/prescription/medication/marks/{personId}", PATIENT, OWN, RECORD, "What to look at in plain words about the medications being asked for.", marks::ask),
        row(Put, "/prescription/set-pay", PATIENT, OWN, RECORD, "Charges the fee to a card, or takes an approved wallet order.", money::set_pay),
        row(Put, "/prescription/payment-completed", PATIENT, OWN, RECORD, "Moves a paid request to the doctors.", money::payment_completed),
        row(Put, "/prescription/cancel", PATIENT, OWN, RECORD, "Cancels a request.", money::cancel),
        row(Get, "/prescription/invoice/{id}", CARE, ALL, RECORD, "The receipt's facts.", money::invoice),
        row(Get, "/prescription/receipt/{id}", CARE, ALL, RECORD, "The receipt as PDF.", money::receipt),
        row(Put, "/prescription/refund-success", DESK, ALL, RECORD, "Marks a confirmed refund.", money::refund_success),
        row(Get, "/prescription", staff, ALL, RECORD, "Every prescription of the clinic.", desk::all),
        row(Get, "/prescription/claim/{personId}", DESK, ALL, RECORD, "Who has a patient's pending work.", queue::whose),
        row(Get, "/prescription/faxed-or-refunded", staff, ALL, RECORD, "What was faxed or refunded.", desk::faxed_or_refunded),
        row(Get, "/prescription/person/{personId}", CARE, ALL, RECORD, "A patient's prescriptions.", desk::of_person),
        row(Get, "/prescription/renewable/{personId}", PATIENT, OWN, RECORD, "What may be renewed, with the day its supply ends.", renewals::renewable),
        row(Get, "/prescription/pending/person/{personId}", CARE, ALL, RECORD, "The open work on a patient.", desk::pending),
        row(Put, "/prescription/acknowledge", DOCTOR, ALL, RECORD, "A doctor begins the review.", review::acknowledge),
        row(Put, "/prescription/medication/updateStatus", DOCTOR, ALL, RECORD, "Approves, rejects or undoes a line.", review::update_status),
        row(Put, "/prescription/medication/usage", Access::Roles(&[Role::Office]), ALL, RECORD, "Edits the usage of a line.", review::usage),
        row(Post, "/prescription/medication/directions", DESK, Claim::NoPatient("a usage and a form, nobody's record"), Trace::Untraced("words about a usage, nobody's record"), "What a line would say, and why it could not be signed.", directions::check),
        row(Put, "/prescription/medication/medication-usage", DOCTOR, ALL, RECORD, "Edits the drug and the usage of a line.", review::medication_usage),
        row(Put, "/prescription/dr-pharmacy", DOCTOR, ALL, RECORD, "The doctor's choice of pharmacy.", review::dr_pharmacy),
        row(Post, "/prescription/set-text", DOCTOR, ALL, RECORD, "The doctor's text.", review::set_text),
        row(Put, "/prescription/encounter", DESK, ALL, RECORD, "Records how the patient was met.", encounters::record),
        row(Get, "/prescription/queue", DESK, ALL, RECORD, "All pending work of the clinic, oldest first.", queue::list),
        row(Put, "/prescription/claim", DOCTOR, ALL, RECORD, "A doctor takes a patient's pending work.", queue::claim),
        row(Put, "/prescription/release", DOCTOR, ALL, RECORD, "A doctor gives a patient's pending work back.", queue::release),
        row(Put, "/prescription/claim-next", DOCTOR, ALL, RECORD, "A doctor takes the patient who has waited longest.", queue::claim_next),
        row(Put, "/prescription/sign", DOCTOR, ALL, RECORD, "Signs the prescription.", signing::sign),
        row(Get, "/prescription/document/{id}", DESK, ALL, RECORD, "The signed sheet, or its preview, as PDF.", signing::document),
        row(Put, "/prescription/verify-number", DESK, ALL, RECORD, "Records that the pharmacy said by telephone that a fax number is its own.", pharmacy_number::verify),
        row(Put, "/prescription/print", DOCTOR, ALL, RECORD, "Records a paper print.", signing::print),
        row(Put, "/prescription/handed-over", DOCTOR, ALL, RECORD, "Records what became of a printed prescription.", voids::handed_over),
        row(Put, "/prescription/void", DOCTOR, ALL, RECORD, "Voids a copy, so that the prescription can be issued anew.", voids::void),
        row(Put, "/prescription/void-told", DOCTOR, ALL, RECORD, "Records that the old pharmacy was told of the void by telephone.", voids::told),
        row(Get, "/prescription/copy/{id}", DESK, ALL, RECORD, "The signed sheet of a copy as PDF; a void one says so.", cancellation::sheet),
        row(Get, "/prescription/cancellation/{id}", DESK, ALL, RECORD, "The cancellation of a copy as PDF.", cancellation::page),
        row(Post, "/fax/queue-prescription-fax", DOCTOR, ALL, RECORD, "Queues the fax to the pharmacy.", faxing::queue),
        row(Get, "/fax/cover/{id}", DESK, ALL, RECORD, "The fax cover as PDF.", faxing::cover_preview),
        row(Get, "/prescription/reply-fax/{id}", BY_LINK, LINKED, Trace::Untraced("says only whether the link still works; no record is shown"), "Whether it can be reported, by link, that a prescription did not arrive.", not_received::state),
        row(Post, "/prescription/reply-fax/{id}", BY_LINK, LINKED, RECORD, "Reports, by link and once, that a prescription did not arrive.", not_received::report),
        row(Get, "/fax/{id}/resend", BY_LINK, LINKED, RECORD, "Whether, by link, one more copy may be sent to the pharmacy.", resend::state),
        row(Post, "/fax/{id}/resend", BY_LINK, LINKED, RECORD, "Sends, by link, one more copy to the pharmacy.", resend::resend),
        row(Get, "/prescription/{id}", CARE, ALL, RECORD, "A prescription.", desk::get),
    ]
}
