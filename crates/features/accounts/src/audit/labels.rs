// SPDX-License-Identifier: AGPL-3.0-or-later

//! Display texts of audit entries: an entry names a route, and its reader sees a sentence.

use salal_domain::prescriptions::prescribing::ExceptionReason;

use super::dto::ActorLabel;
use super::entity::audit;
use crate::api::{AuditSentences, Role, SecurityEvent, UNKNOWN_ACTOR};

/// The role of an entry about what was done at the terminal.
pub const TERMINAL: &str = "TERMINAL";

/// The role of an entry of the program itself.
pub(super) const SYSTEM: &str = "SYSTEM";

/// From this entry on the chain is sealed with a key.
pub(super) const KEYED: &str = "salal audit keyed";

/// From this entry on the chain is sealed with another key than before.
pub(super) const KEY_CHANGED: &str = "salal audit key-changed";

/// The line of a restore.
pub const RESTORED: &str = "salal restore";

/// What was done beside the routes: at the terminal, and in a confirmation that has an entry of its own.
const BESIDE_ROUTES: &[(&str, &str)] = &[
    (
        "CONFIRM /prescription/long-supply",
        "Confirmed a supply beyond 12 months, with a reason",
    ),
    (
        "PUT /manage-data/go-on/{id}",
        "Continued an import that had stopped because it removed or changed a lot",
    ),
    (
        "salal import dpd --despite-silent-rules",
        "Continued an import that had stopped because it removed or changed a lot",
    ),
    (
        "salal import --despite-removals",
        "Continued an import that had stopped because it removed or changed a lot",
    ),
    (
        "salal import --despite-changed-numbers",
        "Continued an import that had stopped because it removed or changed a lot",
    ),
    (KEYED, "Sealed the audit with a key from here on"),
    (
        KEY_CHANGED,
        "Sealed the audit with a new key from here on; the key before it counts no more",
    ),
    (
        "salal keys rotate",
        "Sealed what is secret anew with the present master key",
    ),
    ("salal keys lost", "Declared a master key lost"),
    (
        RESTORED,
        "Restored the database from a backup; what happened since the backup is not in this log",
    ),
    (
        "salal restore release",
        "Released what was held after a restore",
    ),
    (
        "salal restore take-over",
        "Recorded that something held after a restore had happened already",
    ),
    (
        "salal administrator",
        "Made an administrator, or a link for one",
    ),
    ("salal import labs", "Filed a laboratory result"),
    ("salal import safety", "Put safety tables in force"),
    (
        "salal teleplan take-again",
        "Took a remittance again that had been set aside",
    ),
    (
        "salal teleplan take-again --all-the-same",
        "Took a remittance that had been set aside, with its faults",
    ),
];

/// What an entry's action did: as the route table says of a route, or as above. An action of an earlier version is
/// known by its method alone.
pub fn sentence(routes: &AuditSentences, action: &str) -> &'static str {
    let beside = || {
        let found = BESIDE_ROUTES.iter().find(|(known, _)| *known == action);
        found.map(|(_, sentence)| *sentence)
    };
    let of_its_method = || match action.split_once(' ') {
        Some(("GET", _)) => "Opened the record",
        _ => "Changed the record",
    };
    let event = || SecurityEvent::from_code(action).map(event_sentence);
    let known = routes.find(action).or_else(event).or_else(beside);
    known.unwrap_or_else(of_its_method)
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
pub(super) fn action_label(routes: &AuditSentences, line: &audit::Model) -> String {
    let action = sentence(routes, &line.action);
    match (line.object_kind.as_deref(), line.object_id.as_deref()) {
        (Some("prescribed_anyway"), Some(code)) => format!(
            "{action}, of a class that is crossed out: {}",
            ExceptionReason::from_code(code).map_or("a reason was given", ExceptionReason::label)
        ),
        (Some("taken_over"), _) => format!("{action}, taking over another doctor’s decisions"),
        _ => action.to_owned(),
    }
}

/// The role of an entry, for administrators.
pub(super) fn role_for_admin(code: &str) -> ActorLabel {
    match Role::from_code(code) {
        Some(_) => role(code, false),
        None if code == UNKNOWN_ACTOR => ActorLabel::Unknown,
        None if code == TERMINAL => ActorLabel::Terminal,
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
        None if code == TERMINAL => ActorLabel::Clinic,
        None => ActorLabel::YourLink,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_actor_is_named_as_the_reader_knows_them() {
        assert_eq!(
            role("ROLE_CUSTOMERSERVICE", false).code(),
            "Customer service"
        );
        assert_eq!(role("ROLE_PATIENT", true).code(), "You");
        assert_eq!(role("LINK", false).code(), "Someone with your link");
        assert_eq!(role(TERMINAL, false).code(), "The clinic");
        assert_eq!(role_for_admin(TERMINAL).code(), "At the terminal");
    }
}
