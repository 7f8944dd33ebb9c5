// SPDX-License-Identifier: AGPL-3.0-or-later

//! Display texts for job kinds and reasons. A reason given by an external service is shown as its kind only:
//! the service's own text may name a person.

use super::dto::{ClinicWork, GiveUpReason};
use salal_clinic::notes;
use salal_exchange::clinic_notes;
use salal_people::people;

/// A job kind as shown to staff: its short name and what it does.
pub(super) fn kind(name: &str) -> (ClinicWork, &'static str) {
    const CHART: &str = people::Job::Demographic.code();
    const PROFILE: &str = people::Job::Profile.code();
    const PHARMACY: &str = people::Job::PreferPharmacy.code();
    const CLINIC_NOTE: &str = clinic_notes::Job::Send.code();
    const NOTE: &str = notes::Job::Send.code();
    match name {
        CHART => (ClinicWork::Chart, "Make or find the patient’s record"),
        PROFILE => (ClinicWork::Profile, "Update the patient’s particulars"),
        PHARMACY => (ClinicWork::Pharmacy, "Update the preferred pharmacy"),
        CLINIC_NOTE | NOTE => (ClinicWork::Note, "Add an encounter note"),
        _ => (ClinicWork::Other, "Tell the clinic"),
    }
}

/// Why a job is not done, from the outcome of its last run.
pub(super) fn why(last: &str) -> String {
    // Failures of external services, as printed by `salal_integrations::Failure`.
    let known = [
        (
            "not reached:",
            "The clinic’s record system couldn’t be reached.",
        ),
        (
            "outcome unknown:",
            "The clinic’s record system did not answer.",
        ),
        (
            "asked to wait",
            "The clinic’s record system asked us to wait.",
        ),
        (
            "not configured:",
            "The connection to the clinic’s record system is not set up.",
        ),
        (
            "refused with code",
            "The clinic’s record system refused this.",
        ),
    ];
    if let Some((_, words)) = known.iter().find(|(sign, _)| last.contains(sign)) {
        return (*words).to_owned();
    }
    // `CODE: cause` is an internal error; it is in the log.
    let is_code = last.split_once(": ").is_some_and(|(code, _)| {
        code.bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte == b'_')
    });
    if is_code {
        return "Unexpected error. Details are in the server log.".into();
    }
    let mut letters = last.chars();
    let sentence: String = match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => return String::new(),
    };
    if sentence.ends_with(['.', '?', '!']) {
        sentence
    } else {
        format!("{sentence}.")
    }
}

/// Why staff cancelled a job.
pub(super) const fn reason(reason: GiveUpReason) -> &'static str {
    match reason {
        GiveUpReason::ByHand => "It was entered manually at the clinic.",
        GiveUpReason::NotNeeded => "No longer needed.",
        GiveUpReason::OtherChart => "The clinic has this patient under another number.",
        GiveUpReason::Other => "Given up for another reason.",
    }
}

#[cfg(test)]
mod tests {
    use super::why;

    #[test]
    fn reasons_read_as_sentences_and_tell_no_service_s_words() {
        for (last, words) in [
            (
                "OUTSIDE_DOWN: clinic: clinic: not reached: connection refused",
                "The clinic’s record system couldn’t be reached.",
            ),
            (
                "OUTSIDE_DOWN: clinic: clinic: outcome unknown: answered with status 503",
                "The clinic’s record system did not answer.",
            ),
            (
                "OUTSIDE_DOWN: clinic: clinic: refused with code 422",
                "The clinic’s record system refused this.",
            ),
            (
                "BROKEN: database: closed",
                "Unexpected error. Details are in the server log.",
            ),
            (
                "the patient is not in the clinic’s record system yet",
                "The patient is not in the clinic’s record system yet.",
            ),
            ("No longer needed.", "No longer needed."),
        ] {
            assert_eq!(why(last), words);
        }
    }
}
