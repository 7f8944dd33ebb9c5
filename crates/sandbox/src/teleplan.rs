// SPDX-License-Identifier: AGPL-3.0-or-later

//! Teleplan's broker: sign-on with cookies, sign-off, password change, and the eligibility
//! check whose outcome the health number decides. Every answer is HTTP 200 and ends in a
//! `#TID` line (reference teleplan.md 1 and 5). Any user and password are taken, except the
//! passwords `expired` and `locked`, until they are changed. Claims, remittances and logs are in `files`.
//! Not here: reference files.

pub(crate) mod files;

use std::fmt::Write as _;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::routing::post;

use crate::answer::Answer;
use crate::chance;
use crate::faults::Service;
use crate::fields::{Fields, header_text};
use crate::state::{Operation, SandboxState};
use crate::store::Store;

const SESSIONS: &str = "teleplan_session";

/// What a health number answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Covered,
    NotCovered,
    Unknown,
    Pending,
    OtherName,
    OtherBirthDate,
    Silent,
    SystemDown,
    LostSession,
}

/// Health numbers made up for this sandbox, and what they answer.
const OUTCOMES: &[(&str, Outcome, &str)] = &[
    (
        "9900000108",
        Outcome::NotCovered,
        "invalid: ELIG_ON_DOS: NO",
    ),
    (
        "9900000115",
        Outcome::Unknown,
        "invalid: HNHR512E, no such person",
    ),
    (
        "9900000122",
        Outcome::Pending,
        "pending: an answer without ELIG_ON_DOS",
    ),
    (
        "9900000147",
        Outcome::OtherName,
        "valid, name mismatch: NAME is someone else's",
    ),
    (
        "9900000154",
        Outcome::OtherBirthDate,
        "invalid birthdate: BIRTHDATE differs",
    ),
    (
        "9900000161",
        Outcome::Silent,
        "no answer: the connection is cut",
    ),
    (
        "9900000179",
        Outcome::SystemDown,
        "pending: TETZ-022, system down",
    ),
    (
        "9900000186",
        Outcome::LostSession,
        "pending: always answers that no one is signed on",
    ),
];

/// The table as the page shows it: health number, what it answers.
pub(crate) fn table_of_numbers() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rest = (
        "any other that is well formed",
        "valid: ELIG_ON_DOS: YES, NAME empty",
    );
    OUTCOMES
        .iter()
        .map(|(number, _, meaning)| (*number, *meaning))
        .chain([rest])
}

/// Teleplan's address.
pub(crate) fn routes() -> Router<SandboxState> {
    Router::new()
        .route("/teleplan", post(act))
        .route("/teleplan/TeleplanBroker", post(act))
        .route("/replay/teleplan", post(replay))
}

/// `POST /replay/teleplan?name=`, with a file as the body: the next pick-up of payments gives just that.
async fn replay(State(state): State<SandboxState>, RawQuery(raw): RawQuery, body: Bytes) -> Answer {
    if body.is_empty() {
        return Answer::text(422, "The body is the file to be given.");
    }
    let asked = Fields::form(raw.unwrap_or_default().as_bytes());
    files::lay_down(&mut state.store(), asked.get("name"), &body);
    Answer::text(204, "")
}

/// The file, then the last line.
fn reply(file: &str, result: &str, name: Option<&str>, messages: &str) -> Answer {
    let id = chance::now().timestamp_millis();
    let name = name.unwrap_or("null");
    let text = format!("{file}#TID={id};Result={result};Filename={name};Msgs={messages};\r\n");
    Answer::text(200, text)
}

fn failure(messages: &str) -> Answer {
    reply("", "FAILURE", None, messages)
}

fn not_signed_on() -> Answer {
    Answer::text(200, "User is not logged in or the session has expired.\r\n")
}

fn system_down() -> Answer {
    failure("TETZ-022 ELIGIBILITY SYSTEM IS DOWN. PLEASE TRY AGAIN LATER")
}

