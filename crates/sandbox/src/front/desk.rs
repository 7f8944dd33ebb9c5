// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the page asks for and does: everything on it in one answer, the staff's codes, an email as its reader
//! sees it, a page of a fax as a picture, the switches, the books and starting over. Other programs use
//! `control`; what is here follows the page.

use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::control::{query, refused};
use crate::answer::Answer;
use crate::authenticator;
use crate::chance;
use crate::day;
use crate::faults::{self, Service};
use crate::ledger::{self, LedgerEntry, OutboxEntry};
use crate::srfax::{self, AtHand, picture};
use crate::state::SandboxState;
use crate::store::Store;
use crate::switches;

/// How many messages and faxes the page has at once; older ones are in the outbox.
const MOST_MESSAGES: usize = 400;
const MOST_FAXES: usize = 60;
/// How many lines of the ledger are one page.
const LINES: usize = 50;

/// A message as the page lists it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    #[serde(flatten)]
    entry: OutboxEntry,
    has_html: bool,
}

/// `GET /desk?seen=`: everything on the page, or 204 when nothing has changed since `seen`.
pub(super) async fn desk(State(state): State<SandboxState>, RawQuery(raw): RawQuery) -> Answer {
    // The version first: what changes from here on is asked for again.
    let version = state.version(&state.store());
    let day = state.day().shown(state.day_patients(), Instant::now());
    let store = state.store();
    if query(raw).get("seen") == Some(&version) {
        return Answer::text(204, "");
    }
    let messages: Vec<Shown> = ledger::newest(&store, MOST_MESSAGES)
        .into_iter()
        .map(|entry| Shown {
            has_html: store.has("html", &entry.id),
            entry,
        })
        .collect();
    let people: Vec<Value> = state
        .people()
        .iter()
        .map(|person| {
            json!({
                "name": person.name, "role": person.role, "email": person.email, "phone": person.phone,
                "password": person.password,
            })
        })
        .collect();
    Answer::json(
        200,
        &json!({
            "version": version,
            "site": state.site(),
            "people": people,
            "places": state.places(),
            "messages": messages,
            "faxes": srfax::seen(&store, MOST_FAXES),
            "switches": switches::list(&store, state.slow().as_secs()),
            "counts": counts(&store),
            "day": day,
        }),
    )
    .with("cache-control", "no-store")
}

/// How much starting over would delete.
fn counts(store: &Store) -> Value {
    let messages = store.count("outbox");
    json!({"messages": messages, "ledger": store.count("ledger"), "faults": faults::list(store).len()})
}

/// `GET /codes`: what the staff's authenticators show now.
pub(super) async fn codes(State(state): State<SandboxState>) -> Answer {
    let now = u64::try_from(chance::now().timestamp_millis()).unwrap_or_default();
    let codes: Vec<Value> = state
        .people()
        .iter()
        .filter_map(|person| {
            let codes = authenticator::codes(person.totp_secret.as_deref()?, now)?;
            Some(json!({
                "name": person.name, "role": person.role, "email": person.email,
                "password": person.password, "codes": codes,
            }))
        })
        .collect();
    Answer::json(200, &json!(codes)).with("cache-control", "no-store")
}

/// `GET /outbox/{id}/html`: an email as its reader sees it. Nothing in it runs or is fetched, and its links open
/// beside the page.
pub(super) async fn mail(State(state): State<SandboxState>, Path(id): Path<String>) -> Answer {
    let Some(html) = ledger::html(&state.store(), &id) else {
        return Answer::text(404, "There is no such email.");
    };
    let base = "<base target=\"_blank\">";
    let html = match html.split_once("<head>") {
        Some((before, after)) => format!("{before}<head>{base}{after}"),
        None => format!("{base}{html}"),
    };
    Answer::html(200, html)
        .with(
            "content-security-policy",
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
             sandbox allow-popups allow-popups-to-escape-sandbox",
        )
        .with("referrer-policy", "no-referrer")
}

/// `GET /outbox/{id}/attachments/{index}/pages/{page}`: a page of a PDF as a picture.
pub(super) async fn fax_page(
    State(state): State<SandboxState>,
    Path((id, index, page)): Path<(String, usize, usize)>,
) -> Answer {
    let file = ledger::file(&state.store(), &id, index);
    let Some((_, _, content)) = file else {
        return Answer::text(404, "There is no such file.");
    };
    // Drawing takes a while; a file on which it fails outright has no picture.
    let drawn = tokio::task::spawn_blocking(move || picture::png(content, page)).await;
    match drawn {
        Ok(Some(png)) => {
            Answer::bytes("image/png", png).with("cache-control", "max-age=86400, immutable")
        }
        _ => Answer::text(404, "This page cannot be drawn."),
    }
}

/// What a switch is set to.
#[derive(Deserialize)]
struct Setting {
    word: String,
    once: bool,
}

/// `PUT /switches/{service} {word, once}`
pub(super) async fn switch_on(
    State(state): State<SandboxState>,
    Path(service): Path<String>,
    body: Bytes,
) -> Answer {
    let (Some(service), Ok(setting)) = (
        Service::parse(&service),
        serde_json::from_slice::<Setting>(&body),
    ) else {
        return refused("a service, its word and how often are needed");
    };
    let slow = state.slow().as_secs();
    if switches::set(
        &mut state.store(),
        service,
        &setting.word,
        setting.once,
        slow,
    ) {
        Answer::text(204, "")
    } else {
        refused("this service does not fail like that")
    }
}

