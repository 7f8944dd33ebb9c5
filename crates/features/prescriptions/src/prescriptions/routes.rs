// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of prescriptions, each with its three policies.

use super::{
    cancellation, create, directions, draft, encounters, faxing, list, marks, name_pharmacy,
    not_received, payment_hooks, pharmacy_number, questions, queue, renewals, resend, review,
    signing, voids,
};
use crate::api::{Access, Audit, Method, Role, Route, ScopePolicy, route};
use crate::error::Kind;

const PATIENT: Access = Access::Roles(&[Role::Patient]);
const DOCTOR: Access = Access::Roles(&[Role::Doctor]);
const DOCTOR_OR_OFFICE: Access = Access::Roles(&[Role::Doctor, Role::Office]);
const CARE: Access = Access::Roles(Role::CARE);
const OWN: ScopePolicy = ScopePolicy::OwnRecords;
const ALL: ScopePolicy = ScopePolicy::AnyPatient;
const BY_LINK: Access = Access::ByLink("the emailed link holds a secret for this one prescription");
/// Authorized by an emailed token; the handler derives the scope from it.
const LINKED: ScopePolicy = ScopePolicy::NoPatient("the reach is the link's own patient");

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Delete, Get, Post, Put};
    let staff = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);
    let own_draft = Audit::Untraced("the own draft, not part of the record yet");
    let no_record = Audit::Untraced("a price, not a patient's record");
    vec![
        route(Get, "/prescription/draft", PATIENT, OWN, own_draft, "The request still being written.", draft::get_draft),
        route(Put, "/prescription/draft", PATIENT, OWN, own_draft, "Saves the request still being written.", draft::save_draft),
        route(Delete, "/prescription/draft", PATIENT, OWN, own_draft, "Discards the draft request.", draft::delete),
        route(Post, "/prescription", PATIENT, OWN, Audit::PatientRecord("Requested a renewal"), "Makes a request.", create::create).refuses(&[Kind::NotFound]),
        route(Post, "/prescription/create-and-pending", PATIENT, OWN, Audit::PatientRecord("Requested a renewal"), "Makes a request in the free mode.", create::create_and_pending),
        route(Post, "/prescription/fee", PATIENT, OWN, no_record, "The fee of a number of medications.", questions::ask_fee),
        route(Post, "/prescription/medication/number/{personId}", PATIENT, OWN, Audit::PatientRecord("Checked how many medications can be requested today"), "Whether so many more medications may be asked for today.", questions::check_count),
        route(Post, "/prescription/person/duplicate/{personId}", PATIENT, OWN, Audit::PatientRecord("Checked whether a medication is requested already"), "Whether a drug is in the list already.", questions::check_duplicate),
        route(Post, "/prescription/medication/marks/{personId}", PATIENT, OWN, Audit::PatientRecord("Checked a medication against the record"), "What to look at in plain words about the medications being asked for.", marks::ask),
        route(Put, "/prescription/set-pay", PATIENT, OWN, Audit::PatientRecord("Paid for a request"), "Charges the fee to a card, or takes an approved wallet order.", payment_hooks::set_pay).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/payment-completed", PATIENT, OWN, Audit::PatientRecord("Sent a paid request to the doctors"), "Moves a paid request to the doctors.", payment_hooks::payment_completed).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/cancel", PATIENT, OWN, Audit::PatientRecord("Cancelled a request"), "Cancels a request.", payment_hooks::cancel).refuses(&[Kind::NotFound]),
        route(Get, "/prescription/invoice/{id}", CARE, ALL, Audit::PatientRecord("Opened a receipt"), "The receipt's facts.", payment_hooks::invoice).refuses(&[Kind::Conflict]),
        route(Get, "/prescription/receipt/{id}", CARE, ALL, Audit::PatientRecord("Opened a receipt"), "The receipt as PDF.", payment_hooks::receipt).refuses(&[Kind::Conflict]),
        route(Put, "/prescription/refund-success", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Recorded a refund"), "Marks a confirmed refund.", payment_hooks::refund_success).refuses(&[Kind::NotFound]),
        route(Get, "/prescription", staff, ALL, Audit::PatientRecord("Viewed the request in a list of prescriptions"), "Every prescription of the clinic.", list::list_prescriptions).refuses(&[Kind::Invalid]),
        route(Get, "/prescription/claim/{personId}", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Opened who is reviewing the requests"), "Who has a patient's pending work.", queue::whose),
        route(Get, "/prescription/faxed-or-refunded", staff, ALL, Audit::PatientRecord("Viewed the request in a list of prescriptions"), "What was faxed or refunded.", list::faxed_or_refunded).refuses(&[Kind::Invalid]),
        route(Get, "/prescription/person/{personId}", CARE, ALL, Audit::PatientRecord("Opened the list of prescriptions"), "A patient's prescriptions.", list::list_patient_prescriptions).refuses(&[Kind::Invalid]),
        route(Get, "/prescription/renewable/{personId}", PATIENT, OWN, Audit::PatientRecord("Opened what can be renewed"), "What may be renewed, with the day its supply ends.", renewals::renewable),
        route(Get, "/prescription/pending/person/{personId}", CARE, ALL, Audit::PatientRecord("Opened the pending requests"), "The open work on a patient.", list::pending),
        route(Put, "/prescription/acknowledge", DOCTOR, ALL, Audit::PatientRecord("Started reviewing a prescription request"), "A doctor begins the review.", review::acknowledge).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/medication/updateStatus", DOCTOR, ALL, Audit::PatientRecord("Decided on a medication"), "Approves, rejects or undoes a line.", review::update_status).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/medication/usage", Access::Roles(&[Role::Office]), ALL, Audit::PatientRecord("Changed the directions of a medication"), "Edits the usage of a line.", review::usage).refuses(&[Kind::NotFound]),
        route(Post, "/prescription/medication/directions", DOCTOR_OR_OFFICE, ScopePolicy::NoPatient("a usage and a form, not a patient's record"), Audit::Untraced("words about a usage, not a patient's record"), "What a line would say, and why it cannot be signed.", directions::check),
        route(Put, "/prescription/medication/medication-usage", DOCTOR, ALL, Audit::PatientRecord("Changed a medication"), "Edits the drug and the usage of a line.", review::medication_usage).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/dr-pharmacy", DOCTOR, ALL, Audit::PatientRecord("Changed the pharmacy of a prescription"), "The doctor's choice of pharmacy.", review::dr_pharmacy).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/pharmacy", PATIENT, OWN, Audit::PatientRecord("Named another pharmacy for a request"), "Names another pharmacy for a request whose own cannot be sent to.", name_pharmacy::name_pharmacy).refuses(&[Kind::NotFound]),
        route(Post, "/prescription/set-text", DOCTOR, ALL, Audit::PatientRecord("Changed the doctor's text of a prescription"), "The doctor's text.", review::set_text).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/encounter", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Recorded how the patient was met"), "Records how the patient was met.", encounters::record).refuses(&[Kind::NotFound]),
        route(Get, "/prescription/queue", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Viewed the request in the list of open work"), "All pending work of the clinic, oldest first.", queue::list_queue).refuses(&[Kind::Invalid]),
        route(Put, "/prescription/claim", DOCTOR, ALL, Audit::PatientRecord("Took the requests for review"), "A doctor takes a patient's pending work.", queue::claim).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/release", DOCTOR, ALL, Audit::PatientRecord("Gave the requests back to the queue"), "A doctor gives a patient's pending work back.", queue::release).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/claim-next", DOCTOR, ALL, Audit::PatientRecord("Took the requests for review"), "A doctor takes the patient whose time runs out first.", queue::claim_next),
        route(Put, "/prescription/sign", DOCTOR, ALL, Audit::PatientRecord("Signed a prescription"), "Signs the prescription.", signing::sign).refuses(&[Kind::NotFound, Kind::TooMany]),
        route(Get, "/prescription/document/{id}", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Opened the sheet of a prescription"), "The signed sheet, or its preview, as PDF.", signing::document).refuses(&[Kind::Conflict]),
        route(Put, "/prescription/verify-number", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Recorded that a pharmacy confirmed its fax number"), "Records that the pharmacy said by telephone that a fax number is its own.", pharmacy_number::verify).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/print", DOCTOR, ALL, Audit::PatientRecord("Printed a prescription"), "Records a paper print.", signing::print).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/handed-over", DOCTOR, ALL, Audit::PatientRecord("Recorded what happened to a printed prescription"), "Records what happened to a printed prescription.", voids::handed_over).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/void", DOCTOR, ALL, Audit::PatientRecord("Voided a copy of a prescription"), "Voids a copy, so that the prescription can be issued again.", voids::void).refuses(&[Kind::NotFound]),
        route(Put, "/prescription/void-told", DOCTOR, ALL, Audit::PatientRecord("Recorded that the pharmacy was told of a void"), "Records that the old pharmacy was told of the void by telephone.", voids::record_void_call).refuses(&[Kind::NotFound]),
        route(Get, "/prescription/copy/{id}", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Opened a copy of a prescription"), "The signed sheet of a copy as PDF; a void one says so.", cancellation::sheet),
        route(Get, "/prescription/cancellation/{id}", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Opened the cancellation of a prescription"), "The cancellation of a copy as PDF.", cancellation::cancellation_document),
        route(Post, "/fax/queue-prescription-fax", DOCTOR, ALL, Audit::PatientRecord("Faxed a prescription to the pharmacy"), "Queues the fax to the pharmacy.", faxing::queue).refuses(&[Kind::NotFound]),
        route(Get, "/prescription/fax-cover/{id}", DOCTOR_OR_OFFICE, ALL, Audit::PatientRecord("Opened the cover of a fax"), "The fax cover as PDF.", faxing::cover_preview),
        route(Get, "/prescription/reply-fax/{id}", BY_LINK, LINKED, Audit::Untraced("says only whether the link still works; no record is shown"), "Whether it can be reported, by link, that a prescription did not arrive.", not_received::state),
        route(Post, "/prescription/reply-fax/{id}", BY_LINK, LINKED, Audit::PatientRecord("Reported that a prescription did not arrive"), "Reports, by link and once, that a prescription did not arrive.", not_received::report),
        route(Get, "/fax/{id}/resend", BY_LINK, LINKED, Audit::PatientRecord("Opened a fax by its emailed link"), "Whether, by link, one more copy may be sent to the pharmacy.", resend::state),
        route(Post, "/fax/{id}/resend", BY_LINK, LINKED, Audit::PatientRecord("Had one more copy sent to the pharmacy"), "Sends, by link, one more copy to the pharmacy.", resend::resend),
        route(Get, "/prescription/{id}", CARE, ALL, Audit::PatientRecord("Opened a prescription"), "A prescription.", list::get_prescription),
    ]
}