/// The session a call's cookies name.
fn session(headers: &HeaderMap) -> Option<String> {
    let cookies = header_text(headers, "cookie")?;
    cookies
        .split(';')
        .find_map(|pair| pair.trim().strip_prefix("JSESSIONID="))
        .map(str::to_owned)
}

async fn act(State(state): State<SandboxState>, headers: HeaderMap, body: Bytes) -> Answer {
    let kind = header_text(&headers, "content-type").unwrap_or_default();
    if kind.starts_with("multipart/") {
        if !is_signed_on(&state, &headers) {
            return not_signed_on();
        }
        let action = files::part(kind, &body, "ExternalAction");
        return match (action, files::part(kind, &body, "submitFile")) {
            (Some(b"AputRemit"), Some(file)) => files::put(&state, file),
            _ => failure("No submitFile"),
        };
    }
    let fields = Fields::form(&body);
    match fields.get("ExternalAction") {
        Some("AsignOn") => sign_on(&mut state.store(), &fields),
        Some("AsignOff") => {
            if let Some(id) = session(&headers) {
                state.store().remove(SESSIONS, &id);
            }
            reply("", "SUCCESS", None, "")
        }
        Some("AchangePW") => change_password(&fields),
        Some("AcheckE45" | "AgetRemit" | "AgetLogList" | "AgetLog" | "AputRemit")
            if !is_signed_on(&state, &headers) =>
        {
            not_signed_on()
        }
        Some("AcheckE45") => check_eligibility(&state, &fields),
        Some("AgetRemit") => files::pick_up(&state, &fields),
        Some("AgetLogList" | "AgetLog") => files::logs(&state, &fields),
        Some("AputRemit") => failure("No parser object (contact Teleplan Help SandboxState)"),
        Some(action) => failure(&format!("Action {action} is not served by the sandbox")),
        None => failure("No ExternalAction"),
    }
}

fn is_signed_on(state: &SandboxState, headers: &HeaderMap) -> bool {
    session(headers)
        .and_then(|id| state.store().get::<bool>(SESSIONS, &id))
        .is_some()
}

fn sign_on(store: &mut Store, fields: &Fields) -> Answer {
    let (Some(_), Some(password)) = (fields.get("username"), fields.get("password")) else {
        return failure("The user name or password is wrong");
    };
    match password {
        "expired" => return reply("", "EXPIRED.PASSWORD", None, "Your password has expired"),
        "locked" => return failure("Your account is locked out"),
        _ => {}
    }
    let id = chance::hex(32);
    store.put(SESSIONS, &id, &true);
    reply("", "SUCCESS", None, "")
        .with_cookie(&format!("JSESSIONID={id}; Path=/; HttpOnly"))
        .with_cookie(&format!(
            "TPSTICKY{}={}; Path=/",
            chance::hex(4),
            chance::hex(8)
        ))
}

fn change_password(fields: &Fields) -> Answer {
    let new = fields.get("new.password");
    if new.is_some() && new == fields.get("confirm.password") {
        reply("", "SUCCESS", None, "")
    } else {
        failure("The new password and its confirmation differ")
    }
}

/// The check digit of a health number (reference health-numbers.md 1.1).
fn well_formed(number: &str) -> bool {
    const WEIGHTS: [u32; 8] = [2, 4, 8, 5, 10, 9, 7, 3];
    let digits: Vec<u32> = number
        .chars()
        .filter_map(|sign| sign.to_digit(10))
        .collect();
    if number.len() != 10 || digits.len() != 10 || digits[0] != 9 {
        return false;
    }
    let sum: u32 = WEIGHTS
        .iter()
        .zip(&digits[1..9])
        .map(|(weight, digit)| weight * digit)
        .sum();
    11 - sum % 11 == digits[9]
}

