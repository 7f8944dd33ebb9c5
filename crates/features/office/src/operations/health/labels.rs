// SPDX-License-Identifier: AGPL-3.0-or-later

//! Display texts for job kinds, services and causes.

use crate::notifications;
use crate::operations::alerts;
use salal_accounts::audit;
use salal_clinic::{billing, notes};
use salal_exchange::{clinic_notes, fax, payments};
use salal_orders::sleep_studies;
use salal_people::people;
use salal_prescriptions::prescriptions;
use salal_reference::uploads;

/// What each kind of job of the earlier features does.
const KINDS: &[(&str, &str)] = &[
    (notifications::Job::Mail.code(), "Send an email"),
    (notifications::Job::Sms.code(), "Send a text message"),
    (
        uploads::Job::Sweep.code(),
        "Tidy the folder of uploaded files",
    ),
    (
        people::Job::Demographic.code(),
        "Make or find a patient’s record at the clinic",
    ),
    (
        people::Job::Profile.code(),
        "Update a patient’s particulars at the clinic",
    ),
    (
        people::Job::SameNumber.code(),
        "Tell the office of a health number on two accounts",
    ),
    (
        people::Job::PreferPharmacy.code(),
        "Update the preferred pharmacy at the clinic",
    ),
    (
        clinic_notes::Job::Send.code(),
        "Add an encounter note at the clinic",
    ),
    (
        notes::Job::Send.code(),
        "Add an encounter note at the clinic",
    ),
    (fax::Job::Send.code(), "Send a fax"),
    (fax::Job::Poll.code(), "Check the status of a fax"),
    (
        payments::Job::Settle.code(),
        "Check the status of a payment",
    ),
    (payments::Job::SettleRefund.code(), "Carry out a refund"),
    (
        audit::Job::Publish.code(),
        "Publish the signed audit record for a day",
    ),
    (
        sleep_studies::Job::Send.code(),
        "Send a sleep study’s order",
    ),
    (
        prescriptions::Job::Unlisted.code(),
        "Look for requests whose pharmacy left the list",
    ),
    (alerts::Job::Mail.code(), "Send an alert by email"),
    (alerts::Job::Hook.code(), "Send an alert to its receiver"),
    (billing::Job::Send.code(), "Send claims to Teleplan"),
    (billing::Job::Pull.code(), "Fetch remittances from Teleplan"),
];

/// What a kind of job does.
pub(in crate::operations) fn kind(name: &str) -> &'static str {
    if let Some((_, words)) = KINDS.iter().find(|(kind, _)| *kind == name) {
        return words;
    }
    // By its word: this feature may not use another one of its own row.
    if name.starts_with("manage_data.") {
        return "Import reference data";
    }
    "Other work"
}

/// What an external service is for.
pub(super) fn service(name: &str) -> &'static str {
    match name {
        "cards" => "Card payments",
        "wallet" => "Wallet payments",
        "sms" => "Text messages",
        "email" => "Email",
        "fax" => "Fax",
        "captcha" => "Captcha",
        "clinic" => "Partner clinic’s records",
        "teleplan" => "Teleplan",
        "alerts" => "Receiver of alerts",
        "files" => "Store of uploaded files",
        _ => "Another service",
    }
}

/// Why a request failed. Only these texts are shown: a service's own text may name a person.
pub(super) fn failure(kept: &str) -> &'static str {
    let known = [
        ("not reached:", "It couldn’t be reached."),
        ("outcome unknown:", "It returned an unexpected response."),
        ("asked to wait", "It asked us to wait."),
        (
            "not configured:",
            "It refused our credentials, or they are not set up.",
        ),
    ];
    let found = known.iter().find(|(sign, _)| kept.contains(sign));
    found.map_or("It failed.", |(_, words)| words)
}

/// Why a job was not done, without any text written by a service or a person.
pub(super) fn cause(last: &str) -> String {
    let refused = last.contains("refused with code");
    let services = [
        "not reached:",
        "outcome unknown:",
        "asked to wait",
        "not configured:",
    ];
    if refused {
        return "An outside service refused this.".into();
    }
    if services.iter().any(|sign| last.contains(sign)) {
        return format!("An outside service: {}", failure(last));
    }
    crate::operations::labels::why(last)
}

/// `3 jobs`, `1 job`
pub(in crate::operations) fn count(n: i64, one: &str) -> String {
    if n == 1 {
        format!("1 {one}")
    } else {
        format!("{n} {one}s")
    }
}

/// How long ago, roughly: `12 minutes`, `3 hours`, `5 days`.
pub(super) fn age(seconds: i64) -> String {
    match seconds.max(0) {
        0..120 => "a minute".into(),
        s @ 120..7_200 => format!("{} minutes", s / 60),
        s @ 7_200..172_800 => format!("{} hours", s / 3_600),
        s => format!("{} days", s / 86_400),
    }
}

/// `1.4 GB`
#[expect(clippy::cast_precision_loss, reason = "for people, to one decimal")]
pub(in crate::operations) fn bytes(n: u64) -> String {
    match n {
        0..1_000_000 => format!("{} kB", n / 1_000),
        1_000_000..1_000_000_000 => format!("{:.1} MB", n as f64 / 1e6),
        _ => format!("{:.1} GB", n as f64 / 1e9),
    }
}
