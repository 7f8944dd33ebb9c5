// SPDX-License-Identifier: AGPL-3.0-or-later

//! Display texts of audit entries: an entry names a route, and its reader sees a sentence.

use salal_domain::prescriptions::prescribing::ExceptionReason;

use super::dto::ActorLabel;
use super::entity::audit;
use crate::api::{Role, SecurityEvent, UNKNOWN_ACTOR};

/// What an entry's action did. `GET /prescription/{id}` becomes "Opened a prescription".
pub(super) fn sentence(action: &str) -> String {
    if let Some(event) = SecurityEvent::from_code(action) {
        return event_sentence(event).to_owned();
    }
    let (method, path) = action.split_once(' ').unwrap_or(("GET", action));
    let special = match action {
        "GET /prescription/queue" => Some("Viewed the request in the list of open work"),
        "GET /prescription" | "GET /prescription/faxed-or-refunded" => {
            Some("Viewed the request in a list of prescriptions")
        }
        "GET /message/inbox/doctor/{personId}"
        | "GET /message/sent/{personId}"
        | "GET /message/archive/{personId}"
        | "GET /message/admin/list" => Some("Viewed a message in a list of messages"),
        "GET /user/patients" | "GET /person/search-key/{key}" => {
            Some("Viewed the name in the list of patients")
        }
        "GET /other-work" => Some("Viewed in a list that a sleep study or a lab test is waiting"),
        "GET /clinic-queue" => Some("Viewed in a list what will be sent to the partner clinic"),
        "GET /lab-test/exceptions" => {
            Some("Viewed the name beside a lab report that no patient was found for")
        }
        "GET /fax" => Some("Viewed a fax in the list of faxes"),
        "GET /tele-plan/claim-numbers"
        | "GET /tele-plan/remittance"
        | "GET /tele-plan/remittance-exceptions"
        | "GET /tele-plan/problematic-invoice-list" => Some("Viewed a bill in a list of bills"),
        "PUT /prescription/acknowledge" => Some("Started reviewing a prescription request"),
        "PUT /prescription/medication/updateStatus" => Some("Decided on a medication"),
        "CONFIRM /prescription/long-supply" => {
            Some("Confirmed a supply beyond 12 months, with a reason")
        }
        "PUT /prescription/sign" => Some("Signed a prescription"),
        "POST /fax/queue-prescription-fax" => Some("Faxed a prescription to the pharmacy"),
        "PUT /fax/{id}/again" => Some("Faxed one more copy"),
        "PUT /fax/{id}/confirm" => Some("Confirmed by telephone that a fax arrived"),
        "PUT /fax/{id}/undo" => Some("Undid a fax before it was sent"),
        "POST /fax/clarification" => Some("Wrote down what a pharmacy asked or was told"),
        "PUT /clinic-queue/retry/{id}" => Some("Retried sending to the partner clinic"),
        "PUT /clinic-queue/give-up/{id}" => Some("Stopped sending to the partner clinic"),
        "PUT /payment/refund" => Some("Refunded a payment"),
        "POST /tele-plan/eligibility" => Some("Checked MSP coverage"),
        "PUT /person/personal-info/{id}" => Some("Corrected the personal information"),
        "PUT /person/personalInfo/{id}" => Some("Changed the personal information"),
        "PUT /person/healthDoc/{id}" => Some("Changed the health document"),
        "GET /person/access-log/{id}" => Some("Opened this list"),
        "POST /message" => Some("Wrote a message"),
        "PUT /staff-account/role/{id}" => Some("Changed the role of the account"),
        "PUT /staff-account/numbers/{id}" => Some("Changed the practitioner's numbers"),
        "PUT /staff-account/disable/{id}" => Some("Deactivated the account"),
        "PUT /staff-account/enable/{id}" => Some("Reactivated the account"),
        "PUT /staff-account/second-step/{id}" => Some("Reset the authenticator"),
        "PUT /staff-account/sign-out/{id}" => Some("Ended all sessions"),
        "DELETE /staff-account/{id}/sessions/{session}" => Some("Ended a session"),
        "POST /user/create-person" => Some("Created the person record for a user"),
        "PUT /manage-data/go-on/{id}"
        | "salal import dpd --despite-silent-rules"
        | "salal import --despite-removals"
        | "salal import --despite-changed-numbers" => {
            Some("Went on with an import that had stopped because it took or changed much")
        }
        "salal teleplan take-again" => Some("Took a remittance again that had been set aside"),
        "salal teleplan take-again --all-the-same" => {
            Some("Took a remittance that had been set aside, with its faults")
        }
        "PUT /message/updateReplies" => Some("Answered a message"),
        _ => None,
    };
    if let Some(special) = special {
        return special.to_owned();
    }
    let mut parts = path.trim_start_matches('/').split('/');
    let thing = match parts.next().unwrap_or_default() {
        "person" | "user" => "the profile",
        "prescription" => "a prescription",
        "medicalinfo" => "the medical information",
        "message" => "a message",
        "file" => "a file",
        "payment" => "a payment",
        "fax" => "a fax",
        "sleep-info" | "sleep-assessment" | "sleep-clinic" => "a sleep study",
        "lab-test" | "labtest" => "a lab test",
        "note" | "notedraft" => "a clinic note",
        "tele-plan" => "the coverage",
        _ => "the record",
    };
    if method == "GET" {
        format!("Opened {thing}")
    } else {
        format!("Updated {thing}")
    }
}