/// `DELETE /switches/{service}`
pub(super) async fn switch_off(
    State(state): State<SandboxState>,
    Path(service): Path<String>,
) -> Answer {
    let Some(service) = Service::parse(&service) else {
        return refused("a service is needed");
    };
    switches::clear(&mut state.store(), service);
    Answer::text(204, "")
}

/// What the next fax will meet.
#[derive(Deserialize)]
struct Next {
    meets: Option<AtHand>,
}

/// `PUT /next-fax/{number} {meets}`
pub(super) async fn next_fax(
    State(state): State<SandboxState>,
    Path(number): Path<String>,
    body: Bytes,
) -> Answer {
    match serde_json::from_slice::<Next>(&body) {
        Ok(next) => {
            srfax::set_next(&mut state.store(), &number, next.meets);
            Answer::text(204, "")
        }
        Err(cause) => refused(&cause.to_string()),
    }
}

/// `GET /books?service=&search=&page=`: the ledger, newest first, a page at a time.
pub(super) async fn books(State(state): State<SandboxState>, RawQuery(raw): RawQuery) -> Answer {
    let asked = query(raw);
    let service = asked.get("service").and_then(Service::parse);
    let search = asked.get("search").unwrap_or_default().to_lowercase();
    let page = asked
        .get("page")
        .and_then(|text| text.parse::<usize>().ok())
        .unwrap_or(1)
        .max(1);
    let mut entries = ledger::ledger(&state.store(), service);
    let number = number_in(&search);
    entries.retain(|entry| {
        let is_number = |number: &String| {
            let to = entry.to.as_deref().and_then(number_in);
            to.is_some_and(|to| to.contains(number))
        };
        search.is_empty()
            || searched(entry).contains(&search)
            || number.as_ref().is_some_and(is_number)
    });
    let total = entries.len();
    let lines: Vec<LedgerEntry> = entries
        .into_iter()
        .skip((page - 1).saturating_mul(LINES))
        .take(LINES)
        .collect();
    Answer::json(
        200,
        &json!({"total": total, "page": page, "size": LINES, "lines": lines}),
    )
}

/// The digits of a telephone or fax number, however it is written: `604-555-0130` is `6045550130`.
fn number_in(text: &str) -> Option<String> {
    let is_written = |sign: char| sign.is_ascii_digit() || "+-(). ".contains(sign);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    (digits.len() >= 4 && text.chars().all(is_written)).then_some(digits)
}

/// Everything of a line that can be looked for.
fn searched(entry: &LedgerEntry) -> String {
    let amount = entry
        .amount
        .map(|cents| format!("{}.{:02}", cents / 100, cents % 100));
    let parts = [
        Some(entry.service.name().to_owned()),
        Some(entry.operation.clone()),
        entry.idempotency_key.clone(),
        entry.reference.clone(),
        Some(entry.provider_id.clone()),
        entry.to.clone(),
        amount,
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(" ").to_lowercase()
}

/// What is wanted of the day.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Wanted {
    Wish(day::Wish),
    Speed(day::Speed),
}

/// `POST /day {wish}` or `{speed}`
pub(super) async fn day(State(state): State<SandboxState>, body: Bytes) -> Answer {
    match serde_json::from_slice::<Wanted>(&body) {
        Ok(Wanted::Wish(wish)) => day::wish(&state, wish),
        Ok(Wanted::Speed(speed)) => day::set_speed(&state, speed),
        Err(cause) => return refused(&cause.to_string()),
    }
    Answer::text(204, "")
}

/// `POST /start-over`: deletes what was received and done, and switches everything off. Payments themselves stay,
/// so that they can still be refunded.
pub(super) async fn start_over(State(state): State<SandboxState>) -> Answer {
    let mut store = state.store();
    for table in ledger::BOOKS {
        store.empty(table);
    }
    srfax::forget_next(&mut store);
    for service in Service::ALL {
        switches::clear(&mut store, service);
        faults::forget(&mut store, service);
    }
    Answer::text(204, "")
}

#[cfg(test)]
mod tests {
    use axum::extract::{RawQuery, State};
    use serde_json::Value;

    use super::desk;
    use crate::day::{self, Speed};
    use crate::settings::SandboxSettings;
    use crate::state::SandboxState;
    use crate::store::Store;

    async fn asked(state: &SandboxState, seen: &str) -> Option<Value> {
        let answer = desk(State(state.clone()), RawQuery(Some(format!("seen={seen}")))).await;
        serde_json::from_slice(&answer.body).ok()
    }

    #[tokio::test]
    async fn a_change_while_the_page_asks_is_not_missed() {
        let store = Store::open(None).unwrap();
        let state = SandboxState::new(SandboxSettings::for_tests(), String::new(), store);
        for turn in 0..2000 {
            let (speed, wanted) = if turn % 2 == 0 {
                (Speed::Quick, "quick")
            } else {
                (Speed::Slow, "slow")
            };
            let other = state.clone();
            let changes = std::thread::spawn(move || day::set_speed(&other, speed));
            let mut shown = asked(&state, "").await.unwrap();
            changes.join().unwrap();
            if let Some(newer) = asked(&state, shown["version"].as_str().unwrap()).await {
                shown = newer;
            }
            assert_eq!(shown["day"]["speed"], wanted);
        }
    }
}
