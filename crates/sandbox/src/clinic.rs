// SPDX-License-Identifier: AGPL-3.0-or-later

//! The partner clinic's record system as the product calls it (reference partner-clinic.md 3),
//! and the listing of a chart's notes. The product's name in the paths may be any word.
//! Not here: OAuth, the stock record system's own resources.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::chance;
use crate::faults::Service;
use crate::fields::{Fields, digits, header_text, scalar};
use crate::ledger::{self, LedgerEntry};
use crate::state::{Operation, SandboxState};
use crate::store::Store;

const CHARTS: &str = "clinic_chart";
const NOTES: &str = "clinic_note";
const FIRST_CHART: u64 = 1000;

/// The clinic's addresses under `/clinic`.
pub(crate) fn routes() -> Router<SandboxState> {
    Router::new()
        .route("/demographics/number", get(find_number))
        .route("/demographics/{product}/create", post(create_chart))
        .route("/demographics/{number}", get(chart))
        .route("/services/{product}/encounternote/add", post(add_note))
        .route("/notes/{number}/all", post(list_notes))
        .route("/me", get(me))
        .route("/me/prefer-pharmacy", post(prefer_pharmacy))
        .route("/me/update-oscar-profile", post(update_profile))
        .route("/pharmacy/all", get(pharmacies))
        .route("/admin/{patient}/info", post(update_patient))
        .route("/clinic/admin/{patient}/info", post(update_patient))
}

fn refusal(status: u16, message: &str) -> Answer {
    Answer::json(status, &json!({"message": message}))
}