/// What happened, without anybody having opened a record.
fn event_sentence(event: SecurityEvent) -> &'static str {
    match event {
        SecurityEvent::SignInRefused => "Refused a sign-in",
        SecurityEvent::CodeRefused => "Refused a code",
        SecurityEvent::SignInLocked => "Locked sign-in for some minutes after wrong attempts",
        SecurityEvent::AccountLocked => "Locked sign-in from unknown places for the day",
        SecurityEvent::StepUpRefused => "Refused a password or code within a session",
        SecurityEvent::StepUpLocked => "Locked asking for the password after wrong attempts",
    }
}

/// The text of an entry: its action and details.
pub(super) fn action_label(line: &audit::Model) -> String {
    let action = sentence(&line.action);
    match (line.object_kind.as_deref(), line.object_id.as_deref()) {
        (Some("prescribed_anyway"), Some(code)) => format!(
            "{action}, of a class that is crossed out: {}",
            ExceptionReason::from_code(code).map_or("a reason was given", ExceptionReason::label)
        ),
        (Some("taken_over"), _) => format!("{action}, taking over another doctor's decisions"),
        _ => action,
    }
}

/// The role of an entry, for administrators.
pub(super) fn role_for_admin(code: &str) -> ActorLabel {
    match Role::from_code(code) {
        Some(_) => role(code, false),
        None if code == "TERMINAL" => ActorLabel::Terminal,
        None if code == UNKNOWN_ACTOR => ActorLabel::Unknown,
        None => ActorLabel::Link,
    }
}

/// The role of an entry, for the owner of the record.
pub(super) fn role(code: &str, is_owner: bool) -> ActorLabel {
    if is_owner {
        return ActorLabel::You;
    }
    match Role::from_code(code) {
        Some(Role::Doctor) => ActorLabel::Doctor,
        Some(Role::Office) => ActorLabel::Office,
        Some(Role::CustomerService) => ActorLabel::CustomerService,
        Some(Role::Admin) => ActorLabel::Administrator,
        Some(Role::Patient) => ActorLabel::Patient,
        None => ActorLabel::YourLink,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_reads_as_a_sentence() {
        assert_eq!(sentence("GET /prescription/{id}"), "Opened a prescription");
        assert_eq!(sentence("PUT /prescription/sign"), "Signed a prescription");
        assert_eq!(
            sentence("PUT /prescription/dr-pharmacy"),
            "Updated a prescription"
        );
        assert_eq!(
            sentence("GET /medicalinfo/person/{id}"),
            "Opened the medical information"
        );
        assert_eq!(sentence("GET /something/new"), "Opened the record");
        assert_eq!(sentence("sign-in refused"), "Refused a sign-in");
        assert_eq!(
            role("ROLE_CUSTOMERSERVICE", false).code(),
            "Customer service"
        );
        assert_eq!(role("ROLE_PATIENT", true).code(), "You");
        assert_eq!(role("LINK", false).code(), "Someone with your link");
    }
}