/// A date out of three fields, as eight digits.
fn date(fields: &Fields, name: &str) -> Option<String> {
    let part = |end: &str, length: usize| {
        fields
            .get(&format!("{name}{end}"))
            .filter(|text| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let text = format!("{}{}{}", part("yyyy", 4)?, part("mm", 2)?, part("dd", 2)?);
    chrono::NaiveDate::parse_from_str(&text, "%Y%m%d").ok()?;
    Some(text)
}

/// Today in Vancouver, as eight digits.
pub(crate) fn pacific_day() -> String {
    let now = chance::now();
    let local = tzdb_data::time_zone::america::VANCOUVER.find_local_time_type(now.timestamp());
    let seconds = local.map_or(-8 * 3600, tz::LocalTimeType::ut_offset);
    let shown = now + chrono::TimeDelta::seconds(seconds.into());
    shown.format("%Y%m%d").to_string()
}

fn check_eligibility(state: &SandboxState, fields: &Fields) -> Answer {
    let operation = Operation {
        service: Service::Teleplan,
        name: "eligibility",
        telling: true,
        key: None,
        fingerprint: String::new(),
        broken: system_down,
        mismatch: system_down,
    };
    state.perform(&operation, |_, declined| {
        let number = fields.get("PHN").unwrap_or_default();
        let Some(birth_date) = date(fields, "dateOfBirth") else {
            return failure("INVALID DATE OF BIRTH");
        };
        let service_date = date(fields, "dateOfService").unwrap_or_else(pacific_day);
        if !well_formed(number) {
            return failure("ELIG0010 PHN DOES NOT EXIST");
        }
        let listed = OUTCOMES.iter().find(|(known, _, _)| *known == number);
        let outcome = match listed {
            _ if declined => Outcome::NotCovered,
            Some((_, outcome, _)) => *outcome,
            None => Outcome::Covered,
        };
        answer(outcome, number, &birth_date, &service_date)
    })
}

fn answer(outcome: Outcome, number: &str, birth_date: &str, service_date: &str) -> Answer {
    let mut name = "";
    let mut birth_date = birth_date;
    let mut eligible = Some("YES");
    match outcome {
        Outcome::Covered => {}
        Outcome::NotCovered => eligible = Some("NO"),
        Outcome::Pending => eligible = None,
        Outcome::OtherName => name = "SOMEBODY, ELSE ENTIRELY",
        Outcome::OtherBirthDate => {
            birth_date = if birth_date == "19010101" {
                "19020202"
            } else {
                "19010101"
            };
        }
        Outcome::Unknown => return failure("HNHR512E CLIENT NOT FOUND IN REGISTRY"),
        Outcome::Silent => return Answer::none(),
        Outcome::SystemDown => return system_down(),
        Outcome::LostSession => return not_signed_on(),
    }
    let mut file = format!("PHN: {number}\r\nNAME: {name}\r\nBIRTHDATE: {birth_date}\r\n");
    file.push_str("GENDER: \r\n");
    let _ = write!(file, "DOS: {service_date}\r\n");
    if let Some(eligible) = eligible {
        let _ = write!(file, "ELIG_ON_DOS: {eligible}\r\n");
    }
    file.push_str("COVERAGE_END_DT: \r\nCOVERAGE_END_REASON: \r\nRESPONSE: \r\n");
    file.push_str("MESSAGE: PLEASE CHECK THE PERSON'S IDENTITY\r\n");
    reply(
        &file,
        "SUCCESS",
        Some("e45.txt"),
        "HJMB001I SUCCESSFULLY COMPLETED",
    )
}

#[cfg(test)]
mod tests {
    use super::{OUTCOMES, well_formed};

    #[test]
    fn every_number_of_the_table_is_well_formed_and_stands_once() {
        for (index, (number, _, _)) in OUTCOMES.iter().enumerate() {
            assert!(well_formed(number), "{number}");
            assert!(
                OUTCOMES[..index]
                    .iter()
                    .all(|(earlier, _, _)| earlier != number)
            );
        }
    }

    #[test]
    fn the_check_digit_is_the_provinces() {
        assert!(well_formed("9698658215"));
        for wrong in [
            "9698648215",
            "9123456789",
            "5736504210",
            "915106543",
            "91510654A4",
        ] {
            assert!(!well_formed(wrong), "{wrong}");
        }
    }
}