fn operation(name: &'static str) -> Operation<'static> {
    Operation {
        service: Service::Clinic,
        name,
        telling: true,
        key: None,
        fingerprint: String::new(),
        broken: || refusal(503, "The record system is not available"),
        mismatch: || refusal(422, "Bad request"),
    }
}

/// A JSON object's field as trimmed text, empty when it is missing.
fn text(body: &Value, name: &str) -> String {
    scalar(&body[name]).unwrap_or_default().trim().to_owned()
}

fn read(body: &Bytes) -> Result<Value, Answer> {
    serde_json::from_slice::<Value>(body)
        .ok()
        .filter(Value::is_object)
        .ok_or_else(|| refusal(400, "The body must be a JSON object"))
}

fn chart_of(store: &Store, health_number: &str) -> Option<Value> {
    let wanted = digits(health_number);
    let mut charts = store.all::<Value>(CHARTS).into_iter();
    charts.find(|chart| !wanted.is_empty() && digits(&text(chart, "hin")) == wanted)
}

async fn find_number(State(state): State<SandboxState>, RawQuery(query): RawQuery) -> Answer {
    let fields = Fields::form(query.unwrap_or_default().as_bytes());
    match chart_of(&state.store(), fields.get("hin").unwrap_or_default()) {
        Some(chart) => Answer::json(200, &json!({"demographicNo": chart["demographicNo"]})),
        None => refusal(404, "There is no chart with this number"),
    }
}

async fn chart(State(state): State<SandboxState>, Path(number): Path<String>) -> Answer {
    let chart = state.store().get::<Value>(CHARTS, &number);
    chart.map_or_else(
        || refusal(404, "There is no such chart"),
        |chart| Answer::json(200, &chart),
    )
}

async fn create_chart(State(state): State<SandboxState>, body: Bytes) -> Answer {
    let mut body = match read(&body) {
        Ok(body) => body,
        Err(refusal) => return refusal,
    };
    state.perform(&operation("demographic"), |store, declined| {
        for name in ["firstname", "lastname", "year", "month", "day"] {
            if text(&body, name).is_empty() {
                return refusal(400, &format!("{name} is required"));
            }
        }
        if declined {
            return refusal(422, "The chart couldn't be created");
        }
        let health_number = text(&body, "hin");
        if let Some(chart) = chart_of(store, &health_number) {
            let number =
                json!({"demographicNo": chart["demographicNo"], "message": "The number is known"});
            return Answer::json(409, &number);
        }
        let number = FIRST_CHART + store.next("chart");
        body["demographicNo"] = json!(number);
        store.put(CHARTS, &number.to_string(), &body);
        let mut entry = LedgerEntry::new(Service::Clinic, "demographic", &number.to_string());
        entry.reference = Some(health_number).filter(|hin| !hin.is_empty());
        ledger::record(store, entry);
        Answer::json(200, &json!({"demographicNo": number}))
    })
}

async fn add_note(State(state): State<SandboxState>, body: Bytes) -> Answer {
    let body = match read(&body) {
        Ok(body) => body,
        Err(refusal) => return refusal,
    };
    state.perform(&operation("note"), |store, declined| {
        let number = text(&body, "demographicNo");
        if declined || store.get::<Value>(CHARTS, &number).is_none() {
            return refusal(404, "There is no such chart");
        }
        let note = text(&body, "note");
        if note.is_empty() {
            return refusal(400, "note is required");
        }
        let id = store.next("note");
        let moment = chance::now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
        let kept = json!({
            "noteId": id, "demographicNo": number, "note": note, "observationDate": moment,
        });
        store.put(NOTES, &format!("{id:08}"), &kept);
        let mut entry = LedgerEntry::new(Service::Clinic, "note", &id.to_string());
        entry.reference = note.lines().next().map(str::to_owned);
        entry.details = json!({"demographicNo": number, "note": note});
        ledger::record(store, entry);
        Answer::json(200, &json!({"noteId": id}))
    })
}

async fn list_notes(State(state): State<SandboxState>, Path(number): Path<String>) -> Answer {
    let store = state.store();
    if store.get::<Value>(CHARTS, &number).is_none() {
        return refusal(404, "There is no such chart");
    }
    let mut notes = store.all::<Value>(NOTES);
    notes.retain(|note| note["demographicNo"] == number.as_str());
    Answer::json(200, &json!({"notelist": notes}))
}

async fn me(State(state): State<SandboxState>) -> Answer {
    let mut me = json!({
        "id": 1, "firstName": "Clinic", "lastName": "Sandbox", "email": "clinic@example.org",
    });
    if let Some(code) = state
        .store()
        .get::<Value>("clinic_profile", "preferredPharmacy")
    {
        me["preferredPharmacy"] = code;
    }
    Answer::json(200, &me)
}

/// Writes a change of a profile into the ledger.
fn profile(state: &SandboxState, name: &'static str, body: &Bytes, required: &[&str]) -> Answer {
    let body = match read(body) {
        Ok(body) => body,
        Err(refusal) => return refusal,
    };
    if !required.is_empty() && required.iter().all(|field| body[field].is_null()) {
        return refusal(400, &format!("{} is required", required.join(" or ")));
    }
    state.perform(&operation(name), |store, declined| {
        if declined {
            return refusal(422, "The profile couldn't be changed");
        }
        let id = store.next("profile").to_string();
        if name == "prefer-pharmacy" {
            store.put(
                "clinic_profile",
                "preferredPharmacy",
                &body["preferredPharmacy"],
            );
        }
        let mut entry = LedgerEntry::new(Service::Clinic, name, &id);
        entry.details.clone_from(&body);
        ledger::record(store, entry);
        Answer::json(200, &json!({"message": "Saved"}))
    })
}

async fn prefer_pharmacy(State(state): State<SandboxState>, body: Bytes) -> Answer {
    profile(&state, "prefer-pharmacy", &body, &["preferredPharmacy"])
}

async fn update_profile(State(state): State<SandboxState>, body: Bytes) -> Answer {
    profile(&state, "profile", &body, &["isPrivatePay", "id"])
}

async fn update_patient(
    State(state): State<SandboxState>,
    Path(patient): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    if !patient.starts_with("patient-") {
        return refusal(404, "Not found");
    }
    let given = header_text(&headers, "x-salal-secret");
    let right = state
        .clinic_secret()
        .map_or(given.is_some(), |secret| given == Some(secret));
    if !right {
        return refusal(401, "The shared secret is wrong");
    }
    profile(&state, "patient-info", &body, &[])
}

async fn pharmacies() -> Answer {
    let list: Vec<Value> = [
        ("Sandbox Pharmacy Main Street", "100 Main Street, Vancouver", "604-555-0151"),
        ("Sandbox Pharmacy Harbour", "20 Harbour Road, Victoria", "250-555-0152"),
        ("Sandbox Pharmacy Valley", "3 Valley Avenue, Kelowna", "250-555-0153"),
    ]
    .iter()
    .zip(1..)
    .map(|((name, address, fax), id)| {
        json!({"id": id, "name": name, "address": address, "phone": "604-555-0150", "fax": fax})
    })
    .collect();
    Answer::json(200, &json!(list))
}
